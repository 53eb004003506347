/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GCC's inliner copies the body.  Which block of the copy is which of the callee's is found by going
   through both graphs in lock step, before anything is cleaned up: the inliner keeps the order of successors,
   and splits only the block of the call. */
#include "gcc/base/compat.h"
#include "gcc/extract/canonical.h"
#include "gcc/expand/expand.h"

/* ---- Lock step. */

struct stepper {
    struct pp_expansion *x;
    basic_block behind;    /* where control goes on behind the call; NULL: not found yet */
    vec<basic_block> todo; /* the callee's, paired already */
    bool good;
};

static bool is_plain(edge e)
{
    return !(e->flags & (EDGE_EH | EDGE_ABNORMAL));
}

static void pair_blocks(struct stepper *s, basic_block of, basic_block copy)
{
    bool known;
    basic_block &found = s->x->blocks->get_or_insert(of, &known);
    if (!known) {
        found = copy;
        s->todo.safe_push(of);
    }
    s->good &= found == copy;
}

static void pair_edges(struct stepper *s, edge of, edge copy)
{
    unsigned kinds = EDGE_TRUE_VALUE | EDGE_FALSE_VALUE | EDGE_EH | EDGE_ABNORMAL;
    s->good &= (of->flags & kinds) == (copy->flags & kinds);
    s->x->edges->put(of, copy);
    if (of->dest->index != EXIT_BLOCK) {
        pair_blocks(s, of->dest, copy->dest);
        return;
    }
    if (!s->behind)
        s->behind = copy->dest;
    s->good &= s->behind == copy->dest;
}

/* The edges out of BB that are plain, or those that are not. */
static void list_edges(basic_block bb, bool plain, vec<edge> *list)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->succs)
    if (is_plain(e) == plain)
        list->safe_push(e);
}

static void step(struct stepper *s, basic_block of)
{
    basic_block copy = *s->x->blocks->get(of);
    for (unsigned plain = 0; plain < 2 && s->good; plain++) {
        auto_vec<edge> a, b;
        list_edges(of, plain, &a);
        list_edges(copy, plain, &b);
        s->good = a.length() == b.length();
        for (unsigned i = 0; i < a.length() && s->good; i++)
            pair_edges(s, a[i], b[i]);
    }
}

/* The copy of X's callee begins where control goes from the block that MARK stands in. */
static void find_copy(struct pp_expansion *x, gimple *mark)
{
    struct stepper s = {x, NULL, vNULL, true};
    basic_block before = gimple_bb(mark);
    x->blocks = new hash_map<basic_block, basic_block>;
    x->edges = new hash_map<edge, edge>;
    edge entry = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(DECL_STRUCT_FUNCTION(x->callee->decl)));
    s.good = before && single_succ_p(before);
    if (s.good) {
        x->edges->put(entry, single_succ_edge(before));
        pair_blocks(&s, entry->dest, single_succ(before));
    }
    while (s.good && s.todo.length())
        step(&s, s.todo.pop());
    s.todo.release();
    if (!s.good)
        pp_expansion_free(x);
}

void pp_expansion_free(struct pp_expansion *x)
{
    delete x->blocks;
    delete x->edges;
    x->blocks = NULL;
    x->edges = NULL;
}

/* ---- Expansion. */

/* Tells GCC to inline the call of X, as its inline_call does. */
static void order_inlining(struct cgraph_node *caller, const struct pp_expansion *x)
{
    struct cgraph_edge *e = caller->get_edge(x->call);
    if (e->callee != x->callee)
        e->redirect_callee(x->callee);
    e->inline_failed = CIF_OK;
    DECL_POSSIBLY_INLINED(x->callee->decl) = true;
    pp_clone_inlined(e);
}

/* A statement that becomes no code, before CALL: it stays at the end of the block that the copy
   follows. */
static gimple *mark_before(gimple *call)
{
    gimple *mark = gimple_build_nop();
    gimple_stmt_iterator gsi = gsi_for_stmt(call);
    gsi_insert_before(&gsi, mark, GSI_SAME_STMT);
    return mark;
}

static void remove_mark(gimple *mark)
{
    if (!gimple_bb(mark))
        return;
    gimple_stmt_iterator gsi = gsi_for_stmt(mark);
    gsi_remove(&gsi, true);
}

void pp_expand_calls(struct cgraph_node *caller, vec<struct pp_expansion> &calls)
{
    auto_vec<gimple *> marks;
    unsigned i;
    struct pp_expansion *x;
    push_cfun(DECL_STRUCT_FUNCTION(caller->decl));
    caller->remove_all_references(); /* the statements that make them change; all are found anew */
    FOR_EACH_VEC_ELT(calls, i, x)
    {
        marks.safe_push(mark_before(x->call));
        order_inlining(caller, x);
    }
    optimize_inline_calls(caller->decl);
    FOR_EACH_VEC_ELT(calls, i, x)
    {
        find_copy(x, marks[i]);
        remove_mark(marks[i]);
    }
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
    update_ssa(TODO_update_ssa);
    execute_update_addresses_taken();
    if (need_ssa_update_p(cfun))
        update_ssa(TODO_update_ssa);
    pp_canonicalise(cfun);
    pop_cfun();
}
