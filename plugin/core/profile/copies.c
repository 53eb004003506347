/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of one function in several units, found by their symbol. */
#define _GNU_SOURCE /* qsort_r */
#include "core/profile/copies.h"

#include <stdlib.h>

static int by_symbol(const void *a, const void *b, void *graph)
{
    const struct pp_graph *g = graph;
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    if (g->procs[p].name != g->procs[q].name)
        return g->procs[p].name < g->procs[q].name ? -1 : 1;
    return (p > q) - (p < q);
}

/* The procedures of G that may have copies, by symbol; malloc'd. */
static uint32_t *sorted(const struct pp_graph *g, uint32_t *num)
{
    uint32_t *procs = pp_xmalloc((g->num_procs + 1) * sizeof *procs);
    *num = 0;
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (g->procs[p].comdat)
            procs[(*num)++] = p;
    qsort_r(procs, *num, sizeof *procs, by_symbol, (void *)g);
    return procs;
}

/* How many of the NUM procedures at PROCS have the symbol of the first. */
static uint32_t num_copies(const struct pp_graph *g, const uint32_t *procs, uint32_t num)
{
    uint32_t n = 1;
    while (n < num && g->procs[procs[n]].name == g->procs[procs[0]].name)
        n++;
    return n;
}

void pp_mark_absent(struct pp_graph *g, const bool *executed)
{
    uint32_t num, *procs = sorted(g, &num);
    for (uint32_t i = 0, n; i < num; i += n) {
        bool any = false;
        n = num_copies(g, &procs[i], num - i);
        for (uint32_t k = i; k < i + n; k++)
            any |= executed[procs[k]];
        for (uint32_t k = i; k < i + n; k++)
            g->procs[procs[k]].absent = any ? !executed[procs[k]] : k > i;
    }
    free(procs);
}

static bool is_same_body(const struct pp_proc *a, const struct pp_proc *b)
{
    return a->checksum == b->checksum && a->storage == b->storage && a->num_paths == b->num_paths &&
           a->num_edges == b->num_edges && a->num_vertices == b->num_vertices;
}

uint32_t *pp_same_bodies(const struct pp_graph *g)
{
    uint32_t num, *procs = sorted(g, &num);
    uint32_t *same = pp_xmalloc((g->num_procs + 1) * sizeof *same);
    for (uint32_t p = 0; p < g->num_procs; p++)
        same[p] = p;
    for (uint32_t i = 0, n; i < num; i += n) {
        n = num_copies(g, &procs[i], num - i);
        for (uint32_t k = i + 1; k < i + n; k++)
            for (uint32_t j = i; j < k && same[procs[k]] == procs[k]; j++)
                if (is_same_body(&g->procs[procs[j]], &g->procs[procs[k]]))
                    same[procs[k]] = same[procs[j]];
    }
    free(procs);
    return same;
}
