/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What single functions did on a path over calls: the acyclic paths that ended while it was counted (thesis 4.4).

   A path of mode context has, with its context-prefix, all of each of these: it goes on behind a call, with the summary
   edge in the place of what the callee did.  One of mode piecewise, which may begin inside of a callee, has only a
   part: up to a call, or from a return site on. */
#ifndef PATHPROF_INNER_PATHS_H
#define PATHPROF_INNER_PATHS_H

#include "tool/path/tree.h"

/* A path inside one function. */
struct pp_inner_path {
    uint32_t proc;
    uint32_t begin;        /* vertex: the Entry, or where it begins as a cut edge has been taken */
    const uint32_t *edges; /* of the program; the last may be one that is cut */
    uint32_t num;
    uint32_t node; /* of the tree: in which calling context; PP_NONE: there is no tree */
    bool open; /* it goes on behind the call before BEGIN, a return site, after what is not known */
    uint32_t call; /* vertex: it breaks off at this call; PP_NONE: it does not */
    bool pending;  /* and so it ends: the call did not come back (option pending=) */
    uint64_t count;
};

/* What happened to a call while a path was counted: it was made, it came back, or it was under way when the path ended
   for good (never-back.h). */
enum pp_call_event { PP_CALL_MADE, PP_CALL_BACK, PP_CALL_UNDER_WAY };

/* What is done with what is found. */
typedef void pp_inner_taken(void *to, const struct pp_inner_path *path);
typedef void pp_inner_called(void *to, const struct pp_inner_path *path, enum pp_call_event what);
struct pp_inner_taker {
    pp_inner_taken *take;
    pp_inner_called *call; /* the path breaks off at the call; NULL: nobody asks */
    void *to;
};

/* Hands to TAKER each of those that ended while PATH was counted.  TREE, one with call sites, gets the contexts that
   they were in; it may be NULL.  Where paths go over calls, what callers did whose calls never came back is not among
   these. */
void pp_inner_paths(const struct pp_notes *notes, const struct pp_path *path, struct pp_tree *tree,
                    const struct pp_inner_taker *taker);

#endif
