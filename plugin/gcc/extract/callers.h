/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the call graph says of who calls a function. */
#ifndef PATHPROF_CALLERS_H
#define PATHPROF_CALLERS_H

#include "gcc/base/compat.h"

/* Whether anything but direct calls in this program may enter NODE, such as asm statements outside functions. */
bool pp_called_from_elsewhere(struct cgraph_node *node);

/* Whether all calls of NODE and its clones are in bodies of INSTRUMENTED. */
bool pp_only_called_from(struct cgraph_node *node, hash_set<tree> *instrumented);

/* The node that NODE is, however indirectly, a clone of. */
struct cgraph_node *pp_origin(struct cgraph_node *node);

#endif
