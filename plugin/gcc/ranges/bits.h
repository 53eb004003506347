/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known bits of integers and pointers, beside their ranges: alignment, flags that are set or clear,
   odd and even.  GCC 12 keeps them for a name wherever it is; here they are of a point. */
#ifndef PATHPROF_BITS_H
#define PATHPROF_BITS_H

#include "gcc/base/compat.h"

#if PP_RANGES

/* The bits of KNOWN are those of VALUE, which has no others.  Bits above the type's are not known. */
struct pp_bits {
    uint64_t value, known;
};

/* Has TYPE bits that can be known? */
bool pp_has_bits(tree type);

/* What both say; what holds if one of them does. */
struct pp_bits pp_bits_and(struct pp_bits a, struct pp_bits b);
struct pp_bits pp_bits_or(struct pp_bits a, struct pp_bits b);

/* What R, not undefined, says of bits; and R without what BITS exclude. */
struct pp_bits pp_bits_of_range(const pp_range &r);
void pp_bits_narrow(pp_range_max &r, struct pp_bits bits);

/* Those that CODE yields of TYPE from operands of types ATYPE and BTYPE (NULL: there is but one). */
struct pp_bits pp_bits_fold(enum tree_code code, tree type, tree atype, struct pp_bits a,
                            tree btype, struct pp_bits b);

#endif
#endif
