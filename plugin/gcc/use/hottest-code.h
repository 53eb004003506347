/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile: which code of the program is so hot that copies of it are worth the cache that they take.  The
   whole program's profile says it, which is where units are compiled; with -flto it is asked where the link compiles.

       cc1 (use.cc) -> a section of the object -> lto1 -fwpa -> a section of each partition -> lto1 -fltrans */
#ifndef PATHPROF_HOTTEST_CODE_H
#define PATHPROF_HOTTEST_CODE_H

#include "gcc/base/compat.h"
extern "C" {
#include "input/use.h"
}

struct pp_hottest_code {
    /* What ran less often, as GCC has counts, is not among the hottest; 0: all is that ran. */
    uint64_t least;
};

/* Finds it in PROFILES, of which GCC gets counts BITS bits shorter. */
void pp_find_hottest_code(struct pp_hottest_code *hottest, const struct pp_profiles *profiles,
                          unsigned bits);

/* Is what ran COUNT times among it?  Yes, if that is not known. */
bool pp_is_hottest(const struct pp_hottest_code *hottest, profile_count count);

/* An IPA pass, which changes nothing: it takes HOTTEST through -flto; ours to register, GCC's to free. */
opt_pass *pp_make_hottest_code_pass(struct pp_hottest_code *hottest);

#endif
