/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An edge of the supergraph is an arc if its target begins a block; if its target is inside a block,
   it is none.  A vertex that begins no block belongs to the block that control comes from, if that
   is always the same: so the tests before a call and the calls that they guard (indirect=chain) are
   in the call's block.  Otherwise it was inserted between two others: an edge into it is an arc to
   its successors' blocks, and the edges out of it are none. */
#include "core/lines/line-graph.h"

#include "core/graph/dfs.h"
#include "core/graph/forks.h"

#include <stdlib.h>
#include <string.h>

struct maker {
    const struct pp_profile *profile;
    const struct pp_graph *g;
    struct pp_line_graph *lines;
    uint32_t *first, *last; /* by vertex: the blocks that begin there */
    uint32_t *behind;       /* by block: the next that begins at the same vertex */
    uint32_t *home;         /* by vertex: the block that it ends in */
    bool *within;           /* by vertex: it begins in the block of what comes before it */
    uint32_t *leads;        /* by vertex: the block that control comes to there */
    uint32_t *on;           /* by edge: its block */
};

#define UNKNOWN (PP_NONE - 1)
#define UNDER_WAY (PP_NONE - 2)

static uint32_t *filled(size_t num, uint32_t with)
{
    uint32_t *array = pp_xmalloc((num + 1) * sizeof *array);
    for (size_t i = 0; i <= num; i++)
        array[i] = with;
    return array;
}

/* Whether V is in the block of the vertex before it. */
static bool goes_on(const struct maker *m, uint32_t v)
{
    const struct pp_vertex *vertex = &m->g->vertices[v];
    return m->first[v] == PP_NONE && vertex->kind > PP_EXIT &&
           vertex->block == m->g->vertices[v - 1].block && m->home[v - 1] != PP_NONE;
}

/* Whether all edges to V come from one block, *FROM, with nothing on their way. */
static bool comes_from(const struct maker *m, uint32_t v, uint32_t *from)
{
    const struct pp_vertex *vertex = &m->g->vertices[v];
    *from = PP_NONE;
    if (vertex->kind <= PP_EXIT || (vertex->flags & PP_V_RESTART))
        return false;
    for (uint32_t e = vertex->first_in; e != PP_NONE; e = m->g->edges[e].next_in) {
        const struct pp_edge *edge = &m->g->edges[e];
        uint32_t home = m->home[edge->from];
        if (!pp_inside(edge))
            continue;
        if ((edge->flags & (PP_E_ABNORMAL | PP_E_NORETURN)) || m->on[e] != PP_NONE ||
            home == PP_NONE || (*from != PP_NONE && home != *from))
            return false;
        *from = home;
    }
    return *from != PP_NONE;
}

/* Places V, and what is in its block because V is; STACK has room for every edge. */
static void place_from(struct maker *m, uint32_t v, uint32_t *stack)
{
    uint32_t num = 0, from;
    stack[num++] = v;
    while (num) {
        uint32_t at = stack[--num];
        if (m->home[at] != PP_NONE || !comes_from(m, at, &from))
            continue;
        m->home[at] = from;
        m->within[at] = true;
        for (uint32_t e = m->g->vertices[at].first_out; e != PP_NONE; e = m->g->edges[e].next_out)
            stack[num++] = m->g->edges[e].to;
    }
}

static void place_others(struct maker *m)
{
    /* An edge is on it once, when the vertex that it leaves is placed. */
    uint32_t *stack = pp_xmalloc(((size_t)m->g->num_edges + 1) * sizeof *stack);
    for (uint32_t v = 0; v < m->g->num_vertices; v++)
        place_from(m, v, stack);
    free(stack);
}

/* The only edge out of V, if V is in no block; else PP_NONE. */
static uint32_t way_on(const struct maker *m, uint32_t v)
{
    uint32_t way = PP_NONE;
    if (m->g->vertices[v].kind <= PP_EXIT || m->home[v] != PP_NONE)
        return PP_NONE;
    for (uint32_t e = m->g->vertices[v].first_out; e != PP_NONE; e = m->g->edges[e].next_out) {
        if (!pp_inside(&m->g->edges[e]))
            continue;
        if (way != PP_NONE)
            return PP_NONE;
        way = e;
    }
    return way;
}

/* The block that control is in when it has come to V. */
static uint32_t leads(struct maker *m, uint32_t v)
{
    uint32_t at = v, block = PP_NONE;
    while (m->leads[at] == UNKNOWN) {
        uint32_t e = way_on(m, at);
        m->leads[at] = e == PP_NONE ? m->first[at] : m->on[e] != PP_NONE ? m->on[e] : UNDER_WAY;
        if (m->leads[at] == UNDER_WAY)
            at = m->g->edges[e].to;
    }
    if (m->leads[at] != UNDER_WAY) /* else an endless loop, of nothing */
        block = m->leads[at];
    for (at = v; m->leads[at] == UNDER_WAY; at = m->g->edges[way_on(m, at)].to)
        m->leads[at] = block;
    return m->leads[v];
}

static void find_places(struct maker *m)
{
    const struct pp_graph *g = m->g;
    for (uint32_t b = 0; b < g->num_line_blocks; b++) {
        const struct pp_line_block *block = &g->line_blocks[b];
        uint64_t count = 0;
        if (block->at == PP_LINES_AT_VERTEX) {
            uint32_t v = block->where;
            if (m->first[v] == PP_NONE)
                m->first[v] = b;
            else
                m->behind[m->last[v]] = b;
            m->last[v] = b;
            count = m->profile->vertex_counts[v];
        } else if (block->at == PP_LINES_AT_EDGE && m->on[block->where] == PP_NONE) {
            m->on[block->where] = b;
            count = m->profile->edge_counts[block->where];
        }
        m->lines->counts[b] = count;
    }
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        m->within[v] = goes_on(m, v);
        m->home[v] = m->within[v] ? m->home[v - 1] : m->last[v];
    }
    place_others(m);
}

static void add_arc(struct maker *m, uint32_t from, uint32_t to, uint64_t count, uint32_t edge)
{
    if (from != PP_NONE || to != PP_NONE)
        m->lines->arcs[m->lines->num_arcs++] = (struct pp_line_arc){from, to, count, edge};
}

/* Comings to V that are along no edge of the program. */
static uint64_t other_comings(const struct maker *m, uint32_t v)
{
    const struct pp_graph *g = m->g;
    uint64_t along = 0, all = m->profile->vertex_counts[v];
    if (!(g->vertices[v].flags & PP_V_RESTART))
        return 0;
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (pp_inside(&g->edges[e]))
            along = pp_add(along, m->profile->edge_counts[e]);
    return all > along ? all - along : 0;
}

/* Does E lead from a call of fork to where both processes go on?  The second comes from the call as well. */
static bool forks(const struct maker *m, const struct pp_edge *edge)
{
    return edge->kind == PP_SUMMARY && pp_is_forked(m->g, edge->to) && !m->within[edge->to];
}

static void add_edge(struct maker *m, uint32_t e)
{
    const struct pp_edge *edge = &m->g->edges[e];
    uint64_t count = m->profile->edge_counts[e];
    bool within =
        m->within[edge->to] && m->home[edge->from] == m->home[edge->to] && m->on[e] == PP_NONE;
    if (!pp_inside(edge) || within || (edge->flags & PP_E_NORETURN))
        return;
    uint32_t from = edge->flags & PP_E_ABNORMAL ? PP_NONE : m->home[edge->from];
    uint32_t to = leads(m, edge->to);
    bool between = way_on(m, edge->from) != PP_NONE;
    if (forks(m, edge))
        count = pp_add(count, other_comings(m, edge->to));
    if (m->on[e] != PP_NONE) {
        if (!between)
            add_arc(m, from, m->on[e], count, e);
        add_arc(m, m->on[e], to, count, PP_NONE);
    } else if (!between) {
        add_arc(m, from, to, count, e);
    }
}

static void add_nonlocal(struct maker *m, uint32_t v)
{
    uint64_t others = other_comings(m, v);
    uint32_t block = m->within[v] ? m->home[v] : leads(m, v);
    if (others && block != PP_NONE && !(pp_is_forked(m->g, v) && !m->within[v]))
        m->lines->nonlocal[block] = pp_add(m->lines->nonlocal[block], others);
}

/* The block that B stands for: nowhere, and led to from several places. */
static uint32_t left_out(const struct pp_graph *g, uint32_t b)
{
    const struct pp_line_block *blocks = g->line_blocks;
    uint32_t proc = g->vertices[blocks[b].where].proc;
    while (blocks[b].num_lines == 0 && b + 1 < g->num_line_blocks &&
           blocks[b + 1].at == PP_LINES_NOWHERE && blocks[b + 1].where &&
           g->vertices[blocks[b + 1].where].proc == proc)
        b++;
    return b;
}

static void add_arcs(struct maker *m)
{
    const struct pp_graph *g = m->g;
    for (uint32_t e = 0; e < g->num_edges; e++)
        add_edge(m, e);
    for (uint32_t v = 0; v < g->num_vertices; v++)
        add_nonlocal(m, v);
    for (uint32_t b = 0; b < g->num_line_blocks; b++) {
        const struct pp_line_block *block = &g->line_blocks[b];
        if (m->behind[b] != PP_NONE)
            add_arc(m, b, m->behind[b], m->lines->counts[b], PP_NONE);
        if (block->at == PP_LINES_NOWHERE && block->where && m->home[block->where] != PP_NONE)
            add_arc(m, m->home[block->where], left_out(g, b), 0, PP_NONE);
    }
}

static int by_ends(const void *a, const void *b)
{
    const struct pp_line_arc *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    /* Exit is the second block of all. */
    return (x->to + 1 > y->to + 1) - (x->to + 1 < y->to + 1);
}

/* The arcs that leave each block, and those that lead to it. */
static void list_arcs(struct pp_line_graph *lines)
{
    qsort(lines->arcs, lines->num_arcs, sizeof *lines->arcs, by_ends);
    uint32_t *out = pp_xcalloc((size_t)lines->num_blocks + 2, sizeof *out);
    uint32_t *in = pp_xcalloc((size_t)lines->num_blocks + 2, sizeof *in);
    for (uint32_t a = 0; a < lines->num_arcs; a++) {
        if (lines->arcs[a].from != PP_NONE)
            out[lines->arcs[a].from + 1]++;
        if (lines->arcs[a].to != PP_NONE)
            in[lines->arcs[a].to + 2]++;
    }
    for (uint32_t b = 0; b < lines->num_blocks; b++) {
        out[b + 1] += out[b];
        in[b + 2] += in[b + 1];
    }
    lines->in = pp_xmalloc((lines->num_arcs + 1) * sizeof *lines->in);
    for (uint32_t a = 0; a < lines->num_arcs; a++)
        if (lines->arcs[a].to != PP_NONE)
            lines->in[in[lines->arcs[a].to + 1]++] = a;
    lines->first_out = out;
    lines->first_in = in;
}

void pp_line_graph_make(struct pp_line_graph *lines, const struct pp_profile *profile)
{
    const struct pp_graph *g = &profile->notes->graph;
    struct maker m = {.profile = profile, .g = g, .lines = lines};
    *lines = (struct pp_line_graph){.num_blocks = g->num_line_blocks};
    lines->counts = pp_xcalloc((size_t)g->num_line_blocks + 1, sizeof *lines->counts);
    lines->nonlocal = pp_xcalloc((size_t)g->num_line_blocks + 1, sizeof *lines->nonlocal);
    size_t most = 2 * ((size_t)g->num_edges + g->num_line_blocks) + 1;
    lines->arcs = pp_xmalloc(most * sizeof *lines->arcs);
    m.first = filled(g->num_vertices, PP_NONE);
    m.last = filled(g->num_vertices, PP_NONE);
    m.home = filled(g->num_vertices, PP_NONE);
    m.leads = filled(g->num_vertices, UNKNOWN);
    m.behind = filled(g->num_line_blocks, PP_NONE);
    m.on = filled(g->num_edges, PP_NONE);
    m.within = pp_xcalloc((size_t)g->num_vertices + 1, sizeof *m.within);
    find_places(&m);
    add_arcs(&m);
    list_arcs(lines);
    free(m.first);
    free(m.last);
    free(m.home);
    free(m.leads);
    free(m.behind);
    free(m.on);
    free(m.within);
}

void pp_line_graph_free(struct pp_line_graph *lines)
{
    free(lines->arcs);
    free(lines->first_out);
    free(lines->first_in);
    free(lines->in);
    free(lines->counts);
    free(lines->nonlocal);
}
