/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: chooses the loops whose paths span several iterations, and how many: the hottest
   first, within the limit of paths. */
#include "core/number/loops.h"

#include "core/graph/dfs.h"
#include "core/transform/natural-loops.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What finding the loops of one procedure needs. */
struct finder {
    uint32_t *marks, *body;
    uint32_t stamp;
};

static void finder_init(struct finder *f, const struct pp_proc *p)
{
    f->marks = pp_xcalloc(p->num_vertices, sizeof *f->marks);
    f->body = pp_xmalloc(p->num_vertices * sizeof *f->body);
    f->stamp = 0;
}

static void finder_free(struct finder *f)
{
    free(f->marks);
    free(f->body);
}

/* Takes the loop of HEAD, if paths can take its back edge.  Returns what it is. */
static enum pp_loop_kind take(const struct pp_graph *g, uint32_t head, uint32_t k, struct finder *f,
                              struct pp_numbering *n)
{
    uint32_t size;
    enum pp_loop_kind kind = pp_find_loop(g, head, f->marks, ++f->stamp, f->body, &size);
    if (kind)
        return kind;
    pp_numbering_reserve(g, n);
    n->loops = pp_grow(n->loops, &n->cap_loops, n->num_loops, 1, sizeof *n->loops);
    if (!n->loop_of) {
        n->loop_of = pp_xmalloc(n->num_vertices * sizeof *n->loop_of);
        memset(n->loop_of, 0xff, n->num_vertices * sizeof *n->loop_of);
    }
    for (uint32_t i = 0; i < size; i++) {
        uint32_t v = f->body[i];
        bool step = g->vertices[v].region != g->vertices[head].region;
        (step ? n->loop_of_step : n->loop_of)[v] = n->num_loops;
    }
    n->loops[n->num_loops++] = (struct pp_loop){.head = head, .k = k};
    return PP_LOOP_GOOD;
}

bool pp_take_loops(const struct pp_graph *g, uint32_t proc, struct pp_numbering *n)
{
    struct finder f;
    bool good = true;
    const struct pp_proc *p = &g->procs[proc];
    finder_init(&f, p);
    for (uint32_t v = p->first_vertex; good && v < p->first_vertex + p->num_vertices; v++)
        if (g->vertices[v].k > 1)
            good = g->vertices[v].k <= PP_MOST_ITERATIONS &&
                   take(g, v, g->vertices[v].k, &f, n) == PP_LOOP_GOOD;
    finder_free(&f);
    return good;
}

/* A loop, to be ordered by how often it runs. */
struct offer {
    double weight;
    uint32_t loop;
};

static int hottest_first(const void *a, const void *b)
{
    const struct offer *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return x->loop < y->loop ? -1 : x->loop > y->loop;
}

static double weight_of(const struct pp_graph *g, uint32_t v)
{
    double sum = 0;
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (pp_inside(&g->edges[e]))
            sum += g->edges[e].weight;
    return sum;
}

struct chooser {
    struct pp_graph *g;
    uint32_t proc;
    uint64_t max_paths;
    struct pp_numbering *n;
    struct offer *offers; /* hottest first */
    uint32_t num;
};

static uint32_t wanted(const struct chooser *c, uint32_t i)
{
    return c->g->vertices[c->n->loops[c->offers[i].loop].head].wanted_k;
}

static void set_k(struct chooser *c, uint32_t i, uint32_t k)
{
    c->n->loops[c->offers[i].loop].k = k;
}

static bool fits(struct chooser *c)
{
    const struct pp_proc *p = &c->g->procs[c->proc];
    return pp_number_proc(c->g, c->proc, c->n) && pp_at_one(c->n->psi[p->entry]) <= c->max_paths;
}

/* Gives the NUM hottest loops what they want, the others 1.  Is that few enough? */
static bool try(struct chooser *c, uint32_t num)
{
    for (uint32_t i = 0; i < c->num; i++)
        set_k(c, i, i < num ? wanted(c, i) : 1);
    return fits(c);
}

/* The most of the hottest loops that can have what they want; and the next as much as it can. */
static void choose(struct chooser *c)
{
    uint32_t low = 0, high = c->num;
    if (try(c, high))
        return;
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (try(c, middle))
            low = middle;
        else
            high = middle;
    }
    try(c, low);
    uint32_t k = wanted(c, low);
    do
        set_k(c, low, --k);
    while (k > 1 && !fits(c));
}

/* Forgets the loops from FIRST on. */
static void forget(struct chooser *c, uint32_t first)
{
    const struct pp_proc *p = &c->g->procs[c->proc];
    for (uint32_t v = p->first_vertex;
         first < c->n->num_loops && v < p->first_vertex + p->num_vertices; v++)
        c->n->loop_of[v] = PP_NONE;
    for (uint32_t v = p->first_vertex; c->n->loop_of_step && v < p->first_vertex + p->num_vertices;
         v++)
        c->n->loop_of_step[v] = PP_NONE;
    c->n->num_loops = first;
}

void pp_choose_iterations(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                          struct pp_numbering *n)
{
    assert(params->k >= 1 && params->k <= PP_MOST_ITERATIONS);
    struct finder f;
    const struct pp_proc *p = &g->procs[proc];
    uint32_t first = n->num_loops;
    finder_init(&f, p);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        struct pp_vertex *vertex = &g->vertices[v];
        if (!pp_is_loop_head(g, v))
            continue;
        bool said = vertex->wanted_k;
        if (!said)
            vertex->wanted_k = (uint8_t)params->k;
        if (vertex->wanted_k > 1 && take(g, v, 1, &f, n) == PP_LOOP_OUTER && !said)
            vertex->wanted_k = 1;
    }
    finder_free(&f);
    struct chooser c = {g, proc, params->max_paths, n, NULL, n->num_loops - first};
    c.offers = pp_xmalloc((c.num + 1) * sizeof *c.offers);
    for (uint32_t i = 0; i < c.num; i++)
        c.offers[i] = (struct offer){weight_of(g, n->loops[first + i].head), first + i};
    if (c.num) {
        qsort(c.offers, c.num, sizeof *c.offers, hottest_first);
        choose(&c);
    }
    for (uint32_t i = 0; i < c.num; i++)
        g->vertices[n->loops[first + i].head].k = (uint8_t)n->loops[first + i].k;
    free(c.offers);
    /* Those that keep k = 1 are loops as in mode path. */
    forget(&c, first);
    pp_take_loops(g, proc, n);
}
