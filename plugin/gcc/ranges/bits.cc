/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/ranges/bits.h"

#if PP_RANGES
#include "tree-ssa-ccp.h"

static uint64_t all_bits(tree type)
{
    unsigned bits = TYPE_PRECISION(type);
    return bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1;
}

bool pp_has_bits(tree type)
{
    return (INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type)) && TYPE_PRECISION(type) <= 64;
}

struct pp_bits pp_bits_and(struct pp_bits a, struct pp_bits b)
{
    uint64_t known = a.known & b.known & ~(a.value ^ b.value);
    return {a.value & known, known};
}

struct pp_bits pp_bits_or(struct pp_bits a, struct pp_bits b)
{
    return {a.value | b.value, a.known | b.known};
}

static uint64_t low_bits(const wide_int &w, tree type)
{
    return w.to_uhwi() & all_bits(type);
}

struct pp_bits pp_bits_of_range(const pp_range &r)
{
    tree type = r.type();
    uint64_t low = low_bits(pp_lower_bound(r), type), high = low_bits(pp_upper_bound(r), type);
    uint64_t unknown = low ^ high;
    /* What differs first, and all below it. */
    if (unknown)
        unknown = unknown >> 63 ? ~UINT64_C(0) : (UINT64_C(2) << floor_log2(unknown)) - 1;
    return {low & ~unknown, all_bits(type) & ~unknown};
}

void pp_bits_narrow(pp_range_max &r, struct pp_bits bits)
{
    tree type = r.type();
    unsigned width = TYPE_PRECISION(type);
    uint64_t unknown = all_bits(type) & ~bits.known;
    uint64_t sign = TYPE_UNSIGNED(type) ? 0 : UINT64_C(1) << (width - 1);
    uint64_t least = bits.value | (unknown & sign), most = bits.value | (unknown & ~sign);
    r.intersect(pp_range_between(type, wi::uhwi(least, width), wi::uhwi(most, width)));
    if (bits.value) {
        pp_range_max nonzero;
        nonzero.set_nonzero(type);
        r.intersect(nonzero);
    }
}

static widest_int extended(uint64_t bits, tree type)
{
    return widest_int::from(wi::uhwi(bits, TYPE_PRECISION(type)), TYPE_SIGN(type));
}

static widest_int unknown_of(struct pp_bits bits, tree type)
{
    return extended(all_bits(type) & ~bits.known, type);
}

struct pp_bits pp_bits_fold(enum tree_code code, tree type, tree atype, struct pp_bits a,
                            tree btype, struct pp_bits b)
{
    widest_int value, mask;
    unsigned width = TYPE_PRECISION(type);
    switch (code) {
    CASE_CONVERT:
    case BIT_NOT_EXPR:
    case NEGATE_EXPR:
        bit_value_unop(code, TYPE_SIGN(type), width, &value, &mask, TYPE_SIGN(atype),
                       TYPE_PRECISION(atype), extended(a.value, atype), unknown_of(a, atype));
        break;
    case PLUS_EXPR:
    case MINUS_EXPR:
    case POINTER_PLUS_EXPR:
    case MULT_EXPR:
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR:
    case LSHIFT_EXPR:
    case RSHIFT_EXPR:
        bit_value_binop(code, TYPE_SIGN(type), width, &value, &mask, TYPE_SIGN(atype),
                        TYPE_PRECISION(atype), extended(a.value, atype), unknown_of(a, atype),
                        TYPE_SIGN(btype), TYPE_PRECISION(btype), extended(b.value, btype),
                        unknown_of(b, btype));
        break;
    default:
        return {0, 0};
    }
    uint64_t known = ~low_bits(wide_int::from(mask, width, UNSIGNED), type) & all_bits(type);
    return {low_bits(wide_int::from(value, width, UNSIGNED), type) & known, known};
}

#endif
