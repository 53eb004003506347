/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modes whose paths cross calls: the paths that begin at a loop's head, end where a loop goes round, and follow no call
   in between.  They are most of what is counted, there are few of each procedure, and all that is in their numbers is
   known before the program runs.  So they have counters of their own, in an array, by a numbering of their own; the
   path's number is found again when the profile is read.

   It is Ball and Larus's numbering (1996, section 3.2) of the part of the procedure that such paths run through, once
   for each head. */
#ifndef PATHPROF_INNER_PATHS_H
#define PATHPROF_INNER_PATHS_H

#include "core/number/number.h"

/* No procedure has more counters of inner paths.  Heads with more than are left have none. */
#define PP_MOST_INNER_PATHS 2048

/* Of one procedure; arrays indexed by vertex and by edge have its first at 0, and are owned. */
struct pp_inner_paths {
    uint32_t *ways;  /* by vertex: in how many ways one goes on from there */
    uint32_t *label; /* by edge; of a cut one, of the surrogate that ends the path there */
    uint32_t *first; /* by vertex: of a head, the number of its first one; PP_NONE of others */
    uint32_t num;    /* of all */
};

/* Finds those of PROC, which is transformed and numbered, in a scope of PARAMS.  There may be none. */
void pp_inner_paths_make(struct pp_inner_paths *inner, const struct pp_graph *g, uint32_t proc,
                         const struct pp_params *params);
void pp_inner_paths_free(struct pp_inner_paths *inner);

/* The number that inner path WHICH of PROC, below INNER->num, has in its scope, of MODE. */
struct pp_num pp_inner_path_number(const struct pp_inner_paths *inner, const struct pp_graph *g,
                                   uint32_t proc, enum pp_mode mode, const struct pp_numbering *n,
                                   uint32_t which);

/* The surrogate by which a path begins behind EDGE, at the head of a loop and in no loop's context; PP_NONE if none
   does. */
uint32_t pp_begins_inside(const struct pp_graph *g, uint32_t edge);

#endif
