/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/lanes/express.h"
#include "gcc/lanes/lane-account.h"
#include "gcc/lanes/loop-shapes.h"
#include "gcc/extract/uncopyable.h"
extern "C" {
#include "core/lanes/hot-trace.h"
#include "core/lanes/translate.h"
#include "core/number/path.h"
}

/* Functions with more hot paths than fit get lanes for the hottest. */
#define MOST_STATES 20000

/* PROC as it is, as a hot-path graph. */
static void trace_plain(struct pp_hot_graph *h, const struct pp_graph *g, uint32_t proc)
{
    struct pp_automaton a;
    pp_automaton_init(&a, g, &proc, 1);
    pp_trace(h, &a);
    pp_automaton_free(&a);
}

/* Facts of GAINS->found, each as often as its vertex is executed. */
static void weigh(const struct pp_gains *gains, uint64_t gained[PP_FACT_KINDS],
                  uint64_t all[PP_FACT_KINDS])
{
    const struct pp_hot_graph *h = gains->found->h;
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        unsigned new_ones[PP_FACT_KINDS] = {}, every[PP_FACT_KINDS] = {};
        pp_count_facts(gains, v, gains->base ? new_ones : NULL, every);
        for (unsigned kind = 0; kind < PP_FACT_KINDS; kind++) {
            if (gained)
                gained[kind] += h->vertices[v].count * new_ones[kind];
            if (all)
                all[kind] += h->vertices[v].count * every[kind];
        }
    }
}

/* The counts of H, added up over copies, are those of PLAIN. */
static void count_plain(struct pp_hot_graph *plain, const struct pp_hot_graph *h)
{
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        uint32_t to = pp_hot_copies(plain, h->vertices[v].vertex);
        plain->vertices[to].count = pp_add(plain->vertices[to].count, h->vertices[v].count);
    }
}

/* What a hot-path graph comes to. */
struct attempt {
    const struct pp_hot_graph *h;
    struct pp_found found;
    struct pp_gains gains; /* found's, beyond those without lanes */
    struct pp_reduction reduction;
};

static void analyse(struct attempt *t, const struct pp_hot_graph *h, const struct pp_found *base,
                    const vec<bool> *whole, uint32_t proc, const struct pp_sites *sites,
                    const struct pp_express_params *params)
{
    uint64_t least = params->growth >= 100 ? PP_LEAST_GROWTH : 0;
    struct pp_reduce_params reduce = {params->benefit, params->growth, least, params->price,
                                      params->entries};
    t->h = h;
    struct pp_body body = {proc, cfun, sites, NULL};
    pp_find_facts(&t->found, h, &body);
    t->gains = {&t->found, base, whole};
    struct pp_facts facts = pp_gains_as_facts(&t->gains);
    pp_reduce(&t->reduction, h, &facts, &reduce);
}

static void forget(struct attempt *t)
{
    pp_reduction_free(&t->reduction);
    pp_found_free(&t->found);
}

/* The facts of PROC without lanes; *PLAIN is the graph that they are of, with the counts of H. */
static void find_base(struct pp_found *base, struct pp_hot_graph *plain,
                      const struct pp_hot_graph *h, uint32_t proc, const struct pp_sites *sites)
{
    trace_plain(plain, h->graph, proc);
    count_plain(plain, h);
    struct pp_body body = {proc, cfun, sites, NULL};
    pp_find_facts(base, plain, &body);
}

/* T becomes code. */
static void make_code(const struct attempt *t, uint32_t proc, const struct pp_sites *sites,
                      const struct pp_express_params *params, struct pp_express_report *report)
{
    struct pp_found met;
    const struct pp_found *base = t->gains.base;
    struct pp_gains kept = {&met, base, NULL}, before = {base, NULL, NULL};
    const struct pp_reduction *reduction = &t->reduction;
    pp_meet_facts(&met, reduction, &t->found, t->h, NULL);
    weigh(&before, NULL, report->plain);
    weigh(&t->gains, report->gained, NULL);
    weigh(&kept, report->kept, NULL);
    report->vertices = base->h->num_vertices;
    report->hot_vertices = t->h->num_vertices;
    report->reduced_vertices = reduction->graph.num_vertices;
    report->stmts = reduction->stmts;
    report->hot_stmts = reduction->hot_stmts;
    report->reduced_stmts = reduction->reduced_stmts;
    report->limited = reduction->limited;
    report->steps = base->steps + t->found.steps;
    if (report->told)
        pp_tell_lanes(report->told, t->h, reduction, &t->gains, &kept);
    report->made = pp_make_lanes(&reduction->graph, proc, sites, &met, params->scale);
    pp_found_free(&met);
}

void pp_lanes_from(const struct pp_hot_graph *h, uint32_t proc, const struct pp_sites *sites,
                   const struct pp_express_params *params, struct pp_express_report *report)
{
    struct pp_hot_graph plain;
    struct pp_found base;
    struct attempt t;
    auto_vec<bool> whole;
    pp_find_whole(h->graph, proc, &whole);
    find_base(&base, &plain, h, proc, sites);
    analyse(&t, h, &base, &whole, proc, sites, params);
    make_code(&t, proc, sites, params, report);
    forget(&t);
    pp_found_free(&base);
    pp_hot_graph_free(&plain);
}

/* Does any of the paths begin elsewhere than at Entry? */
static bool begin_inside(const struct pp_graph *g, const struct pp_profile *intra,
                         const size_t *paths, size_t num)
{
    for (size_t i = 0; i < num; i++) {
        const struct pp_path *path = &intra->paths[paths[i]];
        if (g->edges[path->edges[0]].from != g->procs[path->proc].entry)
            return true;
    }
    return false;
}

void pp_express(struct pp_graph *g, uint32_t proc, const struct pp_sites *sites,
                const struct pp_profile *intra, const size_t *paths, size_t num,
                const struct pp_express_params *params, struct pp_express_report *report)
{
    /* Without joins and with them; which is better, facts have to tell: what comes to a lane from
       elsewhere may spoil what is known on it. */
    struct pp_automaton a[2];
    struct pp_hot_graph h[2], plain;
    struct pp_found base;
    struct attempt attempts[2];
    unsigned ways = 1, best = 0;
    auto_vec<bool> whole;
    pp_find_whole(g, proc, &whole);
    pp_mark_single(g, proc);
    for (unsigned i = 0; i < ways; i++) {
        pp_automaton_init(&a[i], g, &proc, 1);
        a[i].joins = i == 1;
        report->left_out = pp_automaton_add_all(&a[i], intra, paths, num, MOST_STATES);
        report->hot_paths = num - report->left_out;
        pp_trace(&h[i], &a[i]);
        pp_translate(&h[i], &a[i], intra);
        if (i == 0)
            find_base(&base, &plain, h, proc, sites);
        analyse(&attempts[i], &h[i], &base, &whole, proc, sites, params);
        if (attempts[i].reduction.worth > attempts[best].reduction.worth)
            best = i;
        if (begin_inside(g, intra, paths, report->hot_paths))
            ways = 2;
    }
    if (report->told)
        pp_tell_routes(report->told, &h[best], &a[best], intra, paths, report->hot_paths);
    make_code(&attempts[best], proc, sites, params, report);
    for (unsigned i = 0; i < ways; i++) {
        forget(&attempts[i]);
        pp_hot_graph_free(&h[i]);
        pp_automaton_free(&a[i]);
    }
    pp_found_free(&base);
    pp_hot_graph_free(&plain);
}
