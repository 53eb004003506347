/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of random-lane-calls share. */
#ifndef RANDOM_LANE_CALLS_H
#define RANDOM_LANE_CALLS_H

#include "core/lanes/automaton.h"
#include "core/lanes/hotgraph.h"
#include "random-scope.h"
#include "toy-program.h"

#define CALL_RUNS 12
#define CALL_STEPS 400
#define CALL_DEPTH 10

enum calls_property {
    C_SOUND,
    C_CONGRUENT,
    C_RETURNS,
    C_RUNS,
    C_COUNTS,
    C_LANES,
    C_PARTITION,
    C_PARTITIONED,
    C_SOLUTION,
    C_FACTS,
    C_REDUCED,
    C_SUBSUMES,
    C_REDIRECTED,
    C_PROPERTIES
};

/* Control is at VERTEX, and leaves it along EDGE of the program: also a call edge or a return edge;
   PP_NONE: the run is over. */
struct call_step {
    uint32_t vertex, edge;
    int state[TOY_VARIABLES]; /* before the vertex */
};

/* A run of the program from one activation of a procedure to its end. */
struct call_run {
    uint32_t proc;
    struct call_step steps[CALL_STEPS];
    uint32_t num;
};

struct calls_case {
    struct made m;
    struct pp_notes notes; /* a view of m */
    struct toy_code *code;
    struct call_run *runs;
    uint32_t num_runs;
    struct pp_profile profile;
    bool contexts;
    size_t *hot; /* places in profile */
    size_t num_hot;
    struct pp_automaton a;
    struct pp_hot_graph h, plain; /* plain: traced without hot paths */
    struct toy toy, plain_toy;
    struct pp_solution j, i; /* constants on h and plain */
};

/* How often control is at each vertex of a hot graph, and takes each edge. */
struct call_counts {
    uint64_t *vertices, *edges;
};

/* ---- random-lane-runs.c */

/* Runs, and the profile that the plans' machine makes of them. */
void make_runs(struct calls_case *c);

/* Goes along the runs on H.  Returns whether that is possible; *HELD: and VALUES, by vertex, say
   nothing of a variable that is not so (NULL: nothing is said). */
bool count_runs(const struct calls_case *c, const struct pp_hot_graph *h,
                struct call_counts *counts, struct toy_value *const *values, bool *held);
void free_counts(struct call_counts *counts);

/* Are H's counts those of the runs, as far as the mode says? */
void check_call_counts(const struct calls_case *c, const struct pp_hot_graph *h, const char *what);

/* ---- random-lane-graphs.c */

/* Does H have the unbalanced-left paths of the program, one for each, and the return edges and summary
   edges that hotgraph.h says? */
void check_call_graph(const struct calls_case *c, const struct pp_hot_graph *h, const char *what);

/* Has BLOCK, made of INITIAL, the properties of thesis 9.3.1? */
void check_partition(const struct pp_hot_graph *h, const uint32_t *initial, const uint32_t *block);

/* Is there an express lane (thesis 7.2) for each hot path? */
void check_express_lanes(const struct calls_case *c);

/* ---- random-lane-facts.c */

/* Solutions on the hot-path supergraph, and what reduction keeps of them. */
/* Reductions that leave copies; copies that know more; vertices that alternation drops. */
extern unsigned num_kept, num_more, num_dropped;
void solve_calls(struct calls_case *c);
void free_solutions(struct calls_case *c);
void check_call_facts(struct calls_case *c);

/* ---- random-lane-redirect.c */

/* Vertices that redirection makes superfluous; pairs of which one subsumes the other. */
extern unsigned num_gone, num_led, num_subsumed;
/* Is H the program, and what is known of LIKE[v] in the hot-path supergraph true of its v? */
void check_redirected(struct calls_case *c, const struct pp_hot_graph *h, const uint32_t *like,
                      const char *what);
void check_redirection(struct calls_case *c);

/* ---- plain-subsume.c */

/* Whether S and WITH, which pp_subsume has made of the graph OF, are what comes out pair by pair. */
struct pp_subsumption;
struct pp_knowledge;
bool subsumes_plainly(const struct pp_subsumption *s, const struct pp_hot_graph *with,
                      const struct pp_hot_graph *of, const struct pp_knowledge *k,
                      const bool *pinned);

#endif
