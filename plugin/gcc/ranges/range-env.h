/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds at two places, or at one place at two times, held against each other. */
#ifndef PATHPROF_RANGE_ENV_H
#define PATHPROF_RANGE_ENV_H

#include "gcc/ranges/range-state.h"

#if PP_RANGES

/* A becomes what both A and B say.  WIDENING: the place is in a loop, so bounds that move give up more, for the solver
   to come to an end; *WIDENED is set then, and left alone otherwise.  Ranges are kept in POOL.  Returns whether A has
   changed. */
bool pp_env_meet(struct pp_env *a, const struct pp_env *b, bool widening, pp_range_set *pool,
                 bool *widened);

/* Does what A says imply what B says? */
bool pp_env_implies(const struct pp_env *a, const struct pp_env *b);

#endif
#endif
