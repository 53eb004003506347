/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As the thesis measures it: hot paths -> automaton -> tracing and connecting -> ranges; then Supergraph
   Partitioning that keeps decided branches (figures 81 and 82), and partitioning and redirection in
   turn, with the profile told on what is left (figure 83) or not (figure 84), and decided branches
   alone kept at the end. */
#include "gcc/base/compat.h"
#include "gcc/lanes/facts.h"
#include "gcc/lanes/supergraph.h"
#include "gcc/extract/uncopyable.h"
extern "C" {
#include "core/lanes/hot-trace.h"
#include "core/lanes/translate.h"
#include "core/profile/hot.h"
#include "core/redirect/alternate.h"
}

/* A larger automaton would make a graph that does not fit in memory. */
#define MOST_STATES 1000000

/* Shares of the decided branches to be kept, in percent (figure 82); all of them come last. */
static const unsigned shares[] = {50, 75, 90, 95, 99, 100};

struct measuring {
    struct pp_super_lanes *report;
    const struct pp_profile *paths;
    const struct pp_super_params *params;
    struct pp_automaton a;
    struct pp_hot_graph h;
    struct pp_ranges *ranges;
    struct pp_found found;
    struct pp_facts branches; /* of found */
    clock_t since;
    const char *kind; /* of reduction */
};

/* Processor time since the last one was asked for. */
static double lap(struct measuring *m)
{
    clock_t now = clock();
    double seconds = (double)(now - m->since) / CLOCKS_PER_SEC;
    m->since = now;
    return seconds;
}

/* ---- What is told of a graph. */

static struct pp_super_graph *tell_graph(struct measuring *m, char *name,
                                         const struct pp_hot_graph *h)
{
    struct pp_super_lanes *r = m->report;
    r->graphs = XRESIZEVEC(struct pp_super_graph, r->graphs, r->num_graphs + 1);
    struct pp_super_graph *graph = &r->graphs[r->num_graphs++];
    *graph = {name, h->num_vertices, h->num_edges, pp_hot_stmts(h), false, {}, lap(m)};
    return graph;
}

/* FOUND is known there, each fact as often as its vertex is executed. */
static void tell_facts(struct pp_super_graph *graph, const struct pp_found *found)
{
    struct pp_gains all = {found, NULL, NULL};
    graph->counted = true;
    for (uint32_t v = 0; v < found->h->num_vertices; v++) {
        unsigned counts[PP_FACT_KINDS] = {};
        pp_count_facts(&all, v, NULL, counts);
        for (unsigned kind = 0; kind < PP_FACT_KINDS; kind++)
            graph->facts[kind] =
                pp_add(graph->facts[kind], pp_multiply(found->h->vertices[v].count, counts[kind]));
    }
}

/* Is V a copy of Exit?  Control that leaves by exit () or an exception is counted there as well. */
static bool is_exit(const struct pp_hot_graph *h, uint32_t v)
{
    return h->graph->vertices[h->vertices[v].vertex].kind == PP_EXIT;
}

/* Can a count say of hot edge E that it was taken?  Of return edges, and so of summary edges, that a path
   may have gone along, one has its count; and control that leaves by exit () comes to no Exit. */
static bool is_certain(const struct pp_hot_graph *h, uint32_t e)
{
    return h->graph->edges[h->edges[e].edge].kind == PP_FLOW && !is_exit(h, h->edges[e].to);
}

/* What there is to know, and whether what was executed can be. */
static void tell_chances(struct measuring *m)
{
    struct pp_super_lanes *r = m->report;
    for (uint32_t v = 0; v < m->h.num_vertices; v++) {
        uint64_t count = m->h.vertices[v].count;
        if (!m->found.executable[v] && !is_exit(&m->h, v))
            r->impossible = pp_add(r->impossible, count);
        for (unsigned kind = 0; kind < PP_FACT_KINDS; kind++)
            r->all[kind] = pp_add(r->all[kind], pp_multiply(count, m->found.chances[v].of[kind]));
    }
    for (uint32_t e = 0; e < m->h.num_edges; e++)
        if (!pp_is_taken(m->ranges, e) && is_certain(&m->h, e))
            r->impossible = pp_add(r->impossible, m->h.edges[e].count);
}

static void tell_ends(struct measuring *m)
{
    struct pp_super_lanes *r = m->report;
    for (uint32_t v = 0; v < m->h.num_vertices; v++) {
        r->entries += m->h.graph->vertices[m->h.vertices[v].vertex].kind == PP_ENTRY;
        r->exits += is_exit(&m->h, v);
    }
}

/* ---- Decided branches as what is desired. */

static uint32_t is_decided(void *context, uint32_t v)
{
    return pp_decided_edge((const struct pp_found *)context, v) != PP_NONE;
}

static bool keeps(void *context, uint32_t v, uint32_t copy)
{
    const struct pp_found *found = (const struct pp_found *)context;
    uint32_t edge = pp_decided_edge(found, v);
    return !found->executable[copy] || edge == PP_NONE || pp_decided_edge(found, copy) == edge;
}

static bool executable(void *context, uint32_t v)
{
    return ((const struct pp_found *)context)->executable[v];
}

static uint32_t only(void *context, uint32_t v)
{
    return pp_decided_edge((const struct pp_found *)context, v);
}

/* ---- Reductions. */

/* Keeps SHARE percent of the decided branches of GRAPH, at whose vertices is known what FOUND knows of
   LIKE's; NULL: of its own. */
static void keep_branches(struct measuring *m, const char *name, double share,
                          const struct pp_hot_graph *graph, const uint32_t *like, bool counted)
{
    struct pp_reduction r;
    struct pp_found met;
    struct pp_reduce_params params = {share, 1e12, 0, 0, 0};
    struct pp_facts_of seen = {&m->branches, like};
    struct pp_facts facts = like ? pp_facts_like(&seen) : m->branches;
    lap(m);
    pp_reduce(&r, graph, &facts, &params);
    struct pp_super_graph *told = tell_graph(m, xstrdup(name), &r.graph);
    if (counted) {
        pp_meet_facts(&met, &r, &m->found, graph, like);
        tell_facts(told, &met);
        pp_found_free(&met);
    }
    pp_reduction_free(&r);
}

static void tell_step(void *context, bool redirected, const struct pp_hot_graph *graph)
{
    struct measuring *m = (struct measuring *)context;
    tell_graph(m, concat(m->kind, redirected ? "redirected" : "partitioned", NULL), graph);
}

/* Where the profile cannot be told any more, decided branches are those that have run. */
static void guess_counts(struct measuring *m, struct pp_alternation *t)
{
    for (uint32_t v = 0; v < t->graph.num_vertices; v++)
        t->graph.vertices[v].count = m->h.vertices[t->like[v]].count;
}

/* Partitions and redirects in turn, what is KNOWN. */
static void alternate(struct measuring *m, bool told, const struct pp_knowledge *known)
{
    struct pp_alternation t;
    struct pp_alternation_watch watch = {m, tell_step};
    m->kind = told ? "" : "free: ";
    lap(m);
    pp_alternate(&t, &m->h, &m->a, told ? m->paths : NULL, known, &watch);
    if (!told)
        guess_counts(m, &t);
    char *name = concat(m->kind, "branches", NULL);
    keep_branches(m, name, 100, &t.graph, t.like, told);
    free(name);
    pp_alternation_free(&t);
}

static void reduce(struct measuring *m)
{
    struct pp_knowledge known = pp_ranges_knowledge(m->ranges);
    for (unsigned i = 0; i < ARRAY_SIZE(shares); i++) {
        char name[32];
        snprintf(name, sizeof name, "kept: %u", shares[i]);
        keep_branches(m, name, shares[i], &m->h, NULL, true);
    }
    alternate(m, true, &known);
    alternate(m, false, &known);
}

/* ---- All of it. */

/* The automaton of the hot paths. */
static void make_automaton(struct measuring *m, const struct pp_body *bodies, uint32_t num)
{
    struct pp_super_lanes *r = m->report;
    struct pp_hot hot;
    auto_vec<uint32_t> procs;
    for (uint32_t i = 0; i < num; i++)
        procs.safe_push(bodies[i].proc);
    pp_automaton_init(&m->a, &m->paths->notes->graph, procs.address(), num);
    pp_automaton_follow_calls(&m->a, m->params->contexts);
    pp_hot_make(&hot, m->paths, PP_HOT_STMTS);
    size_t most = pp_hot_cover(&hot, m->paths, m->params->coverage, m->params->elsewhere);
    r->left_out = pp_automaton_add_all(&m->a, m->paths, hot.order, most, MOST_STATES);
    r->states = m->a.num_states;
    /* Other units may have counted paths as well. */
    for (size_t i = 0; i < hot.num; i++) {
        const struct pp_path *path = &m->paths->paths[hot.order[i]];
        bool is_hot = i < most - r->left_out;
        if (pp_automaton_root(&m->a, path->proc) == PP_NONE)
            continue;
        r->paths++;
        r->hot_paths += is_hot;
        r->statements = pp_add(r->statements, pp_path_work(path));
        if (is_hot)
            r->hot_statements = pp_add(r->hot_statements, pp_path_work(path));
    }
    pp_hot_free(&hot);
}

void pp_measure_supergraph(struct pp_super *super, const char *name, const struct pp_profile *paths,
                           const struct pp_body *bodies, uint32_t num,
                           const struct pp_super_params *params)
{
    struct measuring m = {};
    super->lanes = XRESIZEVEC(struct pp_super_lanes, super->lanes, super->num_lanes + 1);
    m.report = &super->lanes[super->num_lanes++];
    *m.report = {};
    m.report->name = xstrdup(name);
    m.report->coverage = params->coverage;
    m.paths = paths;
    m.params = params;
    for (uint32_t i = 0; i < num; i++) {
        push_cfun(bodies[i].function);
        pp_mark_single(&paths->notes->graph, bodies[i].proc);
        pop_cfun();
        renumber_gimple_stmt_uids(bodies[i].function);
    }
    m.since = clock();
    make_automaton(&m, bodies, num);
    pp_trace(&m.h, &m.a);
    tell_graph(&m, xstrdup("traced"), &m.h);
    pp_translate(&m.h, &m.a, paths);
    lap(&m);
    m.ranges = pp_ranges_make(&m.h, bodies);
    m.report->seconds = lap(&m);
    pp_collect_facts(&m.found, &m.h, m.ranges);
    m.report->steps = m.found.steps;
    m.report->ranges = pp_ranges_kept(m.ranges);
    tell_facts(&m.report->graphs[0], &m.found);
    tell_chances(&m);
    tell_ends(&m);
    m.branches = {&m.found, is_decided, keeps, NULL, NULL, executable, only, NULL};
    if (params->reduce)
        reduce(&m);
    pp_ranges_free(m.ranges);
    pp_found_free(&m.found);
    pp_hot_graph_free(&m.h);
    pp_automaton_free(&m.a);
}
