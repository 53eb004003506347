/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of `pathprof stats` as JSON, to be freed by json_decref. */
#ifndef PATHPROF_STATS_JSON_H
#define PATHPROF_STATS_JSON_H

#include <jansson.h>

#include "tool/path/measure.h"

json_t *pp_dynamic_json(const struct pp_dynamic *d);
json_t *pp_static_json(const struct pp_static *s);

#endif
