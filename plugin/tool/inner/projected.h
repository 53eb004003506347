/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program whose paths are not those of single functions, as if these had been counted (mode path).

   That is exact in every mode whose paths keep the way by which control came (modes.def: has_prefixes): such a path has, with
   its context-prefix, the whole of what a function did.  The others (in_pieces) begin inside of callees and go on behind
   calls that they do not know the way to; what that leaves open is in struct pp_halves. */
#ifndef PATHPROF_PROJECTED_H
#define PATHPROF_PROJECTED_H

#include "tool/inner/entrances.h"

/* Has it a unit that is foreign (function-profile.h)? */
bool pp_must_project(const struct pp_notes *notes);

/* Makes LOAD, of such a program, one of mode path; what it tells of contexts is added to ENTRANCES, which were found in it, if
   that is not NULL.  Returns false after a line on stderr. */
bool pp_project(struct pp_load *load, struct pp_entrances *entrances);

#endif
