/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "core/profile/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "core/number/loops.h"
#include "core/graph/dfs.h"
#include "core/number/path.h"

/* One iteration of a window: edges from the loop's head to a back edge, or, in the last, to the
   surrogate that stands for it. */
struct way {
    const uint32_t *edges;
    uint32_t num;
    uint32_t of; /* the iterations of all windows, one after the other */
};

struct window {
    uint32_t first; /* in the loop's iterations, k of them */
    uint64_t count;
};

/* What was seen of one loop. */
struct seen {
    const struct pp_graph *g;
    const struct pp_numbering *n;
    uint32_t proc, loop, k;
    struct way *ways; /* as found; then each way once, by number */
    struct window *windows;
    uint32_t *numbers; /* the iterations of the windows, as numbers of ways */
    uint32_t *taken;
    uint32_t num_ways, room_ways, num_windows, room_windows;
};

static uint32_t edge_of(const struct seen *s, const struct way *way, uint32_t i)
{
    uint32_t e = way->edges[i];
    return pp_ends_at_back_edge(s->g, s->n, e) ? s->g->edges[e].origin : e;
}

static int by_edges(const void *a, const void *b, void *seen)
{
    const struct way *x = a, *y = b;
    for (uint32_t i = 0; i < x->num && i < y->num; i++) {
        uint32_t e = edge_of(seen, x, i), f = edge_of(seen, y, i);
        if (e != f)
            return e < f ? -1 : 1;
    }
    return (x->num > y->num) - (x->num < y->num);
}

static void add_way(struct seen *s, const uint32_t *edges, uint32_t num)
{
    s->ways = pp_grow(s->ways, &s->room_ways, s->num_ways, 1, sizeof *s->ways);
    s->ways[s->num_ways] = (struct way){edges, num, s->num_ways};
    s->num_ways++;
}

/* PATH ends at a back edge of the loop: adds its last k iterations. */
static void add_window(struct seen *s, const struct pp_path *path)
{
    uint32_t first = path->num_edges - 1;
    s->windows = pp_grow(s->windows, &s->room_windows, s->num_windows, 1, sizeof *s->windows);
    s->windows[s->num_windows++] = (struct window){s->num_ways, path->count};
    while (pp_loop_from(s->g, s->n, &s->g->edges[path->edges[first - 1]]) == s->loop)
        first--;
    for (uint32_t i = first; i < path->num_edges; i++)
        if (i + 1 == path->num_edges || pp_is_back_edge(s->g, s->n, path->edges[i])) {
            add_way(s, path->edges + first, i + 1 - first);
            first = i + 1;
        }
}

/* Numbers the ways, equal ones alike. */
static void number_ways(struct seen *s)
{
    uint32_t num = 0;
    s->numbers = pp_xmalloc((s->num_ways + 1) * sizeof *s->numbers);
    qsort_r(s->ways, s->num_ways, sizeof *s->ways, by_edges, s);
    for (uint32_t i = 0; i < s->num_ways; i++) {
        if (num == 0 || by_edges(&s->ways[num - 1], &s->ways[i], s) != 0) {
            struct way way = s->ways[i];
            s->numbers[way.of] = num;
            s->ways[num++] = way;
        } else {
            s->numbers[s->ways[i].of] = num - 1;
        }
    }
    s->num_ways = num;
}

/* Compares NUM iterations. */
static int compare(const uint32_t *x, const uint32_t *y, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static const uint32_t *iterations(const struct seen *s, uint32_t window)
{
    return s->numbers + s->windows[window].first;
}

static int by_iterations(const void *a, const void *b, void *seen)
{
    const struct window *x = a, *y = b;
    const struct seen *s = seen;
    return compare(s->numbers + x->first, s->numbers + y->first, s->k);
}

/* Sorts the windows and adds up equal ones.  Returns how often there was any. */
static uint64_t sort_windows(struct seen *s)
{
    uint32_t num = 0;
    uint64_t all = 0;
    qsort_r(s->windows, s->num_windows, sizeof *s->windows, by_iterations, s);
    for (uint32_t i = 0; i < s->num_windows; i++) {
        all = pp_add(all, s->windows[i].count);
        if (num && by_iterations(&s->windows[num - 1], &s->windows[i], s) == 0)
            s->windows[num - 1].count = pp_add(s->windows[num - 1].count, s->windows[i].count);
        else
            s->windows[num++] = s->windows[i];
    }
    s->num_windows = num;
    return all;
}

/* The most frequent window that begins as WINDOW goes on behind its first iteration; PP_NONE if
   none does. */
static uint32_t next_window(const struct seen *s, uint32_t window)
{
    uint32_t low = 0, high = s->num_windows, best = PP_NONE;
    const uint32_t *wanted = iterations(s, window) + 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare(iterations(s, middle), wanted, s->k - 1) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < s->num_windows && compare(iterations(s, low), wanted, s->k - 1) == 0; low++)
        if (best == PP_NONE || s->windows[low].count > s->windows[best].count)
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
    const struct pp_edge *edge = &s->g->edges[e];
    uint32_t v = edge->from - s->g->procs[s->proc].first_vertex;
    return &s->taken[2 * (size_t)v + pp_leaves_step(s->g, edge)];
}

static void note_taken(struct seen *s)
{
    size_t size = 2 * (size_t)s->g->procs[s->proc].num_vertices * sizeof *s->taken;
    s->taken = pp_xmalloc(size);
    memset(s->taken, 0xff, size);
    for (uint32_t w = 0; w < s->num_ways; w++)
        for (uint32_t i = 0; i < s->ways[w].num; i++) {
            uint32_t e = edge_of(s, &s->ways[w], i), *taken = taken_from(s, e);
            *taken = *taken == PP_NONE || *taken == e ? e : SEVERAL;
        }
}

/* The edge of the program at whose source it was decided to take E; PP_NONE if nothing was. */
static uint32_t test_of(const struct seen *s, uint32_t e)
{
    const struct pp_graph *g = s->g;
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
    for (uint32_t i = 0; i < s->ways[way].num; i++) {
        uint32_t e = edge_of(s, &s->ways[way], i);
        if (p->num_edges == 0)
            put_edge(p, room, s->g->edges[edge_of(s, &s->ways[way], s->ways[way].num - 1)].begins);
        put_edge(p, room, e);
        if (test_of(s, e) == PP_NONE)
            continue;
        p->tests++;
        p->decided += *taken_from(s, e) == SEVERAL;
    }
}

/* The cycle that WINDOW is on, of SIZE windows. */
static struct pp_pattern make_pattern(const struct seen *s, uint32_t window, uint32_t size)
{
    uint32_t room = 0;
    struct pp_pattern p = {
        .proc = s->proc, .head = s->n->loops[s->loop].head, .k = s->k, .iterations = size};
    for (uint32_t i = 0; i < size; i++, window = next_window(s, window)) {
        put_way(s, &p, &room, iterations(s, window)[0]);
        p.followed = pp_add(p.followed, s->windows[window].count);
    }
    uint32_t *last = &p.edges[p.num_edges - 1];
    *last = s->g->edges[*last].ends;
    return p;
}

/* Finds the cycles among the windows, which are sorted, ALL together; those that LEAST windows
   follow. */
static void find_cycles(struct pp_patterns *patterns, const struct seen *s, uint64_t all,
                        uint64_t least)
{
    /* By window: from which other it was come to first; how many steps that took. */
    uint32_t *from = pp_xmalloc((s->num_windows + 1) * sizeof *from);
    uint32_t *step = pp_xmalloc((s->num_windows + 1) * sizeof *step);
    memset(from, 0xff, s->num_windows * sizeof *from);
    for (uint32_t i = 0; i < s->num_windows; i++) {
        uint32_t w = i, steps = 0;
        for (; w != PP_NONE && from[w] == PP_NONE; w = next_window(s, w)) {
            from[w] = i;
            step[w] = steps++;
        }
        if (w == PP_NONE || from[w] != i || steps - step[w] < 2)
            continue;
        struct pp_pattern p = make_pattern(s, w, steps - step[w]);
        p.windows = all;
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

/* Looks at those of PATHS, of one procedure, that end at a back edge of LOOP.  EXECUTED are the
   program's. */
static void look_at(struct pp_patterns *patterns, const struct pp_profile *profile, uint32_t loop,
                    size_t first, size_t end, const struct pp_pattern_bounds *bounds,
                    uint64_t executed)
{
    const struct pp_graph *g = &profile->notes->graph;
    const struct pp_numbering *n = &profile->numbering;
    struct seen s = {.g = g,
                     .n = n,
                     .loop = loop,
                     .k = n->loops[loop].k,
                     .proc = g->vertices[n->loops[loop].head].proc};
    for (size_t i = first; i < end; i++) {
        const struct pp_path *path = &profile->paths[i];
        uint32_t last = path->edges[path->num_edges - 1];
        if (pp_ends_at_back_edge(g, n, last) &&
            g->edges[g->edges[last].origin].to == n->loops[loop].head)
            add_window(&s, path);
    }
    if (s.num_windows) {
        number_ways(&s);
        note_taken(&s);
        uint64_t all = sort_windows(&s);
        uint64_t of_loop = one_of(all, bounds->windows), of_all = one_of(executed, bounds->paths);
        find_cycles(patterns, &s, all, of_loop > of_all ? of_loop : of_all);
    }
    free(s.ways);
    free(s.windows);
    free(s.numbers);
    free(s.taken);
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
    /* By procedure: its paths, which stand together. */
    size_t *first = pp_xcalloc(g->num_procs + 1, sizeof *first);
    size_t *end = pp_xcalloc(g->num_procs + 1, sizeof *end);
    uint64_t executed = 0;
    for (size_t i = profile->num_paths; i-- > 0;) {
        uint32_t proc = profile->paths[i].proc;
        executed = pp_add(executed, profile->paths[i].count);
        first[proc] = i;
        if (!end[proc])
            end[proc] = i + 1;
    }
    for (uint32_t loop = 0; loop < n->num_loops; loop++) {
        uint32_t proc = g->vertices[n->loops[loop].head].proc;
        look_at(patterns, profile, loop, first[proc], end[proc], bounds, executed);
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
