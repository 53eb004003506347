/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option pending=: where the activations of a procedure begin to wait for calls, and where they
   stop. */
#ifndef PATHPROF_WAITS_H
#define PATHPROF_WAITS_H

#include "core/graph/graph.h"

/* Has PROC, transformed, calls that may not come back and are not followed? */
bool pp_waits(const struct pp_graph *g, uint32_t proc);

/* Does edge E of such a procedure come from a call that was waited for: because that has come back,
   or because an exception has left it for a landing pad? */
bool pp_resumes(const struct pp_graph *g, uint32_t e);

#endif
