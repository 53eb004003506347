/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/count.h"

#include <math.h>

uint64_t pp_weighed(uint64_t count, double weight)
{
    if (weight == 1 || count == 0)
        return count;
    long double product = roundl((long double)count * weight);
    if (product >= 0x1p64L)
        return UINT64_MAX;
    return product < 1 ? weight > 0 : (uint64_t)product;
}
