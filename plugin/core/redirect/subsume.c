/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/redirect/subsume.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/pair-map.h"
#include "core/redirect/alike.h"

struct subsuming {
    struct pp_subsumption *s;
    struct pp_hot_graph *h;
    const struct pp_knowledge *k;
    struct pp_pair_map returns; /* (exit, label) -> return edge */
    uint32_t *member;           /* of each block one, which can speak for it */
    struct pp_pair_map
        best; /* (block of exits, block of calls) -> where returns lead, if there is none; NOWHERE */
    struct pair *pairs; /* they are to be propagated */
    size_t num_pairs, cap_pairs;
};

/* A does not subsume B. */
struct pair {
    uint32_t a, b;
};

#define NOWHERE (PP_NONE - 1)

/* What subsumes holds; FRESH: NO, which has to be propagated. */
enum { NO, YES, FRESH };

static void make_ranks(struct pp_subsumption *s, const struct pp_hot_graph *h)
{
    size_t size = 0, num = 0;
    *s = (struct pp_subsumption){.h = h};
    s->rank = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *s->rank);
    s->num = pp_xcalloc((size_t)h->num_of + 1, sizeof *s->num);
    s->first = pp_xmalloc(((size_t)h->num_of + 1) * sizeof *s->first);
    s->copy = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *s->copy);
    s->first_copy = pp_xmalloc(((size_t)h->num_of + 1) * sizeof *s->first_copy);
    for (uint32_t of = 0; of < h->num_of; of++) {
        uint32_t v = pp_hot_copies(h, h->first_vertex + of);
        s->first_copy[of] = num;
        for (; v != PP_NONE; v = h->vertices[v].next_copy) {
            s->rank[v] = s->num[of]++;
            s->copy[num++] = v;
        }
        s->first[of] = size;
        size += (size_t)s->num[of] * s->num[of];
    }
    s->subsumes = pp_xmalloc(size + 1);
    memset(s->subsumes, YES, size);
}

void pp_subsumption_free(struct pp_subsumption *s)
{
    free(s->block);
    free(s->rank);
    free(s->num);
    free(s->first);
    free(s->copy);
    free(s->first_copy);
    free(s->subsumes);
    *s = (struct pp_subsumption){0};
}

uint32_t pp_next_subsuming(const struct pp_subsumption *s, uint32_t v, uint32_t after)
{
    uint32_t of = s->h->vertices[v].vertex - s->h->first_vertex, num = s->num[of];
    uint32_t from = after == PP_NONE ? 0 : s->rank[after] + 1;
    const uint8_t *row = pp_all_subsuming(s, v);
    const uint8_t *found = memchr(row + from, YES, num - from);
    return found ? s->copy[s->first_copy[of] + (size_t)(found - row)] : PP_NONE;
}

/* V1 does not subsume V2 (it always subsumes itself). */
static void deny(struct subsuming *u, uint32_t v1, uint32_t v2)
{
    uint8_t *subsumes = pp_subsumes(u->s, v1, v2);
    if (v1 == v2 || *subsumes == NO)
        return;
    *subsumes = NO;
    if (u->num_pairs == u->cap_pairs) {
        u->cap_pairs = u->cap_pairs ? u->cap_pairs * 2 : 1024;
        u->pairs = pp_xrealloc(u->pairs, u->cap_pairs * sizeof *u->pairs);
    }
    u->pairs[u->num_pairs++] = (struct pair){v1, v2};
}

/* What is not subsumed, back over edges that are no call edges; over return edges with the same label
   (lines 17 to 25). */
static void propagate_pair(struct subsuming *u, struct pair pair)
{
    const struct pp_hot_graph *h = u->h;
    for (uint32_t e = h->vertices[pair.a].first_in; e != PP_NONE; e = h->edges[e].next_in) {
        if (h->graph->edges[h->edges[e].edge].kind == PP_CALL_EDGE)
            continue;
        for (uint32_t f = h->vertices[pair.b].first_in; f != PP_NONE; f = h->edges[f].next_in)
            if (h->edges[f].edge == h->edges[e].edge && h->edges[f].call == h->edges[e].call)
                deny(u, h->edges[e].from, h->edges[f].from);
    }
}

/* The blocks of the copies from V on. */
struct blocks {
    uint32_t first, num;
};

static struct blocks blocks_from(const struct subsuming *u, uint32_t v)
{
    struct blocks b = {u->s->block[v], 0};
    for (; v != PP_NONE; v = u->h->vertices[v].next_copy)
        b.num = u->s->block[v] - b.first >= b.num ? u->s->block[v] - b.first + 1 : b.num;
    return b;
}

/* By two of BLOCKS: does what is known in the one imply what is known in the other?  malloc'd. */
static bool *find_implied(const struct subsuming *u, struct blocks blocks)
{
    const struct pp_knowledge *k = u->k;
    const uint32_t *member = &u->member[blocks.first];
    bool *implied = pp_xmalloc((size_t)blocks.num * blocks.num);
    for (uint32_t a = 0; a < blocks.num; a++)
        for (uint32_t b = 0; b < blocks.num; b++)
            implied[(size_t)a * blocks.num + b] =
                a == b || k->implies(k->context, pp_like(k, member[a]), pp_like(k, member[b]));
    return implied;
}

/* Lines 1 to 7. */
static void deny_unknown(struct subsuming *u, const bool *pinned)
{
    const struct pp_hot_graph *h = u->h;
    for (uint32_t of = 0; of < h->num_of; of++) {
        uint32_t copies = pp_hot_copies(h, h->first_vertex + of);
        if (copies == PP_NONE)
            continue;
        struct blocks blocks = blocks_from(u, copies);
        bool *implied = find_implied(u, blocks);
        for (uint32_t v2 = copies; v2 != PP_NONE; v2 = h->vertices[v2].next_copy)
            for (uint32_t v1 = copies; v1 != PP_NONE; v1 = h->vertices[v1].next_copy) {
                size_t row = (size_t)(u->s->block[v1] - blocks.first) * blocks.num;
                if (v1 != v2 &&
                    ((pinned && pinned[v2]) || !implied[row + u->s->block[v2] - blocks.first]))
                    *pp_subsumes(u->s, v1, v2) = FRESH;
            }
        free(implied);
    }
}

/* ---- Lines 8 to 14, a row at a time: all that do not subsume one vertex. */

/* The copies of each edge but return edges, by the ranks of their ends: those of EDGE to the copy of rank A come from
   the copies of ranks from[first[begin[EDGE] + A]] to from[first[begin[EDGE] + A + 1] - 1]. */
struct arrivals {
    size_t *begin; /* by edge of the supergraph */
    uint32_t *first, *from;
};

static bool arrives(const struct pp_hot_graph *h, uint32_t e)
{
    return h->graph->edges[h->edges[e].edge].kind != PP_RETURN;
}

static void make_arrivals(struct arrivals *x, const struct pp_subsumption *s)
{
    const struct pp_hot_graph *h = s->h;
    size_t size = 1;
    x->begin = pp_xcalloc((size_t)h->graph->num_edges + 1, sizeof *x->begin);
    for (uint32_t e = 0; e < h->num_edges; e++)
        if (arrives(h, e) && !x->begin[h->edges[e].edge]) {
            x->begin[h->edges[e].edge] = size;
            size += (size_t)s->num[h->vertices[h->edges[e].to].vertex - h->first_vertex] + 1;
        }
    x->first = pp_xcalloc(size + 1, sizeof *x->first);
    x->from = pp_xmalloc(((size_t)h->num_edges + 1) * sizeof *x->from);
    for (uint32_t e = 0; e < h->num_edges; e++)
        if (arrives(h, e))
            x->first[x->begin[h->edges[e].edge] + s->rank[h->edges[e].to]]++;
    for (size_t i = 1; i <= size; i++)
        x->first[i] += x->first[i - 1];
    for (uint32_t e = h->num_edges; e-- > 0;)
        if (arrives(h, e))
            x->from[--x->first[x->begin[h->edges[e].edge] + s->rank[h->edges[e].to]]] =
                s->rank[h->edges[e].from];
}

static void free_arrivals(struct arrivals *x)
{
    free(x->begin);
    free(x->first);
    free(x->from);
}

/* Vertices whose rows have something fresh, each once. */
struct queue {
    uint32_t *at, head, num, size;
    bool *in;
};

static void put(struct queue *q, uint32_t v)
{
    if (q->in[v])
        return;
    q->in[v] = true;
    q->at[((size_t)q->head + q->num++) % q->size] = v;
}

static uint32_t take(struct queue *q)
{
    uint32_t v = q->at[q->head];
    q->head = (q->head + 1) % q->size;
    q->num--;
    q->in[v] = false;
    return v;
}

static uint8_t *row_of(const struct pp_subsumption *s, uint32_t v, uint32_t *num)
{
    uint32_t of = s->h->vertices[v].vertex - s->h->first_vertex;
    *num = s->num[of];
    return &s->subsumes[s->first[of] + (size_t)s->rank[v] * s->num[of]];
}

/* Edge E leads to where the copies of the NUM ranks RANKS do not suffice any more: nor does what comes to these along
   copies of E's edge suffice where E comes from. */
static void propagate_row(const struct pp_subsumption *s, const struct arrivals *x, uint32_t e,
                          const uint32_t *ranks, uint32_t num, struct queue *q)
{
    uint32_t from = s->h->edges[e].from, own = s->rank[from], copies;
    const uint32_t *first = &x->first[x->begin[s->h->edges[e].edge]];
    uint8_t *row = row_of(s, from, &copies);
    bool fresh = false;
    for (uint32_t k = 0; k < num; k++)
        for (uint32_t i = first[ranks[k]]; i < first[ranks[k] + 1]; i++)
            if (row[x->from[i]] == YES && x->from[i] != own) {
                row[x->from[i]] = FRESH;
                fresh = true;
            }
    if (fresh)
        put(q, from);
}

static void propagate_rows(const struct pp_subsumption *s)
{
    const struct pp_hot_graph *h = s->h;
    struct arrivals x;
    struct queue q = {.size = h->num_vertices + 1};
    uint32_t *ranks = pp_xmalloc(q.size * sizeof *ranks);
    make_arrivals(&x, s);
    q.at = pp_xmalloc(q.size * sizeof *q.at);
    q.in = pp_xcalloc(q.size, sizeof *q.in);
    for (uint32_t v = h->num_vertices; v-- > 0;)
        put(&q, v);
    while (q.num > 0) {
        uint32_t v = take(&q), copies, num = 0;
        uint8_t *row = row_of(s, v, &copies);
        for (uint32_t a = 0; a < copies; a++)
            if (row[a] == FRESH) {
                row[a] = NO;
                ranks[num++] = a;
            }
        for (uint32_t e = h->vertices[v].first_in; num && e != PP_NONE; e = h->edges[e].next_in)
            if (arrives(h, e))
                propagate_row(s, &x, e, ranks, num, &q);
    }
    free_arrivals(&x);
    free(q.at);
    free(q.in);
    free(ranks);
}

/* ---- Returns. */

/* Where a return from X to call C would lead (OkayToAddRtnEdge, and lines 44 to 48); PP_NONE. */
static uint32_t best_return(struct subsuming *u, uint32_t x, uint32_t c, uint32_t edge)
{
    const struct pp_hot_graph *h = u->h;
    uint32_t *known = pp_pair_at(&u->best, u->s->block[x], u->s->block[c]);
    if (*known != PP_NONE)
        return *known == NOWHERE ? PP_NONE : *known;
    uint32_t best = PP_NONE;
    for (uint32_t r = pp_hot_copies(h, h->graph->edges[edge].to); r != PP_NONE;
         r = best == PP_NONE ? h->vertices[r].next_copy : pp_next_subsuming(u->s, best, r))
        if (u->k->comes_back(u->k->context, pp_like(u->k, x), pp_like(u->k, c), edge,
                             pp_like(u->k, r)))
            best = r;
    *known = best == PP_NONE ? NOWHERE : best;
    return best;
}

/* Lines 39 to 49.  An edge that is added is in the way of a later one with its label out of the same
   Exit alone. */
static void add_returns(struct subsuming *u)
{
    struct pp_hot_graph *h = u->h;
    for (uint32_t c = 0; c < h->num_vertices; c++) {
        uint32_t e = h->vertices[c].first_out;
        if (e == PP_NONE || h->graph->edges[h->edges[e].edge].kind != PP_CALL_EDGE)
            continue;
        uint32_t back = pp_return_edge(h->graph, h->edges[e].edge);
        for (uint32_t x = pp_hot_copies(h, h->graph->edges[back].from); x != PP_NONE;
             x = h->vertices[x].next_copy) {
            uint32_t *have = pp_pair_at(&u->returns, x, c);
            uint32_t r = *have == PP_NONE ? best_return(u, x, c, back) : PP_NONE;
            if (r == PP_NONE)
                continue;
            *have = pp_hot_add_edge(h, x, r, back);
            h->edges[*have].call = c;
        }
    }
}

/* Lines 27 to 38: X1 must come back to each call that X2 comes back to, no worse. */
static void compare_exits(struct subsuming *u)
{
    const struct pp_hot_graph *h = u->h;
    for (uint32_t e = 0; e < h->num_edges; e++) {
        uint32_t c = h->edges[e].call, x2 = h->edges[e].from;
        if (c == PP_NONE)
            continue;
        for (uint32_t x1 = pp_hot_copies(h, h->vertices[x2].vertex); x1 != PP_NONE;
             x1 = h->vertices[x1].next_copy) {
            uint32_t back = pp_pair_get(&u->returns, x1, c);
            if (back == PP_NONE || !*pp_subsumes(u->s, h->edges[back].to, h->edges[e].to))
                deny(u, x1, x2);
        }
    }
}

void pp_subsume(struct pp_subsumption *s, struct pp_hot_graph *h,
                const struct pp_knowledge *knowledge, const bool *pinned)
{
    struct subsuming u = {.s = s, .h = h, .k = knowledge};
    make_ranks(s, h);
    s->block = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *s->block);
    pp_find_alike(s->block, &u.member, h, knowledge);
    for (uint32_t e = 0; e < h->num_edges; e++)
        if (h->edges[e].call != PP_NONE)
            *pp_pair_at(&u.returns, h->edges[e].from, h->edges[e].call) = e;
    deny_unknown(&u, pinned);
    propagate_rows(s);
    if (h->calls) {
        add_returns(&u);
        compare_exits(&u);
        while (u.num_pairs > 0)
            propagate_pair(&u, u.pairs[--u.num_pairs]);
    }
    pp_pair_map_free(&u.returns);
    pp_pair_map_free(&u.best);
    free(u.member);
    free(u.pairs);
}
