/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A walk along a path over calls and returns: which activation it is in, which calls are pending,
   and what of it belongs to the context-prefix. */
#ifndef PATHPROF_WALK_H
#define PATHPROF_WALK_H

#include "core/number/path.h"
#include "core/profile/profile.h"
#include "core/transform/collapse.h"
#include "core/transform/recursion.h"
#include "core/transform/split.h"

/* An activation of a procedure. */
struct pp_frame {
    uint32_t proc;
    uint32_t call;       /* call edge by which it was entered; PP_NONE: the walk does not know */
    uint32_t activation; /* unique in the walk */
    uint32_t node;       /* for the walker; PP_NONE when the activation begins */
};

struct pp_walk {
    const struct pp_graph *g;
    const struct pp_path *path;
    uint32_t next;   /* index in path->edges of the edge that the next step takes */
    uint32_t edge;   /* the one that was taken last; PP_NONE: none yet */
    uint32_t vertex; /* where the walk is */
    /* Did control arrive here when the path was counted?  So from the first vertex of the
       active-suffix on. */
    bool active;
    bool entered; /* and did this step enter the activation at hand, in the active-suffix? */
    /* Pending calls: stack[0] is the outermost activation, stack[depth - 1] the one at hand. */
    struct pp_frame *stack;
    uint32_t depth, room, num_activations;
    bool from_root; /* the outermost activation was entered by Entry_global -> Entry_P */
};

/* At the Entry where PATH begins; its edges are not empty.  Callers that it returns to though it
   has not come from them (mode piecewise) are on the stack from the beginning. */
void pp_walk_begin(struct pp_walk *walk, const struct pp_notes *notes, const struct pp_path *path);
/* Takes the next edge.  Returns false if there is none. */
bool pp_walk_step(struct pp_walk *walk);
/* Goes to the first vertex of the active-suffix. */
void pp_walk_to_active(struct pp_walk *walk);
void pp_walk_end(struct pp_walk *walk);

static inline struct pp_frame *pp_walk_top(const struct pp_walk *walk)
{
    return &walk->stack[walk->depth - 1];
}

/* Index of the edge that leads to the first vertex of PATH's active-suffix. */
static inline uint32_t pp_active_begin(const struct pp_path *path)
{
    return path->active ? path->active - 1 : 0;
}

/* Does E, in an Entry, stand for a recursive call that keeps its context? */
static inline bool pp_reenters(const struct pp_graph *g, uint32_t e)
{
    return pp_is_reentry(g, &g->edges[e]);
}

/* Does E begin a path, or the active-suffix of one, in the middle of a procedure? */
static inline bool pp_begins_inside(const struct pp_edge *e)
{
    return e->kind == PP_SURROGATE && e->origin == PP_NONE && !(e->flags & PP_E_PENDING);
}

/* Does PATH end in a call that did not come back? */
static inline bool pp_is_unfinished(const struct pp_graph *g, const struct pp_path *path)
{
    return g->edges[path->edges[path->num_edges - 1]].flags & PP_E_PENDING;
}

/* Mode kpath: is E, in the middle of a path, a back edge that the path takes?  (Over a call that is followed an edge is
   cut as well; pieces have it.) */
static inline bool pp_iterates(const struct pp_edge *e)
{
    bool over_call = e->kind == PP_SUMMARY && (e->flags & PP_E_BACK);
    return (e->flags & PP_E_CUT) && (e->kind == PP_FLOW || over_call || (e->flags & PP_E_OVER));
}

/* Does E lead, in the middle of a path, to a later iteration of a loop: by its back edge, or, in mode
   path-context, behind the way to the loop? */
static inline bool pp_is_later(const struct pp_edge *e)
{
    return pp_iterates(e) || pp_is_again(e);
}

/* Saturates, as pp_add does. */
static inline uint64_t pp_times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* Does PATH, by edge I of its active-suffix, come to a vertex whose code it runs?  And does it run that
   of the Entry where it begins? */
bool pp_runs_code(const struct pp_graph *g, const struct pp_path *path, uint32_t i);
bool pp_runs_entry(const struct pp_graph *g, const struct pp_path *path);

/* The edge c -> r over the call that PP_RETURN edge E returns from. */
static inline uint32_t pp_summary_of(const struct pp_graph *g, uint32_t e)
{
    return pp_summary_of_call(g, pp_call_of_return(g, e));
}

#endif
