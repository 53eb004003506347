/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks for other programs, on the standard output. */
#ifndef PATHPROF_STACK_EXPORTS_H
#define PATHPROF_STACK_EXPORTS_H

#include <jansson.h>

#include "tool/load/load.h"
#include "tool/path/tree.h"

enum pp_stack_weight { PP_BY_STMTS, PP_BY_CALLS, PP_BY_TIME, PP_STACK_WEIGHTS };

struct pp_stack_export {
    const struct pp_load *load;
    const struct pp_tree *tree;
    char *const *names;      /* by procedure */
    const bool *shown;       /* by node: whether what it counts itself is asked for */
    enum pp_stack_weight by; /* what is shown first */
    double period_ns;        /* of the times in TREE; 0: it has none */
};

/* What node N itself has of BY; of time, nanoseconds. */
uint64_t pp_weight_of(const struct pp_stack_export *it, uint32_t n, enum pp_stack_weight by);
/* What that is called. */
const char *pp_weight_name(enum pp_stack_weight by);

/* COUNT in JSON, always a number; past INT64_MAX, which is the most that JSON libraries have as an integer,
   the nearest floating-point number. */
json_t *pp_export_count(uint64_t count);

/* What stands before a node's name: callers that are not known or not shown; a count that is divided
   from here on. */
static inline bool pp_frame_has_gap(const struct pp_node *node)
{
    return node->open || node->joint == PP_SCATTERED;
}

static inline bool pp_frame_is_part(const struct pp_node *node)
{
    return node->joint >= PP_APPORTIONED;
}

/* The frames of node N, outermost first: *FRAMES of *CAP has them.  A frame is procedure * 2, with 1
   added if it is marked as a part; GAP stands for callers that are missing.  Returns how many. */
#define PP_FRAME_GAP PP_NONE
uint32_t pp_frames_of(const struct pp_tree *tree, uint32_t n, uint32_t **frames, uint32_t *cap);
/* Its name; malloc'd. */
char *pp_frame_name(const struct pp_stack_export *it, uint32_t frame);
/* Where it is declared: malloc'd; NULL: not known. */
char *pp_frame_file(const struct pp_stack_export *it, uint32_t frame, uint32_t *line);

void pp_export_speedscope(const struct pp_stack_export *it);
void pp_export_pprof(const struct pp_stack_export *it);
void pp_export_trace(const struct pp_stack_export *it);

#endif
