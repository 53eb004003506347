/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile: the notes' graph, numbered as the plugin numbered it, with the data's counts. */
#ifndef PATHPROF_PROFILE_H
#define PATHPROF_PROFILE_H

#include "core/base/count.h"
#include "core/format/data.h"
#include "core/profile/skipped-units.h"
#include "core/profile/taken-modules.h"
#include "core/graph/graph.h"
#include "core/format/notes.h"
#include "core/profile/variances.h"
#include "core/number/number.h"
#include "core/number/path.h"

/* How often the indirect call at a vertex called a target. */
struct pp_called {
    uint32_t call;   /* vertex */
    uint32_t target; /* in notes->graph.targets; PP_NONE: a function that no unit lists */
    uint64_t count;
};

/* How often the ORDINAL-th site of a vertex used a value. */
struct pp_value {
    uint32_t vertex, ordinal;
    uint64_t code; /* as PATHPROF_VALUES in runtime/format.h says */
    uint64_t count;
};

/* A module of the data of which the notes know nothing. */
struct pp_other_module {
    char *name;  /* as the data have it: of a shared object its path */
    char *place; /* where a program ran; NULL: nobody knows */
    uint64_t runs, stamp;
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
    bool targets_skipped;    /* some are functions of units that were skipped */
    struct pp_value *values; /* option values=; by vertex, ordinal, code */
    size_t num_values;
    bool estimated; /* option bursts=: some unit's counts are estimates (pp_path.variance) */
    struct pp_bursts bursts; /* that they are from */
    uint64_t runs;           /* of the program itself: none if its counts are ... */
    struct pp_borrowed borrowed;
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

/* Combines.  Units are matched by stamp, functions by index and checksum; equal units' counts add up (of which modules:
   taken-modules.h). DATA may be NULL: everything is then 0, as before the first run.  Returns NULL, or a
   malloc'd sentence when nothing fits (another build). */
char *pp_profile_make(struct pp_profile *profile, struct pp_notes *notes,
                      const struct pp_data *data);
void pp_profile_free(struct pp_profile *profile);

/* The path NUMBER of procedure P of an intraprocedural mode, executed or not, in *PATH, which then
   owns its edges; its count is 0.  Returns false if there is none. */
bool pp_proc_path(const struct pp_profile *profile, uint32_t p, struct pp_num number,
                  struct pp_path *path);

/* profile-edges.c: modes edge and callgraph: the counts of edges of procedure P from its counters,
   of which COUNTS are NUM, and, if it is `by_callers`, from how often they say it was ENTERED. */
void pp_count_edges(struct pp_profile *profile, uint32_t p, const struct pp_count *counts,
                    size_t num, uint64_t entered);

/* profile-edges.c: how often control came to each vertex of P, from the counts of its edges. */
void pp_count_vertices(struct pp_profile *profile, uint32_t p);

#endif
