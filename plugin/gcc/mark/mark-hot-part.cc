/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/hot-part.h"
#include "gcc/mark/gimple.h"
#include "gcc/mark/mark-hot-part.h"
#include "gcc/mark/marker.h"

struct hot_part {
    const struct pp_emission *e;
    tree token;
    hash_map<edge, uint32_t> of_whole; /* which edge of the graph each of the function's is */
    hash_map<edge, uint32_t> edges;    /* the same of the part's */
    auto_vec<edge> found;              /* those of the part */
    hash_set<basic_block> trunk;
};

/* Whether BB, of a hot part, calls the function whose part that is. */
static bool begins_again(basic_block bb)
{
    gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb(bb);
    return !gsi_end_p(gsi) && is_gimple_call(gsi_stmt(gsi)) &&
           gimple_call_fndecl(gsi_stmt(gsi)) == pp_whole_of(cfun->decl);
}

/* The rest is needed behind COPY, so it may be behind all blocks on the one way there. */
static void add_to_trunk(struct hot_part *h, edge copy)
{
    for (basic_block bb = copy->src; !h->trunk.add(bb) && bb != ENTRY_BLOCK_PTR_FOR_FN(cfun);
         bb = single_pred(bb))
        ;
}

/* Goes through the function from ORIGINAL and through its part from COPY, side by side. */
static void pair(struct hot_part *h, edge original, edge copy)
{
    uint32_t *graph_edge = h->of_whole.get(original);
    basic_block from = original->dest, to = copy->dest;
    if (begins_again(to)) {
        add_to_trunk(h, copy);
        return;
    }
    gcc_assert(graph_edge);
    bool visited = EDGE_COUNT(to->succs) && h->edges.get(EDGE_SUCC(to, 0));
    h->edges.put(copy, *graph_edge);
    h->found.safe_push(copy);
    if (visited || to == EXIT_BLOCK_PTR_FOR_FN(cfun))
        return;
    gcc_assert(EDGE_COUNT(from->succs) == EDGE_COUNT(to->succs));
    for (unsigned i = 0; i < EDGE_COUNT(to->succs); i++)
        pair(h, EDGE_SUCC(from, i), EDGE_SUCC(to, i));
}

/* Appends to SEQ what is done on edge E. */
static void add_actions(struct hot_part *h, edge e, gimple_seq *seq)
{
    const struct pp_plan *plan = &h->e->plan;
    for (uint32_t i = 0; i < plan->num_actions; i++)
        if (plan->actions[i].place == PP_AT_EDGE && plan->actions[i].at == *h->edges.get(e))
            gimple_seq_add_stmt(seq, pp_marker_build(h->e->proc, i, h->token, NULL_TREE));
}

/* Appends to SEQ what is done from the entry to the end of E, which comes from the trunk. */
static void add_way(struct hot_part *h, edge e, gimple_seq *seq)
{
    auto_vec<edge> way;
    for (edge before = e;; before = single_pred_edge(before->src)) {
        way.safe_push(before);
        if (before->src == ENTRY_BLOCK_PTR_FOR_FN(cfun))
            break;
    }
    if (h->token)
        gimple_seq_add_stmt(seq, pp_marker_build(h->e->proc, PP_MARKER_ENTER, h->token, NULL_TREE));
    while (!way.is_empty())
        add_actions(h, way.pop(), seq);
}

static void place_markers(struct hot_part *h)
{
    unsigned i;
    edge e;
    FOR_EACH_VEC_ELT(h->found, i, e)
    {
        gimple_seq seq = NULL;
        if (h->trunk.contains(e->dest))
            continue;
        if (h->trunk.contains(e->src))
            add_way(h, e, &seq);
        else
            add_actions(h, e, &seq);
        if (seq)
            gsi_insert_seq_on_edge(e, seq);
    }
}

void pp_emit_hot_part(const struct pp_emission *e, const struct pp_sites *sites,
                      struct cgraph_node *node, struct cgraph_node *part)
{
    struct function *whole = DECL_STRUCT_FUNCTION(node->decl);
    const struct pp_proc *proc = &e->g->procs[e->proc];
    struct hot_part h;
    h.e = e;
    for (uint32_t i = 0; i < sites->num_edges; i++)
        if (sites->edges[i].cfg_edge)
            h.of_whole.put(sites->edges[i].cfg_edge, proc->first_edge + i);
    push_cfun(DECL_STRUCT_FUNCTION(part->decl));
    /* A variable: several edges lead from the trunk, and what is begun there may come together again. */
    h.token = pp_needs_token(e) ? pp_local_register("pathprof_token", uint64_type_node) : NULL_TREE;
    pair(&h, single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(whole)),
         single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(cfun)));
    place_markers(&h);
    gsi_commit_edge_inserts();
    update_ssa(TODO_update_ssa);
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
    if (current_loops)
        loops_state_set(LOOPS_NEED_FIXUP);
    pop_cfun();
}
