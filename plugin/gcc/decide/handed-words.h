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
    PP_HANDED_JUMPS = 1 << 4, /* nothing can be put in front of all its returns */
};

/* Of a function with PLAN: enum pp_handed, or-ed.  Whoever compiles a body that calls the function, and whoever
   compiles its own, know the same.  A function that is ALIASED, that has other names, may be called by these where
   it is not known whose they are.  One that JUMPS, ends in a tail call that must be one, can give nothing back that
   was not in place before. */
unsigned pp_handed_words(const struct pp_plan *plan, bool aliased, bool jumps);

/* That of the function DECL, as C has it; 0 for functions of which nothing is known. */
unsigned pp_handed_to(const struct pp_compilation *c, tree decl);

#endif
