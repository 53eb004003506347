/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assembler names of functions. */
#ifndef PATHPROF_SYMBOL_H
#define PATHPROF_SYMBOL_H

#include <stddef.h>

/* Length of SYMBOL without what makes the names of local symbols unique under LTO. */
size_t pp_symbol_length(const char *symbol);

/* As strcmp, without that. */
int pp_symbol_compare(const char *a, const char *b);

#endif
