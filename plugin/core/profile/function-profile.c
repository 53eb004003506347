/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/profile/function-profile.h"

#include <assert.h>
#include <stdlib.h>

#include "core/graph/dfs.h"
#include "core/number/break.h"
#include "core/number/exact-total.h"
#include "core/pipeline/pipeline.h"
#include "core/transform/transform.h"

bool pp_is_foreign(const struct pp_unit *unit)
{
    const struct pp_mode_row *mode = pp_mode_row(unit->params.mode);
    return !mode->counts_edges && !mode->iterates && (mode->crosses_calls || mode->has_prefixes);
}

/* Edges of PROC that are BROKEN: malloc'd, *NUM of them; they are no longer. */
static uint32_t *take_broken(struct pp_graph *g, uint32_t proc, uint32_t *num)
{
    const struct pp_proc *p = &g->procs[proc];
    uint32_t *broken = pp_xmalloc(((size_t)p->num_edges + 1) * sizeof *broken);
    *num = 0;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
        if (!pp_inside(&g->edges[e]) || !(g->edges[e].flags & PP_E_BROKEN))
            continue;
        g->edges[e].flags &= (uint16_t)~PP_E_BROKEN;
        broken[(*num)++] = e;
    }
    return broken;
}

/* How many paths PROC has before edges are broken, as a string; 0: its graph is not acyclic. */
static uint32_t exact_total(struct pp_graph *g, uint32_t proc, const struct pp_numbering *n)
{
    struct pp_order order;
    uint32_t text = 0;
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    if (!order.num_retreating) {
        char *total = pp_exact_total(g, proc, &order, n);
        text = pp_string(g, total);
        free(total);
    }
    pp_order_free(&order);
    return text;
}

/* Transforms and numbers PROC by itself.  Returns false if that cannot be. */
static bool number_alone(struct pp_profile *of, uint32_t proc, const struct pp_params *params)
{
    struct pp_graph *g = &of->notes->graph;
    uint32_t num, *broken = take_broken(g, proc, &num), exact = 0;
    g->procs[proc].exact_paths = 0;
    pp_mark_backedges(g, proc);
    pp_transform(g, proc, params);
    pp_numbering_reserve(g, &of->numbering);
    if (num)
        exact = exact_total(g, proc, &of->numbering);
    for (uint32_t i = 0; i < num; i++)
        g->edges[broken[i]].flags |= PP_E_BROKEN;
    free(broken);
    if (num)
        pp_cut_broken(g, proc);
    if (!pp_number_within(g, proc, params, &of->numbering))
        return false;
    if (num)
        g->procs[proc].exact_paths = exact;
    return true;
}

void pp_function_profile_make(struct pp_profile *of, struct pp_notes *notes)
{
    struct pp_graph *g = &notes->graph;
    *of = (struct pp_profile){.notes = notes};
    pp_numbering_init(&of->numbering);
    for (uint32_t u = 0; u < notes->num_units; u++) {
        struct pp_unit *unit = &notes->units[u];
        bool foreign = pp_is_foreign(unit);
        if (foreign)
            unit->params = (struct pp_params){.mode = pp_mode_of_functions(),
                                              .max_paths = UINT64_C(1) << 63,
                                              .pending = unit->params.pending};
        for (uint32_t p = unit->first_proc; p < unit->first_proc + unit->num_procs; p++) {
            uint64_t expected = g->procs[p].num_paths;
            bool counted = g->procs[p].storage != PP_STORE_NONE &&
                           !pp_mode_row(unit->params.mode)->counts_edges;
            if (counted && (foreign ? !number_alone(of, p, &unit->params)
                                    : !pp_prepare_proc(g, p, &unit->params, &of->numbering) ||
                                          g->procs[p].num_paths != expected))
                g->procs[p].storage = PP_STORE_NONE;
        }
    }
    of->edge_counts = pp_xcalloc((size_t)g->num_edges + 1, sizeof *of->edge_counts);
    of->vertex_counts = pp_xcalloc((size_t)g->num_vertices + 1, sizeof *of->vertex_counts);
    of->calls = pp_xcalloc((size_t)g->num_procs + 1, sizeof *of->calls);
}

uint32_t pp_function_begin(const struct pp_graph *g, uint32_t proc, uint32_t v)
{
    uint32_t e = g->vertices[v].first_in, entry = g->procs[proc].entry;
    while (e != PP_NONE && !(g->edges[e].kind == PP_SURROGATE && g->edges[e].from == entry &&
                             g->edges[e].origin == PP_NONE))
        e = g->edges[e].next_in;
    return e;
}

/* The path that is followed: where it is, and the sum of its labels so far. */
struct following {
    const struct pp_profile *of;
    uint32_t at;
    uint64_t sum;
};

/* Goes along live edge E.  Returns false if it is not there. */
static bool go(struct following *f, uint32_t e)
{
    const struct pp_graph *g = &f->of->notes->graph;
    if (e == PP_NONE || !pp_live(g, e) || g->edges[e].from != f->at)
        return false;
    f->sum += f->of->numbering.rho[e].b.low;
    f->at = g->edges[e].to;
    return true;
}

bool pp_function_path(const struct pp_profile *of, uint32_t proc, uint32_t begin,
                      const uint32_t *edges, uint32_t num, uint32_t call, pp_number_taken *take,
                      void *to)
{
    const struct pp_graph *g = &of->notes->graph;
    const struct pp_proc *p = &g->procs[proc];
    struct following f = {.of = of, .at = p->entry};
    assert(proc < g->num_procs);
    if (begin != p->entry && !go(&f, pp_function_begin(g, proc, begin)))
        return false;
    for (uint32_t i = 0; i < num; i++) {
        const struct pp_edge *edge = &g->edges[edges[i]];
        if (pp_live(g, edges[i])) {
            if (!go(&f, edges[i]))
                return false;
            continue;
        }
        if (!go(&f, edge->ends))
            return false;
        if (i + 1 == num && call == PP_NONE)
            break;
        take(to, proc, f.sum);
        f = (struct following){.of = of, .at = p->entry};
        if (!go(&f, edge->begins))
            return false;
    }
    if (call != PP_NONE && (f.at != call || !go(&f, pp_pending_edge(g, call))))
        return false;
    if (f.at != p->exit || f.sum >= p->num_paths)
        return false;
    take(to, proc, f.sum);
    return true;
}
