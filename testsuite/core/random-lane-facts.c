/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-lane-calls: facts over calls. */
#include "random-lane-calls.h"

#include "core/reduce/compatible.h"
#include "first-fit.h"
#include "core/redirect/alternate.h"
#include "core/lanes/hot-trace.h"
#include "core/reduce/reduce.h"

#include <stdlib.h>
#include <string.h>

unsigned num_kept, num_more, num_dropped;

static void solve(struct toy *toy, struct pp_solution *solution, const struct pp_hot_graph *h,
                  const struct toy_code *code, bool ranges)
{
    *toy = (struct toy){.h = h, .code = code, .ranges = ranges};
    struct pp_flow flow = toy_flow(toy);
    pp_solve(solution, h, &flow);
}

void solve_calls(struct calls_case *c)
{
    struct pp_automaton none;
    pp_automaton_init(&none, &c->m.g, c->a.procs, c->a.num_procs);
    pp_automaton_follow_calls(&none, c->contexts);
    pp_trace(&c->plain, &none);
    pp_automaton_free(&none);
    solve(&c->toy, &c->j, &c->h, c->code, false);
    solve(&c->plain_toy, &c->i, &c->plain, c->code, false);
}

void free_solutions(struct calls_case *c)
{
    struct pp_flow flow = toy_flow(&c->toy), plain = toy_flow(&c->plain_toy);
    pp_solution_free(&c->j, &c->h, &flow);
    pp_solution_free(&c->i, &c->plain, &plain);
    pp_hot_graph_free(&c->plain);
    check(C_SOLUTION, c->toy.live == 0 && c->plain_toy.live == 0, "values are left");
}

/* ---- The greatest solution, by passes over all edges. */

struct passes {
    const struct pp_hot_graph *h;
    struct pp_flow flow;
    void **in;
    bool changed;
};

static void arrive(struct passes *p, uint32_t v, void *value)
{
    if (!value)
        return;
    if (p->in[v]) {
        p->changed |= p->flow.meet(p->flow.context, v, p->in[v], value, 0);
        p->flow.free(p->flow.context, value);
    } else {
        p->in[v] = value;
        p->changed = true;
    }
}

static void pass(struct passes *p)
{
    const struct pp_flow *f = &p->flow;
    for (uint32_t e = 0; e < p->h->num_edges; e++) {
        const struct pp_hot_edge *edge = &p->h->edges[e];
        uint32_t kind = p->h->graph->edges[edge->edge].kind;
        if (!p->in[edge->from] || (kind == PP_RETURN && !p->in[edge->call]) ||
            (kind == PP_SUMMARY && pp_hot_follows(p->h, edge->edge)))
            continue;
        void *out = f->transfer(f->context, edge->from, p->in[edge->from]);
        if (kind == PP_RETURN) {
            void *call = f->transfer(f->context, edge->call, p->in[edge->call]);
            arrive(p, edge->to, f->come_back(f->context, e, out, call));
            f->free(f->context, call);
        } else {
            arrive(p, edge->to, f->refine(f->context, e, out));
        }
        f->free(f->context, out);
    }
}

static bool same_value(const struct toy_value *a, const struct toy_value *b)
{
    bool same = !a == !b;
    for (unsigned x = 0; same && a && x < TOY_VARIABLES; x++)
        same = a->of[x].least == b->of[x].least && a->of[x].most == b->of[x].most;
    return same;
}

static void check_solution(const struct pp_hot_graph *h, const struct toy_code *code,
                           const struct pp_solution *j)
{
    struct toy toy = {.h = h, .code = code};
    struct passes p = {.h = h, .flow = toy_flow(&toy), .changed = true};
    bool good = true;
    p.in = pp_xcalloc((size_t)h->num_vertices + 1, sizeof *p.in);
    for (uint32_t i = 0; i < h->num_procs; i++) {
        for (uint32_t v = 0; v < h->num_vertices; v++) {
            bool restart = h->graph->vertices[h->vertices[v].vertex].flags & PP_V_RESTART;
            if (h->graph->vertices[h->vertices[v].vertex].proc == h->procs[i].proc &&
                (restart || v == h->procs[i].outside))
                arrive(&p, v, p.flow.start(&toy, v));
        }
    }
    while (p.changed) {
        p.changed = false;
        pass(&p);
    }
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        good &= same_value(p.in[v], j->in[v]);
        if (p.in[v])
            p.flow.free(&toy, p.in[v]);
    }
    check(C_SOLUTION, good, "another solution");
    free(p.in);
}

static void check_holds(const struct calls_case *c, const struct pp_hot_graph *h, void *const *in,
                        const struct pp_solution *solution, const char *what)
{
    struct call_counts counts;
    bool held, good = count_runs(c, h, &counts, (struct toy_value *const *)in, &held);
    check(C_FACTS, good && held, "%s: a fact does not hold", what);
    for (uint32_t e = 0; solution && e < h->num_edges; e++)
        good &= solution->executable[e] || counts.edges[e] == 0;
    check(C_FACTS, good, "%s: an edge that cannot be taken is", what);
    free_counts(&counts);
}

/* ---- Reduction. */

/* The partition that the reduction R of H begins with. */
static void check_first_fit(const struct pp_hot_graph *h, const struct pp_facts *facts,
                            const struct pp_reduction *r)
{
    uint32_t *block = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *block);
    pp_compatible(h, facts, r->hot, block);
    check(C_REDUCED, is_first_fit(h, facts, r->hot, block),
          "a copy is not in the first block that it fits");
    free(block);
}

/* Reduces H, at whose vertices is known what is at LIKE's of the hot-path supergraph. */
static void check_reduction(const struct calls_case *c, const struct pp_hot_graph *h,
                            const uint32_t *like, bool counted)
{
    struct pp_reduction r;
    struct toy_facts toy = {.h = &c->h, .g = &c->plain, .code = c->code, .j = &c->j, .i = &c->i};
    struct pp_reduce_params params = {.benefit = chance(50) ? 100 : below(101),
                                      .growth = chance(70) ? 1000 : below(100),
                                      .price = chance(30) ? below(20) / 10.0 : 0};
    toy.met = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *toy.met);
    struct toy_value **met = pp_xcalloc((size_t)h->num_vertices + 1, sizeof *met);
    for (uint32_t v = 0; v < h->num_vertices; v++)
        for (unsigned x = 0; x < TOY_VARIABLES; x++)
            toy.met[v].of[x] = (struct toy_range){1, 0};
    struct pp_facts of_h = toy_facts(&toy);
    struct pp_facts_of seen = {&of_h, like};
    struct pp_facts facts = pp_facts_like(&seen);
    pp_reduce(&r, h, &facts, &params);
    check_first_fit(h, &facts, &r);
    bool kept = true;
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        uint32_t b = r.vertex_of[v];
        met[b] = toy.met[b].of[0].most < toy.met[b].of[0].least ? NULL : &toy.met[b];
        for (unsigned x = 0; r.hot[v] && x < TOY_VARIABLES; x++)
            kept &= !(c->code[h->vertices[v].vertex].uses >> x & 1) ||
                    !toy_constant(c->j.in[like[v]], x) || toy_constant(met[b], x);
    }
    num_kept += r.num_hot > 0 && r.graph.num_vertices > c->plain.num_vertices;
    check(C_REDUCED, kept, "a fact of a hot vertex is lost");
    check(C_REDUCED, r.num_hot > 0 || r.graph.num_vertices <= c->plain.num_vertices,
          "nothing is hot, and %u vertices of %u are left", r.graph.num_vertices,
          c->plain.num_vertices);
    check_call_graph(c, &r.graph, "reduced graph");
    if (counted)
        check_call_counts(c, &r.graph, "reduced graph");
    check_holds(c, &r.graph, (void *const *)met, NULL, "reduced graph");
    pp_reduction_free(&r);
    free(toy.met);
    free(met);
}

/* Both ways of reduction in turn, and what of it is kept for constants alone. */
static void check_alternation(struct calls_case *c, const struct pp_profile *profile)
{
    struct pp_alternation t;
    struct toy_known known = {&c->toy, &c->j};
    struct pp_knowledge k = toy_knowledge(&known);
    pp_alternate(&t, &c->h, &c->a, profile, &k, NULL);
    check_redirected(c, &t.graph, t.like, "alternation");
    if (profile)
        check_call_counts(c, &t.graph, "alternation");
    check_reduction(c, &t.graph, t.like, profile != NULL);
    num_dropped += c->h.num_vertices - t.graph.num_vertices;
    pp_alternation_free(&t);
}

void check_call_facts(struct calls_case *c)
{
    struct toy toy;
    struct pp_solution ranges;
    bool more = true;
    check_solution(&c->h, c->code, &c->j);
    check_holds(c, &c->h, c->j.in, &c->j, "constants");
    check_holds(c, &c->plain, c->i.in, &c->i, "constants without lanes");
    for (uint32_t v = 0; v < c->h.num_vertices; v++) {
        const struct toy_value *a = c->j.in[v];
        const struct toy_value *b = c->i.in[pp_hot_copies(&c->plain, c->h.vertices[v].vertex)];
        more &= toy_says(a, b);
        num_more += a && b && !toy_says(b, a);
    }
    check(C_FACTS, more, "a copy knows less");
    solve(&toy, &ranges, &c->h, c->code, true);
    check_holds(c, &c->h, ranges.in, &ranges, "ranges");
    struct pp_flow flow = toy_flow(&toy);
    pp_solution_free(&ranges, &c->h, &flow);
    uint32_t *like = pp_xmalloc(((size_t)c->h.num_vertices + 1) * sizeof *like);
    for (uint32_t v = 0; v < c->h.num_vertices; v++)
        like[v] = v;
    check_reduction(c, &c->h, like, true);
    free(like);
    check_alternation(c, &c->profile);
    check_alternation(c, NULL);
}
