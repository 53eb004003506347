/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/number/loop-position.h"

#include <assert.h>

uint64_t pp_late_value(const struct pp_graph *g, const struct pp_numbering *n, uint32_t e)
{
    uint64_t late = 0;
    uint32_t v = g->edges[e].from;
    bool step = pp_leaves_step(g, &g->edges[e]);
    if (pp_loop_from(g, n, &g->edges[e]) == PP_NONE || pp_is_back_edge(g, n, e) ||
        pp_ends_at_back_edge(g, n, e))
        return 0;
    for (uint32_t elder = pp_first_numbered(g, v); elder != e; elder = pp_next_numbered(g, elder)) {
        if (pp_leaves_step(g, &g->edges[elder]) != step)
            continue;
        late -= pp_is_back_edge(g, n, elder);
        late += pp_ends_at_back_edge(g, n, elder);
    }
    return late;
}

bool pp_is_way_on(const struct pp_graph *g, const struct pp_numbering *n, uint32_t e,
                  const struct pp_position *at)
{
    if (pp_leaves_step(g, &g->edges[e]) != at->step)
        return false;
    if (pp_is_back_edge(g, n, e))
        return at->left > 0;
    if (!pp_live(g, e))
        return false;
    if (pp_ends_at_back_edge(g, n, e))
        return at->left == 0;
    return !at->whole || at->left == 0 || pp_loop_to(g, n, &g->edges[e]) == at->loop;
}

uint64_t pp_value_at(const struct pp_graph *g, const struct pp_numbering *n, uint32_t e,
                     const struct pp_position *at)
{
    assert(pp_is_way_on(g, n, e, at));
    struct pp_linear rho = n->rho[e];
    if (at->loop == PP_NONE)
        return pp_at_one(rho);
    const struct pp_loop *loop = &n->loops[at->loop];
    if (at->left == 0)
        return pp_at_one(rho) + pp_late_value(g, n, e);
    return at->whole ? rho.a.low * loop->whole[at->left]
                     : rho.a.low * loop->on[at->left] + rho.b.low;
}

struct pp_position pp_position_after(const struct pp_graph *g, const struct pp_numbering *n,
                                     uint32_t e, const struct pp_position *at)
{
    const struct pp_edge *edge = &g->edges[e];
    struct pp_position after = {pp_loop_to(g, n, edge), 0, false, pp_leads_to_step(g, edge)};
    if (after.loop == PP_NONE)
        return after;
    if (pp_is_back_edge(g, n, e)) {
        after.left = at->left - 1;
        after.whole = at->whole && after.left > 0;
    } else if (pp_loop_from(g, n, edge) == after.loop) {
        after.left = at->left;
        after.whole = at->whole;
    } else {
        after.left = n->loops[after.loop].k - 1;
        after.whole = pp_begins_at_head(g, n, e);
    }
    return after;
}
