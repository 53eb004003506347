/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random control-flow graphs against definitions: random-check [GRAPHS [SEED]].

   Every graph is transformed, numbered and planned; then, by means that share nothing with core/:
   its live paths are enumerated, random walks go through the *cyclic* graph with the planned
   actions obeyed, and what they record is compared with what the walk saw.  Graphs have irreducible
   loops, self-loops, parallel edges, switches, computed gotos, calls that leave, vertices at which
   control arrives sideways, vertices that do not return, unreachable parts. */
#include "random.h"

#include "core/profile/profile.h"
#include "core/edge/propagate.h"
#include "core/edge/spanning.h"
#include "core/transform/transform.h"
#include "core/number/decode.h"
#include "core/pipeline/pipeline.h"
#include "core/plan/plan-counters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The decoder's half. */

/* G as the notes would have it after M was made. */
static void from_notes(struct pp_graph *g, const struct spec *s, const struct made *m)
{
    build(g, s);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        g->procs[p].num_paths = m->g.procs[p].num_paths;
        g->procs[p].storage = m->g.procs[p].storage;
        g->procs[p].by_callers = m->g.procs[p].by_callers;
    }
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        g->vertices[v].k = m->g.vertices[v].k;
        g->vertices[v].wanted_k = m->g.vertices[v].wanted_k;
    }
    for (uint32_t e = 0; e < g->num_edges; e++)
        g->edges[e].flags = m->g.edges[e].flags & (uint16_t)~PP_E_CUT;
}

void check_prepare(const struct spec *s, const struct made *m, const struct pp_params *params)
{
    struct pp_graph g;
    struct pp_numbering n;
    from_notes(&g, s, m);
    pp_numbering_init(&n);
    bool good = true;
    for (uint32_t p = 0; p < g.num_procs; p++)
        good &= pp_prepare_proc(&g, p, params, &n);
    /* Procedures are prepared in the order in which they were planned. */
    good = good && g.num_edges == m->g.num_edges;
    for (uint32_t e = 0; good && e < g.num_edges; e++) {
        const struct pp_edge *x = &g.edges[e], *y = &m->g.edges[e];
        good &= x->from == y->from && x->to == y->to && x->flags == y->flags &&
                x->ends == y->ends && x->begins == y->begins;
        if (!pp_mode_row(params->mode)->counts_edges && g.vertices[x->from].proc == PROC)
            good &= n.rho[e].a.low == m->n.rho[e].a.low && n.rho[e].b.low == m->n.rho[e].b.low;
    }
    check(P_PREPARE, good, "mode %s", pp_mode_name(params->mode));
    pp_graph_free(&g);
    build(&g, s);
    check(P_PREPARE, pp_cfg_checksum(&g, PROC) == pp_cfg_checksum(&m->g, PROC),
          "the checksum depends on what was chosen");
    g.edges[g.procs[PROC].first_edge].flags ^= PP_E_EH;
    check(P_PREPARE, pp_cfg_checksum(&g, PROC) != pp_cfg_checksum(&m->g, PROC),
          "the checksum does not depend on the program");
    pp_graph_free(&g);
    from_notes(&g, s, m);
    g.procs[PROC].num_paths++;
    check(P_PREPARE, !pp_prepare_proc(&g, PROC, params, &n), "a wrong number of paths is accepted");
    pp_graph_free(&g);
    pp_numbering_free(&n);
}

/* ---- Mode edge. */

static unsigned num_counted, num_by_callers;

static bool on_tree(const struct pp_graph *g, uint32_t e)
{
    const struct pp_proc *p = &g->procs[PROC];
    return g->vertices[g->edges[e].from].proc == PROC && p->num_edges &&
           !(g->edges[e].flags & PP_E_COUNTED);
}

/* Finds the way from V to TO along tree edges of PROC other than those of weight > LIMIT and those
   that had to be in the tree; true if every way is of such.  Plainly: is V connected with TO by
   tree edges that are all at least as good as LIMIT? */
static bool connected(const struct pp_graph *g, uint32_t v, uint32_t to, double limit, bool *seen)
{
    const struct pp_proc *p = &g->procs[PROC];
    if (v == to)
        return true;
    if (seen[v])
        return false;
    seen[v] = true;
    for (uint32_t e = 0; e < g->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        if (!on_tree(g, e) || (edge->from != v && edge->to != v))
            continue;
        if (!(edge->flags & (PP_E_FAKE | PP_E_ABNORMAL)) && edge->weight < limit)
            continue;
        if (connected(g, edge->from == v ? edge->to : edge->from, to, limit, seen))
            return true;
    }
    if (p->by_callers)
        return false;
    if (v == p->entry)
        return connected(g, p->exit, to, limit, seen);
    if (v == p->exit)
        return connected(g, p->entry, to, limit, seen);
    return false;
}

static void check_tree(const struct made *m)
{
    const struct pp_graph *g = &m->g;
    const struct pp_proc *p = &g->procs[PROC];
    /* With Exit -> Entry, unless callers tell of that. */
    uint64_t edges = !p->by_callers, vertices = 0, components = 0;
    bool *seen = calloc(g->num_vertices, sizeof *seen);
    for (uint32_t e = 0; e < g->num_edges; e++) {
        if (g->vertices[g->edges[e].from].proc != PROC)
            continue;
        edges++;
        if (on_tree(g, e))
            continue;
        check(P_PLACES, is_original(g, e) && !(g->edges[e].flags & PP_E_ABNORMAL),
              "a counter on edge %u", e);
        memset(seen, 0, g->num_vertices * sizeof *seen);
        check(P_TREE, connected(g, g->edges[e].from, g->edges[e].to, g->edges[e].weight, seen),
              "edge %u is worth more than one in the tree", e);
    }
    memset(seen, 0, g->num_vertices * sizeof *seen);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        if (v > p->exit && g->vertices[v].first_in == PP_NONE &&
            g->vertices[v].first_out == PP_NONE)
            continue;
        vertices++;
        if (!seen[v]) {
            components++;
            connected(g, v, PP_NONE, -1, seen);
        }
    }
    check(P_COUNTERS,
          m->plan.num_actions == edges - (vertices - components) &&
              p->num_paths == m->plan.num_actions && p->storage == PP_STORE_EDGES,
          "%u counters, %" PRIu64 " edges, %" PRIu64 " vertices", m->plan.num_actions, edges,
          vertices);
    for (uint32_t i = 0; i < m->plan.num_actions; i++) {
        const struct pp_action *a = &m->plan.actions[i];
        check(P_COUNTERS,
              a->place == PP_AT_EDGE && pp_does(a, PP_DO_RECORD) && !pp_does(a, PP_DO_USES_PATH) &&
                  pp_is_word(a->index.b, i) && pp_is_zero(a->index.a) && a->update == PP_KEEP &&
                  (g->edges[a->at].flags & PP_E_COUNTED),
              "action %u", i);
    }
    free(seen);
}

static uint32_t fake_edge(const struct pp_graph *g, uint32_t from, uint32_t to)
{
    for (uint32_t e = 0; e < g->num_edges; e++)
        if ((g->edges[e].flags & PP_E_FAKE) && g->edges[e].from == from && g->edges[e].to == to)
            return e;
    return PP_NONE;
}

void count_trip(const struct pp_graph *g, const struct trip *trip, uint64_t *counts)
{
    const struct pp_proc *p = &g->procs[PROC];
    for (uint32_t i = 0; i < trip->num; i++) {
        if (!is_leave(trip->edges[i])) {
            counts[trip->edges[i]]++;
            continue;
        }
        counts[fake_edge(g, PP_NONE - 1 - trip->edges[i], p->exit)]++;
        if (trip->edges[++i] != PP_NONE)
            counts[fake_edge(g, p->entry, trip->edges[i])]++;
    }
}

/* More counters than are needed, as by-callers.h wants them before calls: the counts are the same. */
static void check_more_counters(struct made *m, const uint64_t *truth, uint64_t entered)
{
    struct pp_graph *g = &m->g;
    uint64_t *counts = calloc(g->num_edges, sizeof *counts);
    uint64_t *counters = calloc(g->num_edges, sizeof *counters);
    bool *added = calloc(g->num_edges, sizeof *added);
    uint32_t before = m->plan.num_actions, more = 0;
    for (uint32_t e = 0; e < g->num_edges; e++) {
        added[e] = on_tree(g, e) && is_original(g, e) && !(g->edges[e].flags & PP_E_ABNORMAL) &&
                   chance(30);
        g->edges[e].flags |= added[e] ? PP_E_COUNTED : 0;
        more += added[e];
    }
    pp_list_counters(g, PROC, &m->plan);
    check(P_COUNTERS,
          m->plan.num_actions == before + more && g->procs[PROC].num_paths == before + more,
          "%u counters, not %u + %u", m->plan.num_actions, before, more);
    for (uint32_t i = 0; i < m->plan.num_actions; i++)
        counters[m->plan.actions[i].index.b.low] = truth[m->plan.actions[i].at];
    check(P_COUNTS, pp_propagate(g, PROC, counters, entered, counts),
          "the counts of more counters are said to contradict each other");
    for (uint32_t e = 0; e < g->num_edges; e++) {
        if (g->vertices[g->edges[e].from].proc == PROC)
            check(P_COUNTS, counts[e] == truth[e],
                  "edge %u, with more counters: %" PRIu64 " for %" PRIu64, e, counts[e], truth[e]);
        if (added[e])
            g->edges[e].flags &= (uint16_t)~PP_E_COUNTED;
    }
    pp_list_counters(g, PROC, &m->plan);
    free(counts);
    free(counters);
    free(added);
}

static void check_counts(struct made *m)
{
    const struct pp_graph *g = &m->g;
    uint64_t *truth = calloc(g->num_edges, sizeof *truth);
    uint64_t *counts = calloc(g->num_edges, sizeof *counts);
    uint64_t *counters = calloc(m->plan.num_actions + 1, sizeof *counters);
    uint64_t scale = chance(10) ? 1ull << 55 : 1, entered = 0;
    for (int w = 0; w < WALKS; w++) {
        struct trip trip;
        walk(g, &trip);
        if (trip.complete)
            count_trip(g, &trip, truth);
        entered += trip.complete * scale;
    }
    num_by_callers += g->procs[PROC].by_callers && entered;
    for (uint32_t e = 0; e < g->num_edges; e++)
        truth[e] *= scale;
    for (uint32_t i = 0; i < m->plan.num_actions; i++)
        counters[m->plan.actions[i].index.b.low] = truth[m->plan.actions[i].at];
    bool good = pp_propagate(g, PROC, counters, entered, counts);
    check(P_COUNTS, good, "the counts are said to contradict each other");
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (g->vertices[g->edges[e].from].proc == PROC)
            check(P_COUNTS, counts[e] == truth[e], "edge %u: %" PRIu64 " for %" PRIu64, e,
                  counts[e], truth[e]);
    check_more_counters(m, truth, entered);
    /* Arbitrary counters: either all counts obey Kirchhoff's law, or the answer is no. */
    for (uint32_t i = 0; i < m->plan.num_actions; i++)
        counters[i] = below(50);
    entered = below(50);
    good = pp_propagate(g, PROC, counters, entered, counts);
    bool balanced = true;
    const struct pp_proc *p = &g->procs[PROC];
    uint64_t in = 0;
    for (uint32_t e = 0; e < g->num_edges; e++)
        in += (g->edges[e].from == p->entry) * counts[e];
    balanced &= !p->by_callers || in == entered;
    for (uint32_t v = p->exit + 1; v < p->first_vertex + p->num_vertices; v++) {
        uint64_t balance = 0;
        for (uint32_t e = 0; e < g->num_edges; e++)
            balance += (g->edges[e].to == v) * counts[e] - (g->edges[e].from == v) * counts[e];
        balanced &= balance == 0;
    }
    check(P_CONTRADICTION, !good || balanced, "counts that are no flow are called good");
    /* One counter less, and what is left is no tree. */
    if (m->plan.num_actions) {
        struct pp_edge *e = &m->g.edges[m->plan.actions[below(m->plan.num_actions)].at];
        e->flags &= (uint16_t)~PP_E_COUNTED;
        check(P_CONTRADICTION, !pp_propagate(g, PROC, counters, entered, counts),
              "no tree is called one");
        e->flags |= PP_E_COUNTED;
    }
    free(truth);
    free(counts);
    free(counters);
}

static void check_edge(const struct spec *s, uint64_t seed)
{
    struct pp_params params = {.mode = PP_MODE_EDGE, .max_paths = UINT64_MAX, .array_limit = 100};
    struct made m;
    make(&m, s, &params, seed);
    if (!m.good) {
        check(P_REFUSAL, m.g.procs[PROC].storage == PP_STORE_NONE && m.g.procs[PROC].why,
              "mode edge does not say why");
        bool *tree = calloc(m.g.num_edges, sizeof *tree);
        uint32_t stuck = PP_NONE;
        bool good = pp_spanning_tree(&m.g, PROC, NULL, NULL, tree, &stuck);
        check(P_REFUSAL, !good && (m.g.edges[stuck].flags & (PP_E_ABNORMAL | PP_E_FAKE)),
              "mode edge refuses for nothing");
        free(tree);
    } else {
        num_counted++;
        check_tree(&m);
        check_counts(&m);
        check_prepare(s, &m, &params);
    }
    unmake(&m);
}

/* ---- Corrupt notes: any flags, any edges.  Nothing may hang or touch what is not its own. */

static void check_hostile(void)
{
    static const uint16_t flags[] = {PP_E_BACK,     PP_E_CUT,  PP_E_BROKEN,  PP_E_COUNTED,
                                     PP_E_ABNORMAL, PP_E_FAKE, PP_E_NORETURN};
    struct spec *s = calloc(1, sizeof *s);
    static const enum pp_mode modes[] = {PP_MODE_PATH, PP_MODE_EDGE, PP_MODE_KPATH,
                                         PP_MODE_PATH_CONTEXT, PP_MODE_CALLGRAPH};
    struct pp_params params = {
        .mode = modes[below(5)],
        .max_paths = UINT64_MAX,
        .array_limit = 100,
    };
    s->num_vertices = 2 + below(MOST_VERTICES - 2);
    for (uint32_t v = 0; v < s->num_vertices; v++) {
        s->kinds[v] = v == 0   ? PP_ENTRY
                      : v == 1 ? PP_EXIT
                               : (enum pp_vertex_kind)below(PP_VERTEX_KINDS);
        s->flags[v] = chance(30) ? below(16) : 0;
    }
    uint32_t edges = below(MOST_EDGES);
    for (uint32_t i = 0; i < edges; i++) {
        unsigned f = 0;
        for (uint32_t k = 0; k < sizeof flags / sizeof *flags; k++)
            if (flags[k] != PP_E_CUT && chance(10))
                f |= flags[k];
        add(s, below(s->num_vertices), below(s->num_vertices), chance(80) ? PP_FLOW : PP_SUMMARY,
            f);
    }
    struct pp_graph g;
    struct pp_numbering n;
    build(&g, s);
    pp_numbering_init(&n);
    struct pp_proc *p = &g.procs[PROC];
    p->storage = (uint8_t)below(PP_STORES);
    p->by_callers = chance(50);
    uint64_t counted = 0;
    for (uint32_t i = 0; i < s->num_edges; i++)
        counted += !!(s->edges[i].flags & PP_E_COUNTED);
    p->num_paths = pp_mode_row(params.mode)->counts_edges && chance(80) ? counted : below(100);
    for (uint32_t v = 0; params.mode == PP_MODE_KPATH && v < p->num_vertices; v++) {
        g.vertices[p->first_vertex + v].k = chance(30) ? (uint8_t)below(18) : 0;
        g.vertices[p->first_vertex + v].wanted_k = chance(30) ? (uint8_t)below(18) : 0;
    }
    bool good = pp_prepare_proc(&g, PROC, &params, &n);
    if (!good && !pp_mode_row(params.mode)->counts_edges && p->storage != PP_STORE_NONE) {
        /* Once more, with the number of paths that such a graph has. */
        p->num_paths = n.num_vertices ? n.psi[p->entry].b.low : 0;
        good = pp_number_proc(&g, PROC, &n);
    }
    if (good && !pp_mode_row(params.mode)->counts_edges && p->storage != PP_STORE_NONE) {
        unsigned char *colour = calloc(g.num_vertices, 1);
        check(P_HOSTILE, acyclic(&g, p->entry, colour), "a graph with a cycle is numbered");
        free(colour);
    }
    if (good && !pp_mode_row(params.mode)->counts_edges) {
        for (int i = 0; i < 20; i++) {
            uint32_t path[MOST_EDGES];
            uint64_t number = p->num_paths ? next_random() % p->num_paths : 0;
            uint32_t length = pp_decode(&g, &n, PROC, number, path, 1 + below(MOST_EDGES));
            bool ends = !length || g.edges[path[length - 1]].to == p->exit;
            check(P_HOSTILE, ends, "a path ends nowhere");
        }
    }
    if (good && pp_mode_row(params.mode)->counts_edges) {
        uint64_t *counters = calloc(counted + 1, sizeof *counters);
        uint64_t *counts = calloc(g.num_edges, sizeof *counts);
        for (uint64_t i = 0; i < counted; i++)
            counters[i] = next_random() >> below(64);
        bool *known = calloc(g.num_edges, sizeof *known);
        if (p->num_paths == counted && params.mode == PP_MODE_EDGE)
            pp_propagate(&g, PROC, counters, next_random() >> below(64), counts);
        else if (p->num_paths == counted)
            pp_follow(&g, PROC, counters, next_random() >> below(64), counts, known);
        free(known);
        free(counters);
        free(counts);
    }
    check(P_HOSTILE, true, "survived");
    pp_graph_free(&g);
    pp_numbering_free(&n);
    free(s);
}

int main(int argc, char **argv)
{
    unsigned graphs = argc > 1 ? (unsigned)atoi(argv[1]) : 3000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct spec *s = calloc(1, sizeof *s);
    for (unsigned i = 0; i < graphs; i++) {
        seed_graph(seed, i);
        make_spec(s);
        uint64_t after = rng;
        check_path(s, PP_MODE_PATH, after);
        check_path(s, PP_MODE_PATH_CONTEXT, after);
        check_edge(s, after);
        check_asked(s, after);
        check_loops(s, after);
        check_hostile();
    }
    free(s);
    bool good = report_properties();
    printf("%u graphs; path and path-context: %u planned, %u of them with broken edges, %u over a "
           "tiny limit, %u vertices split; edge: %u planned, %u of them entered by callers; "
           "callgraph: %u planned, %u of them "
           "cheaper than edge, %u of %u small ones with the cheapest counters; kpath: %u with "
           "loops, %u loops with "
           "less than they want, %u collapsed\n",
           graphs, num_planned, num_broken_graphs, num_refused, num_split, num_counted,
           num_by_callers, num_asked, num_cheaper, num_best, num_tried, num_with_loops, num_lowered,
           num_collapsed);
    /* A generator that made nothing but what is refused would test nothing. */
    bool enough = num_planned > graphs * 3 / 2 && num_counted > graphs * 3 / 4 &&
                  num_by_callers > graphs / 10 && num_asked > graphs * 3 / 4 &&
                  num_cheaper > graphs / 2 && num_tried > graphs / 100 &&
                  num_best > num_tried * 3 / 4 && num_broken_graphs > graphs / 10 &&
                  num_split > graphs / 4 && num_with_loops > graphs / 10 &&
                  num_lowered > graphs / 50 && num_collapsed > graphs / 20;
    printf("%s: enough graphs of every kind%s\n", enough ? "PASS" : "FAIL",
           enough ? "" : ": too few");
    return !good || !enough;
}
