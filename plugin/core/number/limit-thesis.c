/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breaking as the thesis does it, for comparison: 3.5.4, ComputeAllPsiFnsInProc, as erratum 19
   restores it, and 4.1.2 in mode piecewise.  Every procedure gets the same share of the numbers,
   callees first; at a vertex with too many paths edges are broken in the order of its list.

   4.1.2 (1)(b) has a surrogate GEntry_P -> r for every return site from the start, so that pass II
   adds none.  Here only those are there that are needed: pass I is done without them and, if the
   total is then too great, once more within a bound that counts them. */
#include "core/number/limit.h"

#include <stdlib.h>

/* ComputeAllPsiFnsInProc; MaxPathsFromEntry is SHARE.  Erratum 19: where even 0 for the others is
   not enough, that is all that can be done. */
static void break_proc(struct pp_limiter *l, uint32_t p, pp_approx share)
{
    for (l->bound = l->down = share;; l->bound = l->down = floorl(l->bound / 2)) {
        pp_mend_proc(l, p);
        pp_break_proc(l, p);
        if (!l->bound || pp_paths_from(l, p) <= share)
            return;
    }
}

bool pp_break_as_thesis(struct pp_limiter *l)
{
    pp_approx share = floorl(l->max_paths / l->scope->num_procs);
    l->size = l->num_candidates;
    for (int sites = 0; sites <= (int)l->piecewise; sites++) {
        l->sites = sites;
        l->share = share;
        for (uint32_t i = 0; i < l->calls->num; i++)
            break_proc(l, l->calls->procs[i], share);
        if (pp_finish_scope(l) <= l->max_paths)
            return true;
    }
    return false;
}
