/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/coverage/impossible.h"

#include <stdlib.h>

#include "core/graph/dfs.h"
#include "tool/coverage/turns.h"

/* The live edge that begins paths at V, if they do so behind back edges only; else PP_NONE. */
static uint32_t beginning(const struct pp_graph *g, uint32_t v)
{
    uint32_t begins = PP_NONE;
    if (g->vertices[v].flags & PP_V_RESTART)
        return PP_NONE;
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in) {
        if (pp_live(g, e) || !pp_inside(&g->edges[e]))
            continue;
        if (!(g->edges[e].flags & PP_E_BACK))
            return PP_NONE;
        begins = g->edges[e].begins;
    }
    return begins;
}

static void add(struct pp_impossible *it, const struct pp_turn *turn)
{
    const struct pp_graph *g = it->g;
    uint32_t from = turn->begins ? beginning(g, turn->from) : turn->from;
    uint32_t to = pp_live(g, turn->to) ? turn->to : g->edges[turn->to].ends;
    if (from == PP_NONE || !pp_live(g, from) || to == PP_NONE || !pp_live(g, to))
        return;
    *pp_pair_at(&it->turns, from, to) = 1;
    it->restrains[from] = true;
}

void pp_impossible_make(struct pp_impossible *it, const struct pp_graph *g, const bool *counts)
{
    *it = (struct pp_impossible){.g = g};
    it->restrains = pp_xcalloc((size_t)g->num_edges + 1, sizeof *it->restrains);
    it->behind = pp_xcalloc((size_t)g->num_edges + 1, sizeof *it->behind);
    it->from = pp_xcalloc((size_t)g->num_vertices + 1, sizeof *it->from);
    for (uint32_t p = 0; p < g->num_procs; p++)
        for (uint32_t i = 0; i < g->procs[p].num_turns && counts[p]; i++)
            add(it, &g->turns[g->procs[p].first_turn + i]);
}

void pp_impossible_free(struct pp_impossible *it)
{
    free(it->restrains);
    free(it->behind);
    free(it->from);
    pp_pair_map_free(&it->turns);
    *it = (struct pp_impossible){0};
}

bool pp_is_impossible(const struct pp_impossible *it, const struct pp_pair_map *executed,
                      uint32_t from, uint32_t to)
{
    return it->restrains[from] && pp_pair_get(&it->turns, from, to) != PP_NONE &&
           pp_pair_get(executed, from, to) == PP_NONE;
}

/* Possible ways on behind choice E, which restrains the next one. */
static double restrained(const struct pp_impossible *it, const struct pp_pair_map *executed,
                         uint32_t e)
{
    const struct pp_graph *g = it->g;
    double ways = 0;
    for (uint32_t v = g->edges[e].to; v != PP_NONE;) {
        bool turns = pp_is_turning(g, v);
        uint32_t next = PP_NONE;
        if (g->vertices[v].kind == PP_EXIT)
            return ways + 1;
        for (uint32_t x = pp_first_out(g, v); x != PP_NONE; x = pp_next_out(g, x)) {
            if (!pp_is_choice(g, x))
                ways += it->from[g->edges[x].to];
            else if (!turns)
                next = g->edges[x].to;
            else if (!pp_is_impossible(it, executed, e, x))
                ways += it->behind[x];
        }
        v = next;
    }
    return ways;
}

double pp_possible_paths(struct pp_impossible *it, uint32_t proc,
                         const struct pp_pair_map *executed)
{
    const struct pp_graph *g = it->g;
    struct pp_order order;
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    for (uint32_t i = 0; i < order.num_reached; i++) {
        uint32_t v = order.postorder[i];
        it->from[v] = v == g->procs[proc].exit;
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e)) {
            it->behind[e] =
                it->restrains[e] ? restrained(it, executed, e) : it->from[g->edges[e].to];
            it->from[v] += it->behind[e];
        }
    }
    pp_order_free(&order);
    return it->from[g->procs[proc].entry];
}
