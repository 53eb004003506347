/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that one process makes and two processes return from. */
#ifndef PATHPROF_FORKS_H
#define PATHPROF_FORKS_H

#include "core/graph/graph.h"

/* A path that is under way at a fork goes on in two processes, and would be counted by both from
   its beginning on.  So it ends before the call, which the parent alone counts, and in each process
   one begins behind it: the return site is a RESTART vertex, FORKED.  pp_extract marks those of
   calls of fork itself; the functions of this header those of calls that wait for one.

   Marks the return sites of the calls of G to procedures that call fork, or call others that do.
   CALLEES[v]: the procedure that call vertex v is certain to enter, or PP_NONE.  A call with a call
   edge is left alone: there the path goes into the callee and ends in it.  Nor does what a path
   follows have to wait: with LINKING, before calls are linked, only those within a recursion are
   marked, which no path follows. */
void pp_mark_forks(struct pp_graph *g, const uint32_t *callees, bool linking);

/* Is V the return site of a call of which two processes may come back? */
static inline bool pp_is_forked(const struct pp_graph *g, uint32_t v)
{
    return g->vertices[v].flags & PP_V_FORKED;
}

#endif
