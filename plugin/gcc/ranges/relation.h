/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one comparison tells of a later one of the same values, also where these are not in one SSA name: GCC joins
   equal loads only where it optimises, and ranges tell nothing of which of two variables is greater. */
#ifndef PATHPROF_RELATION_H
#define PATHPROF_RELATION_H

#include "gcc/base/compat.h"

/* After condition FIRST was HELD, or not, control came to condition SECOND and has not gone back to where anything is
   computed anew.  Can SECOND be WANTED, or not? */
bool pp_may_follow(const gcond *first, bool held, const gcond *second, bool wanted);

#endif
