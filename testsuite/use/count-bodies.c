/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linked to programs that count-bodies.cc has counters put in: at the end of a run all of them are
   appended to the file that COUNTED_BODIES names, a line for each unit. */
#include <stdio.h>
#include <stdlib.h>

extern long long __start_counted_bodies[], __stop_counted_bodies[];

__attribute__((destructor)) static void write_counters(void)
{
    const char *name = getenv("COUNTED_BODIES");
    FILE *out = name ? fopen(name, "a") : NULL;
    if (!out)
        return;
    for (const long long *unit = __start_counted_bodies; unit < __stop_counted_bodies;
         unit += unit[1]) {
        for (long long i = 0; i < unit[1]; i++)
            fprintf(out, "%lld ", unit[i]);
        fputc('\n', out);
    }
    fclose(out);
}
