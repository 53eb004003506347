/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lock-output FILE: waits for its lock as the command does, and says what is wrong. */
#include <stdio.h>
#include <string.h>

#include "input/data-output.h"

int main(int argc, char **argv)
{
    struct pp_data_output output = {.file = -1};
    char *unlocked,
        *wrong = argc == 2 ? pp_file_place_find(&output.place, argv[1]) : strdup("what?");
    if (!wrong)
        wrong = pp_data_output_lock(&output, &unlocked);
    if (wrong)
        puts(wrong);
    return wrong != NULL;
}
