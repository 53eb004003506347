/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Partition and redirection in turn (thesis 10.7): each makes the other find more.  Both keep all that
   is known, so that it stays what redirection asks for; what is not desired is given up at the end, by a
   reduction (reduce.h) of what this leaves. */
#ifndef PATHPROF_ALTERNATE_H
#define PATHPROF_ALTERNATE_H

#include "core/lanes/automaton.h"
#include "core/reduce/reduce.h"
#include "core/redirect/subsume.h"

struct pp_alternation {
    struct pp_hot_graph graph;
    uint32_t
        *vertex_of; /* by vertex of the hot-path graph: what it has become; PP_NONE: it is gone */
    uint32_t *like; /* by vertex of graph: one of the hot-path graph that as much is known at */
};

/* Who wants to know what each partition and each redirection has left. */
struct pp_alternation_watch {
    void *context;
    void (*step)(void *context, bool redirected, const struct pp_hot_graph *graph);
};

/* Partitions and redirects H twice, H's automaton being A.  Counts are those of PROFILE; it may be NULL:
   there are none, and more can be redirected.  WATCH may be NULL. */
void pp_alternate(struct pp_alternation *result, const struct pp_hot_graph *h,
                  const struct pp_automaton *a, const struct pp_profile *profile,
                  const struct pp_knowledge *knowledge, const struct pp_alternation_watch *watch);
void pp_alternation_free(struct pp_alternation *alternation);

/* Facts of a graph that LIKE leads from to one that FACTS are of, so that what alternation leaves can be
   reduced; LIKE's vertices have FACTS's `only` and `executable` as well. */
struct pp_facts_of {
    const struct pp_facts *facts;
    const uint32_t *like;
};
struct pp_facts pp_facts_like(struct pp_facts_of *of);

#endif
