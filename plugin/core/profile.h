/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile: the notes' graph, numbered as the plugin numbered it, with the data's counts. */
#ifndef PATHPROF_PROFILE_H
#define PATHPROF_PROFILE_H

#include "count.h"
#include "data.h"
#include "elsewhere.h"
#include "graph.h"
#include "notes.h"
#include "number.h"

struct pp_path {
    uint32_t proc; /* in which the active-suffix begins */
    struct pp_num number;
    uint64_t count;
    /* Live edges from Entry_P to where the path ends, surrogates included; in interprocedural modes
       with call and return edges, from the Entry (or, first edge a surrogate, GEntry) of whatever
       procedure it begins in. */
    uint32_t *edges;
    uint32_t num_edges;
    /* Where the active-suffix begins: edges[active] on.  What comes before, the context-prefix, ran
       earlier and was counted with other paths (thesis 3.3.1).  0: no prefix. */
    uint32_t active;
    uint64_t stmts;        /* statements on its active-suffix, once through */
    uint64_t prefix_stmts; /* and on its context-prefix */
};

/* How often the indirect call at a vertex called a target. */
struct pp_called {
    uint32_t call;   /* vertex */
    uint32_t target; /* in notes->graph.targets; PP_NONE: a function that no unit lists */
    uint64_t count;
};

/* A module of the data of which the notes know nothing. */
struct pp_other_module {
    char *name;
    uint64_t runs;
};

struct pp_profile {
    struct pp_notes *notes; /* transformed and numbered by pp_profile_make; not owned */
    struct pp_numbering numbering;
    struct pp_path *paths; /* mode path: every executed path, decoded; by proc, then number */
    size_t num_paths;
    uint64_t *edge_counts;   /* indexed by edge, surrogates included */
    uint64_t *vertex_counts; /* indexed by vertex */
    /* Of these, which are not known, and 0 therefore; NULL if all are.  In mode callgraph only
       those of entries and call vertices are known in any case. */
    bool *edges_unknown, *vertices_unknown;
    uint64_t *calls;           /* indexed by procedure: times it was entered */
    struct pp_called *targets; /* option targets=; by call, then the most frequent first */
    size_t num_targets;
    uint64_t runs;
    struct pp_other_module *others; /* in the order of the data */
    size_t num_others;
    struct pp_elsewhere *elsewhere; /* of units that were skipped; NULL: none was */
    char *warnings; /* lines for stderr: what did not fit and was left out; "" if none */
};

/* Are the counts of edge E, of vertex V known? */
static inline bool pp_edge_known(const struct pp_profile *profile, uint32_t e)
{
    return !profile->edges_unknown || !profile->edges_unknown[e];
}

static inline bool pp_vertex_known(const struct pp_profile *profile, uint32_t v)
{
    return !profile->vertices_unknown || !profile->vertices_unknown[v];
}

/* Combines.  Units are matched by stamp, functions by index and checksum; equal units' counts add
   up. DATA may be NULL: everything is then 0, as before the first run.  Returns NULL, or a malloc'd
   sentence when nothing fits (another build). */
char *pp_profile_make(struct pp_profile *profile, struct pp_notes *notes,
                      const struct pp_data *data);
void pp_profile_free(struct pp_profile *profile);

/* The path NUMBER of procedure P of an intraprocedural mode, executed or not, in *PATH, which then
   owns its edges; its count is 0.  Returns false if there is none. */
bool pp_proc_path(const struct pp_profile *profile, uint32_t p, struct pp_num number,
                  struct pp_path *path);

/* scope-profile.c: the executed paths of unit U of an interprocedural mode, which COUNTS counts (by
   rising number, none twice), and what they say about edges.  *PATH_EDGES is how many edges all
   decoded paths have so far; no more than MOST are added to it.  Returns how many counts are of no
   path. */
size_t pp_count_scope(struct pp_profile *profile, uint32_t u, const struct pp_count *counts,
                      size_t num, uint64_t *path_edges, uint64_t most);

/* scope-profile.c: the path NUMBER of such a unit, executed or not, in *PATH, which then owns its
   edges; its count is 0.  Returns false if there is none or it has more than MOST edges. */
bool pp_scope_path(const struct pp_profile *profile, uint32_t u, struct pp_num number,
                   uint64_t most, struct pp_path *path);

/* profile-edges.c: modes edge and callgraph: the counts of edges of procedure P from its counters,
   of which COUNTS are NUM. */
void pp_count_edges(struct pp_profile *profile, uint32_t p, const struct pp_count *counts,
                    size_t num);

/* profile-edges.c: how often control came to each vertex of P, from the counts of its edges. */
void pp_count_vertices(struct pp_profile *profile, uint32_t p);

/* mode edge: fills edge_counts of PROC from its counters by post-order over the spanning tree
   (edge-profiling survey, figure 3). Returns false if the counts contradict each other (a count
   would be negative); such counts are set to 0. */
bool pp_propagate(const struct pp_graph *g, uint32_t proc, const uint64_t *counters,
                  uint64_t *edge_counts);

/* mode callgraph: sets known[e] (indexed by edge) for the live edges of PROC: does its count follow
   from the counters?  COUNTERS, if it is not NULL, are they: fills edge_counts, of edges that are
   not known with 0.  Returns as pp_propagate does. */
bool pp_follow(const struct pp_graph *g, uint32_t proc, const uint64_t *counters,
               uint64_t *edge_counts, bool *known);

#endif
