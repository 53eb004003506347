/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What samples say in sum. */
#ifndef PATHPROF_SAMPLED_H
#define PATHPROF_SAMPLED_H

#include <jansson.h>

#include "core/format/samples.h"

/* What S, which may be NULL, has in sum, or ALL of it.  To be freed by json_decref. */
json_t *pp_samples_json(const struct pp_samples *s, bool all);
/* The same as a line on stdout. */
void pp_print_samples(const struct pp_samples *s);

#endif
