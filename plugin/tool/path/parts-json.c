/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A path's parts as JSON. */
#include "tool/path/parts-json.h"

#include "core/lines/columns.h"
#include "tool/load/load.h"
#include "tool/path/measure.h"
#include "tool/path/walk.h"
#include "tool/print/json.h"

static json_t *parts(uint64_t prefix, uint64_t suffix)
{
    json_t *it = json_object();
    json_object_set_new(it, "context_prefix", pp_json_count(prefix));
    json_object_set_new(it, "active_suffix", pp_json_count(suffix));
    return it;
}

/* The pending calls of WALK, outermost first: [{"function", "file", "line": of the call}, ...]. */
static json_t *pending_calls(const struct pp_walk *walk)
{
    const struct pp_graph *g = walk->g;
    json_t *frames = json_array();
    for (uint32_t i = 0; i < walk->depth; i++) {
        const struct pp_frame *frame = &walk->stack[i];
        json_t *it = json_object();
        json_object_set_new(it, "function", pp_json_text(pp_text(g, g->procs[frame->proc].pretty)));
        struct pp_line line = {0};
        if (frame->call != PP_NONE)
            line = pp_last_line(g, g->edges[frame->call].from);
        if (line.line) {
            json_object_set_new(it, "file", pp_json_text(pp_text(g, line.file)));
            json_object_set_new(it, "line", json_integer(line.line));
        }
        json_array_append_new(frames, it);
    }
    return frames;
}

void pp_json_parts(json_t *it, const struct pp_load *load, const struct pp_path *path)
{
    const struct pp_graph *g = &load->notes.graph;
    struct pp_shape shape = pp_path_shape(g, path);
    struct pp_walk walk;
    json_object_set_new(it, "part_statements", parts(path->prefix_stmts, path->stmts));
    json_object_set_new(it, "part_edges", parts(shape.edges[0], shape.edges[1]));
    if (!pp_mode_row(load->notes.units[g->procs[path->proc].unit].params.mode)->crosses_calls)
        return; /* its prefix is of the same function */
    pp_walk_begin(&walk, &load->notes, path);
    pp_walk_to_active(&walk);
    json_object_set_new(it, "context", pending_calls(&walk));
    json_object_set_new(it, "context_is_whole", json_boolean(walk.from_root));
    json_object_set_new(it, "part_calls", parts(shape.calls[0], shape.calls[1]));
    json_object_set_new(it, "part_returns", parts(shape.returns[0], shape.returns[1]));
    pp_walk_end(&walk);
}
