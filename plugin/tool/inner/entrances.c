/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/inner/entrances.h"

#include <stdlib.h>

#include "core/base/count.h"
#include "core/transform/call-order.h"

static void add(struct pp_entrances *all, uint32_t proc, uint32_t call)
{
    all->list = pp_grow(all->list, &all->room, all->num, 1, sizeof *all->list);
    all->list[all->num++] = (struct pp_entrance){proc, call};
}

/* Adds the calls of P that paths follow, and counts the others. */
static void add_calls(struct pp_entrances *all, const struct pp_graph *g, uint32_t p)
{
    struct pp_elsewheres *elsewhere = &all->elsewhere[p];
    for (uint32_t e = g->vertices[g->procs[p].entry].first_in; e != PP_NONE;
         e = g->edges[e].next_in) {
        const struct pp_edge *edge = &g->edges[e];
        if (edge->kind != PP_CALL_EDGE)
            continue;
        if (pp_live(g, e))
            add(all, p, edge->from);
        else if (edge->flags & PP_E_BACK)
            elsewhere->recursive++;
        else
            elsewhere->cut++;
    }
}

static int by_call(const void *a, const void *b)
{
    const struct pp_entrance *x = a, *y = b;
    if (x->proc != y->proc)
        return x->proc < y->proc ? -1 : 1;
    return (x->call > y->call) - (x->call < y->call);
}

/* How many chains of calls lead to the procedures of UNIT: callers first. */
static void count_chains(struct pp_entrances *all, struct pp_graph *g, const struct pp_unit *unit)
{
    struct pp_scope scope = {unit->first_proc, unit->num_procs};
    struct pp_call_order order;
    bool whole =
        pp_mode_row(unit->params.mode)->has_prefixes && !pp_mode_row(unit->params.mode)->in_pieces;
    for (uint32_t p = scope.first_proc; p < scope.first_proc + scope.num_procs; p++)
        all->chains[p] = whole ? g->procs[p].root : -1;
    if (whole && pp_call_order_make(&order, g, &scope, false)) {
        for (uint32_t i = order.num; i-- > 0;) {
            uint32_t p = order.procs[i];
            for (uint32_t n = all->first[p]; n < all->first[p + 1]; n++)
                if (all->list[n].call != PP_NONE)
                    all->chains[p] += all->chains[g->vertices[all->list[n].call].proc];
        }
        pp_call_order_free(&order);
    }
}

void pp_entrances_find(struct pp_entrances *all, const struct pp_load *load)
{
    const struct pp_notes *notes = &load->notes;
    struct pp_graph *g = (struct pp_graph *)&notes->graph; /* a search in it that cuts nothing */
    bool any = false;
    *all = (struct pp_entrances){0};
    pp_tree_init(&all->tree, true);
    for (uint32_t u = 0; u < notes->num_units; u++)
        any |= pp_mode_row(notes->units[u].params.mode)->crosses_calls;
    if (!any)
        return;
    all->first = pp_xcalloc((size_t)g->num_procs + 1, sizeof *all->first);
    all->elsewhere = pp_xcalloc((size_t)g->num_procs + 1, sizeof *all->elsewhere);
    all->chains = pp_xcalloc((size_t)g->num_procs + 1, sizeof *all->chains);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        all->first[p] = all->num;
        if (proc->storage != PP_STORE_NONE &&
            pp_mode_row(notes->units[proc->unit].params.mode)->crosses_calls) {
            add_calls(all, g, p);
            all->elsewhere[p].outside = proc->outside;
            if (proc->root)
                add(all, p, PP_NONE);
        }
        if (all->num > all->first[p])
            qsort(all->list + all->first[p], all->num - all->first[p], sizeof *all->list, by_call);
    }
    all->first[g->num_procs] = all->num;
    all->entered = pp_xcalloc((size_t)all->num + 1, sizeof *all->entered);
    for (uint32_t u = 0; u < notes->num_units; u++)
        if (pp_mode_row(notes->units[u].params.mode)->crosses_calls &&
            notes->units[u].storage != PP_STORE_NONE)
            count_chains(all, g, &notes->units[u]);
}

void pp_entrances_take(struct pp_entrances *all, uint32_t proc, uint32_t node, uint64_t number,
                       uint64_t count)
{
    all->taken = pp_grow_long(all->taken, &all->room_taken, all->num_taken, sizeof *all->taken);
    all->taken[all->num_taken++] = (struct pp_taken_there){proc, node, number, count};
}

void pp_entrances_enter(struct pp_entrances *all, const struct pp_graph *g, uint32_t node,
                        uint64_t count)
{
    uint32_t entrance = pp_entrance_of(all, g, node);
    if (entrance != PP_NONE)
        all->entered[entrance] = pp_add(all->entered[entrance], count);
}

uint32_t pp_entrance_of(const struct pp_entrances *all, const struct pp_graph *g, uint32_t node)
{
    const struct pp_node *it = &all->tree.nodes[node];
    struct pp_entrance key = {it->proc, it->call == PP_NONE ? PP_NONE : g->edges[it->call].from};
    uint32_t first = all->first[it->proc], num = all->first[it->proc + 1] - first;
    if (it->open || num == 0)
        return PP_NONE;
    const struct pp_entrance *found = bsearch(&key, all->list + first, num, sizeof key, by_call);
    return found ? (uint32_t)(found - all->list) : PP_NONE;
}

void pp_entrances_free(struct pp_entrances *all)
{
    free(all->list);
    free(all->first);
    free(all->elsewhere);
    free(all->chains);
    free(all->taken);
    free(all->entered);
    pp_tree_free(&all->tree);
    *all = (struct pp_entrances){0};
}
