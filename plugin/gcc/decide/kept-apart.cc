/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/decide/kept-apart.h"

/* A definition of a symbol may stand in an asm only once. */
static bool may_define_symbol(gimple *stmt)
{
    const gasm *code = dyn_cast<const gasm *>(stmt);
    return code && strpbrk(gimple_asm_string(code), ":.");
}

const char *pp_why_not_twice(struct function *fn)
{
    basic_block bb;
    edge e;
    edge_iterator i;
    if (flag_tm || fn->has_simduid_loops || fn->has_force_vectorize_loops)
        return "its loops or transactions are wanted as they stand";
    FOR_EACH_BB_FN(bb, fn)
    {
        if (!can_duplicate_block_p(bb))
            return "GCC cannot copy what is there";
        FOR_EACH_EDGE(e, i, bb->succs)
        if (e->flags & EDGE_ABNORMAL)
            return "setjmp, vfork, a nonlocal goto or a computed goto leads to some of it";
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
            if (may_define_symbol(gsi_stmt(gsi)))
                return "an asm may define a symbol";
    }
    return NULL;
}

static bool is_single(struct cgraph_node *node)
{
    if (!gimple_has_body_p(node->decl) || node->clone_of)
        return false;
    push_cfun(DECL_STRUCT_FUNCTION(node->decl));
    bool single = pp_why_not_twice(cfun) != NULL;
    pop_cfun();
    return single;
}

static bool must_be_inlined(tree decl)
{
    return lookup_attribute("always_inline", DECL_ATTRIBUTES(decl)) != NULL;
}

void pp_keep_apart(void)
{
    struct cgraph_node *node;
    FOR_EACH_DEFINED_FUNCTION(node)
    {
        if (!is_single(node))
            continue;
        for (struct cgraph_edge *e = node->callees; e; e = e->next_callee)
            if (!must_be_inlined(e->callee->decl)) {
                e->call_stmt_cannot_inline_p = true;
                e->inline_failed = CIF_FUNCTION_NOT_INLINABLE;
            }
        if (!must_be_inlined(node->decl))
            DECL_UNINLINABLE(node->decl) = 1;
    }
}
