/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which calls are worth a copy of what they call.  A compiler weighs how large the callee is; a
   profile knows which part of it runs, call by call. */
#ifndef PATHPROF_CALL_CHOICE_H
#define PATHPROF_CALL_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What became of a call. */
enum pp_call_fate {
    PP_CALL_EXPANDED,
    PP_CALL_REFUSED, /* it cannot be */
    PP_CALL_LEFT,    /* the compiler inlines it without being told */
    PP_CALL_RARE,    /* it is too small a part of what the program does */
    PP_CALL_PRICE,   /* the copy costs more than the call */
    PP_CALL_GROWTH,  /* the caller or the unit would become too large */
    PP_CALL_CHAIN,   /* the caller is to be taken in itself, or the callee to take in others */
    PP_CALL_FATES
};

/* One call of the unit, from one function to another one. */
struct pp_call_candidate {
    uint32_t caller, callee; /* procedures of the unit */
    uint32_t call;           /* vertex of the caller, from its first on */
    uint64_t times;
    double stmts;       /* executed in the callee, its own callees apart, for one of these calls */
    uint64_t hot, cold; /* statements of the callee that have run from here, and that have not */
    bool refused, left;
    uint8_t fate; /* enum pp_call_fate: the result */
};

struct pp_call_limits {
    double program;           /* statements executed in the whole program */
    unsigned price, growth;   /* percent: the options of these names */
    const uint64_t *size;     /* by procedure: its statements ... */
    const uint64_t *executed; /* ... and how many of them were executed, in all */
    uint32_t num_procs;
    const uint64_t
        *grown; /* by procedure: statements that it has taken in before; NULL: none has */
};

/* Are TIMES of a call too few to be looked at, in a program that has executed so many statements? */
bool pp_call_is_rare(uint64_t times, double program);

/* Settles the fate of each of the NUM candidates of LIST: no procedure is the callee of some that are
   expanded and the caller of others; beyond that greedily by what a copied statement gains. */
void pp_choose_calls(struct pp_call_candidate *list, size_t num,
                     const struct pp_call_limits *limits);

#endif
