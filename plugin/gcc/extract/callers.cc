/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who can call a function: decides where update=thread must look whether the thread has its copy of
   the counters.  A function that only instrumented functions of this unit call, directly, need not
   look: whoever brought control into the unit has looked, at its entry. */
#include "gcc/base/compat.h"
#include "gcc/extract/callees.h"

struct cgraph_node *pp_origin(struct cgraph_node *node)
{
    while (node->clone_of)
        node = node->clone_of;
    return node;
}

bool pp_called_from_elsewhere(struct cgraph_node *node)
{
    /* Without optimisation GCC keeps every function; that alone calls none. */
    bool kept = node->force_output && (optimize || DECL_PRESERVE_P(node->decl));
    return node->externally_visible || node->address_taken || kept || node->forced_by_abi ||
           node->has_aliases_p() || DECL_STATIC_CONSTRUCTOR(node->decl) ||
           DECL_STATIC_DESTRUCTOR(node->decl);
}

bool pp_only_called_from(struct cgraph_node *node, hash_set<tree> *instrumented)
{
    if (!node->inlined_to && (pp_called_from_elsewhere(node) || node->used_from_other_partition ||
                              node->in_other_partition))
        return false;
    for (cgraph_edge *e = node->callers; e; e = e->next_caller)
        if (e->caller->thunk || !instrumented->contains(pp_origin(e->caller)->decl))
            return false;
    for (struct cgraph_node *clone = node->clones; clone; clone = clone->next_sibling_clone)
        if (!pp_only_called_from(clone, instrumented))
            return false;
    return true;
}

/* Whether NODE or one of its clones calls a function of INNER. */
static bool calls_into(struct cgraph_node *node, hash_set<tree> *inner)
{
    for (cgraph_edge *e = node->callees; e; e = e->next_callee)
        if (inner->contains(pp_origin(e->callee->ultimate_alias_target())->decl))
            return true;
    for (struct cgraph_node *clone = node->clones; clone; clone = clone->next_sibling_clone)
        if (calls_into(clone, inner))
            return true;
    return false;
}

static enum pp_block_check check_of(struct cgraph_node *node, hash_set<tree> *inner, bool sampled)
{
    if (inner->contains(node->decl))
        return PP_CHECK_NONE;
    /* A thread is sampled from where it looks (sampled.cc). */
    return sampled || calls_into(node, inner) ? PP_CHECK_AT_ENTRY : PP_CHECK_ONCE;
}

void pp_find_block_checks(const struct pp_compilation *c, const struct pp_graph *g,
                          const vec<cgraph_node *> &nodes, struct pp_decision *decisions)
{
    /* Only what is emitted can have looked for the thread's block. */
    hash_set<tree> instrumented, inner;
    if (c->update != PP_UPDATE_THREAD)
        return;
    for (unsigned i = 0; i < nodes.length(); i++)
        if (pp_is_emitted(c, &g->procs[i]))
            instrumented.add(nodes[i]->decl);
    for (unsigned i = 0; i < nodes.length(); i++)
        if (pp_is_emitted(c, &g->procs[i]) && pp_only_called_from(nodes[i], &instrumented))
            inner.add(nodes[i]->decl);
    for (unsigned i = 0; i < nodes.length(); i++)
        decisions[i].check = check_of(nodes[i], &inner, c->options.sample_rate != 0);
}
