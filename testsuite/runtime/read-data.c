/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints what pp_data_read finds in a file, a line for each module and each function:
     module NAME STAMP RUNS
     INDEX CHECKSUM: PAIRS paths, TOTAL runs, MINIMUM..MAXIMUM each
   NAME without a directory; or, with "paths", only the modules, with it; with "places", only where these were; or,
   with another second argument, every pair of function 0.  */
#include "core/base/path-names.h"
#include "core/format/data.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_count(struct pp_num path, uint64_t count)
{
    char *text = pp_num_text(path);
    printf("%s:%" PRIu64 "\n", text, count);
    free(text);
}

static void print_function(const struct pp_data_function *f, int pairs)
{
    uint64_t total = 0, minimum = UINT64_MAX, maximum = 0;
    for (size_t i = 0; i < f->num_counts; i++) {
        uint64_t count = f->counts[i].count;
        if (pairs && f->index == 0)
            print_count(f->counts[i].path, count);
        total += count;
        minimum = count < minimum ? count : minimum;
        maximum = count > maximum ? count : maximum;
    }
    if (!pairs)
        printf("%" PRIu64 " %" PRIx64 ": %zu paths, %" PRIu64 " runs, %" PRIu64 "..%" PRIu64
               " each\n",
               f->index, f->checksum, f->num_counts, total, minimum, maximum);
}

int main(int argc, char **argv)
{
    FILE *in = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!in) {
        perror("read-data");
        return 2;
    }
    static unsigned char bytes[1 << 24];
    size_t size = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    struct pp_data data;
    char *error = pp_data_read(&data, bytes, size);
    if (error) {
        printf("%s\n", error);
        free(error);
        return 1;
    }
    bool places = argc > 2 && strcmp(argv[2], "places") == 0;
    bool paths = places || (argc > 2 && strcmp(argv[2], "paths") == 0); /* of modules */
    for (size_t m = 0; m < data.num_modules; m++) {
        const char *place = pp_data_place(&data.modules[m]);
        if (places)
            printf("%s\n", place ? place : "nobody knows");
        else if (argc == 2 || paths)
            printf("module %s %" PRIx64 " %" PRIu64 "\n",
                   paths ? data.modules[m].name : pp_last_part(data.modules[m].name),
                   data.modules[m].stamp, data.modules[m].runs);
        for (size_t u = 0; u < data.modules[m].num_units && !paths; u++)
            for (size_t f = 0; f < data.modules[m].units[u].num_functions; f++)
                print_function(&data.modules[m].units[u].functions[f], argc > 2);
    }
    pp_data_free(&data);
    return 0;
}
