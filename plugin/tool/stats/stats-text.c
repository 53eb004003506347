/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Averages and great numbers in few characters. */
#include "tool/stats/stats-text.h"

#include <string.h>

#include "core/base/text.h"

char *pp_average_text(const struct pp_dynamic *d, const double sum[2])
{
    double runs = d->path_executions ? (double)d->path_executions : 1;
    if (!d->has_prefix)
        return pp_sentence("%.1f", (sum[0] + sum[1]) / runs);
    return pp_sentence("%.1f [%.1f:%.1f]", (sum[0] + sum[1]) / runs, sum[0] / runs, sum[1] / runs);
}

char *pp_paths_text(const char *digits)
{
    size_t num = strlen(digits);
    return num > 40 ? pp_sentence("%.3se%zu", digits, num - 3) : pp_sentence("%s", digits);
}
