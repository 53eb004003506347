/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A path that is under way when a callee ends the program is not recorded. For most functions
   one path more or less matters little; but a function that runs once, as main does, then looks
   as if it never ran. Of its path this is known: it begins at Entry, is acyclic, takes no
   recording edge, and ends in a call. A call that came back was counted by its callee; so if
   the callee was not entered more often than other callers called it, the path ends at this
   call at the latest. If it was entered more often, lost paths made the additional calls: of
   the ways with most such calls, the likeliest is taken. If the path ends in a callee without
   counts, the callee has lost its own path in turn. */
#define _GNU_SOURCE /* qsort_r */
#include "core/profile/unfinished-paths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What counts on a way, each more than all the next together can: a call that was seen; to end
   where a function has lost its path, or in one that is not profiled; the logarithm of how likely
   the way is. */
#define SEEN 1e9
#define LOST 1e8
#define UNKNOWN 1e7
#define UNLIKELIEST (-700.0)

struct way {
    double value;  /* of the best way from here; -INFINITY: there is none */
    uint32_t edge; /* on which it goes; PP_NONE: it ends here */
    bool seen;     /* a call that has been counted by its callee alone */
    bool last;     /* a call that has not come back */
    bool begun, done;
};

struct search {
    struct pp_profile *profile;
    struct pp_graph *g;
    uint32_t *by_name; /* procedures, by name, then unit */
    uint64_t *sites;   /* by procedure: calls that callers have counted */
    bool *leaves;      /* by procedure: has it calls that may not come back? */
    struct way *ways;  /* of the vertices of the procedure that is looked at */
    uint32_t *todo;    /* procedures that have lost a path */
    uint32_t num_todo;
};

/* ---- Callees. */

static int by_name(const void *a, const void *b, void *graph)
{
    const struct pp_proc *procs = ((const struct pp_graph *)graph)->procs;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (procs[x].name != procs[y].name)
        return procs[x].name < procs[y].name ? -1 : 1;
    return (x > y) - (x < y);
}

/* The procedure that call vertex C calls, of its own unit if there is one; PP_NONE if it is not
   known or not profiled. */
static uint32_t callee_of(const struct search *s, uint32_t c)
{
    const struct pp_graph *g = s->g;
    uint32_t name = g->vertices[c].callee, low = 0, high = g->num_procs, found = PP_NONE;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (g->procs[s->by_name[middle]].name < name)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < g->num_procs && g->procs[s->by_name[low]].name == name; low++) {
        uint32_t p = s->by_name[low];
        if (g->procs[p].storage == PP_STORE_NONE)
            continue;
        if (g->procs[p].unit == g->procs[g->vertices[c].proc].unit)
            return p;
        if (found == PP_NONE)
            found = p;
    }
    return name ? found : PP_NONE;
}

static void look_at_calls(struct search *s)
{
    for (uint32_t v = 0; v < s->g->num_vertices; v++) {
        if (s->g->vertices[v].flags & PP_V_MAY_LEAVE)
            s->leaves[s->g->vertices[v].proc] = true;
        uint64_t count = s->profile->vertex_counts[v];
        uint32_t callee = PP_NONE;
        if (s->g->vertices[v].kind == PP_CALL && count)
            callee = callee_of(s, v);
        if (callee != PP_NONE)
            s->sites[callee] = pp_add(s->sites[callee], count);
    }
}

/* ---- The best way through one procedure. */

/* May a path that is not recorded take E, of the procedure whose vertices begin with FIRST? */
static bool is_open(const struct search *s, uint32_t first, uint32_t e)
{
    const struct pp_graph *g = s->g;
    const struct pp_edge *edge = &g->edges[e];
    return !s->ways[edge->from - first].last &&
           (edge->kind == PP_SUMMARY || (edge->kind == PP_FLOW && pp_live(g, e))) &&
           g->vertices[edge->to].kind != PP_EXIT;
}

/* How often V is expected to run a call. */
static double frequency(const struct pp_graph *g, uint32_t v)
{
    double sum = 0;
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (g->edges[e].kind == PP_FLOW || g->edges[e].kind == PP_SUMMARY)
            sum += g->edges[e].weight;
    return sum;
}

static int by_frequency(const void *a, const void *b, void *graph)
{
    const struct pp_graph *g = graph;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    double fx = frequency(g, x), fy = frequency(g, y);
    return fx != fy ? (fx < fy ? 1 : -1) : (x > y) - (x < y);
}

/* Of the calls of P the likeliest are on its lost path, RUNS times, as far as their callees have
   counted more than callers have. */
static void find_seen(struct search *s, const struct pp_proc *p, uint64_t runs)
{
    uint32_t *calls = pp_xmalloc((p->num_vertices + 1) * sizeof *calls), num = 0;
    uint64_t *taken = pp_xcalloc((size_t)s->g->num_procs + 1, sizeof *taken);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        if (s->g->vertices[v].kind == PP_CALL)
            calls[num++] = v;
    if (num)
        qsort_r(calls, num, sizeof *calls, by_frequency, s->g);
    for (uint32_t i = 0; i < num; i++) {
        uint32_t callee = callee_of(s, calls[i]);
        if (callee == PP_NONE)
            continue;
        struct way *way = &s->ways[calls[i] - p->first_vertex];
        uint64_t known = pp_add(s->sites[callee], runs);
        way->last = s->profile->calls[callee] < known;
        way->seen = s->profile->calls[callee] >= pp_add(known, taken[callee]);
        if (way->seen)
            taken[callee] = pp_add(taken[callee], runs);
    }
    free(taken);
    free(calls);
}

/* What it is worth that the path ends in V. */
static double end_value(const struct search *s, uint32_t v)
{
    const struct pp_vertex *vertex = &s->g->vertices[v];
    if (vertex->kind != PP_CALL || !(vertex->flags & PP_V_MAY_LEAVE))
        return -INFINITY;
    uint32_t callee = callee_of(s, v);
    if (callee == PP_NONE)
        return UNKNOWN;
    if (s->profile->calls[callee])
        return 0;
    return s->leaves[callee] ? LOST : -INFINITY;
}

/* The logarithm of the probability that control leaves along E. */
static double likelihood(const struct pp_graph *g, uint32_t e)
{
    double all = 0;
    for (uint32_t i = g->vertices[g->edges[e].from].first_out; i != PP_NONE;
         i = g->edges[i].next_out)
        if (g->edges[i].kind == PP_FLOW || g->edges[i].kind == PP_SUMMARY)
            all += g->edges[i].weight;
    return all > 0 && g->edges[e].weight > 0 ? fmax(log(g->edges[e].weight / all), UNLIKELIEST)
                                             : UNLIKELIEST;
}

static void choose(struct search *s, uint32_t first, uint32_t v)
{
    struct way *way = &s->ways[v - first];
    way->done = true;
    way->edge = PP_NONE;
    way->value = end_value(s, v);
    for (uint32_t e = s->g->vertices[v].first_out; e != PP_NONE; e = s->g->edges[e].next_out) {
        if (!is_open(s, first, e) || !s->ways[s->g->edges[e].to - first].done)
            continue;
        double value = s->ways[s->g->edges[e].to - first].value + likelihood(s->g, e);
        if (value > way->value) {
            way->value = value;
            way->edge = e;
        }
    }
    way->value += way->seen ? SEEN : 0;
}

/* Chooses ways from all vertices that can be reached from Entry, last ones first.  There is no
   cycle but, in mode context, around calls of what never returns: such a way is none. */
static void search(struct search *s, const struct pp_proc *p)
{
    const struct pp_graph *g = s->g;
    uint32_t *stack = pp_xmalloc((p->num_edges + 1) * sizeof *stack), depth = 0;
    stack[depth++] = p->entry;
    while (depth > 0) {
        uint32_t v = stack[depth - 1];
        struct way *way = &s->ways[v - p->first_vertex];
        if (way->begun) {
            depth--;
            if (!way->done)
                choose(s, p->first_vertex, v);
            continue;
        }
        way->begun = true;
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
            if (is_open(s, p->first_vertex, e) && !s->ways[g->edges[e].to - p->first_vertex].begun)
                stack[depth++] = g->edges[e].to;
    }
    free(stack);
}

/* ---- All of them. */

static void add(uint64_t *count, uint64_t more)
{
    *count = pp_add(*count, more);
}

/* The chosen way through P was taken RUNS times. */
static void take_way(struct search *s, const struct pp_proc *p, uint64_t runs)
{
    struct pp_profile *profile = s->profile;
    uint32_t v = p->entry, edge, callee;
    add(&profile->calls[p - s->g->procs], runs);
    for (;; v = s->g->edges[edge].to) {
        add(&profile->vertex_counts[v], runs);
        edge = s->ways[v - p->first_vertex].edge;
        callee = s->g->vertices[v].kind == PP_CALL ? callee_of(s, v) : PP_NONE;
        if (callee != PP_NONE)
            add(&s->sites[callee], runs);
        if (edge == PP_NONE)
            break;
        add(&profile->edge_counts[edge], runs);
    }
    if (callee != PP_NONE && !profile->calls[callee])
        s->todo[s->num_todo++] = callee;
}

static void find_way(struct search *s, uint32_t proc, uint64_t runs)
{
    const struct pp_proc *p = &s->g->procs[proc];
    s->ways = pp_xcalloc((size_t)p->num_vertices + 1, sizeof *s->ways);
    find_seen(s, p, runs);
    search(s, p);
    if (s->ways[p->entry - p->first_vertex].value > -INFINITY)
        take_way(s, p, runs);
    free(s->ways);
}

/* main, if it has lost its path. */
static uint32_t lost_main(const struct pp_profile *profile)
{
    const struct pp_graph *g = &profile->notes->graph;
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (g->procs[p].is_main && !profile->calls[p] && g->procs[p].storage != PP_STORE_NONE &&
            g->procs[p].storage != PP_STORE_EDGES)
            return p;
    return PP_NONE;
}

bool pp_has_lost(const struct pp_profile *profile)
{
    return profile->runs && !profile->estimated &&
           ((profile->elsewhere && profile->elsewhere->main_lost) || lost_main(profile) != PP_NONE);
}

void pp_find_lost(struct pp_profile *profile)
{
    struct search s = {.profile = profile, .g = &profile->notes->graph};
    uint32_t first = profile->runs && !profile->estimated ? lost_main(profile) : PP_NONE;
    if (first == PP_NONE)
        return;
    s.by_name = pp_xmalloc(s.g->num_procs * sizeof *s.by_name);
    for (uint32_t p = 0; p < s.g->num_procs; p++)
        s.by_name[p] = p;
    qsort_r(s.by_name, s.g->num_procs, sizeof *s.by_name, by_name, s.g);
    s.sites = pp_xcalloc(s.g->num_procs, sizeof *s.sites);
    s.todo = pp_xmalloc((s.g->num_procs + 1) * sizeof *s.todo);
    s.leaves = pp_xcalloc(s.g->num_procs, sizeof *s.leaves);
    look_at_calls(&s);
    s.todo[s.num_todo++] = first;
    /* Each is put on the list but once: from then on it has calls. */
    for (uint32_t i = 0; i < s.num_todo; i++)
        find_way(&s, s.todo[i], profile->runs);
    free(s.by_name);
    free(s.sites);
    free(s.leaves);
    free(s.todo);
}
