/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/insights/events.h"

#include <stdlib.h>
#include <string.h>

#include "core/graph/dfs.h"
#include "core/transform/natural-loops.h"
#include "tool/path/route.h"
#include "tool/path/walk.h"

uint32_t pp_point_of(const struct pp_graph *g, uint32_t outcome)
{
    if (outcome >= g->num_edges)
        return pp_point(outcome - g->num_edges, PP_POINT_HEAD);
    const struct pp_edge *edge = &g->edges[outcome];
    if (edge->kind == PP_SURROGATE)
        return pp_point(edge->to, PP_POINT_HEAD);
    return pp_point(edge->kind == PP_CALL_EDGE ? edge->to : edge->from, PP_POINT_BRANCH);
}

void pp_events_init(struct pp_events *events, const struct pp_notes *notes)
{
    const struct pp_graph *g = &notes->graph;
    *events = (struct pp_events){.notes = notes};
    events->heads = pp_xcalloc(g->num_vertices + 1, sizeof *events->heads);
    for (uint32_t v = 0; v < g->num_vertices; v++)
        events->heads[v] = pp_is_loop_head(g, v);
}

void pp_events_free(struct pp_events *events)
{
    free(events->heads);
    free(events->list);
    free(events->frames);
    *events = (struct pp_events){0};
}

/* The frame of the activation that is at DEPTH on WALK's stack. */
static uint32_t frame_at(struct pp_events *events, struct pp_walk *walk, uint32_t depth)
{
    struct pp_frame *frame = &walk->stack[depth];
    if (frame->node == PP_NONE) {
        uint32_t up = depth ? frame_at(events, walk, depth - 1) : PP_NONE;
        events->frames = pp_grow(events->frames, &events->room_frames, events->num_frames, 1,
                                 sizeof *events->frames);
        frame->node = events->num_frames++;
        events->frames[frame->node] = (struct pp_event_frame){.call = frame->call, .up = up};
    }
    return frame->node;
}

static void add(struct pp_events *events, struct pp_event event)
{
    events->list = pp_grow(events->list, &events->room, events->num, 1, sizeof *events->list);
    events->list[events->num++] = event;
}

/* Does edge E, in a branch, say which way it went? */
static bool is_outcome(const struct pp_graph *g, uint32_t e)
{
    const char *text = pp_outcome(g, e);
    return *text && strcmp(text, "over") != 0 && strcmp(text, "eh") != 0;
}

/* What the step along edge E to vertex V says of the loop whose head V is; PP_NONE if nothing. */
static uint32_t outcome_of_head(const struct pp_events *events, uint32_t e)
{
    const struct pp_graph *g = &events->notes->graph;
    const struct pp_edge *edge = &g->edges[e];
    if (!events->heads[edge->to])
        return PP_NONE;
    if (pp_iterates(edge))
        return edge->begins;
    if (pp_begins_inside(edge))
        return strcmp(pp_beginning(g, e), "loop") == 0 ? e : PP_NONE;
    return pp_inside(edge) ? pp_outcome_entered(g, edge->to) : PP_NONE;
}

void pp_events_of_path(struct pp_events *events, const struct pp_path *path)
{
    const struct pp_graph *g = &events->notes->graph;
    struct pp_walk walk;
    events->num = events->num_frames = 0;
    pp_walk_begin(&walk, events->notes, path);
    uint32_t frame = frame_at(events, &walk, walk.depth - 1);
    while (events->num + 1 < PP_MOST_EVENTS && pp_walk_step(&walk)) {
        uint32_t own = pp_program_edge(g, walk.edge);
        if (own != PP_NONE && is_outcome(g, own))
            add(events, (struct pp_event){.outcome = own,
                                          .point = pp_point(g->edges[own].from, PP_POINT_BRANCH),
                                          .frame = frame,
                                          .counted = walk.next > path->active,
                                          .branch = true});
        frame = frame_at(events, &walk, walk.depth - 1);
        uint32_t head = outcome_of_head(events, walk.edge);
        if (head != PP_NONE)
            add(events, (struct pp_event){.outcome = head,
                                          .point = pp_point(walk.vertex, PP_POINT_HEAD),
                                          .frame = frame});
    }
    pp_walk_end(&walk);
}
