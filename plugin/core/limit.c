/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breaking edges where a scope has too many paths: thesis 3.5.4 and 4.1.2 (erratum 19), but coldest
   first over the whole scope, where the thesis breaks whichever edge it meets.

   What can be broken is an edge inside a procedure, the return edge of a call, and then the call
   edge as well.  Each is broken at a price: how often it is expected to run, for that is how often
   a path ends there.  A trial says: of the candidates that are among the SIZE coldest, break those
   at vertices with more than BOUND paths, the coldest first, until there are no more than that; and
   counts what is left.  The trials look for the cheapest (SIZE, BOUND) that is enough.  Each is one
   pass over the scope. */
#include "order.h"
#include "scope.h"

#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 wide;

/* Too many in any case: where counting stops. */
#define MANY ((wide)1 << 64)

/* A call edge is broken after its return edge, and by that alone the callee loses its context: it
   counts as so many times hotter. */
#define CALL_FACTOR 4

/* The psi of a vertex; each part is at most MANY. */
struct wide_linear {
    wide a, b;
};

struct candidate {
    double price;
    uint32_t edge;
};

struct limiter {
    struct pp_graph *g;
    const struct pp_scope *scope;
    const struct pp_call_order *calls;
    bool piecewise;
    wide max_paths;
    wide share; /* most paths that begin inside one procedure (piecewise) */
    uint32_t first_vertex, first_edge, num_vertices, num_edges; /* of the scope */
    uint32_t **postorders;                                      /* by procedure of the scope */
    double *frequency;                                          /* likewise: calls expected */
    struct candidate *candidates;                               /* by rising price */
    uint32_t num_candidates;
    /* Indexed by edge and by vertex of the scope. */
    uint32_t *rank;   /* place among the candidates, PP_NONE */
    bool *broken;     /* by the trial */
    bool *unbalanced; /* likewise: return edges in piecewise */
    bool *begun;      /* there is, or would be, a surrogate Entry -> v */
    struct wide_linear *psi;
    /* By procedure. */
    struct wide_linear *begins; /* piecewise: psi_GEntry */
    wide *returns;              /* piecewise: numUnbalRLPaths[Exit] */
    bool *root;
    bool *inner_begin; /* a path may begin in it and come back from it */
    /* Of the trial. */
    uint32_t size;
    wide bound;
    double cost;
    uint32_t *some; /* room for the candidates at one vertex */
};

static wide capped(wide x)
{
    return x < MANY ? x : MANY;
}

/* X * Y without overflow; both are at most MANY. */
static wide product(wide x, wide y)
{
    if (x == 0 || y == 0)
        return 0;
    return x >= MANY || y >= MANY ? MANY : capped(x * y);
}

static struct wide_linear plus(struct wide_linear f, struct wide_linear g)
{
    return (struct wide_linear){capped(f.a + g.a), capped(f.b + g.b)};
}

static wide at(struct wide_linear f, wide x)
{
    return capped(product(f.a, x) + f.b);
}

/* lambda x. f (g (x)) */
static struct wide_linear after(struct wide_linear f, struct wide_linear g)
{
    return (struct wide_linear){product(f.a, g.a), capped(product(f.a, g.b) + f.b)};
}

static uint32_t proc_of(const struct limiter *l, uint32_t v)
{
    return l->g->vertices[v].proc;
}

static struct wide_linear *psi_of(const struct limiter *l, uint32_t v)
{
    return &l->psi[v - l->first_vertex];
}

/* The live call edge of V that the trial has not broken, or PP_NONE. */
static uint32_t followed_call(const struct limiter *l, uint32_t v)
{
    uint32_t e = l->g->vertices[v].kind == PP_CALL ? pp_call_edge(l->g, v) : PP_NONE;
    return e != PP_NONE && pp_live(l->g, e) && !l->broken[e - l->first_edge] ? e : PP_NONE;
}

/* ---- What a trial counts. */

/* A path begins at V, in procedure P, from now on. */
static void begin_at(struct limiter *l, uint32_t p, uint32_t v)
{
    bool *begun = &l->begun[v - l->first_vertex];
    if (!*begun)
        l->begins[p - l->scope->first_proc] =
            plus(l->begins[p - l->scope->first_proc], *psi_of(l, v));
    *begun = true;
}

/* Breaks edge E (inside, call or return). */
static void break_edge(struct limiter *l, uint32_t e)
{
    l->broken[e - l->first_edge] = true;
    uint32_t rank = l->rank[e - l->first_edge];
    if (rank != PP_NONE)
        l->cost += l->candidates[rank].price;
}

static bool may_break(const struct limiter *l, uint32_t e)
{
    return l->rank[e - l->first_edge] < l->size; /* PP_NONE is not */
}

/* psi of call vertex C, whose call edge is E; breaks return and call if it must (thesis 3.5.4,
   ComputePsiFnAndBreakEdges). */
static struct wide_linear psi_of_call(struct limiter *l, uint32_t c, uint32_t e)
{
    struct wide_linear entry = *psi_of(l, l->g->edges[e].to);
    uint32_t site = l->g->edges[e + 1].to;
    struct wide_linear r = *psi_of(l, site), psi = after(entry, r);
    uint32_t p = proc_of(l, c);
    if (at(psi, 1) <= l->bound || !may_break(l, e + 1))
        return psi;
    struct wide_linear recorded = {0, at(entry, 1)};
    struct wide_linear cut = l->piecewise ? recorded : plus(recorded, r);
    if (at(cut, 1) > l->bound && may_break(l, e)) {
        break_edge(l, e);
        l->broken[e + 1 - l->first_edge] = true;
        l->root[proc_of(l, l->g->edges[e].to) - l->scope->first_proc] = true;
        return r;
    }
    break_edge(l, e + 1);
    if (l->piecewise)
        begin_at(l, p, site);
    return cut;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Adds up what the live edges out of V contribute; those that may be broken and are worth it go to
   l->some instead, *NUM of them. */
static struct wide_linear sum_out(struct limiter *l, uint32_t p, uint32_t v, uint32_t *num)
{
    const struct pp_graph *g = l->g;
    struct wide_linear psi = {0, 0};
    *num = 0;
    for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e)) {
        const struct pp_edge *edge = &g->edges[e];
        if (edge->kind == PP_CALL_EDGE || edge->kind == PP_RETURN)
            continue; /* a call edge that this trial has broken */
        if (edge->kind == PP_SURROGATE && edge->origin == PP_NONE)
            begin_at(l, p, edge->to);
        else if (pp_leads_to_gexit(g, edge))
            psi = plus(psi, (struct wide_linear){0, 1});
        else if (may_break(l, e) && at(*psi_of(l, edge->to), 1) > 1)
            l->some[(*num)++] = l->rank[e - l->first_edge];
        else
            psi = plus(psi, *psi_of(l, edge->to));
    }
    return psi;
}

/* psi of a vertex V that is no call that is followed; breaks edges out of it if it must. */
static struct wide_linear psi_of_inner(struct limiter *l, uint32_t p, uint32_t v)
{
    uint32_t num;
    if (v == l->g->procs[p].exit)
        return (struct wide_linear){1, 0};
    struct wide_linear psi = sum_out(l, p, v, &num);
    if (!num)
        return psi;
    /* The hottest are kept, as many as there is room for beside the ends of the broken ones. */
    bool full = false;
    qsort(l->some, num, sizeof *l->some, by_number);
    for (uint32_t i = num; i-- > 0;) {
        uint32_t e = l->candidates[l->some[i]].edge;
        struct wide_linear more = plus(psi, *psi_of(l, l->g->edges[e].to));
        full |= capped(at(more, 1) + i) > l->bound;
        if (full) {
            break_edge(l, e);
            begin_at(l, p, l->g->edges[e].to);
            more = plus(psi, (struct wide_linear){0, 1});
        }
        psi = more;
    }
    return psi;
}

static void count_proc(struct limiter *l, uint32_t p)
{
    uint32_t i = p - l->scope->first_proc, entry = l->g->procs[p].entry;
    l->begins[i] = (struct wide_linear){0, 0};
    l->inner_begin[i] = false;
    for (uint32_t k = 0; k < l->g->procs[p].num_vertices; k++) {
        uint32_t v = l->postorders[i][k], e = followed_call(l, v);
        *psi_of(l, v) = e != PP_NONE ? psi_of_call(l, v, e) : psi_of_inner(l, p, v);
        if (e != PP_NONE && !l->broken[e - l->first_edge] && !l->broken[e + 1 - l->first_edge])
            l->inner_begin[i] |=
                l->inner_begin[proc_of(l, l->g->edges[e].to) - l->scope->first_proc];
    }
    if (l->piecewise)
        l->inner_begin[i] |= l->begins[i].a || l->begins[i].b;
    else
        *psi_of(l, entry) = plus(*psi_of(l, entry), l->begins[i]);
}

/* Piecewise, pass II (thesis 4.1.2): numUnbalRLPaths[Exit_P].  Where psi_GEntry_P of that were more
   than l->share, return edges are taken from the paths that have no open parenthesis. */
static void count_returns(struct limiter *l, uint32_t p)
{
    const struct pp_graph *g = l->g;
    uint32_t i = p - l->scope->first_proc, exit = g->procs[p].exit;
    l->returns[i] = 1;
    if (!l->inner_begin[i])
        return;
    bool leaves = l->root[i];
    for (uint32_t e = g->vertices[exit].first_out; e != PP_NONE; e = g->edges[e].next_out)
        leaves |= g->edges[e].kind == PP_RETURN && l->broken[e - l->first_edge];
    wide sum = leaves;
    for (uint32_t e = pp_first_out(g, exit); e != PP_NONE; e = pp_next_out(g, e)) {
        if (g->edges[e].kind != PP_RETURN || l->broken[e - l->first_edge])
            continue;
        uint32_t r = g->edges[e].to;
        wide more = at(*psi_of(l, r), l->returns[proc_of(l, r) - l->scope->first_proc]);
        if (capped(sum + more + 1) < MANY && at(l->begins[i], sum + more + 1) <= l->share) {
            sum += more;
            continue;
        }
        l->unbalanced[e - l->first_edge] = true;
        begin_at(l, proc_of(l, r), r);
        l->cost += g->edges[e].weight;
        sum += !leaves;
        leaves = true;
    }
    l->returns[i] = sum;
}

/* Breaks what SIZE and BOUND say.  Returns whether that leaves at most max_paths; sets l->cost. */
static bool try(struct limiter *l, uint32_t size, wide bound)
{
    const struct pp_scope *scope = l->scope;
    wide total = 0;
    memset(l->broken, 0, l->num_edges * sizeof *l->broken);
    memset(l->unbalanced, 0, l->num_edges * sizeof *l->unbalanced);
    memset(l->begun, 0, l->num_vertices * sizeof *l->begun);
    for (uint32_t i = 0; i < scope->num_procs; i++)
        l->root[i] = l->g->procs[scope->first_proc + i].root;
    l->size = size;
    l->bound = bound;
    l->cost = 0;
    for (uint32_t i = 0; i < l->calls->num; i++)
        count_proc(l, l->calls->procs[i]);
    for (uint32_t i = l->calls->num; l->piecewise && i-- > 0;)
        count_returns(l, l->calls->procs[i]);
    for (uint32_t i = 0; i < scope->num_procs; i++) {
        const struct pp_proc *p = &l->g->procs[scope->first_proc + i];
        if (p->storage == PP_STORE_NONE)
            continue;
        if (l->root[i])
            total = capped(total + at(*psi_of(l, p->entry), 1));
        if (l->piecewise)
            total = capped(total + at(l->begins[i], l->returns[i]));
    }
    return total <= l->max_paths;
}

/* ---- The trials. */

static int by_price(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->price != y->price)
        return x->price < y->price ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

/* How often each procedure is expected to be called: callers first, from the roots, each once. */
static void estimate_frequencies(struct limiter *l)
{
    const double most = 1e15;
    for (uint32_t i = l->calls->num; i-- > 0;) {
        uint32_t p = l->calls->procs[i];
        const struct pp_proc *proc = &l->g->procs[p];
        double *own = &l->frequency[p - l->scope->first_proc];
        *own += proc->root;
        if (*own > most)
            *own = most;
        for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
            uint32_t e = followed_call(l, v);
            if (e == PP_NONE)
                continue;
            double weight = *own * l->g->edges[l->g->edges[e].next_out].weight;
            l->g->edges[e].weight = l->g->edges[e + 1].weight = weight;
            l->frequency[proc_of(l, l->g->edges[e].to) - l->scope->first_proc] += weight;
        }
    }
}

static void add_candidate(struct limiter *l, uint32_t e, double price)
{
    l->candidates[l->num_candidates++] = (struct candidate){price, e};
}

static void find_candidates(struct limiter *l)
{
    const struct pp_graph *g = l->g;
    for (uint32_t i = 0; i < l->scope->num_procs; i++) {
        const struct pp_proc *p = &g->procs[l->scope->first_proc + i];
        double times = l->frequency[i];
        for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
            const struct pp_edge *edge = &g->edges[e];
            uint32_t call = edge->kind == PP_SUMMARY ? followed_call(l, edge->from) : PP_NONE;
            if (call != PP_NONE) {
                add_candidate(l, call + 1, g->edges[call + 1].weight);
                add_candidate(l, call, g->edges[call].weight * CALL_FACTOR);
            } else if (pp_live(g, e) && !(edge->flags & PP_E_ABNORMAL) && edge->to != p->exit &&
                       edge->from != p->entry) {
                add_candidate(l, e, edge->weight * times);
            }
        }
    }
    if (l->num_candidates)
        qsort(l->candidates, l->num_candidates, sizeof *l->candidates, by_price);
    for (uint32_t i = 0; i < l->num_candidates; i++)
        l->rank[l->candidates[i].edge - l->first_edge] = i;
}

/* The greatest 2^k that is enough with the SIZE coldest candidates, in *BOUND; its cost in *COST.
   Returns false if none is. */
static bool find_bound(struct limiter *l, uint32_t size, wide *bound, double *cost)
{
    int low = -1, high = 65; /* 2^LOW is enough, 2^HIGH is not */
    while (low + 1 < high) {
        int middle = low < 0 ? 0 : low + (high - low) / 2;
        if (try(l, size, (wide)1 << middle)) {
            low = middle;
            *bound = (wide)1 << middle;
            *cost = l->cost;
        } else {
            high = middle;
        }
    }
    return low >= 0;
}

/* The cheapest trial: sizes from the smallest that can do up to all candidates. */
static bool choose(struct limiter *l)
{
    uint32_t best_size = 0, low = 0, high = l->num_candidates;
    wide bound, best_bound = 0;
    double cost, best_cost = 0;
    if (!find_bound(l, high, &best_bound, &best_cost))
        return false;
    best_size = high;
    while (low + 1 < high) { /* LOW are too few, HIGH are enough */
        uint32_t middle = low + (high - low) / 2;
        if (!try(l, middle, 1)) {
            low = middle;
            continue;
        }
        high = middle;
        if (find_bound(l, middle, &bound, &cost) && cost < best_cost) {
            best_size = middle;
            best_bound = bound;
            best_cost = cost;
        }
    }
    return try(l, best_size, best_bound);
}

static void mark(struct limiter *l)
{
    for (uint32_t k = 0; k < l->num_edges; k++) {
        uint32_t e = l->first_edge + k;
        struct pp_edge *edge = &l->g->edges[e];
        if (l->broken[k] && pp_inside(edge))
            edge->flags |= PP_E_BROKEN;
        else if (l->broken[k])
            edge->flags |= PP_E_BROKEN | PP_E_CUT;
        else if (l->unbalanced[k])
            edge->flags |= PP_E_UNBALANCED;
    }
}

static void prepare_orders(struct limiter *l)
{
    for (uint32_t i = 0; i < l->calls->num; i++) {
        uint32_t p = l->calls->procs[i], k = p - l->scope->first_proc;
        struct pp_order order;
        pp_order_make(&order, l->g, p, PP_ORDER_LIVE);
        l->postorders[k] = order.postorder;
        order.postorder = NULL;
        pp_order_free(&order);
    }
}

void pp_limit_scope(struct pp_graph *g, const struct pp_scope *scope,
                    const struct pp_params *params, const struct pp_call_order *order)
{
    const struct pp_proc *first = &g->procs[scope->first_proc];
    uint32_t n = scope->num_procs + 1;
    struct limiter l = {
        .g = g,
        .scope = scope,
        .calls = order,
        .piecewise = params->mode == PP_MODE_PIECEWISE,
        .max_paths = params->max_paths,
        .first_vertex = first->first_vertex,
        .first_edge = first->first_edge,
        .num_vertices = g->num_vertices - first->first_vertex,
        .num_edges = g->num_edges - first->first_edge,
        .postorders = pp_xcalloc(n, sizeof *l.postorders),
        .frequency = pp_xcalloc(n, sizeof *l.frequency),
        .begins = pp_xcalloc(n, sizeof *l.begins),
        .returns = pp_xcalloc(n, sizeof *l.returns),
        .root = pp_xcalloc(n, sizeof *l.root),
        .inner_begin = pp_xcalloc(n, sizeof *l.inner_begin),
    };
    l.candidates = pp_xmalloc((l.num_edges + 1) * sizeof *l.candidates);
    l.rank = pp_xmalloc((l.num_edges + 1) * sizeof *l.rank);
    l.some = pp_xmalloc((l.num_edges + 1) * sizeof *l.some);
    l.broken = pp_xcalloc(l.num_edges + 1, sizeof *l.broken);
    l.unbalanced = pp_xcalloc(l.num_edges + 1, sizeof *l.unbalanced);
    l.begun = pp_xcalloc(l.num_vertices + 1, sizeof *l.begun);
    l.psi = pp_xcalloc(l.num_vertices + 1, sizeof *l.psi);
    memset(l.rank, 0xff, (l.num_edges + 1) * sizeof *l.rank);
    prepare_orders(&l);
    estimate_frequencies(&l);
    l.share = MANY;
    if (!try(&l, 0, MANY)) {
        find_candidates(&l);
        l.share = l.max_paths / (2 * n);
        /* A return edge that is broken for callers already counted adds to what begins in them. */
        while (!choose(&l) && l.piecewise && l.share)
            l.share /= 16;
    }
    mark(&l);
    for (uint32_t i = 0; i < n; i++)
        free(l.postorders[i]);
    free(l.postorders);
    free(l.frequency);
    free(l.begins);
    free(l.returns);
    free(l.root);
    free(l.inner_begin);
    free(l.candidates);
    free(l.rank);
    free(l.some);
    free(l.broken);
    free(l.unbalanced);
    free(l.begun);
    free(l.psi);
}
