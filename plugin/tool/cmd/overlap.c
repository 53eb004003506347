/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof overlap: how alike two profiles are.  Of each path the smaller of its two shares, summed
   up: 100 % if all paths have the same share in both, 0 % if no path was taken in both (as
   gcov-tool overlap, with paths for arcs). */
#define _GNU_SOURCE /* qsort_r */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "tool/cmd/commands.h"
#include "tool/compare/profile-pair.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/print/json.h"
#include "tool/print/view.h"

static const struct pp_option options[] = {
    {'n', "top", PP_NUMBER, offsetof(struct pp_settings, top), "N",
     "show the N functions that differ most (default 10)", NULL},
    {'a', "all", PP_FLAG, offsetof(struct pp_settings, all), NULL, "show all functions", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* Statements that the paths of one function executed. */
struct row {
    uint32_t proc;
    double before, after; /* in all */
    double alike;         /* of the function's own, 0 to 1 */
};

struct overlap {
    struct pp_profile_pair two;
    struct pp_view view;
    double paths, stmts; /* percent */
    struct row *rows;    /* by procedure; then those that are shown, the most different first */
    size_t num_rows;
};

static double part(double of, double all)
{
    return all > 0 ? of / all : 0;
}

static double smaller(double x, double y)
{
    return x < y ? x : y;
}

static void measure(struct overlap *o)
{
    const struct pp_profile_pair *two = &o->two;
    uint32_t procs = two->before.notes.graph.num_procs;
    o->rows = pp_xcalloc(procs + 1, sizeof *o->rows);
    for (size_t i = 0; i < two->num; i++) {
        const struct pp_pair *pair = &two->pairs[i];
        struct row *row = &o->rows[pp_pair_path(pair)->proc];
        double before = (double)pp_taken_stmts(pair->before);
        double after = (double)pp_taken_stmts(pair->after);
        row->before += before;
        row->after += after;
        o->paths +=
            smaller(part((double)pp_taken_count(pair->before), (double)two->all_before.count),
                    part((double)pp_taken_count(pair->after), (double)two->all_after.count));
        o->stmts += smaller(part(before, (double)two->all_before.stmts),
                            part(after, (double)two->all_after.stmts));
    }
    for (size_t i = 0; i < two->num; i++) {
        const struct pp_pair *pair = &two->pairs[i];
        struct row *row = &o->rows[pp_pair_path(pair)->proc];
        row->alike += smaller(part((double)pp_taken_stmts(pair->before), row->before),
                              part((double)pp_taken_stmts(pair->after), row->after));
    }
    o->paths *= 100;
    o->stmts *= 100;
}

/* How much of the two runs ROW's function is, and did otherwise. */
static double difference(const struct overlap *o, const struct row *row)
{
    return (part(row->before, (double)o->two.all_before.stmts) +
            part(row->after, (double)o->two.all_after.stmts)) *
           (1 - row->alike);
}

static int by_difference(const void *a, const void *b, void *overlap)
{
    const struct row *m = a, *n = b;
    double x = difference(overlap, m), y = difference(overlap, n);
    if (x != y)
        return x < y ? 1 : -1;
    return (m->proc > n->proc) - (m->proc < n->proc);
}

static void choose(struct overlap *o, const struct pp_settings *settings,
                   const struct pp_filter *filter)
{
    const struct pp_graph *g = &o->two.before.notes.graph;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        struct row row = o->rows[p];
        row.proc = p;
        if ((row.before > 0 || row.after > 0) && pp_filter_match(filter, &o->two.names, p))
            o->rows[o->num_rows++] = row;
    }
    qsort_r(o->rows, o->num_rows, sizeof *o->rows, by_difference, o);
    if (!settings->all && o->num_rows > settings->top)
        o->num_rows = settings->top;
}

static void print_table(const struct overlap *o)
{
    pp_print_name(stdout, o->two.before.program);
    printf(": overlap %.2f %% of the paths, %.2f %% of the statements\n", o->paths, o->stmts);
    if (o->num_rows)
        printf("%s%8s  %8s  %8s  function%s\n", pp_faint(&o->view), "overlap", "before%", "after%",
               pp_plain(&o->view));
    for (size_t i = 0; i < o->num_rows; i++) {
        const struct row *row = &o->rows[i];
        char *name = pp_proc_name(&o->two.names, row->proc);
        printf("%8.2f  %8.2f  %8.2f  %s%s%s\n", 100 * row->alike,
               pp_percent(row->before, (double)o->two.all_before.stmts),
               pp_percent(row->after, (double)o->two.all_after.stmts), pp_bold(&o->view), name,
               pp_plain(&o->view));
        free(name);
    }
}

static void print_json(const struct overlap *o)
{
    json_t *root = pp_profile_pair_json("overlap", &o->two), *rows = json_array();
    json_object_set_new(root, "paths_percent", json_real(o->paths));
    json_object_set_new(root, "statements_percent", json_real(o->stmts));
    for (size_t i = 0; i < o->num_rows; i++) {
        const struct row *row = &o->rows[i];
        char *name = pp_proc_name(&o->two.names, row->proc);
        json_t *it = json_object();
        json_object_set_new(it, "function", pp_json_text(name));
        json_object_set_new(it, "overlap_percent", json_real(100 * row->alike));
        json_object_set_new(it, "before_percent",
                            json_real(pp_percent(row->before, (double)o->two.all_before.stmts)));
        json_object_set_new(it, "after_percent",
                            json_real(pp_percent(row->after, (double)o->two.all_after.stmts)));
        json_array_append_new(rows, it);
        free(name);
    }
    json_object_set_new(root, "functions", rows);
    pp_json_finish(root);
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct overlap o = {.view = pp_view_make(settings)};
    struct pp_filter filter;
    enum pp_status status = pp_filter_make(&filter, &settings->filter);
    if (status != PP_OK)
        return status;
    status = pp_profile_pair_load(&o.two, settings, "overlap");
    if (status == PP_OK) {
        pp_filter_check(&filter, &o.two.names, o.two.after.program);
        measure(&o);
        choose(&o, settings, &filter);
        if (settings->json)
            print_json(&o);
        else
            print_table(&o);
        free(o.rows);
        pp_profile_pair_free(&o.two);
    }
    pp_filter_free(&filter);
    return status;
}

const struct pp_command pp_overlap_command = {
    .name = "overlap",
    .many = "PROGRAM BEFORE AFTER",
    .names = true,
    .filters = true,
    .summary = "how alike two data files are, in all and function by function",
    .options = options,
    .defaults = {.top = 10},
    .run = run,
};
