/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A path as the lines that control comes to, one after the other, over calls and returns.  They are
   handed out as they are found: a forged path may have hundreds of millions. */
#ifndef PATHPROF_LINE_WALK_H
#define PATHPROF_LINE_WALK_H

#include "core/number/path.h"
#include "tool/path/walk.h"

enum pp_stop_kind {
    PP_STOP_LINE,
    PP_STOP_FUNCTION, /* here control enters PROC, or comes back to it */
    PP_STOP_GAP,      /* the path begins here, or goes on here, in the middle of a procedure */
    PP_STOP_PREFIX,   /* what follows is the context-prefix ... */
    PP_STOP_ACTIVE,   /* ... or the active-suffix of a path that has the other, too */
    PP_STOP_ROUND,    /* mode kpath: the next iteration of a loop */
};

struct pp_stop {
    enum pp_stop_kind kind;
    uint32_t proc;
    uint32_t depth;      /* pending calls */
    bool active;         /* of the active-suffix */
    uint32_t iteration;  /* mode kpath: of its loop, as the path counts them, from 0 */
    struct pp_line line; /* PP_STOP_LINE */
    uint32_t column;     /* of the branch; 0: the line alone tells which one it is */
    const char *outcome; /* of the branch that the line ends with, or ""; "call", "return"; why a
                            gap is one */
};

/* Hands each stop of PATH to PUT with TO.  A path whose mode follows no calls has lines only, and,
   in mode path-context, its two parts and the gaps in them. */
void pp_line_walk(const struct pp_notes *notes, const struct pp_path *path,
                  void (*put)(void *to, const struct pp_stop *stop), void *to);

#endif
