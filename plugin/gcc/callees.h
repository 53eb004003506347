/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls between the procedures of one graph, and what the call graph says of who calls them. */
#ifndef PATHPROF_CALLEES_H
#define PATHPROF_CALLEES_H

#include "decide.h"
#include "extract.h"

/* The function with a body that a call of NODE in CALLER is certain to enter; NULL if there is
 * none.
 */
struct cgraph_node *pp_certain_target(struct cgraph_node *caller, struct cgraph_node *node);

/* For every vertex of G: PP_NONE. */
uint32_t *pp_callees_make(const struct pp_graph *g);

/* Sets CALLEES[c], for every call vertex c of G, whose procedures are NODES in this order with
   their SITES, to the procedure that the call is certain to enter.  What is called by a call that G
   does not show is marked `outside`. */
void pp_find_callees(struct pp_graph *g, const vec<cgraph_node *> &nodes,
                     const struct pp_sites *sites, uint32_t *callees);

/* Links every call in G, whose procedures are NODES in this order, to its callee, if control is
   certain to come back from that as from a call; marks the procedures that may be entered in any
   other way as `outside`. */
void pp_link_calls(struct pp_graph *g, const vec<cgraph_node *> &nodes, const uint32_t *callees);

/* Whether all calls of NODE and its clones are in bodies of INSTRUMENTED. */
bool pp_only_called_from(struct cgraph_node *node, hash_set<tree> *instrumented);

/* update thread: decides for every procedure of G that is emitted; NODES[p] is its function. */
void pp_find_block_checks(const struct pp_compilation *c, const struct pp_graph *g,
                          const vec<cgraph_node *> &nodes, struct pp_decision *decisions);

#endif
