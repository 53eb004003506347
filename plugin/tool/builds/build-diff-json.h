/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed between two builds, for programs. */
#ifndef PATHPROF_BUILD_DIFF_JSON_H
#define PATHPROF_BUILD_DIFF_JSON_H

#include <jansson.h>

#include "tool/builds/build-diff.h"

/* Adds at most TOP functions, lines and routes each to ROOT. */
void pp_build_diff_json(const struct pp_build_diff *diff, json_t *root, uint64_t top);

#endif
