/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/ranges/relation.h"

/* How many statements it takes at most from an operand back to what is the same in both. */
#define DEPTH 4

/* Floating-point numbers may have another precision at each use. */
static bool has_order(tree type)
{
    return INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type);
}

static bool same_value(tree a, tree b, int depth);

/* Do the assignments X and Y compute the same from the same? */
static bool same_computation(gimple *x, gimple *y, int depth)
{
    if (!is_gimple_assign(x) || !is_gimple_assign(y) || gimple_has_volatile_ops(x) ||
        gimple_has_volatile_ops(y) || gimple_assign_rhs_code(x) != gimple_assign_rhs_code(y) ||
        gimple_vuse(x) != gimple_vuse(y) || gimple_vdef(x) || gimple_vdef(y))
        return false;
    if (gimple_vuse(x)) /* loads, from memory that nothing has been written to between them */
        return operand_equal_p(gimple_assign_rhs1(x), gimple_assign_rhs1(y), 0);
    if (!types_compatible_p(TREE_TYPE(gimple_assign_lhs(x)), TREE_TYPE(gimple_assign_lhs(y))))
        return false;
    for (unsigned i = 1; i < gimple_num_ops(x); i++)
        if (!same_value(gimple_op(x, i), gimple_op(y, i), depth))
            return false;
    return gimple_num_ops(x) == gimple_num_ops(y);
}

static bool same_value(tree a, tree b, int depth)
{
    if (!has_order(TREE_TYPE(a)) || !has_order(TREE_TYPE(b)))
        return false;
    if (TREE_CODE(a) != SSA_NAME || TREE_CODE(b) != SSA_NAME)
        return is_gimple_min_invariant(a) && is_gimple_min_invariant(b) && operand_equal_p(a, b, 0);
    /* What has no value may have another at each use. */
    if (a == b)
        return !SSA_NAME_IS_DEFAULT_DEF(a) ||
               (SSA_NAME_VAR(a) && TREE_CODE(SSA_NAME_VAR(a)) == PARM_DECL);
    return depth > 0 && !SSA_NAME_IS_DEFAULT_DEF(a) && !SSA_NAME_IS_DEFAULT_DEF(b) &&
           same_computation(SSA_NAME_DEF_STMT(a), SSA_NAME_DEF_STMT(b), depth - 1);
}

/* ---- Two variables: which of less, equal and greater hold. */

enum { LESS = 1, EQUAL = 2, GREATER = 4, ANY = 7 };

static unsigned order_of(enum tree_code code)
{
    switch (code) {
    case LT_EXPR:
        return LESS;
    case LE_EXPR:
        return LESS | EQUAL;
    case EQ_EXPR:
        return EQUAL;
    case NE_EXPR:
        return LESS | GREATER;
    case GE_EXPR:
        return GREATER | EQUAL;
    case GT_EXPR:
        return GREATER;
    default:
        return ANY;
    }
}

static unsigned swapped(unsigned order)
{
    return (order & EQUAL) | (order & LESS ? GREATER : 0) | (order & GREATER ? LESS : 0);
}

/* ---- One variable and two constants. */

/* What it is compared with, and how. */
struct bound {
    unsigned order;
    widest_int with;
};

/* Is there a number for which both hold? */
static bool meet(const struct bound &a, const struct bound &b)
{
    const struct bound &low = wi::les_p(a.with, b.with) ? a : b, &high = &low == &a ? b : a;
    if (low.with == high.with)
        return low.order & high.order;
    /* Below both, at the lower, between, at the higher, above both. */
    return (low.order & high.order & LESS) || ((low.order & EQUAL) && (high.order & LESS)) ||
           ((low.order & GREATER) && (high.order & LESS) && low.with + 1 != high.with) ||
           ((low.order & GREATER) && (high.order & EQUAL)) || (low.order & high.order & GREATER);
}

bool pp_may_follow(const gcond *first, bool held, const gcond *second, bool wanted)
{
    tree a = gimple_cond_lhs(first), b = gimple_cond_rhs(first), c = gimple_cond_lhs(second),
         d = gimple_cond_rhs(second);
    unsigned x = order_of(gimple_cond_code(first)), y = order_of(gimple_cond_code(second));
    if (x == ANY || y == ANY || !has_order(TREE_TYPE(a)) || !has_order(TREE_TYPE(c)) ||
        !types_compatible_p(TREE_TYPE(a), TREE_TYPE(c)))
        return true;
    if (!held)
        x = ANY & ~x;
    if (!wanted)
        y = ANY & ~y;
    if (same_value(a, c, DEPTH) && same_value(b, d, DEPTH))
        return x & y;
    if (same_value(a, d, DEPTH) && same_value(b, c, DEPTH))
        return x & swapped(y);
    if (TREE_CODE(b) == INTEGER_CST && TREE_CODE(d) == INTEGER_CST && same_value(a, c, DEPTH))
        return meet({x, wi::to_widest(b)}, {y, wi::to_widest(d)});
    return true;
}
