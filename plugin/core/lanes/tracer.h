/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How hot-path graphs grow: from their entries, along what can be reached.  Inside procedures that is
   a worklist (thesis figure 5).  Over calls it is phases 2 and 3 of 7.3.3 and 7.3.4 (figures 34 to
   37) and the clean-up of figure 74 in one: a return edge Exit_P -> r, labelled c, is made as soon as
   it is known that an entry that c calls reaches that copy of Exit_P along a same-level valid path,
   and with it the summary edge c -> r.  So nothing is made that cannot be executed, as far as
   reachability along unbalanced-left paths can tell.

   What the copies are is the caller's: pairs of a vertex and a state (hot-trace.h), or what is left
   of another hot-path graph whose edges have been redirected (redirect.h). */
#ifndef PATHPROF_TRACER_H
#define PATHPROF_TRACER_H

#include "core/base/pair-map.h"
#include "core/lanes/hotgraph.h"

/* Each function gets the caller's CONTEXT, and may add vertices to the graph. */
struct pp_growth {
    void *context;
    /* Adds the edges out of V: FLOW, CALL, and SUMMARY of calls that are not followed. */
    void (*grow)(void *context, uint32_t v);
    /* The return-site vertex at which call vertex C goes on when its callee comes to X, a copy of
       Exit.  May be NULL where no calls are followed. */
    uint32_t (*come_back)(void *context, uint32_t c, uint32_t x);
    /* The copy of RESTART vertex VERTEX of the supergraph. */
    uint32_t (*restart)(void *context, uint32_t vertex);
};

struct pp_tracer {
    struct pp_hot_graph *h;
    const struct pp_growth *growth;
    uint32_t next; /* vertices before it have grown */
    /* Where calls are followed.  Which copies of Entry reach which vertices of their procedures along
       same-level valid paths: the exits (Exits in the thesis) and the calls of each; of each vertex
       the entries that reach it; and the pairs that have to be gone on from. */
    struct pp_pair_map reached;
    struct pp_hot_list *exits, *callers, *entries; /* by vertex */
    uint32_t num_lists, cap_lists;
    struct pp_pair_slot *pairs; /* entry, vertex */
    uint32_t num_pairs, cap_pairs;
};

/* H is empty, or has been traced before. */
void pp_tracer_init(struct pp_tracer *t, struct pp_hot_graph *h, const struct pp_growth *growth);

/* Everything that can be reached from ENTRY, a copy of Entry. */
void pp_tracer_run(struct pp_tracer *t, uint32_t entry);

void pp_tracer_free(struct pp_tracer *t);

#endif
