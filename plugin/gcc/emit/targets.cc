/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option targets=: what an indirect call calls is looked up in line.  It is what __pathprof_target does
   (runtime/count/targets.c), with what is known here put in; all else is still its task: other threads'
   tables (update=thread), and machines where the key needs several words. */
#include "gcc/base/compat.h"
#include "gcc/emit/code.h"
#include "gcc/emit/targets.h"
#include "gcc/mark/decls.h"
#include "runtime/format.h"

/* Before CALL: counts the home of its call and callee, if that is what lies there.  CALL is the other way. */
static void look_up(gcall *call, struct pp_writer *w, const struct pp_compilation *c)
{
    struct pp_branch branch = {};
    gimple_seq seq = NULL;
    unsigned shift = PATHPROF_HOME_SHIFT(PATHPROF_HASH_SHIFT(c->target_buckets));
    HOST_WIDE_INT first = offsetof(struct pathprof_table, buckets);
    uint64_t number = tree_to_uhwi(gimple_call_arg(call, 2)) << 32;
    tree callee = pp_as_number(&seq, pp_load(&seq, ptr_type_node, gimple_call_arg(call, 3)));
    tree origin =
        pp_as_number(&seq, pp_load(&seq, ptr_type_node, build_fold_addr_expr(c->decls->origin)));
    tree distance = pp_binary(&seq, MINUS_EXPR, callee, origin);
    tree place = pp_binary(&seq, PLUS_EXPR, distance, word((uint64_t)1 << 31));
    tree path = pp_binary(&seq, PLUS_EXPR, place, word(number));
    tree mixed = pp_binary(&seq, MULT_EXPR, path, word(PATHPROF_HASH_MULTIPLIER));
    tree home = pp_binary(&seq, RSHIFT_EXPR, mixed, build_int_cst(integer_type_node, shift));
    tree bytes = pp_binary(&seq, LSHIFT_EXPR, home, build_int_cst(integer_type_node, 4));
    tree table = pp_load(&seq, ptr_type_node, build_fold_addr_expr(c->decls->targets));
    tree pair = make_ssa_name(ptr_type_node);
    bytes = pp_as_offset(&seq, bytes);
    gimple_seq_add_stmt(&seq, gimple_build_assign(pair, POINTER_PLUS_EXPR, table, bytes));
    tree raw = pp_load(&seq, c->decls->word, pp_memory_word(w, pair, first)),
         key = make_ssa_name(uint64_type_node);
    gimple_seq_add_stmt(&seq, gimple_build_assign(key, NOP_EXPR, raw));
    tree wanted = pp_binary(&seq, PLUS_EXPR, path, word(1));
    tree other = pp_binary(&seq, BIT_XOR_EXPR, key, wanted);
    /* One that is too far away has no place, but what it would be may be another call's. */
    tree far = pp_binary(&seq, RSHIFT_EXPR, place, build_int_cst(integer_type_node, 32));
    branch.key = pp_binary(&seq, BIT_IOR_EXPR, other, far);
    branch.wanted = word(0);
    branch.last = gimple_seq_last_stmt(seq);
    pp_increment(w, &branch.likely, pp_memory_word(w, pair, first + 8));
    gimple_stmt_iterator gsi = gsi_for_stmt(call);
    gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
    gsi_remove(&gsi, false);
    gimple_seq_add_stmt(&branch.unlikely, call);
    w->branches->safe_push(branch);
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
