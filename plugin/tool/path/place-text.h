/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where something is, in few characters. */
#ifndef PATHPROF_PLACE_TEXT_H
#define PATHPROF_PLACE_TEXT_H

#include "core/graph/graph.h"

/* Malloc'd: "scan.c:88", the last line of vertex V, with the column where the line does not tell which branch it is;
   its first line, that of a loop.  The file only WITH_FILE. */
char *pp_last_place_text(const struct pp_graph *g, uint32_t v, bool with_file);
char *pp_first_place_text(const struct pp_graph *g, uint32_t v, bool with_file);

/* Malloc'd: "88(true)", "scan.c:88(case:90)": the outcome of a branch that E, an edge of the program, is. */
char *pp_outcome_text(const struct pp_graph *g, uint32_t e, bool with_file);

#endif
