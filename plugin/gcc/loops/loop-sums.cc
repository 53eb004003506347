/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A counter of edges has one address, but a loop that counts waits for it: what is added to has just been stored
   (doc/measurements/cheaper-counts.md).  So the markers of an innermost loop become registers in which their executions
   are added up, and counted where control leaves the loop.  To the passes over loops that is a sum as any other.

   All markers of a loop or none: who interrupts the loop for good sees its counts as they were before the loop, and
   they agree with each other. */
#include "gcc/base/compat.h"
#include "gcc/loops/loop-sums.h"
#include "gcc/loops/behind-loops.h"
#include "gcc/mark/emission.h"
#include "gcc/mark/gimple.h"
#include "gcc/mark/marker.h"

/* More markers than that would not stay in registers. */
#define MOST_SUMS 4

/* So often at least, as GCC guesses, each of them is to count when control has come to the loop, in the mean. */
#define LEAST_COUNTS 8

/* Is all that MARKER does to add to a counter that is known before LOOP? */
static bool can_be_summed(const struct pp_emission *emissions, const struct pp_marker *marker,
                          class loop *loop)
{
    if (marker->number || marker->times || marker->action == PP_MARKER_ENTER ||
        (marker->action & PP_MARKER_BEGINS))
        return false;
    const struct pp_emission *e = &emissions[marker->proc];
    const struct pp_action *action = &e->plan.actions[marker->action];
    return !e->trace && !e->plan.waits && !e->plan.hands_over && !e->plan.num_loops &&
           action->does == PP_DO_RECORD && action->update == PP_KEEP &&
           (!marker->token || pp_is_known_before(loop, marker->token));
}

/* The markers of LOOP.  Returns false if one cannot be summed up, or there are too many. */
static bool find_markers(const struct pp_emission *emissions, class loop *loop,
                         vec<gimple *> *markers)
{
    bool good = true;
    struct pp_marker marker;
    basic_block *body = get_loop_body(loop);
    for (unsigned i = 0; good && i < loop->num_nodes; i++)
        for (gimple_stmt_iterator gsi = gsi_start_bb(body[i]); good && !gsi_end_p(gsi);
             gsi_next(&gsi))
            if (pp_marker_read(gsi_stmt(gsi), &marker)) {
                good = can_be_summed(emissions, &marker, loop) && markers->length() < MOST_SUMS;
                markers->safe_push(gsi_stmt(gsi));
            }
    free(body);
    return good && !markers->is_empty();
}

static bool is_worth_it(class loop *loop, const vec<gimple *> &markers)
{
    double counts = 0;
    for (unsigned i = 0; i < markers.length(); i++)
        counts += pp_runs_in(loop, gimple_bb(markers[i]));
    return counts >= LEAST_COUNTS * markers.length();
}

/* Has STMT, a marker in LOOP, done behind LOOP as often as control has come to it. */
static void sum_up(class loop *loop, gimple *stmt)
{
    struct pp_marker marker;
    gimple_seq before = NULL, seq = NULL;
    pp_marker_read(stmt, &marker);
    tree sum = pp_local_register("pathprof_sum", uint64_type_node);
    set(&before, sum, word(0));
    gsi_insert_seq_on_edge_immediate(loop_preheader_edge(loop), before);
    tree old = pp_load(&seq, uint64_type_node, sum);
    set(&seq, sum, pp_binary(&seq, PLUS_EXPR, old, word(1)));
    gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
    gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
    gsi_remove(&gsi, true);
    auto_vec<edge> exits = get_loop_exit_edges(loop);
    for (unsigned i = 0; i < exits.length(); i++) {
        gimple_seq behind = NULL;
        tree times = pp_load(&behind, uint64_type_node, sum);
        gimple_seq_add_stmt(&behind,
                            pp_marker_build(marker.proc, marker.action, marker.token, times));
        gsi = gsi_start_bb(split_edge(exits[i]));
        gsi_insert_seq_after(&gsi, behind, GSI_CONTINUE_LINKING);
    }
}

bool pp_sum_up_loops(const struct pp_emission *emissions)
{
    bool any = false;
    PP_FOR_EACH_LOOP(loop)
    {
        auto_vec<gimple *> markers;
        if (loop->inner || !find_markers(emissions, loop, &markers) ||
            !is_worth_it(loop, markers) || !pp_can_count_behind(loop))
            continue;
        for (unsigned i = 0; i < markers.length(); i++)
            sum_up(loop, markers[i]);
        any = true;
    }
    return any;
}
