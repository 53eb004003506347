/* SPDX-License-Identifier: GPL-3.0-or-later */
/* indirect=chain (thesis 3.7.3): an indirect call becomes tests of its pointer against the
   functions that it may well point to, each with a direct call, which paths can follow; then the
   call as it was, for whatever else it points to.  What it may point to: what GCC's points-to
   analysis says where that knows; else the functions of its type whose address this unit takes. */
#include "compat.h"
#include "instrument.h"

/* A longer chain costs more than its paths tell. */
#define MOST_TARGETS 6

static bool is_chained(gimple *stmt)
{
    gcall *call = dyn_cast<gcall *>(stmt);
    if (!call || gimple_call_internal_p(call) || gimple_call_fndecl(call) ||
        gimple_call_chain(call))
        return false;
    tree pointer = gimple_call_fn(call), result = gimple_call_lhs(call);
    return TREE_CODE(pointer) == SSA_NAME && !gimple_call_va_arg_pack_p(call) &&
           !gimple_call_noreturn_p(call) &&
           !(result && TREE_CODE(result) == SSA_NAME && SSA_NAME_OCCURS_IN_ABNORMAL_PHI(result));
}

/* Does POINTER point to nothing but what is listed?  Then only those can be called. */
static bool knows_targets(tree pointer, bitmap *targets)
{
    struct ptr_info_def *info = SSA_NAME_PTR_INFO(pointer);
    if (!info || info->pt.anything || info->pt.nonlocal || info->pt.escaped ||
        info->pt.ipa_escaped || !info->pt.vars)
        return false;
    *targets = info->pt.vars;
    return true;
}

static bool may_return_twice(tree decl)
{
    return flags_from_decl_or_type(decl) & (ECF_RETURNS_TWICE | ECF_NORETURN);
}

/* The functions to test for at CALL, none if they are too many. */
static void find_targets(gcall *call, auto_vec<cgraph_node *> *targets)
{
    bitmap known = NULL;
    bool all = !knows_targets(gimple_call_fn(call), &known);
    struct cgraph_node *node;
    FOR_EACH_FUNCTION(node)
    {
        if (node->alias || node->thunk || node->clone_of || fndecl_built_in_p(node->decl) ||
            may_return_twice(node->decl) || DECL_STATIC_CHAIN(node->decl))
            continue;
        bool target = all ? node->address_taken && node->definition
                          : bitmap_bit_p(known, DECL_PT_UID(node->decl));
        if (target && types_compatible_p(TREE_TYPE(node->decl), gimple_call_fntype(call)))
            targets->safe_push(node);
    }
    if (targets->length() > MOST_TARGETS)
        targets->truncate(0);
}

void pp_chain_indirect_calls(struct function *fn)
{
    auto_vec<gcall *> calls;
    basic_block bb;
    unsigned i, k;
    gcall *call;
    push_cfun(fn);
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (is_chained(gsi_stmt(gsi)))
            calls.safe_push(as_a<gcall *>(gsi_stmt(gsi)));
    FOR_EACH_VEC_ELT(calls, i, call)
    {
        auto_vec<cgraph_node *> targets;
        struct cgraph_node *node;
        find_targets(call, &targets);
        unsigned n = targets.length();
        FOR_EACH_VEC_ELT(targets, k, node)
        gimple_ic(call, node, profile_probability::guessed_always().apply_scale(1, n - k + 1));
    }
    if (calls.length()) {
        free_dominance_info(CDI_DOMINATORS);
        free_dominance_info(CDI_POST_DOMINATORS);
        update_ssa(TODO_update_ssa);
        free_dominance_info(CDI_DOMINATORS);
        cgraph_edge::rebuild_edges();
    }
    pop_cfun();
}
