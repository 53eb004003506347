/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts become code.  To be done between the duplication of blocks and the update of SSA form: the
   copies' operands still have the names of the original. */
#include "gcc/base/operands.h"
#include "gcc/lanes/facts.h"
#include "gcc/lanes/substitute.h"

/* Replaces in STMT what FACT says of one of its operands.  Returns whether anything was. */
static bool use_constant(gimple *stmt, const struct pp_fact *fact)
{
    use_operand_p use;
    ssa_op_iter i;
    bool replaced = false;
    FOR_EACH_SSA_USE_OPERAND(use, stmt, i, SSA_OP_USE)
    {
        tree name = USE_FROM_PTR(use);
        if (TREE_CODE(name) != SSA_NAME || SSA_NAME_VERSION(name) != fact->name ||
            !may_propagate_copy(name, fact->value) ||
            (gimple_code(stmt) == GIMPLE_ASM && !may_propagate_copy_into_asm(name)))
            continue;
        propagate_value(use, fact->value);
        replaced = true;
    }
    return replaced;
}

/* What STMT computes is a constant: then it need not be computed. */
static bool yield_constant(gimple_stmt_iterator *gsi, const struct pp_fact *fact)
{
    gimple *stmt = gsi_stmt(*gsi);
    if (!is_gimple_assign(stmt) || gimple_has_side_effects(stmt) ||
        stmt_could_throw_p(cfun, stmt) || !may_propagate_copy(gimple_assign_lhs(stmt), fact->value))
        return false;
    gimple_assign_set_rhs_from_tree(gsi, fact->value);
    return true;
}

/* Facts that are about STMT, from the *AT-th on; they are by rising uid. */
static bool change(gimple_stmt_iterator *gsi, const vec<const struct pp_fact *> &facts,
                   unsigned *at)
{
    gimple *stmt = gsi_stmt(*gsi), *before = stmt;
    bool changed = false;
    while (*at < facts.length() && facts[*at]->stmt < gimple_uid(stmt))
        (*at)++;
    for (; *at < facts.length() && facts[*at]->stmt == gimple_uid(before); (*at)++) {
        if (facts[*at]->kind == PP_FACT_OPERAND)
            changed |= use_constant(stmt, facts[*at]);
        else if (facts[*at]->kind == PP_FACT_RESULT)
            changed |= yield_constant(gsi, facts[*at]);
        stmt = gsi_stmt(*gsi);
    }
    if (!changed)
        return false;
    /* What touches memory is left for later: folding may make it need a virtual operand that it had
       not, and those have no right names before SSA form is updated. */
    if (!gimple_vuse(stmt))
        fold_stmt(gsi, no_follow_ssa_edges);
    stmt = gsi_stmt(*gsi);
    pp_changed_operands(stmt);
    return maybe_clean_or_replace_eh_stmt(before, stmt);
}

bool pp_substitute(const struct pp_found *found, const vec<uint32_t> &hots, basic_block bb)
{
    auto_vec<const struct pp_fact *> facts;
    unsigned at = 0;
    bool cleaned = false;
    for (unsigned k = 0; k < hots.length(); k++)
        for (unsigned i = found->first[hots[k]]; i < found->first[hots[k] + 1]; i++)
            facts.safe_push(&found->facts[i]);
    for (gimple_stmt_iterator gsi = gsi_after_labels(bb); !gsi_end_p(gsi) && at < facts.length();
         gsi_next(&gsi))
        if (!is_gimple_debug(gsi_stmt(gsi)))
            cleaned |= change(&gsi, facts, &at);
    return cleaned;
}
