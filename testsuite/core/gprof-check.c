/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gprof's arithmetic: gprof-check [GRAPHS [SEED]].

   Graphs made by hand, number for number; and random ones, whose times must be those that Gaussian
   elimination over rational numbers finds from the equations as they are written down, without any
   order of the functions and with strong connection by its definition. */
#include "random-base.h"

#include "core/profile/gprof.h"
#include "core/graph/graph.h"

#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 12 /* functions of a random graph */

enum property { G_HAND, G_CLASSES, G_CALLS, G_TIMES, G_ARCS, G_KEPT, G_LISTS, PROPERTIES };

const char *const property_names[] = {
    "graphs made by hand, number for number",
    "cycles are the strongly connected functions",
    "calls from others, by itself, of a cycle and inside it",
    "times solve the equations, found by Gaussian elimination",
    "arcs hand on their part of the callee's time",
    "no time is lost but for calls from outside",
    "arcs by caller and by callee",
};

const unsigned num_properties = PROPERTIES;

/* ---- Graphs made by hand.  Functions are letters, cycles digits.  Given: "a=10" self time, "a!1"
   calls from outside, "a>b*20" calls.  Expected: "aT30" time with children, "aC5+3" calls from
   others and by itself (of a cycle: inside it), "a1" is in cycle 1, "a-" in none, "a>b=1.5+2.5"
   what a is charged with. */

static const struct example {
    const char *what, *given, *expected;
} examples[] = {
    {"a chain", "m!1 a=10 b=20 m>a*2 a>b*5",
     "mT30 mC1+0 aT30 aC2+0 bT20 bC5+0 m>a=10+20 a>b=20+0 a-"},
    /* b's 40 are divided 1 to 3 however long its calls took. */
    {"two callers", "m!1 a=10 b=40 c=2 m>a*1 m>c*1 a>b*1 c>b*3",
     "mT52 aT20 cT32 a>b=10+0 c>b=30+0 m>a=10+10 m>c=2+30"},
    {"a function that calls itself", "m!1 f=8 g=4 m>f*2 f>f*100 f>g*50",
     "mT12 fT12 fC2+100 gC50+0 f-  m>f=8+4 f>g=4+0"},
    /* The cycle is entered 4 times, 3 of them from m.  Its 30 own and 10 of its child go to m and n
       3 to 1, though n calls b and m calls a. */
    {"a cycle", "m!1 n!1 a=10 b=20 l=12 m>a*3 n>b*1 a>b*7 b>a*6 a>l*4 b>l*1 n>l*1",
     "a1 b1 l- m- 1C4+13 1T40 aC9+0 bC8+0 lC6+0 aT18 bT22 m>a=22.5+7.5 n>b=7.5+2.5 n>l=2+0 "
     "a>l=8+0 b>l=2+0 a>b=0+0 mT30 nT12"},
    /* One below the other; the members of the upper also call themselves. */
    {"two cycles", "m!1 a=1 b=2 c=4 d=8 m>a*1 a>b*5 b>a*5 a>a*9 b>c*2 a>d*1 c>d*3 d>c*3 d>d*2",
     "a1 b1 c2 d2 1C1+10 1T15 2C3+6 2T12 aC6+9 bC5+0 cC5+0 dC4+2 aT5 bT10 a>d=4+0 b>c=8+0 "
     "m>a=3+12 mT15"},
    {"a cycle of three, entered from outside and from m",
     "m!1 b!1 a=6 b=6 c=6 m>a*1 a>b*1 b>c*1 c>a*1", "a1 b1 c1 1C2+3 1T18 m>a=9+0 mT9"},
    {"called from outside too", "m!1 f=9 f!2 m>f*1", "fC3+0 m>f=3+0 mT3"},
    /* Nobody is known to have called b: its time stays there. */
    {"samples without calls", "a=5 b=7 a!1 b>a*0", "bC0+0 bT7 aT5 aC1+0"},
    {"a cycle that nobody enters", "a=1 b=2 c=3 a>b*2 b>a*2 b>c*1", "1C0+4 1T6 aT1 bT5"},
    {"several call sites", "m!1 f=6 g=6 m>f*1 m>g*1 m>f*1 g>f*1", "fC3+0 m>f=4+0 g>f=2+0 mT12"},
};

/* The functions of letters as they come in TEXT: their numbers. */
static uint32_t number_of(char letter)
{
    return (uint32_t)(letter - 'a');
}

static void read_given(const char *text, struct pp_gprof *gprof)
{
    struct pp_gprof_function *functions = pp_xcalloc(26, sizeof *functions);
    struct pp_gprof_arc *arcs = pp_xcalloc(strlen(text), sizeof *arcs);
    uint32_t num = 0;
    char from, to;
    uint64_t count;
    double self;
    for (int used; *text; text += used) {
        if (sscanf(text, " %c>%c*%" SCNu64 " %n", &from, &to, &count, &used) == 3)
            arcs[num++] = (struct pp_gprof_arc){number_of(from), number_of(to), count, 1, 1};
        else if (sscanf(text, " %c!%" SCNu64 " %n", &from, &count, &used) == 2)
            functions[number_of(from)].spontaneous = count;
        else if (sscanf(text, " %c=%lf %n", &from, &self, &used) == 2)
            functions[number_of(from)].self = self;
        else
            abort();
    }
    pp_gprof_make(gprof, functions, 26, arcs, num);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1 + fabs(a) + fabs(b));
}

static const struct pp_gprof_arc *arc_of(const struct pp_gprof *gprof, uint32_t from, uint32_t to)
{
    for (uint32_t a = gprof->first_child[from]; a < gprof->first_child[from + 1]; a++)
        if (gprof->arcs[a].callee == to)
            return &gprof->arcs[a];
    return NULL;
}

/* Whether the expectation at TEXT is met; sets *USED to its length. */
static bool is_met(const struct pp_gprof *gprof, const char *text, int *used)
{
    char name, other;
    uint64_t calls, inner;
    double self, children;
    if (sscanf(text, " %c>%c=%lf+%lf %n", &name, &other, &self, &children, used) == 4) {
        const struct pp_gprof_arc *arc = arc_of(gprof, number_of(name), number_of(other));
        return arc && near(arc->self, self) && near(arc->children, children);
    }
    if (sscanf(text, " %c", &name) == 1 && name >= '1' && name <= '9') {
        const struct pp_gprof_cycle *it = &gprof->cycles[name - '1'];
        bool there = (uint32_t)(name - '1') < gprof->num_cycles;
        if (sscanf(text, " %cC%" SCNu64 "+%" SCNu64 " %n", &name, &calls, &inner, used) == 3)
            return there && it->calls == calls && it->inner == inner;
        if (sscanf(text, " %cT%lf %n", &name, &self, used) == 2)
            return there && near(it->self + it->children, self);
        abort();
    }
    const struct pp_gprof_function *it = &gprof->functions[number_of(name)];
    if (sscanf(text, " %cC%" SCNu64 "+%" SCNu64 " %n", &name, &calls, &inner, used) == 3)
        return it->calls == calls && it->self_calls == inner;
    if (sscanf(text, " %cT%lf %n", &name, &self, used) == 2)
        return near(it->self + it->children, self);
    if (sscanf(text, " %c%c %n", &name, &other, used) == 2)
        return other == '-' ? it->cycle == PP_NONE : it->cycle == (uint32_t)(other - '1');
    abort();
}

static void check_examples(void)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        struct pp_gprof gprof;
        int used = 0;
        read_given(examples[i].given, &gprof);
        for (const char *text = examples[i].expected; *text; text += used)
            check(G_HAND, is_met(&gprof, text, &used), "%s: not so: %s", examples[i].what, text);
        pp_gprof_free(&gprof);
    }
}

/* ---- Random graphs. */

struct graph {
    uint32_t n;
    uint64_t count[MOST][MOST], spontaneous[MOST];
    uint32_t self[MOST];
    bool reaches[MOST][MOST]; /* by a way of any length, also none */
};

static void make_random(struct graph *g)
{
    uint32_t dense = 1 + below(below(2) ? 60 : 25);
    bool acyclic = chance(40);
    memset(g, 0, sizeof *g);
    g->n = 1 + below(MOST);
    for (uint32_t i = 0; i < g->n; i++) {
        g->self[i] = chance(30) ? 0 : below(1000);
        g->spontaneous[i] = i == 0 ? 1 : chance(15) ? 1 + below(10) : 0;
        g->reaches[i][i] = true;
        for (uint32_t j = 0; j < g->n; j++)
            if (chance(dense) && !(acyclic && j < i))
                g->count[i][j] = 1 + below(chance(20) ? 1000000 : 20);
    }
    for (uint32_t k = 0; k < g->n; k++)
        for (uint32_t i = 0; i < g->n; i++)
            for (uint32_t j = 0; j < g->n; j++)
                g->reaches[i][j] |= g->count[i][j] || (g->reaches[i][k] && g->reaches[k][j]);
}

/* Are I and J one function, or in one cycle? */
static bool together(const struct graph *g, uint32_t i, uint32_t j)
{
    return g->reaches[i][j] && g->reaches[j][i];
}

/* How often J was called, or the cycle that it is in, by what is not together with it. */
static uint64_t calls_of(const struct graph *g, uint32_t j)
{
    uint64_t calls = 0;
    for (uint32_t k = 0; k < g->n; k++) {
        if (!together(g, j, k))
            continue;
        calls += g->spontaneous[k];
        for (uint32_t i = 0; i < g->n; i++)
            calls += together(g, i, j) ? 0 : g->count[i][k];
    }
    return calls;
}

static void set_arcs(const struct graph *g, struct pp_gprof *gprof)
{
    struct pp_gprof_function *functions = pp_xcalloc(g->n, sizeof *functions);
    struct pp_gprof_arc *arcs = pp_xcalloc(2 * MOST * MOST, sizeof *arcs);
    uint32_t num = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        functions[i].self = g->self[i];
        functions[i].spontaneous = g->spontaneous[i];
        for (uint32_t j = g->n; j-- > 0;) {
            uint64_t first = g->count[i][j] ? below((uint32_t)g->count[i][j]) : 0;
            arcs[num++] = (struct pp_gprof_arc){i, j, first, 7, 7};
            arcs[num++] = (struct pp_gprof_arc){i, j, g->count[i][j] - first, 7, 7};
        }
    }
    pp_gprof_make(gprof, functions, g->n, arcs, num);
}

/* The equations: one for each function I, of the time T_I of it or of its cycle,
       T_I - sum over arcs k -> j, k together with I and j not, of T_j * C_k^j / C_j = sum of S_k,
   as the rows of a matrix, whose last column is the right side. */
static void make_equations(const struct graph *g, mpq_t m[MOST][MOST + 1])
{
    mpq_t part;
    mpq_init(part);
    for (uint32_t i = 0; i < g->n; i++) {
        mpq_set_ui(m[i][i], 1, 1);
        for (uint32_t k = 0; k < g->n; k++) {
            if (!together(g, i, k))
                continue;
            mpq_set_ui(part, g->self[k], 1);
            mpq_add(m[i][g->n], m[i][g->n], part);
            for (uint32_t j = 0; j < g->n; j++) {
                if (together(g, i, j) || !g->count[k][j])
                    continue;
                mpq_set_ui(part, g->count[k][j], calls_of(g, j));
                mpq_canonicalize(part);
                mpq_sub(m[i][j], m[i][j], part);
            }
        }
    }
    mpq_clear(part);
}

/* Leaves the solution in the last column.  Returns false if there is none or more than one. */
static bool eliminate(uint32_t n, mpq_t m[MOST][MOST + 1])
{
    bool regular = true;
    mpq_t factor, product;
    mpq_inits(factor, product, NULL);
    for (uint32_t k = 0; k < n && regular; k++) {
        uint32_t row = k;
        while (row < n && mpq_sgn(m[row][k]) == 0)
            row++;
        regular = row < n;
        for (uint32_t j = 0; regular && j <= n; j++)
            mpq_swap(m[row][j], m[k][j]);
        for (uint32_t i = 0; i < n && regular; i++) {
            if (i == k || mpq_sgn(m[i][k]) == 0)
                continue;
            mpq_div(factor, m[i][k], m[k][k]);
            for (uint32_t j = k; j <= n; j++) {
                mpq_mul(product, factor, m[k][j]);
                mpq_sub(m[i][j], m[i][j], product);
            }
        }
    }
    for (uint32_t k = 0; k < n && regular; k++)
        mpq_div(m[k][n], m[k][n], m[k][k]);
    mpq_clears(factor, product, NULL);
    return regular;
}

static double time_of(const struct pp_gprof *gprof, uint32_t i)
{
    const struct pp_gprof_function *it = &gprof->functions[i];
    if (it->cycle == PP_NONE)
        return it->self + it->children;
    return gprof->cycles[it->cycle].self + gprof->cycles[it->cycle].children;
}

static void check_times(const struct graph *g, const struct pp_gprof *gprof)
{
    mpq_t m[MOST][MOST + 1];
    for (uint32_t i = 0; i < MOST; i++)
        for (uint32_t j = 0; j <= MOST; j++)
            mpq_init(m[i][j]);
    make_equations(g, m);
    if (check(G_TIMES, eliminate(g->n, m), "no solution")) {
        double kept = 0;
        for (uint32_t i = 0; i < g->n; i++) {
            double exact = mpq_get_d(m[i][g->n]);
            check(G_TIMES, near(time_of(gprof, i), exact), "%u of %u: %.12g instead of %.12g", i,
                  g->n, time_of(gprof, i), exact);
            bool first = true;
            for (uint32_t j = 0; j < i; j++)
                first &= !together(g, i, j);
            if (first && calls_of(g, i) == 0)
                kept += exact;
            else if (calls_of(g, i))
                kept += exact * (double)g->spontaneous[i] / (double)calls_of(g, i);
        }
        check(G_KEPT, near(kept, gprof->total), "%.12g of %.12g", kept, gprof->total);
        for (uint32_t a = 0; a < gprof->num_arcs; a++) {
            const struct pp_gprof_arc *arc = &gprof->arcs[a];
            uint32_t i = arc->caller, j = arc->callee;
            double exact = together(g, i, j) ? 0
                                             : mpq_get_d(m[j][g->n]) * (double)g->count[i][j] /
                                                   (double)calls_of(g, j);
            check(G_ARCS, near(arc->self + arc->children, exact), "%u > %u: %.12g instead of %.12g",
                  i, j, arc->self + arc->children, exact);
        }
    }
    for (uint32_t i = 0; i < MOST; i++)
        for (uint32_t j = 0; j <= MOST; j++)
            mpq_clear(m[i][j]);
}

static void check_calls(const struct graph *g, const struct pp_gprof *gprof)
{
    for (uint32_t i = 0; i < g->n; i++) {
        uint64_t calls = g->spontaneous[i], inner = 0;
        for (uint32_t j = 0; j < g->n; j++) {
            calls += i == j ? 0 : g->count[j][i];
            const struct pp_gprof_function *x = &gprof->functions[i], *y = &gprof->functions[j];
            bool same = i == j || (x->cycle != PP_NONE && x->cycle == y->cycle);
            check(G_CLASSES, same == together(g, i, j), "%u and %u", i, j);
            for (uint32_t k = 0; k < g->n; k++)
                if (j != k && together(g, i, j) && together(g, i, k))
                    inner += g->count[j][k];
        }
        const struct pp_gprof_function *it = &gprof->functions[i];
        check(G_CALLS, it->calls == calls && it->self_calls == g->count[i][i], "%u", i);
        check(G_CALLS, pp_gprof_calls(gprof, i) == calls_of(g, i), "the cycle of %u", i);
        if (it->cycle != PP_NONE)
            check(G_CALLS, gprof->cycles[it->cycle].inner == inner, "inside the cycle of %u", i);
    }
}

static void check_lists(const struct graph *g, const struct pp_gprof *gprof)
{
    uint32_t num = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        for (uint32_t j = 0; j < g->n; j++) {
            const struct pp_gprof_arc *arc = arc_of(gprof, i, j), *into = NULL;
            for (uint32_t k = gprof->first_parent[j]; k < gprof->first_parent[j + 1]; k++)
                if (gprof->arcs[gprof->parents[k]].caller == i)
                    into = &gprof->arcs[gprof->parents[k]];
            check(G_LISTS, (arc ? arc->count : 0) == g->count[i][j] && into == arc, "%u > %u", i,
                  j);
            num += arc != NULL;
        }
    }
    check(G_LISTS, num == gprof->num_arcs, "%u arcs of %u", num, gprof->num_arcs);
}

int main(int argc, char **argv)
{
    unsigned graphs = argc > 1 ? (unsigned)atoi(argv[1]) : 2000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    check_examples();
    for (unsigned i = 0; i < graphs; i++) {
        struct graph g;
        struct pp_gprof gprof;
        seed_graph(seed, i);
        make_random(&g);
        set_arcs(&g, &gprof);
        check_calls(&g, &gprof);
        check_lists(&g, &gprof);
        check_times(&g, &gprof);
        pp_gprof_free(&gprof);
    }
    return report_properties() ? 0 : 1;
}
