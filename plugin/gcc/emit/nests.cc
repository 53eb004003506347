/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How deep the loops of a function are nested. */
#include "gcc/base/compat.h"
#include "gcc/emit/nests.h"

/* A loop with so many levels of others in it is an outer one.  For the compiler fewer would be as
   good; but four loops in each other are ordinary. */
#define OUTER_LEVELS 4

void pp_nests_make(struct pp_nests *nests)
{
    nests->heights = vNULL;
    loop_optimizer_init(AVOID_CFG_MODIFICATIONS);
    nests->heights.safe_grow_cleared(number_of_loops(cfun));
    PP_FOR_EACH_LOOP(loop)
    {
        unsigned height = 0;
        for (class loop *l = loop; l; l = loop_outer(l), height++)
            nests->heights[l->num] = MAX(nests->heights[l->num], height);
    }
}

void pp_nests_free(struct pp_nests *nests)
{
    if (nests->heights.is_empty())
        return;
    nests->heights.release();
    loop_optimizer_finalize();
}

bool pp_is_outer(const struct pp_nests *nests, basic_block bb)
{
    return !nests->heights.is_empty() && loop_outer(bb->loop_father) &&
           nests->heights[bb->loop_father->num] >= OUTER_LEVELS;
}
