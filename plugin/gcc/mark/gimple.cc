/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single GIMPLE statements. */
#include "gcc/base/compat.h"
#include "gcc/mark/gimple.h"

tree pp_binary(gimple_seq *seq, enum tree_code code, tree a, tree b)
{
    tree result = make_ssa_name(TREE_TYPE(a));
    gimple_seq_add_stmt(seq, gimple_build_assign(result, code, a, b));
    return result;
}

tree pp_load(gimple_seq *seq, tree type, tree from)
{
    tree result = make_ssa_name(type);
    gimple_seq_add_stmt(seq, gimple_build_assign(result, from));
    return result;
}

tree pp_asm_operand(const char *constraint, tree value)
{
    tree text = build_string(strlen(constraint) + 1, constraint);
    return build_tree_list(build_tree_list(NULL_TREE, text), value);
}

bool pp_may_leave(gimple *stmt)
{
    if (stmt_could_throw_p(cfun, stmt) || gimple_code(stmt) == GIMPLE_ASM)
        return true;
    return is_gimple_call(stmt) && !gimple_call_internal_p(stmt) &&
           (gimple_has_side_effects(stmt) || !gimple_call_builtin_p(stmt, BUILT_IN_NORMAL) ||
            !(gimple_call_flags(stmt) & (ECF_CONST | ECF_PURE)));
}

bool pp_is_known_before(class loop *loop, tree value)
{
    if (TREE_CODE(value) != SSA_NAME)
        return is_gimple_min_invariant(value);
    return SSA_NAME_IS_DEFAULT_DEF(value) ||
           !flow_bb_inside_loop_p(loop, gimple_bb(SSA_NAME_DEF_STMT(value)));
}

void pp_renew_ssa(struct function *fn)
{
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
    mark_virtual_operands_for_renaming(fn);
    update_ssa(TODO_update_ssa);
    free_dominance_info(CDI_DOMINATORS);
}

tree pp_recompute(gimple_seq *seq, tree value)
{
    if (TREE_CODE(value) != SSA_NAME || !has_single_use(value))
        return value;
    gimple *def = SSA_NAME_DEF_STMT(value);
    if (!is_gimple_assign(def) || gimple_vuse(def) || gimple_has_volatile_ops(def) ||
        gimple_num_ops(def) > 3 || gimple_could_trap_p(def))
        return value;
    gassign *copy = as_a<gassign *>(gimple_copy(def));
    for (unsigned i = 1; i < gimple_num_ops(copy); i++)
        gimple_set_op(copy, i, pp_recompute(seq, gimple_op(copy, i)));
    tree result = make_ssa_name(TREE_TYPE(value));
    gimple_assign_set_lhs(copy, result);
    gimple_seq_add_stmt(seq, copy);
    return result;
}

/* VALUE as TYPE. */
static tree convert_to(gimple_seq *seq, tree type, tree value)
{
    tree result = make_ssa_name(type);
    gimple_seq_add_stmt(seq, gimple_build_assign(result, NOP_EXPR, value));
    return result;
}

tree pp_as_number(gimple_seq *seq, tree pointer)
{
    if (POINTER_SIZE < 64)
        pointer = convert_to(seq, pointer_sized_int_node, pointer);
    return convert_to(seq, uint64_type_node, pointer);
}

tree pp_as_offset(gimple_seq *seq, tree bytes)
{
    return POINTER_SIZE < 64 ? convert_to(seq, sizetype, bytes) : bytes;
}

tree pp_local_register(const char *name, tree type)
{
    tree decl = create_tmp_reg(type, name);
    DECL_IGNORED_P(decl) = 1;
    return decl;
}

void pp_add_call_edges(const vec<gcall *> &calls, struct cgraph_node *node)
{
    unsigned i;
    gcall *call;
    FOR_EACH_VEC_ELT(calls, i, call)
    {
        struct cgraph_node *callee = cgraph_node::get_create(gimple_call_fndecl(call));
        node->create_edge_including_clones(callee, call, call, gimple_bb(call)->count,
                                           CIF_BODY_NOT_AVAILABLE);
    }
}
