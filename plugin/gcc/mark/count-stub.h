/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit's own function that counts in its table. */
#ifndef PATHPROF_COUNT_STUB_H
#define PATHPROF_COUNT_STUB_H

#include "gcc/base/compilation.h"

/* Declares it; NULL if C's unit has none: its paths are in no such table, or its machine has none. */
tree pp_declare_count_stub(const struct pp_compilation *c);

/* A call of STUB for the path whose number + 1 is KEY, to be put in late, before RTL is made. */
gcall *pp_call_count_stub(tree stub, tree key);

/* Prints it, in AT&T's syntax, if anything calls it. */
void pp_print_count_stub(FILE *out, const struct pp_compilation *c);

#endif
