/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Express lanes over calls on random programs against definitions: random-lane-calls [GRAPHS [SEED]].

   A toy program on a random supergraph is run, calls and all, while the machine that obeys its plans
   records paths of the interprocedural modes.  Some of these are hot; and all that core/ makes of that
   is compared with what the same runs do on the hot-path supergraph, with enumerations and with plain
   iterations. */
#include "random-lane-calls.h"

#include "core/lanes/hot-trace.h"
#include "core/lanes/translate.h"
#include "core/reduce/partition.h"
#include "core/reduce/quotient.h"
#include "core/pipeline/scope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const property_names[] = {
    "hot-path supergraphs keep what hotgraph.h promises",
    "unbalanced-left paths are those of the program",
    "return edges and summary edges are those of same-level valid paths",
    "runs stay in the graph",
    "counts are those of the runs",
    "each hot path has its express lane",
    "partitions have properties 1 to 3 of 9.3.1",
    "the partitioned graph goes as the program does",
    "conditional constants over calls are the greatest solution",
    "facts hold, and copies know more",
    "reduction keeps the facts of hot vertices",
    "what subsumes another does all that it does",
    "the redirected graph goes as the program does, and its facts hold",
};

const unsigned num_properties = C_PROPERTIES;

static unsigned num_hot, num_split_entries, num_split_exits, num_calls, num_joined, num_finer;

static void make(struct calls_case *c)
{
    static const enum pp_mode modes[] = {PP_MODE_CONTEXT,        PP_MODE_CONTEXT,
                                         PP_MODE_PIECEWISE,      PP_MODE_PIECEWISE,
                                         PP_MODE_CONTEXT_VALUES, PP_MODE_PIECEWISE_VALUES};
    memset(c, 0, sizeof *c);
    struct made *m = &c->m;
    random_supergraph(&m->g);
    m->unit.params = (struct pp_params){
        .mode = modes[below(6)],
        .max_paths = chance(30) ? 20 + below(400) : UINT64_MAX,
        .array_limit = 100,
        .pending = chance(30),
    };
    c->contexts = !pp_mode_row(m->unit.params.mode)->in_pieces;
    m->unit.num_procs = m->g.num_procs;
    pp_numbering_init(&m->n);
    for (uint32_t p = 0; p < MOST_PROCS; p++)
        pp_plan_init(&m->plans[p]);
    pp_scope_pipeline(&m->g, &m->unit, &m->n, m->plans);
    c->notes = (struct pp_notes){.graph = m->g, .units = &m->unit, .num_units = 1};
    c->code = toy_program(&m->g);
    c->notes.graph = m->g;
}

static void unmake(struct calls_case *c)
{
    pp_hot_graph_free(&c->h);
    pp_automaton_free(&c->a);
    pp_profile_free(&c->profile);
    pp_graph_free(&c->m.g);
    pp_numbering_free(&c->m.n);
    for (uint32_t p = 0; p < MOST_PROCS; p++)
        pp_plan_free(&c->m.plans[p]);
    free(c->code);
    free(c->runs);
    free(c->hot);
}

/* Some of the paths, in any order, and what cannot be copied. */
static void choose(struct calls_case *c)
{
    struct pp_graph *g = &c->m.g;
    uint32_t procs[MOST_PROCS], num = 0, percent = chance(20) ? 100 : below(101);
    bool single = chance(30);
    for (uint32_t v = 0; v < g->num_vertices; v++)
        if (single && chance(10))
            g->vertices[v].flags |= PP_V_SINGLE;
    for (uint32_t p = g->num_procs; p-- > 0;)
        if (g->procs[p].storage != PP_STORE_NONE)
            procs[num++] = p;
    c->hot = pp_xmalloc((c->profile.num_paths + 1) * sizeof *c->hot);
    for (size_t i = 0; i < c->profile.num_paths; i++)
        if (chance(percent))
            c->hot[c->num_hot++] = i;
    pp_automaton_init(&c->a, g, procs, num);
    pp_automaton_follow_calls(&c->a, c->contexts);
    c->a.joins = chance(30);
    size_t left_out =
        pp_automaton_add_all(&c->a, &c->profile, c->hot, c->num_hot, chance(10) ? 60 : UINT32_MAX);
    c->num_hot -= left_out;
    num_hot += c->num_hot;
}

/* Blocks at random of copies of one vertex: few, so that conflicts have to be mended. */
static void random_blocks(const struct pp_hot_graph *h, uint32_t *block)
{
    uint32_t most = 1 + below(3), num = 0;
    for (uint32_t vertex = 0; vertex < h->graph->num_vertices; vertex++) {
        uint32_t first = num;
        for (uint32_t v = pp_hot_copies(h, vertex); v != PP_NONE; v = h->vertices[v].next_copy) {
            uint32_t chosen = chance(80) ? 0 : below(most);
            chosen = chosen < num - first ? chosen : num - first;
            block[v] = first + chosen;
            num += chosen == num - first;
        }
    }
}

static void check_partitions(const struct calls_case *c)
{
    uint32_t *initial = pp_xmalloc(((size_t)c->h.num_vertices + 1) * sizeof *initial);
    uint32_t *block = pp_xmalloc(((size_t)c->h.num_vertices + 1) * sizeof *block);
    struct pp_hot_graph q;
    random_blocks(&c->h, initial);
    memcpy(block, initial, c->h.num_vertices * sizeof *block);
    uint32_t first = 0, num = pp_partition(&c->h, block);
    for (uint32_t v = 0; v < c->h.num_vertices; v++)
        first = initial[v] >= first ? initial[v] + 1 : first;
    num_finer += num > first;
    num_joined += num < c->h.num_vertices;
    check_partition(&c->h, initial, block);
    pp_quotient(&q, &c->h, block);
    check(C_PARTITIONED, q.num_vertices == num, "%u vertices for %u blocks", q.num_vertices, num);
    check_call_graph(c, &q, "partitioned graph");
    check_call_counts(c, &q, "partitioned graph");
    pp_hot_graph_free(&q);
    free(initial);
    free(block);
}

static void check_calls(void)
{
    struct calls_case c;
    make(&c);
    make_runs(&c);
    choose(&c);
    pp_trace(&c.h, &c.a);
    pp_translate(&c.h, &c.a, &c.profile);
    check_call_graph(&c, &c.h, "hot-path supergraph");
    check_call_counts(&c, &c.h, "hot-path supergraph");
    if (!c.a.joins)
        check_express_lanes(&c);
    check_partitions(&c);
    solve_calls(&c);
    check_call_facts(&c);
    check_redirection(&c);
    free_solutions(&c);
    for (uint32_t i = 0; i < c.h.num_procs; i++) {
        num_split_entries += c.h.procs[i].entries.num > 1;
        num_split_exits += c.h.procs[i].exits.num > 1;
    }
    for (uint32_t e = 0; e < c.h.num_edges; e++)
        num_calls += c.h.edges[e].call != PP_NONE && c.h.edges[e].count;
    unmake(&c);
}

int main(int argc, char **argv)
{
    unsigned graphs = argc > 1 ? (unsigned)atoi(argv[1]) : 400;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (unsigned i = 0; i < graphs; i++) {
        seed_graph(seed, i);
        check_calls();
    }
    printf("%u graphs, %u hot paths; procedures with several entries: %u, with several exits: %u; "
           "return edges taken: %u; partitions that join: %u, that had to split: %u; "
           "copies that know more: %u, reductions that leave some: %u; "
           "pairs of which one subsumes the other: %u, edges that are redirected: %u, vertices "
           "that this drops: %u, "
           "alternation: %u\n",
           graphs, num_hot, num_split_entries, num_split_exits, num_calls, num_joined, num_finer,
           num_more, num_kept, num_subsumed, num_led, num_gone, num_dropped);
    bool all = num_hot && num_split_entries && num_split_exits && num_calls && num_joined &&
               num_finer && num_more && num_kept && num_subsumed && num_led && num_gone &&
               num_dropped;
    printf("%s: lanes go over calls\n", all ? "PASS" : "FAIL");
    return !report_properties() || !all;
}
