/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof lanes: what the second compile made of hot paths, beside the source. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/lane-report/lane-text.h"
#include "tool/cmd/commands.h"
#include "tool/load/complain.h"
#include "tool/load/lane-read.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/names/short-name.h"
#include "tool/print/json.h"
#include "tool/print/source.h"
#include "tool/print/told-files.h"
#include "tool/print/view.h"

static const struct pp_option options[] = {
    {'m', "made", PP_FLAG, offsetof(struct pp_settings, made), NULL,
     "only functions that have got lanes", NULL},
    {'S', "source-dir", PP_TEXT, offsetof(struct pp_settings, source_dir), "DIR",
     "look for source files below DIR first", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* The source file that was asked for last, and those that are newer than the report. */
struct reading {
    const char *source_dir, *directory, *report;
    char *file; /* NULL: none yet */
    struct pp_source source;
    struct pp_told_files newer;
};

static void forget(struct reading *r)
{
    pp_source_free(&r->source);
    free(r->file);
    r->file = NULL;
}

static const char *read_line(void *context, const char *file, uint32_t line)
{
    struct reading *r = context;
    if (!r->file || strcmp(r->file, file) != 0) {
        forget(r);
        r->file = pp_sentence("%s", file);
        pp_source_find(&r->source, file, r->directory, r->source_dir, NULL);
        pp_told_if_newer(&r->newer, &r->source, r->report);
    }
    return pp_source_line(&r->source, line);
}

/* A name of LANES, and where its short form is to be. */
struct named {
    const char *name;
    char **brief;
};

/* All names in LANES, malloc'd, *NUM of them. */
static struct named *list_names(struct pp_lanes *lanes, size_t *num)
{
    size_t n = 0;
    for (size_t i = 0; i < lanes->num; i++)
        n += lanes->units[i].num_functions + 2 * lanes->units[i].num_calls;
    struct named *list = pp_xcalloc(n + 1, sizeof *list);
    *num = n;
    n = 0;
    for (size_t i = 0; i < lanes->num; i++) {
        struct pp_lane_unit *unit = &lanes->units[i];
        for (size_t k = 0; k < unit->num_functions; k++)
            list[n++] = (struct named){unit->functions[k].name, &unit->functions[k].brief};
        for (size_t k = 0; k < unit->num_calls; k++) {
            struct pp_lane_call *call = &unit->calls[k];
            list[n++] = (struct named){call->caller, &call->brief_caller};
            list[n++] = (struct named){call->callee, &call->brief_callee};
        }
    }
    return list;
}

/* Gives all names in LANES their short forms. */
static void shorten(struct pp_lanes *lanes)
{
    size_t num;
    struct named *list = list_names(lanes, &num);
    const char **names = pp_xcalloc(num + 1, sizeof *names);
    char **shorts = pp_xcalloc(num + 1, sizeof *shorts);
    for (size_t i = 0; i < num; i++)
        names[i] = list[i].name;
    pp_shorten(names, (uint32_t)num, shorts);
    for (size_t i = 0; i < num; i++)
        *list[i].brief = shorts[i];
    free(list);
    free(names);
    free(shorts);
}

/* Puts the functions of UNIT that are WANTED first, and returns how many these are. */
static size_t put_first(struct pp_lane_unit *unit,
                        bool wanted(const struct pp_lane_function *f,
                                    const struct pp_filter *filter),
                        const struct pp_filter *filter)
{
    size_t num = 0;
    for (size_t i = 0; i < unit->num_functions; i++)
        if (wanted(&unit->functions[i], filter)) {
            struct pp_lane_function it = unit->functions[i];
            unit->functions[i] = unit->functions[num];
            unit->functions[num++] = it;
        }
    return num;
}

static bool matches(const struct pp_lane_function *f, const struct pp_filter *filter)
{
    return pp_filter_match_names(filter, f->name, f->brief, f->symbol, f->file ? f->file : "");
}

static bool is_made(const struct pp_lane_function *f, const struct pp_filter *filter)
{
    (void)filter;
    return pp_lane_made(f);
}

/* A unit with those of its functions that --function lets through, which stand first in it. */
struct shown {
    struct pp_lane_unit *unit;
    struct pp_lane_total total;
    size_t num_all; /* functions in memory */
};

struct choice {
    struct shown *units;
    size_t num;
    struct pp_lane_total total;
};

static void add_up(struct pp_lane_total *total, const struct pp_lane_unit *unit)
{
    for (size_t i = 0; i < unit->num_functions; i++)
        pp_lane_add(total, &unit->functions[i]);
}

/* Without a name to look for, units without functions are shown as well: they say why. */
static void choose_units(struct choice *c, struct pp_lanes *lanes, const struct pp_filter *filter)
{
    *c = (struct choice){.units = pp_xcalloc(lanes->num + 1, sizeof *c->units)};
    for (size_t i = 0; i < lanes->num; i++) {
        struct shown it = {.unit = &lanes->units[i], .num_all = lanes->units[i].num_functions};
        it.unit->num_functions = put_first(it.unit, matches, filter);
        add_up(&it.total, it.unit);
        add_up(&c->total, it.unit);
        if (filter->any || it.unit->num_functions)
            c->units[c->num++] = it;
        else
            it.unit->num_functions = it.num_all;
    }
}

static void forget_choice(struct choice *c)
{
    for (size_t i = 0; i < c->num; i++)
        c->units[i].unit->num_functions = c->units[i].num_all;
    free(c->units);
}

/* Is it to be printed? */
static bool is_wanted(const struct shown *it, const struct pp_settings *settings)
{
    return !settings->made || it->total.with_lanes;
}

static json_t *total_as_json(const struct pp_lane_total *total)
{
    json_t *it = json_object();
    json_object_set_new(it, "functions", pp_json_count(total->functions));
    json_object_set_new(it, "with_lanes", pp_json_count(total->with_lanes));
    json_object_set_new(it, "hot_paths", pp_json_count(total->hot_paths));
    json_object_set_new(it, "made", pp_json_count(total->made));
    json_object_set_new(it, "statements", pp_json_count(total->statements));
    json_object_set_new(it, "copied", pp_json_count(total->copied));
    json_object_set_new(it, "decided", pp_json_count(total->decided));
    json_object_set_new(it, "instructions_saved", pp_json_count(total->benefit));
    return it;
}

/* As they are in the report. */
static void print_json(const struct choice *c, const struct pp_settings *settings)
{
    json_t *root = json_object(), *units = json_array();
    json_object_set_new(root, "pathprof", pp_json_about("lanes"));
    json_object_set_new(root, "report", pp_json_text(settings->subject));
    json_object_set_new(root, "total", total_as_json(&c->total));
    for (size_t i = 0; i < c->num; i++) {
        struct pp_lane_unit *unit = c->units[i].unit;
        if (!is_wanted(&c->units[i], settings))
            continue;
        if (settings->made)
            unit->num_functions = put_first(unit, is_made, NULL);
        json_array_append_new(units, pp_json_lane_unit(unit));
    }
    json_object_set_new(root, "units", units);
    pp_json_finish(root);
}

/* The most useful first; then as they are in the report. */
static int by_benefit(const void *a, const void *b)
{
    const struct shown *x = a, *y = b;
    if (x->total.benefit != y->total.benefit)
        return x->total.benefit < y->total.benefit ? 1 : -1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static void print_text(struct choice *c, const struct pp_settings *settings)
{
    struct pp_view view = pp_view_make(settings);
    struct reading reading = {.source_dir = settings->source_dir, .report = settings->subject};
    struct pp_lane_style style = {pp_bold(&view), pp_plain(&view), read_line,
                                  &reading,       settings->made,  settings->full_names};
    bool first = true;
    qsort(c->units, c->num, sizeof *c->units, by_benefit);
    if (c->num > 1 || (settings->made && !c->total.with_lanes)) {
        printf("%zu unit%s: ", c->num, c->num == 1 ? "" : "s");
        pp_lane_total_text(stdout, &c->total);
        first = false;
    }
    for (size_t i = 0; i < c->num; i++) {
        if (!is_wanted(&c->units[i], settings))
            continue;
        if (!first)
            putchar('\n');
        first = false;
        reading.directory = c->units[i].unit->directory;
        pp_lane_text(stdout, c->units[i].unit, &style);
        forget(&reading);
    }
    pp_tell_newer(&reading.newer, settings->subject);
}

static void print(struct pp_lanes *lanes, const struct pp_settings *settings,
                  const struct pp_filter *filter)
{
    struct choice c;
    choose_units(&c, lanes, filter);
    if (c.num == 0 && !filter->any)
        pp_complain("warning: the filters leave none of the functions of %s", settings->subject);
    if (settings->json)
        print_json(&c, settings);
    else
        print_text(&c, settings);
    forget_choice(&c);
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_lanes lanes;
    struct pp_filter filter;
    enum pp_status status = pp_filter_make(&filter, &settings->filter);
    if (status != PP_OK)
        return status;
    if (pp_lanes_read(&lanes, settings->subject)) {
        shorten(&lanes);
        print(&lanes, settings, &filter);
        pp_lanes_free(&lanes);
    } else {
        status = PP_BAD_INPUT;
    }
    pp_filter_free(&filter);
    return status;
}

const struct pp_command pp_lanes_command = {
    .name = "lanes",
    .subject = "REPORT",
    .alone = true,
    .names = true,
    .filters = true,
    .summary = "what the second compile made of hot paths (-fplugin-arg-pathprof-report=REPORT)",
    .options = options,
    .run = run,
};
