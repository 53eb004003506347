/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modes over calls: which words of the thread's state (struct pathprof_state) a function and its callers hand over, and
   whether they can do so in registers. */
#ifndef PATHPROF_HANDED_WORDS_H
#define PATHPROF_HANDED_WORDS_H

#include "gcc/base/compilation.h"

enum pp_handed {
    PP_HANDED_PATH = 1 << 0, /* to the function: path ... */
    PP_HANDED_NVC = 1 << 1,  /* ... and nvc */
    PP_HANDED_BACK = 1 << 2, /* path, to its caller */
    /* All calls that hand over name the function alike, and may agree with its body on another way. */
    PP_HANDED_AGREED = 1 << 3,
};

/* Of a function with PLAN, which has other names if ALIASED: enum pp_handed, or-ed.  Whoever compiles a body that calls
   the function, and whoever compiles its own, know the same. */
unsigned pp_handed_words(const struct pp_plan *plan, bool aliased);

/* That of the function DECL, as C has it; 0 for functions of which nothing is known. */
unsigned pp_handed_to(const struct pp_compilation *c, tree decl);

#endif
