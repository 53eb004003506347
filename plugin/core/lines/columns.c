/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the branches that are shown with their column, because their line does not
   distinguish them. */
#define _GNU_SOURCE /* qsort_r */
#include <stdlib.h>

#include "core/lines/columns.h"

/* Tests are not taken for calls that may throw, on the same line. */
static int compare(const struct pp_graph *g, uint32_t v, uint32_t w)
{
    struct pp_line x = pp_last_line(g, v), y = pp_last_line(g, w);
    bool call = g->vertices[v].kind == PP_CALL, other = g->vertices[w].kind == PP_CALL;
    if (x.file != y.file)
        return x.file < y.file ? -1 : 1;
    if (x.line != y.line)
        return x.line < y.line ? -1 : 1;
    return (int)call - (int)other;
}

static int by_place(const void *a, const void *b, void *graph)
{
    const struct pp_graph *g = graph;
    uint32_t v = *(const uint32_t *)a, w = *(const uint32_t *)b;
    int order = compare(g, v, w);
    uint32_t x = g->vertices[v].column, y = g->vertices[w].column;
    return order ? order : (x > y) - (x < y);
}

void pp_find_columns(struct pp_graph *g)
{
    uint32_t *list = pp_xmalloc(((size_t)g->num_vertices + 1) * sizeof *list);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        uint32_t num = 0;
        for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
            if (g->vertices[v].column && g->vertices[v].num_lines && pp_branches(g, v))
                list[num++] = v;
        }
        qsort_r(list, num, sizeof *list, by_place, g);
        for (uint32_t first = 0, end; first < num; first = end) {
            for (end = first + 1; end < num && compare(g, list[first], list[end]) == 0; end++)
                ;
            bool several = g->vertices[list[first]].column != g->vertices[list[end - 1]].column;
            for (uint32_t i = first; i < end; i++)
                g->vertices[list[i]].by_column = several;
        }
    }
    free(list);
}

uint32_t pp_column(const struct pp_graph *g, uint32_t v)
{
    return g->vertices[v].by_column ? g->vertices[v].column : 0;
}

struct pp_line pp_first_line(const struct pp_graph *g, uint32_t v)
{
    const struct pp_vertex *vertex = &g->vertices[v];
    return vertex->num_lines ? g->lines[vertex->first_line] : (struct pp_line){0};
}

struct pp_line pp_last_line(const struct pp_graph *g, uint32_t v)
{
    const struct pp_vertex *vertex = &g->vertices[v];
    return vertex->num_lines ? g->lines[vertex->first_line + vertex->num_lines - 1]
                             : (struct pp_line){0};
}

bool pp_branches(const struct pp_graph *g, uint32_t v)
{
    unsigned ways = 0;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
        ways += pp_inside(&g->edges[e]);
    return ways > 1;
}
