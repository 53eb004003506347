/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "core/patterns/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "core/number/loops.h"
#include "core/graph/dfs.h"
#include "core/number/path.h"
#include "core/patterns/iterations.h"

/* What was seen of one loop. */
struct seen {
    struct pp_iterations it;
    uint32_t *taken;
    double *shares; /* by way: of the iterations, those that are the last of a window */
};

/* The most frequent window that begins as WINDOW goes on behind its first iteration; PP_NONE if
   none does. */
static uint32_t next_window(const struct pp_iterations *it, uint32_t window)
{
    uint32_t low = 0, high = it->num_windows, best = PP_NONE;
    const uint32_t *wanted = pp_window_ways(it, window) + 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pp_compare_ways(pp_window_ways(it, middle), wanted, it->k - 1) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (;
         low < it->num_windows && pp_compare_ways(pp_window_ways(it, low), wanted, it->k - 1) == 0;
         low++)
        if (best == PP_NONE || it->windows[low].count > it->windows[best].count)
            best = low;
    return best;
}

/* Has V several ways on in the program? */
static bool is_test(const struct pp_graph *g, uint32_t v)
{
    uint32_t ways = 0;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
        ways += pp_inside(&g->edges[e]);
    return ways > 1;
}

/* Where the only edge by which iterations of the loop leave the source of E is noted, or SEVERAL. */
#define SEVERAL (PP_NONE - 1)

static uint32_t *taken_from(const struct seen *s, uint32_t e)
{
    const struct pp_graph *g = s->it.g;
    const struct pp_edge *edge = &g->edges[e];
    uint32_t v = edge->from - g->procs[s->it.proc].first_vertex;
    return &s->taken[2 * (size_t)v + pp_leaves_step(g, edge)];
}

static void note_taken(struct seen *s)
{
    const struct pp_iterations *it = &s->it;
    size_t size = 2 * (size_t)it->g->procs[it->proc].num_vertices * sizeof *s->taken;
    s->taken = pp_xmalloc(size);
    memset(s->taken, 0xff, size);
    for (uint32_t w = 0; w < it->num_ways; w++)
        for (uint32_t i = 0; i < it->ways[w].num; i++) {
            uint32_t e = pp_iteration_edge(it, &it->ways[w], i), *taken = taken_from(s, e);
            *taken = *taken == PP_NONE || *taken == e ? e : SEVERAL;
        }
}

/* The edge of the program at whose source it was decided to take E; PP_NONE if nothing was. */
static uint32_t test_of(const struct pp_graph *g, uint32_t e)
{
    uint32_t own = pp_leads_to_step(g, &g->edges[e]) ? g->edges[e].origin : e;
    return pp_inside(&g->edges[own]) && is_test(g, g->edges[own].from) ? own : PP_NONE;
}

static void put_edge(struct pp_pattern *p, uint32_t *room, uint32_t e)
{
    p->edges = pp_grow(p->edges, room, p->num_edges, 1, sizeof *p->edges);
    p->edges[p->num_edges++] = e;
}

/* Adds way number WAY to P. */
static void put_way(const struct seen *s, struct pp_pattern *p, uint32_t *room, uint32_t way)
{
    const struct pp_graph *g = s->it.g;
    const struct pp_iteration *at = &s->it.ways[way];
    for (uint32_t i = 0; i < at->num; i++) {
        uint32_t e = pp_iteration_edge(&s->it, at, i);
        if (p->num_edges == 0)
            put_edge(p, room, g->edges[pp_iteration_edge(&s->it, at, at->num - 1)].begins);
        put_edge(p, room, e);
        if (test_of(g, e) == PP_NONE)
            continue;
        p->tests++;
        p->decided += *taken_from(s, e) == SEVERAL;
    }
}

static void note_shares(struct seen *s)
{
    const struct pp_iterations *it = &s->it;
    s->shares = pp_xcalloc((size_t)it->num_ways + 1, sizeof *s->shares);
    for (uint32_t w = 0; w < it->num_windows; w++)
        s->shares[pp_window_ways(it, w)[it->k - 1]] +=
            (double)it->windows[w].count / (double)it->all;
}

/* How likely WINDOW is if each of its iterations is what it is by chance. */
static double likely(const struct seen *s, uint32_t window)
{
    const uint32_t *ways = pp_window_ways(&s->it, window);
    double product = 1;
    for (uint32_t i = 0; i < s->it.k; i++)
        product *= s->shares[ways[i]];
    return product;
}

/* The cycle that WINDOW is on, of SIZE windows. */
static struct pp_pattern make_pattern(const struct seen *s, uint32_t window, uint32_t size)
{
    const struct pp_iterations *it = &s->it;
    uint32_t room = 0;
    struct pp_pattern p = {.proc = it->proc,
                           .head = it->n->loops[it->loop].head,
                           .k = it->k,
                           .iterations = size,
                           .windows = it->all};
    for (uint32_t i = 0; i < size; i++, window = next_window(it, window)) {
        put_way(s, &p, &room, pp_window_ways(it, window)[0]);
        p.followed = pp_add(p.followed, it->windows[window].count);
        p.expected += likely(s, window);
    }
    uint32_t *last = &p.edges[p.num_edges - 1];
    *last = it->g->edges[*last].ends;
    return p;
}

/* Finds the cycles among the windows, those that LEAST windows follow. */
static void find_cycles(struct pp_patterns *patterns, const struct seen *s, uint64_t least)
{
    const struct pp_iterations *it = &s->it;
    /* By window: from which other it was come to first; how many steps that took. */
    uint32_t *from = pp_xmalloc((it->num_windows + 1) * sizeof *from);
    uint32_t *step = pp_xmalloc((it->num_windows + 1) * sizeof *step);
    memset(from, 0xff, it->num_windows * sizeof *from);
    for (uint32_t i = 0; i < it->num_windows; i++) {
        uint32_t w = i, steps = 0;
        for (; w != PP_NONE && from[w] == PP_NONE; w = next_window(it, w)) {
            from[w] = i;
            step[w] = steps++;
        }
        if (w == PP_NONE || from[w] != i || steps - step[w] < 2)
            continue;
        struct pp_pattern p = make_pattern(s, w, steps - step[w]);
        if (p.followed < least) {
            free(p.edges);
            continue;
        }
        patterns->patterns =
            pp_grow(patterns->patterns, &patterns->room, patterns->num, 1, sizeof p);
        patterns->patterns[patterns->num++] = p;
    }
    free(from);
    free(step);
}

/* As many as one of PART out of ALL, rounded up. */
static uint64_t one_of(uint64_t all, uint64_t part)
{
    return all / part + (all % part != 0);
}

/* Looks at the windows of S's loop; EXECUTED paths are the program's. */
static void look_at(struct pp_patterns *patterns, struct seen *s,
                    const struct pp_pattern_bounds *bounds, uint64_t executed)
{
    uint64_t of_loop = one_of(s->it.all, bounds->windows), of_all = one_of(executed, bounds->paths);
    note_taken(s);
    note_shares(s);
    find_cycles(patterns, s, of_loop > of_all ? of_loop : of_all);
    free(s->taken);
    free(s->shares);
}

double pp_pattern_gain(const struct pp_pattern *pattern)
{
    return (double)pattern->followed * pattern->decided / pattern->iterations;
}

static int by_gain(const void *a, const void *b)
{
    const struct pp_pattern *x = a, *y = b;
    double m = pp_pattern_gain(x), n = pp_pattern_gain(y);
    if (m != n)
        return m < n ? 1 : -1;
    if (x->followed != y->followed)
        return x->followed < y->followed ? 1 : -1;
    return x->head < y->head ? -1 : x->head > y->head;
}

void pp_patterns_find(struct pp_patterns *patterns, const struct pp_profile *profile,
                      const struct pp_pattern_bounds *bounds)
{
    const struct pp_numbering *n = &profile->numbering;
    const struct pp_graph *g = &profile->notes->graph;
    *patterns = (struct pp_patterns){0};
    size_t *first, *end;
    uint64_t executed = 0;
    pp_path_ranges(profile, &first, &end);
    for (size_t i = 0; i < profile->num_paths; i++)
        executed = pp_add(executed, profile->paths[i].count);
    for (uint32_t loop = 0; loop < n->num_loops; loop++) {
        uint32_t proc = g->vertices[n->loops[loop].head].proc;
        struct seen s = {0};
        pp_iterations_make(&s.it, profile, loop, first[proc], end[proc]);
        if (s.it.num_windows)
            look_at(patterns, &s, bounds, executed);
        pp_iterations_free(&s.it);
    }
    free(first);
    free(end);
    if (patterns->num)
        qsort(patterns->patterns, patterns->num, sizeof *patterns->patterns, by_gain);
}

void pp_patterns_free(struct pp_patterns *patterns)
{
    for (uint32_t i = 0; i < patterns->num; i++)
        free(patterns->patterns[i].edges);
    free(patterns->patterns);
    *patterns = (struct pp_patterns){0};
}
