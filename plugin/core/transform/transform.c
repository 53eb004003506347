/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the cyclic supergraph to the finite-path graph (thesis 2.1 for mode path, 5.1 for
   path-context). */
#include "core/transform/transform.h"

#include "core/transform/collapse.h"
#include "core/base/scc.h"
#include "core/graph/dfs.h"
#include "core/transform/first-edges.h"
#include "core/transform/split.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The edges inside P that are not surrogate, its first vertex at 0. */
static struct pp_adjacency adjacency(const struct pp_graph *g, const struct pp_proc *p)
{
    struct pp_adjacency all = {
        .num = p->num_vertices,
        .first = pp_xmalloc((p->num_vertices + 1) * sizeof *all.first),
        .to = pp_xmalloc((p->num_edges + 1) * sizeof *all.to),
    };
    uint32_t num = 0;
    for (uint32_t v = 0; v < p->num_vertices; v++) {
        all.first[v] = num;
        for (uint32_t e = g->vertices[p->first_vertex + v].first_out; e != PP_NONE;
             e = g->edges[e].next_out)
            if (pp_inside(&g->edges[e]))
                all.to[num++] = g->edges[e].to - p->first_vertex;
    }
    all.first[p->num_vertices] = num;
    return all;
}

/* Sets COMPONENT[v] so that two vertices of P are strongly connected iff theirs are equal. */
static void find_components(const struct pp_graph *g, const struct pp_proc *p, uint32_t *component)
{
    struct pp_adjacency all = adjacency(g, p);
    pp_components(&all, component, NULL);
    free(all.first);
    free(all.to);
}

/* Marks BACK the edges into PP_V_GOTO vertices from their own components on which code can be
   placed.  Then no edge out of such a vertex lies on a cycle of the rest, unless one that consists
   of such edges only. */
static void mark_into_gotos(struct pp_graph *g, const struct pp_proc *p)
{
    uint32_t v = 0;
    while (v < p->num_vertices && !(g->vertices[p->first_vertex + v].flags & PP_V_GOTO))
        v++;
    if (v == p->num_vertices)
        return;
    uint32_t *component = pp_xmalloc(p->num_vertices * sizeof *component);
    find_components(g, p, component);
    for (; v < p->num_vertices; v++) {
        if (!(g->vertices[p->first_vertex + v].flags & PP_V_GOTO))
            continue;
        for (uint32_t e = g->vertices[p->first_vertex + v].first_in; e != PP_NONE;
             e = g->edges[e].next_in) {
            struct pp_edge *edge = &g->edges[e];
            if (pp_inside(edge) && !(edge->flags & PP_E_ABNORMAL) &&
                component[edge->from - p->first_vertex] == component[v])
                edge->flags |= PP_E_BACK;
        }
    }
    free(component);
}

void pp_mark_backedges(struct pp_graph *g, uint32_t proc)
{
    assert(proc < g->num_procs);
    const struct pp_proc *p = &g->procs[proc];
    for (uint32_t i = 0; i < p->num_edges; i++)
        g->edges[p->first_edge + i].flags &= (uint16_t)~PP_E_BACK;
    mark_into_gotos(g, p);
    struct pp_order order;
    pp_order_make(&order, g, proc, PP_ORDER_REST);
    for (uint32_t i = 0; i < order.num_retreating; i++)
        g->edges[order.retreating[i]].flags |= PP_E_BACK;
    pp_order_free(&order);
}

/* ---- Cutting. */

/* Adds the surrogate that begins paths at V. */
static uint32_t add_begin(struct pp_graph *g, const struct pp_proc *p, uint32_t v)
{
    bool restart = g->vertices[v].flags & PP_V_RESTART;
    return pp_add_edge(g, p->entry, v, PP_SURROGATE, restart ? PP_E_FAKE : 0);
}

void pp_cut_with_surrogate(struct pp_graph *g, uint32_t edge, uint32_t to)
{
    assert(pp_live(g, edge) && g->edges[edge].ends == PP_NONE);
    uint32_t ends = pp_add_edge(g, g->edges[edge].from, to, PP_SURROGATE, 0);
    g->edges[edge].flags |= PP_E_CUT;
    g->edges[edge].ends = ends;
    g->edges[ends].origin = edge;
    g->edges[ends].weight = g->edges[edge].weight;
    if (g->edges[edge].flags & PP_E_FIRST)
        g->vertices[g->edges[ends].from].numbered_first = ends;
}

void pp_set_begin(struct pp_graph *g, uint32_t edge, uint32_t begins)
{
    assert(g->edges[begins].kind == PP_SURROGATE);
    g->edges[edge].begins = begins;
    g->edges[begins].weight += g->edges[edge].weight;
}

/* Is EDGE to be cut, for one of FLAGS or because its target is a RESTART vertex? */
static bool wants_cut(const struct pp_graph *g, uint32_t edge, unsigned flags, bool restart)
{
    const struct pp_edge *e = &g->edges[edge];
    if (!pp_inside(e) || (e->flags & PP_E_CUT))
        return false;
    return (e->flags & flags) || (restart && (g->vertices[e->to].flags & PP_V_RESTART));
}

/* Does a path that begins as EDGE is taken keep the way to the loop whose back edge EDGE is? */
static bool keeps_context(const struct pp_graph *g, uint32_t edge)
{
    return (g->edges[edge].flags & PP_E_BACK) && pp_is_split(g, g->edges[edge].to);
}

/* Cuts the edges of PROC that have one of FLAGS, and, if RESTART, those into RESTART vertices.
   Their surrogates to Exit are added in the order of the edges, then those out of Entry that are
   missing, in the order of their targets. */
static void cut_flagged(struct pp_graph *g, uint32_t proc, unsigned flags, bool restart)
{
    struct pp_proc p = g->procs[proc];
    /* begins[v]: the surrogate Entry -> v. */
    uint32_t *begins = pp_xmalloc(p.num_vertices * sizeof *begins);
    memset(begins, 0xff, p.num_vertices * sizeof *begins);
    bool *wanted = pp_xcalloc(p.num_vertices, sizeof *wanted);
    uint32_t *edges = pp_xmalloc((p.num_edges ? p.num_edges : 1) * sizeof *edges);
    uint32_t num_cut = 0;
    for (uint32_t e = p.first_edge; e < p.first_edge + p.num_edges; e++) {
        if (!wants_cut(g, e, flags, restart))
            continue;
        pp_cut_with_surrogate(g, e, p.exit);
        if (keeps_context(g, e)) {
            pp_set_begin(g, e, g->vertices[g->edges[e].to].split);
            continue;
        }
        edges[num_cut++] = e;
        wanted[g->edges[e].to - p.first_vertex] = true;
    }
    for (uint32_t e = g->vertices[p.entry].first_out; e != PP_NONE; e = g->edges[e].next_out)
        if (g->edges[e].kind == PP_SURROGATE && g->edges[e].origin == PP_NONE)
            begins[g->edges[e].to - p.first_vertex] = e;
    for (uint32_t v = 0; v < p.num_vertices; v++) {
        uint32_t vertex = p.first_vertex + v;
        if (restart && (g->vertices[vertex].flags & PP_V_RESTART))
            wanted[v] = true;
        if (wanted[v] && begins[v] == PP_NONE)
            begins[v] = add_begin(g, &p, vertex);
    }
    for (uint32_t i = 0; i < num_cut; i++)
        pp_set_begin(g, edges[i], begins[g->edges[edges[i]].to - p.first_vertex]);
    free(begins);
    free(wanted);
    free(edges);
}

void pp_cut_broken(struct pp_graph *g, uint32_t proc)
{
    cut_flagged(g, proc, PP_E_BROKEN, false);
}

/* The surrogate Entry -> V that begins paths; PP_NONE if there is none. */
static uint32_t begin_of(const struct pp_graph *g, const struct pp_proc *p, uint32_t v)
{
    uint32_t e = g->vertices[v].first_in;
    while (e != PP_NONE && !(g->edges[e].kind == PP_SURROGATE && g->edges[e].from == p->entry &&
                             g->edges[e].origin == PP_NONE))
        e = g->edges[e].next_in;
    return e;
}

void pp_cut_edge(struct pp_graph *g, uint32_t edge, unsigned flag)
{
    assert(pp_inside(&g->edges[edge]));
    uint32_t v = g->edges[edge].to;
    struct pp_proc p = g->procs[g->vertices[v].proc];
    g->edges[edge].flags |= (uint16_t)flag;
    if (g->edges[edge].flags & PP_E_CUT)
        return;
    pp_cut_with_surrogate(g, edge, p.exit);
    uint32_t begins = begin_of(g, &p, v);
    if (begins == PP_NONE)
        begins = add_begin(g, &p, v);
    pp_set_begin(g, edge, begins);
}

/* Mode path-context: splits the heads of the loops of PROC that can be. */
static void split_heads(struct pp_graph *g, uint32_t proc)
{
    struct pp_proc p = g->procs[proc];
    enum pp_head_kind *kinds = pp_xmalloc(p.num_vertices * sizeof *kinds);
    pp_judge_heads(g, proc, kinds);
    for (uint32_t i = 0; i < p.num_vertices; i++) {
        uint32_t v = p.first_vertex + i;
        if (kinds[i] == PP_HEAD_SPLIT) {
            uint32_t again = pp_add_edge(g, v, v, PP_SURROGATE, PP_E_CUT);
            g->vertices[v].split = again;
        }
    }
    free(kinds);
}

/* In the intraprocedural modes every call is a summary edge. */
static void drop_interprocedural(struct pp_graph *g, const struct pp_proc *p)
{
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
            if (g->edges[e].kind == PP_CALL_EDGE || g->edges[e].kind == PP_RETURN)
                g->edges[e].flags |= PP_E_CUT;
}

/* Modes edge and callgraph: surrogates for non-local transfers out and in, so that every vertex keeps
   Kirchhoff's law. */
static void add_nonlocal(struct pp_graph *g, const struct pp_proc *proc)
{
    struct pp_proc p = *proc;
    for (uint32_t v = p.first_vertex; v < p.first_vertex + p.num_vertices; v++)
        if (g->vertices[v].flags & PP_V_MAY_LEAVE)
            pp_add_edge(g, v, p.exit, PP_SURROGATE, PP_E_FAKE);
    for (uint32_t v = p.first_vertex; v < p.first_vertex + p.num_vertices; v++)
        if (g->vertices[v].flags & PP_V_RESTART)
            pp_add_edge(g, p.entry, v, PP_SURROGATE, PP_E_FAKE);
}

/* Is call vertex C one where a path may be under way for ever?  Not before a call that never comes
   back, nor before setjmp: there paths end in any case. */
static bool may_be_pending(const struct pp_graph *g, uint32_t c)
{
    const struct pp_vertex *v = &g->vertices[c];
    if (v->kind != PP_CALL || !(v->flags & PP_V_MAY_LEAVE))
        return false;
    for (uint32_t e = v->first_out; e != PP_NONE; e = g->edges[e].next_out) {
        const struct pp_edge *edge = &g->edges[e];
        bool restarts = g->vertices[edge->to].flags & PP_V_RESTART;
        if ((edge->flags & PP_E_NORETURN) || (edge->kind == PP_SUMMARY && restarts))
            return false;
    }
    return true;
}

static void add_pending(struct pp_graph *g, const struct pp_proc *proc)
{
    struct pp_proc p = *proc;
    for (uint32_t v = p.first_vertex; v < p.first_vertex + p.num_vertices; v++)
        if (may_be_pending(g, v))
            pp_add_edge(g, v, p.exit, PP_SURROGATE, PP_E_PENDING);
}

uint32_t pp_pending_edge(const struct pp_graph *g, uint32_t c)
{
    assert(c < g->num_vertices);
    uint32_t e = pp_first_out(g, c);
    while (e != PP_NONE && !(g->edges[e].flags & PP_E_PENDING))
        e = pp_next_out(g, e);
    return e;
}

void pp_follow_calls(struct pp_graph *g, uint32_t proc, enum pp_mode mode)
{
    assert(pp_mode_row(mode)->crosses_calls);
    struct pp_proc p = g->procs[proc];
    for (uint32_t c = p.first_vertex; c < p.first_vertex + p.num_vertices; c++) {
        uint32_t call = pp_call_edge(g, c);
        if (call == PP_NONE || !pp_live(g, call))
            continue;
        uint32_t summary = pp_summary_of_call(g, call), r = g->edges[summary].to;
        uint32_t back = pp_return_edge(g, call);
        bool returns = pp_live(g, back);
        uint32_t pending = pp_pending_edge(g, c);
        if (pending != PP_NONE)
            g->edges[pending].flags |= PP_E_CUT;
        if (returns || !pp_mode_row(mode)->goes_over)
            g->edges[summary].flags |= PP_E_CUT;
        if (pp_mode_row(mode)->goes_over || (returns && !(g->edges[back].flags & PP_E_UNBALANCED)))
            continue;
        uint32_t begins = begin_of(g, &p, r);
        pp_set_begin(g, summary, begins == PP_NONE ? add_begin(g, &p, r) : begins);
    }
}

void pp_transform(struct pp_graph *g, uint32_t proc, const struct pp_params *params)
{
    assert(proc < g->num_procs && params->mode < PP_MODES);
    const struct pp_mode_row *row = pp_mode_row(params->mode);
    if (!row->crosses_calls)
        drop_interprocedural(g, &g->procs[proc]);
    if (row->counts_edges) {
        add_nonlocal(g, &g->procs[proc]);
        return;
    }
    pp_put_first_edges(g, proc);
    if (row->splits_heads || params->loops)
        split_heads(g, proc);
    cut_flagged(g, proc, row->cuts_loops ? PP_E_BACK : 0, true);
    if (params->pending)
        add_pending(g, &g->procs[proc]);
    if (row->iterates)
        pp_collapse_loops(g, proc);
    /* Apart and after, as where they are chosen: the order of the edges is the numbering. */
    pp_cut_broken(g, proc);
}
