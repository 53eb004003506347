/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/builds/function-match.h"

#include <stdlib.h>
#include <string.h>

#include "tool/compare/match-procs.h"

/* Flow graphs of fewer vertices say little. */
#define LEAST_VERTICES 8
/* Of the lines of both functions, that they share; and how long a line must be to count, and a function in such
   lines. */
#define TEXT_SHARE 0.6
#define LEAST_LENGTH 6
#define LEAST_LINES 3
/* So many pairs of functions are held against each other, at most. */
#define MOST_PAIRS (UINT64_C(1) << 20)

static void link_procs(struct pp_build_pair *pair, uint32_t p, uint32_t q, enum pp_found_by how)
{
    pair->before.other[p] = q;
    pair->after.other[q] = p;
    pair->before.found[p] = pair->after.found[q] = (uint8_t)how;
}

static void start(struct pp_build *build)
{
    uint32_t num = build->load.notes.graph.num_procs;
    build->other = pp_xmalloc(((size_t)num + 1) * sizeof *build->other);
    build->found = pp_xcalloc((size_t)num + 1, 1);
    for (uint32_t p = 0; p < num; p++)
        build->other[p] = PP_NONE;
}

static void match_names(struct pp_build_pair *pair)
{
    const struct pp_graph *g = &pair->before.load.notes.graph, *h = &pair->after.load.notes.graph;
    uint32_t *to = pp_match_procs(g, h), *back = pp_match_procs(h, g);
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (to[p] != PP_NONE && back[to[p]] == p)
            link_procs(pair, p, to[p], PP_BY_NAME);
    free(to);
    free(back);
}

/* ---- Shape. */

struct shape {
    uint64_t checksum;
    uint32_t proc;
    bool after;
};

static int by_checksum(const void *a, const void *b)
{
    const struct shape *x = a, *y = b;
    if (x->checksum != y->checksum)
        return x->checksum < y->checksum ? -1 : 1;
    if (x->after != y->after)
        return x->after ? 1 : -1;
    return (x->proc > y->proc) - (x->proc < y->proc);
}

static size_t add_shapes(struct shape *shapes, size_t num, const struct pp_build *build, bool after)
{
    const struct pp_graph *g = &build->load.notes.graph;
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (build->other[p] == PP_NONE && g->procs[p].num_vertices >= LEAST_VERTICES)
            shapes[num++] = (struct shape){g->procs[p].checksum, p, after};
    return num;
}

static void match_shapes(struct pp_build_pair *pair)
{
    size_t most =
        (size_t)pair->before.load.notes.graph.num_procs + pair->after.load.notes.graph.num_procs;
    struct shape *shapes = pp_xmalloc((most + 1) * sizeof *shapes);
    size_t num = add_shapes(shapes, 0, &pair->before, false);
    num = add_shapes(shapes, num, &pair->after, true);
    qsort(shapes, num, sizeof *shapes, by_checksum);
    for (size_t i = 0, end; i < num; i = end) {
        for (end = i + 1; end < num && shapes[end].checksum == shapes[i].checksum; end++)
            ;
        if (end == i + 2 && !shapes[i].after && shapes[i + 1].after)
            link_procs(pair, shapes[i].proc, shapes[i + 1].proc, PP_BY_SHAPE);
    }
    free(shapes);
}

/* ---- Text. */

/* A function without a match: the words of its lines that say something, sorted; the first, with its name, apart. */
struct body {
    uint32_t proc, num;
    uint32_t *words;
    uint32_t best; /* of the other build's: the most alike; PP_NONE */
    double share;
    bool tie;
};

static int by_words(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static struct body body_of(const struct pp_build_pair *pair, const struct pp_build *build,
                           uint32_t p)
{
    const struct pp_proc *proc = &build->load.notes.graph.procs[p];
    struct body body = {.proc = p, .best = PP_NONE};
    uint32_t last = proc->artificial ? 0 : proc->last_line;
    if (last > proc->line)
        body.words = pp_xmalloc((size_t)(last - proc->line) * sizeof *body.words);
    for (uint32_t n = proc->line + 1; n <= last; n++) {
        struct pp_spot spot = pp_spot_of(&build->texts, proc->file, n);
        if (spot.file == PP_NONE)
            break;
        uint32_t words = pp_line_at(&build->texts, spot)->words;
        if (words != PP_NONE && strlen(pp_text(&pair->words, words)) >= LEAST_LENGTH)
            body.words[body.num++] = words;
    }
    if (body.num)
        qsort(body.words, body.num, sizeof *body.words, by_words);
    return body;
}

static struct body *bodies_of(const struct pp_build_pair *pair, const struct pp_build *build,
                              uint32_t *num)
{
    const struct pp_graph *g = &build->load.notes.graph;
    struct body *bodies = pp_xmalloc(((size_t)g->num_procs + 1) * sizeof *bodies);
    *num = 0;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        if (build->other[p] != PP_NONE)
            continue;
        bodies[*num] = body_of(pair, build, p);
        if (bodies[*num].num >= LEAST_LINES)
            (*num)++;
        else
            free(bodies[*num].words);
    }
    return bodies;
}

/* How much of both bodies is lines that they share. */
static double shared(const struct body *x, const struct body *y)
{
    uint32_t same = 0;
    for (uint32_t i = 0, j = 0; i < x->num && j < y->num;) {
        if (x->words[i] == y->words[j]) {
            same++;
            i++;
            j++;
        } else if (x->words[i] < y->words[j]) {
            i++;
        } else {
            j++;
        }
    }
    return 2.0 * same / ((double)x->num + y->num);
}

static void consider(struct body *body, uint32_t other, double share)
{
    if (share < TEXT_SHARE || share < body->share)
        return;
    body->tie = share == body->share;
    body->best = other;
    body->share = share;
}

static void free_bodies(struct body *bodies, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++)
        free(bodies[i].words);
    free(bodies);
}

static void match_texts(struct pp_build_pair *pair)
{
    uint32_t m, n;
    struct body *x = bodies_of(pair, &pair->before, &m), *y = bodies_of(pair, &pair->after, &n);
    for (uint32_t i = 0; i < m && (uint64_t)m * n <= MOST_PAIRS; i++) {
        for (uint32_t j = 0; j < n; j++) {
            double share = shared(&x[i], &y[j]);
            consider(&x[i], j, share);
            consider(&y[j], i, share);
        }
    }
    for (uint32_t i = 0; i < m; i++) {
        uint32_t j = x[i].best;
        if (j != PP_NONE && !x[i].tie && y[j].best == i && !y[j].tie)
            link_procs(pair, x[i].proc, y[j].proc, PP_BY_TEXT);
    }
    free_bodies(x, m);
    free_bodies(y, n);
}

void pp_match_functions(struct pp_build_pair *pair)
{
    start(&pair->before);
    start(&pair->after);
    match_names(pair);
    match_shapes(pair);
    match_texts(pair);
}
