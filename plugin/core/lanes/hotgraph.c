/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lanes/hotgraph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/profile/profile.h"
#include "core/base/text.h"

static void make_places(struct pp_hot_graph *h, const uint32_t *procs)
{
    uint32_t first = h->num_procs ? UINT32_MAX : 0, end = 0;
    for (uint32_t i = 0; i < h->num_procs; i++) {
        first = procs[i] < first ? procs[i] : first;
        end = procs[i] + 1 > end ? procs[i] + 1 : end;
    }
    h->first_proc = first;
    h->num_places = end - first;
    h->places = pp_xmalloc(((size_t)h->num_places + 1) * sizeof *h->places);
    for (uint32_t i = 0; i < h->num_places; i++)
        h->places[i] = PP_NONE;
    for (uint32_t i = h->num_procs; i-- > 0;)
        h->places[procs[i] - first] = i;
}

void pp_hot_graph_init(struct pp_hot_graph *h, const struct pp_graph *graph, const uint32_t *procs,
                       uint32_t num_procs)
{
    uint32_t first = num_procs ? UINT32_MAX : 0, end = 0;
    *h = (struct pp_hot_graph){.graph = graph, .num_procs = num_procs};
    make_places(h, procs);
    h->procs = pp_xcalloc((size_t)num_procs + 1, sizeof *h->procs);
    for (uint32_t i = 0; i < num_procs; i++) {
        const struct pp_proc *p = &graph->procs[procs[i]];
        h->procs[i].proc = procs[i];
        h->procs[i].outside = PP_NONE;
        first = p->first_vertex < first ? p->first_vertex : first;
        end = p->first_vertex + p->num_vertices > end ? p->first_vertex + p->num_vertices : end;
    }
    h->first_vertex = first;
    h->num_of = end - first;
    size_t size = ((size_t)h->num_of + 1) * sizeof *h->first_copy;
    h->first_copy = pp_xmalloc(size);
    h->last_copy = pp_xmalloc(size);
    memset(h->first_copy, 0xff, size);
    memset(h->last_copy, 0xff, size);
}

void pp_hot_graph_free(struct pp_hot_graph *h)
{
    for (uint32_t i = 0; i < h->num_procs; i++) {
        free(h->procs[i].entries.at);
        free(h->procs[i].exits.at);
    }
    free(h->procs);
    free(h->vertices);
    free(h->edges);
    free(h->first_copy);
    free(h->last_copy);
    free(h->places);
    *h = (struct pp_hot_graph){0};
}

static void *copy(const void *array, size_t num, size_t size)
{
    void *to = pp_xmalloc((num + 1) * size);
    if (num)
        memcpy(to, array, num * size);
    return to;
}

void pp_hot_copy(struct pp_hot_graph *to, const struct pp_hot_graph *h)
{
    *to = *h;
    to->vertices = copy(h->vertices, h->num_vertices, sizeof *h->vertices);
    to->edges = copy(h->edges, h->num_edges, sizeof *h->edges);
    to->procs = copy(h->procs, h->num_procs, sizeof *h->procs);
    to->first_copy = copy(h->first_copy, h->num_of, sizeof *h->first_copy);
    to->last_copy = copy(h->last_copy, h->num_of, sizeof *h->last_copy);
    to->places = copy(h->places, h->num_places, sizeof *h->places);
    to->cap_vertices = h->num_vertices;
    to->cap_edges = h->num_edges;
    for (uint32_t p = 0; p < h->num_procs; p++) {
        const struct pp_hot_proc *of = &h->procs[p];
        struct pp_hot_proc *proc = &to->procs[p];
        proc->entries.at = copy(of->entries.at, of->entries.num, sizeof(uint32_t));
        proc->exits.at = copy(of->exits.at, of->exits.num, sizeof(uint32_t));
        proc->entries.cap = of->entries.num;
        proc->exits.cap = of->exits.num;
    }
}

static void append(struct pp_hot_list *list, uint32_t what)
{
    list->at = pp_grow(list->at, &list->cap, list->num, 1, sizeof *list->at);
    list->at[list->num++] = what;
}

uint32_t pp_hot_add_vertex(struct pp_hot_graph *h, uint32_t vertex, uint32_t state)
{
    const struct pp_vertex *of = &h->graph->vertices[vertex];
    h->vertices = pp_grow(h->vertices, &h->cap_vertices, h->num_vertices, 1, sizeof *h->vertices);
    uint32_t v = h->num_vertices++;
    h->vertices[v] = (struct pp_hot_vertex){.vertex = vertex,
                                            .state = state,
                                            .first_out = PP_NONE,
                                            .last_out = PP_NONE,
                                            .first_in = PP_NONE,
                                            .last_in = PP_NONE,
                                            .next_copy = PP_NONE};
    uint32_t *first = &h->first_copy[vertex - h->first_vertex];
    uint32_t *last = &h->last_copy[vertex - h->first_vertex];
    if (*first == PP_NONE)
        *first = v;
    else
        h->vertices[*last].next_copy = v;
    *last = v;
    if (of->kind == PP_ENTRY || (of->flags & PP_V_RESTART))
        append(&h->procs[pp_hot_find_proc(h, of->proc)].entries, v);
    else if (of->kind == PP_EXIT)
        append(&h->procs[pp_hot_find_proc(h, of->proc)].exits, v);
    return v;
}

uint32_t pp_hot_add_edge(struct pp_hot_graph *h, uint32_t from, uint32_t to, uint32_t edge)
{
    assert(from < h->num_vertices && to < h->num_vertices);
    h->edges = pp_grow(h->edges, &h->cap_edges, h->num_edges, 1, sizeof *h->edges);
    uint32_t e = h->num_edges++;
    h->edges[e] = (struct pp_hot_edge){.from = from,
                                       .to = to,
                                       .edge = edge,
                                       .call = PP_NONE,
                                       .recording = pp_is_recording(h->graph, edge),
                                       .next_out = PP_NONE,
                                       .next_in = PP_NONE};
    struct pp_hot_vertex *u = &h->vertices[from], *v = &h->vertices[to];
    if (u->first_out == PP_NONE)
        u->first_out = e;
    else
        h->edges[u->last_out].next_out = e;
    u->last_out = e;
    if (v->first_in == PP_NONE)
        v->first_in = e;
    else
        h->edges[v->last_in].next_in = e;
    v->last_in = e;
    return e;
}

uint32_t pp_hot_find(const struct pp_hot_graph *h, uint32_t vertex, uint32_t state)
{
    uint32_t v = pp_hot_copies(h, vertex);
    while (v != PP_NONE && h->vertices[v].state != state)
        v = h->vertices[v].next_copy;
    return v;
}

uint32_t pp_hot_out(const struct pp_hot_graph *h, uint32_t v, uint32_t edge)
{
    assert(v < h->num_vertices);
    uint32_t e = h->vertices[v].first_out;
    while (e != PP_NONE && h->edges[e].edge != edge)
        e = h->edges[e].next_out;
    return e;
}

void pp_labels_make(struct pp_labels *labels, const struct pp_hot_graph *h)
{
    uint32_t *first = pp_xcalloc((size_t)h->num_vertices + 2, sizeof *first);
    labels->first = first;
    labels->edges = pp_xmalloc(((size_t)h->num_edges + 1) * sizeof *labels->edges);
    /* Of each the place of its next edge is kept one further on. */
    for (uint32_t e = 0; e < h->num_edges; e++)
        if (h->edges[e].call != PP_NONE)
            first[h->edges[e].call + 2]++;
    for (uint32_t v = 2; v <= h->num_vertices + 1; v++)
        first[v] += first[v - 1];
    for (uint32_t e = 0; e < h->num_edges; e++)
        if (h->edges[e].call != PP_NONE)
            labels->edges[first[h->edges[e].call + 1]++] = e;
}

void pp_labels_free(struct pp_labels *labels)
{
    free(labels->first);
    free(labels->edges);
    *labels = (struct pp_labels){0};
}

uint64_t pp_hot_stmts(const struct pp_hot_graph *h)
{
    uint64_t stmts = 0;
    for (uint32_t v = 0; v < h->num_vertices; v++)
        stmts += h->graph->vertices[h->vertices[v].vertex].stmts;
    return stmts;
}

bool pp_hot_follows(const struct pp_hot_graph *h, uint32_t e)
{
    const struct pp_graph *g = h->graph;
    uint32_t call = e;
    if (g->edges[e].kind == PP_SUMMARY)
        call = pp_call_edge(g, g->edges[e].from);
    else if (g->edges[e].kind == PP_RETURN)
        call = pp_call_of_return(g, e);
    return h->calls && call != PP_NONE && g->edges[call].kind == PP_CALL_EDGE &&
           pp_hot_find_proc(h, g->vertices[g->edges[call].to].proc) != PP_NONE;
}

/* Is hot edge E, out of V, a copy of edge OF? */
static bool is_copy(const struct pp_hot_graph *h, uint32_t e, uint32_t v, uint32_t of)
{
    const struct pp_graph *g = h->graph;
    if (e == PP_NONE || h->edges[e].edge != of)
        return false;
    uint32_t call = h->edges[e].call;
    return h->edges[e].from == v && h->vertices[h->edges[e].to].vertex == g->edges[of].to &&
           h->edges[e].recording == pp_is_recording(g, of) &&
           (g->edges[of].kind == PP_RETURN
                ? call != PP_NONE &&
                      g->edges[pp_call_of_return(g, of)].from == h->vertices[call].vertex
                : call == PP_NONE);
}

/* Are the edges out of V copies of those out of the vertex that it is a copy of, one of each, in
   their order, and any number of summary edges of a call that is followed?  Of return edges the
   order is no matter. */
static bool edges_agree(const struct pp_hot_graph *h, uint32_t v)
{
    const struct pp_graph *g = h->graph;
    uint32_t e = h->vertices[v].first_out;
    if (g->vertices[h->vertices[v].vertex].kind == PP_EXIT) {
        for (; e != PP_NONE; e = h->edges[e].next_out)
            if (!pp_hot_follows(h, h->edges[e].edge) || !is_copy(h, e, v, h->edges[e].edge))
                return false;
        return true;
    }
    for (uint32_t of = g->vertices[h->vertices[v].vertex].first_out; of != PP_NONE;
         of = g->edges[of].next_out) {
        bool followed = pp_hot_follows(h, of);
        if (!pp_inside(&g->edges[of]) && !followed)
            continue;
        bool many = followed && g->edges[of].kind == PP_SUMMARY;
        if (!many && !is_copy(h, e, v, of))
            return false;
        do {
            e = e != PP_NONE && is_copy(h, e, v, of) ? h->edges[e].next_out : e;
        } while (many && is_copy(h, e, v, of));
    }
    return e == PP_NONE;
}

/* Marks what can be reached from the entries.  Returns how many vertices that are. */
static uint32_t reach(const struct pp_hot_graph *h)
{
    bool *reached = pp_xcalloc((size_t)h->num_vertices + 1, sizeof *reached);
    uint32_t *found = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *found);
    uint32_t num = 0;
    for (uint32_t p = 0; p < h->num_procs; p++) {
        for (uint32_t i = 0; i < h->procs[p].entries.num; i++) {
            found[num] = h->procs[p].entries.at[i];
            reached[found[num++]] = true;
        }
    }
    for (uint32_t i = 0; i < num; i++) {
        for (uint32_t e = h->vertices[found[i]].first_out; e != PP_NONE; e = h->edges[e].next_out) {
            uint32_t to = h->edges[e].to;
            if (!reached[to])
                found[num++] = to;
            reached[to] = true;
        }
    }
    free(found);
    free(reached);
    return num;
}

char *pp_hot_sound(const struct pp_hot_graph *h)
{
    const struct pp_graph *g = h->graph;
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        const struct pp_hot_vertex *copy = &h->vertices[v];
        if (!edges_agree(h, v))
            return pp_sentence("hot vertex %u has other edges than the vertex it is a copy of", v);
        if ((g->vertices[copy->vertex].flags & PP_V_SINGLE) && copy->next_copy != PP_NONE)
            return pp_sentence("there are several copies of vertex %u, which is single",
                               copy->vertex);
    }
    for (uint32_t i = 0; i < h->num_procs; i++) {
        const struct pp_hot_proc *p = &h->procs[i];
        uint32_t entry = g->procs[p->proc].entry;
        if (!h->calls && (p->entries.num == 0 || h->vertices[p->entries.at[0]].vertex != entry))
            return pp_sentence("procedure %u is not entered at its Entry first", p->proc);
        for (uint32_t k = 0; k < p->entries.num; k++) {
            uint32_t v = h->vertices[p->entries.at[k]].vertex;
            if ((!h->calls || v != entry) && h->vertices[pp_hot_copies(h, v)].next_copy != PP_NONE)
                return pp_sentence("there are several copies of vertex %u, where control comes in",
                                   v);
        }
    }
    uint32_t reached = reach(h);
    if (reached < h->num_vertices)
        return pp_sentence("only %u of the %u hot vertices can be reached", reached,
                           h->num_vertices);
    return NULL;
}

uint32_t pp_hot_unbalanced(const struct pp_hot_graph *h)
{
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        const struct pp_vertex *of = &h->graph->vertices[h->vertices[v].vertex];
        uint64_t in = 0, out = 0, count = h->vertices[v].count;
        for (uint32_t e = h->vertices[v].first_in; e != PP_NONE; e = h->edges[e].next_in)
            in = pp_add(in, h->edges[e].count);
        for (uint32_t e = h->vertices[v].first_out; e != PP_NONE; e = h->edges[e].next_out)
            out = pp_add(out, h->edges[e].count);
        bool enters = of->kind == PP_ENTRY || (of->flags & PP_V_RESTART);
        if ((enters ? in > count : in != count) || (of->kind != PP_EXIT && out != count))
            return v;
    }
    return PP_NONE;
}
