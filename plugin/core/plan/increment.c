/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event counting algorithm (Ball 1994; Ball and Larus 1996, section 3.3).

   A vertex v gets a potential phi(v) so that every tree edge u -> v with value val has
   val + phi(u) - phi(v) = 0; that expression is the increment of every edge.  Along a path the
   potentials cancel but for phi(Entry) - phi(Exit), which is 0 because Exit -> Entry is in the tree
   with value 0.  Values are pairs <a, b>, functions of numValidCompsFromExit (thesis 3.6.1: sums
   are kept for each part).  Where a call hands the path over, it must be what it is by definition:
   there the potential is 0 as well. */
#include "core/plan/increment.h"

#include "core/transform/call-order.h"
#include "core/number/loops.h"
#include "core/edge/spanning.h"
#include "core/transform/split.h"

#include <assert.h>
#include <stdlib.h>

struct potentials {
    const struct pp_graph *g;
    const struct pp_numbering *n;
    const bool *on_tree;
    uint32_t first; /* vertex of the procedure */
    /* Indexed by vertex, the procedure's first at 0. */
    struct pp_linear *phi;
    struct pp_num *step; /* of collapsed loops' heads: the first part of that of the step */
    bool *known;
    uint32_t *found; /* vertices whose potential is known, in the order in which it became so */
    uint32_t num_found;
};

static struct pp_linear plus(const struct pp_numbering *n, struct pp_linear f, struct pp_linear g)
{
    pp_num_add(n->numbers, f.a, g.a, &f.a);
    pp_num_add(n->numbers, f.b, g.b, &f.b);
    return f;
}

static struct pp_linear minus(const struct pp_numbering *n, struct pp_linear f, struct pp_linear g)
{
    f.a = pp_num_sub(n->numbers, f.a, g.a);
    f.b = pp_num_sub(n->numbers, f.b, g.b);
    return f;
}

static void set(struct potentials *p, uint32_t v, struct pp_linear phi)
{
    if (p->known[v])
        return;
    p->known[v] = true;
    p->phi[v] = phi;
    p->found[p->num_found++] = v;
}

/* Spreads the potentials along the tree from the vertices found after the first NEXT. */
static void spread(struct potentials *p, uint32_t next)
{
    const struct pp_graph *g = p->g;
    for (; next < p->num_found; next++) {
        uint32_t v = p->found[next], vertex = p->first + v;
        for (uint32_t e = pp_first_out(g, vertex); e != PP_NONE; e = pp_next_out(g, e))
            if (pp_stays(&g->edges[e]) && p->on_tree[e])
                set(p, g->edges[e].to - p->first, plus(p->n, p->phi[v], p->n->rho[e]));
        for (uint32_t e = pp_first_in(g, vertex); e != PP_NONE; e = pp_next_in(g, e))
            if (pp_stays(&g->edges[e]) && p->on_tree[e])
                set(p, g->edges[e].from - p->first, minus(p->n, p->phi[v], p->n->rho[e]));
    }
}

/* Mode kpath: the first part of a value is a loop's own (the digit).  It is 0 at the loop's head,
   and there is none outside.  A collapsed loop's head is in two loops: at the step the second part
   is as at the head. */
static void keep_in_loops(struct potentials *p, uint32_t num)
{
    for (uint32_t v = 0; v < num; v++) {
        uint32_t loop = pp_loop_of_step(p->n, p->first + v);
        if (loop != PP_NONE)
            p->step[v] =
                pp_num_sub(p->n->numbers, p->phi[v].a, p->phi[p->n->loops[loop].head - p->first].a);
    }
    for (uint32_t v = 0; v < num; v++) {
        uint32_t loop = pp_loop_of(p->n, p->first + v);
        if (loop == PP_NONE)
            p->phi[v].a = pp_word(0);
        else if (p->n->loops[loop].head != p->first + v)
            p->phi[v].a =
                pp_num_sub(p->n->numbers, p->phi[v].a, p->phi[p->n->loops[loop].head - p->first].a);
    }
    for (uint32_t v = 0; v < num; v++) {
        uint32_t loop = pp_loop_of(p->n, p->first + v);
        if (loop != PP_NONE && p->n->loops[loop].head == p->first + v)
            p->phi[v].a = pp_word(0);
    }
}

/* The potentials where E begins and ends. */
static struct pp_linear phi_from(const struct potentials *p, const struct pp_edge *e)
{
    struct pp_linear phi = p->phi[e->from - p->first];
    if (pp_leaves_step(p->g, e))
        phi.a = p->step[e->from - p->first];
    return phi;
}

static struct pp_linear phi_to(const struct potentials *p, const struct pp_edge *e)
{
    struct pp_linear phi = p->phi[e->to - p->first];
    if (pp_leads_to_step(p->g, e))
        phi.a = p->step[e->to - p->first];
    return phi;
}

void pp_increments(const struct pp_graph *g, uint32_t proc, const struct pp_numbering *n,
                   const bool *on_tree, struct pp_linear *increments)
{
    assert(proc < g->num_procs);
    const struct pp_proc *proc_p = &g->procs[proc];
    uint32_t num = proc_p->num_vertices;
    struct potentials p = {
        .g = g,
        .n = n,
        .on_tree = on_tree,
        .first = proc_p->first_vertex,
        .phi = pp_xcalloc(num, sizeof *p.phi),
        .step = pp_xcalloc(num, sizeof *p.step),
        .known = pp_xcalloc(num, sizeof *p.known),
        .found = pp_xmalloc(num * sizeof *p.found),
    };
    const struct pp_linear zero = {0};
    set(&p, proc_p->entry - p.first, zero);
    set(&p, proc_p->exit - p.first, zero);
    for (uint32_t v = 0; v < num; v++)
        if (pp_hands_over(g, p.first + v))
            set(&p, v, zero);
    spread(&p, 0);
    for (uint32_t v = 0; v < num; v++) { /* what hangs together with neither */
        uint32_t next = p.num_found;
        set(&p, v, zero);
        spread(&p, next);
    }
    if (n->num_loops)
        keep_in_loops(&p, num);
    for (uint32_t v = 0; v < num; v++)
        for (uint32_t e = g->vertices[p.first + v].first_out; e != PP_NONE;
             e = g->edges[e].next_out)
            if (pp_stays(&g->edges[e]) &&
                (pp_live(g, e) || pp_is_back_edge(g, n, e) || pp_is_again(&g->edges[e])))
                increments[e] = minus(n, plus(n, n->rho[e], phi_from(&p, &g->edges[e])),
                                      phi_to(&p, &g->edges[e]));
    free(p.phi);
    free(p.step);
    free(p.known);
    free(p.found);
}
