/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/profile/gprof.h"

#include "core/base/scc.h"
#include "core/graph/graph.h"
#include "core/profile/profile.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int by_ends(const void *a, const void *b)
{
    const struct pp_gprof_arc *x = a, *y = b;
    if (x->caller != y->caller)
        return x->caller < y->caller ? -1 : 1;
    return (x->callee > y->callee) - (x->callee < y->callee);
}

uint32_t pp_gprof_merge(struct pp_gprof_arc *arcs, uint32_t num)
{
    uint32_t left = 0;
    if (num)
        qsort(arcs, num, sizeof *arcs, by_ends);
    for (uint32_t i = 0; i < num; i++) {
        if (arcs[i].count == 0)
            continue;
        arcs[i].self = arcs[i].children = 0;
        if (left > 0 && by_ends(&arcs[left - 1], &arcs[i]) == 0)
            arcs[left - 1].count = pp_add(arcs[left - 1].count, arcs[i].count);
        else
            arcs[left++] = arcs[i];
    }
    return left;
}

/* Makes sums of the counts in FIRST[1] ..., where each function's list begins. */
static void sum_up(uint32_t *first, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++)
        first[i + 1] += first[i];
}

static void list_arcs(struct pp_gprof *gprof)
{
    uint32_t n = gprof->num_functions;
    gprof->first_child = pp_xcalloc((size_t)n + 2, sizeof(uint32_t));
    gprof->first_parent = pp_xcalloc((size_t)n + 2, sizeof(uint32_t));
    gprof->parents = pp_xmalloc(((size_t)gprof->num_arcs + 1) * sizeof(uint32_t));
    for (uint32_t a = 0; a < gprof->num_arcs; a++) {
        gprof->first_child[gprof->arcs[a].caller + 1]++;
        gprof->first_parent[gprof->arcs[a].callee + 1]++;
    }
    sum_up(gprof->first_child, n);
    sum_up(gprof->first_parent, n);
    uint32_t *next = pp_xmalloc(((size_t)n + 1) * sizeof *next);
    memcpy(next, gprof->first_parent, ((size_t)n + 1) * sizeof *next);
    for (uint32_t a = 0; a < gprof->num_arcs; a++)
        gprof->parents[next[gprof->arcs[a].callee]++] = a;
    free(next);
}

/* Collapses strongly connected functions; ORDER has callees before callers. */
static void find_cycles(struct pp_gprof *gprof, uint32_t *order)
{
    uint32_t n = gprof->num_functions, used = 0;
    uint32_t *component = pp_xmalloc(((size_t)n + 1) * sizeof *component);
    uint32_t *size = pp_xcalloc((size_t)n + 1, sizeof *size);
    uint32_t *cycle = pp_xmalloc(((size_t)n + 1) * sizeof *cycle); /* by component */
    uint32_t *to = pp_xmalloc(((size_t)gprof->num_arcs + 1) * sizeof *to);
    for (uint32_t a = 0; a < gprof->num_arcs; a++)
        to[a] = gprof->arcs[a].callee;
    struct pp_adjacency graph = {n, gprof->first_child, to};
    pp_components(&graph, component, order);
    for (uint32_t i = 0; i < n; i++) {
        size[component[i]]++;
        cycle[i] = PP_NONE;
    }
    gprof->cycles = pp_xcalloc((size_t)n / 2 + 1, sizeof *gprof->cycles);
    gprof->members = pp_xmalloc(((size_t)n + 1) * sizeof *gprof->members);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t c = component[i];
        gprof->functions[i].cycle = PP_NONE;
        if (size[c] == 1)
            continue;
        if (cycle[c] == PP_NONE) {
            cycle[c] = gprof->num_cycles++;
            gprof->cycles[cycle[c]].first = used;
            used += size[c];
        }
        struct pp_gprof_cycle *it = &gprof->cycles[cycle[c]];
        gprof->functions[i].cycle = cycle[c];
        gprof->members[it->first + it->num++] = i;
    }
    free(component);
    free(size);
    free(cycle);
    free(to);
}

bool pp_gprof_is_inner(const struct pp_gprof *gprof, const struct pp_gprof_arc *arc)
{
    uint32_t cycle = gprof->functions[arc->caller].cycle;
    return arc->caller == arc->callee ||
           (cycle != PP_NONE && cycle == gprof->functions[arc->callee].cycle);
}

/* C_j of functions and of cycles, and the cycles' own times. */
static void count_calls(struct pp_gprof *gprof)
{
    for (uint32_t i = 0; i < gprof->num_functions; i++) {
        struct pp_gprof_function *it = &gprof->functions[i];
        it->calls = it->spontaneous;
        it->self_calls = 0;
        it->children = 0;
        gprof->total += it->self;
        if (it->cycle != PP_NONE) {
            struct pp_gprof_cycle *cycle = &gprof->cycles[it->cycle];
            cycle->calls = pp_add(cycle->calls, it->spontaneous);
            cycle->self += it->self;
        }
    }
    for (uint32_t a = 0; a < gprof->num_arcs; a++) {
        const struct pp_gprof_arc *arc = &gprof->arcs[a];
        struct pp_gprof_function *callee = &gprof->functions[arc->callee];
        uint64_t *calls = arc->caller == arc->callee ? &callee->self_calls : &callee->calls;
        *calls = pp_add(*calls, arc->count);
        if (callee->cycle == PP_NONE || arc->caller == arc->callee)
            continue;
        struct pp_gprof_cycle *cycle = &gprof->cycles[callee->cycle];
        calls = pp_gprof_is_inner(gprof, arc) ? &cycle->inner : &cycle->calls;
        *calls = pp_add(*calls, arc->count);
    }
}

uint64_t pp_gprof_calls(const struct pp_gprof *gprof, uint32_t i)
{
    assert(i < gprof->num_functions);
    const struct pp_gprof_function *it = &gprof->functions[i];
    return it->cycle == PP_NONE ? it->calls : gprof->cycles[it->cycle].calls;
}

/* Charges function I with its share of what it called: all of that is known. */
static void gather(struct pp_gprof *gprof, uint32_t i)
{
    struct pp_gprof_function *it = &gprof->functions[i];
    for (uint32_t a = gprof->first_child[i]; a < gprof->first_child[i + 1]; a++) {
        struct pp_gprof_arc *arc = &gprof->arcs[a];
        if (pp_gprof_is_inner(gprof, arc))
            continue;
        const struct pp_gprof_function *callee = &gprof->functions[arc->callee];
        const struct pp_gprof_cycle *cycle =
            callee->cycle == PP_NONE ? NULL : &gprof->cycles[callee->cycle];
        uint64_t calls = pp_gprof_calls(gprof, arc->callee);
        arc->self = pp_gprof_share(cycle ? cycle->self : callee->self, arc->count, calls);
        arc->children =
            pp_gprof_share(cycle ? cycle->children : callee->children, arc->count, calls);
        it->children += arc->self + arc->children;
    }
    if (it->cycle != PP_NONE)
        gprof->cycles[it->cycle].children += it->children;
}

void pp_gprof_make(struct pp_gprof *gprof, struct pp_gprof_function *functions,
                   uint32_t num_functions, struct pp_gprof_arc *arcs, uint32_t num_arcs)
{
    *gprof = (struct pp_gprof){.functions = functions,
                               .num_functions = num_functions,
                               .arcs = arcs,
                               .num_arcs = pp_gprof_merge(arcs, num_arcs)};
    uint32_t *order = pp_xmalloc(((size_t)num_functions + 1) * sizeof *order);
    list_arcs(gprof);
    find_cycles(gprof, order);
    count_calls(gprof);
    /* Members of a cycle follow each other in the order, so that the cycle is known when the first
       of its callers is come to. */
    for (uint32_t k = 0; k < num_functions; k++)
        gather(gprof, order[k]);
    free(order);
}

void pp_gprof_free(struct pp_gprof *gprof)
{
    free(gprof->functions);
    free(gprof->arcs);
    free(gprof->first_child);
    free(gprof->parents);
    free(gprof->first_parent);
    free(gprof->cycles);
    free(gprof->members);
    *gprof = (struct pp_gprof){0};
}
