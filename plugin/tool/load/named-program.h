/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which program a subcommand is about. */
#ifndef PATHPROF_NAMED_PROGRAM_H
#define PATHPROF_NAMED_PROGRAM_H

#include "tool/load/load.h"

/* Finds the program that SETTINGS name: a file; a build id, by which it is fetched; a data file, whose program it is;
   none, which means the program of the data file that they name, or of the only one here.  Sets LOAD's program and
   whether it was fetched, and its data file where that is certain (else NULL).  Returns false after a line on
   stderr. */
bool pp_find_program(struct pp_load *load, const struct pp_settings *settings);

#endif
