/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile on the hot-path graph (thesis 2.2, step 5), and on what reductions have made of that (9.3.2,
   10.6). */
#ifndef PATHPROF_TRANSLATE_H
#define PATHPROF_TRANSLATE_H

#include "core/lanes/automaton.h"
#include "core/lanes/hotgraph.h"

/* Adds the counts of PROFILE to H's vertices and edges: of intraprocedural paths (pp_intra_make), or,
   where A follows calls, of the profile's own.  Where in H the active-suffix of a path begins the
   path itself says, wherever control came from: no hot path leads on there that began before it.  So
   every count is exact when PROFILE is.  Paths of procedures that are not in H are passed over.

   Over calls: a RETURN edge has the count of the paths that go along it, none if it is cut; of a
   path that does not know the caller, one of those that lead from this Exit to this return site has
   it.  A SUMMARY edge of a call that is followed has, with contexts, how often the call came back to
   that return site; without, only those calls that began on the paths which came back. */
void pp_translate(struct pp_hot_graph *h, const struct pp_automaton *a,
                  const struct pp_profile *profile);

/* The same for ONTO, which has been made of H by partitions and redirections: VERTEX_OF[v] is what H's
   v has become in it. */
void pp_translate_onto(struct pp_hot_graph *onto, const uint32_t *vertex_of,
                       const struct pp_hot_graph *h, const struct pp_automaton *a,
                       const struct pp_profile *profile);

/* Sets PINNED, by ONTO's vertices, of those to which no edge may be redirected elsewhere lest paths of
   PROFILE cannot be told there: where their active-suffixes begin, and what surrogates inside them
   lead to (10.6); return sites that are reached over a call of which a path does not tell the Exit,
   or from an Exit of which it does not tell the call. */
void pp_find_pinned(bool *pinned, const struct pp_hot_graph *onto, const uint32_t *vertex_of,
                    const struct pp_hot_graph *h, const struct pp_automaton *a,
                    const struct pp_profile *profile);

#endif
