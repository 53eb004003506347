/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/extract/canonical.h"

static bool ends_in_tail_call(basic_block bb)
{
    for (gimple_stmt_iterator gsi = gsi_last_nondebug_bb(bb); !gsi_end_p(gsi);
         gsi_prev_nondebug(&gsi))
        if (gcall *call = dyn_cast<gcall *>(gsi_stmt(gsi)))
            return gimple_call_must_tail_p(call);
    return false;
}

/* Gives E its own copy of the block that it leads to, if others lead there as well. */
static void copy_for(edge e)
{
    if (single_pred_p(e->dest))
        return;
    basic_block copy = duplicate_block(e->dest, e, e->src);
    flush_pending_stmts(e);
    add_phi_args_after_copy(&copy, 1, NULL);
}

/* What is done where others return must not be behind a call that must be a tail call: so the way from there to the end
   of the function is its own. */
static void part_tail_calls(void)
{
    basic_block bb;
    auto_vec<basic_block> calls;
    FOR_EACH_BB_FN(bb, cfun)
    if (ends_in_tail_call(bb))
        calls.safe_push(bb);
    initialize_original_copy_tables();
    for (unsigned i = 0; i < calls.length(); i++)
        for (bb = calls[i]; single_succ_p(bb) && single_succ(bb) != EXIT_BLOCK_PTR_FOR_FN(cfun);
             bb = single_succ(bb))
            copy_for(single_succ_edge(bb));
    free_original_copy_tables();
    if (!calls.is_empty())
        update_ssa(TODO_update_ssa);
}

void pp_canonicalise(struct function *fn)
{
    push_cfun(fn);
    if (PP_HAS_MUSTTAIL(fn))
        part_tail_calls();
    loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
    loop_optimizer_finalize();
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
    cgraph_edge::rebuild_edges();
    pop_cfun();
}
