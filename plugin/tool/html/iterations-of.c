/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/html/iterations-of.h"

#include <stdlib.h>

#include "core/lines/columns.h"
#include "core/patterns/iterations.h"
#include "tool/path/route.h"
#include "tool/print/json.h"

/* Nobody reads more in a table. */
#define MOST_WAYS 26
#define MOST_TURNS 200

void pp_iterations_of_make(struct pp_iterations_of *iterations, const struct pp_html *html)
{
    const struct pp_numbering *n = &html->load->profile.numbering;
    uint32_t num = html->g->num_procs;
    *iterations = (struct pp_iterations_of){0};
    if (n->num_loops == 0)
        return;
    pp_path_ranges(&html->load->profile, &iterations->first, &iterations->end);
    iterations->loops = pp_xmalloc((size_t)n->num_loops * sizeof *iterations->loops);
    iterations->num_from = pp_xcalloc((size_t)num + 2, sizeof *iterations->num_from);
    uint32_t *from = iterations->num_from;
    for (uint32_t loop = 0; loop < n->num_loops; loop++)
        from[html->g->vertices[n->loops[loop].head].proc + 2]++;
    for (uint32_t p = 0; p < num; p++)
        from[p + 2] += from[p + 1];
    for (uint32_t loop = 0; loop < n->num_loops; loop++)
        iterations->loops[from[html->g->vertices[n->loops[loop].head].proc + 1]++] = loop;
}

void pp_iterations_of_free(struct pp_iterations_of *iterations)
{
    free(iterations->first);
    free(iterations->end);
    free(iterations->loops);
    free(iterations->num_from);
}

/* ---- One loop. */

static int by_count(const void *a, const void *b, void *counts)
{
    const uint64_t *count = counts;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (count[x] != count[y])
        return count[x] > count[y] ? -1 : 1;
    return (x > y) - (x < y);
}

/* 0 ... NUM - 1 by falling COUNTS, malloc'd. */
static uint32_t *ordered(uint64_t *counts, uint32_t num)
{
    uint32_t *order = pp_xmalloc(((size_t)num + 1) * sizeof *order);
    for (uint32_t i = 0; i < num; i++)
        order[i] = i;
    qsort_r(order, num, sizeof *order, by_count, counts);
    return order;
}

static char *way_text(const struct pp_html *html, const struct pp_iterations *it, uint32_t way)
{
    uint32_t *edges = pp_iteration_path(it, way);
    struct pp_path path = {.proc = it->proc, .edges = edges, .num_edges = it->ways[way].num + 1};
    struct pp_route route;
    pp_route_of_piece(&route, html->g, &path);
    char *text = pp_route_text(&route, &html->calls.names);
    pp_route_free(&route);
    free(edges);
    return text;
}

/* PLACE, by way: where it is in the list, PP_NONE if it is not. */
static json_t *ways_json(const struct pp_html *html, const struct pp_iterations *it,
                         uint32_t *place)
{
    uint64_t *counts = pp_xcalloc((size_t)it->num_ways + 1, sizeof *counts);
    json_t *list = json_array();
    for (uint32_t w = 0; w < it->num_windows; w++) {
        uint32_t last = pp_window_ways(it, w)[it->k - 1];
        counts[last] = pp_add(counts[last], it->windows[w].count);
    }
    uint32_t *order = ordered(counts, it->num_ways);
    for (uint32_t i = 0; i < it->num_ways; i++) {
        place[order[i]] = i < MOST_WAYS ? i : PP_NONE;
        if (i >= MOST_WAYS)
            continue;
        json_t *way = json_array();
        char *text = way_text(html, it, order[i]);
        json_array_append_new(way, pp_html_count(counts[order[i]]));
        json_array_append_new(way, pp_json_text(text));
        json_array_append_new(list, way);
        free(text);
    }
    free(order);
    free(counts);
    return list;
}

/* Windows all of whose ways are listed. */
static json_t *turns_json(const struct pp_iterations *it, const uint32_t *place)
{
    uint64_t *counts = pp_xcalloc((size_t)it->num_windows + 1, sizeof *counts);
    json_t *list = json_array();
    for (uint32_t w = 0; w < it->num_windows; w++)
        counts[w] = it->windows[w].count;
    uint32_t *order = ordered(counts, it->num_windows);
    for (uint32_t i = 0; i < it->num_windows && json_array_size(list) < MOST_TURNS; i++) {
        const uint32_t *ways = pp_window_ways(it, order[i]);
        bool listed = true;
        json_t *turn = json_array();
        for (uint32_t k = 0; k < it->k; k++) {
            listed &= place[ways[k]] != PP_NONE;
            json_array_append_new(turn, json_integer(place[ways[k]]));
        }
        json_array_append_new(turn, pp_html_count(counts[order[i]]));
        if (listed)
            json_array_append(list, turn);
        json_decref(turn);
    }
    free(order);
    free(counts);
    return list;
}

static json_t *loop_json(struct pp_html *html, const struct pp_iterations *it)
{
    struct pp_line line = pp_first_line(html->g, it->n->loops[it->loop].head);
    uint32_t *place = pp_xmalloc(((size_t)it->num_ways + 1) * sizeof *place);
    json_t *object = json_object();
    json_object_set_new(object, "file", json_integer(pp_html_file(html, line.file)));
    json_object_set_new(object, "line", json_integer(line.line));
    json_object_set_new(object, "k", json_integer(it->k));
    json_object_set_new(object, "windows", pp_html_count(it->all));
    json_object_set_new(object, "all_ways", json_integer(it->num_ways));
    json_object_set_new(object, "ways", ways_json(html, it, place));
    json_object_set_new(object, "all_turns", json_integer(it->num_windows));
    json_object_set_new(object, "turns", turns_json(it, place));
    free(place);
    return object;
}

json_t *pp_iterations_of_json(const struct pp_iterations_of *iterations, struct pp_html *html,
                              uint32_t p)
{
    if (!iterations->first)
        return json_null();
    json_t *list = json_array();
    for (uint32_t i = iterations->num_from[p]; i < iterations->num_from[p + 1]; i++) {
        struct pp_iterations it;
        pp_iterations_make(&it, &html->load->profile, iterations->loops[i], iterations->first[p],
                           iterations->end[p]);
        if (it.num_windows)
            json_array_append_new(list, loop_json(html, &it));
        pp_iterations_free(&it);
    }
    return list;
}
