/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is left for a function itself when GCC's inliner has decided, and for the versions that it has of a function for
   certain calls: what was done for the calls that lead there still. */
#ifndef PATHPROF_BODIES_H
#define PATHPROF_BODIES_H

#include "gcc/use/inlined/inlined-counts.h"

/* Where bodies are there, as they will be written: notes what their calls add to places. */
void pp_note_statements(struct pp_inlined_functions *functions);

/* Of the unit, or of the program that is linked, behind GCC's inliner. */
void pp_find_bodies(struct pp_inlined_functions *functions);

#endif
