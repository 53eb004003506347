/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/path/made-calls.h"

static void each_of_path(const struct pp_profile *profile, struct pp_tree *tree,
                         const struct pp_path *path, pp_take_call *take, void *closure)
{
    const struct pp_graph *g = &profile->notes->graph;
    struct pp_walk walk;
    pp_walk_begin(&walk, profile->notes, path);
    do {
        uint32_t v = walk.vertex;
        bool made = walk.active && g->vertices[v].kind == PP_CALL;
        bool followed = made && walk.next < path->num_edges &&
                        g->edges[path->edges[walk.next]].kind == PP_CALL_EDGE;
        if (made)
            take(closure, pp_tree_at(tree, &walk), v, path->count, followed);
    } while (pp_walk_step(&walk));
    pp_walk_end(&walk);
}

void pp_each_call(const struct pp_profile *profile, struct pp_tree *tree, pp_take_call *take,
                  void *closure)
{
    const struct pp_notes *notes = profile->notes;
    for (size_t i = 0; i < profile->num_paths; i++) {
        uint32_t unit = notes->graph.procs[profile->paths[i].proc].unit;
        if (pp_mode_row(notes->units[unit].params.mode)->crosses_calls)
            each_of_path(profile, tree, &profile->paths[i], take, closure);
    }
}
