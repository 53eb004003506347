/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What symbols are called in the source. */
#ifndef PATHPROF_DEMANGLE_H
#define PATHPROF_DEMANGLE_H

#include <stdint.h>

/* Sets NAMES[i] (malloc'd) to what SYMBOLS[i] is called, as c++filt prints it, or to SYMBOLS[i] if it is no name of
   C++; there are NUM. */
void pp_demangle(const char *const *symbols, uint32_t num, char **names);

#endif
