/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random supergraphs: several procedures with loops, self-loops, computed gotos, places where
   control arrives sideways, ways out without return; calls of each other, recursive ones among
   them, of what is not in the graph, of what may come back sideways. */
#include "random-scope.h"

#include "core/transform/transform.h"
#include "core/graph/weights.h"

#include <stdio.h>
#include <string.h>

#define MOST_VERTICES 24
#define MOST_EDGES 120

struct shape {
    uint32_t from[MOST_EDGES], to[MOST_EDGES];
    enum pp_edge_kind kind[MOST_EDGES];
    unsigned flags[MOST_EDGES];
    uint32_t num;
};

static void add(struct shape *s, uint32_t from, uint32_t to, enum pp_edge_kind kind, unsigned flags)
{
    if (s->num == MOST_EDGES)
        return;
    s->from[s->num] = from;
    s->to[s->num] = to;
    s->kind[s->num] = kind;
    s->flags[s->num++] = flags;
}

static bool has_out(const struct shape *s, uint32_t v)
{
    for (uint32_t i = 0; i < s->num; i++)
        if (s->from[i] == v)
            return true;
    return false;
}

static void make_vertices(struct pp_graph *g, uint32_t proc, uint32_t n, struct shape *s)
{
    uint32_t exit = g->procs[proc].exit;
    bool rare = chance(30);
    while (g->num_vertices < exit + 1 + n) {
        uint32_t v = pp_add_vertex(g, proc, PP_BLOCK, g->num_vertices);
        if (chance(35)) {
            g->vertices[v].kind = PP_CALL;
            uint32_t r = pp_add_vertex(g, proc, PP_RETURN_SITE, v);
            g->vertices[v].flags = chance(30) ? PP_V_MAY_LEAVE : 0;
            g->vertices[r].flags = rare && chance(10) ? PP_V_RESTART : 0;
            add(s, v, r, PP_SUMMARY, 0);
        } else if (rare && chance(8)) {
            g->vertices[v].flags = PP_V_GOTO;
        } else if (rare && chance(6)) {
            g->vertices[v].flags = PP_V_RESTART;
        }
    }
}

/* Adds an edge out of V, as its kind has them. */
static void add_out(const struct pp_graph *g, struct shape *s, uint32_t v, uint32_t to)
{
    const struct pp_vertex *from = &g->vertices[v], *target = &g->vertices[to];
    if (target->kind == PP_RETURN_SITE)
        return; /* its call's summary edge is all that leads there */
    if (from->kind == PP_CALL) {
        if (chance(15))
            add(s, v, to, PP_FLOW, PP_E_EH);
    } else if (!(from->flags & PP_V_GOTO)) {
        add(s, v, to, PP_FLOW, 0);
    } else if (target->kind != PP_EXIT && to != v && !(target->flags & PP_V_RESTART)) {
        add(s, v, to, PP_FLOW, PP_E_ABNORMAL | PP_E_CASE);
    }
}

static void make_proc(struct pp_graph *g, uint32_t index)
{
    char name[16];
    snprintf(name, sizeof name, index || chance(50) ? "p%u" : "main", index);
    uint32_t p = pp_add_proc(g, name, name), n = 1 + below(chance(50) ? 20 : 8);
    uint32_t entry = g->procs[p].entry, exit = g->procs[p].exit, first = exit + 1;
    struct shape s = {.num = 0};
    g->procs[p].index = index;
    g->procs[p].outside = index ? chance(20) : chance(90);
    make_vertices(g, p, n, &s);
    n = g->num_vertices - first;
    uint32_t fixed = s.num;
    add(&s, entry, first, PP_FLOW, 0);
    for (uint32_t i = 1; i < n; i++)
        if (g->vertices[first + i].kind != PP_RETURN_SITE && !chance(3))
            add_out(g, &s, first + below(i), first + i);
    for (uint32_t i = below(2 * n + 2); i > 0; i--)
        add_out(g, &s, first + below(n), chance(20) ? exit : first + below(n));
    for (uint32_t i = 0; i < n; i++)
        if (!has_out(&s, first + i) && chance(97))
            add(&s, first + i, exit, PP_FLOW,
                g->vertices[first + i].flags & PP_V_GOTO || chance(15) ? PP_E_NORETURN : 0);
    /* Any order of edges is allowed, but the summary edge is the first out of its vertex. */
    for (uint32_t i = 0; i < s.num; i++) {
        uint32_t j = i < fixed ? i : i + below(s.num - i);
        pp_add_edge(g, s.from[j], s.to[j], s.kind[j], s.flags[j]);
        s.from[j] = s.from[i];
        s.to[j] = s.to[i];
        s.kind[j] = s.kind[i];
        s.flags[j] = s.flags[i];
    }
}

/* Calls that come back if and only if the callee returns are linked, if they are of one in the
   graph: mostly of a later procedure. */
static void link_calls(struct pp_graph *g)
{
    uint32_t num = g->num_vertices;
    for (uint32_t c = 0; c < num; c++) {
        uint32_t e = g->vertices[c].first_out, p = g->vertices[c].proc;
        if (g->vertices[c].kind != PP_CALL || chance(15))
            continue;
        uint32_t later = g->num_procs - 1 - p;
        uint32_t callee = later && chance(80) ? p + 1 + below(later) : below(g->num_procs);
        if (g->edges[e].next_out == PP_NONE && !(g->vertices[g->edges[e].to].flags & PP_V_RESTART))
            pp_link_call(g, c, callee);
        else
            g->procs[callee].outside = true;
    }
}

void random_supergraph(struct pp_graph *g)
{
    uint32_t num = 2 + below(MOST_PROCS - 1);
    pp_graph_init(g);
    for (uint32_t p = 0; p < num; p++)
        make_proc(g, p);
    link_calls(g);
    bool plain = chance(50);
    for (uint32_t p = 0; p < num; p++) {
        pp_mark_backedges(g, p);
        pp_static_weights(g, p);
        for (uint32_t i = 0; !plain && i < g->procs[p].num_edges; i++)
            g->edges[g->procs[p].first_edge + i].weight = below(8);
        if (!plain && chance(50))
            g->procs[p].calls = 1 + below(100);
    }
}
