/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worklist in reverse postorder: the first pending vertex is next, so that a cycle settles
   before what follows it is visited. */
#include "core/lanes/solve.h"

#include <stdlib.h>

/* Depth-first search of the hot-path graph. */
struct search {
    const struct pp_hot_graph *h;
    uint32_t *order;        /* reverse postorder -> vertex; filled from its end */
    uint32_t *place;        /* vertex -> its place in order */
    bool *closes;           /* vertex: a retreating edge leads to it */
    unsigned char *colour;  /* 0 new, 1 being visited, 2 done */
    uint32_t *stack, *next; /* vertices being visited, and the next edge out of each */
    uint32_t free;
};

static void visit(struct search *s, uint32_t root)
{
    uint32_t depth = 0;
    if (s->colour[root] != 0)
        return;
    s->stack[depth] = root;
    s->next[depth++] = s->h->vertices[root].first_out;
    s->colour[root] = 1;
    while (depth > 0) {
        uint32_t v = s->stack[depth - 1], e = s->next[depth - 1];
        if (e == PP_NONE) {
            s->colour[v] = 2;
            s->order[--s->free] = v;
            s->place[v] = s->free;
            depth--;
            continue;
        }
        s->next[depth - 1] = s->h->edges[e].next_out;
        uint32_t to = s->h->edges[e].to;
        if (s->colour[to] == 1)
            s->closes[to] = true;
        if (s->colour[to] != 0)
            continue;
        s->colour[to] = 1;
        s->stack[depth] = to;
        s->next[depth++] = s->h->vertices[to].first_out;
    }
}

/* Orders all vertices of H: what is done last comes first. */
static void search_make(struct search *s, const struct pp_hot_graph *h)
{
    size_t num = (size_t)h->num_vertices + 1;
    *s = (struct search){.h = h, .free = h->num_vertices};
    s->order = pp_xmalloc(num * sizeof *s->order);
    s->place = pp_xmalloc(num * sizeof *s->place);
    s->closes = pp_xcalloc(num, sizeof *s->closes);
    s->colour = pp_xcalloc(num, sizeof *s->colour);
    s->stack = pp_xmalloc(num * sizeof *s->stack);
    s->next = pp_xmalloc(num * sizeof *s->next);
    for (uint32_t p = 0; p < h->num_procs; p++)
        for (uint32_t i = 0; i < h->procs[p].entries.num; i++)
            visit(s, h->procs[p].entries.at[i]);
    for (uint32_t v = 0; v < h->num_vertices; v++)
        visit(s, v);
}

static void search_free(struct search *s)
{
    free(s->order);
    free(s->place);
    free(s->closes);
    free(s->colour);
    free(s->stack);
    free(s->next);
}

struct solver {
    struct search search;
    const struct pp_hot_graph *h;
    const struct pp_flow *flow;
    struct pp_solution *solution;
    struct pp_labels labels;
    bool *pending;     /* indexed by place in the order */
    uint32_t *lowered; /* indexed by vertex */
    uint32_t first;    /* nothing before this place is pending */
};

/* VALUE, which is ours, comes to V. */
static void arrive(struct solver *s, uint32_t v, void *value)
{
    uint32_t place = s->search.place[v];
    if (s->solution->in[v] == NULL) {
        s->solution->in[v] = value;
    } else {
        bool changed = s->flow->meet(s->flow->context, v, s->solution->in[v], value,
                                     s->search.closes[v] ? s->lowered[v] : 0);
        s->flow->free(s->flow->context, value);
        if (!changed)
            return;
        s->lowered[v]++;
    }
    s->pending[place] = true;
    if (place < s->first)
        s->first = place;
}

/* Return edge E, of a call and from an Exit that have been found executable, behind which CALL and EXIT
   hold. */
static void come_back(struct solver *s, uint32_t e, const void *exit, const void *call)
{
    const struct pp_hot_graph *h = s->h;
    void *value = s->flow->come_back(s->flow->context, e, exit, call);
    if (value == NULL)
        return;
    s->solution->executable[e] = true;
    for (uint32_t f = h->vertices[h->edges[e].call].first_out; f != PP_NONE;
         f = h->edges[f].next_out)
        if (h->edges[f].to == h->edges[e].to && pp_hot_is_summary(h, f))
            s->solution->executable[f] = true;
    arrive(s, h->edges[e].to, value);
}

/* What holds behind V; NULL: nothing comes there. */
static void *behind(struct solver *s, uint32_t v)
{
    const void *in = s->solution->in[v];
    return in ? s->flow->transfer(s->flow->context, v, in) : NULL;
}

/* The return edges that are labelled with call vertex C, behind which CALL holds. */
static void go_back(struct solver *s, uint32_t c, const void *call)
{
    for (uint32_t i = s->labels.first[c]; i < s->labels.first[c + 1]; i++) {
        uint32_t e = s->labels.edges[i];
        void *exit = behind(s, s->h->edges[e].from);
        if (exit == NULL)
            continue;
        come_back(s, e, exit, call);
        s->flow->free(s->flow->context, exit);
    }
}

static void go_along(struct solver *s, uint32_t e, const void *out)
{
    if (s->h->edges[e].call != PP_NONE) {
        void *call = behind(s, s->h->edges[e].call);
        if (call == NULL)
            return;
        come_back(s, e, out, call);
        s->flow->free(s->flow->context, call);
        return;
    }
    void *value = pp_hot_is_summary(s->h, e) ? NULL : s->flow->refine(s->flow->context, e, out);
    if (value == NULL)
        return;
    s->solution->executable[e] = true;
    arrive(s, s->h->edges[e].to, value);
}

static void go_through(struct solver *s, uint32_t v)
{
    void *out = behind(s, v);
    s->solution->steps++;
    for (uint32_t e = s->h->vertices[v].first_out; e != PP_NONE; e = s->h->edges[e].next_out)
        go_along(s, e, out);
    if (s->h->calls)
        go_back(s, v, out);
    s->flow->free(s->flow->context, out);
}

/* Does control come in at V, one of the entries of P, by no edge? */
static bool is_start(const struct pp_hot_graph *h, const struct pp_hot_proc *p, uint32_t v)
{
    return !h->calls || v == p->outside ||
           h->graph->vertices[h->vertices[v].vertex].kind != PP_ENTRY;
}

void pp_solve(struct pp_solution *solution, const struct pp_hot_graph *h,
              const struct pp_flow *flow)
{
    struct solver s = {.h = h, .flow = flow, .solution = solution, .first = h->num_vertices};
    *solution = (struct pp_solution){0};
    solution->in = pp_xcalloc((size_t)h->num_vertices + 1, sizeof *solution->in);
    solution->executable = pp_xcalloc((size_t)h->num_edges + 1, sizeof *solution->executable);
    s.pending = pp_xcalloc((size_t)h->num_vertices + 1, sizeof *s.pending);
    s.lowered = pp_xcalloc((size_t)h->num_vertices + 1, sizeof *s.lowered);
    search_make(&s.search, h);
    if (h->calls)
        pp_labels_make(&s.labels, h);
    for (uint32_t p = 0; p < h->num_procs; p++)
        for (uint32_t i = 0; i < h->procs[p].entries.num; i++) {
            uint32_t v = h->procs[p].entries.at[i];
            if (is_start(h, &h->procs[p], v))
                arrive(&s, v, flow->start(flow->context, v));
        }
    while (s.first < h->num_vertices) {
        uint32_t place = s.first++;
        if (!s.pending[place])
            continue;
        s.pending[place] = false;
        go_through(&s, s.search.order[place]);
    }
    search_free(&s.search);
    pp_labels_free(&s.labels);
    free(s.pending);
    free(s.lowered);
}

void pp_solution_free(struct pp_solution *solution, const struct pp_hot_graph *h,
                      const struct pp_flow *flow)
{
    for (uint32_t v = 0; v < h->num_vertices; v++)
        if (solution->in[v] != NULL)
            flow->free(flow->context, solution->in[v]);
    free(solution->in);
    free(solution->executable);
    *solution = (struct pp_solution){0};
}
