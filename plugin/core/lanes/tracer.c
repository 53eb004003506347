/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lanes/tracer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/profile/profile.h"

void pp_tracer_init(struct pp_tracer *t, struct pp_hot_graph *h, const struct pp_growth *growth)
{
    *t = (struct pp_tracer){.h = h, .growth = growth, .next = h->num_vertices};
}

void pp_tracer_free(struct pp_tracer *t)
{
    for (uint32_t i = 0; i < t->num_lists; i++) {
        free(t->exits[i].at);
        free(t->callers[i].at);
        free(t->entries[i].at);
    }
    free(t->exits);
    free(t->callers);
    free(t->entries);
    free(t->pairs);
    pp_pair_map_free(&t->reached);
}

static void append(struct pp_hot_list *list, uint32_t what)
{
    list->at = pp_grow(list->at, &list->cap, list->num, 1, sizeof *list->at);
    list->at[list->num++] = what;
}

/* Lists for all vertices that there are. */
static void make_lists(struct pp_tracer *t)
{
    uint32_t old = t->num_lists, cap[3] = {t->cap_lists, t->cap_lists, t->cap_lists};
    uint32_t more = t->h->num_vertices - old;
    struct pp_hot_list **lists[] = {&t->exits, &t->callers, &t->entries};
    for (unsigned i = 0; i < 3; i++) {
        *lists[i] = pp_grow(*lists[i], &cap[i], old, more, sizeof **lists[i]);
        if (more)
            memset(*lists[i] + old, 0, more * sizeof **lists[i]);
    }
    t->cap_lists = cap[0];
    t->num_lists = old + more;
}

/* The vertices are their own worklist: what is made is appended, and grows in that order. */
static void grow(struct pp_tracer *t)
{
    while (t->next < t->h->num_vertices)
        t->growth->grow(t->growth->context, t->next++);
    if (t->h->calls)
        make_lists(t);
}

/* ENTRY reaches V. */
static void reach(struct pp_tracer *t, uint32_t entry, uint32_t v)
{
    uint32_t *known = pp_pair_at(&t->reached, entry, v);
    if (*known != PP_NONE)
        return;
    *known = 1;
    t->pairs = pp_grow(t->pairs, &t->cap_pairs, t->num_pairs, 1, sizeof *t->pairs);
    t->pairs[t->num_pairs++] = (struct pp_pair_slot){.a = entry, .b = v};
}

/* A copy of Entry can be executed: so can what non-local transfers lead to. */
static void enter(struct pp_tracer *t, uint32_t entry)
{
    const struct pp_graph *g = t->h->graph;
    const struct pp_proc *p = &g->procs[g->vertices[t->h->vertices[entry].vertex].proc];
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        if (!(g->vertices[v].flags & PP_V_RESTART))
            continue;
        uint32_t copy = t->growth->restart(t->growth->context, v);
        if (t->h->calls)
            reach(t, entry, copy);
    }
    if (t->h->calls)
        reach(t, entry, entry);
}

/* Adds the summary edge C -> R unless it is there. */
static void add_summary(struct pp_tracer *t, uint32_t c, uint32_t r, uint32_t call)
{
    struct pp_hot_graph *h = t->h;
    uint32_t summary = pp_summary_of_call(h->graph, call);
    for (uint32_t e = h->vertices[c].first_out; e != PP_NONE; e = h->edges[e].next_out)
        if (h->edges[e].edge == summary && h->edges[e].to == r)
            return;
    pp_hot_add_edge(h, c, r, summary);
    for (uint32_t i = 0; i < t->entries[c].num; i++)
        reach(t, t->entries[c].at[i], r);
}

/* What hot call edge CALL enters comes back from X. */
static void connect(struct pp_tracer *t, uint32_t call, uint32_t x)
{
    struct pp_hot_graph *h = t->h;
    uint32_t c = h->edges[call].from, edge = h->edges[call].edge;
    uint32_t r = t->growth->come_back(t->growth->context, c, x);
    uint32_t back = pp_hot_add_edge(h, x, r, pp_return_edge(h->graph, edge));
    h->edges[back].call = c;
    grow(t);
    add_summary(t, c, r, edge);
}

/* Call vertex C is reached for the first time. */
static void call(struct pp_tracer *t, uint32_t c)
{
    struct pp_hot_graph *h = t->h;
    uint32_t e = h->vertices[c].first_out;
    while (e != PP_NONE && h->graph->edges[h->edges[e].edge].kind != PP_CALL_EDGE)
        e = h->edges[e].next_out;
    if (e == PP_NONE)
        return;
    uint32_t entry = h->edges[e].to;
    if (t->callers[entry].num == 0 && pp_pair_get(&t->reached, entry, entry) == PP_NONE) {
        enter(t, entry);
        grow(t);
    }
    append(&t->callers[entry], e);
    for (uint32_t i = 0; i < t->exits[entry].num; i++)
        connect(t, e, t->exits[entry].at[i]);
}

/* ENTRY has been found to reach V. */
static void go_on(struct pp_tracer *t, uint32_t entry, uint32_t v)
{
    struct pp_hot_graph *h = t->h;
    append(&t->entries[v], entry);
    if (h->graph->vertices[h->vertices[v].vertex].kind == PP_EXIT) {
        append(&t->exits[entry], v);
        for (uint32_t i = 0; i < t->callers[entry].num; i++)
            connect(t, t->callers[entry].at[i], v);
        return;
    }
    for (uint32_t e = h->vertices[v].first_out; e != PP_NONE; e = h->edges[e].next_out)
        if (pp_inside(&h->graph->edges[h->edges[e].edge]))
            reach(t, entry, h->edges[e].to);
    if (t->entries[v].num == 1)
        call(t, v);
}

void pp_tracer_run(struct pp_tracer *t, uint32_t entry)
{
    assert(t->h->graph->vertices[t->h->vertices[entry].vertex].kind == PP_ENTRY);
    enter(t, entry);
    grow(t);
    while (t->num_pairs > 0) {
        struct pp_pair_slot pair = t->pairs[--t->num_pairs];
        go_on(t, pair.a, pair.b);
        grow(t);
    }
}
