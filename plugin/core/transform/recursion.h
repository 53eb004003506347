/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option recursion=context: paths keep their context through recursion (thesis 5.2).

   The thesis splits Entry_R of a procedure that recursive calls call into Entry_R and Entry'_R with
   two edges Entry_R -> Entry'_R: the way of the calls that are not recursive, and the surrogate of
   those that are.  As with the heads of loops (split.h) Entry_R stays whole, and the surrogate is
   an edge Entry_R -> Entry_R that is cut.  A path that takes it has ended what it would do at
   Exit_R: that is where it ends, and so one way leads on from there.

   Procedures that call one another in a cycle, over any number of others, hand down the number
   with which a path begins that takes the surrogate of each R of their cycle.  So it is always
   that of the innermost activation of R by a call that is not recursive, of those from which
   control has come by calls that are followed or are recursive: the thesis's stack is the program's
   own, and whatever leaves activations behind (longjmp, exceptions) leaves nothing to be put right.
   Where control came into the cycle elsewhere than at R there is none (the thesis: "special care
   must be taken when the call graph is not reducible"); then the recursive call begins a path at
   R's root. */
#ifndef PATHPROF_RECURSION_H
#define PATHPROF_RECURSION_H

#include "core/transform/call-order.h"
#include "core/transform/split.h"

/* So many procedures of a cycle keep context at most, the first in order; of the others recursive
   calls are as without the option. */
#define PP_MOST_HEADS 4

struct pp_call_cycle {
    uint32_t name;  /* two procedures are in the same cycle iff theirs are equal */
    uint32_t heads; /* how many of it are split */
    uint32_t head;  /* its index among them; PP_NONE: it is not split */
};

/* The cycles of SCOPE, whose recursive calls have been marked (BACK): malloc'd, by procedure of
   the scope.  Depends on nothing but what the notes say. */
struct pp_call_cycle *pp_call_cycles(const struct pp_graph *g, const struct pp_scope *scope);

/* Splits the Entries of the heads. */
void pp_split_entries(struct pp_graph *g, const struct pp_scope *scope,
                      const struct pp_call_cycle *cycles);

/* After pp_find_roots: a head is a root as well if control may come to one of its recursive calls,
   from a root, without having come through the head. */
void pp_find_cyclic_roots(struct pp_graph *g, const struct pp_scope *scope,
                          const struct pp_call_cycle *cycles);

/* Does call edge E, which is cut, keep the context? */
static inline bool pp_is_kept(const struct pp_graph *g, uint32_t e)
{
    return (g->edges[e].flags & PP_E_BACK) && pp_is_split(g, g->edges[e].to);
}

/* Is PROC entered by calls over which paths are handed to it? */
bool pp_is_followed_into(const struct pp_graph *g, uint32_t proc);

/* The call edge of V over which paths are handed to a callee, or PP_NONE. */
static inline uint32_t pp_followed_call(const struct pp_graph *g, uint32_t v)
{
    uint32_t e = g->vertices[v].kind == PP_CALL ? pp_call_edge(g, v) : PP_NONE;
    return e != PP_NONE && (pp_live(g, e) || pp_is_kept(g, e)) ? e : PP_NONE;
}

/* Is E the surrogate of an Entry that is split? */
static inline bool pp_is_reentry(const struct pp_graph *g, const struct pp_edge *e)
{
    return pp_is_again(e) && g->vertices[e->from].kind == PP_ENTRY;
}

#endif
