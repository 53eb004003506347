/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data of another program, which shares units with the one that is looked at. */
#ifndef PATHPROF_BORROWED_H
#define PATHPROF_BORROWED_H

#include "core/profile/taken-modules.h"
#include "tool/load/load.h"

/* Whose counts are shown of LOAD's program, as FILE has none of it; nothing if it has. */
void pp_warn_of_borrowed(const struct pp_load *load, const char *file,
                         const struct pp_borrowed *borrowed);

#endif
