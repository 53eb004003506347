/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What GCC's garbage collector is to leave alone. */
#ifndef PATHPROF_ROOTS_H
#define PATHPROF_ROOTS_H

#include "gcc/base/compat.h"

/* Keeps T from the garbage collector to the end of the compilation; returns it. */
tree pp_keep(tree t);

/* Makes pp_keep work.  NAME is the plugin's. */
void pp_register_roots(const char *name);

#endif
