/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of random-check share. */
#ifndef RANDOM_H
#define RANDOM_H

#include "core/graph/graph.h"
#include "core/graph/mode.h"
#include "core/number/number.h"
#include "core/plan/plan.h"
#include "random-base.h"

#define MOST_VERTICES 40
#define MOST_EDGES 200
#define MOST_PATHS 3000 /* more are not enumerated */
#define WALKS 12
#define WALK_STEPS 200

/* ---- random-graph.c */

enum property {
    P_TRANSFORM,
    P_NUMBERS,
    P_DECODE,
    P_LIMIT,
    P_REFUSAL,
    P_EXACT,
    P_FIRST,
    P_PLACES,
    P_RECORDS,
    P_PREPARE,
    P_COUNTERS,
    P_TREE,
    P_COUNTS,
    P_CONTRADICTION,
    P_HOSTILE,
    P_SPLITS,
    P_LOOPS,
    P_COLLAPSED,
    P_K_NUMBERS,
    P_K_RECORDS,
    P_K_ONE,
    P_ASKED,
    P_ASKED_COST,
    PROPERTIES
};

/* A random graph.  Vertex 0 is Entry, 1 is Exit. */
struct spec_edge {
    uint32_t from, to;
    enum pp_edge_kind kind;
    unsigned flags;
};

struct spec {
    uint32_t num_vertices, num_edges;
    enum pp_vertex_kind kinds[MOST_VERTICES];
    unsigned flags[MOST_VERTICES];
    unsigned wanted_k[MOST_VERTICES]; /* mode kpath */
    struct spec_edge edges[MOST_EDGES];
    bool by_callers; /* modes edge and callgraph, where it can be */
};

void add(struct spec *s, uint32_t from, uint32_t to, enum pp_edge_kind kind, unsigned flags);
void make_spec(struct spec *s);

/* The procedure under test has others around it. */
#define PROC 1
void build(struct pp_graph *g, const struct spec *s);

struct made {
    struct pp_graph g;
    struct pp_numbering n;
    struct pp_plan plan;
    bool good;
};

/* Builds S and takes its procedures through the pipeline; SEED chooses their weights. */
void make(struct made *m, const struct spec *s, const struct pp_params *params, uint64_t seed);
void unmake(struct made *m);

bool is_original(const struct pp_graph *g, uint32_t e);

/* Leaving sideways from v is written as PP_NONE - 1 - v; arriving sideways at v, as v in the next
   element. */
struct trip {
    uint32_t edges[2 * WALK_STEPS + 4]; /* original edges; fake surrogates for going sideways */
    uint32_t num;
    bool complete; /* control left the procedure */
};

bool is_leave(uint32_t e);

/* Goes through the program's graph, from Entry, at random. */
void walk(const struct pp_graph *g, struct trip *trip);

/* ---- random-path.c */

/* Is the live graph below V free of cycles?  COLOUR: 0 new, 1 open, 2 done. */
bool acyclic(const struct pp_graph *g, uint32_t v, unsigned char *colour);

/* How many graphs were planned in modes path and path-context, how many of them have broken edges,
   how many were refused because of a tiny limit, and how many vertices were split. */
extern unsigned num_broken_graphs, num_planned, num_refused, num_split;
void check_path(const struct spec *s, enum pp_mode mode, uint64_t seed);

/* ---- random-loops.c */

/* How many graphs have loops whose paths span several iterations; how many loops have a smaller k
   for want of room; how many are collapsed. */
extern unsigned num_with_loops, num_lowered, num_collapsed;
void check_loops(const struct spec *s, uint64_t seed);

/* ---- random-asked.c */

/* How many graphs were planned in mode callgraph; how many cost less than in mode edge; of how many
   all sets of counters were tried, and how many of these have the cheapest. */
extern unsigned num_asked, num_cheaper, num_tried, num_best;
void check_asked(const struct spec *s, uint64_t seed);

/* ---- random-check.c */

/* Adds what control took on TRIP to COUNTS, indexed by edge. */
void count_trip(const struct pp_graph *g, const struct trip *trip, uint64_t *counts);

/* Is what the decoder makes of M's notes the same as M? */
void check_prepare(const struct spec *s, const struct made *m, const struct pp_params *params);

#endif
