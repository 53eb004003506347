/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/ranges/range-set.h"

#if PP_RANGES

/* Ranges with holes between the same bounds are few. */
hashval_t pp_range_hasher::hash(const pp_range *r)
{
    inchash::hash h;
    h.add_int(TYPE_UID(r->type()));
    h.add_wide_int(pp_lower_bound(*r));
    h.add_wide_int(pp_upper_bound(*r));
    return h.end();
}

bool pp_range_hasher::equal(const pp_range *a, const pp_range *b)
{
    return a->type() == b->type() && pp_same_range(*a, *b);
}

const pp_range *pp_range_set::keep(const pp_range &r)
{
    const pp_range **slot = table.find_slot(&r, INSERT);
    if (!*slot) {
        *slot = memory.keep(r);
        num++;
    }
    return *slot;
}

#endif
