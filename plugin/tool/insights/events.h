/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was decided along a path, in order: by which call a function was entered, whether an iteration of a
   loop was its first, which way a branch went.  Each is an outcome of a point. */
#ifndef PATHPROF_EVENTS_H
#define PATHPROF_EVENTS_H

#include "core/number/path.h"
#include "core/profile/profile.h"

/* A point is a vertex in a role: a branch, a procedure's Entry (its outcomes: the calls by which it is
   entered), or a loop's head (its outcomes: from outside, and by its back edges). */
enum pp_point_role { PP_POINT_BRANCH, PP_POINT_HEAD };
static inline uint32_t pp_point(uint32_t vertex, enum pp_point_role role)
{
    return 2 * vertex + role;
}
static inline uint32_t pp_point_vertex(uint32_t point)
{
    return point / 2;
}

/* Outcomes are named by edges of the graph: the branch's edge; the call edge; the surrogate behind
   which paths begin that a loop's back edge leads to.  That a loop was entered from outside is its
   head's vertex, behind all edges. */
static inline uint32_t pp_outcome_entered(const struct pp_graph *g, uint32_t head)
{
    return g->num_edges + head;
}
/* The point that OUTCOME is of. */
uint32_t pp_point_of(const struct pp_graph *g, uint32_t outcome);

struct pp_event {
    uint32_t outcome, point;
    uint32_t frame; /* in which activation: index into frames */
    bool counted;   /* it is in the path's active-suffix, so that no other path counted it */
    bool branch;
};

/* An activation that the path runs through or that is pending where it begins. */
struct pp_event_frame {
    uint32_t call; /* the call edge by which it was entered; PP_NONE: not known */
    uint32_t up;   /* the caller's frame; PP_NONE: not known */
};

struct pp_events {
    const struct pp_notes *notes;
    bool *heads; /* by vertex: is it a loop's head? */
    struct pp_event *list;
    struct pp_event_frame *frames;
    uint32_t num, room, num_frames, room_frames;
};

void pp_events_init(struct pp_events *events, const struct pp_notes *notes);
void pp_events_free(struct pp_events *events);

/* Makes EVENTS those of PATH; of a path with more than PP_MOST_EVENTS (only a forged one has) the first. */
#define PP_MOST_EVENTS 65536
void pp_events_of_path(struct pp_events *events, const struct pp_path *path);

#endif
