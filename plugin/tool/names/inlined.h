/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedures of which GCC had inlined calls before pathprof saw the code: what ran there are parts of their callers,
   and no calls of them are counted. */
#ifndef PATHPROF_NAMES_INLINED_H
#define PATHPROF_NAMES_INLINED_H

#include <stdbool.h>

#include "tool/names/names.h"

/* Warns of those that are SHOWN (by procedure; NULL: all are), on stderr. */
void pp_warn_inlined(const struct pp_names *names, const bool *shown);

#endif
