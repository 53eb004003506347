/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-lanes: no innermost loop of a reduced graph is entered at several vertices, by definition,
   in matrices. */
#include "random-lanes.h"

#include <stdlib.h>
#include <string.h>

unsigned num_looping;

/* A graph of few vertices: edge[u][v]. */
struct matrix {
    uint32_t num;
    bool *edge;
};

static bool *between(const struct matrix *m, uint32_t u, uint32_t v)
{
    return &m->edge[u * m->num + v];
}

/* Can it be made one vertex by removing edges from a vertex to itself and joining a vertex with the
   one before it, if there is but one?  (Hecht and Ullman; vertex 0 leads to where control comes
   in.) Sets *LOOPS if there was an edge to remove. */
static bool collapses(const struct matrix *m, bool *loops)
{
    uint32_t left = 0;
    bool *there = pp_xcalloc(m->num, sizeof *there);
    there[0] = true;
    for (bool changed = true; changed;) { /* what control comes to */
        changed = false;
        for (uint32_t u = 0; u < m->num; u++)
            for (uint32_t v = 0; there[u] && v < m->num; v++)
                if (*between(m, u, v) && !there[v])
                    changed = there[v] = true;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t v = 0; v < m->num; v++) {
            uint32_t before = PP_NONE, num = 0;
            if (!there[v])
                continue;
            *loops |= *between(m, v, v);
            *between(m, v, v) = false;
            for (uint32_t u = 0; u < m->num; u++)
                if (there[u] && *between(m, u, v)) {
                    before = u;
                    num++;
                }
            if (num != 1)
                continue;
            for (uint32_t w = 0; w < m->num; w++)
                *between(m, before, w) |= *between(m, v, w);
            *between(m, before, v) = false;
            there[v] = false;
            changed = true;
        }
    }
    for (uint32_t v = 0; v < m->num; v++)
        left += there[v];
    free(there);
    return left == 1;
}

/* Is there a way from each vertex that is IN to each, over such, of at least one edge?  In REACH. */
static void close_over(const struct matrix *m, const bool *in, bool *reach)
{
    for (uint32_t u = 0; u < m->num; u++)
        for (uint32_t v = 0; v < m->num; v++)
            reach[u * m->num + v] = in[u] && in[v] && *between(m, u, v);
    for (uint32_t w = 0; w < m->num; w++)
        for (uint32_t u = 0; u < m->num; u++)
            for (uint32_t v = 0; in[w] && reach[u * m->num + w] && v < m->num; v++)
                reach[u * m->num + v] |= reach[w * m->num + v];
}

static bool has_cycle(const struct matrix *m, const bool *in)
{
    bool *reach = pp_xcalloc((size_t)m->num * m->num, sizeof *reach), cycle = false;
    close_over(m, in, reach);
    for (uint32_t v = 0; v < m->num; v++)
        cycle |= reach[v * m->num + v];
    free(reach);
    return cycle;
}

/* Has the part that is IN a loop where something is done (WORK) that is entered at several vertices
   and contains no other, whichever of these is taken for its header?  Control comes from vertex 0. */
static bool has_knot(const struct matrix *m, const bool *in, const double *work)
{
    size_t size = (size_t)m->num * m->num;
    bool *reach = pp_xcalloc(size, sizeof *reach), *loop = pp_xcalloc(m->num, sizeof *loop);
    bool *all = pp_xcalloc(m->num, sizeof *all), *from_0 = pp_xcalloc(size, sizeof *from_0);
    bool knot = false;
    memset(all, true, m->num);
    close_over(m, in, reach);
    close_over(m, all, from_0);
    for (uint32_t v = 0; !knot && v < m->num; v++) {
        uint32_t entries = 0, entry = 0;
        bool first = reach[v * m->num + v] && from_0[v], inner = false;
        double done = 0;
        for (uint32_t u = 0; u < m->num; u++) {
            loop[u] = first && reach[u * m->num + v] && reach[v * m->num + u];
            done += loop[u] ? work[u] : 0;
        }
        for (uint32_t u = 0; u < v; u++)
            first &= !loop[u];
        for (uint32_t u = 0; first && u < m->num; u++) {
            bool entered = false;
            for (uint32_t w = 0; loop[u] && w < m->num; w++)
                entered |= !loop[w] && *between(m, w, u) && (w == 0 || from_0[w]);
            if (!entered)
                continue;
            entries++;
            entry = u;
            loop[u] = false;
            inner |= has_cycle(m, loop);
            loop[u] = true;
        }
        if (!first)
            continue;
        loop[entry] = false;
        knot = entries > 1 ? !inner && done > 0 : has_knot(m, loop, work);
    }
    free(reach);
    free(loop);
    free(all);
    free(from_0);
    return knot;
}

/* Is hot edge E, out of a member of block B, known not to be taken by any? */
static bool is_known_away(const struct lanes_case *c, const struct pp_facts *facts, uint32_t b,
                          uint32_t e)
{
    uint32_t common = PP_NONE, members = 0;
    for (uint32_t u = 0; u < c->h.num_vertices; u++) {
        if (c->r.vertex_of[u] != b || !facts->executable(facts->context, u))
            continue;
        uint32_t edge = facts->only(facts->context, u);
        if (edge == PP_NONE || (members++ && edge != common))
            return false;
        common = edge;
    }
    return members && c->h.edges[e].edge != common;
}

/* Procedure P of H, whose vertex v is vertex PLACE[v] + 1, of NUM. */
static struct matrix matrix_of(const struct lanes_case *c, const struct pp_facts *facts, uint32_t p,
                               const uint32_t *place, uint32_t num)
{
    const struct pp_hot_graph *h = &c->h;
    struct matrix m = {num + 1, pp_xcalloc(((size_t)num + 1) * (num + 1), sizeof(bool))};
    for (uint32_t i = 0; i < h->procs[p].entries.num; i++)
        *between(&m, 0, place[h->procs[p].entries.at[i]] + 1) = true;
    for (uint32_t e = 0; e < h->num_edges; e++) {
        const struct pp_hot_edge *edge = &h->edges[e];
        if (c->g.vertices[h->vertices[edge->from].vertex].proc == h->procs[p].proc &&
            (!facts || !is_known_away(c, facts, c->r.vertex_of[edge->from], e)))
            *between(&m, place[edge->from] + 1, place[edge->to] + 1) = true;
    }
    return m;
}

void check_entries(const struct lanes_case *c, const struct pp_facts *facts)
{
    const struct pp_hot_graph *h = &c->h, *r = &c->r.graph;
    uint32_t *plain = pp_xmalloc((h->num_vertices + 1) * sizeof *plain);
    double *work = pp_xcalloc((size_t)r->num_vertices + 1, sizeof *work);
    bool *in = pp_xcalloc((size_t)r->num_vertices + 1, sizeof *in);
    for (uint32_t v = 0; v < h->num_vertices; v++)
        plain[v] = h->vertices[v].vertex;
    for (uint32_t w = 0; w < r->num_vertices; w++) {
        work[w + 1] = (double)r->vertices[w].count * c->g.vertices[r->vertices[w].vertex].stmts;
        in[w + 1] = true;
    }
    for (uint32_t p = 0; p < h->num_procs; p++) {
        bool loops = false;
        struct matrix m = matrix_of(c, NULL, p, plain, c->g.num_vertices);
        if (collapses(&m, &loops)) {
            free(m.edge);
            num_looping += loops && c->r.num_hot;
            m = matrix_of(c, facts, p, c->r.vertex_of, r->num_vertices);
            check(L_ENTRIES, !has_knot(&m, in, work), "a loop is entered at several vertices");
        }
        free(m.edge);
    }
    free(plain);
    free(work);
    free(in);
}
