/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86-64: a table grows while a handler counts in it behind each of the processor's instructions; argument "dump":
   and writes the counts, now and then.  Prints how often paths were run, if the table has grown and the handler has
   come often meanwhile. */
#include "unit.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#define PATHS 6000
#define FEW 4
#define STEP ((uint64_t)1 << 8) /* in the flags: trap behind each instruction */

static int dump;
static volatile uint64_t handled, run;

static inline void count_once(uint64_t path)
{
    struct pathprof_table *table = my_table();
    struct pathprof_pair *home = home_pair(table, path);
    if (*(volatile uint64_t *)&home->key == path + 1)
        __asm__ volatile("incq %0" : "+m"(home->count));
    else
        count_miss(table, path);
}

static void handler(int signal)
{
    (void)signal;
    /* Only in the midst of counting, where pairs do not move: it is not to be the handler's count that lets the table
       grow. */
    if (!my_table()->reserved[0])
        return;
    /* Some of these are in the pairs that move.  More would outweigh what is away from home: the table would not
       grow. */
    for (uint64_t path = 0; path < FEW; path++)
        count_once(path);
    handled++;
    if (dump && handled % 10007 == 0)
        __pathprof_dump();
}

static void set_flags(uint64_t clear, uint64_t set)
{
    uint64_t flags = __builtin_ia32_readeflags_u64();
    __builtin_ia32_writeeflags_u64((flags & ~clear) | set);
}

int main(int argc, char **argv)
{
    dump = argc > 1 && !strcmp(argv[1], "dump");
    signal(SIGTRAP, handler);
    uint64_t start = 0;
    for (uint64_t path = 0; start == 0 || my_table()->mask == start; path = (path + 1) % PATHS) {
        /* The table looks whether to grow at every so many moves of pairs, which reserved[1] has twice. */
        uint64_t moves = my_table()->reserved[1] / 2, pairs = my_table()->mask / 16 + 1;
        if (start && moves % (pairs / 16) >= pairs / 16 - 2)
            set_flags(0, STEP);
        count_once(path);
        set_flags(STEP, 0);
        run++;
        start = start ? start : my_table()->mask;
    }
    if (my_table()->mask > start && handled > 16 * 1024)
        printf("%llu\n", (unsigned long long)(run + FEW * handled));
    return 0;
}
