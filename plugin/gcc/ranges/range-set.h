/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges that are kept, each once however often it is found: a solver goes through the same statements again and again,
   over all copies of a block, and finds few ranges that it has not found before. */
#ifndef PATHPROF_RANGE_SET_H
#define PATHPROF_RANGE_SET_H

#include "gcc/base/compat.h"

#if PP_RANGES

struct pp_range_hasher : nofree_ptr_hash<const pp_range> {
    static hashval_t hash(const pp_range *r);
    static bool equal(const pp_range *a, const pp_range *b);
};

class pp_range_set
{
  public:
    pp_range_set() : table(64) {}
    /* The one that equals R, which is not undefined; it lives as long as the set. */
    const pp_range *keep(const pp_range &r);
    /* How many it has kept. */
    size_t kept() const { return num; }

  private:
    pp_range_pool memory;
    hash_table<pp_range_hasher> table;
    size_t num = 0;
};

#endif
#endif
