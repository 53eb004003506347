/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof coverage: how much of what a program could do its runs did, and what they did not. */
#define _GNU_SOURCE /* qsort_r */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cmd/commands.h"
#include "tool/coverage/coverage-files.h"
#include "tool/coverage/coverage-text.h"
#include "tool/coverage/prime-report.h"
#include "tool/coverage/test-order.h"
#include "tool/load/complain.h"
#include "tool/names/filter.h"
#include "tool/names/inlined.h"
#include "tool/names/names.h"
#include "tool/print/json.h"
#include "tool/print/view.h"

static const char *const measures[] = {"paths",   "outcomes", "turns", "calls",
                                       "by-call", "contexts", NULL};
/* Of these, what is taken if none is named, and the first that only modes have whose paths follow calls. */
#define OF_TURNS 2
#define OF_CALLS 3
#define OF_CONTEXTS 5

static const struct pp_option options[] = {
    {'d', "data", PP_TEXTS, offsetof(struct pp_settings, data_files), "DATA",
     "read counts from DATA, as from one behind PROGRAM; may be repeated", NULL},
    {'n', "top", PP_NUMBER, offsetof(struct pp_settings, top), "N",
     "show the N functions with the most turns that are missing (default 20)", NULL},
    {'m', "missing", PP_NUMBER, offsetof(struct pp_settings, missing), "N",
     "show the first N turns that are missing (default 20)", NULL},
    {'a', "all", PP_FLAG, offsetof(struct pp_settings, all), NULL, "show all functions and turns",
     NULL},
    {0, "by-file", PP_FLAG, offsetof(struct pp_settings, by_file), NULL,
     "show source files, those with the most turns that are missing first, in place of functions",
     NULL},
    {0, "by-call", PP_FLAG, offsetof(struct pp_settings, by_call), NULL,
     "show functions by the calls that they were entered by, and turns that were taken in others "
     "only",
     NULL},
    {'t', "per-test", PP_FLAG, offsetof(struct pp_settings, per_test), NULL,
     "tell what each DATA covers, in an order in which each adds most", NULL},
    {'p', "production", PP_TEXT, offsetof(struct pp_settings, production), "DATA",
     "show what DATA, of another run, did that no test did, in place of what is missing", NULL},
    {0, "impossible", PP_FLAG, offsetof(struct pp_settings, impossible), NULL,
     "show which turns cannot run, as the compiler has proven, in place of what is missing", NULL},
    {0, "prime-paths", PP_FLAG, offsetof(struct pp_settings, prime_paths), NULL,
     "tell which prime paths, those of gcov --prime-paths, are covered, in place of all else",
     NULL},
    {0, "fail-under", PP_PERCENT, offsetof(struct pp_settings, fail_under), "PERCENT",
     "exit with status 3 if less is covered", NULL},
    {0, "measure", PP_CHOICE, offsetof(struct pp_settings, sort), "WHAT",
     "what --fail-under is of: paths, outcomes (of branches), turns (default); where paths follow "
     "calls, calls, by-call (turns by calls), contexts; with --prime-paths it is of these",
     measures},
    {'l', "lcov", PP_TEXT, offsetof(struct pp_settings, lcov), "FILE",
     "write lines and outcomes to FILE, an lcov tracefile; - is standard output", NULL},
    {0, "cobertura", PP_TEXT, offsetof(struct pp_settings, cobertura), "FILE",
     "write lines and outcomes to FILE in Cobertura's format; - is standard output", NULL},
    {0, "sarif", PP_TEXT, offsetof(struct pp_settings, sarif), "FILE",
     "write what is missing to FILE in SARIF; - is standard output", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

static uint64_t missing_turns(const struct pp_coverage_row *row)
{
    return row->turns.all - row->turns.executed;
}

static int by_missing(const void *a, const void *b, void *rows)
{
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    const struct pp_coverage_row *all = rows;
    uint64_t x = missing_turns(&all[p]), y = missing_turns(&all[q]);
    if (x != y)
        return x > y ? -1 : 1;
    return (p > q) - (p < q);
}

/* Chooses what is shown. */
static void choose(struct pp_coverage_view *v, const struct pp_coverage *c, const bool *shown)
{
    const struct pp_settings *s = v->settings;
    uint32_t num = v->names->notes->graph.num_procs;
    v->procs = pp_xmalloc((num + 1) * sizeof *v->procs);
    for (uint32_t p = 0; p < num; p++)
        if (shown[p] && v->tests->counts[p])
            v->procs[v->num_procs++] = p;
    qsort_r(v->procs, v->num_procs, sizeof *v->procs, by_missing, c->rows);
    if (!s->all && v->num_procs > s->top)
        v->num_procs = (uint32_t)s->top;
    v->num_missing = !s->all && c->num_missing > s->missing ? s->missing : c->num_missing;
    v->num_ruled_out = c->num_ruled_out;
    if (!s->all && v->num_ruled_out > s->missing)
        v->num_ruled_out = s->missing;
    if (s->per_test) {
        v->order = pp_xmalloc(v->tests->num * sizeof *v->order);
        pp_tests_order(v->tests, v->order);
    }
}

/* Is PERCENT of WHAT enough for SETTINGS?  If not, says so. */
static bool reaches(double percent, const char *what, const struct pp_tests *tests,
                    const struct pp_settings *settings)
{
    if (percent >= settings->fail_under)
        return true;
    pp_complain("%s: %.2f %% of the %s are covered, less than %g %%", tests->load.program, percent,
                what, settings->fail_under);
    return false;
}

/* Whether enough is covered; if not, says how much is missing. */
static bool is_enough(const struct pp_coverage *c, const struct pp_by_call *by,
                      const struct pp_settings *settings)
{
    const struct pp_coverage_row *all = &c->all;
    double percents[] = {
        pp_covered_percent((double)all->paths, all->potential),
        pp_covered_percent((double)all->outcomes.executed, (double)all->outcomes.all),
        pp_covered_percent((double)all->turns.executed, (double)all->turns.all),
        pp_covered_percent((double)by->calls.executed, (double)by->calls.all),
        pp_covered_percent((double)by->turns.executed, (double)by->turns.all),
        pp_covered_percent((double)by->chains, by->all_chains)};
    static const char *const what[] = {"paths", "outcomes",      "turns",
                                       "calls", "turns by call", "contexts"};
    if (c->functions == 0) {
        pp_complain("%s: nothing is measured: no function whose paths are counted is left",
                    c->tests->load.program);
        return false;
    }
    if (settings->sort == OF_CONTEXTS && by->all_chains < 0) {
        pp_complain(
            "%s: contexts are not known: paths forget the callers at a loop; compile it with "
            "mode=context",
            c->tests->load.program);
        return false;
    }
    return reaches(percents[settings->sort], what[settings->sort], c->tests, settings);
}

/* What ran is possible, whatever has been proven. */
static void tell_refuted(const struct pp_coverage *c)
{
    if (c->refuted)
        pp_complain("warning: %s: %" PRIu64 " turn%s that the compiler has proven to be impossible "
                    "ran: behaviour is undefined there (an overflow, a variable without a value), "
                    "or pathprof has a fault",
                    c->tests->load.program, c->refuted, pp_s(c->refuted));
}

static void warn_inlined(const struct pp_tests *tests, const struct pp_names *names,
                         const bool *shown)
{
    uint32_t num = names->notes->graph.num_procs;
    bool *measured = pp_xmalloc((num + 1) * sizeof *measured);
    for (uint32_t p = 0; p < num; p++)
        measured[p] = shown[p] && tests->counts[p];
    pp_warn_inlined(names, measured);
    free(measured);
}

static bool writes_files(const struct pp_settings *settings)
{
    return settings->cobertura || settings->lcov || settings->sarif;
}

/* Prints V, or writes the files that are asked for instead. */
static enum pp_status show(const struct pp_coverage_view *v, const struct pp_filter *filter,
                           const bool *shown)
{
    const struct pp_settings *settings = v->settings;
    bool good = true;
    if (settings->cobertura || settings->lcov)
        good = pp_coverage_lines(v, filter, shown);
    if (settings->sarif)
        good = pp_coverage_sarif(v, settings->sarif) && good;
    if (settings->json) {
        json_t *root = pp_json_start("coverage", &v->tests->load);
        pp_coverage_json(v, root);
        pp_json_finish(root);
    } else if (!writes_files(settings)) {
        pp_coverage_print(v);
    }
    return good ? PP_OK : PP_BAD_INPUT;
}

static enum pp_status look(struct pp_tests *tests, const struct pp_settings *settings,
                           const struct pp_filter *filter)
{
    struct pp_names names;
    struct pp_coverage coverage;
    struct pp_by_call by_call;
    enum pp_status status = PP_OK;
    pp_names_make(&names, &tests->load.notes, pp_whole_names(settings));
    pp_filter_check(filter, &names, tests->load.program);
    bool *shown = pp_filter_shown(filter, &names);
    pp_coverage_make(&coverage, tests, shown);
    pp_by_call_make(&by_call, &coverage, shown);
    struct pp_coverage_view v = {.coverage = &coverage,
                                 .by_call = &by_call,
                                 .tests = tests,
                                 .names = &names,
                                 .settings = settings,
                                 .view = pp_view_make(settings)};
    struct pp_production production;
    choose(&v, &coverage, shown);
    tell_refuted(&coverage);
    warn_inlined(tests, &names, shown);
    if (settings->production) {
        status = pp_production_make(&production, &coverage, settings, settings->production, shown);
        v.production = status == PP_OK ? &production : NULL;
        v.num_untested = 0;
        if (v.production)
            v.num_untested = settings->all || production.untested.num < settings->missing
                                 ? production.untested.num
                                 : settings->missing;
    }
    if (status != PP_OK) {
        v.production = NULL;
    } else {
        status = show(&v, filter, shown);
    }
    if (status == PP_OK && settings->fail_under > 0 && !is_enough(&coverage, &by_call, settings))
        status = PP_BELOW;
    if (v.production)
        pp_production_free(&production);
    free(v.procs);
    free(v.order);
    pp_by_call_free(&by_call);
    pp_coverage_free(&coverage);
    free(shown);
    pp_names_free(&names);
    return status;
}

static enum pp_status look_at_primes(const struct pp_tests *tests,
                                     const struct pp_settings *settings,
                                     const struct pp_filter *filter)
{
    struct pp_names names;
    pp_names_make(&names, &tests->load.notes, pp_whole_names(settings));
    pp_filter_check(filter, &names, tests->load.program);
    bool *shown = pp_filter_shown(filter, &names);
    double percent = pp_prime_report(tests, &names, settings, shown);
    free(shown);
    pp_names_free(&names);
    return reaches(percent, "prime paths", tests, settings) ? PP_OK : PP_BELOW;
}

/* Whether there is what is asked for of calls; complains if not. */
static bool knows_calls(const struct pp_tests *tests, const struct pp_settings *settings)
{
    bool asked = settings->by_call || (settings->fail_under > 0 && settings->sort >= OF_CALLS);
    if (!asked || tests->entrances.first)
        return true;
    pp_complain("coverage: the paths of %s do not follow calls; compile it with mode=context for "
                "what was executed by which call",
                tests->load.program);
    return false;
}

static bool is_stdout(const char *file)
{
    return file && strcmp(file, "-") == 0;
}

/* Whether what is asked for goes together; complains if not. */
static bool go_together(const struct pp_settings *s)
{
    if (s->json + is_stdout(s->cobertura) + is_stdout(s->lcov) + is_stdout(s->sarif) > 1) {
        pp_complain("coverage: only one of --json, --cobertura, --lcov and --sarif can be written "
                    "to standard output");
        return false;
    }
    if (writes_files(s) && (s->production || s->impossible)) {
        pp_complain("coverage: --cobertura, --lcov and --sarif have nothing of --production and "
                    "--impossible, which go with --json");
        return false;
    }
    if (!s->json && (s->production != NULL) + s->impossible + s->by_file + s->by_call > 1) {
        pp_complain("coverage: of --production, --impossible, --by-file and --by-call only one at "
                    "a time, but with --json");
        return false;
    }
    if (s->prime_paths && (writes_files(s) || s->production || s->per_test || s->by_file ||
                           s->by_call || s->sort != OF_TURNS)) {
        pp_complain("coverage: --prime-paths goes with --json, --impossible, --fail-under, -n, -m, "
                    "-a and filters alone");
        return false;
    }
    return true;
}

/* Looks at SETTINGS->files: the program, or NULL, and its data. */
static enum pp_status look_at(const struct pp_settings *settings)
{
    struct pp_tests tests;
    struct pp_filter filter;
    size_t num = settings->num_files - 1;
    enum pp_status status = pp_filter_make(&filter, &settings->filter);
    if (status != PP_OK)
        return status;
    status =
        pp_tests_load(&tests, settings, settings->files[0], num ? settings->files + 1 : NULL, num);
    if (status == PP_OK) {
        if (!pp_tests_measured(&tests) || !knows_calls(&tests, settings))
            status = PP_BAD_INPUT;
        else if (settings->prime_paths)
            status = look_at_primes(&tests, settings, &filter);
        else
            status = look(&tests, settings, &filter);
        pp_tests_free(&tests);
    }
    pp_filter_free(&filter);
    return status;
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_settings own = *settings;
    if (!go_together(settings))
        return PP_USAGE;
    char **files = pp_xcalloc(settings->num_files + settings->data_files.num + 1, sizeof *files);
    size_t num = 1;
    for (size_t i = 0; i < settings->data_files.num; i++)
        files[num++] = (char *)settings->data_files.list[i];
    if (settings->num_files)
        files[0] = settings->files[0];
    for (size_t i = 1; i < settings->num_files; i++)
        files[num++] = settings->files[i];
    own.files = files;
    own.num_files = num;
    enum pp_status status = look_at(&own);
    free(files);
    return status;
}

const struct pp_command pp_coverage_command = {
    .name = "coverage",
    .many = "[PROGRAM [DATA]...]",
    .names = true,
    .filters = true,
    .summary = "how much of what the program could do its runs did, by paths; and what is missing",
    .options = options,
    .defaults = {.top = 20, .missing = 20, .sort = OF_TURNS},
    .run = run,
};
