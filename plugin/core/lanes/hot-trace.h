/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hot-path tracing (thesis 2.2.1, figure 5; over calls 7.3.3 and 7.3.4): the hot-path graph is the
   cross product of the supergraph and the hot-path automaton, as far as it can be reached. */
#ifndef PATHPROF_HOT_TRACE_H
#define PATHPROF_HOT_TRACE_H

#include "core/lanes/automaton.h"
#include "core/lanes/hotgraph.h"
#include "core/number/path.h"

/* Traces the procedures of A into H, which is to be freed with pp_hot_graph_free.  The states are A's.
   Where A does not follow calls the vertices of each procedure are consecutive.  Where it does, what
   can be reached from the procedures that are entered from OUTSIDE is traced, or by calls of others
   than A's. */
void pp_trace(struct pp_hot_graph *h, const struct pp_automaton *a);

/* Where in H the active-suffix of PATH begins; pp_hot_out leads on.  PP_NONE: its procedure is not
   in H.  A does not follow calls. */
uint32_t pp_hot_begin(const struct pp_hot_graph *h, const struct pp_automaton *a,
                      const struct pp_path *path);

#endif
