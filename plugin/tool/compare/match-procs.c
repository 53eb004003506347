/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */

#include "tool/compare/match-procs.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/path-names.h"

/* Only a forged file has more functions of one name. */
#define MOST_NAMESAKES 1000

/* NAME as it was before -flto made it unique: how long it is. */
static size_t plain(const char *name)
{
    const char *end = strstr(name, ".lto_priv");
    return end ? (size_t)(end - name) : strlen(name);
}

static int compare_names(const char *x, const char *y)
{
    size_t size = plain(x), other = plain(y);
    int order = memcmp(x, y, size < other ? size : other);
    return order ? order : (size > other) - (size < other);
}

static int by_symbol(const void *a, const void *b, void *graph)
{
    const struct pp_graph *g = graph;
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    int order = compare_names(pp_text(g, g->procs[p].name), pp_text(g, g->procs[q].name));
    return order ? order : (p > q) - (p < q);
}

/* How much WANTED, of G, and PROC, of OTHER, which have one name, are alike: by their file. */
static int likeness(const struct pp_graph *g, uint32_t wanted, const struct pp_graph *other,
                    uint32_t proc)
{
    const char *file = pp_text(g, g->procs[wanted].file);
    const char *its = pp_text(other, other->procs[proc].file);
    return strcmp(file, its) == 0 ? 2 : strcmp(pp_last_part(file), pp_last_part(its)) == 0;
}

/* The procedure of OTHER, whose procedures ORDER lists by symbol, that is procedure P of G; PP_NONE
   if there is none, or more than one that is as like. */
static uint32_t find_same(const struct pp_graph *g, uint32_t p, const struct pp_graph *other,
                          const uint32_t *order)
{
    const char *name = pp_text(g, g->procs[p].name);
    uint32_t low = 0, high = other->num_procs, found = PP_NONE, num = 0, seen = 0;
    int best = -1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_names(pp_text(other, other->procs[order[middle]].name), name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < other->num_procs; low++) {
        if (compare_names(pp_text(other, other->procs[order[low]].name), name) != 0)
            break;
        int like = likeness(g, p, other, order[low]);
        if (++seen == MOST_NAMESAKES)
            return PP_NONE;
        num = like > best ? 0 : num;
        if (like < best)
            continue;
        best = like;
        found = order[low];
        num++;
    }
    return num == 1 ? found : PP_NONE;
}

uint32_t *pp_match_procs(const struct pp_graph *g, const struct pp_graph *other)
{
    uint32_t *order = pp_xmalloc(((size_t)other->num_procs + 1) * sizeof *order);
    for (uint32_t p = 0; p < other->num_procs; p++)
        order[p] = p;
    qsort_r(order, other->num_procs, sizeof *order, by_symbol, (void *)other);
    uint32_t *same = pp_xmalloc(((size_t)g->num_procs + 1) * sizeof *same);
    for (uint32_t p = 0; p < g->num_procs; p++)
        same[p] = find_same(g, p, other, order);
    free(order);
    return same;
}
