/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option targets=: what an indirect call calls is looked for in line (count_of_site, runtime/count/table.c); all
   else is __pathprof_target's task: other threads' tables (update=thread), and machines where the key needs several
   words. */
#include "gcc/base/compat.h"
#include "gcc/emit/code.h"
#include "gcc/emit/targets.h"
#include "gcc/mark/decls.h"
#include "runtime/format.h"

/* Appends to SEQ a look at the pair at PAIR + OFFSET: if its key is WANTED, that is counted.  A constant is subtracted,
   as it is where callees that are far away are told apart, so that one register has it for both. */
static struct pp_branch look_at(struct pp_writer *w, gimple_seq *seq, tree pair, uint64_t offset,
                                tree wanted)
{
    struct pp_branch branch = {};
    tree key = pp_load(seq, w->e->decls->word, pp_memory_word(w, pair, offset));
    branch.wanted = wanted;
    branch.key = make_ssa_name(uint64_type_node);
    gimple_seq_add_stmt(seq, gimple_build_assign(branch.key, NOP_EXPR, key));
    if (TREE_CODE(wanted) == INTEGER_CST) {
        branch.key = pp_binary(seq, MINUS_EXPR, branch.key, wanted);
        branch.wanted = word(0);
    }
    branch.last = gimple_seq_last_stmt(*seq);
    pp_increment(w, &branch.likely, pp_memory_word(w, pair, offset + 8));
    return branch;
}

static uint64_t pair_offset(uint64_t index)
{
    return offsetof(struct pathprof_table, buckets) + index * sizeof(struct pathprof_pair);
}

/* Appends to SEQ what leads, by pair_offset (0), to the home of KEY. */
static tree hashed(gimple_seq *seq, tree table, tree key, uint64_t mask)
{
    tree offset = pp_home_offset(seq, key, word(mask));
    tree pair = make_ssa_name(ptr_type_node);
    gimple_seq_add_stmt(seq, gimple_build_assign(pair, POINTER_PLUS_EXPR, table, offset));
    return pair;
}

/* The same as CALL. */
static gcall *another(gcall *call)
{
    gcall *same = gimple_build_call(gimple_call_fndecl(call), 4, gimple_call_arg(call, 0),
                                    gimple_call_arg(call, 1), gimple_call_arg(call, 2),
                                    gimple_call_arg(call, 3));
    gimple_set_location(same, gimple_location(call));
    return same;
}

/* Before CALL: counts the pair of its call and callee if it is one of the call's two, or in its home.  CALL, or
   another, is the other way. */
static void look_up(gcall *call, struct pp_writer *w, const struct pp_compilation *c)
{
    gimple_seq seq = NULL;
    uint64_t number = tree_to_uhwi(gimple_call_arg(call, 2)) << 32;
    uint64_t mask = PATHPROF_TABLE_MASK(c->target_buckets);
    uint64_t home = pathprof_home_offset(number + 1, mask) / sizeof(struct pathprof_pair);
    uint64_t second = PATHPROF_SECOND_PAIR(home);
    tree table = pp_load(&seq, ptr_type_node, build_fold_addr_expr(c->decls->targets));
    tree callee = pp_as_number(&seq, pp_load(&seq, ptr_type_node, gimple_call_arg(call, 3)));
    tree origin =
        pp_as_number(&seq, pp_load(&seq, ptr_type_node, build_fold_addr_expr(c->decls->origin)));
    tree distance = pp_binary(&seq, MINUS_EXPR, callee, origin);
    /* Of one that is too far away, such as the C library's, the upper half is none of this call, whose first two pairs
       have no other; it is counted as at place 0 (place_of, runtime/count/targets.c), all such of a call together. */
    tree key = pp_binary(&seq, PLUS_EXPR, distance, word(number + (UINT64_C(1) << 31) + 1));
    struct pp_branch one = look_at(w, &seq, table, pair_offset(home), key);
    struct pp_branch two = look_at(w, &one.unlikely, table, pair_offset(second), key);
    struct pp_branch near = {};
    tree place = pp_binary(&two.unlikely, MINUS_EXPR, key, word(number + 1));
    near.key = pp_binary(&two.unlikely, RSHIFT_EXPR, place, build_int_cst(integer_type_node, 32));
    near.wanted = word(0);
    near.last = gimple_seq_last_stmt(two.unlikely);
    tree pair = hashed(&near.likely, table, key, mask);
    struct pp_branch three = look_at(w, &near.likely, pair, pair_offset(0), key);
    struct pp_branch far = look_at(w, &near.unlikely, table, pair_offset(home), word(number + 1));
    struct pp_branch far_two =
        look_at(w, &far.unlikely, table, pair_offset(second), word(number + 1));
    gimple_stmt_iterator gsi = gsi_for_stmt(call);
    gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
    gsi_remove(&gsi, false);
    gimple_seq_add_stmt(&three.unlikely, call);
    gimple_seq_add_stmt(&far_two.unlikely, another(call));
    /* Each stands in an arm of one that is made before it. */
    struct pp_branch all[] = {one, two, near, three, far, far_two};
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++)
        w->branches->safe_push(all[i]);
}

void pp_look_up_targets(struct function *fn, const struct pp_compilation *c)
{
    basic_block bb;
    auto_vec<gcall *> calls, added;
    auto_vec<struct pp_branch> branches;
    if (!c->target_buckets || c->update == PP_UPDATE_THREAD || POINTER_SIZE != 64)
        return;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (is_gimple_call(gsi_stmt(gsi)) && gimple_call_fndecl(gsi_stmt(gsi)) == c->decls->target)
            calls.safe_push(as_a<gcall *>(gsi_stmt(gsi)));
    if (calls.is_empty())
        return;
    struct pp_writer w = {};
    w.e = &c->emissions[0];
    w.branches = &branches;
    w.calls = &added;
    unsigned i;
    gcall *call;
    FOR_EACH_VEC_ELT(calls, i, call)
    look_up(call, &w, c);
    pp_make_branches(fn, &branches);
}
