/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of interprocedural paths -> executed paths and edge counts.  Only a path's active-suffix
   ran when the path was counted (thesis 3.3.1). */
#include <assert.h>
#include <stdlib.h>

#include "core/profile/profile.h"
#include "core/profile/scope-profile.h"
#include "core/number/path.h"
#include "core/pipeline/scope.h"
#include "core/number/scope-decode.h"
#include "core/transform/split.h"

/* How many starts belong to units before the one whose first procedure is PROC: starts are in order
   of the units. */
static uint32_t starts_before(const struct pp_numbering *n, uint32_t proc)
{
    uint32_t low = 0, high = n->num_starts;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (n->starts[middle].proc < proc)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The starts of unit U among all. */
static const struct pp_start *starts_of(const struct pp_profile *profile, uint32_t u, uint32_t *num)
{
    const struct pp_unit *unit = &profile->notes->units[u];
    const struct pp_numbering *n = &profile->numbering;
    uint32_t first = starts_before(n, unit->first_proc);
    *num = starts_before(n, unit->first_proc + unit->num_procs) - first;
    return n->starts + first;
}

static void count_edge(struct pp_profile *profile, uint32_t e, uint64_t count)
{
    profile->edge_counts[e] = pp_add(profile->edge_counts[e], count);
}

/* The summary edge c -> r beside return edge E. */
static uint32_t summary_of(const struct pp_graph *g, uint32_t e)
{
    return pp_summary_of_call(g, pp_call_of_return(g, e));
}

/* The surrogate before the active-suffix leads to its first vertex. */
static uint32_t begin_of(const struct pp_path *path)
{
    return path->active ? path->active - 1 : 0;
}

static void weigh(const struct pp_graph *g, struct pp_path *path)
{
    for (uint32_t i = 0; i < path->num_edges; i++) {
        if (i + 1 < path->num_edges && pp_is_again(&g->edges[path->edges[i + 1]]))
            continue; /* the code of a vertex that is split is behind its surrogate */
        uint64_t *stmts = i < begin_of(path) ? &path->prefix_stmts : &path->stmts;
        *stmts = pp_add(*stmts, g->vertices[g->edges[path->edges[i]].to].stmts);
    }
}

static void add_up(struct pp_profile *profile, const struct pp_path *path)
{
    const struct pp_graph *g = &profile->notes->graph;
    for (uint32_t i = begin_of(path); i < path->num_edges; i++) {
        uint32_t e = path->edges[i];
        count_edge(profile, e, path->count);
        if (g->edges[e].kind == PP_RETURN)
            count_edge(profile, summary_of(g, e), path->count);
    }
}

/* What follows for edges that are no part of the numbered graph. */
static void count_cut_edges(struct pp_profile *profile, const struct pp_unit *unit)
{
    const struct pp_graph *g = &profile->notes->graph;
    for (uint32_t p = unit->first_proc; p < unit->first_proc + unit->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
            const struct pp_edge *edge = &g->edges[e];
            if (pp_live(g, e))
                continue;
            if (edge->ends != PP_NONE)
                profile->edge_counts[e] = profile->edge_counts[edge->ends];
            else if (edge->begins != PP_NONE) /* a call that comes back to a path that begins */
                count_edge(profile, e, profile->edge_counts[edge->begins]);
        }
    }
}

/* Is NUMBER below UNIT's number of paths, as far as that fits a word?  What is too great otherwise
   is found out when it is decoded. */
static bool may_be_path(const struct pp_unit *unit, struct pp_num number)
{
    if (unit->storage == PP_STORE_WIDE)
        return pp_num_size(number) <= pp_words(&unit->params);
    return !number.big && number.low < unit->num_paths;
}

bool pp_scope_path(const struct pp_profile *profile, uint32_t u, struct pp_num number,
                   uint64_t most, struct pp_path *path)
{
    assert(u < profile->notes->num_units);
    const struct pp_unit *unit = &profile->notes->units[u];
    const struct pp_graph *g = &profile->notes->graph;
    uint32_t num_starts;
    *path = (struct pp_path){.number = number};
    if (!pp_mode_row(unit->params.mode)->crosses_calls || unit->storage == PP_STORE_NONE ||
        !may_be_path(unit, number))
        return false;
    profile->numbering.numbers->words = pp_words(&unit->params);
    const struct pp_start *starts = starts_of(profile, u, &num_starts);
    if (!pp_decode_scope(g, &profile->numbering, unit->params.mode, starts, num_starts, number,
                         most, path))
        return false;
    weigh(g, path);
    return true;
}

static int by_proc(const void *a, const void *b)
{
    const struct pp_path *x = a, *y = b;
    if (x->proc != y->proc)
        return x->proc < y->proc ? -1 : 1;
    return pp_num_compare(x->number, y->number);
}

size_t pp_count_scope(struct pp_profile *profile, uint32_t u, const struct pp_count *counts,
                      size_t num, uint64_t *path_edges, uint64_t most)
{
    assert(u < profile->notes->num_units);
    const struct pp_unit *unit = &profile->notes->units[u];
    const struct pp_graph *g = &profile->notes->graph;
    uint32_t num_starts;
    if (!pp_mode_row(unit->params.mode)->crosses_calls || unit->storage == PP_STORE_NONE)
        return 0;
    const struct pp_start *starts = starts_of(profile, u, &num_starts);
    size_t unknown = 0, first = profile->num_paths;
    struct pp_numbers *numbers = profile->numbering.numbers;
    numbers->words = pp_words(&unit->params);
    struct pp_scope_decoder *decoder =
        pp_scope_decoder_make(g, &profile->numbering, unit->params.mode, starts, num_starts);
    profile->paths =
        pp_xrealloc(profile->paths, (profile->num_paths + num + 1) * sizeof *profile->paths);
    for (size_t i = 0; i < num; i++) {
        struct pp_path path = {.number = pp_num_copy(numbers, counts[i].path),
                               .count = counts[i].count};
        if (counts[i].count == 0)
            continue;
        if (!may_be_path(unit, counts[i].path) ||
            !pp_decode_next(decoder, path.number, most - *path_edges, &path)) {
            unknown++;
            continue;
        }
        weigh(g, &path);
        add_up(profile, &path);
        *path_edges += path.num_edges;
        profile->paths[profile->num_paths++] = path;
    }
    pp_scope_decoder_free(decoder);
    count_cut_edges(profile, unit);
    if (profile->num_paths > first)
        qsort(profile->paths + first, profile->num_paths - first, sizeof *profile->paths, by_proc);
    return unknown;
}
