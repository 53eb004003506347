/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breaking edges where there are too many paths (thesis 2.1, end), coldest first, so that hot paths
   stay long, and few of them.

   1. By bisection, the smallest set of coldest edges whose breaking is enough: nothing hotter is
   ever broken.
   2. Of that set, only what is needed: as in the thesis's section 3.5.4 (erratum 19), a vertex with
      more than so many paths has edges broken, and of such limits that will do the cheapest is
   taken.
   3. What can be mended after that is, hottest first.

   The thesis breaks an edge and numbers again; here the numbers of paths that a set of broken edges
   would leave are counted without changing the graph: O(E) each time, and some hundred times. */
#include "core/number/number.h"
#include "core/number/break.h"

#include "core/transform/collapse.h"
#include "core/number/loops.h"
#include "core/graph/dfs.h"
#include "core/transform/split.h"
#include "core/number/exact-total.h"
#include "core/transform/transform.h"

#include <stdlib.h>
#include <string.h>

/* How often the numbers are counted again in order to mend edges. */
#define MENDING_TRIALS 64

typedef unsigned __int128 uint128;

/* Too many in any case: where counting stops. */
#define MANY ((uint128)1 << 64)

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
    uint32_t *some; /* room for as many numbers */
    /* Indexed by edge, the procedure's first edge at 0. */
    bool *broken;
    uint32_t *rank; /* its place among the candidates, or PP_NONE */
    /* Indexed by vertex, the procedure's first vertex at 0. */
    bool *begins;  /* has a surrogate Entry -> v in the graph */
    bool *begun;   /* the same, with those that the broken edges would need */
    uint128 *psi;  /* psi_v(1), but at most MANY */
    uint128 *step; /* likewise of steps, at the heads of the loops that are collapsed */
};

static bool is_broken(const struct breaker *b, uint32_t edge)
{
    uint32_t i = edge - b->p->first_edge; /* wraps to a great number for what lies before */
    return i < b->p->num_edges && b->broken[i];
}

/* How many paths lead on for who takes E; at most 2 * MANY. */
static uint128 paths_into(const struct breaker *b, const struct pp_edge *e)
{
    uint32_t v = e->to - b->p->first_vertex;
    if (pp_leads_to_step(b->g, e))
        return b->step[v];
    return b->psi[v] << pp_is_split(b->g, e->to);
}

/* The sum at the source of E, of those at its vertex, that E is a part of. */
static uint128 *part_of(const struct breaker *b, uint32_t e, uint128 *psi, uint128 *step)
{
    return pp_leaves_step(b->g, &b->g->edges[e]) ? step : psi;
}

static void set_paths(struct breaker *b, uint32_t v, uint128 psi, uint128 step)
{
    b->psi[v - b->p->first_vertex] = psi < MANY ? psi : MANY;
    b->step[v - b->p->first_vertex] = step < MANY ? step : MANY;
}

/* What edge E contributes to psi_u(1) of its source; *BEGIN gets what it adds to psi_Entry. */
static uint128 contribution(struct breaker *b, uint32_t edge, uint128 *begin)
{
    uint128 composed;
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
        composed = b->n->psi[e->to].a.low * b->psi[r - b->p->first_vertex] + b->n->psi[e->to].b.low;
        return composed < MANY ? composed : MANY;
    default:
        break;
    }
    if (!is_broken(b, edge))
        return paths_into(b, e);
    if (!b->begun[to]) {
        b->begun[to] = true;
        *begin = paths_into(b, e);
    }
    return 1; /* the surrogate to Exit */
}

/* Does breaking b->broken leave at most max_paths? */
static bool enough(struct breaker *b)
{
    uint128 begins = 0;
    memcpy(b->begun, b->begins, b->p->num_vertices * sizeof *b->begun);
    for (uint32_t i = 0; i < b->order->num_reached; i++) {
        uint32_t v = b->order->postorder[i];
        uint128 psi = v == b->p->exit ? 1 : 0, step = 0, begin;
        for (uint32_t e = pp_first_out(b->g, v); e != PP_NONE && psi < MANY;
             e = pp_next_out(b->g, e)) {
            *part_of(b, e, &psi, &step) += contribution(b, e, &begin);
            begins += begin;
        }
        set_paths(b, v, psi, step);
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
    return pp_inside(e) && !(e->flags & (PP_E_ABNORMAL | PP_E_CUT)) && e->to != b->p->exit &&
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
    for (uint32_t i = 0; i < b->num_candidates; i++)
        b->rank[b->candidates[i].edge - first] = i;
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

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Which vertices have edges broken, and how many of them. */
struct bound {
    uint128 above; /* where there are more paths than this ... */
    uint128 down;  /* ... edges are broken until there are at most so many, if that can be */
};

/* Breaks the NUM candidates in b->some, the coldest first, until at most DOWN of SUM paths are
   left. Returns how many are left; adds to *BEGINS what that adds at Entry. */
static uint128 break_some(struct breaker *b, uint32_t num, uint128 sum, uint128 down,
                          uint128 *begins)
{
    if (num)
        qsort(b->some, num, sizeof *b->some, by_number);
    for (uint32_t i = 0; i < num && sum > down; i++) {
        uint32_t edge = b->candidates[b->some[i]].edge;
        uint32_t to = b->g->edges[edge].to - b->p->first_vertex;
        b->broken[edge - b->p->first_edge] = true;
        uint128 paths = paths_into(b, &b->g->edges[edge]);
        sum -= paths - 1;
        if (!b->begun[to])
            *begins += paths;
        b->begun[to] = true;
    }
    return sum;
}

/* Breaks, of the first SIZE candidates, what BOUND says.  Is that enough? */
static bool break_above(struct breaker *b, uint32_t size, struct bound bound)
{
    uint128 begins = 0, begin;
    memset(b->broken, 0, b->p->num_edges * sizeof *b->broken);
    memcpy(b->begun, b->begins, b->p->num_vertices * sizeof *b->begun);
    for (uint32_t i = 0; i < b->order->num_reached; i++) {
        uint32_t v = b->order->postorder[i], num = 0;
        uint128 sum = v == b->p->exit ? 1 : 0, step = 0;
        for (uint32_t e = pp_first_out(b->g, v); e != PP_NONE; e = pp_next_out(b->g, e)) {
            uint128 paths = contribution(b, e, &begin);
            uint32_t k = e - b->p->first_edge;
            if (k < b->p->num_edges && b->rank[k] < size && paths > 1)
                b->some[num++] = b->rank[k];
            *part_of(b, e, &sum, &step) += paths;
        }
        if (sum > bound.above)
            sum = break_some(b, num, sum, bound.down, &begins);
        set_paths(b, v, sum, step);
    }
    return b->psi[b->p->entry - b->p->first_vertex] + begins <= b->max_paths;
}

/* How often a path ends at a broken edge, by the weights. */
static double cost(const struct breaker *b)
{
    double sum = 0;
    for (uint32_t i = 0; i < b->num_candidates; i++)
        if (is_broken(b, b->candidates[i].edge))
            sum += b->candidates[i].weight;
    return sum;
}

/* Breaks only what is needed of the first SIZE candidates.  Breaking no more than must be at a
   vertex leaves almost as many paths there, and its predecessors have edges broken as well;
   breaking all gives them room: the cheaper of the two is taken.  Returns false if neither will do.
 */
static bool thin(struct breaker *b, uint32_t size)
{
    struct bound best = {0, 0};
    double best_cost = 0;
    for (int all = 0; all < 2; all++) {
        int low = -1, high = 64; /* 2^LOW will do, 2^HIGH will not: nothing is above it */
        while (low + 1 < high) {
            int middle = low < 0 ? 0 : (low + high) / 2;
            struct bound bound = {(uint128)1 << middle, all ? 1 : (uint128)1 << middle};
            if (!break_above(b, size, bound)) {
                high = middle;
                continue;
            }
            low = middle;
            if (!best.above || cost(b) < best_cost) {
                best = bound;
                best_cost = cost(b);
            }
        }
    }
    return best.above && break_above(b, size, best);
}

/* Keeps of the candidates only those that are broken. */
static void keep_broken(struct breaker *b)
{
    uint32_t num = 0;
    for (uint32_t i = 0; i < b->num_candidates; i++)
        if (is_broken(b, b->candidates[i].edge))
            b->candidates[num++] = b->candidates[i];
    b->num_candidates = num;
}

/* Mends those of the candidates, all broken, whose breaking is not needed, from the hottest down,
   in chunks that grow where mending goes well and halve where it does not. */
static void mend(struct breaker *b)
{
    uint32_t position = b->num_candidates, chunk = position / 8 + 1;
    for (int trial = 0; trial < MENDING_TRIALS && position; trial++) {
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
    uint32_t size = find_prefix(b), equals = size;
    if (!size)
        return false;
    /* Among edges of equal weight the prefix ends anywhere: better to choose among all of them.
       That may be too many for a tiny limit; the prefix alone is not. */
    while (equals < b->num_candidates &&
           b->candidates[equals].weight == b->candidates[size - 1].weight)
        equals++;
    if (!thin(b, equals))
        thin(b, size);
    keep_broken(b);
    mend(b);
    for (uint32_t i = 0; i < b->num_candidates; i++)
        if (is_broken(b, b->candidates[i].edge))
            g->edges[b->candidates[i].edge].flags |= PP_E_BROKEN;
    return true;
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
        .some = pp_xmalloc(edges * sizeof *b.some),
        .broken = pp_xcalloc(edges, sizeof *b.broken),
        .rank = pp_xmalloc(edges * sizeof *b.rank),
        .begins = pp_xcalloc(vertices, sizeof *b.begins),
        .begun = pp_xcalloc(vertices, sizeof *b.begun),
        .psi = pp_xcalloc(vertices, sizeof *b.psi),
        .step = pp_xcalloc(vertices, sizeof *b.step),
    };
    memset(b.rank, 0xff, edges * sizeof *b.rank);
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
    free(b.some);
    free(b.broken);
    free(b.rank);
    free(b.begins);
    free(b.begun);
    free(b.psi);
    free(b.step);
    pp_order_free(&order);
    return why;
}

bool pp_number_within(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                      struct pp_numbering *n)
{
    const char *why = limit_paths(g, proc, params, n);
    if (why)
        return pp_refuse(g, proc, why);
    if (params->mode == PP_MODE_KPATH)
        pp_choose_iterations(g, proc, params, n);
    if (!pp_number_proc(g, proc, n))
        return pp_refuse(g, proc, "its paths do not fit in 64 bits");
    struct pp_proc *p = &g->procs[proc];
    p->num_paths = pp_at_one(n->psi[p->entry]);
    p->storage = p->num_paths <= params->array_limit ? PP_STORE_ARRAY : PP_STORE_TABLE;
    return true;
}
