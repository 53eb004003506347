/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the ways of breaking edges share, those of a scope (limit.c) and of one procedure by itself, which is
   a scope of one (break.c): counting the paths that a set of broken edges
   would leave, without changing the graph, in O(V + E).

   Counts are floating-point numbers with at least 64 bits of precision, and so exact below 2^64:
   rounding is monotonic, and nothing that is 2^64 or more is taken for less.  Wide numbers (option
   wide=1) are counted with an error of less than one millionth even where a million operations made
   them, and the bound for them is half of what there is room for. */
#ifndef PATHPROF_LIMIT_H
#define PATHPROF_LIMIT_H

#include "core/number/number.h"

#include <float.h>
#include <math.h>

typedef long double pp_approx;
_Static_assert(LDBL_MANT_DIG >= 64 && LDBL_MAX_EXP > 64 * PP_MOST_WORDS,
               "long double is too small");

/* The psi of a vertex. */
struct pp_approx_linear {
    pp_approx a, b;
};

struct pp_breakable {
    double price; /* how often it is expected to run */
    uint32_t edge;
};

struct pp_limiter {
    struct pp_graph *g;
    const struct pp_scope *scope;
    const struct pp_call_order *calls;
    bool alone; /* one procedure, whose calls are not followed */
    bool piecewise;
    bool over; /* pp_mode_row.goes_over */
    pp_approx max_paths;
    int bits;       /* of path numbers */
    pp_approx many; /* 2 to the power of that: too many in any case */
    uint32_t first_vertex, first_edge, num_vertices, num_edges; /* of the scope */
    /* By procedure of the scope. */
    uint32_t **postorders;
    uint32_t *lengths; /* how many vertices of each postorder are counted */
    double *frequency; /* calls expected */
    struct pp_approx_linear
        *begins;        /* psi_GEntry; in mode context what surrogates add to psi_Entry */
    pp_approx *returns; /* piecewise: numUnbalRLPaths[Exit] */
    bool *root;
    bool *inner_begin;  /* a path may begin in it and come back from it */
    uint32_t **callers; /* its return edges in the order in which they are kept ... */
    uint32_t *num_callers;
    /* What may be broken: an edge inside a procedure, a return edge, a call edge. */
    struct pp_breakable *candidates; /* the first to be broken first */
    uint32_t num_candidates;
    uint32_t *rank; /* by edge: place among the candidates, PP_NONE */
    /* The set, by edge. */
    bool *broken;
    bool *unbalanced; /* return edges in piecewise */
    /* By vertex. */
    struct pp_approx_linear *psi;
    struct pp_approx_linear *step; /* of the heads of collapsed loops; NULL if there are none */
    bool *unreached;               /* alone: no path comes there */
    bool *begun;                   /* there is, or would be, a surrogate Entry -> v */
    /* What pp_break_proc may break: the candidates of rank below SIZE, at vertices with more than
       BOUND paths, until there are at most DOWN. */
    uint32_t size;
    pp_approx bound, down;
    /* piecewise: psi_GEntry counts as if a path began at every return site (thesis 4.1.2 (1)(b)),
       so that breaking return edges makes it no greater. */
    bool sites;
    pp_approx share; /* piecewise: what psi_GEntry (numUnbalRLPaths[Exit]) of a procedure may be */
    uint32_t *some;  /* room for the candidates at one vertex */
};

static inline uint32_t pp_proc_of(const struct pp_limiter *l, uint32_t v)
{
    return l->g->vertices[v].proc;
}

static inline struct pp_approx_linear *pp_psi_of(const struct pp_limiter *l, uint32_t v)
{
    return &l->psi[v - l->first_vertex];
}

/* f (x) */
pp_approx pp_approx_at(struct pp_approx_linear f, pp_approx x);

/* The live call edge of V, broken or not; PP_NONE if it has none. */
uint32_t pp_live_call(const struct pp_limiter *l, uint32_t v);

/* Begins and ends what counts the paths of L->scope.  L->g, scope, calls, and what paths there are, is
   set before. */
void pp_limiter_begin(struct pp_limiter *l);
void pp_limiter_end(struct pp_limiter *l);

/* Finds what may be broken, and ranks it: the coldest first, or (thesis) in the order of the edges. */
void pp_find_candidates(struct pp_limiter *l, bool by_number);

/* Marks in the graph what is broken in L. */
void pp_mark_broken(struct pp_limiter *l);

/* Nothing is broken. */
void pp_mend_all(struct pp_limiter *l);
void pp_mend_proc(struct pp_limiter *l, uint32_t p);

/* psi of P's vertices, given the broken set, its callees having theirs.  Breaks more where it may
   and must: at each vertex the first candidates first. */
void pp_break_proc(struct pp_limiter *l, uint32_t p);

/* After that: psi_Entry (1) + psi_GEntry (1). */
pp_approx pp_paths_from(const struct pp_limiter *l, uint32_t p);

/* Piecewise, after the procedures: numUnbalRLPaths[Exit_P], callers first.  Where psi_GEntry_P of
   that would be more than the share, return edges are taken from paths without open parentheses. */
void pp_break_returns(struct pp_limiter *l, uint32_t p);

/* Procedures, then returns.  Returns how many paths there are. */
pp_approx pp_break_scope(struct pp_limiter *l);
pp_approx pp_finish_scope(struct pp_limiter *l);

/* Given all that: how many paths there are.  Sets roots, before and after returns are looked at. */
void pp_find_new_roots(struct pp_limiter *l);
pp_approx pp_count_paths(const struct pp_limiter *l);

/* What the ways of breaking use.  limit-whole.c: */

/* How often a path is expected to end because of what is broken. */
double pp_cost(const struct pp_limiter *l);

/* Breaks the coldest of the scope.  Returns whether that is enough; the cost in *PRICE. */
bool pp_break_coldest(struct pp_limiter *l, double *price);

/* Mends those of the NUM EDGES, all broken, by rising price, that need not be, from the hottest
   down, in chunks that grow where mending goes well and halve where it does not.  PRICE_OF counts
   again and returns what is to become no greater, < 0 if there are too many paths. */
void pp_mend_edges(struct pp_limiter *l, const uint32_t *edges, uint32_t num,
                   double (*price_of)(void *), void *context);
#define PP_MENDING_TRIALS 64

/* The same for all that is broken in the scope, which is enough. */
void pp_mend_scope(struct pp_limiter *l);

/* Breaks the coldest, procedure by procedure.  Returns and *PRICE: likewise. */
bool pp_fit_procs(struct pp_limiter *l, double *price);

/* Breaks the coldest of the only procedure.  Returns false if not even breaking all is enough. */
bool pp_fit_alone(struct pp_limiter *l);

/* Breaks as the thesis does.  Returns whether that is enough. */
bool pp_break_as_thesis(struct pp_limiter *l);

/* Marks the edges that have to be broken (BROKEN; return edges also UNBALANCED) so that
   SCOPE has at most params->max_paths paths, coldest first. */
void pp_limit_scope(struct pp_graph *g, const struct pp_scope *scope,
                    const struct pp_params *params, const struct pp_call_order *order);

#endif
