/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program whose paths are not those of single functions, as if these had been counted (mode path).

   That is exact in every mode whose paths keep the way by which control came (modes.def: has_prefixes): such a path
   has, with its context-prefix, the whole of what a function did.  The others (in_pieces) begin inside of callees and
   go on behind calls that they do not know the way to: then parts are left over. */
#ifndef PATHPROF_PROJECTED_H
#define PATHPROF_PROJECTED_H

#include "tool/inner/entrances.h"

/* A part of a path of a function: it begins behind a call, or breaks off at one, which came back on another path. */
struct pp_part {
    uint32_t proc;
    uint32_t begin, call; /* as in struct pp_inner_path */
    bool open;
    uint64_t count;
    size_t first; /* its edges, those of the program, are edges[first] on */
    uint32_t num;
};

struct pp_parts {
    struct pp_part *list; /* by procedure; none is there twice */
    uint32_t *edges;
    size_t num, room, num_edges, room_edges;
};

void pp_parts_free(struct pp_parts *parts);

/* Has it a unit that is foreign (function-profile.h)? */
bool pp_must_project(const struct pp_notes *notes);

/* Makes LOAD, of such a program, one of mode path; what it tells of contexts is added to ENTRANCES, which were found in
   it, if that is not NULL, and what it knows in parts alone is in *PARTS, likewise.  Returns false after a line on
   stderr. */
bool pp_project(struct pp_load *load, struct pp_entrances *entrances, struct pp_parts *parts);

#endif
