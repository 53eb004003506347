/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/profile/variances.h"

#include <math.h>

#include "core/base/count.h"
#include "runtime/format.h"

/* Of the normal distribution, which sums over many bursts have. */
#define DEVIATIONS_OF_95 1.959964

void pp_take_bursts(struct pp_bursts *bursts, const struct pp_data_function *function)
{
    for (size_t i = 0; i < function->num_counts; i++) {
        const struct pp_count *it = &function->counts[i];
        uint64_t *sum = pp_is_zero(it->path) ? &bursts->weighted : &bursts->threads;
        *sum = pp_add(*sum, it->count);
    }
}

bool pp_is_square(const struct pp_count *count, uint64_t num_paths)
{
    return !count->path.big && count->path.low >= num_paths &&
           count->path.low - num_paths < num_paths;
}

double pp_variance_of(const struct pp_count *counts, size_t num, uint64_t num_paths, size_t *at,
                      const struct pp_count *count, const struct pp_bursts *bursts)
{
    struct pp_num wanted = pp_word(count->path.low + num_paths);
    while (*at < num && pp_num_compare(counts[*at].path, wanted) < 0)
        ++*at;
    bool found = *at < num && pp_num_compare(counts[*at].path, wanted) == 0;
    double squares = found ? (double)counts[*at].count : 0, all = (double)count->count;
    if (!bursts->weighted)
        return squares;
    double mean = all / ((double)bursts->weighted / PATHPROF_BURST_UNIT);
    return fmax(squares - all * mean, 0) + (double)bursts->threads * mean * mean / 4;
}

double pp_error_bound(double variance)
{
    return DEVIATIONS_OF_95 * sqrt(variance);
}
