/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/html/contexts-of.h"

#include <stdlib.h>

#include "tool/path/route.h"
#include "tool/print/json.h"

/* `pathprof contexts FUNCTION --all` has more, and what differs between them. */
#define MOST_CONTEXTS 50

static int by_heat(const void *a, const void *b, void *tree)
{
    const struct pp_node *nodes = ((const struct pp_tree *)tree)->nodes;
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    const struct pp_node *x = &nodes[i], *y = &nodes[j];
    if (x->proc != y->proc)
        return x->proc < y->proc ? -1 : 1;
    if (x->stmts != y->stmts)
        return x->stmts > y->stmts ? -1 : 1;
    if (x->calls != y->calls)
        return x->calls > y->calls ? -1 : 1;
    return (i > j) - (i < j);
}

void pp_contexts_of_make(struct pp_contexts_of *contexts, const struct pp_html *html)
{
    uint32_t num = html->g->num_procs;
    *contexts = (struct pp_contexts_of){0};
    if (!html->has_contexts)
        return;
    pp_tree_make_timed(&contexts->tree, &html->load->profile, true, html->times.cost);
    contexts->nodes = pp_xmalloc(((size_t)contexts->tree.num + 1) * sizeof *contexts->nodes);
    contexts->first = pp_xcalloc((size_t)num + 2, sizeof *contexts->first);
    for (uint32_t n = 0; n < contexts->tree.num; n++) {
        contexts->nodes[n] = n;
        contexts->first[contexts->tree.nodes[n].proc + 1]++;
    }
    for (uint32_t p = 0; p < num; p++)
        contexts->first[p + 1] += contexts->first[p];
    qsort_r(contexts->nodes, contexts->tree.num, sizeof *contexts->nodes, by_heat, &contexts->tree);
    pp_paths_through_make(&contexts->through, &html->load->profile);
}

void pp_contexts_of_free(struct pp_contexts_of *contexts)
{
    if (contexts->first)
        pp_tree_free(&contexts->tree);
    pp_paths_through_free(&contexts->through);
    free(contexts->nodes);
    free(contexts->first);
}

/* Outermost first: of each caller, the place of the call that is pending in it. */
static json_t *chain_json(const struct pp_tree *tree, struct pp_html *html, uint32_t node)
{
    json_t *chain = json_array();
    uint32_t call = PP_NONE;
    for (uint32_t n = node; n != PP_NONE; call = tree->nodes[n].call, n = tree->nodes[n].parent) {
        struct pp_line line = {0};
        if (call != PP_NONE)
            line = pp_line_within(html->g, html->g->edges[call].from);
        json_t *it = json_array();
        json_array_append_new(it, json_integer(tree->nodes[n].proc));
        json_array_append_new(it, line.line ? json_integer(pp_html_file(html, line.file))
                                            : json_null());
        json_array_append_new(it, json_integer(line.line));
        json_array_insert_new(chain, 0, it);
    }
    return chain;
}

static bool is_open(const struct pp_tree *tree, uint32_t node)
{
    while (tree->nodes[node].parent != PP_NONE)
        node = tree->nodes[node].parent;
    return tree->nodes[node].open;
}

json_t *pp_contexts_of_json(const struct pp_contexts_of *contexts, struct pp_html *html, uint32_t p)
{
    if (!contexts->first)
        return json_null();
    json_t *rows = json_array();
    uint32_t all = 0, nodes[MOST_CONTEXTS];
    for (uint32_t i = contexts->first[p]; i < contexts->first[p + 1]; i++) {
        const struct pp_node *node = &contexts->tree.nodes[contexts->nodes[i]];
        if (node->calls == 0 && node->stmts == 0 && node->time == 0)
            continue; /* paths only begin below it */
        if (all++ >= MOST_CONTEXTS)
            continue;
        nodes[json_array_size(rows)] = contexts->nodes[i];
        json_t *it = json_object();
        json_object_set_new(it, "calls", pp_html_count(node->calls));
        json_object_set_new(it, "stmts", pp_html_count(node->stmts));
        if (html->times.hz > 0)
            json_object_set_new(it, "time", pp_html_percent(node->time, html->times.all));
        json_object_set_new(it, "open", json_boolean(is_open(&contexts->tree, contexts->nodes[i])));
        json_object_set_new(it, "chain", chain_json(&contexts->tree, html, contexts->nodes[i]));
        json_array_append_new(rows, it);
    }
    json_t *it = json_object();
    json_object_set_new(it, "all", json_integer(all));
    json_object_set_new(
        it, "pieces",
        pp_differences_json(&contexts->through, html, p, &contexts->tree, nodes, rows));
    json_object_set_new(it, "rows", rows);
    return it;
}
