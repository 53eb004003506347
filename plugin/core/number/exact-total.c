/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbering's first pass (equations (1), (19), (20), (22) of the thesis) with GMP instead of
   64-bit words: for functions with more paths than a word has values. */
#include "core/number/exact-total.h"

#include <gmp.h>
#include <stdlib.h>

#include "core/transform/collapse.h"
#include "core/transform/split.h"

/* psi of a vertex: lambda x. a*x + b. */
struct big_linear {
    mpz_t a, b;
};

struct totals {
    const struct pp_graph *g;
    const struct pp_numbering *n;
    uint32_t first, num; /* vertices of the procedure */
    /* Indexed by vertex, the procedure's first at 0; behind them, by the heads of collapsed loops,
       those of the steps. */
    struct big_linear *psi;
    /* How many times a label is still needed: it is freed then, for there may be a hundred thousand
       labels of a hundred thousand bits. */
    uint32_t *needed;
    mpz_t product;
};

static void set_word(mpz_t z, uint64_t word)
{
    mpz_import(z, 1, -1, sizeof word, 0, 0, &word);
}

/* The label that edge E needs, as an index into t->psi, PP_NONE if E has no part in the sum. */
static uint32_t needs(const struct totals *t, const struct pp_edge *e)
{
    if (e->kind == PP_RETURN)
        return PP_NONE;
    if (pp_leads_to_step(t->g, e))
        return t->num + e->to - t->first;
    uint32_t v = e->kind == PP_CALL_EDGE ? pp_return_site(t->g, e->from) : e->to;
    return v == PP_NONE ? v : v - t->first;
}

/* SUM += psi_Entry_Q o PSI_R, where Q is the procedure of CALLEE. */
static void add_composed(struct totals *t, struct big_linear *sum, const struct big_linear *psi_r,
                         uint32_t callee)
{
    struct pp_linear f = t->n->psi[callee];
    mpz_t word;
    mpz_init(word);
    set_word(word, f.a.low);
    mpz_mul(t->product, word, psi_r->a);
    mpz_add(sum->a, sum->a, t->product);
    mpz_mul(t->product, word, psi_r->b);
    mpz_add(sum->b, sum->b, t->product);
    set_word(word, f.b.low);
    mpz_add(sum->b, sum->b, word);
    mpz_clear(word);
}

static void add_edge(struct totals *t, struct big_linear *sum, const struct pp_edge *e)
{
    uint32_t label = needs(t, e);
    if (label == PP_NONE)
        return;
    struct big_linear *psi = &t->psi[label];
    if (e->kind == PP_CALL_EDGE) {
        add_composed(t, sum, psi, e->to);
    } else {
        unsigned long ways = pp_is_split(t->g, e->to) ? 2 : 1;
        mpz_addmul_ui(sum->a, psi->a, ways);
        mpz_addmul_ui(sum->b, psi->b, ways);
    }
    if (--t->needed[label] == 0) {
        mpz_clear(psi->a);
        mpz_clear(psi->b);
    }
}

char *pp_exact_total(const struct pp_graph *g, uint32_t proc, const struct pp_order *order,
                     const struct pp_numbering *n)
{
    const struct pp_proc *p = &g->procs[proc];
    struct totals t = {
        .g = g,
        .n = n,
        .first = p->first_vertex,
        .num = p->num_vertices,
        .psi = pp_xmalloc(2 * (size_t)p->num_vertices * sizeof *t.psi),
        .needed = pp_xcalloc(2 * (size_t)p->num_vertices, sizeof *t.needed),
    };
    mpz_init(t.product);
    for (uint32_t i = 0; i < order->num_reached; i++)
        for (uint32_t e = pp_first_out(g, order->postorder[i]); e != PP_NONE; e = pp_next_out(g, e))
            if (needs(&t, &g->edges[e]) != PP_NONE)
                t.needed[needs(&t, &g->edges[e])]++;
    for (uint32_t i = 0; i < order->num_reached; i++) {
        uint32_t v = order->postorder[i];
        struct big_linear *psi = &t.psi[v - t.first], *step = psi + t.num;
        mpz_init(psi->a);
        mpz_init(psi->b);
        if (pp_is_collapsed(g, v)) {
            mpz_init(step->a);
            mpz_init(step->b);
        }
        if (v == p->exit)
            mpz_set_ui(psi->b, 1);
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            add_edge(&t, pp_leaves_step(g, &g->edges[e]) ? step : psi, &g->edges[e]);
        if (pp_is_collapsed(g, v) && !t.needed[v - t.first + t.num]) { /* nothing leads there */
            mpz_clear(step->a);
            mpz_clear(step->b);
        }
    }
    struct big_linear *entry = &t.psi[p->entry - t.first];
    mpz_add(entry->b, entry->b, entry->a);
    size_t size = mpz_sizeinbase(entry->b, 10) + 2;
    char *text = mpz_get_str(pp_xmalloc(size), 10, entry->b);
    mpz_clear(entry->a);
    mpz_clear(entry->b);
    /* Every other label has been freed: whatever is reached is needed by what it was reached from.
     */
    mpz_clear(t.product);
    free(t.psi);
    free(t.needed);
    return text;
}
