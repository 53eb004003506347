/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option targets=: what an indirect call calls is looked for in line, in one place (count_of_site, runtime/count/table.c);
   all else is __pathprof_target's task: other threads' tables (update=thread), and machines where the key needs several
   words. */
#include "gcc/base/compat.h"
#include "gcc/emit/code.h"
#include "gcc/emit/targets.h"
#include "gcc/mark/decls.h"
#include "runtime/format.h"

/* Appends to SEQ a look at the pair at OFFSET in the unit's table: is its key WANTED?  Then that is counted. */
static struct pp_branch look_at(struct pp_writer *w, gimple_seq *seq, tree wanted, uint64_t offset)
{
    struct pp_branch branch = {};
    const struct pp_unit_decls *decls = w->e->decls;
    tree table = pp_load(seq, ptr_type_node, build_fold_addr_expr(decls->targets));
    tree key = pp_load(seq, decls->word, pp_memory_word(w, table, offset));
    branch.wanted = wanted;
    branch.key = make_ssa_name(uint64_type_node);
    branch.last = gimple_build_assign(branch.key, NOP_EXPR, key);
    gimple_seq_add_stmt(seq, branch.last);
    pp_increment(w, &branch.likely, pp_memory_word(w, table, offset + 8));
    return branch;
}

static uint64_t pair_offset(uint64_t index)
{
    return offsetof(struct pathprof_table, buckets) + index * sizeof(struct pathprof_pair);
}

/* Before CALL: counts one of the two pairs where its call looks first, if its callee is what lies there.  CALL is the
   other way. */
static void look_up(gcall *call, struct pp_writer *w, const struct pp_compilation *c)
{
    gimple_seq seq = NULL;
    uint64_t number = tree_to_uhwi(gimple_call_arg(call, 2)) << 32;
    unsigned shift = PATHPROF_HOME_SHIFT(PATHPROF_HASH_SHIFT(c->target_buckets));
    uint64_t home = number * PATHPROF_HASH_MULTIPLIER >> shift;
    tree callee = pp_as_number(&seq, pp_load(&seq, ptr_type_node, gimple_call_arg(call, 3)));
    tree origin =
        pp_as_number(&seq, pp_load(&seq, ptr_type_node, build_fold_addr_expr(c->decls->origin)));
    tree distance = pp_binary(&seq, MINUS_EXPR, callee, origin);
    /* Of one that is too far away the sum has another call in its upper half, or none: it is not what lies there. */
    tree wanted = pp_binary(&seq, PLUS_EXPR, distance, word(number + (UINT64_C(1) << 31) + 1));
    struct pp_branch first = look_at(w, &seq, wanted, pair_offset(home));
    struct pp_branch second =
        look_at(w, &first.unlikely, wanted, pair_offset(PATHPROF_SECOND_PAIR(home)));
    gimple_stmt_iterator gsi = gsi_for_stmt(call);
    gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
    gsi_remove(&gsi, false);
    gimple_seq_add_stmt(&second.unlikely, call);
    w->branches->safe_push(first);
    w->branches->safe_push(second); /* stands in an arm of the first, which is made before it */
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
