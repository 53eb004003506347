/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table that grows: counts each of so many PATHS, whose numbers are STRIDE apart, in turn, so often, and prints how
   many buckets are in use then and how many of the last round's counts did not find their path at home, for each three
   arguments.
     grow [PATHS STRIDE TIMES]... */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    for (int i = 1; i + 2 < argc; i += 3) {
        uint64_t paths = strtoull(argv[i], NULL, 0), stride = strtoull(argv[i + 1], NULL, 0);
        uint64_t times = strtoull(argv[i + 2], NULL, 0), away = 0;
        for (uint64_t t = 0; t < times; t++)
            for (uint64_t path = 0; path < paths; path++) {
                if (t == times - 1)
                    away += home_pair(my_table(), path * stride)->key != path * stride + 1;
                count_table(path * stride);
            }
        printf("%llu buckets, %s\n", (unsigned long long)((my_table()->mask + 16) / 64),
               64 * away <= paths ? "nearly all at home" : "many away");
    }
    return 0;
}
