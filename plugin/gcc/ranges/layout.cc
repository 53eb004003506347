/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/extract/block-parts.h"
#include "gcc/ranges/layout.h"

#if PP_RANGES

/* It may have another value at each use: what a branch says of one does not hold for the next. */
static bool is_uninitialised(tree name)
{
    tree var = SSA_NAME_VAR(name);
    return SSA_NAME_IS_DEFAULT_DEF(name) && !(var && TREE_CODE(var) == PARM_DECL);
}

/* Marks NAME as used at the end of BB, or in it. */
static void mark_live(struct pp_layout *x, tree name, basic_block bb, vec<basic_block> *todo)
{
    if (!pp_range_ssa_p(name) || is_uninitialised(name))
        return;
    basic_block home = gimple_bb(SSA_NAME_DEF_STMT(name));
    todo->safe_push(bb);
    while (todo->length()) {
        edge e;
        edge_iterator i;
        bb = todo->pop();
        if (bb == home || bb == ENTRY_BLOCK_PTR_FOR_FN(cfun) ||
            !bitmap_set_bit(*x->live[bb->index], SSA_NAME_VERSION(name)))
            continue;
        FOR_EACH_EDGE(e, i, bb->preds)
        todo->safe_push(e->src);
    }
}

/* Names that hold on entry to a block; those of its own PHIs, too. */
static void find_live(struct pp_layout *x)
{
    basic_block bb;
    auto_vec<basic_block> todo;
    ssa_op_iter i;
    tree name;
    for (int b = 0; b < last_basic_block_for_fn(cfun); b++)
        x->live.safe_push(new auto_bitmap);
    FOR_EACH_BB_FN(bb, cfun)
    {
        for (gphi_iterator phi = gsi_start_phis(bb); !gsi_end_p(phi); gsi_next(&phi))
            for (unsigned k = 0; k < gimple_phi_num_args(phi.phi()); k++) {
                tree arg = gimple_phi_arg_def(phi.phi(), k);
                if (TREE_CODE(arg) == SSA_NAME)
                    mark_live(x, arg, gimple_phi_arg_edge(phi.phi(), k)->src, &todo);
            }
        for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb(bb); !gsi_end_p(gsi);
             gsi_next_nondebug(&gsi))
            FOR_EACH_SSA_TREE_OPERAND(name, gsi_stmt(gsi), i, SSA_OP_USE)
        mark_live(x, name, bb, &todo);
    }
    FOR_EACH_BB_FN(bb, cfun)
    for (gphi_iterator phi = gsi_start_phis(bb); !gsi_end_p(phi); gsi_next(&phi))
        bitmap_set_bit(*x->live[bb->index], SSA_NAME_VERSION(gimple_phi_result(phi.phi())));
    bitmap_set_bit(*x->live[EXIT_BLOCK], PP_RESULT);
}

static gimple *stmt_after(gimple *stmt)
{
    gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
    gsi_next(&gsi);
    return gsi_end_p(gsi) ? NULL : gsi_stmt(gsi);
}

static void find_parts(struct pp_layout *x, const struct pp_sites *sites)
{
    uint32_t first = x->proc->first_vertex, num = x->proc->num_vertices;
    x->parts = XCNEWVEC(struct pp_part, num);
    x->calls = XCNEWVEC(gimple *, num);
    for (uint32_t i = 2; i < num; i++) {
        const struct pp_vertex *v = &x->g->vertices[first + i];
        bool head = !pp_inner_vertex(x->g, first + i);
        bool last = i + 1 == num || !pp_inner_vertex(x->g, first + i + 1);
        if (v->kind == PP_RETURN_SITE)
            x->parts[i].begin = stmt_after(sites->vertices[i - 1].before);
        else if (head)
            x->parts[i].begin = gsi_stmt(gsi_start_bb(BASIC_BLOCK_FOR_FN(cfun, v->block)));
        else
            x->parts[i].begin = sites->vertices[i].before;
        if (v->kind == PP_CALL) {
            x->calls[i] = sites->vertices[i].before;
            x->parts[i].end = stmt_after(x->calls[i]);
        } else if (!last) {
            x->parts[i].end = sites->vertices[i + 1].before;
        }
        if (x->parts[i].begin == x->parts[i].end)
            x->parts[i].begin = NULL;
    }
}

static basic_block block_of(const struct pp_layout *x, uint32_t v)
{
    if (v == x->proc->entry)
        return ENTRY_BLOCK_PTR_FOR_FN(cfun);
    if (v == x->proc->exit)
        return EXIT_BLOCK_PTR_FOR_FN(cfun);
    return BASIC_BLOCK_FOR_FN(cfun, x->g->vertices[v].block);
}

static void find_ways(struct pp_layout *x)
{
    x->ways = XCNEWVEC(edge, x->proc->num_edges);
    for (uint32_t i = 0; i < x->proc->num_edges; i++) {
        const struct pp_edge *e = &x->g->edges[x->proc->first_edge + i];
        if (pp_inside(e) && !pp_inner_edge(x->g, e))
            x->ways[i] = find_edge(block_of(x, e->from), block_of(x, e->to));
    }
}

/* Names used at the end of BB, or behind it. */
static void find_live_behind(const struct pp_layout *x, basic_block bb, bitmap names)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->succs)
    {
        bitmap_ior_into(names, *x->live[e->dest->index]);
        for (gphi_iterator phi = gsi_start_phis(e->dest); !gsi_end_p(phi); gsi_next(&phi)) {
            tree arg = PHI_ARG_DEF_FROM_EDGE(phi.phi(), e);
            if (TREE_CODE(arg) == SSA_NAME)
                bitmap_set_bit(names, SSA_NAME_VERSION(arg));
        }
    }
}

static void add_uses(const struct pp_part *part, bitmap names)
{
    tree name;
    ssa_op_iter i;
    if (!part->begin)
        return;
    for (gimple_stmt_iterator gsi = gsi_for_stmt(part->begin);
         !gsi_end_p(gsi) && gsi_stmt(gsi) != part->end; gsi_next_nondebug(&gsi))
        if (!is_gimple_debug(gsi_stmt(gsi)))
            FOR_EACH_SSA_TREE_OPERAND(name, gsi_stmt(gsi), i, SSA_OP_USE)
    bitmap_set_bit(names, SSA_NAME_VERSION(name));
}

/* Names that hold on entry to a vertex inside a block. */
static void find_rest(struct pp_layout *x)
{
    uint32_t first = x->proc->first_vertex, num = x->proc->num_vertices;
    x->rest.safe_grow_cleared(num);
    for (uint32_t i = num; i-- > 2;) {
        if (!pp_inner_vertex(x->g, first + i))
            continue;
        x->rest[i] = new auto_bitmap;
        if (i + 1 < num && pp_inner_vertex(x->g, first + i + 1))
            bitmap_copy(*x->rest[i], *x->rest[i + 1]);
        else
            find_live_behind(x, block_of(x, first + i), *x->rest[i]);
        add_uses(&x->parts[i], *x->rest[i]);
    }
}

struct pp_layout *pp_layout_make(const struct pp_graph *g, const struct pp_body *body, bool calls)
{
    struct pp_layout *x = new pp_layout();
    x->g = g;
    x->proc = &g->procs[body->proc];
    x->function = body->function;
    find_parts(x, body->sites);
    find_ways(x);
    find_live(x);
    if (calls)
        find_rest(x);
    return x;
}

void pp_layout_free(struct pp_layout *x)
{
    XDELETEVEC(x->parts);
    XDELETEVEC(x->calls);
    XDELETEVEC(x->ways);
    delete x;
}

#endif
