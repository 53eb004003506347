/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/builds/build-diff.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/count.h"
#include "core/lines/line-counts.h"
#include "core/profile/hot.h"
#include "tool/compare/changes.h"
#include "tool/print/view.h"

const char *const pp_build_change_names[PP_FUNCTION_CHANGES] = {"same", "changed", "new", "gone"};

/* While the rows are made. */
struct comparing {
    struct pp_build_diff *to;
    const bool *shown_before, *shown_after;
    uint32_t *row_before, *row_after; /* by procedure: row; PP_NONE: it is not shown */
};

static uint32_t add_function(struct comparing *c, uint32_t before, uint32_t after)
{
    struct pp_build_diff *d = c->to;
    struct pp_function_diff *row = &d->functions[d->num_functions];
    *row = (struct pp_function_diff){.before = before, .after = after};
    row->change = before == PP_NONE  ? PP_FUNCTION_NEW
                  : after == PP_NONE ? PP_FUNCTION_GONE
                                     : PP_FUNCTION_SAME;
    return d->num_functions++;
}

/* A row for each function that is shown. */
static void list_functions(struct comparing *c)
{
    const struct pp_build *before = &c->to->pair->before, *after = &c->to->pair->after;
    const struct pp_graph *g = &before->load.notes.graph, *h = &after->load.notes.graph;
    size_t most = (size_t)g->num_procs + h->num_procs + 1;
    c->to->functions = pp_xmalloc(most * sizeof *c->to->functions);
    c->row_before = pp_xmalloc(most * sizeof *c->row_before);
    c->row_after = pp_xmalloc(most * sizeof *c->row_after);
    for (uint32_t p = 0; p < g->num_procs; p++)
        c->row_before[p] = PP_NONE;
    for (uint32_t q = 0; q < h->num_procs; q++) {
        uint32_t p = after->other[q];
        c->row_after[q] = c->shown_after[q] ? add_function(c, p, q) : PP_NONE;
        if (p == PP_NONE || !c->shown_after[q])
            continue;
        c->row_before[p] = c->row_after[q];
        if (g->procs[p].checksum != h->procs[q].checksum)
            c->to->functions[c->row_after[q]].change = PP_FUNCTION_CHANGED;
    }
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (before->other[p] == PP_NONE && c->shown_before[p])
            c->row_before[p] = add_function(c, p, PP_NONE);
}

static void add_line(struct pp_build_diff *d, struct pp_line_diff line)
{
    struct pp_function_diff *row = &d->functions[line.function];
    struct pp_ran *ran = line.change == PP_LINE_NEW      ? &row->lines_new
                         : line.change == PP_LINE_EDITED ? &row->lines_edited
                                                         : &row->lines_gone;
    ran->all++;
    ran->ran += (line.change == PP_LINE_GONE ? line.before : line.after) > 0;
    if (row->change == PP_FUNCTION_SAME)
        row->change = PP_FUNCTION_CHANGED;
    d->lines = pp_grow_long(d->lines, &d->room_lines, d->num_lines, sizeof *d->lines);
    d->lines[d->num_lines++] = line;
}

static int by_place(const void *key, const void *line)
{
    const struct pp_line *x = key;
    const struct pp_line_count *y = line;
    return (x->line > y->line) - (x->line < y->line);
}

/* How often the line at SPOT ran, by COUNTS, whose lines of each file FIRST tells (by index of texts; PP_NONE). */
static uint64_t count_at(const struct pp_line_counts *counts, const uint32_t *first,
                         struct pp_spot spot)
{
    struct pp_line key = {.line = spot.line + 1};
    if (first[spot.file] == PP_NONE)
        return 0;
    uint32_t from = first[spot.file], end = from;
    while (end < counts->num && counts->lines[end].file == counts->lines[from].file)
        end++;
    const struct pp_line_count *found =
        bsearch(&key, counts->lines + from, end - from, sizeof *counts->lines, by_place);
    return found ? found->count : 0;
}

/* Where the lines of each file begin in COUNTS, by index of TEXTS; malloc'd. */
static uint32_t *first_lines(const struct pp_build_texts *texts,
                             const struct pp_line_counts *counts)
{
    uint32_t *first = pp_xmalloc(((size_t)texts->num + 1) * sizeof *first);
    memset(first, 0xff, (size_t)texts->num * sizeof *first);
    for (size_t i = counts->num; i-- > 0;) {
        struct pp_spot spot = pp_spot_of(texts, counts->lines[i].file, counts->lines[i].line);
        if (spot.file != PP_NONE)
            first[spot.file] = (uint32_t)i;
    }
    return first;
}

/* Lines that have code and are not as they were. */
static void list_lines(struct comparing *c)
{
    struct pp_build_pair *pair = c->to->pair;
    struct pp_line_counts before, after;
    pp_line_counts_make(&before, &pair->before.load.profile);
    pp_line_counts_make(&after, &pair->after.load.profile);
    uint32_t *first = first_lines(&pair->before.texts, &before);
    for (size_t i = 0; i < after.num; i++) {
        const struct pp_line_count *line = &after.lines[i];
        struct pp_spot spot = pp_spot_of(&pair->after.texts, line->file, line->line);
        const struct pp_text_line *text =
            spot.file == PP_NONE ? NULL : pp_line_at(&pair->after.texts, spot);
        if (!text || text->proc == PP_NONE || c->row_after[text->proc] == PP_NONE)
            continue;
        bool fresh = text->other.file == PP_NONE;
        if (fresh || text->edited)
            add_line(c->to, (struct pp_line_diff){
                                .change = fresh ? PP_LINE_NEW : PP_LINE_EDITED,
                                .spot = spot,
                                .before = fresh ? 0 : count_at(&before, first, text->other),
                                .after = line->count,
                                .function = c->row_after[text->proc]});
    }
    for (size_t i = 0; i < before.num; i++) {
        const struct pp_line_count *line = &before.lines[i];
        struct pp_spot spot = pp_spot_of(&pair->before.texts, line->file, line->line);
        const struct pp_text_line *text =
            spot.file == PP_NONE ? NULL : pp_line_at(&pair->before.texts, spot);
        if (text && text->proc != PP_NONE && text->other.file == PP_NONE &&
            c->row_before[text->proc] != PP_NONE)
            add_line(c->to, (struct pp_line_diff){.change = PP_LINE_GONE,
                                                  .spot = spot,
                                                  .before = line->count,
                                                  .function = c->row_before[text->proc]});
    }
    free(first);
    pp_line_counts_free(&before);
    pp_line_counts_free(&after);
}

/* The row of the function that ROUTE begins in. */
static uint32_t row_of(const struct comparing *c, const struct pp_route_pair *route)
{
    return route->after.path ? c->row_after[route->after.path->proc]
                             : c->row_before[route->before.path->proc];
}

static void count_routes(struct comparing *c)
{
    struct pp_build_diff *d = c->to;
    for (size_t i = 0; i < d->routes.num; i++) {
        const struct pp_route_pair *route = &d->routes.list[i];
        uint32_t r = row_of(c, route);
        if (r == PP_NONE)
            continue;
        struct pp_function_diff *row = &d->functions[r];
        row->stmts_before = pp_add(row->stmts_before, route->before.stmts);
        row->stmts_after = pp_add(row->stmts_after, route->after.stmts);
        row->routes_same += route->before.path && route->after.path;
        row->routes_new += !route->before.path;
        row->routes_gone += !route->after.path;
    }
}

/* Those of other functions than are asked for are in no sum. */
static void list_changes(struct comparing *c)
{
    struct pp_build_diff *d = c->to;
    d->changes = pp_xmalloc((d->routes.num + 1) * sizeof *d->changes);
    for (size_t i = 0; i < d->routes.num; i++) {
        const struct pp_route_pair *route = &d->routes.list[i];
        bool both = route->before.path && route->after.path;
        if (row_of(c, route) == PP_NONE ||
            (both && pp_change_of_share(route->before.stmts, d->all.stmts_before,
                                        route->after.stmts, d->all.stmts_after) == PP_SAME))
            continue;
        d->changes[d->num_changes_of_routes++] = i;
    }
}

static void add_ran(struct pp_ran *sum, struct pp_ran more)
{
    sum->all += more.all;
    sum->ran += more.ran;
}

static bool is_renamed(const struct pp_build_diff *d, const struct pp_function_diff *row)
{
    return row->before != PP_NONE && row->after != PP_NONE &&
           d->pair->after.found[row->after] != PP_BY_NAME;
}

/* Is there anything to tell of ROW's function? */
static bool is_told(const struct pp_build_diff *d, const struct pp_function_diff *row)
{
    return row->change != PP_FUNCTION_SAME || is_renamed(d, row);
}

static void add_up(struct pp_build_diff *d)
{
    for (uint32_t i = 0; i < d->num_functions; i++) {
        const struct pp_function_diff *row = &d->functions[i];
        struct pp_function_diff *all = &d->all;
        all->stmts_before = pp_add(all->stmts_before, row->stmts_before);
        all->stmts_after = pp_add(all->stmts_after, row->stmts_after);
        all->routes_same += row->routes_same;
        all->routes_new += row->routes_new;
        all->routes_gone += row->routes_gone;
        add_ran(&all->lines_new, row->lines_new);
        add_ran(&all->lines_edited, row->lines_edited);
        add_ran(&all->lines_gone, row->lines_gone);
        d->num_of[row->change]++;
        d->ran_of[row->change] += row->stmts_before || row->stmts_after;
        if (row->change != PP_FUNCTION_SAME) {
            d->changed_before = pp_add(d->changed_before, row->stmts_before);
            d->changed_after = pp_add(d->changed_after, row->stmts_after);
        }
        d->num_changes += is_told(d, row);
        d->num_renamed += is_renamed(d, row);
    }
}

/* ---- Order. */

static double share_of(const struct pp_build_diff *d, const struct pp_function_diff *row)
{
    double x = pp_percent((double)row->stmts_before, (double)d->all.stmts_before);
    double y = pp_percent((double)row->stmts_after, (double)d->all.stmts_after);
    return x > y ? x : y;
}

static int by_share(const void *a, const void *b, void *diff)
{
    const struct pp_function_diff *x = a, *y = b;
    bool told_x = is_told(diff, x), told_y = is_told(diff, y);
    if (told_x != told_y)
        return told_x ? -1 : 1;
    double m = share_of(diff, x), n = share_of(diff, y);
    if (m != n)
        return m > n ? -1 : 1;
    if (x->after != y->after)
        return x->after < y->after ? -1 : 1;
    return (x->before > y->before) - (x->before < y->before);
}

static uint64_t times(const struct pp_line_diff *line)
{
    return line->before > line->after ? line->before : line->after;
}

static int by_times(const void *a, const void *b)
{
    const struct pp_line_diff *x = a, *y = b;
    if (times(x) != times(y))
        return times(x) > times(y) ? -1 : 1;
    if (x->change != y->change)
        return x->change < y->change ? -1 : 1;
    if (x->spot.file != y->spot.file)
        return x->spot.file < y->spot.file ? -1 : 1;
    return (x->spot.line > y->spot.line) - (x->spot.line < y->spot.line);
}

double pp_route_points(const struct pp_build_diff *d, const struct pp_route_pair *route)
{
    return pp_percent((double)route->after.stmts, (double)d->all.stmts_after) -
           pp_percent((double)route->before.stmts, (double)d->all.stmts_before);
}

/* New and gone routes first. */
static int by_points(const void *a, const void *b, void *diff)
{
    const struct pp_build_diff *d = diff;
    size_t i = *(const size_t *)a, j = *(const size_t *)b;
    const struct pp_route_pair *x = &d->routes.list[i], *y = &d->routes.list[j];
    bool both_x = x->before.path && x->after.path, both_y = y->before.path && y->after.path;
    double m = pp_route_points(d, x), n = pp_route_points(d, y);
    if (both_x != both_y)
        return both_x ? 1 : -1;
    m = m < 0 ? -m : m;
    n = n < 0 ? -n : n;
    if (m != n)
        return m > n ? -1 : 1;
    return (i > j) - (i < j);
}

/* Rows move to where BY_SHARE wants them; what names them follows. */
static void sort_functions(struct pp_build_diff *d)
{
    uint32_t *to = pp_xmalloc(((size_t)d->num_functions + 1) * sizeof *to);
    const uint32_t before = d->pair->before.load.notes.graph.num_procs;
    const uint32_t after = d->pair->after.load.notes.graph.num_procs;
    uint32_t *rows = pp_xmalloc(((size_t)before + after + 1) * sizeof *rows);
    struct pp_function_diff *old = pp_xmalloc(((size_t)d->num_functions + 1) * sizeof *old);
    memcpy(old, d->functions, d->num_functions * sizeof *old);
    if (d->num_functions)
        qsort_r(d->functions, d->num_functions, sizeof *d->functions, by_share, d);
    for (uint32_t i = 0; i < d->num_functions; i++) {
        const struct pp_function_diff *row = &d->functions[i];
        rows[row->after != PP_NONE ? before + row->after : row->before] = i;
    }
    for (uint32_t i = 0; i < d->num_functions; i++)
        to[i] = rows[old[i].after != PP_NONE ? before + old[i].after : old[i].before];
    for (size_t i = 0; i < d->num_lines; i++)
        d->lines[i].function = to[d->lines[i].function];
    free(to);
    free(rows);
    free(old);
}

void pp_build_diff_make(struct pp_build_diff *d, struct pp_build_pair *pair,
                        const bool *shown_before, const bool *shown_after)
{
    struct comparing c = {.to = d, .shown_before = shown_before, .shown_after = shown_after};
    *d = (struct pp_build_diff){.pair = pair};
    pp_build_routes_make(&d->routes, pair);
    list_functions(&c);
    list_lines(&c);
    count_routes(&c);
    add_up(d);
    list_changes(&c);
    sort_functions(d);
    if (d->num_lines)
        qsort(d->lines, d->num_lines, sizeof *d->lines, by_times);
    if (d->num_changes_of_routes)
        qsort_r(d->changes, d->num_changes_of_routes, sizeof *d->changes, by_points, d);
    free(c.row_before);
    free(c.row_after);
}

void pp_build_diff_free(struct pp_build_diff *d)
{
    pp_build_routes_free(&d->routes);
    free(d->functions);
    free(d->lines);
    free(d->changes);
    *d = (struct pp_build_diff){0};
}
