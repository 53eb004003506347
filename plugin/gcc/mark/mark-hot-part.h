/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The markers of a hot part (gcc/decide/hot-parts.h). */
#ifndef PATHPROF_MARK_HOT_PART_H
#define PATHPROF_MARK_HOT_PART_H

#include "gcc/mark/emission.h"

/* Places those actions of E that are in PART, the hot part of NODE, as markers in its body.  SITES are NODE's, in whose
   body there are no markers yet.

   What E does in the trunk is done on the edges on which control leaves it for a return, one edge after the other as on
   the way there: an activation that begins again has then done nothing. */
void pp_emit_hot_part(const struct pp_emission *e, const struct pp_sites *sites,
                      struct cgraph_node *node, struct cgraph_node *part);

#endif
