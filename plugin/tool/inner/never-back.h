/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of paths over calls that did not come back (option pending=), what the callers had done up to the call.

   A path that ends so has, in its context-prefix, all calls that were under way.  Whether they ended, too, it does not
   say: after longjmp the function that called setjmp goes on, and its callers with it.  But each call is on one path as
   it is made and on one as it comes back, both with all that its function had done before.  So as often as it was made
   and did not come back, the function's path ended there. */
#ifndef PATHPROF_NEVER_BACK_H
#define PATHPROF_NEVER_BACK_H

#include "tool/inner/inner-paths.h"

/* What a function did up to a call, and how often that ... */
struct pp_way_to_call {
    uint32_t proc, begin, call, node; /* as in struct pp_inner_path */
    uint32_t num;                     /* edges */
    size_t first;                     /* place of the first */
    bool
        forgets; /* when control comes back, the context may not be known: it does not tell ways apart */
    bool several;        /* then: it was made in other contexts than NODE, too */
    uint64_t made, back; /* was made and came back */
    uint64_t under_way;  /* was under way when a path ended for good */
};

/* All zero: empty. */
struct pp_ways_to_calls {
    struct pp_way_to_call *list;
    uint32_t num, room;
    uint32_t *slots; /* open addressing; PP_NONE: empty */
    uint32_t num_slots;
    uint32_t *edges;
    size_t num_edges, room_edges;
};

void pp_ways_to_calls_free(struct pp_ways_to_calls *ways);

/* Notes WHAT happened to the call that PATH, of a function, breaks off at; FORGETS as in the structure. */
void pp_note_call(struct pp_ways_to_calls *ways, const struct pp_inner_path *path,
                  enum pp_call_event what, bool forgets);

/* Hands to TAKE, with TO, the paths that ended at calls that did not come back.  TREE: as for pp_inner_paths. */
void pp_never_back(const struct pp_ways_to_calls *ways, struct pp_tree *tree, pp_inner_taken *take,
                   void *to);

#endif
