/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of contexts for the flame graph: what `pathprof stacks` prints. */
#include <stdlib.h>

#include "core/base/count.h"
#include "tool/html/context-tree.h"
#include "tool/stacks/joined-tree.h"

/* Contexts with less than this part of all statements are narrower than a pixel: they are left out,
   with all below them. */
#define LEAST_PART 4000

/* Is NODE, of ALL statements and ALL_TIME, too narrow in either picture? */
static bool is_narrow(const struct pp_node *node, uint64_t all, double all_time)
{
    return node->total <= all / LEAST_PART && node->total_time <= all_time / LEAST_PART;
}

/* By node whether it is wide enough, and a function that is shown or leads to one; malloc'd. */
static bool *shown_nodes(const struct pp_html *html, const struct pp_tree *tree, uint64_t all,
                         double all_time)
{
    bool *shown = pp_xcalloc((size_t)tree->num + 1, sizeof *shown);
    for (uint32_t n = tree->num; n-- > 0;) { /* parents come first, and have no less in them */
        const struct pp_node *node = &tree->nodes[n];
        shown[n] |= html->shown[node->proc];
        if (shown[n] && node->parent != PP_NONE)
            shown[node->parent] = true;
        shown[n] &= !is_narrow(node, all, all_time);
    }
    return shown;
}

/* [place of the parent, -1: none; procedure; calls; statements in itself; with what it calls; whether
   its caller is not known; enum pp_joint; whether what it counts is apportioned; and if there are samples, seconds in
   itself; with what it calls] */
static json_t *node_json(const struct pp_node *node, const uint32_t *places, double hz)
{
    json_t *it = json_array();
    json_array_append_new(
        it, json_integer(node->parent == PP_NONE ? -1 : (json_int_t)places[node->parent]));
    json_array_append_new(it, json_integer(node->proc));
    json_array_append_new(it, pp_html_count(node->calls));
    json_array_append_new(it, pp_html_count(node->stmts));
    json_array_append_new(it, pp_html_count(node->total));
    json_array_append_new(it, json_integer(node->open));
    json_array_append_new(it, json_integer(node->joint));
    json_array_append_new(it, json_integer(node->part));
    if (hz > 0) {
        json_array_append_new(it, json_real(node->time / hz));
        json_array_append_new(it, json_real(node->total_time / hz));
    }
    return it;
}

void pp_html_contexts(struct pp_html *html)
{
    struct pp_tree tree;
    struct pp_joins joins;
    if (!html->has_contexts)
        return;
    pp_joins_make(&joins, html->load, &html->calls.names, html->times.cost);
    pp_joined_tree(&tree, &joins);
    pp_joins_free(&joins);
    uint64_t all = 0, left = 0;
    double all_time = 0;
    for (uint32_t n = 0; n < tree.num; n++) {
        all = pp_add(all, tree.nodes[n].stmts);
        all_time += tree.nodes[n].time;
    }
    uint32_t *places = pp_xmalloc(((size_t)tree.num + 1) * sizeof *places), num = 0;
    bool *shown = shown_nodes(html, &tree, all, all_time);
    json_t *nodes = json_array(), *it = json_object();
    for (uint32_t n = 0; n < tree.num; n++) {
        if (shown[n]) {
            json_array_append_new(nodes, node_json(&tree.nodes[n], places, html->times.hz));
            places[n] = num++;
        } else {
            left += is_narrow(&tree.nodes[n], all, all_time) &&
                    (tree.nodes[n].stmts > 0 || tree.nodes[n].calls > 0);
        }
    }
    json_object_set_new(it, "nodes", nodes);
    json_object_set_new(it, "all", pp_html_count(all));
    if (html->times.hz > 0)
        json_object_set_new(it, "seconds", json_real(all_time / html->times.hz));
    json_object_set_new(it, "left_out", pp_html_count(left));
    pp_report_chunk(&html->files, "contexts", it);
    free(shown);
    free(places);
    pp_tree_free(&tree);
}
