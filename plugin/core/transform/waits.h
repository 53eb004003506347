/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option pending=: where the activations of a procedure wait for calls, and where they wait no
 * more. */
#ifndef PATHPROF_WAITS_H
#define PATHPROF_WAITS_H

#include "core/graph/graph.h"

/* Has PROC, transformed, anything to do with paths that are left under way: calls that may not come
   back and are not followed, or places where control arrives sideways? */
bool pp_waits(const struct pp_graph *g, uint32_t proc);

/* Does edge E of such a procedure come from a call that was waited for, or from one that was left
   by an exception? */
bool pp_resumes(const struct pp_graph *g, uint32_t e);

/* Does an activation end with E?  Where it never comes back to its caller nobody minds its slot. */
bool pp_releases(const struct pp_graph *g, uint32_t e);

#endif
