/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/ranges/range-env.h"

#if PP_RANGES

/* Where ranges go; whether bounds that move are to give up more than a meet takes, and whether they have. */
struct meeting {
    pp_range_set *pool;
    bool widening, widened;
};

/* Moves the bounds of R that differ from those of OLD as the thesis does: each once by what came,
   then to the last value but one, so that one more step does not wrap, then to the last. */
static void widen(pp_range_max &r, const pp_range &old, struct pp_slot *slot)
{
    tree type = r.type();
    signop sign = TYPE_SIGN(type);
    unsigned bits = TYPE_PRECISION(type);
    wide_int from = pp_lower_bound(r), to = pp_upper_bound(r), low = from, high = to;
    wide_int least = wi::min_value(bits, sign), most = wi::max_value(bits, sign);
    if (POINTER_TYPE_P(type) || bits < 3) {
        r.set_varying(type);
        return;
    }
    if (wi::gt_p(high, pp_upper_bound(old), sign) && slot->up++ > 0)
        high = slot->up == 2 && high != most ? most - 1 : most;
    if (wi::lt_p(low, pp_lower_bound(old), sign) && slot->down++ > 0)
        low = slot->down == 2 && low != least ? least + 1 : least;
    r.union_(pp_range_between(type, to, high));
    r.union_(pp_range_between(type, low, from));
    if (slot->changes > 6) /* holes fill up one at a time otherwise */
        r = pp_range_between(type, low, high);
}

/* RANGE of SLOT is met with OTHER.  Returns whether that changed it. */
static bool meet_range(struct meeting *m, struct pp_slot *slot, const pp_range *other)
{
    const pp_range **range = &slot->known.range;
    if (!*range || *range == other)
        return false;
    if (!other) {
        *range = NULL;
        return true;
    }
    pp_range_max r = **range;
    r.union_(*other);
    if (pp_same_range(r, **range))
        return false;
    slot->changes++;
    if (m->widening) {
        widen(r, **range, slot);
        m->widened = true;
    }
    *range = r.varying_p() ? NULL : m->pool->keep(r);
    return true;
}

/* The bits of SLOT are met with OTHER.  Returns whether that changed them.  What counts in a loop
   loses them one at a time, from the lowest up, since carries go up: from the third time on all
   above the lowest that is lost go with it. */
static bool meet_bits(struct meeting *m, struct pp_slot *slot, struct pp_bits other)
{
    struct pp_bits *bits = &slot->known.bits, met = pp_bits_and(*bits, other);
    uint64_t lost = bits->known & ~met.known;
    if (!lost)
        return false;
    if (m->widening && slot->lost++ > 1) {
        uint64_t below = (lost & -lost) - 1;
        met = {met.value & below, met.known & below};
        m->widened = true;
    }
    *bits = met;
    return true;
}

/* SLOT is met with OTHER.  Returns whether that changed it. */
static bool meet_slot(struct meeting *m, struct pp_slot *slot, const struct pp_known *other)
{
    bool changed = meet_bits(m, slot, other->bits);
    return meet_range(m, slot, other->range) || changed;
}

bool pp_env_meet(struct pp_env *a, const struct pp_env *b, bool widening, pp_range_set *pool,
                 bool *widened)
{
    struct meeting m = {pool, widening, false};
    unsigned kept = 0, j = 0;
    bool changed = false;
    for (unsigned i = 0; i < a->num; i++) {
        struct pp_slot slot = a->slots[i];
        while (j < b->num && b->slots[j].name < slot.name)
            j++;
        if (j == b->num || b->slots[j].name != slot.name)
            slot.known = {}, changed = true;
        else
            changed |= meet_slot(&m, &slot, &b->slots[j].known);
        if (!pp_is_nothing(&slot.known))
            a->slots[kept++] = slot;
    }
    a->num = kept;
    *widened |= m.widened;
    return changed;
}

bool pp_env_implies(const struct pp_env *a, const struct pp_env *b)
{
    unsigned i = 0;
    for (unsigned j = 0; j < b->num; j++) {
        const struct pp_known *of_b = &b->slots[j].known;
        while (i < a->num && a->slots[i].name < b->slots[j].name)
            i++;
        if (i == a->num || a->slots[i].name != b->slots[j].name)
            return false;
        const struct pp_known *of_a = &a->slots[i].known;
        uint64_t known = of_b->bits.known;
        if ((known & ~of_a->bits.known) || ((of_a->bits.value ^ of_b->bits.value) & known))
            return false;
        if (!of_b->range || of_b->range == of_a->range)
            continue;
        if (!of_a->range)
            return false;
        pp_range_max both = *of_a->range;
        both.union_(*of_b->range);
        if (!pp_same_range(both, *of_b->range))
            return false;
    }
    return true;
}

#endif
