/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns: an outcome of a branch, or where a path begins, and an outcome of the next branch on the way (coverage.h). */
#ifndef PATHPROF_TURNS_H
#define PATHPROF_TURNS_H

#include "core/number/path.h"

/* Is live edge E an outcome: one of several ways on that are no handlers'? */
bool pp_is_choice(const struct pp_graph *g, uint32_t e);

/* The first live outcome out of V; *SEVERAL: there are more. */
uint32_t pp_choices(const struct pp_graph *g, uint32_t v, bool *several);

/* Is V a branch?  A procedure's Entry, where paths begin, is none. */
bool pp_is_turning(const struct pp_graph *g, uint32_t v);

/* The branch that control comes to behind live edge E without a choice; PP_NONE: the path ends before. */
uint32_t pp_next_turning(const struct pp_graph *g, uint32_t e);

/* Hands to TAKE, with TO, what PATH chooses, one after the other: the live edge by which it begins, or an outcome,
   TAKEN; and the one before it, BEFORE, which is PP_NONE for the first.  Where it goes on over a cut edge (mode kpath),
   it is as if it ended there and began anew.  COUNTED: it is in the path's active-suffix, so that no other path counted
   it. */
typedef void pp_turn_taken(void *to, uint32_t before, uint32_t taken, bool counted);
void pp_turns_of_path(const struct pp_graph *g, const struct pp_path *path, pp_turn_taken *take,
                      void *to);

#endif
