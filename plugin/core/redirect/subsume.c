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
    /* What is known is the same at all copies of a block, so that one can speak for it. */
    uint32_t *block, *member; /* by vertex, and by block */
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

static void make_ranks(struct pp_subsumption *s, const struct pp_hot_graph *h)
{
    size_t size = 0;
    *s = (struct pp_subsumption){.h = h};
    s->rank = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *s->rank);
    s->num = pp_xcalloc((size_t)h->num_of + 1, sizeof *s->num);
    s->first = pp_xmalloc(((size_t)h->num_of + 1) * sizeof *s->first);
    for (uint32_t of = 0; of < h->num_of; of++) {
        uint32_t v = pp_hot_copies(h, h->first_vertex + of);
        for (; v != PP_NONE; v = h->vertices[v].next_copy)
            s->rank[v] = s->num[of]++;
        s->first[of] = size;
        size += (size_t)s->num[of] * s->num[of];
    }
    s->subsumes = pp_xmalloc(size + 1);
    memset(s->subsumes, true, size);
}

void pp_subsumption_free(struct pp_subsumption *s)
{
    free(s->rank);
    free(s->num);
    free(s->first);
    free(s->subsumes);
    *s = (struct pp_subsumption){0};
}

/* V1 does not subsume V2 (it always subsumes itself). */
static void deny(struct subsuming *u, uint32_t v1, uint32_t v2)
{
    bool *subsumes = pp_subsumes(u->s, v1, v2);
    if (v1 == v2 || !*subsumes)
        return;
    *subsumes = false;
    if (u->num_pairs == u->cap_pairs) {
        u->cap_pairs = u->cap_pairs ? u->cap_pairs * 2 : 1024;
        u->pairs = pp_xrealloc(u->pairs, u->cap_pairs * sizeof *u->pairs);
    }
    u->pairs[u->num_pairs++] = (struct pair){v1, v2};
}

/* What is not subsumed, back over all edges but those of kind NOT_OVER; over return edges with the same
   label. */
static void propagate_pair(struct subsuming *u, struct pair pair, enum pp_edge_kind not_over)
{
    const struct pp_hot_graph *h = u->h;
    for (uint32_t e = h->vertices[pair.a].first_in; e != PP_NONE; e = h->edges[e].next_in) {
        if (h->graph->edges[h->edges[e].edge].kind == not_over)
            continue;
        for (uint32_t f = h->vertices[pair.b].first_in; f != PP_NONE; f = h->edges[f].next_in)
            if (h->edges[f].edge == h->edges[e].edge && h->edges[f].call == h->edges[e].call)
                deny(u, h->edges[e].from, h->edges[f].from);
    }
}

/* Lines 8 to 14 and 17 to 25. */
static void propagate(struct subsuming *u, enum pp_edge_kind not_over)
{
    while (u->num_pairs > 0)
        propagate_pair(u, u->pairs[--u->num_pairs], not_over);
}

/* The blocks of the copies from V on. */
struct blocks {
    uint32_t first, num;
};

static struct blocks blocks_from(const struct subsuming *u, uint32_t v)
{
    struct blocks b = {u->block[v], 0};
    for (; v != PP_NONE; v = u->h->vertices[v].next_copy)
        b.num = u->block[v] - b.first >= b.num ? u->block[v] - b.first + 1 : b.num;
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

/* Calls VISIT with each pair of copies that what is known, or PINNED, denies: they are too many for a list. */
static void for_denied(struct subsuming *u, const bool *pinned,
                       void (*visit)(struct subsuming *u, struct pair pair))
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
                size_t row = (size_t)(u->block[v1] - blocks.first) * blocks.num;
                if (v1 != v2 &&
                    ((pinned && pinned[v2]) || !implied[row + u->block[v2] - blocks.first]))
                    visit(u, (struct pair){v1, v2});
            }
        free(implied);
    }
}

static void cross_out(struct subsuming *u, struct pair pair)
{
    *pp_subsumes(u->s, pair.a, pair.b) = false;
}

static void propagate_denied(struct subsuming *u, struct pair pair)
{
    propagate_pair(u, pair, PP_RETURN);
    propagate(u, PP_RETURN);
}

/* Where a return from X to call C would lead (OkayToAddRtnEdge, and lines 44 to 48); PP_NONE. */
static uint32_t best_return(struct subsuming *u, uint32_t x, uint32_t c, uint32_t edge)
{
    const struct pp_hot_graph *h = u->h;
    uint32_t *known = pp_pair_at(&u->best, u->block[x], u->block[c]);
    if (*known != PP_NONE)
        return *known == NOWHERE ? PP_NONE : *known;
    uint32_t best = PP_NONE;
    for (uint32_t r = pp_hot_copies(h, h->graph->edges[edge].to); r != PP_NONE;
         r = h->vertices[r].next_copy)
        if ((best == PP_NONE || *pp_subsumes(u->s, r, best)) &&
            u->k->comes_back(u->k->context, pp_like(u->k, x), pp_like(u->k, c), edge,
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
    u.block = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *u.block);
    pp_find_alike(u.block, &u.member, h, knowledge);
    for (uint32_t e = 0; e < h->num_edges; e++)
        if (h->edges[e].call != PP_NONE)
            *pp_pair_at(&u.returns, h->edges[e].from, h->edges[e].call) = e;
    for_denied(&u, pinned, cross_out); /* lines 1 to 7 */
    for_denied(&u, pinned, propagate_denied);
    if (h->calls) {
        add_returns(&u);
        compare_exits(&u);
        propagate(&u, PP_CALL_EDGE);
    }
    pp_pair_map_free(&u.returns);
    pp_pair_map_free(&u.best);
    free(u.block);
    free(u.member);
    free(u.pairs);
}
