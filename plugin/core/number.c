/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbering engine: one for all modes.  Equations (19), (20) and (22) of the thesis give psi,
   (23) and (24) rho; with a = 0 they are Ball and Larus's equations (1) and (2). */
#include "number.h"

#include "order.h"

#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 wide;

void pp_numbering_init(struct pp_numbering *n)
{
    memset(n, 0, sizeof *n);
}

void pp_numbering_free(struct pp_numbering *n)
{
    free(n->psi);
    free(n->rho);
    memset(n, 0, sizeof *n);
}

/* Makes room for every vertex and edge of G.  It grows as G's own arrays do, so that numbering
   procedure after procedure stays linear. */
static void reserve(const struct pp_graph *g, struct pp_numbering *n)
{
    if (n->num_vertices < g->num_vertices) {
        uint32_t old = n->num_vertices;
        n->psi = pp_xrealloc(n->psi, g->cap_vertices * sizeof *n->psi);
        n->num_vertices = g->cap_vertices;
        memset(n->psi + old, 0, (n->num_vertices - old) * sizeof *n->psi);
    }
    if (n->num_edges < g->num_edges) {
        uint32_t old = n->num_edges;
        n->rho = pp_xrealloc(n->rho, g->cap_edges * sizeof *n->rho);
        n->num_edges = g->cap_edges;
        memset(n->rho + old, 0, (n->num_edges - old) * sizeof *n->rho);
    }
}

/* Each of these returns whether the result fits; it is reduced modulo 2^64 in any case. */
static bool narrow(wide a, wide b, struct pp_linear *f)
{
    f->a = (uint64_t)a;
    f->b = (uint64_t)b;
    return !(a >> 64) && !(b >> 64);
}

static bool sum(struct pp_linear f, struct pp_linear g, struct pp_linear *result)
{
    return narrow((wide)f.a + g.a, (wide)f.b + g.b, result);
}

/* lambda x. f (g (x)) */
static bool compose(struct pp_linear f, struct pp_linear g, struct pp_linear *result)
{
    return narrow((wide)f.a * g.a, (wide)f.a * g.b + f.b, result);
}

/* What edge E contributes to the psi of its source (0 if it is not counted there). */
static bool contribution(const struct pp_graph *g, const struct pp_numbering *n,
                         const struct pp_edge *e, struct pp_linear *result)
{
    uint32_t r;
    *result = (struct pp_linear){0, 0};
    switch (e->kind) {
    case PP_RETURN:
        return true;
    case PP_CALL_EDGE:
        r = pp_return_site(g, e->from);
        return r == PP_NONE || compose(n->psi[e->to], n->psi[r], result);
    default:
        *result = n->psi[e->to];
        return true;
    }
}

bool pp_number_proc(const struct pp_graph *g, uint32_t proc, struct pp_numbering *n)
{
    const struct pp_proc *p = &g->procs[proc];
    /* Intraprocedural: one completion from Exit_P, whatever the context. */
    const struct pp_linear exit = {0, 1};
    struct pp_order order;
    reserve(g, n);
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    bool fits = !order.num_retreating;
    for (uint32_t i = 0; fits && i < order.num_vertices; i++) {
        uint32_t v = order.postorder[i];
        struct pp_linear psi = v == p->exit ? exit : (struct pp_linear){0, 0};
        bool good = true;
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e)) {
            struct pp_linear more;
            n->rho[e] = psi;
            good &= contribution(g, n, &g->edges[e], &more);
            good &= sum(psi, more, &psi);
        }
        n->psi[v] = psi;
        good &= psi.a + psi.b >= psi.a; /* psi_v(1) */
        /* What cannot be reached has no path whose number could be wrong. */
        fits = good || i >= order.num_reached;
    }
    pp_order_free(&order);
    return fits;
}

bool pp_refuse(struct pp_graph *g, uint32_t proc, const char *why)
{
    uint32_t text = pp_string(g, why);
    g->procs[proc].why = text;
    g->procs[proc].storage = PP_STORE_NONE;
    g->procs[proc].num_paths = 0;
    return false;
}
