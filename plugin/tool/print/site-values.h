/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the statements of a vertex used (option values=). */
#ifndef PATHPROF_SITE_VALUES_H
#define PATHPROF_SITE_VALUES_H

#include <jansson.h>

#include "core/profile/values.h"

/* Sets member "values" of IT, if VERTEX has any. */
void pp_json_values(const struct pp_profile *profile, uint32_t vertex, json_t *it);

/* A line for each site of VERTEX. */
void pp_print_values(const struct pp_profile *profile, uint32_t vertex);

#endif
