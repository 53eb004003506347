/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of the runtime out of code that is compiled with -fsplit-stack. */
#ifndef PATHPROF_SPLIT_STACK_H
#define PATHPROF_SPLIT_STACK_H

#include <stdio.h>

/* The name by which the runtime's function NAME, a literal, is called in this unit.  Owned by the
   caller. */
char *pp_name_to_call(const char *name);

/* Prints what such calls need, if this is such a unit. */
void pp_print_split_stack(FILE *out);

#endif
