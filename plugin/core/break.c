/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breaking edges where there are too many paths (thesis 2.1, end), coldest first, so that hot paths
   stay long.  The thesis breaks one edge and numbers again; here the numbers of paths that a set of
   broken edges would leave is counted without changing the graph, and the set is found by
   bisection: O((log E + RESTORE_TRIALS) * E) in all. */
#include "number.h"

#include "order.h"
#include "total.h"
#include "transform.h"

#include <stdlib.h>
#include <string.h>

/* How often the numbers are counted again in order to restore edges. */
#define RESTORE_TRIALS 64

typedef unsigned __int128 wide;

/* Too many in any case: where counting stops. */
#define MANY ((wide)1 << 64)

struct candidate {
    double weight;
    uint32_t edge;
};

struct breaker {
    const struct pp_graph *g;
    const struct pp_proc *p;
    const struct pp_order *order;
    const struct pp_numbering *n; /* callees' labels */
    uint64_t max_paths;
    struct candidate *candidates; /* by rising weight */
    uint32_t num_candidates;
    /* Indexed by edge, the procedure's first edge at 0. */
    bool *broken;
    /* Indexed by vertex, the procedure's first vertex at 0. */
    bool *begins; /* has a surrogate Entry -> v in the graph */
    bool *begun;  /* the same, with those that the broken edges would need */
    wide *psi;    /* psi_v(1), but at most MANY */
};

static bool is_broken(const struct breaker *b, uint32_t edge)
{
    uint32_t i = edge - b->p->first_edge; /* wraps to a great number for what lies before */
    return i < b->p->num_edges && b->broken[i];
}

/* What edge E contributes to psi_u(1) of its source; *BEGIN gets what it adds to psi_Entry. */
static wide contribution(struct breaker *b, uint32_t edge, wide *begin)
{
    wide composed;
    const struct pp_edge *e = &b->g->edges[edge];
    uint32_t to = e->to - b->p->first_vertex, r;
    *begin = 0;
    switch (e->kind) {
    case PP_RETURN:
        return 0;
    case PP_CALL_EDGE:
        r = pp_return_site(b->g, e->from);
        if (r == PP_NONE)
            return 0;
        /* At most (2^64 - 1) * 2^64 + 2^64 - 1: it fits. */
        composed = b->n->psi[e->to].a * b->psi[r - b->p->first_vertex] + b->n->psi[e->to].b;
        return composed < MANY ? composed : MANY;
    default:
        break;
    }
    if (!is_broken(b, edge))
        return b->psi[to];
    if (!b->begun[to]) {
        b->begun[to] = true;
        *begin = b->psi[to];
    }
    return 1; /* the surrogate to Exit */
}

/* Does breaking b->broken leave at most max_paths? */
static bool enough(struct breaker *b)
{
    wide begins = 0;
    memcpy(b->begun, b->begins, b->p->num_vertices * sizeof *b->begun);
    for (uint32_t i = 0; i < b->order->num_reached; i++) {
        uint32_t v = b->order->postorder[i];
        wide psi = v == b->p->exit ? 1 : 0, begin;
        for (uint32_t e = pp_first_out(b->g, v); e != PP_NONE && psi < MANY;
             e = pp_next_out(b->g, e)) {
            psi += contribution(b, e, &begin);
            begins += begin;
        }
        b->psi[v - b->p->first_vertex] = psi < MANY ? psi : MANY;
    }
    return b->psi[b->p->entry - b->p->first_vertex] + begins <= b->max_paths;
}

static int by_weight(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

/* Edges out of Entry and into Exit are ends of paths already. */
static bool breakable(const struct breaker *b, const struct pp_edge *e)
{
    return (e->kind == PP_FLOW || e->kind == PP_SUMMARY) &&
           !(e->flags & (PP_E_ABNORMAL | PP_E_CUT)) && e->to != b->p->exit &&
           e->from != b->p->entry;
}

static void find_candidates(struct breaker *b)
{
    uint32_t first = b->p->first_edge;
    for (uint32_t e = first; e < first + b->p->num_edges; e++)
        if (breakable(b, &b->g->edges[e]))
            b->candidates[b->num_candidates++] = (struct candidate){b->g->edges[e].weight, e};
    if (b->num_candidates)
        qsort(b->candidates, b->num_candidates, sizeof *b->candidates, by_weight);
    for (uint32_t e = b->g->vertices[b->p->entry].first_out; e != PP_NONE;
         e = b->g->edges[e].next_out)
        if (b->g->edges[e].kind == PP_SURROGATE && b->g->edges[e].origin == PP_NONE)
            b->begins[b->g->edges[e].to - b->p->first_vertex] = true;
}

/* Breaks or mends the candidates from FROM up to, but not with, TO. */
static void set_broken(struct breaker *b, uint32_t from, uint32_t to, bool broken)
{
    for (uint32_t i = from; i < to; i++)
        b->broken[b->candidates[i].edge - b->p->first_edge] = broken;
}

/* Breaks a prefix of the candidates that is enough, while one edge less is not.  Returns its size,
   0 if there is none.  Breaking u -> v adds psi_v at Entry, so more is not always better: for a
   tiny bound a short prefix may do and all candidates not; doubling meets the short ones first. */
static uint32_t find_prefix(struct breaker *b)
{
    uint32_t low = 0, high = 0; /* LOW are too few */
    while (high < b->num_candidates) {
        low = high;
        high = high ? (high < b->num_candidates / 2 ? high * 2 : b->num_candidates) : 1;
        set_broken(b, low, high, true);
        if (enough(b))
            break;
        if (high == b->num_candidates)
            return 0;
    }
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        set_broken(b, middle, high, false);
        if (enough(b)) {
            high = middle;
        } else {
            set_broken(b, middle, high, true);
            low = middle;
        }
    }
    return high;
}

/* Mends those of the first SIZE candidates whose breaking was not needed, from the hottest down, in
   chunks that grow where mending goes well and halve where it does not. */
static void restore(struct breaker *b, uint32_t size)
{
    uint32_t position = size, chunk = size / 8 + 1;
    for (int trial = 0; trial < RESTORE_TRIALS && position; trial++) {
        if (chunk > position)
            chunk = position;
        set_broken(b, position - chunk, position, false);
        if (enough(b)) {
            position -= chunk;
            chunk *= 2;
            continue;
        }
        set_broken(b, position - chunk, position, true);
        if (chunk == 1) {
            position--;
            chunk = position / 8 + 1;
        } else {
            chunk /= 2;
        }
    }
}

/* Chooses the edges to break and marks them BROKEN.  Returns false if no choice is enough. */
static bool choose(struct breaker *b, struct pp_graph *g)
{
    find_candidates(b);
    uint32_t size = find_prefix(b);
    if (!size)
        return false;
    restore(b, size);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t e = b->candidates[i].edge;
        if (b->broken[e - b->p->first_edge])
            g->edges[e].flags |= PP_E_BROKEN;
    }
    return true;
}

static bool refuse(struct pp_graph *g, uint32_t proc, const char *why)
{
    uint32_t text = pp_string(g, why);
    g->procs[proc].why = text;
    g->procs[proc].storage = PP_STORE_NONE;
    g->procs[proc].num_paths = 0;
    return false;
}

/* Breaks what has to be broken.  Returns NULL, or why it cannot be done. */
static const char *limit_paths(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                               const struct pp_numbering *n)
{
    const char *why = NULL;
    const struct pp_proc *p = &g->procs[proc];
    uint32_t vertices = p->num_vertices, edges = p->num_edges ? p->num_edges : 1;
    struct pp_order order;
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    struct breaker b = {
        .g = g,
        .p = p,
        .order = &order,
        .n = n,
        .max_paths = params->max_paths,
        .candidates = pp_xmalloc(edges * sizeof *b.candidates),
        .broken = pp_xcalloc(edges, sizeof *b.broken),
        .begins = pp_xcalloc(vertices, sizeof *b.begins),
        .begun = pp_xcalloc(vertices, sizeof *b.begun),
        .psi = pp_xcalloc(vertices, sizeof *b.psi),
    };
    if (order.num_retreating) {
        why = "its graph has a cycle that no cut breaks";
    } else if (!enough(&b)) {
        char *total = pp_exact_total(g, proc, &order, n);
        uint32_t text = pp_string(g, total);
        g->procs[proc].exact_paths = text;
        free(total);
        if (choose(&b, g))
            pp_cut_broken(g, proc);
        else
            why = "it has more paths than the limit even with every edge broken; raise the limit";
    }
    free(b.candidates);
    free(b.broken);
    free(b.begins);
    free(b.begun);
    free(b.psi);
    pp_order_free(&order);
    return why;
}

bool pp_number_within(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                      struct pp_numbering *n)
{
    const char *why = limit_paths(g, proc, params, n);
    if (why)
        return refuse(g, proc, why);
    if (!pp_number_proc(g, proc, n))
        return refuse(g, proc, "its paths do not fit in 64 bits");
    struct pp_proc *p = &g->procs[proc];
    p->num_paths = pp_apply(n->psi[p->entry], 1);
    p->storage = p->num_paths <= params->array_limit ? PP_STORE_ARRAY : PP_STORE_TABLE;
    return true;
}
