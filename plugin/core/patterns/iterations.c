/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "core/patterns/iterations.h"

#include <stdlib.h>

#include "core/number/path.h"

static int by_edges(const void *a, const void *b, void *iterations)
{
    const struct pp_iteration *x = a, *y = b;
    for (uint32_t i = 0; i < x->num && i < y->num; i++) {
        uint32_t e = pp_iteration_edge(iterations, x, i), f = pp_iteration_edge(iterations, y, i);
        if (e != f)
            return e < f ? -1 : 1;
    }
    return (x->num > y->num) - (x->num < y->num);
}

static void add_way(struct pp_iterations *it, const uint32_t *edges, uint32_t num)
{
    it->ways = pp_grow(it->ways, &it->room_ways, it->num_ways, 1, sizeof *it->ways);
    it->ways[it->num_ways] = (struct pp_iteration){edges, num, it->num_ways};
    it->num_ways++;
}

/* PATH ends at a back edge of the loop: adds its last k iterations. */
static void add_window(struct pp_iterations *it, const struct pp_path *path)
{
    uint32_t first = path->num_edges - 1;
    it->windows = pp_grow(it->windows, &it->room_windows, it->num_windows, 1, sizeof *it->windows);
    it->windows[it->num_windows++] = (struct pp_window){it->num_ways, path->count};
    while (pp_loop_from(it->g, it->n, &it->g->edges[path->edges[first - 1]]) == it->loop)
        first--;
    for (uint32_t i = first; i < path->num_edges; i++)
        if (i + 1 == path->num_edges || pp_is_back_edge(it->g, it->n, path->edges[i])) {
            add_way(it, path->edges + first, i + 1 - first);
            first = i + 1;
        }
}

/* Numbers the ways, equal ones alike. */
static void number_ways(struct pp_iterations *it)
{
    uint32_t num = 0;
    it->numbers = pp_xmalloc((it->num_ways + 1) * sizeof *it->numbers);
    qsort_r(it->ways, it->num_ways, sizeof *it->ways, by_edges, it);
    for (uint32_t i = 0; i < it->num_ways; i++) {
        if (num == 0 || by_edges(&it->ways[num - 1], &it->ways[i], it) != 0) {
            struct pp_iteration way = it->ways[i];
            it->numbers[way.of] = num;
            it->ways[num++] = way;
        } else {
            it->numbers[it->ways[i].of] = num - 1;
        }
    }
    it->num_ways = num;
}

int pp_compare_ways(const uint32_t *x, const uint32_t *y, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static int by_ways(const void *a, const void *b, void *iterations)
{
    const struct pp_window *x = a, *y = b;
    const struct pp_iterations *it = iterations;
    return pp_compare_ways(it->numbers + x->first, it->numbers + y->first, it->k);
}

/* Sorts the windows and adds up equal ones. */
static void sort_windows(struct pp_iterations *it)
{
    uint32_t num = 0;
    qsort_r(it->windows, it->num_windows, sizeof *it->windows, by_ways, it);
    for (uint32_t i = 0; i < it->num_windows; i++) {
        it->all = pp_add(it->all, it->windows[i].count);
        if (num && by_ways(&it->windows[num - 1], &it->windows[i], it) == 0)
            it->windows[num - 1].count = pp_add(it->windows[num - 1].count, it->windows[i].count);
        else
            it->windows[num++] = it->windows[i];
    }
    it->num_windows = num;
}

void pp_iterations_make(struct pp_iterations *iterations, const struct pp_profile *profile,
                        uint32_t loop, size_t first, size_t end)
{
    const struct pp_graph *g = &profile->notes->graph;
    const struct pp_numbering *n = &profile->numbering;
    *iterations = (struct pp_iterations){.g = g,
                                         .n = n,
                                         .loop = loop,
                                         .k = n->loops[loop].k,
                                         .proc = g->vertices[n->loops[loop].head].proc};
    for (size_t i = first; i < end; i++) {
        const struct pp_path *path = &profile->paths[i];
        uint32_t last = path->edges[path->num_edges - 1];
        if (pp_ends_at_back_edge(g, n, last) &&
            g->edges[g->edges[last].origin].to == n->loops[loop].head)
            add_window(iterations, path);
    }
    if (iterations->num_windows) {
        number_ways(iterations);
        sort_windows(iterations);
    }
}

void pp_iterations_free(struct pp_iterations *iterations)
{
    free(iterations->ways);
    free(iterations->windows);
    free(iterations->numbers);
    *iterations = (struct pp_iterations){0};
}

uint32_t *pp_iteration_path(const struct pp_iterations *it, uint32_t way)
{
    const struct pp_iteration *at = &it->ways[way];
    const struct pp_edge *back = &it->g->edges[pp_iteration_edge(it, at, at->num - 1)];
    uint32_t *edges = pp_xmalloc(((size_t)at->num + 1) * sizeof *edges);
    edges[0] = back->begins;
    for (uint32_t i = 0; i + 1 < at->num; i++)
        edges[i + 1] = pp_iteration_edge(it, at, i);
    edges[at->num] = back->ends;
    return edges;
}

void pp_path_ranges(const struct pp_profile *profile, size_t **first, size_t **end)
{
    uint32_t num = profile->notes->graph.num_procs;
    *first = pp_xcalloc((size_t)num + 1, sizeof **first);
    *end = pp_xcalloc((size_t)num + 1, sizeof **end);
    for (size_t i = profile->num_paths; i-- > 0;) {
        uint32_t proc = profile->paths[i].proc;
        (*first)[proc] = i;
        if (!(*end)[proc])
            (*end)[proc] = i + 1;
    }
}
