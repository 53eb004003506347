/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed between two builds, in words. */
#ifndef PATHPROF_BUILD_DIFF_TEXT_H
#define PATHPROF_BUILD_DIFF_TEXT_H

#include "tool/builds/build-diff.h"
#include "tool/print/view.h"

/* Prints at most TOP functions, lines and routes each. */
void pp_build_diff_print(const struct pp_build_diff *diff, const struct pp_view *view,
                         uint64_t top);

/* Malloc'd: what the function of ROW is called, after if it is there. */
char *pp_function_diff_name(const struct pp_build_diff *diff, const struct pp_function_diff *row);
/* Malloc'd: the route of ROUTE, as it is after if it is there; and *NAME, malloc'd, its path's name. */
char *pp_build_route_text(const struct pp_build_diff *diff, const struct pp_route_pair *route,
                          char **name);
/* "appeared", "vanished", "grew" or "shrank". */
const char *pp_build_route_change(const struct pp_build_diff *diff,
                                  const struct pp_route_pair *route);

#endif
