/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof insights: what a profile says, in sentences. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/lines/columns.h"
#include "core/base/text.h"
#include "tool/cmd/commands.h"
#include "tool/insights/insight-json.h"
#include "tool/insights/insight-text.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/print/json.h"
#include "tool/print/quote.h"
#include "tool/print/view.h"

static const struct pp_option options[] = {
    {'n', "top", PP_NUMBER, offsetof(struct pp_settings, top), "N", "show the first N (default 20)",
     NULL},
    {'a', "all", PP_FLAG, offsetof(struct pp_settings, all), NULL, "show all", NULL},
    {0, "certain", PP_PERCENT, offsetof(struct pp_settings, certain), "PERCENT",
     "a branch is decided if it goes one way in PERCENT of the cases (default 98)", NULL},
    {0, "least", PP_PERCENT, offsetof(struct pp_settings, least), "PERCENT",
     "leave out what is about less than PERCENT of the executed statements (default 0.5)", NULL},
    {0, "times", PP_NUMBER, offsetof(struct pp_settings, times), "N",
     "what was executed less than N times tells nothing (default 50)", NULL},
    {0, "chance", PP_NUMBER, offsetof(struct pp_settings, chance), "N",
     "nor does what chance would do in one of 10^N cases (default 12)", NULL},
    {0, "one-path", PP_PERCENT, offsetof(struct pp_settings, one_path), "PERCENT",
     "one path of a function executes most if it executes PERCENT of its statements (default 50)",
     NULL},
    {0, "repeats", PP_PERCENT, offsetof(struct pp_settings, repeats), "PERCENT",
     "a loop is always as long if it is in PERCENT of the times that it is entered (default 90)",
     NULL},
    {0, "pattern", PP_PERCENT, offsetof(struct pp_settings, pattern), "PERCENT",
     "iterations of a loop follow a pattern if PERCENT of them do (default 50)", NULL},
    {0, "error-paths", PP_PERCENT, offsetof(struct pp_settings, error_paths), "PERCENT",
     "paths report errors if at most PERCENT of their function's executions take them (default "
     "50)",
     NULL},
    {0, "errors", PP_TEXT, offsetof(struct pp_settings, errors), "REGEX",
     "functions whose names match report errors (default: error, fail, fatal, die, panic, abort, "
     "warn)",
     NULL},
    {0, "tests", PP_TEXT, offsetof(struct pp_settings, tests), "DATA",
     "also what this run does and no test, whose data DATA is", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

static void print_one(const struct pp_load *load, const struct pp_settings *settings,
                      const struct pp_insights *insights, uint32_t n,
                      const struct pp_insight_words *words, const struct pp_view *view)
{
    const struct pp_insight *it = &insights->list[n];
    char *title = pp_insight_title(words, it);
    double share = pp_percent((double)it->stmts, (double)insights->all_stmts);
    double weight = 100 * pp_insight_score(insights, it);
    printf("%6" PRIu32 "  %s%6.2f%s  %6.2f  %s%s%s%s\n", n + 1,
           weight >= 10 ? pp_hot_color(view) : "", weight, weight >= 10 ? pp_plain(view) : "",
           share, it->leader == n ? "" : "(same loop) ", pp_bold(view), title, pp_plain(view));
    for (uint32_t i = 0; i < it->num_told && i < PP_MOST_TOLD; i++) {
        char *text = pp_told_text(words, it, &it->told[i]);
        printf("                        %s\n", text);
        free(text);
    }
    if (it->num_told > PP_MOST_TOLD)
        printf("                        and %" PRIu32 " more\n", it->num_told - PP_MOST_TOLD);
    if (it->example != SIZE_MAX) {
        const struct pp_path *path = &load->profile.paths[it->example];
        char *name = pp_path_name(words->names, path->proc, path->number);
        char *word = pp_shell_word(name), *program = pp_shell_word(load->program);
        char *data =
            settings->data_file ? pp_shell_word(settings->data_file) : pp_sentence("%s", "");
        printf("                        %spathprof show %s %s%s%s%s\n", pp_faint(view), word,
               program, *data ? " " : "", data, pp_plain(view));
        free(word);
        free(program);
        free(data);
        free(name);
    }
    free(title);
}

/* What can be done about each kind that was shown. */
static void print_advice(const bool *kinds)
{
    for (int k = 0; k < PP_INSIGHT_KINDS; k++)
        if (kinds[k])
            printf("%s: %s.\n", pp_insight_kind_title((enum pp_insight_kind)k),
                   pp_insight_advice((enum pp_insight_kind)k));
}

static void print(const struct pp_load *load, const struct pp_settings *settings,
                  const struct pp_insights *insights, uint32_t num,
                  const struct pp_insight_words *words, const struct pp_view *view)
{
    bool kinds[PP_INSIGHT_KINDS] = {false};
    pp_print_name(stdout, load->program);
    printf(": %" PRIu64 " run%s; %" PRIu64 " statement%s; %" PRIu32 " insight%s\n",
           load->profile.runs, pp_s(load->profile.runs), insights->all_stmts,
           pp_s(insights->all_stmts), insights->num, pp_s(insights->num));
    if (num)
        printf(
            "%s%6s  %6s  %6s  what, with the share of the statements that run on these paths%s\n",
            pp_faint(view), "rank", "weight", "stmts%", pp_plain(view));
    for (uint32_t i = 0; i < num; i++) {
        print_one(load, settings, insights, i, words, view);
        kinds[insights->list[i].kind] = true;
    }
    print_advice(kinds);
}

static enum pp_status look(const struct pp_load *load, const struct pp_settings *settings,
                           const struct pp_filter *filter, struct pp_insight_bounds *bounds)
{
    struct pp_untested_paths untested = {0};
    enum pp_status status = PP_OK;
    struct pp_names names;
    struct pp_insights insights;
    struct pp_view view = pp_view_make(settings);
    pp_names_make(&names, &load->notes, pp_whole_names(settings));
    pp_filter_check(filter, &names, load->program);
    bool *shown = pp_filter_shown(filter, &names);
    if (settings->tests)
        status = pp_untested_make(&untested, &load->profile, settings, load->program,
                                  settings->tests, shown);
    if (status != PP_OK) {
        free(shown);
        pp_names_free(&names);
        return status;
    }
    bounds->untested = settings->tests ? &untested : NULL;
    pp_insights_make(&insights, &load->profile, bounds, shown);
    struct pp_file_names files;
    pp_file_names_make(&files, &load->notes.graph);
    struct pp_insight_words words = {.profile = &load->profile, .names = &names, .files = &files};
    uint32_t num =
        !settings->all && settings->top < insights.num ? (uint32_t)settings->top : insights.num;
    if (settings->json) {
        json_t *root = pp_json_start("insights", load);
        json_object_set_new(root, "executed_statements", pp_json_count(insights.all_stmts));
        json_object_set_new(root, "insights", pp_insights_json(&insights, num, &words));
        pp_json_finish(root);
    } else {
        print(load, settings, &insights, num, &words, &view);
    }
    pp_file_names_free(&files);
    pp_insights_free(&insights);
    pp_untested_free(&untested);
    free(shown);
    pp_names_free(&names);
    return PP_OK;
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    struct pp_filter filter;
    struct pp_insight_bounds bounds;
    char *wrong = pp_insight_bounds_begin(&bounds, settings);
    if (wrong) {
        pp_complain("--errors=%s: %s", settings->errors, wrong);
        free(wrong);
        return PP_USAGE;
    }
    enum pp_status status = pp_filter_load(&filter, &load, settings, false);
    if (status == PP_OK) {
        if (pp_counts_paths(&load))
            status = look(&load, settings, &filter, &bounds);
        else
            status = PP_BAD_INPUT;
        pp_filter_free(&filter);
        pp_unload(&load);
    }
    pp_insight_bounds_end(&bounds);
    return status;
}

const struct pp_command pp_insights_command = {
    .name = "insights",
    .names = true,
    .filters = true,
    .summary =
        "what the paths say, in sentences: what decides a branch, which loop is always as long",
    .options = options,
    .defaults = {.top = 20, PP_INSIGHT_DEFAULTS},
    .run = run,
};
