/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Propagation of constants through path registers, and through nothing else, when GCC's own optimisers are through: a
   value is taken for known, and an edge for never taken, until the contrary is found (Wegman and Zadeck 1991; the only
   conditions are whether a register is some constant).

   A base that is an SSA name may stand wherever a path may that is known by it: where all arguments of a PHI have that
   base, its definition dominates the ends of all edges into the PHI's block, and so the block. */
#include "gcc/base/operands.h"
#include "gcc/fold/known-paths.h"
#include "gcc/mark/marker.h"

static const struct pp_known_path differs = {PP_MAY_DIFFER, NULL_TREE, 0};

bool pp_is_same_path(struct pp_known_path a, struct pp_known_path b)
{
    if (a.how != b.how || a.how != PP_IS_KNOWN)
        return a.how == b.how;
    return a.offset == b.offset && !a.base == !b.base &&
           (!a.base || operand_equal_p(a.base, b.base, 0));
}

struct pp_known_path pp_known_value(const struct pp_known_paths *known, tree op)
{
    if (TREE_CODE(op) == INTEGER_CST)
        return {PP_IS_KNOWN, NULL_TREE, TREE_INT_CST_LOW(op)};
    if (TREE_CODE(op) == ADDR_EXPR && is_gimple_min_invariant(op))
        return {PP_IS_KNOWN, op, 0};
    if (TREE_CODE(op) != SSA_NAME || SSA_NAME_VERSION(op) >= known->values.length())
        return differs;
    return known->values[SSA_NAME_VERSION(op)];
}

bool pp_is_path(const struct pp_known_paths *known, tree op)
{
    return TREE_CODE(op) == SSA_NAME && SSA_NAME_VERSION(op) < known->values.length() &&
           known->values[SSA_NAME_VERSION(op)].base != op;
}

/* Does DEF add a constant? */
static bool adds(gimple *def)
{
    enum tree_code code = gimple_assign_rhs_code(def);
    return (code == POINTER_PLUS_EXPR || code == PLUS_EXPR) &&
           TREE_CODE(gimple_assign_rhs2(def)) == INTEGER_CST;
}

/* What DEF copies, or adds to; NULL if it does something else. */
static tree source(gimple *def)
{
    if (!is_gimple_assign(def) || gimple_vuse(def))
        return NULL_TREE;
    return adds(def) || gimple_assign_single_p(def) ? gimple_assign_rhs1(def) : NULL_TREE;
}

/* Does DEF compute something of nothing but its operands? */
static bool computes(gimple *def)
{
    return is_gimple_assign(def) && !gimple_vuse(def) && gimple_num_ops(def) <= 3;
}

static struct pp_known_path meet(struct pp_known_path a, struct pp_known_path b)
{
    if (a.how == PP_NOT_REACHED)
        return b;
    return b.how == PP_NOT_REACHED || pp_is_same_path(a, b) ? a : differs;
}

/* Whether a register is some constant, as the last statement of a block asks. */
static gcond *question(basic_block bb)
{
    gcond *asked = safe_dyn_cast<gcond *>(last_nondebug_stmt(bb));
    return asked && gimple_cond_code(asked) == EQ_EXPR &&
                   TREE_CODE(gimple_cond_lhs(asked)) == SSA_NAME &&
                   TREE_CODE(gimple_cond_rhs(asked)) == INTEGER_CST
               ? asked
               : NULL;
}

/* May control take E, as far as that is known? */
static bool may_be_taken(const struct pp_known_paths *known, edge e)
{
    gcond *asked = question(e->src);
    if (!asked || !pp_is_path(known, gimple_cond_lhs(asked)))
        return true;
    struct pp_known_path value = pp_known_value(known, gimple_cond_lhs(asked));
    bool equal = pp_is_same_path(value, pp_known_value(known, gimple_cond_rhs(asked)));
    return value.how == PP_MAY_DIFFER ||
           (value.how == PP_IS_KNOWN && equal == !!(e->flags & EDGE_TRUE_VALUE));
}

/* Finds the blocks to which control may come, as far as is known. */
static void reach(struct pp_known_paths *known)
{
    auto_vec<basic_block> work;
    known->reached.truncate(0);
    known->reached.safe_grow_cleared(last_basic_block_for_fn(cfun));
    work.safe_push(ENTRY_BLOCK_PTR_FOR_FN(cfun));
    while (!work.is_empty()) {
        edge e;
        edge_iterator i;
        basic_block bb = work.pop();
        FOR_EACH_EDGE(e, i, bb->succs)
        if (!known->reached[e->dest->index] && may_be_taken(known, e)) {
            known->reached[e->dest->index] = true;
            work.safe_push(e->dest);
        }
    }
}

static bool is_taken(const struct pp_known_paths *known, edge e)
{
    bool from = e->src == ENTRY_BLOCK_PTR_FOR_FN(cfun) || known->reached[e->src->index];
    return from && may_be_taken(known, e);
}

/* What is known of PHI's argument I, also by a comparison on the way: in an arm for which NAME == 5 was asked it is
   5. */
static struct pp_known_path argument(const struct pp_known_paths *known, gphi *phi, unsigned i)
{
    tree name = gimple_phi_arg_def(phi, i);
    basic_block arm = gimple_phi_arg_edge(phi, i)->src;
    struct pp_known_path value = pp_known_value(known, name);
    if (known->asks && !is_taken(known, gimple_phi_arg_edge(phi, i)))
        return {PP_NOT_REACHED, NULL_TREE, 0};
    if (value.how == PP_IS_KNOWN || !single_pred_p(arm) ||
        !(single_pred_edge(arm)->flags & EDGE_TRUE_VALUE))
        return value;
    gcond *asked = question(single_pred(arm));
    if (!asked)
        return value;
    gimple *copy = SSA_NAME_DEF_STMT(gimple_cond_lhs(asked));
    if (gimple_cond_lhs(asked) != name &&
        !(gimple_assign_ssa_name_copy_p(copy) && gimple_assign_rhs1(copy) == name))
        return value;
    return pp_known_value(known, gimple_cond_rhs(asked));
}

/* What DEF computes of operands that are known to be numbers. */
static struct pp_known_path compute(const struct pp_known_paths *known, gimple *def)
{
    tree ops[2] = {gimple_assign_rhs1(def),
                   gimple_num_ops(def) > 2 ? gimple_assign_rhs2(def) : NULL_TREE};
    for (unsigned i = 0; i < 2; i++) {
        struct pp_known_path value = {PP_IS_KNOWN, NULL_TREE, 0};
        if (ops[i])
            value = pp_known_value(known, ops[i]);
        if (value.how != PP_IS_KNOWN || value.base)
            return value.how == PP_NOT_REACHED ? value : differs;
        if (ops[i])
            ops[i] = pp_known_constant(TREE_TYPE(ops[i]), value);
    }
    tree type = TREE_TYPE(gimple_assign_lhs(def));
    enum tree_code code = gimple_assign_rhs_code(def);
    tree result = ops[1] ? fold_binary(code, type, ops[0], ops[1]) : fold_unary(code, type, ops[0]);
    return result && TREE_CODE(result) == INTEGER_CST ? pp_known_value(known, result) : differs;
}

static struct pp_known_path evaluate(const struct pp_known_paths *known, tree name)
{
    gimple *def = SSA_NAME_DEF_STMT(name);
    struct pp_known_path value = {PP_NOT_REACHED, NULL_TREE, 0};
    if (gphi *phi = dyn_cast<gphi *>(def)) {
        for (unsigned i = 0; i < gimple_phi_num_args(phi); i++)
            value = meet(value, argument(known, phi, i));
        return value;
    }
    tree from = source(def);
    if (!from)
        return computes(def) ? compute(known, def) : differs;
    value = pp_known_value(known, from);
    if (value.how == PP_IS_KNOWN && adds(def))
        value.offset += TREE_INT_CST_LOW(gimple_assign_rhs2(def));
    return value;
}

/* Is NAME a copy of one of NAMES, for one access? */
static bool is_copy_of(tree name, const_bitmap names)
{
    gimple *def = SSA_NAME_DEF_STMT(name);
    return gimple_assign_ssa_name_copy_p(def) &&
           bitmap_bit_p(names, SSA_NAME_VERSION(gimple_assign_rhs1(def)));
}

/* The names of PATHS, what they are computed from by statements of ours, and copies of them.  Any other name is its own
   base (by which pp_is_path tells it), and known if it is a pointer; but where names join on abnormal edges they must
   share a register, so that none of them may live longer. */
static void find_names(struct pp_known_paths *known, hash_set<tree> &paths)
{
    auto_bitmap names;
    unsigned i;
    tree name;
    known->values.safe_grow_cleared(num_ssa_names);
    FOR_EACH_SSA_NAME(i, name, cfun)
    if (SSA_NAME_VAR(name) && paths.contains(SSA_NAME_VAR(name)) && bitmap_set_bit(names, i))
        known->names.safe_push(name);
    for (i = 0; i < known->names.length(); i++) {
        gimple *def = SSA_NAME_DEF_STMT(known->names[i]);
        for (unsigned j = 1; computes(def) && j < gimple_num_ops(def); j++) {
            tree from = gimple_op(def, j);
            if (TREE_CODE(from) == SSA_NAME && !SSA_NAME_VAR(from) &&
                computes(SSA_NAME_DEF_STMT(from)) && bitmap_set_bit(names, SSA_NAME_VERSION(from)))
                known->names.safe_push(from);
        }
    }
    FOR_EACH_SSA_NAME(i, name, cfun)
    {
        if (is_copy_of(name, names) && bitmap_set_bit(names, i))
            known->names.safe_push(name);
        bool base = POINTER_TYPE_P(TREE_TYPE(name)) && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI(name);
        if (!bitmap_bit_p(names, i))
            known->values[i] = {base ? PP_IS_KNOWN : PP_MAY_DIFFER, name, 0};
    }
    known->asks = false;
    basic_block bb;
    FOR_EACH_BB_FN(bb, cfun)
    if (gcond *asked = question(bb))
        known->asks |= bitmap_bit_p(names, SSA_NAME_VERSION(gimple_cond_lhs(asked)));
}

void pp_find_known_paths(struct pp_known_paths *known, hash_set<tree> &paths)
{
    bool changed = true;
    find_names(known, paths);
    while (changed) {
        changed = false;
        if (known->asks)
            reach(known);
        for (unsigned i = 0; i < known->names.length(); i++) {
            struct pp_known_path &value = known->values[SSA_NAME_VERSION(known->names[i])];
            struct pp_known_path now = evaluate(known, known->names[i]);
            if (value.how == PP_MAY_DIFFER || pp_is_same_path(value, now))
                continue;
            value = value.how == PP_NOT_REACHED ? now : differs;
            changed = true;
        }
    }
}

tree pp_counter_at(tree place, struct pp_known_path value)
{
    tree at = TREE_OPERAND(place, 1), more = build_int_cst(TREE_TYPE(at), value.offset);
    return fold_build2(MEM_REF, TREE_TYPE(place), unshare_expr(value.base),
                       int_const_binop(PLUS_EXPR, at, more));
}

tree pp_known_constant(tree type, struct pp_known_path value)
{
    if (value.how != PP_IS_KNOWN || (value.base && TREE_CODE(value.base) != ADDR_EXPR))
        return NULL_TREE;
    if (!value.base)
        return build_int_cstu(type, value.offset);
    /* Of offset 0 GCC would make a conversion, which a PHI may not have. */
    if (!value.offset)
        return unshare_expr(value.base);
    tree offset = build_int_cst(ptr_type_node, value.offset);
    return build_fold_addr_expr(
        fold_build2(MEM_REF, char_type_node, unshare_expr(value.base), offset));
}

/* Has STMT access what is at VALUE in place of what is at NAME. */
static void access_directly(gimple *stmt, tree name, struct pp_known_path value)
{
    for (unsigned i = 0; i < gimple_num_ops(stmt); i++) {
        tree op = gimple_op(stmt, i);
        if (op && TREE_CODE(op) == MEM_REF && TREE_OPERAND(op, 0) == name)
            gimple_set_op(stmt, i, pp_counter_at(op, value));
    }
    update_stmt(stmt);
}

/* What STMT computes, if it is a constant now; NULL if not. */
static tree computed(gimple *stmt)
{
    if (!is_gimple_assign(stmt) || gimple_vuse(stmt) ||
        TREE_CODE(gimple_assign_lhs(stmt)) != SSA_NAME)
        return NULL_TREE;
    tree value = gimple_fold_stmt_to_constant(stmt, follow_all_ssa_edges);
    return value && TREE_CODE(value) == INTEGER_CST ? value : NULL_TREE;
}

/* Puts the constant NUMBER in place of NAME, and so on for what is a constant then.  (PHIs of paths are known as well,
   or want their arguments in a register.) */
static void use_number(tree name, tree number)
{
    imm_use_iterator uses;
    use_operand_p use;
    gimple *stmt;
    FOR_EACH_IMM_USE_STMT(stmt, uses, name)
    {
        struct pp_marker marker;
        if (gimple_code(stmt) == GIMPLE_PHI ||
            (gimple_code(stmt) == GIMPLE_ASM && !pp_marker_read(stmt, &marker)))
            continue;
        FOR_EACH_IMM_USE_ON_STMT(use, uses)
        SET_USE(use, number);
        pp_changed_operands(stmt);
        if (tree value = computed(stmt))
            use_number(gimple_assign_lhs(stmt), value);
    }
}

void pp_use_known_paths(const struct pp_known_paths *known)
{
    for (unsigned i = 0; i < known->names.length(); i++) {
        tree name = known->names[i];
        struct pp_known_path value = pp_known_value(known, name);
        imm_use_iterator uses;
        gimple *stmt;
        if (value.how != PP_IS_KNOWN)
            continue;
        if (!value.base) {
            use_number(name, pp_known_constant(TREE_TYPE(name), value));
            continue;
        }
        FOR_EACH_IMM_USE_STMT(stmt, uses, name)
        if (is_gimple_assign(stmt) && gimple_vuse(stmt))
            access_directly(stmt, name, value);
    }
}
