/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arithmetic of gprof (Graham, Kessler, McKusick 1982): times of functions from what each took
   itself and from how often each was called by which.  The time of a call of a function is the same
   wherever it was called, its average: that is what gprof assumes.

   With S_i the time in function i itself, C_j how often j was called and C_i^j how often by i,

       T_i = S_i + sum over i Child j of T_j * C_i^j / C_j.

   (The equations of the paper divide by C_i, which is a slip: what its text says is this.)  Calls
   of a function by itself are neither in C_j nor in the sum.  Functions that call each other are
   collapsed into a cycle, which is then one function: calls inside it hand no time on, and C_j of a
   member is how often the cycle was entered through any of its members. */
#ifndef PATHPROF_GPROF_H
#define PATHPROF_GPROF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pp_gprof_function {
    /* Given. */
    double self;          /* S_i, in any unit */
    uint64_t spontaneous; /* calls by what is not in the graph */
    /* What follows. */
    uint64_t calls;      /* by other functions, and from outside */
    uint64_t self_calls; /* by itself */
    double children;     /* T_i - S_i; of a member of a cycle, without what is in the cycle */
    uint32_t cycle;      /* from 0; PP_NONE: none */
};

struct pp_gprof_arc {
    /* Given. */
    uint32_t caller, callee;
    uint64_t count;
    /* What follows: how much of the callee's own time, or of its cycle's, the caller is charged
       with, and of the time of its children. */
    double self, children;
};

struct pp_gprof_cycle {
    uint32_t first, num; /* its members: pp_gprof.members[first] ..., by rising number */
    uint64_t calls;      /* from outside the cycle */
    uint64_t inner;      /* of members by other members */
    double self, children;
};

struct pp_gprof {
    struct pp_gprof_function *functions;
    uint32_t num_functions;
    struct pp_gprof_arc *arcs; /* by caller, then callee */
    uint32_t num_arcs;
    uint32_t *first_child;            /* the arcs out of i are first_child[i] up to [i + 1] */
    uint32_t *parents, *first_parent; /* the arcs into j: parents[first_parent[j]] up to [j + 1] */
    struct pp_gprof_cycle *cycles;    /* by their first members */
    uint32_t num_cycles;
    uint32_t *members;
    double total; /* of all S_i */
};

/* Sorts NUM arcs by caller, then callee; makes one of those between the same two functions, without
   those that have no count.  Returns how many are left. */
uint32_t pp_gprof_merge(struct pp_gprof_arc *arcs, uint32_t num);

/* Solves the recurrence for FUNCTIONS and ARCS (malloc'd, GPROF's from then on), of which what is
   given is set: several arcs between the same two functions become one, those with count 0 go. */
void pp_gprof_make(struct pp_gprof *gprof, struct pp_gprof_function *functions,
                   uint32_t num_functions, struct pp_gprof_arc *arcs, uint32_t num_arcs);
void pp_gprof_free(struct pp_gprof *gprof);

/* How often function I was called, or the cycle that it is in: what its time is divided by. */
uint64_t pp_gprof_calls(const struct pp_gprof *gprof, uint32_t i);

/* The share of time T for COUNT of CALLS calls. */
static inline double pp_gprof_share(double t, uint64_t count, uint64_t calls)
{
    return calls ? t * ((double)count / (double)calls) : 0;
}

/* Does ARC stay within a function or a cycle? */
bool pp_gprof_is_inner(const struct pp_gprof *gprof, const struct pp_gprof_arc *arc);

#endif
