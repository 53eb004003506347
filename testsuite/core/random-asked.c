/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-check: mode callgraph.  Which counts follow from the counters is found by elimination in
   the equations of Kirchhoff's law; what the cheapest counters would be, by trying all. */
#include "random.h"

#include "core/edge/counter-placement.h"
#include "core/profile/profile.h"
#include "core/edge/propagate.h"

#include <stdlib.h>
#include <string.h>

/* So many edges that can have a counter make 2^10 sets. */
#define FEW 10

unsigned num_asked, num_tried, num_best, num_cheaper;

/* The equations, one a vertex, of the edges without a counter, Exit -> Entry the last: the matrix
   is totally unimodular, so that elimination stays in -1, 0, 1. */
struct equations {
    const struct pp_graph *g;
    uint32_t num, edges[MOST_EDGES + 2 * MOST_VERTICES];
    signed char row[MOST_VERTICES][MOST_EDGES + 2 * MOST_VERTICES + 1];
    uint32_t pivots[MOST_VERTICES + 1]; /* rows' columns */
    uint32_t rank;
};

static void fill(struct equations *q, const struct pp_graph *g)
{
    const struct pp_proc *p = &g->procs[PROC];
    memset(q, 0, sizeof *q);
    q->g = g;
    for (uint32_t e = 0; e < g->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        if (g->vertices[edge->from].proc != PROC || (edge->flags & (PP_E_CUT | PP_E_COUNTED)))
            continue;
        q->row[edge->from - p->first_vertex][q->num]--;
        q->row[edge->to - p->first_vertex][q->num]++;
        q->edges[q->num++] = e;
    }
    q->row[0][q->num] += !p->by_callers;
    q->row[1][q->num] -= !p->by_callers;
}

static void swap_rows(struct equations *q, uint32_t a, uint32_t b)
{
    for (uint32_t c = 0; c <= q->num; c++) {
        signed char x = q->row[a][c];
        q->row[a][c] = q->row[b][c];
        q->row[b][c] = x;
    }
}

/* To reduced row echelon form. */
static void eliminate(struct equations *q)
{
    uint32_t rows = q->g->procs[PROC].num_vertices;
    for (uint32_t c = 0; c <= q->num && q->rank < rows; c++) {
        uint32_t r = q->rank;
        while (r < rows && !q->row[r][c])
            r++;
        if (r == rows)
            continue;
        swap_rows(q, r, q->rank);
        for (uint32_t other = 0; other < rows; other++) {
            int factor = q->row[other][c] * q->row[q->rank][c];
            for (uint32_t k = 0; k <= q->num && factor && other != q->rank; k++)
                q->row[other][k] = (signed char)(q->row[other][k] - factor * q->row[q->rank][k]);
        }
        q->pivots[q->rank++] = c;
    }
}

/* Does the count of EDGE, without a counter, follow?  It does if its equation says nothing else. */
static bool follows(const struct equations *q, uint32_t edge)
{
    for (uint32_t r = 0; r < q->rank; r++) {
        uint32_t others = 0;
        for (uint32_t c = 0; c <= q->num; c++)
            others += c != q->pivots[r] && q->row[r][c];
        if (q->pivots[r] < q->num && q->edges[q->pivots[r]] == edge)
            return others == 0;
    }
    return false;
}

static bool is_asked(const struct pp_graph *g, uint32_t e)
{
    const struct pp_edge *edge = &g->edges[e];
    return (edge->from == g->procs[PROC].entry && is_original(g, e)) ||
           g->vertices[edge->to].kind == PP_CALL;
}

static bool is_ours(const struct pp_graph *g, uint32_t e)
{
    return g->vertices[g->edges[e].from].proc == PROC && !(g->edges[e].flags & PP_E_CUT);
}

static void check_known(const struct pp_graph *g)
{
    static struct equations q;
    bool *known = calloc(g->num_edges, sizeof *known), all = true;
    fill(&q, g);
    eliminate(&q);
    pp_follow(g, PROC, NULL, 0, NULL, known);
    for (uint32_t e = 0; e < g->num_edges; e++) {
        if (!is_ours(g, e))
            continue;
        bool truth = (g->edges[e].flags & PP_E_COUNTED) || follows(&q, e);
        check(P_ASKED, known[e] == truth, "edge %u is %sknown", e, truth ? "" : "not ");
        check(P_ASKED, truth || !is_asked(g, e), "edge %u does not follow", e);
        all &= truth || !is_asked(g, e);
    }
    check(P_ASKED, pp_asked_follow(g, PROC) == all, "the reader thinks otherwise");
    free(known);
}

static void check_actions(const struct made *m)
{
    const struct pp_graph *g = &m->g;
    const struct pp_proc *p = &g->procs[PROC];
    uint64_t counted = 0;
    for (uint32_t e = 0; e < g->num_edges; e++)
        counted += is_ours(g, e) && (g->edges[e].flags & PP_E_COUNTED);
    bool good =
        p->storage == PP_STORE_EDGES && p->num_paths == counted && m->plan.num_actions == counted;
    for (uint32_t i = 0; i < m->plan.num_actions; i++) {
        const struct pp_action *a = &m->plan.actions[i];
        good &= a->place == PP_AT_EDGE && pp_does(a, PP_DO_RECORD) &&
                !pp_does(a, PP_DO_USES_PATH) && a->update == PP_KEEP && pp_is_word(a->index.b, i) &&
                (g->edges[a->at].flags & PP_E_COUNTED) && (i == 0 || a->at > a[-1].at);
        check(P_PLACES, is_original(g, a->at) && !(g->edges[a->at].flags & PP_E_ABNORMAL),
              "a counter on edge %u", a->at);
    }
    check(P_COUNTERS, good, "mode callgraph: %u actions for %" PRIu64 " counters",
          m->plan.num_actions, counted);
}

static void check_values(const struct made *m)
{
    const struct pp_graph *g = &m->g;
    uint64_t *truth = calloc(g->num_edges, sizeof *truth);
    uint64_t *counts = calloc(g->num_edges, sizeof *counts);
    uint64_t *counters = calloc(m->plan.num_actions + 1, sizeof *counters);
    bool *known = calloc(g->num_edges, sizeof *known);
    uint64_t scale = chance(10) ? 1ull << 55 : 1, entered = 0;
    for (int w = 0; w < WALKS; w++) {
        struct trip trip;
        walk(g, &trip);
        if (trip.complete)
            count_trip(g, &trip, truth);
        entered += trip.complete * scale;
    }
    for (uint32_t i = 0; i < m->plan.num_actions; i++)
        counters[i] = truth[m->plan.actions[i].at] * scale;
    bool good = pp_follow(g, PROC, counters, entered, counts, known);
    check(P_COUNTS, good, "mode callgraph: the counts are said to contradict each other");
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (is_ours(g, e))
            check(P_COUNTS, counts[e] == (known[e] ? truth[e] * scale : 0),
                  "mode callgraph: edge %u: %" PRIu64 " for %" PRIu64, e, counts[e],
                  truth[e] * scale);
    /* Arbitrary counters: what follows must be counts, and the same whichever way it is found. */
    for (uint32_t i = 0; i < m->plan.num_actions; i++)
        counters[i] = below(50);
    good = pp_follow(g, PROC, counters, entered, counts, known);
    for (uint32_t v = 2; v < g->procs[PROC].num_vertices; v++) {
        uint64_t balance = 0;
        bool all = true;
        for (uint32_t e = 0; e < g->num_edges; e++) {
            uint32_t vertex = g->procs[PROC].first_vertex + v;
            if (!is_ours(g, e) || (g->edges[e].to != vertex && g->edges[e].from != vertex))
                continue;
            all &= known[e];
            balance += (g->edges[e].to == vertex) * counts[e];
            balance -= (g->edges[e].from == vertex) * counts[e];
        }
        check(P_CONTRADICTION, !good || !all || balance == 0,
              "mode callgraph: counts that are no flow are called good");
    }
    free(truth);
    free(counts);
    free(counters);
    free(known);
}

static double cost_of(const struct made *m)
{
    double cost = 0;
    for (uint32_t i = 0; i < m->plan.num_actions; i++)
        cost += m->g.edges[m->plan.actions[i].at].weight;
    return cost;
}

/* What the cheapest counters that do cost; < 0: none do. */
static double least_cost(struct pp_graph *g, const uint32_t *edges, uint32_t num)
{
    double least = -1;
    for (uint32_t set = 0; set < 1u << num; set++) {
        double cost = 0;
        for (uint32_t i = 0; i < num; i++) {
            g->edges[edges[i]].flags &= (uint16_t)~PP_E_COUNTED;
            if (set >> i & 1) {
                g->edges[edges[i]].flags |= PP_E_COUNTED;
                cost += g->edges[edges[i]].weight;
            }
        }
        if ((least < 0 || cost < least) && pp_asked_follow(g, PROC))
            least = cost;
    }
    return least;
}

/* All original edges on which code can be placed. */
static uint32_t places(const struct pp_graph *g, uint32_t *edges)
{
    uint32_t num = 0;
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (is_ours(g, e) && is_original(g, e) && !(g->edges[e].flags & PP_E_ABNORMAL))
            edges[num++] = e;
    return num;
}

static void check_cost(struct made *m, const struct made *edge)
{
    uint32_t edges[MOST_EDGES + 2 * MOST_VERTICES], num = places(&m->g, edges);
    double cost = cost_of(m), most = edge->good ? cost_of(edge) : -1;
    check(P_ASKED_COST, !edge->good || cost <= most * (1 + 1e-9), "%g, mode edge %g", cost, most);
    num_cheaper += edge->good && cost < most;
    for (uint32_t i = 0; i < m->plan.num_actions; i++) {
        struct pp_edge *e = &m->g.edges[m->plan.actions[i].at];
        e->flags &= (uint16_t)~PP_E_COUNTED;
        check(P_ASKED_COST, !pp_asked_follow(&m->g, PROC), "counter %u could be left out", i);
        e->flags |= PP_E_COUNTED;
    }
    if (num > FEW)
        return;
    double least = least_cost(&m->g, edges, num);
    check(P_ASKED_COST, least >= 0 && cost >= least * (1 - 1e-9), "%g, and %g is least", cost,
          least);
    num_tried++;
    num_best += cost <= least * (1 + 1e-9);
}

void check_asked(const struct spec *s, uint64_t seed)
{
    struct pp_params params = {
        .mode = PP_MODE_CALLGRAPH, .max_paths = UINT64_MAX, .array_limit = 100};
    struct made m, edge;
    make(&m, s, &params, seed);
    if (!m.good) {
        uint32_t edges[MOST_EDGES + 2 * MOST_VERTICES], num = places(&m.g, edges);
        for (uint32_t i = 0; i < num; i++)
            m.g.edges[edges[i]].flags |= PP_E_COUNTED;
        check(P_REFUSAL, m.g.procs[PROC].storage == PP_STORE_NONE && m.g.procs[PROC].why,
              "mode callgraph does not say why");
        check(P_REFUSAL, !pp_asked_follow(&m.g, PROC), "mode callgraph refuses for nothing");
    } else {
        num_asked++;
        check_actions(&m);
        check_known(&m.g);
        check_values(&m);
        check_prepare(s, &m, &params);
        params.mode = PP_MODE_EDGE;
        make(&edge, s, &params, seed);
        check_cost(&m, &edge);
        unmake(&edge);
    }
    unmake(&m);
}
