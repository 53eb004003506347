/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a scope takes: scale [MOST].  Not a test of the suite.  Generates scopes of 10^3, 10^4
   ... MOST (10^6) vertices: chains of procedures, each with diamonds, a loop and calls of the next
   two, in modes context and piecewise, with and without a limit that forces breaking. */
#include "core/transform/call-order.h"
#include "core/format/notes.h"
#include "core/pipeline/scope.h"
#include "core/transform/transform.h"
#include "core/graph/weights.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum shape { SMALL, LARGE, SHAPES }; /* many small procedures; few large ones */

static const struct {
    const char *name;
    uint32_t diamonds, calls;
} shapes[SHAPES] = {{"many small procedures", 4, 2}, {"few large procedures", 1000, 30}};

static uint32_t add_vertex(struct pp_graph *g, uint32_t p, enum pp_vertex_kind kind)
{
    return pp_add_vertex(g, p, kind, g->num_vertices);
}

static uint32_t add_diamond(struct pp_graph *g, uint32_t p, uint32_t from)
{
    uint32_t left = add_vertex(g, p, PP_BLOCK), right = add_vertex(g, p, PP_BLOCK);
    uint32_t to = add_vertex(g, p, PP_BLOCK);
    pp_add_edge(g, from, left, PP_FLOW, PP_E_TRUE);
    pp_add_edge(g, from, right, PP_FLOW, PP_E_FALSE);
    pp_add_edge(g, left, to, PP_FLOW, 0);
    pp_add_edge(g, right, to, PP_FLOW, 0);
    return to;
}

static void add_proc(struct pp_graph *g, enum shape shape)
{
    char name[32];
    snprintf(name, sizeof name, "p%u", g->num_procs);
    uint32_t p = pp_add_proc(g, name, name), every = shapes[shape].diamonds / shapes[shape].calls;
    g->procs[p].outside = p % 10 == 0;
    g->procs[p].index = p;
    uint32_t head = add_vertex(g, p, PP_BLOCK), v = head;
    pp_add_edge(g, g->procs[p].entry, head, PP_FLOW, 0);
    for (uint32_t i = 0; i < shapes[shape].diamonds; i++) {
        v = add_diamond(g, p, v);
        if (i % every)
            continue;
        uint32_t c = add_vertex(g, p, PP_CALL), r = add_vertex(g, p, PP_RETURN_SITE);
        pp_add_edge(g, v, c, PP_FLOW, 0);
        pp_add_edge(g, c, r, PP_SUMMARY, 0);
        v = r;
    }
    pp_add_edge(g, v, head, PP_FLOW, PP_E_TRUE);
    pp_add_edge(g, v, g->procs[p].exit, PP_FLOW, PP_E_FALSE);
}

static void generate(struct pp_graph *g, enum shape shape, uint32_t vertices)
{
    pp_graph_init(g);
    while (g->num_vertices < vertices)
        add_proc(g, shape);
    uint32_t num = g->num_vertices, calls = 0;
    for (uint32_t c = 0; c < num; c++) {
        uint32_t callee = g->vertices[c].proc + 1 + calls % 2;
        if (g->vertices[c].kind == PP_CALL && callee < g->num_procs && ++calls)
            pp_link_call(g, c, callee);
    }
    for (uint32_t p = 0; p < g->num_procs; p++) {
        pp_mark_backedges(g, p);
        pp_static_weights(g, p);
    }
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void measure(enum shape shape, enum pp_mode mode, uint64_t max, uint32_t vertices)
{
    struct pp_graph g;
    struct pp_numbering n;
    generate(&g, shape, vertices);
    pp_numbering_init(&n);
    struct pp_unit unit = {.params = {.mode = mode, .max_paths = max, .array_limit = 4096},
                           .num_procs = g.num_procs};
    struct pp_plan *plans = pp_xcalloc(g.num_procs, sizeof *plans);
    double begin = seconds();
    pp_scope_pipeline(&g, &unit, &n, plans);
    double used = seconds() - begin;
    uint32_t broken = 0;
    for (uint32_t e = 0; e < g.num_edges; e++)
        broken += !!(g.edges[e].flags & (PP_E_BROKEN | PP_E_UNBALANCED));
    printf("%-22s %-9s max %-20" PRIu64 " %8u vertices %6u procedures %7.3f s %6.2f us/vertex; "
           "%u edges broken, %" PRIu64 " paths\n",
           shapes[shape].name, pp_mode_name(mode), max, g.num_vertices, g.num_procs, used,
           used * 1e6 / g.num_vertices, broken, unit.num_paths);
    fflush(stdout);
    for (uint32_t p = 0; p < g.num_procs; p++)
        pp_plan_free(&plans[p]);
    free(plans);
    pp_graph_free(&g);
    pp_numbering_free(&n);
}

int main(int argc, char **argv)
{
    uint32_t most = argc > 1 ? (uint32_t)atoi(argv[1]) : 1000000;
    for (enum shape shape = SMALL; shape < SHAPES; shape++)
        for (enum pp_mode mode = PP_MODE_CONTEXT; mode <= PP_MODE_PIECEWISE; mode++)
            for (uint32_t vertices = 1000; vertices <= most; vertices *= 10) {
                measure(shape, mode, UINT64_MAX, vertices);
                measure(shape, mode, 16ull * vertices, vertices);
            }
    return 0;
}
