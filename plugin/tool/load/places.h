/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PATHPROF_PLACES_H
#define PATHPROF_PLACES_H

#include "core/format/notes.h"

/* Renames the source files and units in NOTES so that each has one name, relative to the directory
   that is returned (malloc'd): the deepest that all units were compiled in or below.  "" if they
   have none in common; names are then absolute. */
char *pp_place_files(struct pp_notes *notes);

#endif
