/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/load/borrowed.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/path-names.h"
#include "core/base/text.h"
#include "tool/load/complain.h"

void pp_warn_of_borrowed(const struct pp_load *load, const char *file,
                         const struct pp_borrowed *borrowed)
{
    if (!borrowed->name)
        return;
    bool rebuilt = strcmp(pp_last_part(borrowed->name), pp_last_part(load->program)) == 0;
    char *others = borrowed->more ? pp_sentence(" and %u more", (unsigned)borrowed->more)
                                  : pp_sentence("%s", "");
    pp_complain(
        "warning: %s has no counts of %s%s, only of %s%s%s: what is shown is what %s counted"
        " in %u of the %u unit%s of %s",
        file, rebuilt ? "this build of " : "", load->program, rebuilt ? "another, " : "",
        borrowed->name, others, borrowed->more ? "they" : "that", (unsigned)borrowed->units,
        (unsigned)load->modules[0].num_units, load->modules[0].num_units == 1 ? "" : "s",
        load->program);
    free(others);
}
