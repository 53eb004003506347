/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/base/exact-count.h"

profile_count pp_precise(uint64_t count)
{
    uint64_t most = (uint64_t)profile_count::max_count;
    /* -fprofile-partial-training: what training left out may run yet. */
    if (!count && flag_profile_partial_training)
        return profile_count::guessed_zero();
    return profile_count::from_gcov_type((gcov_type)MIN(count, most));
}
