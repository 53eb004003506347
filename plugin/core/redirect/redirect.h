/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edge redirection (thesis 10.3): edges are led to those copies of their targets that can do what most
   others can, so that fewer copies are needed, and fewer keep each other apart. */
#ifndef PATHPROF_REDIRECT_H
#define PATHPROF_REDIRECT_H

#include "core/redirect/subsume.h"

/* Makes in OUT what the Edge Redirection Algorithm (figure 72) and its clean-up (figure 74) make of H:
   unbalanced-left path congruent to H, and what is known where each path of H leads is known where the
   congruent one does.  What cannot be reached is not in it.  The state of a vertex of OUT is the vertex
   of H that it is; VERTEX_OF[v] is what H's v is in OUT, PP_NONE if it is gone.  Counts are 0.  To
   PINNED vertices (may be NULL) every edge leads on that did. */
void pp_redirect(struct pp_hot_graph *out, uint32_t *vertex_of, const struct pp_hot_graph *h,
                 const struct pp_knowledge *knowledge, const bool *pinned);

#endif
