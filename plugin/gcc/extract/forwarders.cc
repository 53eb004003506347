/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conditions are those of execute_fixup_cfg (tree-cfg.c), tree_forwarder_block_p and remove_forwarder_block
   (tree-cfgcleanup.c). */
#include "gcc/base/compat.h"
#include "gcc/extract/forwarders.h"

/* Is STMT a call that GCC would look after, so that it would clean up the whole function? */
static bool makes_work(gimple *stmt)
{
    if (!is_gimple_call(stmt) || !gimple_call_fndecl(stmt))
        return false;
    int flags = gimple_call_flags(stmt);
    if (flags & (ECF_CONST | ECF_PURE | ECF_LOOPING_CONST_OR_PURE))
        return true;
    tree lhs = gimple_call_lhs(stmt);
    return (flags & ECF_NORETURN) && !gimple_call_builtin_p(stmt, BUILT_IN_RETURN) &&
           (stmt != last_nondebug_stmt(gimple_bb(stmt)) || !gimple_call_ctrl_altering_p(stmt) ||
            (lhs && should_remove_lhs_p(lhs)));
}

bool pp_loses_forwarders(struct function *fn)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    {
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
            if (makes_work(gsi_stmt(gsi)))
                return true;
    }
    return false;
}

/* Does BB have nothing but labels that may go?  Without optimisation they, and the edges to BB, must be of the line of
   WAY, which leaves it. */
static bool is_empty(basic_block bb, edge way)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->preds)
    {
        if (e->src->index == ENTRY_BLOCK || (e->flags & EDGE_EH) ||
            (!optimize && e->goto_locus != way->goto_locus))
            return false;
    }
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        bool label = gimple_code(stmt) == GIMPLE_LABEL;
        bool located =
            gimple_has_location(stmt) || LOCATION_LOCUS(way->goto_locus) != UNKNOWN_LOCATION;
        if (!label && !is_gimple_debug(stmt))
            return false;
        if (label && (DECL_NONLOCAL(gimple_label_label(as_a<glabel *>(stmt))) ||
                      (!optimize && located && gimple_location(stmt) != way->goto_locus)))
            return false;
    }
    return true;
}

/* Do loops want BB, which leads to DEST? */
static bool is_of_loop(basic_block bb, basic_block dest)
{
    if (bb->loop_father->header == bb)
        return true;
    if (dest->loop_father->header != dest)
        return false;
    if (bb->loop_father == dest->loop_father)
        return loops_state_satisfies_p(LOOPS_HAVE_SIMPLE_LATCHES) ||
               !(single_pred_p(bb) || loops_state_satisfies_p(LOOPS_MAY_HAVE_MULTIPLE_LATCHES));
    return bb->loop_father != loop_outer(dest->loop_father) ||
           loops_state_satisfies_p(LOOPS_HAVE_PREHEADERS);
}

/* Would the PHIs at the end of WAY have one value for both, were its source taken out? */
static bool agrees(edge way)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, way->src->preds)
    {
        edge other = find_edge(e->src, way->dest);
        for (gphi_iterator gsi = gsi_start_phis(way->dest); other && !gsi_end_p(gsi);
             gsi_next(&gsi))
            if (!operand_equal_for_phi_arg_p(PHI_ARG_DEF_FROM_EDGE(gsi.phi(), way),
                                             PHI_ARG_DEF_FROM_EDGE(gsi.phi(), other)))
                return false;
    }
    return true;
}

bool pp_is_forwarder(basic_block bb)
{
    if (!single_succ_p(bb) || !gimple_seq_empty_p(phi_nodes(bb)))
        return false;
    edge way = single_succ_edge(bb);
    basic_block dest = way->dest;
    if (dest->index == EXIT_BLOCK || dest == bb || (way->flags & EDGE_ABNORMAL) ||
        !is_empty(bb, way) || (current_loops && is_of_loop(bb, dest)))
        return false;
    glabel *label = safe_dyn_cast<glabel *>(first_stmt(dest));
    if (label && (DECL_NONLOCAL(gimple_label_label(label)) ||
                  EH_LANDING_PAD_NR(gimple_label_label(label)) != 0))
        return false;
    if (bb_has_abnormal_pred(bb) &&
        (bb_has_abnormal_pred(dest) || !gimple_seq_empty_p(phi_nodes(dest))))
        return false;
    return agrees(way);
}
