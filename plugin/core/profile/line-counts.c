/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "core/profile/line-counts.h"

#include "core/graph/dfs.h"

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
        if (pp_inside(&g->edges[e]))
            along = pp_add(along, profile->edge_counts[e]);
    }
    return profile->vertex_counts[v] > along ? profile->vertex_counts[v] - along : 0;
}

/* Vertices of the line at hand, and what a search among them has reached. */
struct set {
    const struct pp_graph *g;
    uint32_t *member, member_round; /* v is in the set: member[v] == member_round */
    uint32_t *seen, seen_round;
    uint32_t *stack; /* room for every vertex */
};

static bool is_member(const struct set *set, uint32_t v)
{
    return set->member[v] == set->member_round;
}

/* Marks as seen what can be reached from V without leaving the set. */
static void search(struct set *set, uint32_t v)
{
    size_t depth = 0;
    set->seen_round++;
    set->seen[v] = set->seen_round;
    set->stack[depth++] = v;
    while (depth > 0) {
        uint32_t from = set->stack[--depth];
        for (uint32_t e = set->g->vertices[from].first_out; e != PP_NONE;
             e = set->g->edges[e].next_out) {
            uint32_t to = set->g->edges[e].to;
            if (!pp_inside(&set->g->edges[e]) || !is_member(set, to) ||
                set->seen[to] == set->seen_round)
                continue;
            set->seen[to] = set->seen_round;
            set->stack[depth++] = to;
        }
    }
}

/* How often control came to member V anew: from outside the set, sideways, or round a loop that
   lies within the line.  A back edge inside the set that closes no such loop (`for' to its own
   condition) is no new coming. */
static uint64_t comings_to(const struct pp_profile *profile, struct set *set, uint32_t v)
{
    uint64_t count =
        set->g->vertices[v].kind == PP_ENTRY ? profile->vertex_counts[v] : sideways(profile, v);
    bool searched = false;
    for (uint32_t e = set->g->vertices[v].first_in; e != PP_NONE; e = set->g->edges[e].next_in) {
        const struct pp_edge *edge = &set->g->edges[e];
        if (!pp_inside(edge))
            continue;
        if (is_member(set, edge->from)) {
            if (!(edge->flags & PP_E_BACK))
                continue;
            if (!searched)
                search(set, v);
            searched = true;
            if (set->seen[edge->from] != set->seen_round)
                continue;
        }
        count = pp_add(count, profile->edge_counts[e]);
    }
    return count;
}

/* The places of P's lines, sorted; a malloc'd array of *NUM. */
static struct place *places_of(const struct pp_graph *g, uint32_t p, size_t *num)
{
    const struct pp_proc *proc = &g->procs[p];
    size_t cap = 1, n = 0;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        cap += g->vertices[v].num_lines;
    struct place *places = pp_xmalloc(cap * sizeof *places);
    /* Entry is where the function is declared: control comes there by each call. */
    if (proc->line > 0)
        places[n++] = (struct place){{proc->file, proc->line}, proc->entry};
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

/* The counts of P's lines, appended to COUNTS.  Returns how many. */
static size_t count_proc(const struct pp_profile *profile, uint32_t p, struct set *set,
                         struct pp_line_count *counts)
{
    size_t num_places, n = 0;
    struct place *places = places_of(set->g, p, &num_places);
    for (size_t i = 0, end; i < num_places; i = end) {
        set->member_round++;
        for (end = i; end < num_places && same_line(&places[end].line, &places[i].line); end++)
            set->member[places[end].vertex] = set->member_round;
        counts[n] =
            (struct pp_line_count){.file = places[i].line.file, .line = places[i].line.line};
        for (size_t k = i; k < end; k++) {
            /* A line that a vertex comes back to counts once all the same. */
            if (k == i || places[k].vertex != places[k - 1].vertex)
                counts[n].count =
                    pp_add(counts[n].count, comings_to(profile, set, places[k].vertex));
        }
        n++;
    }
    free(places);
    return n;
}

struct pp_line_count *pp_line_counts(const struct pp_profile *profile, size_t *num)
{
    const struct pp_graph *g = &profile->notes->graph;
    struct pp_line_count *counts =
        pp_xmalloc(((size_t)g->num_lines + g->num_procs + 1) * sizeof *counts);
    struct set set = {.g = g};
    set.member = pp_xcalloc(g->num_vertices + 1, sizeof *set.member);
    set.seen = pp_xcalloc(g->num_vertices + 1, sizeof *set.seen);
    set.stack = pp_xmalloc((g->num_vertices + 1) * sizeof *set.stack);
    size_t n = 0;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        enum pp_mode mode = profile->notes->units[g->procs[p].unit].params.mode;
        if (g->procs[p].storage != PP_STORE_NONE && mode != PP_MODE_CALLGRAPH)
            n += count_proc(profile, p, &set, counts + n);
    }
    free(set.member);
    free(set.seen);
    free(set.stack);
    *num = add_up(g, counts, n);
    return counts;
}
