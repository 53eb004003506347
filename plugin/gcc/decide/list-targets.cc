/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option targets=: which functions indirect calls may call, and room for the counts of what they did call. */
#include "gcc/base/compat.h"
#include "gcc/base/function-name.h"
#include "gcc/base/roots.h"
#include "gcc/decide/plan-unit.h"
#include "gcc/extract/calls.h"
#include "gcc/base/compilation.h"
#include "gcc/decide/list-targets.h"
#include "runtime/format.h"

void pp_keep_pointers(void)
{
    /* Where IPA makes a call direct it takes the pointer away, and the function that was only
       called through it may be gone: what counts would be left with the name of nothing. */
    flag_ipa_cp = 0;
    flag_ipa_cp_clone = 0;
    flag_indirect_inlining = 0;
}

static bool has_address_taken(struct cgraph_node *node)
{
    struct ipa_ref *ref;
    for (unsigned i = 0; node->iterate_referring(i, ref); i++)
        if (ref->use == IPA_REF_ADDR)
            return true;
    return false;
}

/* Whether other sections may name NODE: not what goes away with its COMDAT group. */
static bool can_be_named(struct cgraph_node *node)
{
    return !node->inlined_to && !node->comdat_local_p() &&
           (TREE_PUBLIC(node->decl) || !node->get_comdat_group());
}

static int by_order(const void *a, const void *b)
{
    return (*(cgraph_node *const *)a)->order - (*(cgraph_node *const *)b)->order;
}

void pp_list_targets(struct pp_compilation *c, struct pp_graph *g, const vec<cgraph_node *> &nodes)
{
    hash_map<tree, uint32_t> procs;
    auto_vec<cgraph_node *> taken;
    struct cgraph_node *node;
    unsigned i;
    bool bound;
    if (!c->options.count_targets)
        return;
    for (i = 0; i < nodes.length(); i++)
        procs.put(nodes[i]->decl, i);
    FOR_EACH_FUNCTION(node)
    if (has_address_taken(node) && can_be_named(node))
        taken.safe_push(node);
    taken.qsort(by_order);
    FOR_EACH_VEC_ELT(taken, i, node)
    {
        struct cgraph_node *body = node->thunk ? NULL : pp_certain_target(NULL, node, &bound);
        uint32_t *proc = body ? procs.get(body->decl) : NULL;
        struct pp_listed listed = {pp_keep(node->decl), 0, !proc};
        /* An alias is called what its body is called. */
        tree named = proc ? body->decl : node->decl;
        char *name = pp_function_name(named);
        listed.number = pp_add_target(g, pp_assembler_name(named), name, proc ? *proc : PP_NONE);
        free(name);
        c->listed.safe_push(listed);
    }
}

void pp_place_targets(struct pp_compilation *c, const struct pp_graph *g)
{
    uint64_t calls = 0, buckets = 256;
    for (uint32_t v = 0; v < g->num_vertices; v++)
        calls += g->vertices[v].kind == PP_CALL && (g->vertices[v].flags & PP_V_INDIRECT) &&
                 pp_is_emitted(c, &g->procs[g->vertices[v].proc]);
    if (c->options.values == PP_VALUES_ON) /* how many there are only the bodies say */
        calls += 16 * (uint64_t)g->num_procs;
    if (!c->options.count_targets || !calls)
        return;
    while (buckets < calls && buckets < PATHPROF_UNIT_BUCKETS)
        buckets *= 2;
    c->target_buckets = buckets;
    c->targets_offset = (c->counters_size + 63) & ~UINT64_C(63);
    c->counters_size = c->targets_offset + PATHPROF_TABLE_BYTES(buckets);
}
