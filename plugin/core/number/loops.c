/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: which loops, and where a path in one is.  Natural loops by the definition: the
   vertices from which a back edge can be reached without passing the head. */
#include "core/number/loops.h"

#include "core/graph/dfs.h"

#include <stdlib.h>
#include <string.h>

/* A loop being found. */
struct search {
    const struct pp_graph *g;
    const struct pp_proc *p;
    uint32_t head;
    uint32_t *marks, stamp;
    uint32_t *body, size;
};

static void visit(struct search *s, uint32_t v)
{
    uint32_t *mark = &s->marks[v - s->p->first_vertex];
    if (*mark == s->stamp)
        return;
    *mark = s->stamp;
    s->body[s->size++] = v;
}

static bool is_inside(const struct search *s, uint32_t v)
{
    return s->marks[v - s->p->first_vertex] == s->stamp;
}

static bool is_back(const struct pp_edge *e)
{
    return pp_inside(e) && (e->flags & PP_E_BACK);
}

bool pp_is_loop_head(const struct pp_graph *g, uint32_t v)
{
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (is_back(&g->edges[e]))
            return true;
    return false;
}

static void visit_predecessors(struct search *s, uint32_t v)
{
    const struct pp_graph *g = s->g;
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (pp_inside(&g->edges[e]))
            visit(s, g->edges[e].from);
}

/* Is V, found in the search, a step: the head of a collapsed loop? */
static bool is_step(const struct search *s, uint32_t v)
{
    return s->g->vertices[v].region != s->g->vertices[s->head].region;
}

/* Visits where E comes from in the graph in which S searches: a collapsed loop is one step. */
static void visit_source(struct search *s, const struct pp_edge *e)
{
    const struct pp_graph *g = s->g;
    uint32_t own = g->vertices[s->head].region, v = e->from;
    uint32_t region = g->vertices[v].region;
    while (region != own && region != PP_NONE) {
        v = region;
        region = g->vertices[region].around;
    }
    visit(s, v);
}

/* Visits what has been found and what leads there.  Another head is met before the rest of its
   loop, so that nested loops are not searched again and again. */
static enum pp_loop_kind search_back(struct search *s)
{
    const struct pp_graph *g = s->g;
    for (uint32_t next = 0; next < s->size; next++) {
        uint32_t v = s->body[next];
        bool step = is_step(s, v);
        if (v == s->p->entry)
            return PP_LOOP_IRREDUCIBLE;
        if (g->vertices[v].flags & PP_V_RESTART)
            return PP_LOOP_SIDEWAYS;
        if (v == s->head)
            continue;
        if (!step && pp_is_loop_head(g, v))
            return PP_LOOP_OUTER;
        for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
            if (pp_inside(&g->edges[e]) && !(step && (g->edges[e].flags & PP_E_BACK)))
                visit_source(s, &g->edges[e]);
    }
    return PP_LOOP_GOOD;
}

/* Can E, which has an end in the loop, be what it is if the loop's paths span several iterations?
 */
static enum pp_loop_kind judge(const struct search *s, const struct pp_edge *e, bool from_tail)
{
    if (!pp_inside(e))
        return PP_LOOP_GOOD;
    bool from = is_inside(s, e->from), to = is_inside(s, e->to);
    bool round = to && e->to == s->head && (e->flags & PP_E_BACK);
    if ((e->flags & PP_E_BROKEN) && to && !round)
        return PP_LOOP_BROKEN;
    if ((e->flags & PP_E_ABNORMAL) && (round || from != to || from_tail))
        return PP_LOOP_SIDEWAYS;
    return PP_LOOP_GOOD;
}

static enum pp_loop_kind judge_edges(const struct search *s)
{
    const struct pp_graph *g = s->g;
    for (uint32_t i = 0; i < s->size; i++) {
        uint32_t v = s->body[i];
        bool tail = false;
        enum pp_loop_kind kind = PP_LOOP_GOOD;
        if (is_step(s, v))
            continue; /* of whose ways in and out collapse.c has judged */
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
            tail |= is_back(&g->edges[e]);
        for (uint32_t e = g->vertices[v].first_out; !kind && e != PP_NONE; e = g->edges[e].next_out)
            kind = judge(s, &g->edges[e], tail);
        for (uint32_t e = g->vertices[v].first_in; !kind && e != PP_NONE; e = g->edges[e].next_in)
            kind = judge(s, &g->edges[e], false);
        if (kind)
            return kind;
    }
    return PP_LOOP_GOOD;
}

/* Begins with the head and the sources of its back edges; STEPS: with steps in the place of
   collapsed loops.  Returns whether it has any. */
static bool begin(struct search *s, bool steps)
{
    const struct pp_graph *g = s->g;
    if (!pp_is_loop_head(g, s->head))
        return false;
    visit(s, s->head);
    for (uint32_t e = g->vertices[s->head].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (is_back(&g->edges[e]) && steps)
            visit_source(s, &g->edges[e]);
        else if (is_back(&g->edges[e]))
            visit(s, g->edges[e].from);
    return true;
}

uint32_t pp_loop_body(const struct pp_graph *g, uint32_t head, uint32_t *marks, uint32_t stamp,
                      uint32_t *body)
{
    struct search s = {g, &g->procs[g->vertices[head].proc], head, marks, stamp, body, 0};
    if (begin(&s, false))
        for (uint32_t next = 1; next < s.size; next++)
            visit_predecessors(&s, s.body[next]);
    return s.size;
}

enum pp_loop_kind pp_find_loop(const struct pp_graph *g, uint32_t head, uint32_t *marks,
                               uint32_t stamp, uint32_t *body, uint32_t *size)
{
    struct search s = {g, &g->procs[g->vertices[head].proc], head, marks, stamp, body, 0};
    *size = 0;
    if (!begin(&s, true))
        return PP_LOOP_NONE;
    enum pp_loop_kind kind = search_back(&s);
    if (!kind)
        kind = judge_edges(&s);
    *size = s.size;
    return kind;
}

/* ---- Taking and choosing. */

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

/* Takes the loop of HEAD, if paths can go round it.  Returns what it is. */
static enum pp_loop_kind take(const struct pp_graph *g, uint32_t head, uint32_t k, struct finder *f,
                              struct pp_numbering *n)
{
    uint32_t size;
    enum pp_loop_kind kind = pp_find_loop(g, head, f->marks, ++f->stamp, f->body, &size);
    if (kind)
        return kind;
    pp_numbering_reserve(g, n);
    if (!n->loop_of || n->num_loops == n->cap_loops) {
        n->cap_loops = n->cap_loops ? 2 * n->cap_loops : 16;
        n->loops = pp_xrealloc(n->loops, n->cap_loops * sizeof *n->loops);
    }
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

/* ---- Where a path is. */

uint64_t pp_late_value(const struct pp_graph *g, const struct pp_numbering *n, uint32_t e)
{
    uint64_t late = 0;
    uint32_t v = g->edges[e].from;
    bool step = pp_leaves_step(g, &g->edges[e]);
    if (pp_loop_from(g, n, &g->edges[e]) == PP_NONE || pp_goes_round(g, n, e) ||
        pp_ends_round(g, n, e))
        return 0;
    for (uint32_t elder = g->vertices[v].first_out; elder != e; elder = g->edges[elder].next_out) {
        if (pp_leaves_step(g, &g->edges[elder]) != step)
            continue;
        late -= pp_goes_round(g, n, elder);
        late += pp_ends_round(g, n, elder);
    }
    return late;
}

bool pp_is_way_on(const struct pp_graph *g, const struct pp_numbering *n, uint32_t e,
                  const struct pp_position *at)
{
    if (pp_leaves_step(g, &g->edges[e]) != at->step)
        return false;
    if (pp_goes_round(g, n, e))
        return at->left > 0;
    if (!pp_live(g, e))
        return false;
    if (pp_ends_round(g, n, e))
        return at->left == 0;
    return !at->whole || at->left == 0 || pp_loop_to(g, n, &g->edges[e]) == at->loop;
}

uint64_t pp_value_at(const struct pp_graph *g, const struct pp_numbering *n, uint32_t e,
                     const struct pp_position *at)
{
    struct pp_linear rho = n->rho[e];
    if (at->loop == PP_NONE)
        return pp_at_one(rho);
    const struct pp_loop *loop = &n->loops[at->loop];
    if (at->left == 0)
        return pp_at_one(rho) + pp_late_value(g, n, e);
    return at->whole ? rho.a.low * loop->whole[at->left]
                     : rho.a.low * loop->on[at->left] + rho.b.low;
}

struct pp_position pp_position_after(const struct pp_graph *g, const struct pp_numbering *n,
                                     uint32_t e, const struct pp_position *at)
{
    const struct pp_edge *edge = &g->edges[e];
    struct pp_position after = {pp_loop_to(g, n, edge), 0, false, pp_leads_to_step(g, edge)};
    if (after.loop == PP_NONE)
        return after;
    if (pp_goes_round(g, n, e)) {
        after.left = at->left - 1;
        after.whole = at->whole && after.left > 0;
    } else if (pp_loop_from(g, n, edge) == after.loop) {
        after.left = at->left;
        after.whole = at->whole;
    } else {
        after.left = n->loops[after.loop].k - 1;
        after.whole = pp_begins_round(g, n, e);
    }
    return after;
}
