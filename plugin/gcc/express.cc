/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compat.h"
#include "express.h"
extern "C" {
#include "core/trace.h"
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

void pp_lanes_from(const struct pp_hot_graph *h, uint32_t proc, const struct pp_sites *sites,
                   const struct pp_express_params *params, struct pp_express_report *report)
{
    struct pp_found found, base, met;
    struct pp_hot_graph plain;
    struct pp_gains gains = {&found, &base}, kept = {&met, &base}, before = {&base, NULL};
    struct pp_facts facts = pp_gains_as_facts(&gains);
    struct pp_reduce_params reduce = {params->benefit, params->growth, params->price};
    struct pp_reduction reduction;
    trace_plain(&plain, h->graph, proc);
    count_plain(&plain, h);
    pp_find_facts(&base, &plain, proc, sites);
    pp_find_facts(&found, h, proc, sites);
    pp_reduce(&reduction, h, &facts, &reduce);
    pp_meet_facts(&met, &reduction, &found);
    weigh(&before, NULL, report->plain);
    weigh(&gains, report->gained, NULL);
    weigh(&kept, report->kept, NULL);
    report->vertices = plain.num_vertices;
    report->hot_vertices = h->num_vertices;
    report->reduced_vertices = reduction.graph.num_vertices;
    report->stmts = reduction.stmts;
    report->hot_stmts = reduction.hot_stmts;
    report->reduced_stmts = reduction.reduced_stmts;
    report->limited = reduction.limited;
    report->steps = base.steps + found.steps;
    if (report->told)
        pp_tell_lanes(report->told, h, &reduction, &gains, &kept);
    report->made = pp_make_lanes(&reduction.graph, proc, sites, &met, params->scale);
    pp_found_free(&met);
    pp_reduction_free(&reduction);
    pp_found_free(&found);
    pp_found_free(&base);
    pp_hot_graph_free(&plain);
}

void pp_express(struct pp_graph *g, uint32_t proc, const struct pp_sites *sites,
                const struct pp_profile *intra, const size_t *paths, size_t num,
                const struct pp_express_params *params, struct pp_express_report *report)
{
    struct pp_automaton a;
    struct pp_hot_graph h;
    pp_mark_single(g, proc);
    pp_automaton_init(&a, g, &proc, 1);
    a.joins = true;
    report->left_out = pp_automaton_add_all(&a, intra, paths, num, MOST_STATES);
    report->hot_paths = num - report->left_out;
    pp_trace(&h, &a);
    pp_translate(&h, &a, intra);
    if (report->told)
        pp_tell_routes(report->told, &h, &a, intra, paths, report->hot_paths);
    pp_lanes_from(&h, proc, sites, params, report);
    pp_hot_graph_free(&h);
    pp_automaton_free(&a);
}
