/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a path's number back to the path (thesis algorithm 3.6.1 with erratum 5). */
#include "number.h"

/* The last live edge out of V whose value is not above WHAT: of several with equal values all but
   the last have no completion.  Values rise along the list. */
static uint32_t choose(const struct pp_graph *g, const struct pp_numbering *n, uint32_t v,
                       uint64_t what)
{
    uint32_t chosen = PP_NONE;
    for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e)) {
        if (pp_at_one(n->rho[e]) > what)
            break;
        chosen = e;
    }
    return chosen;
}

uint32_t pp_decode(const struct pp_graph *g, const struct pp_numbering *n, uint32_t proc,
                   uint64_t number, uint32_t *path, uint32_t cap)
{
    const struct pp_proc *p = &g->procs[proc];
    uint32_t length = 0;
    if (number >= p->num_paths)
        return 0;
    for (uint32_t v = p->entry; v != p->exit; v = g->edges[path[length++]].to) {
        uint32_t e = choose(g, n, v, number);
        if (e == PP_NONE || length == cap)
            return 0;
        path[length] = e;
        number -= pp_at_one(n->rho[e]);
    }
    return length;
}
