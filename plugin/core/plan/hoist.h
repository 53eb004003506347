/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records moved up, over the merges before them. */
#ifndef PATHPROF_HOIST_H
#define PATHPROF_HOIST_H

#include "core/plan/fold.h"

/* Where all that follows a merge is straight on to a record, the record may as well be made on each
   way into the merge: what is added there becomes part of it, and where the path so far is known,
   so is the counter: no register has to carry it over the merge.  Done where the weights say that
   it saves more than the jumps that it costs, to be cleaned up by pp_fold; STORAGE says how much
   code a record is. A record is never moved over a call that may not come back, so what is recorded
   has run. */
void pp_hoist(const struct pp_graph *g, uint32_t proc, enum pp_storage storage,
              struct pp_places *places);

#endif
