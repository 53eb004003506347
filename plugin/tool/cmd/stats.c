/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof stats: a profile in figures (thesis, tables 3 to 5 and figure 27), and what the compiler
   knew before it ran. */
#include "tool/stats/stats-compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cmd/commands.h"
#include "tool/stats/stats-json.h"
#include "tool/stats/stats-text.h"
#include "tool/path/measure.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/print/json.h"
#include "tool/print/sampled.h"
#include "tool/print/view.h"

static const struct pp_option options[] = {
    {'n', "top", PP_NUMBER, offsetof(struct pp_settings, top), "N",
     "list the N functions with the most potential paths (default 10)", NULL},
    {'c', "compare", PP_FLAG, offsetof(struct pp_settings, compare), NULL,
     "compare all PROGRAMs that are given: a row for each mode of each", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

static void print_average(const char *what, const struct pp_dynamic *d, const double sum[2])
{
    char *text = pp_average_text(d, sum);
    printf("  %-34s %s\n", what, text);
    free(text);
}

static void print_dynamic(const struct pp_dynamic *d)
{
    printf("Executed paths (mode %s)\n", pp_mode_name(d->mode));
    printf("  %-34s %" PRIu64 "\n", "distinct paths", d->distinct_paths);
    printf("  %-34s %" PRIu64 "\n", "executed paths", d->path_executions);
    if (d->pending)
        printf("  %-34s %" PRIu64 "\n", "  of which unfinished", d->unfinished_paths);
    printf("  %-34s %" PRIu64 "\n", "executed statements", d->executed_stmts);
    print_average("average edges per path", d, d->edges);
    print_average("average statements per path", d, d->stmts);
    if (pp_mode_row(d->mode)->crosses_calls) {
        print_average("average call edges per path", d, d->calls);
        print_average("average return edges per path", d, d->returns);
    }
    printf("  paths needed to cover a share of the executed statements\n");
    for (size_t i = 0; i < PP_CURVE_POINTS; i++)
        printf("    %3d %%  %10zu\n", pp_curve_percents[i], d->curve[i]);
}

struct row {
    const char *name;
    uint64_t value;
};

static void print_rows(const struct row *rows, size_t num)
{
    for (size_t i = 0; i < num; i++)
        printf("  %-34s %" PRIu64 "\n", rows[i].name, rows[i].value);
}

static void print_calls(const struct pp_static *s)
{
    const struct pp_static_calls *c = &s->calls;
    const struct row rows[] = {
        {"roots: functions where paths begin", c->roots},
        {"  of which from outside", c->outside},
        {"call sites that paths follow", c->followed},
        {"  returns broken", c->broken_returns},
        {"  returns broken if unbalanced", c->unbalanced_returns},
        {"  returns cut by choice", c->chosen_returns},
        {"call sites broken", c->broken_calls},
        {"call sites cut as recursive", c->recursive},
        {"  that keep their context", c->kept},
        {"call sites cut by choice", c->chosen_calls},
        {"call sites that cannot be entered", c->opaque},
        {"indirect call sites", c->indirect},
        {"external call sites", c->external},
        {"flow edges broken", s->broken_edges},
        {"units counted in arrays", c->arrays},
        {"units counted in tables", c->tables},
        {"units counted by wide numbers", c->wide},
    };
    print_rows(rows, sizeof rows / sizeof *rows);
}

static void print_loops(const struct pp_static_loops *l)
{
    const struct row rows[] = {
        {"loops", l->all},
        {"loops over several iterations", l->several},
        {"loops collapsed in another", l->collapsed},
        {"loops over fewer than asked for", l->too_many + l->outer + l->irreducible + l->nonlocal},
        {"  too many paths", l->too_many},
        {"  they contain loops", l->outer},
        {"  irreducible", l->irreducible},
        {"  non-local transfers", l->nonlocal},
    };
    print_rows(rows, sizeof rows / sizeof *rows);
}

static void print_heads(const struct pp_static_loops *l)
{
    const struct row rows[] = {
        {"loops", l->all},
        {"loops whose paths know the way in", l->several},
        {"loops whose paths do not", l->irreducible + l->nonlocal},
        {"  irreducible", l->irreducible},
        {"  non-local transfers", l->nonlocal},
    };
    print_rows(rows, sizeof rows / sizeof *rows);
}

static void print_static(const struct pp_static *s)
{
    printf("Program (mode %s)\n", pp_mode_name(s->mode));
    printf("  %-34s %" PRIu64 "\n", "functions", s->functions);
    printf("  %-34s %" PRIu64 "\n", "functions not instrumented", s->not_instrumented);
    printf("  %-34s %" PRIu64 "\n", "functions called", s->called);
    printf("  %-34s %" PRIu64 "\n", "vertices", s->vertices);
    printf("  %-34s %" PRIu64 "\n", "edges", s->edges);
    if (pp_mode_row(s->mode)->counts_edges) {
        printf("  %-34s %" PRIu64 "\n", "edges with a counter", s->counters);
        if (pp_counts_all_edges(s->mode))
            printf("  %-34s %" PRIu64 "\n", "edges executed", s->edges_executed);
        return;
    }
    printf("  %-34s %" PRIu64 "\n", "back edges", s->back_edges);
    char *potential = pp_paths_text(s->potential_paths);
    printf("  %-34s %s\n", "potential paths", potential);
    free(potential);
    if (pp_mode_row(s->mode)->crosses_calls) {
        print_calls(s);
        return;
    }
    if (pp_mode_row(s->mode)->iterates)
        print_loops(&s->loops);
    if (pp_mode_row(s->mode)->splits_heads)
        print_heads(&s->loops);
    printf("  %-34s %" PRIu64 "\n", "functions with too many paths", s->broken);
    printf("  %-34s %" PRIu64 "\n", "edges broken for that", s->broken_edges);
    printf("  %-34s %" PRIu64 "\n", "functions counted in arrays", s->arrays);
    printf("  %-34s %" PRIu64 "\n", "functions counted in tables", s->tables);
}

static void print_largest(const struct pp_names *names, const struct pp_largest *largest,
                          size_t num)
{
    if (num == 0)
        return;
    printf("Functions with the most potential paths\n");
    for (size_t i = 0; i < num; i++) {
        char *name = pp_proc_name(names, largest[i].proc);
        char *paths = pp_paths_text(largest[i].paths);
        printf("  %-24s %s\n", paths, name);
        free(paths);
        free(name);
    }
}

static json_t *largest_json(const struct pp_names *names, const struct pp_largest *largest,
                            size_t num)
{
    json_t *list = json_array();
    for (size_t i = 0; i < num; i++) {
        char *name = pp_proc_name(names, largest[i].proc);
        json_t *it = json_object();
        json_object_set_new(it, "function", pp_json_text(name));
        json_object_set_new(it, "potential_paths", json_string(largest[i].paths));
        json_array_append_new(list, it);
        free(name);
    }
    return list;
}

/* One mode of LOAD, of the procedures that are SHOWN, appended to MODES or, NULL, printed. */
static void show_mode(const struct pp_load *load, enum pp_mode mode, const bool *shown,
                      json_t *modes)
{
    struct pp_static s;
    struct pp_dynamic d;
    pp_measure_static(&s, &load->profile, mode, shown);
    pp_measure_dynamic(&d, &load->profile, mode, shown);
    if (s.functions > 0 && modes) {
        json_t *it = json_object();
        json_object_set_new(it, "program", pp_static_json(&s));
        if (!pp_mode_row(mode)->counts_edges)
            json_object_set_new(it, "execution", pp_dynamic_json(&d));
        json_array_append_new(modes, it);
    } else if (s.functions > 0) {
        print_static(&s);
        if (!pp_mode_row(mode)->counts_edges)
            print_dynamic(&d);
    }
    free(s.potential_paths);
}

static void look(const struct pp_load *load, const struct pp_settings *settings,
                 const struct pp_filter *filter)
{
    struct pp_names names;
    pp_names_make(&names, &load->notes, pp_whole_names(settings));
    pp_filter_check(filter, &names, load->program);
    bool *shown = pp_filter_shown(filter, &names);
    json_t *root = settings->json ? pp_json_start("stats", load) : NULL;
    json_t *modes = root ? json_array() : NULL;
    if (!root) {
        pp_print_name(stdout, load->program);
        printf(": %" PRIu64 " run%s\n", load->profile.runs, pp_s(load->profile.runs));
    }
    for (int mode = 0; mode < PP_MODES; mode++)
        show_mode(load, (enum pp_mode)mode, shown, modes);
    size_t num;
    struct pp_largest *largest = pp_measure_largest(&load->profile, settings->top, shown, &num);
    if (root) {
        json_object_set_new(root, "modes", modes);
        json_object_set_new(root, "largest_functions", largest_json(&names, largest, num));
        json_object_set_new(root, "samples", pp_samples_json(load->samples, false));
        pp_json_finish(root);
    } else {
        print_largest(&names, largest, num);
        pp_print_samples(load->samples);
    }
    pp_free_largest(largest, num);
    free(shown);
    pp_names_free(&names);
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    struct pp_filter filter;
    enum pp_status status = pp_filter_make(&filter, &settings->filter);
    if (status != PP_OK)
        return status;
    if (settings->compare) {
        status = pp_stats_compare(settings, &filter);
    } else if (pp_load(&load, settings, false)) {
        look(&load, settings, &filter);
        pp_unload(&load);
    } else {
        status = PP_BAD_INPUT;
    }
    pp_filter_free(&filter);
    return status;
}

const struct pp_command pp_stats = {
    .name = "stats",
    .names = true,
    .filters = true,
    .summary = "the profile in figures: paths, their lengths, how few cover how much",
    .options = options,
    .defaults = {.top = 10},
    .run = run,
};
