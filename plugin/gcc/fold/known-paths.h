/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of path registers, in SSA form: the address of a counter, or a path's number. */
#ifndef PATHPROF_KNOWN_PATHS_H
#define PATHPROF_KNOWN_PATHS_H

#include "gcc/base/compat.h"

enum pp_known_how { PP_NOT_REACHED, PP_IS_KNOWN, PP_MAY_DIFFER };

/* BASE + OFFSET.  BASE is the address of a variable, or an SSA name that is no path, such as a thread's block; or NULL,
   and OFFSET is a number modulo 2^64. */
struct pp_known_path {
    enum pp_known_how how;
    tree base;
    unsigned HOST_WIDE_INT offset;
};

struct pp_known_paths {
    auto_vec<struct pp_known_path> values; /* indexed by SSA version */
    auto_vec<tree> names;   /* path registers, what is between two of them, and copies */
    bool asks;              /* whether control depends on any of them; then, where it may come: */
    auto_vec<bool> reached; /* by index of block */
};

/* Finds what is known of the variables PATHS. */
void pp_find_known_paths(struct pp_known_paths *known, hash_set<tree> &paths);

/* What is known of OP, an SSA name or a constant.  Names that are newer than KNOWN may differ. */
struct pp_known_path pp_known_value(const struct pp_known_paths *known, tree op);

/* Is OP one of KNOWN's names? */
bool pp_is_path(const struct pp_known_paths *known, tree op);

bool pp_is_same_path(struct pp_known_path a, struct pp_known_path b);

/* What is at VALUE, which is known, plus what the counter PLACE (a MEM_REF) adds to its own base. */
tree pp_counter_at(tree place, struct pp_known_path value);

/* VALUE as a constant of TYPE; NULL if it is not known, or its base is an SSA name. */
tree pp_known_constant(tree type, struct pp_known_path value);

/* Has counters be accessed where they are known to be, without a path register. */
void pp_use_known_paths(const struct pp_known_paths *known);

#endif
