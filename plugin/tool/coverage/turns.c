/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/coverage/turns.h"

bool pp_is_choice(const struct pp_graph *g, uint32_t e)
{
    return !(g->edges[e].flags & PP_E_EH) && g->edges[e].kind != PP_CALL_EDGE;
}

uint32_t pp_choices(const struct pp_graph *g, uint32_t v, bool *several)
{
    uint32_t first = PP_NONE;
    *several = false;
    for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e)) {
        if (!pp_is_choice(g, e))
            continue;
        *several = first != PP_NONE;
        if (first != PP_NONE)
            return first;
        first = e;
    }
    return first;
}

bool pp_is_turning(const struct pp_graph *g, uint32_t v)
{
    bool several;
    pp_choices(g, v, &several);
    return several && g->vertices[v].kind != PP_ENTRY;
}

uint32_t pp_next_turning(const struct pp_graph *g, uint32_t e)
{
    uint32_t v = g->edges[e].to;
    while (!pp_is_turning(g, v)) {
        bool several;
        uint32_t on = pp_choices(g, v, &several);
        if (on == PP_NONE)
            return PP_NONE;
        v = g->edges[on].to;
    }
    return v;
}

void pp_turns_of_path(const struct pp_graph *g, const struct pp_path *path, pp_turn_taken *take,
                      void *to)
{
    uint32_t last = PP_NONE;
    for (uint32_t i = 0; i < path->num_edges; i++) {
        uint32_t own = path->edges[i], from = g->edges[own].from;
        uint32_t e = pp_live(g, own) ? own : g->edges[own].ends;
        bool counted = i >= path->active;
        if (!pp_is_choice(g, e)) {
            last = PP_NONE; /* a handler: what comes behind is no turn from what was before */
        } else if (g->vertices[from].kind == PP_ENTRY || pp_is_turning(g, from)) {
            take(to, last, e, counted);
            last = e;
        }
        if (e != own) {
            last = g->edges[own].begins;
            take(to, PP_NONE, last, i + 1 >= path->active);
        }
    }
}
