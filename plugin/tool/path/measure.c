/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/path/measure.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/number/loops.h"
#include "core/number/path.h"
#include "core/profile/hot.h"
#include "core/transform/natural-loops.h"
#include "core/transform/split.h"
#include "tool/path/route.h"
#include "tool/path/walk.h"

const int pp_curve_percents[PP_CURVE_POINTS] = {10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 100};

/* More digits than any compiler writes: a forged number is not worth the time to convert it. */
#define MOST_DIGITS 1000000

static enum pp_mode mode_of(const struct pp_profile *profile, uint32_t p)
{
    return profile->notes->units[profile->notes->graph.procs[p].unit].params.mode;
}

/* NUM or, if there is one, the decimal number EXACT. */
static void set_exact(mpz_t paths, const char *exact, uint64_t num)
{
    size_t digits = strspn(exact, "0123456789");
    if (digits > 0 && exact[digits] == '\0' && digits <= MOST_DIGITS)
        mpz_set_str(paths, exact, 10);
    else
        mpz_import(paths, 1, 1, sizeof num, 0, 0, &num);
}

/* The number of potential paths of PROC before any edge was broken. */
static void potential_paths(mpz_t paths, const struct pp_graph *g, const struct pp_proc *proc)
{
    set_exact(paths, pp_text(g, proc->exact_paths), proc->num_paths);
}

static void measure_edges(struct pp_static *s, const struct pp_profile *profile,
                          const struct pp_proc *proc)
{
    const struct pp_graph *g = &profile->notes->graph;
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
        unsigned flags = g->edges[e].flags;
        s->edges_executed += profile->edge_counts[e] > 0;
        s->back_edges += (flags & PP_E_BACK) != 0;
        s->broken_edges += (flags & PP_E_BROKEN) != 0;
        s->counters += (flags & PP_E_COUNTED) != 0;
    }
}

/* mpz_get_str, with memory that free() takes. */
static char *decimal(const mpz_t number)
{
    char *text = pp_xmalloc(mpz_sizeinbase(number, 10) + 2);
    return mpz_get_str(text, 10, number);
}

/* IN_UNIT is indexed by string: the unit has a function of that name. */
static void measure_call(struct pp_static_calls *s, const struct pp_graph *g, const bool *in_unit,
                         uint32_t c)
{
    uint32_t e = pp_call_edge(g, c);
    if (e == PP_NONE) {
        if (!g->vertices[c].callee)
            s->indirect++;
        else if (in_unit[g->vertices[c].callee])
            s->opaque++;
        else
            s->external++;
        return;
    }
    if (!pp_live(g, e)) {
        s->recursive += (g->edges[e].flags & PP_E_BACK) != 0;
        s->kept += pp_is_kept(g, e);
        s->broken_calls += (g->edges[e].flags & PP_E_BROKEN) != 0;
        s->chosen_calls += (g->edges[e].flags & PP_E_CHOSEN) != 0;
        return;
    }
    s->followed++;
    s->broken_returns += (g->edges[pp_return_edge(g, e)].flags & PP_E_BROKEN) != 0;
    s->chosen_returns += (g->edges[pp_return_edge(g, e)].flags & PP_E_CHOSEN) != 0;
    s->unbalanced_returns += pp_live(g, pp_return_edge(g, e)) &&
                             (g->edges[pp_return_edge(g, e)].flags & PP_E_UNBALANCED);
}

/* Returns whether the unit has a procedure that is SHOWN. */
static bool measure_unit(struct pp_static_calls *s, const struct pp_graph *g,
                         const struct pp_unit *unit, const bool *shown, bool *in_unit)
{
    uint32_t end = unit->first_proc + unit->num_procs, p = unit->first_proc;
    while (p < end && !shown[p])
        p++;
    if (p == end)
        return false;
    s->units++;
    s->arrays += unit->storage == PP_STORE_ARRAY;
    s->tables += unit->storage == PP_STORE_TABLE;
    s->wide += unit->storage == PP_STORE_WIDE;
    for (p = unit->first_proc; p < end; p++)
        in_unit[g->procs[p].name] = true;
    for (p = unit->first_proc; p < end; p++) {
        const struct pp_proc *proc = &g->procs[p];
        if (!shown[p])
            continue;
        s->roots += proc->root;
        s->outside += proc->outside;
        for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
            if (g->vertices[v].kind == PP_CALL)
                measure_call(s, g, in_unit, v);
        }
    }
    for (p = unit->first_proc; p < end; p++)
        in_unit[g->procs[p].name] = false;
    return true;
}

/* The units of MODE, which is interprocedural.  Adds their numbers of paths to PATHS. */
static void measure_units(struct pp_static_calls *s, const struct pp_profile *profile,
                          enum pp_mode mode, const bool *shown, mpz_t paths)
{
    const struct pp_graph *g = &profile->notes->graph;
    bool *in_unit = pp_xcalloc(g->strings_size + 1, sizeof *in_unit);
    mpz_t num;
    mpz_init(num);
    for (uint32_t u = 0; u < profile->notes->num_units; u++) {
        const struct pp_unit *unit = &profile->notes->units[u];
        if (unit->params.mode != mode || !measure_unit(s, g, unit, shown, in_unit))
            continue;
        set_exact(num, pp_text(g, unit->exact_paths), unit->num_paths);
        mpz_add(paths, paths, num);
    }
    mpz_clear(num);
    free(in_unit);
}

/* The loops of PROC, and why paths do not keep the way to some. */
static void measure_heads(struct pp_static_loops *l, const struct pp_graph *g, uint32_t proc)
{
    uint32_t num = g->procs[proc].num_vertices;
    enum pp_head_kind *kinds = pp_xmalloc(num * sizeof *kinds);
    pp_judge_heads(g, proc, kinds);
    for (uint32_t v = 0; v < num; v++) {
        l->all += kinds[v] != PP_HEAD_NONE;
        l->several += kinds[v] == PP_HEAD_SPLIT;
        l->irreducible += kinds[v] == PP_HEAD_IRREDUCIBLE;
        l->nonlocal += kinds[v] == PP_HEAD_NONLOCAL;
    }
    free(kinds);
}

/* The loops of P, and why paths span fewer iterations of some than they should. */
static void measure_loops(struct pp_static_loops *l, const struct pp_graph *g,
                          const struct pp_proc *p)
{
    uint32_t *marks = pp_xcalloc(p->num_vertices, sizeof *marks), size;
    uint32_t *body = pp_xmalloc(p->num_vertices * sizeof *body);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        const struct pp_vertex *head = &g->vertices[v];
        if (!head->wanted_k)
            continue;
        l->all++;
        l->several += head->k > 1;
        l->collapsed += pp_is_collapsed(g, v);
        if (head->wanted_k < 2 || head->k == head->wanted_k)
            continue;
        enum pp_loop_kind kind = pp_find_loop(g, v, marks, v + 1, body, &size);
        l->too_many += kind == PP_LOOP_GOOD || kind == PP_LOOP_BROKEN;
        l->outer += kind == PP_LOOP_OUTER;
        l->irreducible += kind == PP_LOOP_IRREDUCIBLE;
        l->nonlocal += kind == PP_LOOP_NONLOCAL;
    }
    free(marks);
    free(body);
}

/* The path on which P was entered may be lost where others of it are not, as behind setjmp. */
static bool was_called(const struct pp_profile *profile, uint32_t p)
{
    const struct pp_proc *proc = &profile->notes->graph.procs[p];
    bool ran = profile->calls[p] > 0;
    for (uint32_t v = 0; v < proc->num_vertices && !ran; v++)
        ran = profile->vertex_counts[proc->first_vertex + v] > 0;
    return ran;
}

void pp_measure_static(struct pp_static *s, const struct pp_profile *profile, enum pp_mode mode,
                       const bool *shown)
{
    const struct pp_graph *g = &profile->notes->graph;
    mpz_t sum, paths;
    mpz_init(sum);
    mpz_init(paths);
    *s = (struct pp_static){.mode = mode};
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        if (mode_of(profile, p) != mode || !shown[p])
            continue;
        s->functions++;
        s->not_instrumented += proc->storage == PP_STORE_NONE;
        s->called += was_called(profile, p);
        s->vertices += proc->num_vertices;
        s->edges += proc->num_edges;
        s->arrays += proc->storage == PP_STORE_ARRAY;
        s->tables += proc->storage == PP_STORE_TABLE;
        s->broken += *pp_text(g, proc->exact_paths) != '\0';
        measure_edges(s, profile, proc);
        if (pp_mode_row(mode)->iterates && proc->storage != PP_STORE_NONE)
            measure_loops(&s->loops, g, proc);
        if (pp_mode_row(mode)->splits_heads && proc->storage != PP_STORE_NONE)
            measure_heads(&s->loops, g, p);
        if (pp_mode_row(mode)->numbers_procs) {
            potential_paths(paths, g, proc);
            mpz_add(sum, sum, paths);
        }
    }
    if (pp_mode_row(mode)->crosses_calls)
        measure_units(&s->calls, profile, mode, shown, sum);
    s->potential_paths = decimal(sum);
    mpz_clear(sum);
    mpz_clear(paths);
}

struct pp_shape pp_path_shape(const struct pp_graph *g, const struct pp_path *path)
{
    struct pp_shape shape = {0};
    for (uint32_t i = 0; i < path->num_edges; i++) {
        const struct pp_edge *edge = &g->edges[path->edges[i]];
        unsigned part = i >= path->active;
        /* The edge over a call behind which the active-suffix begins is a gap as a surrogate is. */
        bool gap = i + 1 == path->active && !pp_iterates(edge);
        if (pp_program_edge(g, path->edges[i]) == PP_NONE || gap || pp_leaves_step(g, edge))
            continue;
        shape.edges[part]++;
        shape.calls[part] += edge->kind == PP_CALL_EDGE;
        shape.returns[part] += edge->kind == PP_RETURN;
    }
    return shape;
}

static void weigh(struct pp_dynamic *d, const struct pp_graph *g, const struct pp_path *path)
{
    struct pp_shape shape = pp_path_shape(g, path);
    double count = (double)path->count;
    for (int part = 0; part < 2; part++) {
        d->edges[part] += count * (double)shape.edges[part];
        d->calls[part] += count * (double)shape.calls[part];
        d->returns[part] += count * (double)shape.returns[part];
    }
    d->stmts[0] += count * (double)path->prefix_stmts;
    d->stmts[1] += count * (double)path->stmts;
}

/* Mode edge: by how often control came to each vertex. */
static uint64_t stmts_of_vertices(const struct pp_profile *profile, const bool *shown)
{
    const struct pp_graph *g = &profile->notes->graph;
    uint64_t sum = 0;
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        uint32_t p = g->vertices[v].proc;
        if (shown[p] && pp_counts_all_edges(mode_of(profile, p)))
            sum = pp_add(sum, pp_multiply(profile->vertex_counts[v], g->vertices[v].stmts));
    }
    return sum;
}

void pp_measure_dynamic(struct pp_dynamic *d, const struct pp_profile *profile, enum pp_mode mode,
                        const bool *shown)
{
    const struct pp_graph *g = &profile->notes->graph;
    struct pp_hot hot;
    *d = (struct pp_dynamic){.mode = mode, .has_prefix = pp_mode_row(mode)->has_prefixes};
    if (pp_counts_all_edges(mode))
        d->executed_stmts = stmts_of_vertices(profile, shown);
    for (uint32_t u = 0; u < profile->notes->num_units; u++) {
        const struct pp_params *params = &profile->notes->units[u].params;
        d->pending |= params->mode == mode && params->pending;
    }
    for (size_t i = 0; i < profile->num_paths; i++) {
        const struct pp_path *path = &profile->paths[i];
        if (mode_of(profile, path->proc) != mode || !shown[path->proc])
            continue;
        if (pp_is_unfinished(g, path))
            d->unfinished_paths = pp_add(d->unfinished_paths, path->count);
        d->distinct_paths++;
        d->path_executions = pp_add(d->path_executions, path->count);
        d->executed_stmts = pp_add(d->executed_stmts, pp_path_work(path));
        weigh(d, g, path);
    }
    /* Figure 27's curve; all modes with paths in one profile share it only if there are several
       modes, so take this mode's paths alone. */
    pp_hot_make(&hot, profile, PP_HOT_STMTS);
    double covered = 0;
    size_t taken = 0, point = 0;
    for (size_t i = 0; i <= hot.num; i++) {
        while (
            point < PP_CURVE_POINTS &&
            (i == hot.num || covered >= (double)d->executed_stmts * pp_curve_percents[point] / 100))
            d->curve[point++] = taken;
        if (i == hot.num)
            continue;
        uint32_t p = profile->paths[hot.order[i]].proc;
        if (mode_of(profile, p) != mode || !shown[p])
            continue;
        covered += (double)pp_path_work(&profile->paths[hot.order[i]]);
        taken++;
    }
    pp_hot_free(&hot);
}

/* Decimal numbers without leading zeros, falling; ties in order of the program. */
static int falling(const void *a, const void *b)
{
    const struct pp_largest *x = a, *y = b;
    size_t m = strlen(x->paths), n = strlen(y->paths);
    if (m != n)
        return m < n ? 1 : -1;
    int order = strcmp(y->paths, x->paths);
    return order ? order : (x->proc > y->proc) - (x->proc < y->proc);
}

struct pp_largest *pp_measure_largest(const struct pp_profile *profile, uint64_t top,
                                      const bool *shown, size_t *num)
{
    const struct pp_graph *g = &profile->notes->graph;
    struct pp_largest *all = pp_xmalloc((g->num_procs + 1) * sizeof *all);
    size_t n = 0;
    mpz_t paths;
    mpz_init(paths);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        if (pp_mode_row(mode_of(profile, p))->counts_edges || !shown[p])
            continue;
        potential_paths(paths, g, &g->procs[p]);
        all[n++] = (struct pp_largest){.proc = p, .paths = decimal(paths)};
    }
    mpz_clear(paths);
    qsort(all, n, sizeof *all, falling);
    *num = n < top ? n : (size_t)top;
    for (size_t i = *num; i < n; i++)
        free(all[i].paths);
    return all;
}

void pp_free_largest(struct pp_largest *largest, size_t num)
{
    for (size_t i = 0; i < num; i++)
        free(largest[i].paths);
    free(largest);
}
