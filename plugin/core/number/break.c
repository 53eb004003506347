/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breaking edges where a procedure has too many paths (thesis 2.1, end), coldest first, so that hot
   paths stay long, and few of them.  It is a scope of one (limit.h), whose paths are counted as
   those of a scope are; which edges are taken is pp_fit_alone:

   1. By bisection, the smallest set of coldest edges whose breaking is enough: nothing hotter is
      ever broken.
   2. Of that set, only what is needed: as in the thesis's section 3.5.4 (erratum 19), a vertex with
      more than so many paths has edges broken, and of such limits that will do the cheapest is
      taken.
   3. What can be mended after that is, hottest first.

   A procedure in a scope (pp_fit_procs) takes the same steps, but with other sets in the first:
   there edges are broken only where that leaves fewer paths, here the whole set is, as its size is
   what bounds how hot a broken edge may be; and there more sets are tried. */
#include "core/number/break.h"

#include "core/graph/dfs.h"
#include "core/number/exact-total.h"
#include "core/number/limit.h"
#include "core/number/loops.h"
#include "core/transform/call-order.h"
#include "core/transform/transform.h"

#include <stdlib.h>

/* Chooses the edges to break and cuts them.  Returns false if no choice is enough. */
static bool break_coldest(struct pp_graph *g, uint32_t proc, const struct pp_params *params)
{
    const struct pp_scope scope = {proc, 1};
    const struct pp_call_order order = {&proc, 1};
    struct pp_limiter l = {
        .g = g,
        .scope = &scope,
        .calls = &order,
        .alone = true,
        .over = true,
        .bits = 64,
        .max_paths = (pp_approx)params->max_paths,
        .many = ldexpl(1, 64),
    };
    pp_limiter_begin(&l);
    pp_find_candidates(&l, false);
    bool good = pp_fit_alone(&l);
    if (good)
        pp_mark_broken(&l);
    pp_limiter_end(&l);
    if (good)
        pp_cut_broken(g, proc);
    return good;
}

/* Breaks what has to be broken of PROC, which has too many paths.  Returns NULL, or why it cannot be
   done. */
static const char *limit_paths(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                               const struct pp_numbering *n)
{
    const char *why = NULL;
    struct pp_order order;
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    if (order.num_retreating) {
        why = "its graph has a cycle that no cut breaks";
    } else {
        char *total = pp_exact_total(g, proc, &order, n);
        uint32_t text = pp_string(g, total);
        g->procs[proc].exact_paths = text;
        free(total);
        if (!break_coldest(g, proc, params))
            why = "it has more paths than the limit even with every edge broken; raise the limit";
    }
    pp_order_free(&order);
    return why;
}

/* Numbers PROC as it is.  Are its paths at most MOST? */
static bool number_at_most(const struct pp_graph *g, uint32_t proc, uint64_t most,
                           struct pp_numbering *n)
{
    return pp_number_proc(g, proc, n) && pp_at_one(n->psi[g->procs[proc].entry]) <= most;
}

/* 8 MB. */
#define LARGEST_ARRAY ((uint64_t)1 << 20)

/* A count in an array is one instruction, in a table a dozen; but who collects looks at all of an array.
   That is worth it if an earlier run has counted as often as there are paths. */
static bool is_worth_array(const struct pp_proc *p, const struct pp_params *params)
{
    uint64_t limit = params->array_limit;
    if (limit && p->records_run >= p->num_paths && limit < LARGEST_ARRAY)
        limit = LARGEST_ARRAY;
    return p->num_paths <= limit;
}

bool pp_number_within(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                      struct pp_numbering *n)
{
    assert(params->max_paths >= 1 && n->numbers->words == 1);
    bool few = number_at_most(g, proc, params->max_paths, n);
    const char *why = few ? NULL : limit_paths(g, proc, params, n);
    if (why)
        return pp_refuse(g, proc, why);
    bool iterates = pp_mode_row(params->mode)->iterates;
    if (iterates)
        pp_choose_iterations(g, proc, params, n);
    if ((!few || iterates) && !pp_number_proc(g, proc, n))
        return pp_refuse(g, proc, "its paths do not fit in 64 bits");
    struct pp_proc *p = &g->procs[proc];
    p->num_paths = pp_at_one(n->psi[p->entry]);
    p->storage = is_worth_array(p, params) ? PP_STORE_ARRAY : PP_STORE_TABLE;
    return true;
}
