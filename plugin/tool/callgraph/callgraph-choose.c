/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/callgraph/callgraph-choose.h"

#include <stdlib.h>

#include "tool/load/complain.h"
#include "tool/names/filter.h"

static bool matches(const struct pp_callgraph *graph, const struct pp_filter *filter, uint32_t i)
{
    const struct pp_called_function *it = &graph->functions[i];
    return it->proc != PP_NONE ? pp_filter_match(filter, &graph->names, it->proc)
                               : pp_filter_match_names(filter, it->name, NULL, it->name,
                                                       it->module ? it->module : "");
}

/* Marks in LEFT_OUT what is reached from the NUM functions on STACK, which has room for all. */
static void follow(const struct pp_gprof *gprof, bool *left_out, uint32_t *stack, uint32_t num)
{
    while (num > 0) {
        uint32_t i = stack[--num];
        for (uint32_t a = gprof->first_child[i]; a < gprof->first_child[i + 1]; a++) {
            uint32_t callee = gprof->arcs[a].callee;
            if (left_out[callee])
                stack[num++] = callee;
            left_out[callee] = false;
        }
    }
}

static bool is_left_out(const struct pp_callgraph *graph, uint32_t i)
{
    const struct pp_gprof *gprof = &graph->gprof;
    if (i < gprof->num_functions)
        return graph->left_out[i];
    /* A cycle stays as long as one of its members does. */
    const struct pp_gprof_cycle *cycle = &gprof->cycles[i - gprof->num_functions];
    uint32_t k = 0;
    while (k < cycle->num && graph->left_out[gprof->members[cycle->first + k]])
        k++;
    return k == cycle->num;
}

/* Takes what is left out out of the order. */
static void shorten(struct pp_callgraph *graph)
{
    uint32_t left = 0;
    for (uint32_t k = 0; k < graph->num_order; k++) {
        if (!is_left_out(graph, graph->order[k]))
            graph->order[left++] = graph->order[k];
    }
    graph->num_order = left;
}

enum pp_status pp_callgraph_reach(struct pp_callgraph *graph, const char *regex, bool time)
{
    uint32_t num = graph->gprof.num_functions, found = 0;
    struct pp_filter filter;
    struct pp_filter_settings settings = {.functions = {.list = &regex, .num = 1}};
    enum pp_status wrong = pp_filter_make(&filter, &settings);
    if (wrong != PP_OK)
        return wrong;
    uint32_t *stack = pp_xmalloc(((size_t)num + 1) * sizeof *stack);
    graph->left_out = pp_xcalloc((size_t)num + 1, sizeof *graph->left_out);
    for (uint32_t i = 0; i < num; i++) {
        graph->left_out[i] = !matches(graph, &filter, i);
        if (!graph->left_out[i])
            stack[found++] = i;
    }
    pp_filter_free(&filter);
    follow(&graph->gprof, graph->left_out, stack, found);
    free(stack);
    shorten(graph);
    double total = 0;
    for (uint32_t i = 0; i < num; i++)
        total += graph->left_out[i] ? 0 : graph->gprof.functions[i].self;
    if (time)
        graph->gprof.total = total;
    if (found == 0)
        pp_complain("callgraph: no function of %s matches '%s'", graph->load->program, regex);
    return found ? PP_OK : PP_BAD_INPUT;
}

void pp_callgraph_filter(struct pp_callgraph *graph, const struct pp_filter *filter)
{
    uint32_t num = graph->gprof.num_functions, listed = 0;
    if (filter->any)
        return;
    if (!graph->left_out)
        graph->left_out = pp_xcalloc((size_t)num + 1, sizeof *graph->left_out);
    for (uint32_t i = 0; i < num; i++) {
        graph->left_out[i] |= !matches(graph, filter, i);
        listed += !graph->left_out[i];
    }
    shorten(graph);
    if (listed == 0)
        pp_complain("warning: the filters leave none of the functions of %s", graph->load->program);
}
