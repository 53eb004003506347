/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof lanes: what the second compile has made of hot paths, beside the source. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lane-read.h"
#include "source.h"
#include "text.h"

static const struct pp_option options[] = {
    {'f', "function", PP_TEXT, offsetof(struct pp_settings, function), "REGEX",
     "only functions whose name matches", NULL},
    {'S', "source-dir", PP_TEXT, offsetof(struct pp_settings, source_dir), "DIR",
     "look for source files below DIR first", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* The source file that was asked for last. */
struct reading {
    const char *source_dir, *directory, *report;
    bool *told; /* that a source is newer than the report */
    char *file; /* NULL: none yet */
    struct pp_source source;
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
        pp_source_find(&r->source, file, r->directory, r->source_dir);
        if (!*r->told && pp_source_is_newer(&r->source, r->report)) {
            pp_complain("%s: newer than %s: the lines shown may be others", r->source.path,
                        r->report);
            *r->told = true;
        }
    }
    return pp_source_line(&r->source, line);
}

static bool matches(const struct pp_filter *filter, const struct pp_lane_function *f)
{
    return pp_filter_match_names(filter, f->name, f->symbol);
}

/* Puts the functions that FILTER lets through first, and counts only those. */
static size_t choose(struct pp_lane_unit *unit, const struct pp_filter *filter)
{
    size_t num = 0;
    for (size_t i = 0; i < unit->num_functions; i++)
        if (matches(filter, &unit->functions[i])) {
            struct pp_lane_function it = unit->functions[i];
            unit->functions[i] = unit->functions[num];
            unit->functions[num++] = it;
        }
    return num;
}

/* Is UNIT to be shown, of whose functions FILTER has left some or none? */
static bool is_shown(const struct pp_lane_unit *unit, const struct pp_filter *filter)
{
    return filter->any || unit->num_functions;
}

static json_t *unit_as_json(const struct pp_lane_unit *unit)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    pp_lane_json(out, unit);
    fclose(out);
    json_t *it = json_loadb(text, size, 0, NULL);
    free(text);
    json_object_del(it, "pathprof");
    return it;
}

static void print_json(const struct pp_lanes *lanes, const char *file,
                       const struct pp_filter *filter)
{
    json_t *root = json_object(), *units = json_array();
    json_object_set_new(root, "pathprof", pp_json_about("lanes"));
    json_object_set_new(root, "report", pp_json_text(file));
    for (size_t i = 0; i < lanes->num; i++)
        if (is_shown(&lanes->units[i], filter))
            json_array_append_new(units, unit_as_json(&lanes->units[i]));
    json_object_set_new(root, "units", units);
    pp_json_finish(root);
}

static void print_text(const struct pp_lanes *lanes, const struct pp_settings *settings,
                       const struct pp_filter *filter)
{
    bool first = true, told = false;
    struct pp_view view = pp_view_make(settings);
    for (size_t i = 0; i < lanes->num; i++) {
        struct reading reading = {.source_dir = settings->source_dir,
                                  .directory = lanes->units[i].directory,
                                  .report = settings->subject,
                                  .told = &told};
        struct pp_lane_style style = {pp_bold(&view), pp_plain(&view), read_line, &reading};
        if (!is_shown(&lanes->units[i], filter))
            continue;
        if (!first)
            putchar('\n');
        first = false;
        pp_lane_text(stdout, &lanes->units[i], &style);
        forget(&reading);
    }
}

/* Prints, with NUM_ALL[i] functions of unit i in memory and fewer chosen. */
static bool print(struct pp_lanes *lanes, const struct pp_settings *settings,
                  const struct pp_filter *filter)
{
    size_t *num_all = pp_xmalloc((lanes->num + 1) * sizeof *num_all), chosen = 0;
    for (size_t i = 0; i < lanes->num; i++) {
        num_all[i] = lanes->units[i].num_functions;
        lanes->units[i].num_functions = choose(&lanes->units[i], filter);
        chosen += lanes->units[i].num_functions;
    }
    bool some = filter->any || chosen;
    if (!some)
        pp_complain("--function: '%s' matches no function of %s", settings->function,
                    settings->subject);
    else if (settings->json)
        print_json(lanes, settings->subject, filter);
    else
        print_text(lanes, settings, filter);
    for (size_t i = 0; i < lanes->num; i++)
        lanes->units[i].num_functions = num_all[i];
    free(num_all);
    return some;
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_lanes lanes;
    struct pp_filter filter;
    if (!pp_filter_make(&filter, settings->function))
        return PP_USAGE;
    bool good = pp_lanes_read(&lanes, settings->subject);
    if (good) {
        good = print(&lanes, settings, &filter);
        pp_lanes_free(&lanes);
    }
    pp_filter_free(&filter);
    return good ? PP_OK : PP_BAD_INPUT;
}

const struct pp_command pp_lanes_command = {
    .name = "lanes",
    .subject = "REPORT",
    .alone = true,
    .summary =
        "what the second compile has made of hot paths (-fplugin-arg-pathprof-report=REPORT)",
    .options = options,
    .run = run,
};
