/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breaking edges of a procedure that has too many paths (thesis 2.1, end). */
#ifndef PATHPROF_BREAK_H
#define PATHPROF_BREAK_H

#include "core/number/number.h"

/* Makes psi_Entry(1) of PROC (already transformed) at most params->max_paths by breaking edges,
   coldest (by weight) first, then restoring those whose breaking was not needed; numbers it.
   Edges on which no code can be placed are never broken.  Writes the exact number of paths before
   breaking to procs[].exact_paths when any edge was broken (GMP), and num_paths and storage in any
   case.  Returns false if even breaking everything is not enough (max_paths absurdly small); the
   procedure then has storage PP_STORE_NONE and says why. */
bool pp_number_within(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                      struct pp_numbering *n);

#endif
