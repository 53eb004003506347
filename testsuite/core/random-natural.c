/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "random-natural.h"

#include <string.h>

uint32_t first_vertex(const struct pp_graph *g)
{
    return g->procs[PROC].first_vertex;
}

bool is_cut(const struct pp_graph *g, uint32_t e)
{
    return g->edges[e].flags & PP_E_CUT;
}

/* Marks what can be reached from V without passing HEAD. */
static void reach(const struct pp_graph *g, uint32_t v, uint32_t head, bool *reached)
{
    if (v == head || reached[v - first_vertex(g)])
        return;
    reached[v - first_vertex(g)] = true;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
        if (is_original(g, e))
            reach(g, g->edges[e].to, head, reached);
}

/* Marks what reaches V without passing HEAD. */
static void reach_back(const struct pp_graph *g, uint32_t v, uint32_t head, bool *body)
{
    if (body[v - first_vertex(g)])
        return;
    body[v - first_vertex(g)] = true;
    for (uint32_t e = g->vertices[v].first_in; v != head && e != PP_NONE; e = g->edges[e].next_in)
        if (is_original(g, e))
            reach_back(g, g->edges[e].from, head, body);
}

/* Whether all edges into HEAD that are BACK come from what it dominates, and some are; then BODY is
   its natural loop. */
static bool natural_loop(const struct pp_graph *g, uint32_t head, bool *body)
{
    bool reached[MOST_VERTICES] = {false}, any = false;
    const struct pp_proc *p = &g->procs[PROC];
    reach(g, p->entry, head, reached);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        if (g->vertices[v].flags & PP_V_RESTART)
            reach(g, v, head, reached);
    memset(body, 0, MOST_VERTICES);
    for (uint32_t e = g->vertices[head].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (is_original(g, e) && (g->edges[e].flags & PP_E_BACK)) {
            if (reached[g->edges[e].from - p->first_vertex])
                return false;
            any = true;
            reach_back(g, g->edges[e].from, head, body);
        }
    return any;
}

bool is_over(const struct pp_graph *g, uint32_t e)
{
    const struct pp_edge *edge = &g->edges[e];
    return edge->kind == PP_SURROGATE && edge->from != g->procs[PROC].entry &&
           (edge->flags & PP_E_OVER);
}

bool to_step(const struct pp_graph *g, uint32_t e)
{
    const struct pp_edge *edge = &g->edges[e];
    return edge->kind == PP_SURROGATE && edge->origin != PP_NONE && edge->to != g->procs[PROC].exit;
}

bool from_step(const struct pp_graph *g, uint32_t e)
{
    uint32_t origin = g->edges[e].origin;
    return is_over(g, e) || (origin != PP_NONE && is_over(g, origin));
}

uint32_t loop_from(const struct loops *l, uint32_t e)
{
    uint32_t v = l->g->edges[e].from - first_vertex(l->g);
    return from_step(l->g, e) ? l->step_in[v] : l->head_of[v];
}

uint32_t loop_to(const struct loops *l, uint32_t e)
{
    uint32_t v = l->g->edges[e].to - first_vertex(l->g);
    return to_step(l->g, e) ? l->step_in[v] : l->head_of[v];
}

bool goes_round(const struct loops *l, uint32_t e)
{
    const struct pp_edge *edge = &l->g->edges[e];
    return (is_original(l->g, e) || is_over(l->g, e)) && is_cut(l->g, e) &&
           l->g->vertices[edge->to].k > 1 && loop_from(l, e) == edge->to;
}

static bool is_head(const struct pp_graph *g, uint32_t v)
{
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (is_original(g, e) && (g->edges[e].flags & PP_E_BACK))
            return true;
    return false;
}

/* Is the loop of INNER directly in that of OUTER, as a loop? */
static bool directly_in(const struct loops *l, uint32_t inner, uint32_t outer)
{
    uint32_t first = first_vertex(l->g), num = l->g->procs[PROC].num_vertices;
    if (inner == outer || !l->body[outer][inner] || !is_head(l->g, first + inner))
        return false;
    for (uint32_t v = 0; v < num; v++)
        if (v != inner && v != outer && l->body[outer][v] && is_head(l->g, first + v) &&
            l->body[v][inner])
            return false;
    return true;
}

/* Can the loop of V, in another, be one step? */
static bool can_be_step(const struct loops *l, uint32_t v)
{
    const struct pp_graph *g = l->g;
    uint32_t first = first_vertex(g);
    for (uint32_t e = g->procs[PROC].first_edge;
         e < g->procs[PROC].first_edge + g->procs[PROC].num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        bool from = l->body[v][edge->from - first], to = l->body[v][edge->to - first];
        bool no_code = edge->flags & PP_E_ABNORMAL;
        if (from && !to && (no_code || (g->vertices[edge->to].flags & PP_V_RESTART)))
            return false;
        if (edge->to == first + v && no_code)
            return false;
    }
    return true;
}

/* Are the loops in that of HEAD collapsed? */
static bool collapses(const struct loops *l, uint32_t head)
{
    uint32_t first = first_vertex(l->g), num = l->g->procs[PROC].num_vertices;
    bool good = l->natural[head] && l->g->vertices[first + head].wanted_k > 1;
    for (uint32_t v = 0; v < num && good; v++) {
        if (!l->body[head][v])
            continue;
        good &= !(l->g->vertices[first + v].flags & PP_V_RESTART);
        if (v != head && is_head(l->g, first + v))
            good &= l->natural[v] && !l->body[v][head];
    }
    for (uint32_t v = 0; v < num && good; v++)
        if (directly_in(l, v, head))
            good = can_be_step(l, v);
    return good;
}

static uint32_t size_of(const struct loops *l, uint32_t head)
{
    uint32_t size = 0;
    for (uint32_t v = 0; v < l->g->procs[PROC].num_vertices; v++)
        size += l->body[head][v];
    return size;
}

/* The smallest of the loops that are COLLAPSED that V is in; with ABOVE, of those larger than V's. */
static uint32_t smallest(const struct loops *l, const bool *collapsed, uint32_t v, bool above)
{
    uint32_t found = PP_NONE;
    for (uint32_t h = 0; h < l->g->procs[PROC].num_vertices; h++)
        if (collapsed[h] && l->body[h][v] && !(above && h == v) &&
            (found == PP_NONE || size_of(l, h) < size_of(l, found)))
            found = h;
    return found == PP_NONE ? found : found + first_vertex(l->g);
}

static void find_regions(struct loops *l)
{
    const struct pp_graph *g = l->g;
    uint32_t first = first_vertex(g), num = g->procs[PROC].num_vertices;
    bool collapsed[MOST_VERTICES] = {false};
    for (uint32_t v = 0; v < num; v++)
        l->natural[v] = natural_loop(g, first + v, l->body[v]);
    for (uint32_t head = 0; head < num; head++)
        for (uint32_t v = 0; collapses(l, head) && v < num; v++)
            collapsed[v] |= directly_in(l, v, head);
    for (uint32_t v = 0; v < num; v++) {
        l->region[v] = smallest(l, collapsed, v, false);
        l->around[v] = collapsed[v] ? smallest(l, collapsed, v, true) : PP_NONE;
        num_collapsed += collapsed[v];
        check(P_COLLAPSED,
              g->vertices[first + v].region == l->region[v] &&
                  g->vertices[first + v].around == l->around[v],
              "vertex %u is in the collapsed loops of %d and %d", v,
              (int)g->vertices[first + v].region, (int)g->vertices[first + v].around);
    }
}

/* Can paths span several iterations of the loop of HEAD?  IN: what is in it, collapsed loops by
   their heads. */
static bool is_good(const struct loops *l, uint32_t head, const bool *in)
{
    const struct pp_graph *g = l->g;
    uint32_t first = first_vertex(g);
    bool good = l->natural[head];
    for (uint32_t v = 0; v < g->procs[PROC].num_vertices && good; v++) {
        if (!in[v] || l->region[v] != l->region[head])
            continue;
        good &= !(g->vertices[first + v].flags & PP_V_RESTART);
        good &= v == head || !is_head(g, first + v); /* an inner loop */
        bool tail = false;
        for (uint32_t e = g->vertices[first + v].first_out; e != PP_NONE; e = g->edges[e].next_out)
            tail |= is_original(g, e) && (g->edges[e].flags & PP_E_BACK);
        for (uint32_t e = g->procs[PROC].first_edge;
             e < g->procs[PROC].first_edge + g->procs[PROC].num_edges; e++) {
            const struct pp_edge *edge = &g->edges[e];
            bool from = in[edge->from - first], to = in[edge->to - first];
            bool round = to && (edge->flags & PP_E_BACK) && edge->to == first + head;
            if (edge->from != first + v && edge->to != first + v)
                continue;
            good &= !(to && (edge->flags & PP_E_BROKEN) && !round);
            good &= !((edge->flags & PP_E_ABNORMAL) &&
                      (from != to || round || (tail && edge->from == first + v))); /* no code */
        }
    }
    return good;
}

void find_loops(struct loops *l, const struct pp_graph *g, const struct spec *s, uint32_t k,
                bool exact)
{
    uint32_t first = first_vertex(g), num = g->procs[PROC].num_vertices;
    *l = (struct loops){.g = g};
    memset(l->head_of, 0xff, sizeof l->head_of);
    memset(l->step_in, 0xff, sizeof l->step_in);
    find_regions(l);
    for (uint32_t h = 0; h < num; h++) {
        const struct pp_vertex *vertex = &g->vertices[first + h];
        bool in[MOST_VERTICES] = {false}, inner = false;
        for (uint32_t v = 0; v < num; v++) {
            inner |= v != h && l->body[h][v] && is_head(g, first + v);
            bool here = l->region[v] == l->region[h];
            bool step = l->region[v] == first + v && l->around[v] == l->region[h];
            in[v] = l->body[h][v] && (here || step);
        }
        uint32_t wanted = s->wanted_k[h] ? s->wanted_k[h] : inner ? 1 : k;
        bool good = is_head(g, first + h) && is_good(l, h, in);
        uint32_t has = vertex->k > 1 ? vertex->k : 1;
        check(P_LOOPS,
              has <= wanted && (!exact || has == (good ? wanted : 1)) && (has == 1 || good),
              "the loop of vertex %u has k = %u of %u", h, has, wanted);
        for (uint32_t v = 0; v < num && has > 1; v++) {
            if (!in[v])
                continue;
            uint32_t *of = l->region[v] == l->region[h] ? &l->head_of[v] : &l->step_in[v];
            check(P_LOOPS, *of == PP_NONE, "two loops overlap");
            *of = first + h;
        }
    }
}
