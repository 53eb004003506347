/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of random-lanes share. */
#ifndef RANDOM_LANES_H
#define RANDOM_LANES_H

#include "core/lanes/automaton.h"
#include "core/profile/hot.h"
#include "core/number/loops.h"
#include "random-scope.h"
#include "core/reduce/reduce.h"
#include "toy.h"

#define LANE_WALKS 8
#define LANE_STEPS 150
#define MOST_SEGMENTS 2000
#define MOST_K 4

enum lanes_property {
    L_PATHS,
    L_COVER,
    L_AUTOMATON,
    L_SOUND,
    L_CONGRUENT,
    L_WALKS,
    L_COUNTS,
    L_BALANCE,
    L_SOLUTION,
    L_FACTS,
    L_WIDENED,
    L_HOT,
    L_COMPATIBLE,
    L_COARSEST,
    L_REDUCED,
    L_KEPT,
    L_GROWTH,
    L_NOTHING,
    L_WORTH,
    L_ENTRIES,
    L_PROPERTIES
};

/* One step of control in a procedure: along an edge, or, edge being PP_NONE, sideways to a RESTART
   vertex (PP_NONE: out of the procedure). */
struct lane_step {
    uint32_t edge, to;
};

/* What one activation did. */
struct lane_walk {
    uint32_t proc;
    struct lane_step steps[LANE_STEPS];
    bool ends[LANE_STEPS]; /* with this step an observable path is complete */
    uint32_t num;
    bool complete;                             /* it came to Exit, and never went sideways */
    int states[LANE_STEPS + 1][TOY_VARIABLES]; /* before each vertex that it was at */
};

/* A complete intraprocedural path, by definition: between recording edges, or over k iterations. */
struct segment {
    uint32_t proc, begin;
    uint32_t edges[LANE_STEPS];
    uint32_t num;
    uint32_t active; /* where its last iteration begins; 0 if it began outside of the loop */
    uint64_t count, stmts;
    bool hot;
};

struct lanes_case {
    struct pp_graph g;
    struct pp_unit unit;
    struct pp_notes notes; /* a view of g and unit */
    struct pp_numbering n;
    struct toy_code *code;
    struct lane_walk *walks;
    uint32_t num_walks;
    struct segment *segments;
    uint32_t num_segments;
    /* What lanes are made of: the hot segments, without a recording edge at the end, cut before
       SINGLE vertices and without the edges into these. */
    struct segment *lanes;
    uint32_t num_lanes;
    struct pp_profile intra;
    struct pp_automaton a;
    struct pp_hot_graph h;
    struct pp_solution j; /* constants on h */
    struct pp_reduction r;
    struct toy_value *met;
};

static inline bool is_recording(const struct pp_graph *g, uint32_t e)
{
    return g->edges[e].flags & PP_E_CUT;
}

/* ---- random-walk.c: code, walks that obey it, and the paths that they are made of. */
/* Hot paths that go round a loop, each as often as it does. */
extern unsigned num_rounds;
void make_code(struct lanes_case *c);
void make_walks(struct lanes_case *c);
void check_segments(struct lanes_case *c);
/* Of the segments that are hot. */
void make_lane_pieces(struct lanes_case *c);

/* ---- random-congruent.c: H has the same paths as the procedures of the supergraph. */
void check_congruent(const struct pp_hot_graph *h, const char *what);

/* ---- random-trace.c: automaton, hot-path graph and counts, by definition. */
void check_trace(const struct lanes_case *c);
/* The one copy of E out of V in H, found without its lists. */
uint32_t lane_edge(const struct pp_hot_graph *h, uint32_t v, uint32_t e);
/* Where a walk is, in H, before each step and after the last, as it goes along. */
uint32_t lane_start(const struct pp_hot_graph *h, const struct lane_walk *walk);
uint32_t lane_next(const struct pp_hot_graph *h, uint32_t v, const struct lane_step *step);
/* Are H's counts those of the complete segments of the walks? */
void check_counts(const struct lanes_case *c, const struct pp_hot_graph *h, const char *what);

/* ---- random-facts.c: solutions, and what reduction keeps of them. */
/* Reductions that join some, leave copies, are limited by growth, drop what costs too much. */
extern unsigned num_smaller, num_copied, num_limited, num_priced;
void check_facts(struct lanes_case *c);

/* ---- random-entries.c: loops of the reduced graph. */
/* Reductions that leave hot vertices in a procedure with loops, none of which has several entries
   without copies. */
extern unsigned num_looping;
void check_entries(const struct lanes_case *c, const struct pp_facts *facts);

#endif
