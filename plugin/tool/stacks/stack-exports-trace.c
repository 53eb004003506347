/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trace event format of Chrome, which Perfetto reads as well: complete events ("X").  Statements, or
   calls, stand where times would be: an event is as long as what ran in it, and those that it contains lie
   in it one behind the other.  Their order tells nothing. */
#include <inttypes.h>
#include <stdlib.h>

#include "tool/print/json.h"
#include "tool/stacks/stack-exports.h"

/* By node: what is shown of it with what is beneath. */
static uint64_t *totals_of(const struct pp_stack_export *it)
{
    const struct pp_tree *tree = it->tree;
    uint64_t *totals = pp_xcalloc((size_t)tree->num + 1, sizeof *totals);
    for (uint32_t n = tree->num; n-- > 0;) { /* parents come before their children */
        const struct pp_node *node = &tree->nodes[n];
        uint64_t own = pp_weight_of(it, n, it->by);
        totals[n] = pp_add(totals[n], it->shown[n] ? own : 0);
        if (node->parent != PP_NONE)
            totals[node->parent] = pp_add(totals[node->parent], totals[n]);
    }
    return totals;
}

static json_t *event(const struct pp_stack_export *it, uint32_t n, uint64_t begin, uint64_t length)
{
    const struct pp_node *node = &it->tree->nodes[n];
    json_t *row = json_object(), *args = json_object();
    char *name = pp_frame_name(it, node->proc * 2 + pp_frame_is_part(node));
    json_object_set_new(row, "name", pp_json_text(name));
    json_object_set_new(row, "cat", json_string(node->part ? "apportioned" : "exact"));
    json_object_set_new(row, "ph", json_string("X"));
    json_object_set_new(row, "ts", pp_export_count(begin));
    json_object_set_new(row, "dur", pp_export_count(length));
    json_object_set_new(row, "pid", json_integer(1));
    json_object_set_new(row, "tid", json_integer(1));
    json_object_set_new(args, "statements", pp_export_count(node->stmts));
    json_object_set_new(args, "calls", pp_export_count(node->calls));
    if (it->period_ns > 0)
        json_object_set_new(args, "nanoseconds", pp_export_count(pp_weight_of(it, n, PP_BY_TIME)));
    if (pp_frame_has_gap(node))
        json_object_set_new(args, "callers", json_string("..."));
    json_object_set_new(row, "args", args);
    free(name);
    return row;
}

static json_t *name_event(const char *what, const char *name)
{
    return json_pack("{s:s, s:s, s:i, s:i, s:{s:o}}", "name", what, "ph", "M", "pid", 1, "tid", 1,
                     "args", "name", pp_json_text(name));
}

void pp_export_trace(const struct pp_stack_export *it)
{
    const struct pp_tree *tree = it->tree;
    uint64_t *totals = totals_of(it), roots = 0;
    /* Where the next child of a node begins: behind what the node did itself, which comes first. */
    uint64_t *next = pp_xcalloc((size_t)tree->num + 1, sizeof *next);
    json_t *events = json_array(), *root = json_object();
    json_array_append_new(events, name_event("process_name", it->load->program));
    json_array_append_new(
        events,
        name_event("thread_name", it->by == PP_BY_TIME    ? "nanoseconds, as if microseconds"
                                  : it->by == PP_BY_CALLS ? "calls, as if microseconds"
                                                          : "statements, as if microseconds"));
    for (uint32_t n = 0; n < tree->num; n++) {
        const struct pp_node *node = &tree->nodes[n];
        uint64_t *place = node->parent == PP_NONE ? &roots : &next[node->parent], begin = *place;
        uint64_t own = pp_weight_of(it, n, it->by);
        *place = pp_add(*place, totals[n]);
        next[n] = pp_add(begin, it->shown[n] ? own : 0);
        if (totals[n])
            json_array_append_new(events, event(it, n, begin, totals[n]));
    }
    json_object_set_new(root, "traceEvents", events);
    json_object_set_new(root, "displayTimeUnit", json_string("ms"));
    pp_json_finish(root);
    free(next);
    free(totals);
}
