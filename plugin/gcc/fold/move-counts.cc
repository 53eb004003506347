/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/plan/hoist.c does the same with actions, before GCC's optimisers; it cannot know what is only known in copies of
   loops (first-iteration.cc).  A count whose address is always the same needs no register, and does not wait for the
   last one. */
#include "gcc/base/compat.h"
#include "gcc/fold/move-counts.h"
#include "gcc/mark/gimple.h"

/* Ways into a block that are given a count each. */
#define MOST_WAYS 4

/* old = *(PHI + ..); sum = old + more; *(PHI + ..) = sum. */
struct count_of_join {
    gphi *phi;
    gimple *load, *sum, *store;
    tree place; /* of the store */
};

/* What defines the value that is NAME, or is copied to it. */
static gimple *origin(tree name)
{
    gimple *def = SSA_NAME_DEF_STMT(name);
    while (gimple_assign_ssa_name_copy_p(def))
        def = SSA_NAME_DEF_STMT(gimple_assign_rhs1(def));
    return def;
}

/* Is STORE, in BB, the end of a count of what BB joins? */
static bool is_count(gimple *store, basic_block bb, struct count_of_join *count)
{
    if (!gimple_assign_single_p(store) || TREE_CODE(gimple_assign_lhs(store)) != MEM_REF ||
        TREE_CODE(gimple_assign_rhs1(store)) != SSA_NAME)
        return false;
    count->store = store;
    count->place = gimple_assign_lhs(store);
    count->sum = SSA_NAME_DEF_STMT(gimple_assign_rhs1(store));
    tree base = TREE_OPERAND(count->place, 0);
    if (TREE_CODE(base) != SSA_NAME || !is_gimple_assign(count->sum) ||
        gimple_assign_rhs_code(count->sum) != PLUS_EXPR ||
        TREE_CODE(gimple_assign_rhs1(count->sum)) != SSA_NAME ||
        TREE_CODE(gimple_assign_rhs2(count->sum)) != INTEGER_CST)
        return false;
    count->load = SSA_NAME_DEF_STMT(gimple_assign_rhs1(count->sum));
    count->phi = dyn_cast<gphi *>(origin(base));
    return count->phi && gimple_bb(count->phi) == bb && gimple_bb(count->load) == bb &&
           gimple_assign_single_p(count->load) &&
           operand_equal_p(gimple_assign_rhs1(count->load), count->place, 0) &&
           has_single_use(gimple_assign_rhs1(store)) &&
           has_single_use(gimple_assign_rhs1(count->sum));
}

/* Can code be put on all ways to BB, and are they few? */
static bool can_have_counts_before(basic_block bb)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->preds)
    if (e->flags & EDGE_COMPLEX)
        return false;
    return EDGE_COUNT(bb->preds) >= 2 && EDGE_COUNT(bb->preds) <= MOST_WAYS;
}

/* Does PHI join paths, of which some are known? */
static bool joins_known(const struct pp_known_paths *known, gphi *phi)
{
    if (!pp_is_path(known, gimple_phi_result(phi)))
        return false;
    for (unsigned i = 0; i < gimple_phi_num_args(phi); i++)
        if (pp_known_value(known, gimple_phi_arg_def(phi, i)).how == PP_IS_KNOWN)
            return true;
    return false;
}

/* The first count in BB, if it is of paths that BB joins, and nothing is called before it, which may not come back. */
static bool find_count(const struct pp_known_paths *known, basic_block bb,
                       struct count_of_join *count)
{
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        if (is_gimple_call(gsi_stmt(gsi)) || gimple_code(gsi_stmt(gsi)) == GIMPLE_ASM)
            return false;
        if (is_count(gsi_stmt(gsi), bb, count))
            return joins_known(known, count->phi);
    }
    return false;
}

static void take_out(gimple *stmt)
{
    gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
    unlink_stmt_vdef(stmt);
    gsi_remove(&gsi, true);
    release_defs(stmt);
}

static void move(const struct pp_known_paths *known, basic_block bb,
                 const struct count_of_join *count)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->preds)
    {
        tree path = PHI_ARG_DEF_FROM_EDGE(count->phi, e);
        struct pp_known_path value = pp_known_value(known, path);
        if (value.how != PP_IS_KNOWN)
            value = {PP_IS_KNOWN, path, 0};
        gimple_seq seq = NULL;
        tree place = pp_counter_at(count->place, value);
        tree old = pp_load(&seq, TREE_TYPE(place), place);
        tree sum = pp_binary(&seq, PLUS_EXPR, old, gimple_assign_rhs2(count->sum));
        set(&seq, unshare_expr(place), sum);
        gsi_insert_seq_on_edge(e, seq);
    }
    take_out(count->store);
    take_out(count->sum);
    take_out(count->load);
    gsi_commit_edge_inserts();
}

bool pp_move_counts(const struct pp_known_paths *known, const vec<basic_block> &blocks)
{
    bool moved = false;
    struct count_of_join count;
    for (unsigned i = blocks.length(); i-- > 0;) { /* so that what was moved may be moved on */
        if (!can_have_counts_before(blocks[i]) || !find_count(known, blocks[i], &count))
            continue;
        move(known, blocks[i], &count);
        moved = true;
    }
    return moved;
}
