/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function hands over in registers, and its type then. */
#ifndef PATHPROF_REGISTER_TYPE_H
#define PATHPROF_REGISTER_TYPE_H

#include "gcc/decide/handed-words.h"

struct pp_agreement {
    bool path, nvc, back; /* in registers; the first two are parameters behind the function's own */
    unsigned in_memory;   /* enum pp_handed: the rest of what pp_handed_to says */
    tree type;            /* of the function; NULL if nothing is in registers */
};

/* Fills A for the function DECL, which has its declared type.  Whoever asks, in whatever process, is told the same.
   Returns whether anything is in registers. */
bool pp_agree(const struct pp_compilation *c, tree decl, struct pp_agreement *a);

/* The program's part of the arguments of CALL, whose callee has A's type.  Where a program declares a function
   otherwise than it defines it there may be more, fewer or others: what the callee does not find in them it may find
   anything in. */
void pp_list_arguments(const gcall *call, const struct pp_agreement *a, vec<tree> *arguments);

/* Where the path comes back in a register: the program's result, in 64 bits, and the path. */
tree pp_pair_type(void);

/* Whether a result of TYPE can be the first of a pair. */
bool pp_fits_word(tree type);

/* A type that returns RESULT, and has PARAMETERS and the attributes of TYPE. */
tree pp_function_type(tree result, tree parameters, tree type);

#endif
