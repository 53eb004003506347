/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lanes/call-counts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/lanes/intra.h"

static int rising(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The copy for the call at C; d->num: it gets none. */
static size_t copy_of(const struct pp_division *d, uint32_t c)
{
    const uint32_t *found = bsearch(&c, d->calls, d->num, sizeof *d->calls, rising);
    return found ? (size_t)(found - d->calls) : d->num;
}

static uint64_t *edges_of(const struct pp_division *d, size_t k)
{
    return d->edges + k * d->profile->notes->graph.procs[d->callee].num_edges;
}

/* What paths tell of calls; *TOLD: of all of them, those included that get no copy. */
static void count_told(struct pp_division *d, uint64_t *told)
{
    const struct pp_proc *p = &d->profile->notes->graph.procs[d->callee];
    size_t num;
    const struct pp_path *paths = pp_intra_of(d->by_call, d->callee, &num);
    for (size_t i = 0; i < num; i++) {
        if (paths[i].by_call == 0)
            continue;
        uint64_t *edges = edges_of(d, copy_of(d, paths[i].by_call));
        for (uint32_t k = paths[i].active; k < paths[i].num_edges; k++) {
            uint32_t e = paths[i].edges[k] - p->first_edge;
            told[e] = pp_add(told[e], paths[i].count);
            edges[e] = pp_add(edges[e], paths[i].count);
        }
    }
}

/* Settles what part of that of which nothing is told each copy gets.  ENTRY: the edge out of the
   procedure's Entry; UNTOLD: how often that was taken for nobody knows whom. */
static void find_shares(struct pp_division *d, uint32_t entry, uint64_t untold)
{
    const struct pp_graph *g = &d->profile->notes->graph;
    uint64_t all = d->profile->edge_counts[g->procs[d->callee].first_edge + entry];
    double left = 1;
    for (size_t k = 0; k < d->num; k++) {
        uint64_t known = edges_of(d, k)[entry], times = d->times[k];
        uint64_t missing = times > known ? times - known : 0;
        double share =
            untold ? (double)missing / (double)untold : (double)times / (all ? (double)all : 1);
        d->shares[k] = share < left ? share : left;
        left -= d->shares[k];
    }
}

/* Divides UNTOLD of edge E. */
static void share_out(struct pp_division *d, uint32_t e, uint64_t untold)
{
    uint64_t left = untold;
    for (size_t k = 0; k < d->num; k++) {
        uint64_t part = (uint64_t)((double)untold * d->shares[k] + 0.5);
        part = part < left ? part : left;
        edges_of(d, k)[e] = pp_add(edges_of(d, k)[e], part);
        left -= part;
    }
    edges_of(d, d->num)[e] = pp_add(edges_of(d, d->num)[e], left);
}

static uint32_t entry_edge(const struct pp_graph *g, uint32_t proc)
{
    return g->vertices[g->procs[proc].entry].first_out - g->procs[proc].first_edge;
}

/* Is nothing missing of what is told of the call that copy K is for?  It may be whole where others are not. */
static bool is_whole(const struct pp_division *d, size_t k, uint32_t entry)
{
    const struct pp_graph *g = &d->profile->notes->graph;
    const struct pp_proc *p = &g->procs[d->callee];
    const uint64_t *edges = edges_of(d, k);
    bool whole = edges[entry] == d->times[k];
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices && whole; v++) {
        uint64_t in = 0, out = 0;
        for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
            in = pp_add(in, pp_inside(&g->edges[e]) ? edges[e - p->first_edge] : 0);
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
            out = pp_add(out, pp_inside(&g->edges[e]) ? edges[e - p->first_edge] : 0);
        whole = in == out || v == p->entry || v == p->exit;
    }
    return whole;
}

void pp_divide(struct pp_division *d, const struct pp_profile *profile,
               const struct pp_profile *by_call, uint32_t callee, const uint32_t *calls, size_t num)
{
    const struct pp_graph *g = &profile->notes->graph;
    const struct pp_proc *p = &g->procs[callee];
    uint64_t *told = pp_xcalloc((size_t)p->num_edges + 1, sizeof *told);
    *d = (struct pp_division){.profile = profile, .by_call = by_call, .callee = callee, .num = num};
    d->calls = pp_xmalloc((num + 1) * sizeof *d->calls);
    memcpy(d->calls, calls, num * sizeof *calls);
    qsort(d->calls, num, sizeof *d->calls, rising);
    d->edges = pp_xcalloc((num + 1) * p->num_edges + 1, sizeof *d->edges);
    d->times = pp_xcalloc(num + 1, sizeof *d->times);
    d->shares = pp_xcalloc(num + 1, sizeof *d->shares);
    count_told(d, told);
    for (size_t k = 0; k < num; k++)
        d->times[k] = profile->vertex_counts[d->calls[k]];
    d->exact = pp_xcalloc(num + 1, sizeof *d->exact);
    d->exact[num] = true;
    for (uint32_t e = 0; e < p->num_edges; e++) {
        uint64_t all = profile->edge_counts[p->first_edge + e];
        told[e] = all > told[e] ? all - told[e] : 0; /* from here on, what is not told */
        d->exact[num] &= told[e] == 0;
    }
    uint32_t entry = entry_edge(g, callee);
    for (size_t k = 0; k < num; k++)
        d->exact[k] = d->exact[num] || (told[entry] > 0 && is_whole(d, k, entry));
    find_shares(d, entry, told[entry]);
    for (uint32_t e = 0; e < p->num_edges; e++)
        share_out(d, e, told[e]);
    d->times[num] = edges_of(d, num)[entry];
    free(told);
}

void pp_division_free(struct pp_division *d)
{
    free(d->calls);
    free(d->edges);
    free(d->times);
    free(d->shares);
    free(d->exact);
    *d = (struct pp_division){0};
}

uint64_t *pp_divide_paths(const struct pp_division *d, size_t k, size_t *first, size_t *num_paths)
{
    const struct pp_path *paths = pp_intra_of(d->by_call, d->callee, num_paths);
    uint64_t *parts = pp_xcalloc(*num_paths + 1, sizeof *parts);
    double *carried = pp_xcalloc(d->num + 1, sizeof *carried);
    *first = (size_t)(paths - d->by_call->paths);
    for (size_t i = 0; i < *num_paths; i++) {
        uint64_t left = paths[i].count;
        if (paths[i].by_call != 0) {
            parts[i] = copy_of(d, paths[i].by_call) == k ? left : 0;
            continue;
        }
        /* What is rounded off here the next path gets, so that many rare ones are not lost. */
        for (size_t c = 0; c < d->num; c++) {
            carried[c] += (double)paths[i].count * d->shares[c];
            uint64_t part = carried[c] < 1 ? 0 : (uint64_t)carried[c];
            part = part < left ? part : left;
            carried[c] -= (double)part;
            left -= part;
            parts[i] = c == k ? part : parts[i];
        }
        parts[i] = k == d->num ? left : parts[i];
    }
    free(carried);
    return parts;
}

uint64_t pp_divided_vertex(const struct pp_division *d, size_t k, uint32_t v)
{
    const struct pp_graph *g = &d->profile->notes->graph;
    const struct pp_proc *p = &g->procs[d->callee];
    const uint64_t *edges = edges_of(d, k);
    uint64_t in = 0;
    assert(v < p->num_vertices);
    if (p->first_vertex + v == p->entry)
        return k < d->num ? d->times[k] : edges[entry_edge(g, d->callee)];
    for (uint32_t e = g->vertices[p->first_vertex + v].first_in; e != PP_NONE;
         e = g->edges[e].next_in)
        if (e - p->first_edge < p->num_edges)
            in = pp_add(in, edges[e - p->first_edge]);
    return in;
}
