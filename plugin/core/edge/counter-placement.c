/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By Kirchhoff's law, for every cut of the graph with Exit -> Entry as much flows one way as
   the other, and no other law relates the counts. So a set of counters is sufficient if each
   needed edge has one, or is the only edge without one in some cut. The cheapest set is a
   Steiner problem in the cographic matroid: in a planar graph, cuts are cycles of its dual, and
   the cheapest set is the cheapest set of edges of the dual that connects the two ends of each
   needed edge, a Steiner forest. That is NP-hard already in planar graphs (Garey and Johnson
   1977).

   Two sufficient sets are easy. (a) Contract all other edges; what is left is a flow again, of
   which the edges off a maximum spanning tree are counted. Only needed edges have counters:
   best where the other edges are hot. (b) Take the edges off a maximum spanning tree of the
   whole graph, as in mode edge, except those whose cycle with the tree contains no needed edge:
   best where the needed edges are hot and the others are not. In between, only edges hotter
   than some threshold are contracted; (a) and (b) are the extremes. Of some thresholds the one
   whose set costs least is taken. */
#include "core/edge/counter-placement.h"

#include "core/edge/propagate.h"
#include "core/base/union-find.h"
#include "core/edge/spanning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Borders between the lowest and the highest that are tried. */
#define MOST_BORDERS 14

struct choice {
    const struct pp_graph *g;
    const struct pp_proc *p;
    uint32_t proc;
    bool *contracted, *on_tree; /* indexed by edge */
};

/* The live edges of the procedure: e from EDGES (c, v). */
#define EACH_EDGE(c, v, e)                                                                         \
    for (uint32_t v = (c)->p->first_vertex; v < (c)->p->first_vertex + (c)->p->num_vertices; v++)  \
        for (uint32_t e = pp_first_out((c)->g, v); e != PP_NONE; e = pp_next_out((c)->g, e))

static bool asked(const struct choice *c, uint32_t e)
{
    return pp_is_asked(c->g, &c->g->edges[e]);
}

static bool can_have_code(const struct choice *c, uint32_t e)
{
    return !(c->g->edges[e].flags & (PP_E_ABNORMAL | PP_E_FAKE));
}

/* Joins the vertices that stay together when all edges that are asked for are taken out of the
   tree: a cycle from one such set to another goes along an edge that is asked for. */
static void join_unasked(const struct choice *c, struct pp_sets *sets)
{
    uint32_t first = c->p->first_vertex;
    pp_sets_make(sets, c->p->num_vertices);
    if (!c->p->by_callers)
        pp_sets_unite(sets, c->p->exit - first, c->p->entry - first);
    EACH_EDGE(c, v, e)
    {
        if (!asked(c, e) && (c->contracted[e] || c->on_tree[e]))
            pp_sets_unite(sets, v - first, c->g->edges[e].to - first);
    }
}

/* The counters if unasked edges are contracted that are as hot as BORDER.  Returns what they cost;
   < 0: there is no tree. */
static double choose_below(const struct choice *c, double border, bool *counted, uint32_t *stuck)
{
    const struct pp_graph *g = c->g;
    uint32_t first = c->p->first_vertex;
    struct pp_sets sets;
    double cost = 0;
    EACH_EDGE(c, v, e)
    c->contracted[e] = !asked(c, e) && (!can_have_code(c, e) || !(g->edges[e].weight < border));
    if (!pp_spanning_tree(g, c->proc, NULL, c->contracted, c->on_tree, stuck))
        return -1;
    join_unasked(c, &sets);
    EACH_EDGE(c, v, e)
    {
        counted[e] = !c->contracted[e] && !c->on_tree[e] &&
                     (asked(c, e) || pp_sets_find(&sets, v - first) !=
                                         pp_sets_find(&sets, g->edges[e].to - first));
        cost += counted[e] ? g->edges[e].weight : 0;
    }
    pp_sets_free(&sets);
    return cost;
}

static int by_weight(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of the weights that can be borders, at most MOST_BORDERS, evenly from the lowest to the highest.
   Returns how many. */
static uint32_t find_borders(const struct choice *c, double *borders)
{
    uint32_t cap = 0, num = 0, found = 0;
    EACH_EDGE(c, v, e)
    cap++;
    double *weights = pp_xmalloc(((size_t)cap + 1) * sizeof *weights);
    EACH_EDGE(c, v, e)
    if (!asked(c, e) && can_have_code(c, e))
        weights[num++] = c->g->edges[e].weight;
    qsort(weights, num, sizeof *weights, by_weight);
    for (uint32_t i = 0; i < num; i++)
        if (i == 0 || weights[i] > weights[found - 1])
            weights[found++] = weights[i];
    num = found < MOST_BORDERS ? found : MOST_BORDERS;
    for (uint32_t i = 0; i < num; i++)
        borders[i] = weights[(uint64_t)i * found / num];
    free(weights);
    return num;
}

bool pp_choose_counters(const struct pp_graph *g, uint32_t proc, bool *counted, uint32_t *stuck)
{
    size_t size = g->num_edges * sizeof *counted;
    struct choice c = {g, &g->procs[proc], proc, pp_xmalloc(size), pp_xmalloc(size)};
    bool *tried = pp_xmalloc(size);
    double borders[MOST_BORDERS + 1], best = -1;
    uint32_t num = find_borders(&c, borders);
    borders[num++] = HUGE_VAL;
    /* The first is (a), the last (b). */
    for (uint32_t i = 0; i < num; i++) {
        double cost = choose_below(&c, borders[i], tried, stuck);
        if (cost < 0 || (best >= 0 && cost >= best))
            continue;
        best = cost;
        EACH_EDGE(&c, v, e)
        counted[e] = tried[e];
    }
    free(tried);
    free(c.contracted);
    free(c.on_tree);
    return best >= 0;
}

bool pp_asked_follow(const struct pp_graph *g, uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    bool *known = pp_xmalloc((g->num_edges + 1) * sizeof *known), good = true;
    pp_follow(g, proc, NULL, 0, NULL, known);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            good &= known[e] || !pp_is_asked(g, &g->edges[e]);
    free(known);
    return good;
}
