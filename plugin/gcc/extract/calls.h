/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls between the procedures of one graph, and what the call graph says of who calls them. */
#ifndef PATHPROF_CALLS_H
#define PATHPROF_CALLS_H

#include "gcc/base/compilation.h"
#include "gcc/extract/extract.h"

/* By call vertex: the procedure that the call enters, or PP_NONE; and whether it is this body that
   is entered.  Another unit's copy of an inline function may take its place: it does the same, and
   leaves as the same, but it belongs to another scope. */
struct pp_callees {
    uint32_t *procs;
    bool *bound;
};

/* The function with a body that a call of NODE in CALLER is certain to enter, and whether BOUND;
   NULL if there is none. */
struct cgraph_node *pp_certain_target(struct cgraph_node *caller, struct cgraph_node *node,
                                      bool *bound);

/* None, for every vertex of G. */
void pp_callees_init(struct pp_callees *callees, const struct pp_graph *g);
void pp_callees_free(struct pp_callees *callees);

/* Finds the callees in G, whose procedures are NODES in this order with their SITES.  What is
   called by a call that G does not show is marked `outside`.  Calls by way of thunks that are inlined get the names of
   what these lead to, and names of procedures that GCC has removed, but calls have, become aliases. */
void pp_find_callees(struct pp_graph *g, const vec<cgraph_node *> &nodes,
                     const struct pp_sites *sites, struct pp_callees *callees);

/* Links every call in G, whose procedures are NODES in this order, to its callee, if that is bound
   and control is certain to come back from it as from a call; marks the procedures that may be
   entered in any other way as `outside`. */
void pp_link_calls(struct pp_graph *g, const vec<cgraph_node *> &nodes,
                   const struct pp_callees *callees);

/* Modes edge and callgraph: which procedures of G, which are NODES in this order, are entered by nothing but calls of
   their names in G (`by_callers`). */
void pp_find_entered_by_name(struct pp_graph *g, const vec<cgraph_node *> &nodes,
                             const struct pp_callees *callees);

/* Adds to G, whose procedures are NODES in this order, the other symbols of their bodies, which
   calls of other units may name, and what is called that is not among them. */
void pp_list_aliases(struct pp_graph *g, const vec<cgraph_node *> &nodes);

#endif
