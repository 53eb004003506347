/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program whose paths cross calls, or keep the way to a loop, as one whose functions' acyclic paths are counted (mode
   path): what the numbers of those are. */
#ifndef PATHPROF_FUNCTION_PROFILE_H
#define PATHPROF_FUNCTION_PROFILE_H

#include "core/profile/profile.h"

/* Does UNIT count paths that are neither those of mode path, nor such over several iterations? */
bool pp_is_foreign(const struct pp_unit *unit);

/* Makes OF a profile of NOTES, read and not yet transformed, in which the mode of units that are foreign is now path;
   other units' procedures are as they are.  All counts are 0, and there are no paths.  A procedure whose edges were
   broken because the scope had too many paths is broken at the same places; its exact_paths are of before. */
void pp_function_profile_make(struct pp_profile *of, struct pp_notes *notes);

/* The surrogate of PROC, in the graph of such a profile, that begins paths at vertex V; PP_NONE: none does. */
uint32_t pp_function_begin(const struct pp_graph *g, uint32_t proc, uint32_t v);

/* Hands to TAKE, with TO, the number of the path of PROC from vertex BEGIN along NUM EDGES of the program, of which the
   last may be cut, and then, if CALL is not PP_NONE, into that call, which did not come back.  Several, one after the
   other, if OF has edges broken that it goes along.  Returns false if it is no path there. */
typedef void pp_number_taken(void *to, uint32_t proc, uint64_t number);
bool pp_function_path(const struct pp_profile *of, uint32_t proc, uint32_t begin,
                      const uint32_t *edges, uint32_t num, uint32_t call, pp_number_taken *take,
                      void *to);

#endif
