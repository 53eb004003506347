/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second unit: another object of the program (it counts in a constructor, a destructor and a
   handler of atexit), or a shared object. */
#include "unit.h"

#include <stdlib.h>

static void at_end(void)
{
    count_array(3);
}

__attribute__((constructor)) static void before(void)
{
    count_array(1);
#ifndef SHARED
    atexit(at_end);
#else
    (void)at_end;
#endif
}

__attribute__((destructor)) static void after(void)
{
    count_array(2);
}

__attribute__((visibility("default"))) void work(void)
{
    count_array(5);
    for (uint64_t path = 0; path < 4000; path++)
        count_table(path * 17);
}
