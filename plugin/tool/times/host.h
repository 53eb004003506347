/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of the profile's blocks the code at an address was made of. */
#ifndef PATHPROF_HOST_H
#define PATHPROF_HOST_H

#include "tool/load/load.h"
#include "tool/names/symbol-procs.h"
#include "tool/times/code-place.h"

enum pp_host_part {
    PP_HOST_ELSEWHERE, /* of the procedure; which of its blocks is not known */
    PP_HOST_LINE,      /* of those that have the line */
    PP_HOST_ENTRY,     /* where it is entered */
    PP_HOST_EXIT,      /* where it returns */
};

struct pp_host {
    uint32_t proc; /* PP_NONE: none that the notes know of */
    enum pp_host_part part;
    struct pp_line line; /* of PP_HOST_LINE, as the notes name it */
};

/* Finds out whose PLACE is.  A function that was inlined before its caller was instrumented is a part of
   its caller there, with lines of its own; one that was inlined later counts for itself.  Which it was
   tells the caller's graph: it has the call, or it has not. */
struct pp_host pp_find_host(const struct pp_load *load, const struct pp_symbol_procs *procs,
                            const struct pp_code_place *place);

/* Is LINE one of those of vertex V? */
bool pp_vertex_has_line(const struct pp_graph *g, uint32_t v, struct pp_line line);

#endif
