/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-lanes: solutions against a plain iteration over all vertices and against what walks see,
   and reduction against the definitions of thesis 9.1 and 9.2. */
#include "random-lanes.h"

#include "core/lanes/hot-trace.h"
#include "core/reduce/compatible.h"
#include "first-fit.h"

#include <stdlib.h>
#include <string.h>

/* No loop is worth it. */
#define TOO_DEAR 1e30

unsigned num_smaller, num_copied, num_limited, num_priced;

static bool holds(const struct toy_value *value, const int *state)
{
    for (unsigned x = 0; x < TOY_VARIABLES; x++)
        if (!value || state[x] < value->of[x].least || state[x] > value->of[x].most)
            return false;
    return true;
}

/* ---- Solutions. */

/* The greatest solution: from "nothing is executable" on, what comes to each vertex is met anew
   until nothing changes.  *IN is freed by free_values. */
static void iterate(const struct pp_hot_graph *h, const struct pp_flow *flow, void **in)
{
    struct toy *toy = flow->context;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t v = 0; v < h->num_vertices; v++) {
            void *now = NULL;
            for (uint32_t p = 0; p < h->num_procs; p++)
                for (uint32_t i = 0; i < h->procs[p].entries.num; i++)
                    if (h->procs[p].entries.at[i] == v)
                        now = flow->start(toy, v);
            for (uint32_t e = 0; e < h->num_edges; e++) {
                uint32_t from = h->edges[e].from;
                if (h->edges[e].to != v || !in[from])
                    continue;
                void *out = flow->transfer(toy, from, in[from]);
                void *value = flow->refine(toy, e, out);
                flow->free(toy, out);
                if (value && now) {
                    flow->meet(toy, v, now, value, 0);
                    flow->free(toy, value);
                } else if (value) {
                    now = value;
                }
            }
            bool same = !now == !in[v] && (!now || !memcmp(now, in[v], sizeof(struct toy_value)));
            changed |= !same;
            if (in[v])
                flow->free(toy, in[v]);
            in[v] = now;
        }
    }
}

static void check_constants(const struct lanes_case *c, const struct pp_flow *flow)
{
    const struct pp_hot_graph *h = &c->h;
    void **in = pp_xcalloc(h->num_vertices + 1, sizeof *in);
    bool good = true;
    iterate(h, flow, in);
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        good = good && !in[v] == !c->j.in[v] &&
               (!in[v] || !memcmp(in[v], c->j.in[v], sizeof(struct toy_value)));
        if (in[v])
            flow->free(flow->context, in[v]);
    }
    check(L_SOLUTION, good, "it is not the greatest solution");
    free(in);
}

/* Does what SOLUTION says of GRAPH hold wherever walks come? */
static bool is_true(const struct lanes_case *c, const struct pp_hot_graph *h,
                    const struct pp_solution *solution)
{
    bool good = true;
    for (uint32_t i = 0; i < c->num_walks; i++) {
        const struct lane_walk *walk = &c->walks[i];
        if (pp_hot_find_proc(h, walk->proc) == PP_NONE)
            continue;
        uint32_t v = lane_start(h, walk);
        for (uint32_t k = 0; v != PP_NONE; k++) {
            good = good && holds(solution->in[v], walk->states[k]);
            if (k == walk->num || walk->steps[k].to == PP_NONE)
                break;
            if (walk->steps[k].edge != PP_NONE)
                good = good && solution->executable[lane_edge(h, v, walk->steps[k].edge)];
            v = lane_next(h, v, &walk->steps[k]);
        }
    }
    return good;
}

/* Ranges: they must end, and be true. */
static void check_ranges(const struct lanes_case *c)
{
    struct toy toy = {.h = &c->h, .code = c->code, .ranges = true};
    struct pp_flow flow = toy_flow(&toy);
    struct pp_solution ranges;
    pp_solve(&ranges, &c->h, &flow);
    check(L_WIDENED, is_true(c, &c->h, &ranges), "ranges: a walk has other values");
    /* Each bound of each variable falls twice, or comes with one of the in-edges. */
    check(L_WIDENED, ranges.steps <= (uint64_t)c->h.num_vertices * 40 + 40,
          "%" PRIu64 " steps for %u vertices", ranges.steps, c->h.num_vertices);
    pp_solution_free(&ranges, &c->h, &flow);
    check(L_WIDENED, toy.live == 0, "values are left");
}

/* ---- Reduction. */

static uint64_t worth(const struct lanes_case *c, const struct pp_facts *facts, uint32_t v)
{
    return c->h.vertices[v].count * facts->gained(facts->context, v);
}

static void check_hot(const struct lanes_case *c, const struct pp_facts *facts, double benefit)
{
    uint64_t all = 0, hot = 0, least = UINT64_MAX, most_cold = 0;
    uint32_t num = 0;
    for (uint32_t v = 0; v < c->h.num_vertices; v++) {
        uint64_t w = worth(c, facts, v);
        all += w;
        num += c->r.hot[v];
        if (c->r.hot[v]) {
            hot += w;
            least = w < least ? w : least;
        } else if (w > most_cold) {
            most_cold = w;
        }
    }
    check(L_HOT, c->r.benefit == all && c->r.hot_benefit == hot && c->r.num_hot == num,
          "benefit %" PRIu64 " of %" PRIu64, c->r.hot_benefit, c->r.benefit);
    check(L_HOT, num == 0 || (least > 0 && (c->r.priced || least >= most_cold)),
          "a colder vertex is hot");
    double wanted = (double)all * benefit / 100;
    check(L_HOT, c->r.limited || c->r.priced || (double)hot >= wanted, "too few are hot");
    check(L_HOT, num == 0 || (double)(hot - least) < wanted, "too many are hot");
}

/* 9.2.2, 9.2.3: pairs that may not be in one block; the DFS order is that of the back edges. */
static bool may_join(const struct lanes_case *c, const struct pp_facts *facts, uint32_t u,
                     uint32_t v, const uint32_t *block)
{
    const struct pp_hot_graph *h = &c->h;
    if (h->vertices[u].vertex != h->vertices[v].vertex ||
        (c->r.hot[u] && !facts->keeps(facts->context, u, v)) ||
        (c->r.hot[v] && !facts->keeps(facts->context, v, u)))
        return false;
    for (uint32_t e = 0; e < h->num_edges; e++) {
        uint16_t flags = c->g.edges[h->edges[e].edge].flags;
        if (h->edges[e].from == u && !(flags & PP_E_BACK) &&
            block[h->edges[e].to] != block[h->edges[lane_edge(h, v, h->edges[e].edge)].to])
            return false;
    }
    return true;
}

static bool has_gotos(const struct pp_graph *g)
{
    for (uint32_t v = 0; v < g->num_vertices; v++)
        if (g->vertices[v].flags & PP_V_GOTO)
            return true;
    return false;
}

/* Splits BLOCK until nothing is left to be split, pair by pair. */
static void split_plainly(const struct pp_hot_graph *h, uint32_t *block)
{
    uint32_t *next = pp_xmalloc((h->num_vertices + 1) * sizeof *next), num;
    for (bool changed = true; changed;) {
        changed = false;
        num = 0;
        for (uint32_t v = 0; v < h->num_vertices; v++) {
            uint32_t u = 0;
            for (; u < v; u++) {
                bool same = block[u] == block[v];
                for (uint32_t e = 0; same && e < h->num_edges; e++)
                    if (h->edges[e].from == u)
                        same = block[h->edges[e].to] ==
                               block[h->edges[lane_edge(h, v, h->edges[e].edge)].to];
                if (same)
                    break;
            }
            next[v] = u < v ? next[u] : num++;
        }
        for (uint32_t v = 0; v < h->num_vertices; v++)
            changed |= next[v] != block[v];
        memcpy(block, next, h->num_vertices * sizeof *block);
    }
    free(next);
}

static void check_partition(const struct lanes_case *c, const struct pp_facts *facts)
{
    const struct pp_hot_graph *h = &c->h;
    uint32_t *block = pp_xmalloc((h->num_vertices + 1) * sizeof *block);
    bool good = true, plain = !has_gotos(&c->g);
    pp_compatible(h, facts, c->r.hot, block);
    for (uint32_t u = 0; u < h->num_vertices; u++)
        for (uint32_t v = u + 1; v < h->num_vertices; v++)
            if (plain && block[u] == block[v])
                good = good && may_join(c, facts, u, v, block) && may_join(c, facts, v, u, block);
    check(L_COMPATIBLE, good, "two are together that are not compatible");
    check(L_COMPATIBLE, is_first_fit(h, facts, c->r.hot, block), "it is not the first that fits");
    split_plainly(h, block);
    check(L_COARSEST, !memcmp(block, c->r.vertex_of, h->num_vertices * sizeof *block),
          "it is not the coarsest partition");
    free(block);
}

/* Definition 9.1.1, and that the met facts are a solution: walks go through both graphs. */
static void check_kept(const struct lanes_case *c, const struct pp_facts *facts)
{
    const struct pp_hot_graph *h = &c->h, *r = &c->r.graph;
    bool same = true, valid = true, kept = true;
    for (uint32_t i = 0; i < c->num_walks; i++) {
        const struct lane_walk *walk = &c->walks[i];
        if (pp_hot_find_proc(h, walk->proc) == PP_NONE)
            continue;
        uint32_t v = lane_start(h, walk), w = lane_start(r, walk);
        for (uint32_t k = 0; v != PP_NONE && w != PP_NONE; k++) {
            same = same && c->r.vertex_of[v] == w;
            valid = valid && holds(&c->met[w], walk->states[k]);
            for (unsigned x = 0; c->r.hot[v] && x < TOY_VARIABLES; x++)
                if (c->code[h->vertices[v].vertex].uses >> x & 1)
                    kept = kept && (!toy_constant(c->j.in[v], x) || toy_constant(&c->met[w], x));
            if (k == walk->num || walk->steps[k].to == PP_NONE)
                break;
            v = lane_next(h, v, &walk->steps[k]);
            w = lane_next(r, w, &walk->steps[k]);
        }
    }
    for (uint32_t v = 0; v < h->num_vertices; v++)
        for (uint32_t u = 0; u < h->num_vertices; u++)
            if (c->r.hot[v] && c->r.vertex_of[u] == c->r.vertex_of[v])
                kept = kept && facts->keeps(facts->context, v, u);
    check(L_REDUCED, same, "a walk comes to a vertex that its copies are no part of");
    check(L_KEPT, valid, "met facts do not hold");
    check(L_KEPT, kept, "a hot vertex loses a fact");
}

/* Can control come to vertex W of the reduced graph? */
static bool comes_to(const struct lanes_case *c, const struct pp_facts *facts, uint32_t w)
{
    bool comes = false;
    for (uint32_t u = 0; u < c->h.num_vertices; u++)
        comes |= c->r.vertex_of[u] == w && facts->executable(facts->context, u);
    return comes;
}

static void check_growth(const struct lanes_case *c, const struct pp_facts *facts,
                         const struct pp_reduce_params *params)
{
    const struct pp_hot_graph *h = &c->h;
    uint64_t stmts[3] = {0, 0, 0}, vertices = 0;
    for (uint32_t v = 0; v < c->g.num_vertices; v++) {
        uint64_t copies = 0, left = 0;
        for (uint32_t u = 0; u < h->num_vertices; u++)
            copies += h->vertices[u].vertex == v;
        for (uint32_t u = 0; u < c->r.graph.num_vertices; u++)
            left += c->r.graph.vertices[u].vertex == v && comes_to(c, facts, u);
        vertices += copies > 0;
        stmts[0] += (copies > 0) * c->g.vertices[v].stmts;
        stmts[1] += copies * c->g.vertices[v].stmts;
        stmts[2] += left * c->g.vertices[v].stmts;
    }
    check(L_GROWTH,
          stmts[0] == c->r.stmts && stmts[1] == c->r.hot_stmts && stmts[2] == c->r.reduced_stmts,
          "other statements");
    check(L_GROWTH, (double)stmts[2] <= (double)stmts[0] * (1 + params->growth / 100),
          "%" PRIu64 " statements of %" PRIu64, stmts[2], stmts[0]);
    num_smaller += c->r.graph.num_vertices < h->num_vertices;
    num_copied += c->r.graph.num_vertices > vertices;
    num_limited += c->r.limited;
    if (c->r.num_hot == 0)
        check(L_NOTHING, c->r.graph.num_vertices == vertices, "a copy that brings nothing is left");
}

/* ---- What copies cost. */

/* How many vertices of the reduced graph are copies of V, to which control can come. */
static uint32_t count_left(const struct lanes_case *c, const struct pp_facts *facts, uint32_t v)
{
    uint32_t left = 0;
    for (uint32_t w = 0; w < c->r.graph.num_vertices; w++)
        left += c->r.graph.vertices[w].vertex == v && comes_to(c, facts, w);
    return left;
}

static bool is_header(const struct pp_graph *g, uint32_t v)
{
    bool header = false;
    for (uint32_t e = 0; e < g->num_edges; e++)
        header |= g->edges[e].to == v && pp_inside(&g->edges[e]) && (g->edges[e].flags & PP_E_BACK);
    return header;
}

/* Gives the copied vertices that edges join one number. */
static void flood(const struct lanes_case *c, const uint32_t *left, uint32_t *region)
{
    for (uint32_t v = 0; v < c->g.num_vertices; v++)
        region[v] = v;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < c->h.num_edges; e++) {
            uint32_t a = c->g.edges[c->h.edges[e].edge].from, b = c->g.edges[c->h.edges[e].edge].to;
            if (left[a] < 2 || left[b] < 2 || region[a] == region[b])
                continue;
            region[a] = region[b] = region[a] < region[b] ? region[a] : region[b];
            changed = true;
        }
    }
}

/* Copies that hang together gain what they cost. */
static void check_worth(const struct lanes_case *c, const struct pp_facts *facts, double price)
{
    const struct pp_graph *g = &c->g;
    uint32_t *left = pp_xcalloc(g->num_vertices + 1, sizeof *left);
    uint32_t *region = pp_xcalloc(g->num_vertices + 1, sizeof *region);
    double work = 0;
    for (uint32_t v = 0; v < c->h.num_vertices; v++)
        work += (double)c->h.vertices[v].count * g->vertices[c->h.vertices[v].vertex].stmts;
    double each = c->r.stmts ? price * work / (double)c->r.stmts : 0;
    for (uint32_t v = 0; v < g->num_vertices; v++)
        left[v] = count_left(c, facts, v);
    flood(c, left, region);
    for (uint32_t at = 0; at < g->num_vertices; at++) {
        double cost = 0, gain = 0, lasting = 0;
        bool loops = false, hot = false;
        for (uint32_t v = 0; v < g->num_vertices; v++) {
            const struct pp_vertex *vertex = &g->vertices[v];
            if (region[v] != at || left[v] < 2)
                continue;
            bool header = is_header(g, v);
            loops |= header;
            cost += (left[v] - 1) * (vertex->stmts + (vertex->kind == PP_CALL ? PP_PRICE_CALL : 0) +
                                     (header ? PP_PRICE_LOOP : 0));
        }
        for (uint32_t u = 0; u < c->h.num_vertices; u++) {
            double count = (double)c->h.vertices[u].count;
            if (!c->r.hot[u] || region[c->h.vertices[u].vertex] != at)
                continue;
            hot = true;
            gain += count * facts->gained(facts->context, u);
            lasting += count * facts->lasting(facts->context, u);
        }
        check(L_WORTH, !hot || (loops ? lasting : gain) * 1.000001 >= cost * each,
              "copies cost %g and gain %g", cost * each, loops ? lasting : gain);
    }
    num_priced += c->r.priced;
    free(left);
    free(region);
}

static void check_reduction(struct lanes_case *c, const struct pp_solution *i,
                            const struct pp_hot_graph *plain)
{
    struct pp_reduce_params params = {.benefit = chance(50)   ? 99
                                                 : chance(20) ? 0
                                                              : below(101),
                                      .growth = chance(50) ? 1000 : below(60),
                                      .price = chance(50) ? 0 : below(30) / 20.0,
                                      .entries = chance(50)   ? TOO_DEAR
                                                 : chance(50) ? below(100) / 50.0
                                                              : 0};
    struct toy_facts toy = {.h = &c->h, .g = plain, .code = c->code, .j = &c->j, .i = i};
    toy.met = c->met = pp_xmalloc((c->h.num_vertices + 1) * sizeof *c->met);
    for (uint32_t v = 0; v < c->h.num_vertices; v++)
        for (unsigned x = 0; x < TOY_VARIABLES; x++)
            c->met[v].of[x] = (struct toy_range){TOY_MOST, TOY_LEAST};
    struct pp_facts facts = toy_facts(&toy);
    pp_reduce(&c->r, &c->h, &facts, &params);
    char *wrong = pp_hot_sound(&c->r.graph);
    check(L_REDUCED, !wrong, "reduced graph: %s", wrong);
    free(wrong);
    check_hot(c, &facts, params.benefit);
    check_partition(c, &facts);
    check_congruent(&c->r.graph, "reduced graph");
    check_counts(c, &c->r.graph, "reduced graph");
    check_kept(c, &facts);
    check_growth(c, &facts, &params);
    if (params.entries == TOO_DEAR)
        check_entries(c, &facts);
    if (!c->r.limited)
        check_worth(c, &facts, params.price);
    pp_reduction_free(&c->r);
    free(c->met);
}

void check_facts(struct lanes_case *c)
{
    struct pp_automaton none;
    struct pp_hot_graph plain;
    struct pp_solution i;
    pp_automaton_init(&none, &c->g, c->a.procs, c->a.num_procs);
    pp_trace(&plain, &none);
    struct toy toy = {.h = &c->h, .code = c->code}, plain_toy = {.h = &plain, .code = c->code};
    struct pp_flow flow = toy_flow(&toy), plain_flow = toy_flow(&plain_toy);
    pp_solve(&c->j, &c->h, &flow);
    pp_solve(&i, &plain, &plain_flow);
    check_constants(c, &flow);
    check(L_FACTS, is_true(c, &c->h, &c->j), "constants: a walk has other values");
    check(L_FACTS, is_true(c, &plain, &i), "without lanes: a walk has other values");
    /* I(v) is below J([v, q]). */
    bool better = true;
    for (uint32_t v = 0; v < c->h.num_vertices; v++) {
        const struct toy_value *a = c->j.in[v];
        const struct toy_value *b = i.in[pp_hot_copies(&plain, c->h.vertices[v].vertex)];
        for (unsigned x = 0; x < TOY_VARIABLES; x++)
            better =
                better && (!a || (b && (!toy_constant(b, x) ||
                                        (toy_constant(a, x) && a->of[x].least == b->of[x].least))));
    }
    check(L_FACTS, better, "a copy knows less than the original");
    check_ranges(c);
    check_reduction(c, &i, &plain);
    pp_solution_free(&c->j, &c->h, &flow);
    pp_solution_free(&i, &plain, &plain_flow);
    check(L_SOLUTION, toy.live == 0 && plain_toy.live == 0, "values are left");
    pp_hot_graph_free(&plain);
    pp_automaton_free(&none);
}
