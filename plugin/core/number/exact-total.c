/* SPDX-License-Identifier: GPL-3.0-or-later */
/* psi with GMP's numbers: for functions with more paths than a word has values. */
#include "core/number/exact-total.h"

#include <assert.h>
#include <gmp.h>
#include <stdlib.h>

#include "core/number/psi.h"

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
};

static void set_word(mpz_t z, uint64_t word)
{
    mpz_import(z, 1, -1, sizeof word, 0, 0, &word);
}

static struct big_linear *label(struct totals *t, uint32_t v, bool step)
{
    return &t->psi[v - t->first + (step ? t->num : 0)];
}

static void free_label(struct big_linear *psi)
{
    mpz_clear(psi->a);
    mpz_clear(psi->b);
}

/* ---- How often labels are needed (psi.h): nothing is added. */

static bool need_nothing(void *in, void *sum)
{
    (void)in, (void)sum;
    return true;
}

static bool need_psi(void *in, void *sum, uint32_t v, bool step, unsigned times)
{
    struct totals *t = in;
    (void)sum, (void)times;
    t->needed[label(t, v, step) - t->psi]++;
    return true;
}

static bool need_call(void *in, void *sum, uint32_t entry, uint32_t r)
{
    (void)entry;
    return r == PP_NONE || need_psi(in, sum, r, false, 1);
}

static const struct pp_arithmetic needs = {need_nothing, need_psi, need_call};

/* ---- Arithmetic of numbers of any size. */

static void use_up(struct totals *t, struct big_linear *psi)
{
    if (--t->needed[psi - t->psi] == 0)
        free_label(psi);
}

static bool add_one(void *in, void *sum_so_far)
{
    struct big_linear *sum = sum_so_far;
    (void)in;
    mpz_add_ui(sum->b, sum->b, 1);
    return true;
}

static bool add_psi(void *in, void *sum_so_far, uint32_t v, bool step, unsigned times)
{
    struct big_linear *sum = sum_so_far, *psi = label(in, v, step);
    mpz_addmul_ui(sum->a, psi->a, times);
    mpz_addmul_ui(sum->b, psi->b, times);
    use_up(in, psi);
    return true;
}

/* The labels of callees are known, and of words. */
static bool add_call(void *in, void *sum_so_far, uint32_t entry, uint32_t r)
{
    struct totals *t = in;
    struct big_linear *sum = sum_so_far, *psi = r == PP_NONE ? NULL : label(t, r, false);
    struct pp_linear f = t->n->psi[entry];
    mpz_t a, b;
    mpz_init(a);
    mpz_init(b);
    set_word(a, f.a.low);
    set_word(b, f.b.low);
    mpz_add(sum->b, sum->b, b);
    if (psi) {
        mpz_addmul(sum->a, a, psi->a);
        mpz_addmul(sum->b, a, psi->b);
        use_up(t, psi);
    } else {
        mpz_add(sum->b, sum->b, a);
    }
    mpz_clear(a);
    mpz_clear(b);
    return true;
}

static const struct pp_arithmetic any_size = {add_one, add_psi, add_call};

/* psi of V, given those of the vertices behind it. */
static void total_from(struct totals *t, uint32_t v)
{
    const struct pp_graph *g = t->g;
    struct big_linear *psi = label(t, v, false), *step = label(t, v, true);
    bool collapsed = pp_is_collapsed(g, v);
    mpz_init(psi->a);
    mpz_init(psi->b);
    if (collapsed) {
        mpz_init(step->a);
        mpz_init(step->b);
    }
    if (g->vertices[v].kind == PP_EXIT)
        mpz_set_ui(psi->b, 1);
    for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
        pp_add_edge_psi(&any_size, t, g, e, pp_leaves_step(g, &g->edges[e]) ? step : psi);
    if (g->vertices[v].kind != PP_ENTRY && !t->needed[psi - t->psi])
        free_label(psi);
    if (collapsed && !t->needed[step - t->psi])
        free_label(step);
}

char *pp_exact_total(const struct pp_graph *g, uint32_t proc, const struct pp_order *order,
                     const struct pp_numbering *n)
{
    assert(!order->num_retreating);
    const struct pp_proc *p = &g->procs[proc];
    struct totals t = {
        .g = g,
        .n = n,
        .first = p->first_vertex,
        .num = p->num_vertices,
        .psi = pp_xmalloc(2 * (size_t)p->num_vertices * sizeof *t.psi),
        .needed = pp_xcalloc(2 * (size_t)p->num_vertices, sizeof *t.needed),
    };
    for (uint32_t i = 0; i < order->num_reached; i++)
        for (uint32_t e = pp_first_out(g, order->postorder[i]); e != PP_NONE; e = pp_next_out(g, e))
            pp_add_edge_psi(&needs, &t, g, e, NULL);
    for (uint32_t i = 0; i < order->num_reached; i++)
        total_from(&t, order->postorder[i]);
    struct big_linear *entry = &t.psi[p->entry - t.first];
    mpz_add(entry->b, entry->b, entry->a);
    size_t size = mpz_sizeinbase(entry->b, 10) + 2;
    char *text = mpz_get_str(pp_xmalloc(size), 10, entry->b);
    free_label(entry); /* every other has been freed */
    free(t.psi);
    free(t.needed);
    return text;
}
