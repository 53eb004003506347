/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short forms of long C++ names, in which "..." stands for what brackets enclose:
   "std::vector<...>::push_back(...)". */
#ifndef PATHPROF_SHORT_NAME_H
#define PATHPROF_SHORT_NAME_H

#include <stddef.h>
#include <stdint.h>

/* Names of at most so many characters stay whole. */
#define PP_SHORT_SIZE 60
/* What brackets enclose stays if it is less: "<int>" tells more than "<...>" saves. */
#define PP_SHORT_LEAST 9

/* Sets SHORTS[i] (malloc'd) to a short form of NAMES[i], or to NULL where it stays whole.  Forms of
   names that differ do so, too; there are NUM. */
void pp_shorten(const char *const *names, uint32_t num, char **shorts);

#endif
