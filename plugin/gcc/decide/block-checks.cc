/* SPDX-License-Identifier: GPL-3.0-or-later */
/* update=thread: where a function must look whether the thread has its copy of the counters.  A function that only
   instrumented functions of this unit call, directly, need not look: whoever brought control into the unit has looked,
   at its entry (but with bursts=on, where it may have run as code that counts nothing). */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/decide/block-checks.h"
#include "gcc/extract/callers.h"

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
        if (pp_is_emitted(c, &g->procs[i]) && !c->options.params.bursts &&
            pp_only_called_from(nodes[i], &instrumented))
            inner.add(nodes[i]->decl);
    for (unsigned i = 0; i < nodes.length(); i++)
        decisions[i].check = check_of(nodes[i], &inner, c->options.sample_rate != 0);
}
