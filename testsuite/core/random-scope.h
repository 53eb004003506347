/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of random-scope share. */
#ifndef RANDOM_SCOPE_H
#define RANDOM_SCOPE_H

#include "machine.h"
#include "core/format/notes.h"
#include "core/number/number.h"
#include "core/profile/profile.h"
#include "random-base.h"

#define MOST_PROCS 6
#define MOST_PATHS 20000 /* more are not enumerated */
#define WALKS 10
#define WALK_STEPS 400

enum property {
    P_TRANSFORM,
    P_NUMBERS,
    P_DECODE,
    P_LIMIT,
    P_REFUSAL,
    P_PLACES,
    P_RECORDS,
    P_INTRA,
    P_NOTES,
    P_SAME,
    P_WIDE,
    PROPERTIES
};

/* A random scope, taken through the pipeline. */
struct made {
    struct pp_graph g;
    struct pp_unit unit;
    struct pp_numbering n;
    struct pp_plan plans[MOST_PROCS];
};

/* ---- random-supergraph.c: procedures, their calls linked, with weights; by the state of rng. */
void random_supergraph(struct pp_graph *g);

/* Is E an edge of the program inside a procedure? */
static inline bool is_inside(const struct pp_edge *e)
{
    return e->kind == PP_FLOW || e->kind == PP_SUMMARY;
}

/* The call edge of C, PP_NONE if it has none, whether it is cut or not. */
static inline uint32_t link_of(const struct pp_graph *g, uint32_t c)
{
    return g->vertices[c].kind == PP_CALL ? pp_call_edge(g, c) : PP_NONE;
}

/* ---- random-scope-paths.c: the finite-path graph, and its paths, by definition. */
void check_transform(const struct made *m);
void check_paths(const struct made *m);
/* Is path NUMBER the one that consists of EDGES? */
bool is_path(const struct made *m, struct pp_num number, const uint32_t *edges, uint32_t num);

/* ---- random-scope-walk.c */
void check_walks(const struct made *m);
extern uint64_t num_recorded;  /* paths */
extern uint64_t num_recursive; /* activations that kept their context */
extern uint64_t num_relative;  /* activations that numbered their part of the path by themselves */
extern uint64_t
    num_handed; /* by calls that are cut: activations that took their path from the caller */
extern uint64_t num_inner; /* paths that were recorded as inner ones */
extern uint64_t num_waits; /* calls that a path might have ended in */

/* ---- random-intra.c */
void check_intra(const struct made *m);
extern uint64_t num_intra, num_intra_joined; /* paths; graphs where some were joined otherwise */
extern uint64_t num_intra_chains, num_intra_followed; /* of calls; those that paths follow */

#endif
