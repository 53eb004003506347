/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The joining is the north-west corner rule of the transportation problem, call by call in
   topological order: what is joined may break off at a later call and be continued there. */
#include "core/lanes/join.h"

#include <stdlib.h>
#include <string.h>

#include "core/graph/dfs.h"
#include "core/profile/profile.h"

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_content(const void *a, const void *b)
{
    const struct pp_fragment *x = a, *y = b;
    int order = compare(x->proc, y->proc);
    if (order == 0)
        order = compare(x->by_call, y->by_call);
    if (order == 0)
        order = compare(x->begin, y->begin);
    if (order == 0)
        order = compare(x->open, y->open);
    if (order == 0)
        order = compare(x->call, y->call);
    if (order == 0)
        order = compare(x->num, y->num);
    if (order == 0)
        order = compare(x->active, y->active);
    for (uint32_t i = 0; order == 0 && i < x->num; i++)
        order = compare(x->edges[i], y->edges[i]);
    return order;
}

static void append(struct pp_fragments *fragments, const struct pp_fragment *f)
{
    fragments->at =
        pp_grow(fragments->at, &fragments->cap, fragments->num, 1, sizeof *fragments->at);
    fragments->at[fragments->num++] = *f;
}

/* A word at a time: pp_fnv, which takes bytes, was a sixth of what reading such a profile takes. */
static uint64_t hash_words(uint64_t hash, const uint32_t *words, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++)
        hash = ((hash << 23 | hash >> 41) ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return hash;
}

/* What by_content compares. */
static uint64_t hash_of(const struct pp_fragment *f)
{
    uint32_t what[] = {f->proc, f->by_call, f->begin, f->open, f->call, f->num, f->active};
    return hash_words(hash_words(0, what, sizeof what / sizeof *what), f->edges, f->num);
}

void pp_fragments_add(struct pp_fragments *fragments, const struct pp_fragment *f)
{
    uint64_t hash = hash_of(f);
    uint32_t *at = pp_pair_at(&fragments->known, (uint32_t)(hash >> 33), (uint32_t)hash);
    if (*at == PP_NONE) {
        *at = fragments->num;
    } else if (by_content(&fragments->at[*at], f) == 0) {
        fragments->at[*at].count = pp_add(fragments->at[*at].count, f->count);
        free(f->edges);
        return;
    }
    append(fragments, f); /* what has another's hash, too: it is gathered when all are joined */
}

/* Adds up what is equal. */
static void gather(struct pp_fragments *fragments)
{
    uint32_t num = 0;
    if (fragments->num > 0)
        qsort(fragments->at, fragments->num, sizeof *fragments->at, by_content);
    for (uint32_t i = 0; i < fragments->num; i++) {
        struct pp_fragment *f = &fragments->at[i];
        if (num > 0 && by_content(&fragments->at[num - 1], f) == 0) {
            uint64_t *count = &fragments->at[num - 1].count;
            *count = pp_add(*count, f->count);
            free(f->edges);
        } else {
            fragments->at[num++] = *f;
        }
    }
    fragments->num = num;
}

/* The fragments of one kind at one vertex, as indices. */
struct some {
    uint32_t *at;
    uint32_t num, cap;
};

struct joiner {
    const struct pp_graph *g;
    struct pp_fragments *fragments;
    struct some *breaking; /* indexed by vertex: those that break off at this call, not open */
    struct some *opening;  /* those that begin at this return site */
    struct pp_order order;
};

static void put(struct some *some, uint32_t what)
{
    some->at = pp_grow(some->at, &some->cap, some->num, 1, sizeof *some->at);
    some->at[some->num++] = what;
}

/* What is left of a fragment. */
struct counted {
    uint64_t count;
    uint32_t index;
};

static int falling(const void *a, const void *b)
{
    const struct counted *x = a, *y = b;
    return x->count != y->count ? compare(y->count, x->count) : compare(x->index, y->index);
}

static struct counted *sorted(const struct joiner *j, const struct some *some)
{
    struct counted *list = pp_xmalloc(((size_t)some->num + 1) * sizeof *list);
    for (uint32_t i = 0; i < some->num; i++)
        list[i] = (struct counted){j->fragments->at[some->at[i]].count, some->at[i]};
    qsort(list, some->num, sizeof *list, falling);
    return list;
}

/* LEFT, the summary edge, RIGHT, so often. */
static void join(struct joiner *j, uint32_t left, uint32_t summary, uint32_t right, uint64_t count)
{
    struct pp_fragment l = j->fragments->at[left], r = j->fragments->at[right];
    struct pp_fragment f = {.proc = l.proc,
                            .by_call = l.by_call,
                            .begin = l.begin,
                            .call = r.call,
                            .count = count,
                            .num = l.num + 1 + r.num};
    f.room = f.num;
    f.edges = pp_xmalloc(f.num * sizeof *f.edges);
    if (l.num > 0)
        memcpy(f.edges, l.edges, l.num * sizeof *f.edges);
    f.edges[l.num] = summary;
    if (r.num > 0)
        memcpy(f.edges + l.num + 1, r.edges, r.num * sizeof *f.edges);
    if (f.call != PP_NONE)
        put(&j->breaking[f.call], j->fragments->num);
    append(j->fragments, &f);
}

static void join_at(struct joiner *j, uint32_t c)
{
    uint32_t call = pp_call_edge(j->g, c);
    if (call == PP_NONE || j->breaking[c].num == 0)
        return;
    uint32_t summary = j->g->edges[call].next_out, r = j->g->edges[summary].to;
    struct counted *left = sorted(j, &j->breaking[c]), *right = sorted(j, &j->opening[r]);
    uint32_t num_left = j->breaking[c].num, num_right = j->opening[r].num;
    for (uint32_t a = 0, b = 0; a < num_left && b < num_right;) {
        uint64_t count = left[a].count < right[b].count ? left[a].count : right[b].count;
        join(j, left[a].index, summary, right[b].index, count);
        left[a].count -= count;
        right[b].count -= count;
        a += left[a].count == 0;
        b += right[b].count == 0;
    }
    free(left);
    free(right);
}

/* Joins the fragments of PROC, which are FIRST to END - 1. */
static void join_proc(struct joiner *j, uint32_t proc, uint32_t first, uint32_t end)
{
    const struct pp_proc *p = &j->g->procs[proc];
    bool any = false;
    for (uint32_t i = first; i < end; i++) {
        const struct pp_fragment *f = &j->fragments->at[i];
        if (f->open)
            put(&j->opening[f->begin], i);
        else if (f->call != PP_NONE)
            put(&j->breaking[f->call], i);
        any |= f->open;
    }
    if (!any)
        return;
    pp_order_make(&j->order, j->g, proc, PP_ORDER_LIVE);
    for (uint32_t i = p->num_vertices; i-- > 0;)
        join_at(j, j->order.postorder[i]);
    pp_order_free(&j->order);
}

static bool is_whole(const struct pp_fragment *f)
{
    return !f->open && f->call == PP_NONE;
}

void pp_fragments_join(struct pp_fragments *fragments, const struct pp_graph *g)
{
    pp_pair_map_free(&fragments->known);
    gather(fragments);
    struct joiner j = {.g = g,
                       .fragments = fragments,
                       .breaking = pp_xcalloc((size_t)g->num_vertices + 1, sizeof *j.breaking),
                       .opening = pp_xcalloc((size_t)g->num_vertices + 1, sizeof *j.opening)};
    uint32_t all = fragments->num;
    for (uint32_t first = 0, end; first < all; first = end) {
        uint32_t proc = fragments->at[first].proc;
        end = first;
        while (end < all && fragments->at[end].proc == proc)
            end++;
        join_proc(&j, proc, first, end);
    }
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        free(j.breaking[v].at);
        free(j.opening[v].at);
    }
    free(j.breaking);
    free(j.opening);
    uint32_t num = 0;
    for (uint32_t i = 0; i < fragments->num; i++) {
        if (is_whole(&fragments->at[i]))
            fragments->at[num++] = fragments->at[i];
        else
            free(fragments->at[i].edges);
    }
    fragments->num = num;
}
