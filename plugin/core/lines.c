/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

/* That VERTEX has LINE. */
struct place {
    struct pp_line line;
    uint32_t vertex;
};

static int by_line(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->line.file != y->line.file)
        return x->line.file < y->line.file ? -1 : 1;
    if (x->line.line != y->line.line)
        return x->line.line < y->line.line ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static bool same_line(const struct pp_line *a, const struct pp_line *b)
{
    return a->file == b->file && a->line == b->line;
}

/* Comings to V that are not along an edge of the program: the second return of setjmp. */
static uint64_t sideways(const struct pp_profile *profile, uint32_t v)
{
    const struct pp_graph *g = &profile->notes->graph;
    uint64_t along = 0;
    if (!(g->vertices[v].flags & PP_V_RESTART))
        return 0;
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in) {
        if (g->edges[e].kind != PP_SURROGATE)
            along = pp_add(along, profile->edge_counts[e]);
    }
    return profile->vertex_counts[v] > along ? profile->vertex_counts[v] - along : 0;
}

/* The count of one line of a procedure.  MARK[v] == ROUND says that v is one of its vertices,
   which are those of PLACES. */
static uint64_t comings(const struct pp_profile *profile, const struct place *places, size_t num,
                        const uint32_t *mark, uint32_t round)
{
    const struct pp_graph *g = &profile->notes->graph;
    uint64_t count = 0;
    for (size_t i = 0; i < num; i++) {
        uint32_t v = places[i].vertex;
        if (i > 0 && places[i - 1].vertex == v)
            continue; /* a line that a vertex comes back to: once all the same */
        for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in) {
            const struct pp_edge *edge = &g->edges[e];
            bool inside = mark[edge->from] == round && !(edge->flags & PP_E_BACK);
            if (edge->kind != PP_SURROGATE && !inside)
                count = pp_add(count, profile->edge_counts[e]);
        }
        count = pp_add(count, sideways(profile, v));
    }
    return count;
}

/* The places of P's lines, sorted; a malloc'd array of *NUM. */
static struct place *places_of(const struct pp_graph *g, uint32_t p, size_t *num)
{
    const struct pp_proc *proc = &g->procs[p];
    size_t cap = 0, n = 0;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        cap += g->vertices[v].num_lines;
    struct place *places = pp_xmalloc((cap + 1) * sizeof *places);
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        for (uint32_t i = 0; i < g->vertices[v].num_lines; i++)
            places[n++] = (struct place){g->lines[g->vertices[v].first_line + i], v};
    }
    qsort(places, n, sizeof *places, by_line);
    *num = n;
    return places;
}

static int by_name(const void *a, const void *b, void *strings)
{
    const struct pp_line_count *x = a, *y = b;
    int order = x->file == y->file
                    ? 0
                    : strcmp((const char *)strings + x->file, (const char *)strings + y->file);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* Sorts COUNTS by file name and line, and adds up equal lines.  Returns how many are left. */
static size_t add_up(const struct pp_graph *g, struct pp_line_count *counts, size_t num)
{
    if (num == 0)
        return 0;
    qsort_r(counts, num, sizeof *counts, by_name, g->strings);
    size_t last = 0;
    for (size_t i = 1; i < num; i++) {
        if (counts[i].file == counts[last].file && counts[i].line == counts[last].line)
            counts[last].count = pp_add(counts[last].count, counts[i].count);
        else
            counts[++last] = counts[i];
    }
    return last + 1;
}

struct pp_line_count *pp_line_counts(const struct pp_profile *profile, size_t *num)
{
    const struct pp_graph *g = &profile->notes->graph;
    struct pp_line_count *counts = pp_xmalloc((g->num_lines + 1) * sizeof *counts);
    uint32_t *mark = pp_xcalloc(g->num_vertices + 1, sizeof *mark);
    uint32_t round = 0;
    size_t n = 0;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        if (g->procs[p].storage == PP_STORE_NONE)
            continue;
        size_t num_places;
        struct place *places = places_of(g, p, &num_places);
        for (size_t i = 0, end; i < num_places; i = end) {
            round++;
            for (end = i; end < num_places && same_line(&places[end].line, &places[i].line); end++)
                mark[places[end].vertex] = round;
            counts[n++] = (struct pp_line_count){
                .file = places[i].line.file,
                .line = places[i].line.line,
                .count = comings(profile, places + i, end - i, mark, round),
            };
        }
        free(places);
    }
    free(mark);
    *num = add_up(g, counts, n);
    return counts;
}
