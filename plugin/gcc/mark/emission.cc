/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions -> markers in the body of one function. */
#include "gcc/base/compat.h"
#include "gcc/mark/emission.h"
#include "gcc/mark/gimple.h"
#include "gcc/mark/put-before.h"
#include "gcc/mark/marker.h"
#include "gcc/mark/count-targets.h"
#include "gcc/mark/count-values.h"

static void add_call(vec<gcall *> *calls, gimple_seq *seq, gcall *call)
{
    gimple_seq_add_stmt(seq, call);
    calls->safe_push(call);
}

/* Puts SEQ where SITE says. */
static void place(const struct pp_site *site, gimple_seq seq)
{
    if (site->cfg_edge) {
        gsi_insert_seq_on_edge(site->cfg_edge, seq);
        return;
    }
    gimple_stmt_iterator gsi;
    if (site->before) {
        pp_put_before(site->before, seq);
    } else if (site->after) {
        gsi = gsi_for_stmt(site->after);
        gsi_insert_seq_after(&gsi, seq, GSI_NEW_STMT);
    } else {
        gcc_assert(site->at);
        gsi = gsi_after_labels(site->at);
        /* What a non-local transfer reaches is valid only after the receiver has put the frame in order. */
        while (!gsi_end_p(gsi) && (is_gimple_debug(gsi_stmt(gsi)) ||
                                   gimple_call_builtin_p(gsi_stmt(gsi), BUILT_IN_SETJMP_RECEIVER)))
            gsi_next(&gsi);
        gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
    }
}

/* Interprocedural modes: must what is done on leaving come after a tail call?  That may hand the
   path back, or use the state that is to be put back. */
static bool must_follow(const struct pp_emission *e)
{
    return e->plan.hands_over &&
           (!e->plan.always_root || e->plan.restores || e->plan.num_handovers);
}

/* Puts SEQ, the code of EDGE, where SITE says. */
static void place_on_edge(const struct pp_emission *e, uint32_t edge, const struct pp_site *site,
                          gimple_seq seq)
{
    const struct pp_graph *g = e->g;
    struct pp_site before = {};
    before.before = site->tail_call;
    bool early = site->tail_call && !must_follow(e) &&
                 !(g->vertices[pp_call_of_site(g, g->edges[edge].from)].flags & PP_V_MAY_LEAVE);
    place(early ? &before : site, seq);
}

/* A function that looks for its block once an activation, to record, does not hold it in a register
   from its entry on; one that looks in loops, or to set the path register, does. */
bool pp_takes_block_at_entry(const struct pp_emission *e)
{
    const struct pp_graph *g = e->g;
    uint8_t storage = g->procs[e->proc].storage;
    uint32_t counters = 0;
    if (e->words > 1) /* all threads count in one map */
        return false;
    /* An arm of a branch, where a path may be recorded, has no room for one more. */
    bool often = e->check == PP_CHECK_AT_ENTRY || e->plan.hands_over;
    for (uint32_t i = 0; i < e->plan.num_actions; i++) {
        const struct pp_action *a = &e->plan.actions[i];
        counters += pp_does(a, PP_DO_RECORD);
        often |= pp_does(a, PP_DO_RECORD) && a->place == PP_AT_EDGE && !pp_live(g, a->at);
        often |= a->update != PP_KEEP && storage == PP_STORE_ARRAY;
    }
    return often || (storage == PP_STORE_EDGES && counters > 1);
}

/* trace=on: an event for every vertex but Entry, and for entering the function. */
static void write_trace(const struct pp_emission *e, const struct pp_sites *sites,
                        vec<gcall *> *calls)
{
    tree variable = pp_local_register("pathprof_activation", uint64_type_node);
    const struct pp_graph *g = e->g;
    const struct pp_proc *proc = &g->procs[e->proc];
    gimple_seq seq = NULL;
    gcall *enter = gimple_build_call(e->decls->trace_enter, 2, build_fold_addr_expr(e->decls->unit),
                                     word(proc->index));
    tree activation = make_ssa_name(uint64_type_node);
    gimple_call_set_lhs(enter, activation);
    add_call(calls, &seq, enter);
    gimple_seq_add_stmt(&seq, gimple_build_assign(variable, activation));
    for (uint32_t i = 0; i < sites->num_edges; i++)
        if (g->edges[proc->first_edge + i].from == proc->entry)
            place(&sites->edges[i], seq);
    for (uint32_t v = 0; v < sites->num_vertices; v++) {
        const struct pp_site *site = &sites->vertices[v];
        if (!site->cfg_edge && !site->before && !site->after && !site->at)
            continue;
        seq = NULL;
        activation = pp_load(&seq, uint64_type_node, variable);
        add_call(calls, &seq, gimple_build_call(e->decls->trace, 2, activation, word(v)));
        place(site, seq);
    }
    for (uint32_t i = 0; i < sites->num_edges; i++)
        if (g->edges[proc->first_edge + i].to == proc->exit) {
            seq = NULL;
            activation = pp_load(&seq, uint64_type_node, variable);
            tree exit = word(proc->exit - proc->first_vertex);
            add_call(calls, &seq, gimple_build_call(e->decls->trace, 2, activation, exit));
            place(&sites->edges[i], seq);
        }
}

bool pp_needs_token(const struct pp_emission *e)
{
    if (e->plan.waits || (e->update == PP_UPDATE_THREAD && pp_takes_block_at_entry(e)))
        return true;
    for (uint32_t i = 0; i < e->plan.num_actions; i++)
        if (e->plan.hands_over || pp_does(&e->plan.actions[i], PP_DO_USES_PATH) ||
            e->plan.actions[i].update != PP_KEEP || pp_does(&e->plan.actions[i], PP_DO_SAVE))
            return true;
    return false;
}

void pp_emit(const struct pp_emission *e, const struct pp_sites *sites, struct cgraph_node *node)
{
    struct function *fn = DECL_STRUCT_FUNCTION(node->decl);
    const struct pp_proc *proc = &e->g->procs[e->proc];
    tree token = NULL_TREE;
    vec<gcall *> calls = vNULL;
    push_cfun(fn);
    pp_make_room_before(fn);
    if (e->trace)
        write_trace(e, sites, &calls);
    if (e->count_targets)
        pp_write_targets(e, sites, &calls);
    if (e->count_values)
        pp_write_values(e, sites, node, &calls);
    bool wrote_calls = !calls.is_empty();
    if (pp_needs_token(e)) {
        token = make_ssa_name(uint64_type_node);
        gsi_insert_on_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fn)),
                           pp_marker_build(e->proc, PP_MARKER_ENTER, token, NULL_TREE));
    }
    for (uint32_t i = 0; i < e->plan.num_actions; i++) {
        const struct pp_action *action = &e->plan.actions[i];
        gimple_seq seq = NULL;
        gimple_seq_add_stmt(&seq, pp_marker_build(e->proc, i, token, NULL_TREE));
        if (action->place == PP_AT_VERTEX)
            place(&sites->vertices[action->at - proc->first_vertex], seq);
        else
            place_on_edge(e, action->at, &sites->edges[action->at - proc->first_edge], seq);
    }
    gsi_commit_edge_inserts();
    pp_add_call_edges(calls, node);
    calls.release();
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
    if (current_loops)
        loops_state_set(LOOPS_NEED_FIXUP);
    if (wrote_calls) {
        mark_virtual_operands_for_renaming(fn);
        update_ssa(TODO_update_ssa);
        free_dominance_info(CDI_DOMINATORS);
    }
    pop_cfun();
}
