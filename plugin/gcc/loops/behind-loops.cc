/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/loops/behind-loops.h"
#include "gcc/mark/gimple.h"
#include "gcc/mark/marker.h"

/* More exits than that would each get code. */
#define MOST_EXITS 24

static bool has_simple_exits(class loop *loop)
{
    auto_vec<edge> exits = get_loop_exit_edges(loop);
    bool simple = exits.length() <= MOST_EXITS;
    for (unsigned i = 0; i < exits.length(); i++)
        simple &= !(exits[i]->flags & EDGE_COMPLEX);
    return simple;
}

/* Must all have been counted that has run before STMT? */
static bool is_obstacle(gimple *stmt)
{
    struct pp_marker marker;
    return !pp_marker_read(stmt, &marker) && (pp_may_leave(stmt) || gimple_has_volatile_ops(stmt));
}

static bool has_obstacle(class loop *loop)
{
    basic_block *body = get_loop_body(loop);
    bool found = false;
    for (unsigned i = 0; !found && i < loop->num_nodes; i++)
        for (gimple_stmt_iterator gsi = gsi_start_bb(body[i]); !found && !gsi_end_p(gsi);
             gsi_next(&gsi))
            found = is_obstacle(gsi_stmt(gsi));
    free(body);
    return found;
}

bool pp_can_count_behind(class loop *loop)
{
    return loop_outer(loop) && loop->latch && optimize_loop_for_speed_p(loop) &&
           has_simple_exits(loop) && !has_obstacle(loop);
}

double pp_runs_in(class loop *loop, basic_block bb)
{
    double entries = 0;
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, loop->header->preds)
    if (!flow_bb_inside_loop_p(loop, e->src))
        entries += e->count().to_frequency(cfun);
    return bb->count.to_frequency(cfun) / MAX(entries, 1e-9);
}
