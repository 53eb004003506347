/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls are replaced by copies of what they call, and where in the copies the callee's blocks and edges are
   is found out. */
#ifndef PATHPROF_EXPAND_H
#define PATHPROF_EXPAND_H

/* A call, and what has become of it. */
struct pp_expansion {
    gimple *call;               /* not valid afterwards */
    struct cgraph_node *callee; /* whose body, canonical, is as it was */
    /* Where the callee's edges and blocks are in the caller's body now; NULL: they could not all be
       found. */
    hash_map<edge, edge> *edges;
    hash_map<basic_block, basic_block> *blocks;
};

/* Expands CALLS, all of CALLER's, whose body is canonical; none is refused (expandable.h), none calls
   CALLER.  What holds after: the body is canonical, in SSA form, its call edges are valid; counts are
   scaled. */
void pp_expand_calls(struct cgraph_node *caller, vec<struct pp_expansion> &calls);

void pp_expansion_free(struct pp_expansion *x);

#endif
