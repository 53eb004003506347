/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A part of a call graph: functions, and all that they call. */
#ifndef PATHPROF_CALLGRAPH_REACH_H
#define PATHPROF_CALLGRAPH_REACH_H

#include "tool/callgraph/callgraph.h"

/* Leaves functions out of GRAPH's listings that are not called, directly or not, by those that REGEX
   matches, which stay.  TIME: shares of time are those of what stays (gprof's -F; without it, -f).
   Returns PP_OK, or PP_USAGE or PP_BAD_INPUT after a line on stderr: no expression; nothing matches. */
enum pp_status pp_callgraph_reach(struct pp_callgraph *graph, const char *regex, bool time);

#endif
