/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option targets=: counting what indirect calls call. */
#ifndef PATHPROF_TARGETS_GCC_H
#define PATHPROF_TARGETS_GCC_H

#include "gcc/mark/emission.h"

/* Writes the code that counts what the indirect calls of E's procedure call; adds it to CALLS. */
void pp_write_targets(const struct pp_emission *e, const struct pp_sites *sites,
                      vec<gcall *> *calls);

/* Tells the runtime, in the assembly output, of the listed functions that the output defines or
   refers to.  To be called when all else has been put out. */
void pp_print_targets(FILE *out, const struct pp_compilation *c);

#endif
