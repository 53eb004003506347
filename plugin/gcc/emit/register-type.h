/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function hands over in registers, and its type then. */
#ifndef PATHPROF_REGISTER_TYPE_H
#define PATHPROF_REGISTER_TYPE_H

#include "gcc/decide/handed-words.h"

struct pp_agreement {
    bool path, nvc, back; /* in registers; the first two are parameters behind the function's own */
    unsigned first_register; /* the number of that of the first of the two */
    unsigned in_memory;      /* enum pp_handed: the rest of what pp_handed_to says */
    tree type, result;       /* of the function; NULL if nothing is in registers */
};

/* Fills A for the function DECL, which has its declared type.  Whoever asks, in whatever process, is told the same.
   Returns whether anything is in registers. */
bool pp_agree(const struct pp_compilation *c, tree decl, struct pp_agreement *a);

/* ARGUMENTS are what a call that expects RESULT hands over to a function of A: makes A's words, behind them, be where
   the callee looks for them.  They are left as they are unless the call declares the callee otherwise than it is
   defined: then some may be left out, or words put behind them.  Returns false if that cannot be done, for RESULTs that
   take a register themselves. */
bool pp_fit_arguments(const struct pp_agreement *a, tree result, vec<tree> *arguments);

/* Where the path comes back in a register: the program's result, in 64 bits, and the path. */
tree pp_pair_type(void);

/* Whether a result of TYPE can be the first of a pair. */
bool pp_fits_word(tree type);

/* A type that returns RESULT, and has PARAMETERS and the attributes of TYPE. */
tree pp_function_type(tree result, tree parameters, tree type);

#endif
