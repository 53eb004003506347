/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions of a call graph are listed.  Their entries name all that called them and all that they called; counts
   and times are those of the whole graph. */
#ifndef PATHPROF_CALLGRAPH_CHOOSE_H
#define PATHPROF_CALLGRAPH_CHOOSE_H

#include "tool/callgraph/callgraph.h"
#include "tool/names/filter.h"

/* Leaves functions out of GRAPH's listings that are not called, directly or not, by those that REGEX
   matches, which stay.  TIME: shares of time are those of what stays (gprof's -F; without it, -f).
   Returns PP_OK, or PP_USAGE or PP_BAD_INPUT after a line on stderr: no expression; nothing matches. */
enum pp_status pp_callgraph_reach(struct pp_callgraph *graph, const char *regex, bool time);

/* Leaves functions out that FILTER does not let through (gprof's -p and -P, for both listings).  Those of libraries
   have the file of the library. */
void pp_callgraph_filter(struct pp_callgraph *graph, const struct pp_filter *filter);

#endif
