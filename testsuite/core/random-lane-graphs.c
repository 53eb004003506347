/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-lane-calls: hot-path supergraphs by definition. */
#include "random-lane-calls.h"

#include <stdlib.h>

/* ---- Unbalanced-left paths: all of them, as far as there is room, on both graphs at once. */

#define MOST_CONFIGURATIONS 2000
#define MOST_OPEN 40

struct pair {
    const struct calls_case *c;
    const struct pp_hot_graph *h;
    uint32_t open[MOST_OPEN], hot[MOST_OPEN]; /* calls: edges of the program, hot call vertices */
    uint32_t depth, configurations;
    bool good;
};

/* The one way from hot vertex V that is a copy of EDGE, and, if that returns, labelled CALL. */
static uint32_t one_way(struct pair *p, uint32_t v, uint32_t edge, uint32_t call)
{
    uint32_t found = PP_NONE;
    for (uint32_t e = p->h->vertices[v].first_out; e != PP_NONE; e = p->h->edges[e].next_out) {
        const struct pp_hot_edge *hot = &p->h->edges[e];
        if (hot->edge != edge || hot->call != call)
            continue;
        p->good &= found == PP_NONE;
        found = hot->to;
    }
    p->good &= found != PP_NONE && p->h->vertices[found].vertex == p->h->graph->edges[edge].to;
    return found;
}

/* Edges out of V that control may take: not those over calls that are followed. */
static uint32_t count_ways(const struct pp_hot_graph *h, uint32_t v)
{
    uint32_t num = 0;
    for (uint32_t e = h->vertices[v].first_out; e != PP_NONE; e = h->edges[e].next_out)
        num += !(h->graph->edges[h->edges[e].edge].kind == PP_SUMMARY &&
                 pp_hot_follows(h, h->edges[e].edge));
    return num;
}

static void compare(struct pair *p, uint32_t v, uint32_t hot, uint32_t length)
{
    const struct pp_graph *g = p->h->graph;
    if (!p->good || length == 0 || p->configurations++ > MOST_CONFIGURATIONS)
        return;
    if (g->vertices[v].kind == PP_EXIT) {
        if (p->depth == 0)
            return;
        uint32_t call = p->open[--p->depth], c = p->hot[p->depth], back = call + 1;
        uint32_t to = one_way(p, hot, back, c);
        if (p->good)
            compare(p, g->edges[back].to, to, length - 1);
        p->open[p->depth] = call;
        p->hot[p->depth++] = c;
        return;
    }
    uint32_t ways = 0;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE && p->good; e = g->edges[e].next_out) {
        bool call = g->edges[e].kind == PP_CALL_EDGE && pp_hot_follows(p->h, e);
        bool inside =
            is_inside(&g->edges[e]) && !(g->edges[e].kind == PP_SUMMARY && pp_hot_follows(p->h, e));
        if (!call && !inside)
            continue;
        ways++;
        uint32_t to = one_way(p, hot, e, PP_NONE);
        if (call && p->depth == MOST_OPEN)
            continue;
        if (call) {
            p->open[p->depth] = e;
            p->hot[p->depth++] = hot;
        }
        if (p->good)
            compare(p, g->edges[e].to, to, length - 1);
        p->depth -= call;
    }
    p->good &= ways == count_ways(p->h, hot);
}

/* Is each edge once in the list of its source, and once in that of its target? */
static bool lists_agree(const struct pp_hot_graph *h)
{
    unsigned char *seen = pp_xcalloc((size_t)h->num_edges + 1, 1);
    bool good = true;
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        for (uint32_t e = h->vertices[v].first_out; e != PP_NONE; e = h->edges[e].next_out) {
            good &= h->edges[e].from == v && !(seen[e] & 1);
            seen[e] |= 1;
        }
        for (uint32_t e = h->vertices[v].first_in; e != PP_NONE; e = h->edges[e].next_in) {
            good &= h->edges[e].to == v && !(seen[e] & 2);
            seen[e] |= 2;
        }
    }
    for (uint32_t e = 0; e < h->num_edges; e++)
        good &= seen[e] == 3;
    free(seen);
    return good;
}

/* ---- Return edges. */

/* Which vertices ENTRY reaches inside its procedure: one more step of all edges at a time. */
static void spread(const struct pp_hot_graph *h, uint32_t entry, bool *reached)
{
    bool more = true;
    reached[entry] = true;
    uint32_t proc = h->graph->vertices[h->vertices[entry].vertex].proc;
    for (uint32_t v = 0; v < h->num_vertices; v++)
        reached[v] |= (h->graph->vertices[h->vertices[v].vertex].flags & PP_V_RESTART) &&
                      h->graph->vertices[h->vertices[v].vertex].proc == proc;
    while (more) {
        more = false;
        for (uint32_t e = 0; e < h->num_edges; e++) {
            const struct pp_hot_edge *edge = &h->edges[e];
            if (is_inside(&h->graph->edges[edge->edge]) && reached[edge->from] &&
                !reached[edge->to])
                more = reached[edge->to] = true;
        }
    }
}

static uint32_t count_edges(const struct pp_hot_graph *h, uint32_t from, uint32_t to, uint32_t edge,
                            uint32_t call)
{
    uint32_t num = 0;
    for (uint32_t e = 0; e < h->num_edges; e++)
        num += h->edges[e].from == from && (to == PP_NONE || h->edges[e].to == to) &&
               h->edges[e].edge == edge && h->edges[e].call == call;
    return num;
}

static void check_returns(const struct pp_hot_graph *h, const char *what)
{
    const struct pp_graph *g = h->graph;
    bool *reached = pp_xcalloc((size_t)h->num_vertices + 1, sizeof *reached);
    uint32_t returns = 0, found = 0;
    bool good = true;
    for (uint32_t e = 0; e < h->num_edges; e++) {
        const struct pp_hot_edge *edge = &h->edges[e];
        uint32_t kind = g->edges[edge->edge].kind;
        returns += kind == PP_RETURN;
        if (kind == PP_RETURN)
            good &= count_edges(h, edge->call, edge->to, pp_summary_of_call(g, edge->edge - 1),
                                PP_NONE) == 1;
        if (kind == PP_SUMMARY && pp_hot_follows(h, edge->edge)) {
            bool any = false;
            for (uint32_t f = 0; f < h->num_edges; f++)
                any |= h->edges[f].call == edge->from && h->edges[f].to == edge->to;
            good &= any;
        }
        if (kind != PP_CALL_EDGE)
            continue;
        for (uint32_t v = 0; v < h->num_vertices; v++)
            reached[v] = false;
        spread(h, edge->to, reached);
        for (uint32_t x = 0; x < h->num_vertices; x++) {
            if (!reached[x] || g->vertices[h->vertices[x].vertex].kind != PP_EXIT)
                continue;
            found++;
            good &= count_edges(h, x, PP_NONE, edge->edge + 1, edge->from) == 1;
        }
    }
    check(C_RETURNS, good && found == returns, "%s: %u return edges for %u", what, returns, found);
    free(reached);
}

void check_call_graph(const struct calls_case *c, const struct pp_hot_graph *h, const char *what)
{
    char *wrong = pp_hot_sound(h);
    check(C_SOUND, !wrong, "%s: %s", what, wrong);
    free(wrong);
    check(C_SOUND, lists_agree(h), "%s: an edge is not where it should be", what);
    for (uint32_t i = 0; i < h->num_procs; i++) {
        struct pair p = {.c = c, .h = h, .good = true};
        uint32_t entry = h->procs[i].outside;
        if (entry == PP_NONE)
            continue;
        for (uint32_t length = 4; length <= 28 && p.configurations < MOST_CONFIGURATIONS;
             length += 8) {
            p.configurations = 0;
            compare(&p, h->graph->procs[h->procs[i].proc].entry, entry, length);
        }
        check(C_CONGRUENT, p.good, "%s: other paths from procedure %u", what, h->procs[i].proc);
    }
    check_returns(h, what);
}

/* ---- Partitions. */

/* Of two edges that are copies of one, no return edges and no summary edges over calls: do they lead
   into one block if they come from one? */
static bool respects(const struct pp_hot_graph *h, uint32_t e, uint32_t f, const uint32_t *block)
{
    const struct pp_hot_edge *a = &h->edges[e], *b = &h->edges[f];
    if (a->edge != b->edge || block[a->from] != block[b->from])
        return true;
    if (h->graph->edges[a->edge].kind == PP_RETURN)
        return block[a->call] != block[b->call] || block[a->to] == block[b->to];
    return (h->graph->edges[a->edge].kind == PP_SUMMARY && pp_hot_follows(h, a->edge)) ||
           block[a->to] == block[b->to];
}

void check_partition(const struct pp_hot_graph *h, const uint32_t *initial, const uint32_t *block)
{
    bool first = true, edges = true, returns = true;
    for (uint32_t u = 0; u < h->num_vertices; u++)
        for (uint32_t v = 0; v < u; v++)
            first &= block[u] != block[v] || initial[u] == initial[v];
    for (uint32_t e = 0; e < h->num_edges; e++)
        for (uint32_t f = 0; f < e; f++) {
            bool good = respects(h, e, f, block);
            if (h->graph->edges[h->edges[e].edge].kind == PP_RETURN)
                returns &= good;
            else
                edges &= good;
        }
    check(C_PARTITION, first, "what was apart is together");
    check(C_PARTITION, edges, "equal edges lead to several blocks");
    check(C_PARTITION, returns, "return edges are in conflict");
}

/* ---- Express lanes (thesis 7.2). */

/* The copies that a hot path goes along; of each, whether a surrogate leads there. */
struct lane {
    const struct pp_hot_graph *h;
    uint32_t at[CALL_STEPS * 2], num;
    bool behind_surrogate[CALL_STEPS * 2];
};

static void lane_add(struct lane *l, uint32_t v, bool behind_surrogate)
{
    l->behind_surrogate[l->num] = behind_surrogate;
    l->at[l->num++] = v;
}

/* The last of the vertices before I that is a copy of VERTEX; PP_NONE. */
static uint32_t last_before(const struct lane *l, uint32_t i, uint32_t vertex)
{
    while (i-- > 0)
        if (l->h->vertices[l->at[i]].vertex == vertex)
            return l->at[i];
    return PP_NONE;
}

/* Returns whether the graph has them. */
static bool find_lane(const struct calls_case *c, const struct pp_path *path, struct lane *l)
{
    const struct pp_graph *g = &c->m.g;
    uint32_t open[MOST_OPEN], depth = 0, v = PP_NONE;
    uint32_t from = g->edges[path->edges[0]].from;
    if (!pp_is_begin(&g->edges[path->edges[0]])) {
        v = pp_hot_find(&c->h, from, pp_automaton_begin(&c->a, from));
        if (v == PP_NONE)
            return false;
        lane_add(l, v, true);
    }
    for (uint32_t i = 0; i < path->num_edges && l->num < CALL_STEPS; i++) {
        uint32_t e = path->edges[i], label = PP_NONE, next = PP_NONE;
        if (pp_is_begin(&g->edges[e])) {
            uint32_t state =
                v == PP_NONE ? pp_automaton_begin(&c->a, from) : c->h.vertices[v].state;
            v = pp_hot_find(&c->h, g->edges[e].to, pp_automaton_resume(&c->a, state, e));
            if (v == PP_NONE)
                return false;
            lane_add(l, v, true);
            continue;
        }
        if (g->edges[e].kind == PP_SURROGATE)
            return true;
        if (g->edges[e].kind == PP_RETURN && depth)
            label = open[--depth];
        if (g->edges[e].kind == PP_CALL_EDGE)
            open[depth++] = v;
        for (uint32_t k = c->h.vertices[v].first_out; k != PP_NONE; k = c->h.edges[k].next_out)
            if (c->h.edges[k].edge == e && (label == PP_NONE || c->h.edges[k].call == label))
                next = c->h.edges[k].to;
        if (next == PP_NONE)
            return false;
        lane_add(l, v = next, false);
    }
    return true;
}

/* What may lead to the I-th vertex, which is none behind a surrogate? */
static bool few_lead_there(const struct lane *l, uint32_t i)
{
    const struct pp_hot_graph *h = l->h;
    const struct pp_graph *g = h->graph;
    uint32_t v = l->at[i], vertex = h->vertices[v].vertex;
    bool site = g->vertices[vertex].kind == PP_RETURN_SITE;
    bool exit = g->vertices[h->vertices[l->at[i - 1]].vertex].kind == PP_EXIT;
    uint32_t c = site ? last_before(l, i, pp_call_of_site(g, vertex)) : PP_NONE;
    bool good = true;
    for (uint32_t e = h->vertices[v].first_in; e != PP_NONE; e = h->edges[e].next_in) {
        const struct pp_hot_edge *edge = &h->edges[e];
        if (!site)
            good &= edge->from == l->at[i - 1];
        else if (edge->call != PP_NONE)
            good &= (c == PP_NONE || edge->call == c) && (!exit || edge->from == l->at[i - 1]);
        else
            good &= c == PP_NONE || edge->from == c;
    }
    return good;
}

/* Is the I-th vertex reached from the entry on the lane, and no other? */
static bool keeps_context(const struct lane *l, uint32_t i)
{
    const struct pp_hot_graph *h = l->h;
    uint32_t proc = h->graph->vertices[h->vertices[l->at[i]].vertex].proc;
    uint32_t entry = last_before(l, i + 1, h->graph->procs[proc].entry);
    const struct pp_hot_list *entries = &h->procs[pp_hot_find_proc(h, proc)].entries;
    bool good = true;
    if (entry == PP_NONE)
        return true;
    bool *reached = pp_xmalloc((size_t)h->num_vertices + 1);
    for (uint32_t k = 0; k < entries->num; k++) {
        for (uint32_t v = 0; v < h->num_vertices; v++)
            reached[v] = false;
        spread(h, entries->at[k], reached);
        good &= reached[l->at[i]] == (entries->at[k] == entry);
    }
    free(reached);
    return good;
}

void check_express_lanes(const struct calls_case *c)
{
    for (uint32_t v = 0; v < c->m.g.num_vertices; v++)
        if (c->m.g.vertices[v].flags & (PP_V_SINGLE | PP_V_RESTART))
            return;
    for (size_t k = 0; k < c->num_hot && k < 30; k++) {
        struct lane l = {.h = &c->h};
        if (!check(C_LANES, find_lane(c, &c->profile.paths[c->hot[k]], &l), "there is no lane"))
            return;
        bool distinct = true, few = true, context = true;
        for (uint32_t i = 0; i < l.num; i++) {
            distinct &= last_before(&l, i, c->h.vertices[l.at[i]].vertex) != l.at[i];
            few &= l.behind_surrogate[i] || few_lead_there(&l, i);
            context &= keeps_context(&l, i);
        }
        check(C_LANES, distinct, "one copy of a vertex that is twice on a path");
        check(C_LANES, few, "mode %s: more leads to a lane", pp_mode_name(c->m.unit.params.mode));
        check(C_LANES, context, "a lane is run in several contexts");
    }
}
