/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code before a call. */
#include "gcc/base/compat.h"
#include "gcc/mark/put-before.h"

/* Whether BB begins with a call that returns twice, the second time over an abnormal edge. */
static bool returns_again(basic_block bb)
{
    gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb(bb);
    return !gsi_end_p(gsi) && is_gimple_call(gsi_stmt(gsi)) &&
           (gimple_call_flags(gsi_stmt(gsi)) & ECF_RETURNS_TWICE) && bb_has_abnormal_pred(bb);
}

/* The edge into BB by which calls of its function come back that are not calls of setjmp; NULL if there is none. */
static edge dispatched(basic_block bb)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->preds)
    {
        gimple_stmt_iterator last = gsi_last_nondebug_bb(e->src);
        if ((e->flags & EDGE_ABNORMAL) && !gsi_end_p(last) &&
            gimple_call_internal_p(gsi_stmt(last), IFN_ABNORMAL_DISPATCHER))
            return e;
    }
    return NULL;
}

/* E goes to where DOWN goes, not to the block above, and takes its values along. */
static void move_down(edge e, edge down)
{
    auto_vec<tree> values;
    basic_block above = e->dest;
    for (gphi_iterator i = gsi_start_phis(above); !gsi_end_p(i); gsi_next(&i))
        values.safe_push(PHI_ARG_DEF_FROM_EDGE(i.phi(), e));
    redirect_edge_succ(e, down->dest); /* takes them out of the phis above */
    unsigned which = 0;
    for (gphi_iterator i = gsi_start_phis(above); !gsi_end_p(i); gsi_next(&i)) {
        tree value = gimple_phi_result(i.phi()), first = copy_ssa_name(value);
        gimple_phi_set_result(i.phi(), first);
        gphi *both = create_phi_node(value, down->dest);
        add_phi_arg(both, first, down, UNKNOWN_LOCATION);
        add_phi_arg(both, values[which++], e, UNKNOWN_LOCATION);
    }
}

void pp_make_room_before(struct function *fn)
{
    basic_block bb;
    auto_vec<basic_block> again;
    FOR_EACH_BB_FN(bb, fn)
    if (returns_again(bb))
        again.safe_push(bb);
    unsigned i;
    FOR_EACH_VEC_ELT(again, i, bb)
    {
        edge down = split_block_after_labels(bb), e = dispatched(bb);
        if (e)
            move_down(e, down);
    }
}

void pp_put_before(gimple *stmt, gimple_seq seq)
{
    gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
    edge e;
    edge_iterator i;
    if (returns_again(gimple_bb(stmt))) {
        FOR_EACH_EDGE(e, i, gimple_bb(stmt)->preds)
        {
            if (e->flags & EDGE_ABNORMAL)
                continue;
            gsi = gsi_last_bb(e->src);
            gsi_insert_seq_after(&gsi, seq, GSI_NEW_STMT);
            return;
        }
    }
    gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
}
