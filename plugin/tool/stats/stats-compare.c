/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof stats --compare: the thesis's tables 3 to 5, a row for each mode of each program, so
   that what the modes say of one program stands side by side. */
#define _GNU_SOURCE /* qsort_r */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/endian.h"
#include "core/base/path-names.h"
#include "core/base/symbol.h"
#include "core/base/text.h"
#include "core/profile/earlier-profile.h"
#include "tool/stats/stats-compare.h"
#include "tool/stats/stats-json.h"
#include "tool/stats/stats-text.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/print/json.h"

struct row {
    char *program;
    struct pp_dynamic d;
    struct pp_static s;
};

struct rows {
    struct row *rows;
    uint32_t num, room;
    /* The first program, what its functions are, and the first one whose are others; or NULL. */
    char *first, *other;
    uint64_t functions;
};

/* ---- Is it the same program? */

static int by_symbol(const void *a, const void *b, void *graph)
{
    const struct pp_graph *g = graph;
    const struct pp_proc *p = &g->procs[*(const uint32_t *)a], *q = &g->procs[*(const uint32_t *)b];
    int order = pp_symbol_compare(pp_text(g, p->name), pp_text(g, q->name));
    return order ? order : (p->checksum > q->checksum) - (p->checksum < q->checksum);
}

/* The names and shapes of the functions of G, in whatever order they are, folded into one number. */
static uint64_t functions_of(const struct pp_graph *g)
{
    uint64_t hash = PP_FNV_START;
    uint32_t *sorted = pp_xmalloc((g->num_procs + 1) * sizeof *sorted);
    for (uint32_t p = 0; p < g->num_procs; p++)
        sorted[p] = p;
    qsort_r(sorted, g->num_procs, sizeof *sorted, by_symbol, (void *)g);
    for (uint32_t i = 0; i < g->num_procs; i++) {
        const struct pp_proc *p = &g->procs[sorted[i]];
        const char *symbol = pp_text(g, p->name);
        hash = pp_fnv(hash, (const unsigned char *)symbol, pp_symbol_length(symbol));
        hash = pp_fnv(hash, (const unsigned char *)&p->checksum, sizeof p->checksum);
    }
    free(sorted);
    return hash;
}

static void note_program(struct rows *rows, const struct pp_load *load)
{
    uint64_t functions = functions_of(&load->notes.graph);
    if (!rows->first) {
        rows->first = pp_sentence("%s", load->program);
        rows->functions = functions;
    } else if (!rows->other && functions != rows->functions) {
        rows->other = pp_sentence("%s", load->program);
    }
}

/* ---- The rows. */

/* Adds those of LOAD. */
static void measure(struct rows *rows, const struct pp_load *load, const struct pp_filter *filter)
{
    struct pp_names names;
    pp_names_make(&names, &load->notes, true);
    pp_filter_check(filter, &names, load->program);
    bool *shown = pp_filter_shown(filter, &names);
    for (int mode = 0; mode < PP_MODES; mode++) {
        struct row row = {0};
        pp_measure_static(&row.s, &load->profile, (enum pp_mode)mode, shown);
        pp_measure_dynamic(&row.d, &load->profile, (enum pp_mode)mode, shown);
        if (!row.s.functions) {
            free(row.s.potential_paths);
            continue;
        }
        row.program = pp_sentence("%s", load->program);
        rows->rows = pp_grow(rows->rows, &rows->room, rows->num, 1, sizeof row);
        rows->rows[rows->num++] = row;
    }
    free(shown);
    pp_names_free(&names);
}

#define MOST_COLUMNS 6

/* Cells are malloc'd; the first two columns are flush left. */
struct table {
    const char *title;
    const char *heads[MOST_COLUMNS + 1];
    char **cells;
    uint32_t num, room;
};

static uint32_t columns_of(const struct table *t)
{
    uint32_t columns = 0;
    while (t->heads[columns])
        columns++;
    return columns;
}

static void put(struct table *t, char *cell)
{
    t->cells = pp_grow(t->cells, &t->room, t->num, 1, sizeof *t->cells);
    t->cells[t->num++] = cell;
}

static void begin_row(struct table *t, const struct row *row)
{
    put(t, pp_printable(row->program));
    put(t, pp_sentence("%s", pp_mode_name(row->d.mode)));
}

static void print_cell(const char *text, uint32_t column, uint32_t columns, size_t width)
{
    if (column < 2)
        printf("  %-*s", (int)width, text);
    else
        printf("  %*s", (int)width, text);
    if (column + 1 == columns)
        putchar('\n');
}

/* Prints T, if it has rows, and frees its cells. */
static void print(struct table *t)
{
    uint32_t columns = columns_of(t);
    size_t widths[MOST_COLUMNS] = {0};
    for (uint32_t c = 0; c < columns; c++)
        widths[c] = strlen(t->heads[c]);
    for (uint32_t i = 0; i < t->num; i++)
        if (strlen(t->cells[i]) > widths[i % columns])
            widths[i % columns] = strlen(t->cells[i]);
    if (t->num)
        printf("%s\n", t->title);
    for (uint32_t c = 0; c < columns && t->num; c++)
        print_cell(t->heads[c], c, columns, widths[c]);
    for (uint32_t i = 0; i < t->num; i++) {
        print_cell(t->cells[i], i % columns, columns, widths[i % columns]);
        free(t->cells[i]);
    }
    free(t->cells);
}

static void put_count(struct table *t, bool known, uint64_t count)
{
    put(t, known ? pp_sentence("%" PRIu64, count) : pp_sentence("-"));
}

static void put_counts(struct table *t, const struct row *row)
{
    bool paths = !pp_mode_row(row->d.mode)->counts_edges;
    begin_row(t, row);
    put(t, pp_paths_text(paths ? row->s.potential_paths : "-"));
    put_count(t, paths, row->d.distinct_paths);
    put_count(t, paths, row->d.path_executions);
    put_count(t, !pp_mode_row(row->d.mode)->calls_only, row->d.executed_stmts);
}

static void print_text(const struct rows *rows)
{
    struct table counts = {.title = "Paths",
                           .heads = {"program", "mode", "potential", "distinct", "executed",
                                     "executed statements", NULL}};
    struct table lengths = {.title = "Average length of a path",
                            .heads = {"program", "mode", "edges", "statements", NULL}};
    struct table calls = {.title = "Average calls and returns on a path",
                          .heads = {"program", "mode", "edges", "calls", "returns", NULL}};
    for (uint32_t i = 0; i < rows->num; i++) {
        const struct row *row = &rows->rows[i];
        const struct pp_dynamic *d = &row->d;
        put_counts(&counts, row);
        if (pp_mode_row(d->mode)->counts_edges)
            continue;
        begin_row(&lengths, row);
        put(&lengths, pp_average_text(d, d->edges));
        put(&lengths, pp_average_text(d, d->stmts));
        if (!pp_mode_row(d->mode)->crosses_calls)
            continue;
        begin_row(&calls, row);
        put(&calls, pp_average_text(d, d->edges));
        put(&calls, pp_average_text(d, d->calls));
        put(&calls, pp_average_text(d, d->returns));
    }
    print(&counts);
    print(&lengths);
    print(&calls);
}

static void print_json(const struct rows *rows)
{
    json_t *root = json_object(), *list = json_array();
    json_object_set_new(root, "pathprof", pp_json_about("stats"));
    for (uint32_t i = 0; i < rows->num; i++) {
        const struct row *row = &rows->rows[i];
        json_t *it = json_object();
        json_object_set_new(it, "name", pp_json_text(row->program));
        json_object_set_new(it, "mode", json_string(pp_mode_name(row->d.mode)));
        json_object_set_new(it, "program", pp_static_json(&row->s));
        if (!pp_mode_row(row->d.mode)->counts_edges)
            json_object_set_new(it, "execution", pp_dynamic_json(&row->d));
        json_array_append_new(list, it);
    }
    json_object_set_new(root, "compared", list);
    pp_json_finish(root);
}

enum pp_status pp_stats_compare(const struct pp_settings *settings, const struct pp_filter *filter)
{
    struct rows rows = {0};
    enum pp_status status = PP_OK;
    if (settings->num_files > 1 && settings->data_file) {
        pp_complain(
            "stats: --data is for one program, and there are %zu; leave it out: each has its "
            "own data",
            settings->num_files);
        return PP_USAGE;
    }
    for (size_t i = 0; (!i || i < settings->num_files) && status == PP_OK; i++) {
        struct pp_load load;
        struct pp_settings one = *settings;
        if (settings->num_files)
            one.program = settings->files[i];
        if (pp_load(&load, &one, false)) {
            measure(&rows, &load, filter);
            note_program(&rows, &load);
            pp_unload(&load);
        } else {
            status = PP_BAD_INPUT;
        }
    }
    if (status == PP_OK && rows.other)
        pp_complain("stats: the functions of %s are not those of %s: another program, or compiled "
                    "with other options",
                    rows.other, rows.first);
    if (status == PP_OK && settings->json)
        print_json(&rows);
    else if (status == PP_OK)
        print_text(&rows);
    for (uint32_t i = 0; i < rows.num; i++) {
        free(rows.rows[i].program);
        free(rows.rows[i].s.potential_paths);
    }
    free(rows.rows);
    free(rows.first);
    free(rows.other);
    return status;
}
