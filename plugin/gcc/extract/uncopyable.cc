/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which basic blocks may have only one copy.  Two reasons: GCC cannot duplicate what is in them, or
   an edge that leads to them cannot be made to lead to a copy: a non-local transfer, from a
   throwing statement (its landing pad is a label that all statements of a region share), or by a
   table of labels that all copies of a statement share. */
#include "gcc/base/compat.h"
#include "gcc/extract/uncopyable.h"

/* A definition of a symbol may stand in an asm only once. */
static bool may_define_symbol(gimple *stmt)
{
    const gasm *code = dyn_cast<const gasm *>(stmt);
    return code && strpbrk(gimple_asm_string(code), ":.");
}

/* Why all edges out of BB lead, for ever, to the same blocks from all its copies; NULL if they do
   not. */
static const char *why_shared_targets(basic_block bb)
{
    gimple *last = last_nondebug_stmt(bb);
    const gasm *code = last ? dyn_cast<const gasm *>(last) : NULL;
    if (code && gimple_asm_nlabels(code))
        return "an asm goto leads to labels that cannot be copied";
    if (last && gimple_code(last) == GIMPLE_EH_DISPATCH)
        return "handlers of exceptions cannot be copied";
    if (last && gimple_code(last) == GIMPLE_TRANSACTION)
        return "transactions cannot be copied";
    return NULL;
}

/* Why control comes to E's destination, and to none of its copies, along E; NULL if it can be led
   to a copy. */
static const char *why_nonlocal(edge e)
{
    gimple *last = last_nondebug_stmt(e->src);
    if (e->flags & EDGE_EH)
        return "handlers of exceptions cannot be copied";
    if (!(e->flags & EDGE_ABNORMAL))
        return why_shared_targets(e->src);
    return last && computed_goto_p(last) ? "a computed goto leads to labels that cannot be copied"
                                         : "setjmp, vfork or a nonlocal goto may lead there";
}

/* What a user promised of a loop's iterations holds for the loop as it stands. */
static bool is_in_simd_loop(basic_block bb)
{
    for (struct loop *loop = bb->loop_father; loop && loop_outer(loop); loop = loop_outer(loop))
        if (loop->simduid || loop->force_vectorize || loop->safelen)
            return true;
    return false;
}

const char *pp_why_single(basic_block bb)
{
    edge e;
    edge_iterator i;
    const char *why = why_shared_targets(bb);
    if (why)
        return why;
    if (!can_duplicate_block_p(bb))
        return "GCC cannot copy what is there";
    if (is_in_simd_loop(bb))
        return "a loop is to be vectorised as it stands";
    FOR_EACH_EDGE(e, i, bb->preds)
    if ((why = why_nonlocal(e)))
        return why;
    FOR_EACH_EDGE(e, i, bb->succs)
    if (e->flags & EDGE_ABNORMAL)
        return why_nonlocal(e);
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (may_define_symbol(gsi_stmt(gsi)))
            return "an asm may define a symbol";
    return NULL;
}

void pp_mark_single(struct pp_graph *g, uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    bool all = flag_tm || lookup_attribute("oacc function", DECL_ATTRIBUTES(cfun->decl));
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        struct pp_vertex *vertex = &g->vertices[v];
        if (vertex->kind == PP_ENTRY || vertex->kind == PP_EXIT)
            continue;
        if (all || pp_why_single(BASIC_BLOCK_FOR_FN(cfun, vertex->block)))
            vertex->flags |= PP_V_SINGLE;
    }
}
