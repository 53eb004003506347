/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Averages and great numbers in few characters. */
#include "tool/stats/stats-text.h"

#include <string.h>

#include "core/base/text.h"

/* A number of 64 bits is shown whole; of others so many digits, as printf's %.3e does. */
#define MOST_DIGITS 20
#define SHOWN_DIGITS 4
#define SHOWN_LIMIT 10000

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
    if (num <= MOST_DIGITS)
        return pp_sentence("%s", digits);
    unsigned first = 0;
    for (size_t i = 0; i < SHOWN_DIGITS; i++)
        first = 10 * first + (unsigned)(digits[i] - '0');
    first += digits[SHOWN_DIGITS] >= '5';
    if (first == SHOWN_LIMIT) { /* 99996... */
        first /= 10;
        num++;
    }
    return pp_sentence("%u.%03ue+%zu", first / (SHOWN_LIMIT / 10), first % (SHOWN_LIMIT / 10),
                       num - 1);
}
