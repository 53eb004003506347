/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names in the assembly of a unit. */
#ifndef PATHPROF_UNIT_SYMBOL_H
#define PATHPROF_UNIT_SYMBOL_H

#include "gcc/base/compilation.h"

/* The name, malloc'd, of what WHAT is called in the assembly of C's unit ("pathprof.WHAT").  Under
   LTO several outputs refer to it, so it is a symbol of the module, and has the stamp in its name:
   two units may be linked into one module. */
char *pp_unit_symbol(const struct pp_compilation *c, const char *what);

#endif
