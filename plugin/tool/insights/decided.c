/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches whose outcome is known before they are come to, in the run: from an earlier branch on the path,
   from the call by which the function was entered, from whether the iteration is the first.

   For each branch the tally has, of each point before it, a table: outcomes there by outcomes here.  A row is
   *told* if nearly all of it is in one column (bounds.certain) which is not nearly all of the other rows, and if
   chance would not do it (the G-test of these two shares).  Executions of the branch that the point was not
   before say nothing: they would make the point's being passed look like what it decided.  Of all points the one
   is kept whose told rows carry most information (bits: entropy of the table's sums, less that in the row).  In a
   profile whose branches are independent, with the same counts of edges, no row is told. */
#include <math.h>
#include <stdlib.h>

#include "core/base/count.h"
#include "core/number/path.h"
#include "core/profile/hot.h"
#include "tool/insights/decided.h"
#include "tool/insights/tally.h"

/* A row is told if the other rows have its outcome in this share at most. */
#define MOST_REST 0.9
/* All of them tell so many bits at each execution of the branch, on average. */
#define LEAST_BITS 0.05
/* Told rows together have this share of the branch's executions. */
#define LEAST_TOLD 0.25

/* A cell of the table of a branch and a point before it. */
struct cell {
    uint32_t branch, cause; /* points */
    uint32_t before, after; /* outcomes */
    uint64_t count;
};

static int by_table(const void *a, const void *b)
{
    const struct cell *x = a, *y = b;
    if (x->branch != y->branch)
        return x->branch < y->branch ? -1 : 1;
    if (x->cause != y->cause)
        return x->cause < y->cause ? -1 : 1;
    if (x->before != y->before)
        return x->before < y->before ? -1 : 1;
    return (x->after > y->after) - (x->after < y->after);
}

static struct cell *make_cells(const struct pp_tally *tally, const struct pp_graph *g)
{
    struct cell *cells = pp_xmalloc((tally->num + 1) * sizeof *cells);
    uint32_t num = 0;
    for (uint32_t i = 0; i < tally->pairs.num_slots; i++) {
        const struct pp_pair_slot *slot = &tally->pairs.slots[i];
        if (slot->value != PP_NONE)
            cells[num++] = (struct cell){.branch = pp_point_of(g, slot->b),
                                         .cause = pp_point_of(g, slot->a),
                                         .before = slot->a,
                                         .after = slot->b,
                                         .count = tally->counts[slot->value]};
    }
    qsort(cells, num, sizeof *cells, by_table);
    return cells;
}

/* -p log2 p */
static double entropy_part(double p)
{
    return p > 0 ? -p * log2(p) : 0;
}

/* How often the branch at VERTEX was executed. */
static uint64_t executions(const struct pp_tally *tally, const struct pp_graph *g, uint32_t vertex)
{
    uint64_t sum = 0;
    for (uint32_t e = g->vertices[vertex].first_out; e != PP_NONE; e = g->edges[e].next_out)
        sum = pp_add(sum, tally->outcomes[e]);
    return sum;
}

/* x ln (x / EXPECTED) */
static double surprise(double x, double expected)
{
    return x > 0 ? x * log(x / expected) : 0;
}

/* 2 ln of how much likelier a row and the rest are with a share each than with one for both (the G-test of
   a table of two by two). */
static double ratio(const struct pp_told *told)
{
    double row = (double)told->of, rest = (double)told->rest_of, all = row + rest;
    double holds = (double)told->holds + (double)told->rest_holds, misses = all - holds;
    return 2 * (surprise((double)told->holds, row * holds / all) +
                surprise(row - (double)told->holds, row * misses / all) +
                surprise((double)told->rest_holds, rest * holds / all) +
                surprise(rest - (double)told->rest_holds, rest * misses / all));
}

/* The cells of one table, and what they are together. */
struct table {
    const struct cell *from, *end;
    uint64_t of;    /* executions of the branch behind the cause */
    double entropy; /* of these */
};

/* How often in TABLE the branch had outcome E. */
static uint64_t column(const struct table *table, uint32_t e)
{
    uint64_t sum = 0;
    for (const struct cell *c = table->from; c < table->end; c++)
        sum = pp_add(sum, c->after == e ? c->count : 0);
    return sum;
}

static struct table table_of(const struct cell *from, const struct cell *end,
                             const struct pp_graph *g)
{
    struct table table = {.from = from, .end = end};
    uint32_t vertex = pp_point_vertex(from->branch);
    for (const struct cell *c = from; c < end; c++)
        table.of = pp_add(table.of, c->count);
    for (uint32_t e = g->vertices[vertex].first_out; e != PP_NONE; e = g->edges[e].next_out)
        table.entropy += entropy_part((double)column(&table, e) / (double)table.of);
    return table;
}

/* Whether the row of cells FROM to END of TABLE is told; fills in TOLD, and adds the bits of all its executions. */
static bool judge_row(const struct cell *from, const struct cell *end, const struct table *table,
                      const struct pp_insight_bounds *bounds, struct pp_told *told, double *bits)
{
    const struct cell *best = from;
    uint64_t of = 0;
    double entropy = 0;
    for (const struct cell *c = from; c < end; c++) {
        of = pp_add(of, c->count);
        if (c->count > best->count)
            best = c;
    }
    for (const struct cell *c = from; c < end; c++)
        entropy += entropy_part((double)c->count / (double)of);
    *told = (struct pp_told){.cause = from->before,
                             .told = best->after,
                             .holds = best->count,
                             .of = of,
                             .rest_holds = column(table, best->after) - best->count,
                             .rest_of = table->of - of};
    if ((double)of < bounds->times || (double)told->holds < bounds->certain * (double)of ||
        told->rest_of == 0)
        return false;
    double rest = (double)told->rest_holds / (double)told->rest_of;
    if (rest > MOST_REST || ratio(told) < bounds->ratio)
        return false;
    *bits += (double)of * (table->entropy - entropy);
    return true;
}

/* The table of cells FROM to END as an insight: with the rows that are told, and 0 bits if they are too few of the
   EXECUTED times that the branch ran. */
static struct pp_insight judge(const struct cell *from, const struct cell *end,
                               const struct pp_graph *g, uint64_t executed,
                               const struct pp_insight_bounds *bounds)
{
    struct pp_insight it = {.vertex = pp_point_vertex(from->branch), .cause = from->cause};
    struct table table = table_of(from, end, g);
    uint32_t room = 0;
    double bits = 0;
    for (const struct cell *row = from; row < end;) {
        const struct cell *next = row;
        struct pp_told told;
        while (next < end && next->before == row->before)
            next++;
        if (judge_row(row, next, &table, bounds, &told, &bits)) {
            it.told = pp_grow(it.told, &room, it.num_told, 1, sizeof *it.told);
            it.told[it.num_told++] = told;
            it.holds = pp_add(it.holds, told.holds);
            it.of = pp_add(it.of, told.of);
        }
        row = next;
    }
    bool enough =
        (double)it.of >= LEAST_TOLD * (double)executed && bits >= LEAST_BITS * (double)executed;
    it.bits = enough ? bits / (double)executed : 0;
    return it;
}

static enum pp_insight_kind kind_of(const struct pp_graph *g, uint32_t branch, uint32_t cause)
{
    if (cause == branch)
        return PP_ALTERNATES;
    if (cause == pp_point(pp_point_vertex(cause), PP_POINT_HEAD))
        return PP_ITERATION;
    return g->vertices[pp_point_vertex(cause)].kind == PP_ENTRY ? PP_CALLER : PP_DECIDES;
}

/* Does insight A tell more than B?  Of equals the cause that is nearer in the code does. */
static bool tells_more(const struct pp_graph *g, const struct pp_insight *a,
                       const struct pp_insight *b)
{
    if (fabs(a->bits - b->bits) > 1e-9 * b->bits)
        return a->bits > b->bits;
    uint32_t proc = g->vertices[a->vertex].proc;
    bool own_a = g->vertices[pp_point_vertex(a->cause)].proc == proc;
    bool own_b = g->vertices[pp_point_vertex(b->cause)].proc == proc;
    return own_a != own_b ? own_a : a->cause > b->cause;
}

static int by_executions(const void *a, const void *b)
{
    const struct pp_told *x = a, *y = b;
    if (x->of != y->of)
        return x->of > y->of ? -1 : 1;
    return (x->cause > y->cause) - (x->cause < y->cause);
}

/* Does it say no more than that a loop is not left where it is entered? */
static bool is_entering(const struct pp_graph *g, const struct pp_insight *it)
{
    return it->kind == PP_ITERATION && it->num_told == 1 &&
           it->vertex == pp_point_vertex(it->cause) &&
           it->told->cause == pp_outcome_entered(g, it->vertex);
}

/* Of the points before the branch of cells FROM to END the one that tells most. */
static void choose(struct pp_insights *insights, const struct cell *from, const struct cell *end,
                   const struct pp_tally *tally, const struct pp_graph *g,
                   const struct pp_insight_bounds *bounds)
{
    uint64_t executed = executions(tally, g, pp_point_vertex(from->branch));
    struct pp_insight best = {0};
    for (const struct cell *table = from; table < end;) {
        const struct cell *next = table;
        while (next < end && next->cause == table->cause)
            next++;
        struct pp_insight it = judge(table, next, g, executed, bounds);
        if (it.bits > 0 && (best.bits == 0 || tells_more(g, &it, &best))) {
            free(best.told);
            best = it;
        } else {
            free(it.told);
        }
        table = next;
    }
    if (best.bits == 0)
        return;
    best.kind = kind_of(g, from->branch, best.cause);
    if (is_entering(g, &best)) {
        free(best.told);
        return;
    }
    best.proc = g->vertices[best.vertex].proc;
    best.example = SIZE_MAX;
    qsort(best.told, best.num_told, sizeof *best.told, by_executions);
    pp_insight_add(insights, best);
}

/* The path at hand and the event of it that insight IT is about. */
struct weighing {
    struct pp_insight *it;
    uint32_t outcome; /* of the branch */
    bool found;       /* it came as it was told */
};

static void weigh_known(void *to, uint32_t before)
{
    struct weighing *w = to;
    for (uint32_t i = 0; i < w->it->num_told; i++)
        w->found |= w->it->told[i].cause == before && w->it->told[i].told == w->outcome;
}

/* Adds to each insight of OF_BRANCH (by vertex; PP_NONE) the statements of the paths on which a branch went
   as it says. */
static void weigh(struct pp_insights *insights, const uint32_t *of_branch, struct pp_tally *tally,
                  struct pp_events *events, const struct pp_profile *profile)
{
    size_t *last =
        pp_xmalloc((insights->num + 1) * sizeof *last); /* path for which it was weighed */
    for (uint32_t i = 0; i < insights->num; i++)
        last[i] = SIZE_MAX;
    for (size_t p = 0; p < profile->num_paths; p++) {
        const struct pp_path *path = &profile->paths[p];
        pp_events_of_path(events, path);
        for (uint32_t i = 0; i < events->num; i++) {
            const struct pp_event *event = &events->list[i];
            uint32_t n = of_branch[pp_point_vertex(event->point)];
            if (!event->branch || !event->counted || n == PP_NONE || last[n] == p)
                continue;
            struct weighing w = {.it = &insights->list[n], .outcome = event->outcome};
            pp_tally_before(tally, events, i, weigh_known, &w);
            if (!w.found)
                continue;
            last[n] = p;
            w.it->stmts = pp_add(w.it->stmts, pp_path_work(path));
            if (w.it->example == SIZE_MAX ||
                pp_path_work(path) > pp_path_work(&profile->paths[w.it->example]))
                w.it->example = p;
        }
    }
    free(last);
}

void pp_find_decided(struct pp_insights *insights, const struct pp_profile *profile,
                     const struct pp_insight_bounds *bounds, const bool *shown)
{
    const struct pp_graph *g = &profile->notes->graph;
    struct pp_tally tally;
    struct pp_events events;
    pp_tally_init(&tally, g);
    pp_events_init(&events, profile->notes);
    for (size_t i = 0; i < profile->num_paths; i++) {
        pp_events_of_path(&events, &profile->paths[i]);
        pp_tally_add(&tally, &events, profile->paths[i].count);
    }
    struct cell *cells = make_cells(&tally, g);
    uint32_t *of_branch = pp_xmalloc((g->num_vertices + 1) * sizeof *of_branch);
    for (uint32_t v = 0; v < g->num_vertices; v++)
        of_branch[v] = PP_NONE;
    uint32_t first = insights->num;
    for (uint32_t i = 0; i < tally.num;) {
        uint32_t end = i, vertex = pp_point_vertex(cells[i].branch);
        while (end < tally.num && cells[end].branch == cells[i].branch)
            end++;
        uint32_t before = insights->num;
        if (shown[g->vertices[vertex].proc])
            choose(insights, &cells[i], &cells[end], &tally, g, bounds);
        if (insights->num > before)
            of_branch[vertex] = before;
        i = end;
    }
    free(cells);
    if (insights->num > first)
        weigh(insights, of_branch, &tally, &events, profile);
    free(of_branch);
    pp_events_free(&events);
    pp_tally_free(&tally);
}
