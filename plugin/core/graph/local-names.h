/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of several functions with one name: static ones of several files, in a program that is
   one unit. */
#ifndef PATHPROF_LOCAL_NAMES_H
#define PATHPROF_LOCAL_NAMES_H

#include "core/graph/graph.h"

/* Where several procedures have one name, calls that are known to enter one of them (CALLEES, by
   vertex; PP_NONE: not known) name it by an alias of its own, "NAME.lto_priv@NUMBER". */
void pp_tell_apart(struct pp_graph *g, const uint32_t *callees);

#endif
