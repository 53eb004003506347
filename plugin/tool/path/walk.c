/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/path/walk.h"

#include <stdlib.h>

#include "core/number/path.h"

static void push(struct pp_walk *walk, uint32_t proc, uint32_t call)
{
    walk->stack = pp_grow(walk->stack, &walk->room, walk->depth, 1, sizeof *walk->stack);
    walk->stack[walk->depth++] = (struct pp_frame){
        .proc = proc, .call = call, .activation = walk->num_activations++, .node = PP_NONE};
}

/* Callers below the first activation, outermost first: the path returns to them, innermost first. */
static void push_callers(struct pp_walk *walk)
{
    const struct pp_graph *g = walk->g;
    const struct pp_path *path = walk->path;
    uint32_t open = 0, num = 0, room = 0, *returns = NULL;
    for (uint32_t i = 0; i < path->num_edges; i++) {
        uint32_t e = path->edges[i];
        if (g->edges[e].kind == PP_CALL_EDGE) {
            open++;
        } else if (g->edges[e].kind == PP_RETURN && open) {
            open--;
        } else if (g->edges[e].kind == PP_RETURN) {
            returns = pp_grow(returns, &room, num, 1, sizeof *returns);
            returns[num++] = e;
        }
    }
    for (uint32_t i = num; i-- > 0;)
        push(walk, g->vertices[g->edges[returns[i]].to].proc,
             i + 1 < num ? pp_call_of_return(g, returns[i + 1]) : PP_NONE);
    push(walk, g->vertices[walk->vertex].proc, num ? pp_call_of_return(g, returns[0]) : PP_NONE);
    free(returns);
}

void pp_walk_begin(struct pp_walk *walk, const struct pp_notes *notes, const struct pp_path *path)
{
    const struct pp_graph *g = &notes->graph;
    const struct pp_edge *first = &g->edges[path->edges[0]];
    enum pp_mode mode = notes->units[g->procs[path->proc].unit].params.mode;
    *walk = (struct pp_walk){.g = g, .path = path, .edge = PP_NONE, .vertex = first->from};
    push_callers(walk);
    /* Entry_P -> v is an edge of Entry_P in mode context and of GEntry_P in mode piecewise. */
    walk->from_root = pp_mode_row(mode)->crosses_calls &&
                      (!pp_mode_row(mode)->in_pieces || !pp_begins_inside(first));
    walk->entered = walk->active = path->active == 0 && !pp_begins_inside(first);
}

bool pp_walk_step(struct pp_walk *walk)
{
    const struct pp_path *path = walk->path;
    if (walk->next == path->num_edges)
        return false;
    uint32_t i = walk->next++;
    const struct pp_edge *edge = &walk->g->edges[path->edges[i]];
    walk->edge = path->edges[i];
    walk->vertex = edge->to;
    walk->active = i >= pp_active_begin(path);
    walk->entered = (edge->kind == PP_CALL_EDGE && i >= path->active) ||
                    (pp_reenters(walk->g, walk->edge) && i + 1 == path->active);
    if (edge->kind == PP_CALL_EDGE)
        push(walk, walk->g->vertices[edge->to].proc, walk->edge);
    else if (edge->kind == PP_RETURN)
        walk->depth--; /* never the last: push_callers has seen to that */
    return true;
}

void pp_walk_to_active(struct pp_walk *walk)
{
    while (!walk->active && pp_walk_step(walk))
        ;
}

void pp_walk_end(struct pp_walk *walk)
{
    free(walk->stack);
    *walk = (struct pp_walk){0};
}

bool pp_runs_code(const struct pp_graph *g, const struct pp_path *path, uint32_t i)
{
    const struct pp_edge *e = &g->edges[path->edges[i]];
    /* Code of a vertex that is split is behind its surrogate; of a collapsed loop it runs on other paths; and a path
       that ends before the procedure returns has a surrogate to where that would be. */
    return !(i + 1 < path->num_edges && pp_is_again(&g->edges[path->edges[i + 1]])) &&
           !pp_leads_to_step(g, e) &&
           !(e->kind == PP_SURROGATE && g->vertices[e->to].kind == PP_EXIT);
}

bool pp_runs_entry(const struct pp_graph *g, const struct pp_path *path)
{
    const struct pp_edge *first = &g->edges[path->edges[0]];
    return path->active == 0 && first->kind != PP_SURROGATE &&
           g->vertices[first->from].kind == PP_ENTRY;
}
