/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the ways round a loop have joined, a register tells which it was (plan.h: digit), and the number of a path of
   two iterations is computed from it and from what the iteration before has left.  At the end of each way it is known:
   there a count is one instruction with what was left as its index, and what is left to the next iteration is a
   constant. */
#include "gcc/base/compat.h"
#include "gcc/emit/iterations-apart.h"
#include "gcc/mark/gimple.h"
#include "gcc/mark/marker.h"

/* So many ways (the cases of a switch, say) join in a block, and so often they join one after the other, at most. */
#define MOST_WAYS 8
#define MOST_JOINS 3

static bool ends_iteration(const struct pp_emission *emissions, gimple *stmt)
{
    struct pp_marker marker;
    if (!pp_marker_read(stmt, &marker) || marker.action == PP_MARKER_ENTER || marker.number ||
        marker.times || (marker.action & PP_MARKER_BEGINS))
        return false;
    const struct pp_plan *plan = &emissions[marker.proc].plan;
    return plan->num_loops && pp_does(&plan->actions[marker.action], PP_DO_ITERATE);
}

/* Do several copies of the activation that MARKER belongs to join in its block BB? */
static bool joins_copies(const struct pp_marker *marker, basic_block bb)
{
    return marker->token && gimple_bb(SSA_NAME_DEF_STMT(marker->token)) == bb;
}

/* The marker in BB, which ends an iteration, that may as well run before all of BB; NULL if there is none. */
static gimple *first_end(const struct pp_emission *emissions, basic_block bb)
{
    struct pp_marker marker;
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb(bb); !gsi_end_p(gsi);
         gsi_next_nondebug(&gsi)) {
        bool is_marker = pp_marker_read(gsi_stmt(gsi), &marker);
        if (is_marker && ends_iteration(emissions, gsi_stmt(gsi)) && !joins_copies(&marker, bb))
            return gsi_stmt(gsi);
        if (is_marker || pp_may_leave(gsi_stmt(gsi)))
            return NULL;
    }
    return NULL;
}

/* Are there few ways to BB, and is none of them a way round a loop? */
static bool joins_ways(basic_block bb)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->preds)
    if (e->flags & (EDGE_COMPLEX | EDGE_DFS_BACK))
        return false;
    return EDGE_COUNT(bb->preds) > 1 && EDGE_COUNT(bb->preds) <= MOST_WAYS;
}

/* Has END run on each way to its block in place of there. */
static void move_to_ways(gimple *end)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, gimple_bb(end)->preds)
    gsi_insert_on_edge(e, gimple_copy(end));
    gimple_stmt_iterator gsi = gsi_for_stmt(end);
    gsi_remove(&gsi, true);
}

void pp_part_iterations(struct function *fn, const struct pp_emission *emissions)
{
    bool moved = true;
    for (unsigned joins = 0; moved && joins < MOST_JOINS; joins++) {
        basic_block bb;
        auto_vec<gimple *> ends;
        FOR_EACH_BB_FN(bb, fn)
        if (gimple *end = first_end(emissions, bb))
            ends.safe_push(end);
        if (ends.is_empty())
            return;
        mark_dfs_back_edges();
        moved = false;
        for (unsigned i = 0; i < ends.length(); i++)
            if (joins_ways(gimple_bb(ends[i]))) {
                move_to_ways(ends[i]);
                moved = true;
            }
        gsi_commit_edge_inserts();
    }
}
