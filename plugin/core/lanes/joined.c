/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lanes/joined.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/lanes/intra.h"

/* A path under construction: edges of the joined graph, and for each call that is still to be
   replaced CALL + the number of its copy.  PP_NONE: an edge that the joined graph has not. */
#define CALL UINT32_C(0x80000000)

struct string {
    uint64_t count, left;
    uint32_t *at, num;
};

struct strings {
    struct string *at;
    uint32_t num, cap;
};

struct joiner {
    const struct pp_joined *j;
    const struct pp_graph *g; /* of the profile */
    struct strings paths;
};

static void add(struct strings *list, uint64_t count, uint32_t *at, uint32_t num)
{
    list->at = pp_grow(list->at, &list->cap, list->num, 1, sizeof *list->at);
    list->at[list->num++] = (struct string){count, count, at, num};
}

static void free_strings(struct strings *list)
{
    for (uint32_t i = 0; i < list->num; i++)
        free(list->at[i].at);
    free(list->at);
    *list = (struct strings){0};
}

/* A and B one behind the other, malloc'd. */
static uint32_t *both(const uint32_t *a, uint32_t num_a, const uint32_t *b, uint32_t num_b)
{
    uint32_t *at = pp_xmalloc(((size_t)num_a + num_b + 1) * sizeof *at);
    if (num_a > 0)
        memcpy(at, a, num_a * sizeof *at);
    if (num_b > 0)
        memcpy(at + num_a, b, num_b * sizeof *at);
    return at;
}

/* Which copy the call at vertex C of the caller has become; PP_NONE: it is still a call. */
static uint32_t copy_at(const struct pp_joined *j, uint32_t c)
{
    for (size_t k = 0; k < j->num_copies; k++) {
        const struct pp_taken_in *in = &j->copies[k];
        if (in->division->calls[in->copy] == c)
            return (uint32_t)k;
    }
    return PP_NONE;
}

/* PATH of the caller, which goes on in copies where that is known, in the joined graph: malloc'd. */
static uint32_t *lead(const struct joiner *x, const struct pp_path *path)
{
    const struct pp_joined *j = x->j;
    uint32_t *at = pp_xmalloc(((size_t)path->num_edges + 1) * sizeof *at);
    const uint32_t *edges = j->edges;
    uint32_t first = x->g->procs[j->caller].first_edge;
    for (uint32_t k = 0; k < path->num_edges; k++) {
        const struct pp_edge *e = &x->g->edges[path->edges[k]];
        uint32_t copy =
            e->kind == PP_SUMMARY || e->kind == PP_CALL_EDGE ? copy_at(j, e->from) : PP_NONE;
        at[k] = PP_NONE;
        if (e->kind == PP_CALL_EDGE) {
            edges = j->copies[copy].edges;
            first = x->g->procs[j->copies[copy].division->callee].first_edge;
        } else if (e->kind == PP_RETURN) {
            edges = j->edges;
            first = x->g->procs[j->caller].first_edge;
        } else {
            at[k] = copy == PP_NONE ? edges[path->edges[k] - first] : CALL + copy;
        }
    }
    return at;
}

/* The caller's own paths. */
static void begin(struct joiner *x)
{
    const struct pp_joined *j = x->j;
    size_t num;
    const struct pp_path *paths = pp_intra_of(j->across ? j->across : j->by_call, j->caller, &num);
    for (size_t i = 0; i < num; i++) {
        assert(paths[i].active == 0);
        add(&x->paths, paths[i].count, lead(x, &paths[i]), paths[i].num_edges);
    }
}

/* The callee's paths that copy K has taken, unless they are in paths of the caller already: by whether
   they begin at Entry and whether they return. */
struct ways {
    struct strings of[2][2];
};

static void find_ways(const struct joiner *x, uint32_t k, struct ways *ways)
{
    const struct pp_taken_in *in = &x->j->copies[k];
    const struct pp_proc *p = &x->g->procs[in->division->callee];
    size_t first, num;
    uint64_t *parts = pp_divide_paths(in->division, in->copy, &first, &num);
    bool known = x->j->across && pp_known_across(x->j->by_call, in->division->calls[in->copy]);
    *ways = (struct ways){0};
    for (size_t i = 0; i < num; i++) {
        const struct pp_path *path = &x->j->by_call->paths[first + i];
        const struct pp_edge *last = &x->g->edges[path->edges[path->num_edges - 1]];
        if (parts[i] == 0 || (known && path->by_call != 0))
            continue;
        /* Iterations in front have been counted with other paths. */
        const uint32_t *edges = path->edges + path->active;
        uint32_t num_edges = path->num_edges - path->active;
        uint32_t *at = pp_xmalloc(((size_t)num_edges + 1) * sizeof *at);
        for (uint32_t e = 0; e < num_edges; e++)
            at[e] = in->edges[edges[e] - p->first_edge];
        bool begins = x->g->edges[edges[0]].from == p->entry;
        bool returns = last->to == p->exit && !(last->flags & PP_E_NORETURN);
        add(&ways->of[begins][returns], parts[i], at, num_edges);
    }
    free(parts);
}

static int falling(const void *a, const void *b)
{
    const struct string *x = a, *y = b;
    if (x->left != y->left)
        return x->left < y->left ? 1 : -1;
    if (x->num != y->num)
        return x->num < y->num ? -1 : 1;
    return x->num ? memcmp(x->at, y->at, x->num * sizeof *x->at) : 0;
}

/* A path with a call, in two. */
struct halves {
    struct strings before, behind;
};

static void match(struct strings *out, struct strings *left, struct strings *right,
                  void (*make)(struct strings *out, const struct string *left,
                               const struct string *right, uint64_t count, uint32_t mark),
                  uint32_t mark)
{
    if (left->num > 0)
        qsort(left->at, left->num, sizeof *left->at, falling);
    if (right->num > 0)
        qsort(right->at, right->num, sizeof *right->at, falling);
    for (uint32_t a = 0, b = 0; a < left->num && b < right->num;) {
        struct string *x = &left->at[a], *y = &right->at[b];
        uint64_t count = x->left < y->left ? x->left : y->left;
        if (count > 0)
            make(out, x, y, count, mark);
        x->left -= count;
        y->left -= count;
        a += x->left == 0;
        b += y->left == 0;
    }
}

/* RIGHT in the place of the call in LEFT. */
static void put_in(struct strings *out, const struct string *left, const struct string *right,
                   uint64_t count, uint32_t mark)
{
    uint32_t at = 0;
    while (left->at[at] != mark)
        at++;
    uint32_t *head = both(left->at, at, right->at, right->num);
    uint32_t *all = both(head, at + right->num, left->at + at + 1, left->num - at - 1);
    free(head);
    add(out, count, all, left->num - 1 + right->num);
}

static void put_behind(struct strings *out, const struct string *left, const struct string *right,
                       uint64_t count, uint32_t mark)
{
    (void)mark;
    add(out, count, both(left->at, left->num, right->at, right->num), left->num + right->num);
}

/* What no way through the callee was put into, in two. */
static void cut(struct strings *paths, uint32_t mark, struct halves *halves)
{
    for (uint32_t i = 0; i < paths->num; i++) {
        struct string *s = &paths->at[i];
        uint32_t at = 0;
        while (s->at[at] != mark)
            at++;
        add(&halves->before, s->left, both(s->at, at, NULL, 0), at);
        add(&halves->behind, s->left, both(s->at + at + 1, s->num - at - 1, NULL, 0),
            s->num - at - 1);
    }
}

static void take_in(struct joiner *x, uint32_t k)
{
    struct strings with = {0}, out = {0};
    struct halves halves = {{0}, {0}};
    struct ways ways;
    find_ways(x, k, &ways);
    for (uint32_t i = 0; i < x->paths.num; i++) {
        const struct string *s = &x->paths.at[i];
        bool has = false;
        for (uint32_t e = 0; e < s->num; e++)
            has |= s->at[e] == CALL + k;
        add(has ? &with : &out, s->count, s->at, s->num);
    }
    free(x->paths.at);
    match(&out, &with, &ways.of[true][true], put_in, CALL + k);
    cut(&with, CALL + k, &halves);
    match(&out, &halves.before, &ways.of[true][false], put_behind, 0);
    match(&out, &ways.of[false][true], &halves.behind, put_behind, 0);
    for (uint32_t i = 0; i < ways.of[false][false].num; i++) {
        const struct string *s = &ways.of[false][false].at[i];
        add(&out, s->count, both(s->at, s->num, NULL, 0), s->num);
    }
    for (unsigned i = 0; i < 4; i++)
        free_strings(&ways.of[i / 2][i % 2]);
    free_strings(&with);
    free_strings(&halves.before);
    free_strings(&halves.behind);
    x->paths = out;
}

/* Appends to AT, *NUM edges, the only way from where they end to FROM.  Joining bodies makes blocks
   that neither of them had.  Returns whether there is one. */
static bool bridge(const struct pp_graph *g, uint32_t **at, uint32_t *num, uint32_t *room,
                   uint32_t from)
{
    uint32_t v = g->edges[(*at)[*num - 1]].to;
    for (unsigned steps = 0; v != from && steps < 8; steps++) {
        uint32_t e = pp_first_out(g, v);
        if (e == PP_NONE || pp_next_out(g, e) != PP_NONE || !pp_inside(&g->edges[e]))
            return false;
        *at = pp_grow(*at, room, *num, 1, sizeof **at);
        (*at)[(*num)++] = e;
        v = g->edges[e].to;
    }
    return v == from;
}

/* S as a path of the joined graph, if it is one. */
static void finish(const struct joiner *x, const struct string *s, struct pp_profile *intra,
                   size_t *room)
{
    const struct pp_graph *g = x->j->graph;
    uint32_t *at = NULL, num = 0, cap = 0;
    for (uint32_t i = 0; i < s->num; i++) {
        if (s->at[i] == PP_NONE)
            continue;
        if (num > 0 && !bridge(g, &at, &num, &cap, g->edges[s->at[i]].from)) {
            free(at);
            return;
        }
        at = pp_grow(at, &cap, num, 1, sizeof *at);
        at[num++] = s->at[i];
    }
    if (num == 0)
        return;
    intra->paths = pp_grow_long(intra->paths, room, intra->num_paths, sizeof *intra->paths);
    intra->paths[intra->num_paths++] =
        (struct pp_path){.proc = x->j->proc, .count = s->count, .edges = at, .num_edges = num};
}

void pp_join_paths(const struct pp_joined *j, struct pp_profile *intra)
{
    struct joiner x = {.j = j, .g = &j->by_call->notes->graph};
    size_t room = intra->num_paths;
    begin(&x);
    for (uint32_t k = 0; k < j->num_copies; k++)
        take_in(&x, k);
    for (uint32_t i = 0; i < x.paths.num; i++)
        finish(&x, &x.paths.at[i], intra, &room);
    free_strings(&x.paths);
}
