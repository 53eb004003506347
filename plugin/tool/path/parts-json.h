/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two parts of a path as JSON: its context-prefix and its active-suffix. */
#ifndef PATHPROF_PARTS_JSON_H
#define PATHPROF_PARTS_JSON_H

#include <jansson.h>

#include "core/number/path.h"
#include "tool/load/load.h"

/* Adds to IT what PATH, of a mode whose paths cross calls, has in its context-prefix and its
   active-suffix, and the calls that are pending between the two. */
void pp_json_parts(json_t *it, const struct pp_load *load, const struct pp_path *path);

#endif
