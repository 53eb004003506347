/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof merge: data files into one. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/format/data-sum.h"
#include "core/format/data.h"
#include "input/data-output.h"
#include "input/live.h"
#include "input/file/output.h"
#include "tool/cmd/commands.h"
#include "tool/load/complain.h"
#include "tool/load/options.h"
#include "tool/merge/merge-state.h"
#include "tool/merge/merge-sum.h"
#include "tool/print/json.h"

#define MOST_JOBS 256

static const struct pp_option options[] = {
    {'o', "output", PP_TEXT, offsetof(struct pp_settings, output), "FILE",
     "write the sum to FILE; it may be one of those that are read", NULL},
    {'w', "weights", PP_TEXT, offsetof(struct pp_settings, weights), "LIST",
     "factors, separated by commas: multiply the counts of each file by its own "
     "(default 1)",
     NULL},
    {0, "files-from", PP_TEXT, offsetof(struct pp_settings, files_from), "FILE",
     "merge what FILE names, too, a line each, with a weight and a tab before it if one likes; - "
     "is standard input",
     NULL},
    {'J', "jobs", PP_NUMBER, offsetof(struct pp_settings, jobs), "N",
     "add up by N processes (default 1)", NULL},
    {0, "resume", PP_FLAG, offsetof(struct pp_settings, resume), NULL,
     "keep what has been done in FILE.merging, and go on from there", NULL},
    {0, "sparse", PP_FLAG, offsetof(struct pp_settings, sparse), NULL,
     "leave out records without counts; programs cannot add to such a file", NULL},
    {0, "any", PP_FLAG, offsetof(struct pp_settings, any), NULL,
     "merge files of different programs, too", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* What is merged, and into what. */
struct work {
    const struct pp_settings *settings;
    struct pp_merge_list list;
    struct pp_merge merge;
    bool *own; /* of each file: it is what is there where the sum is to be */
    struct pp_data_output target;
    struct pp_data sum;
};

/* Adds the target's own counts, under its lock, to SUM of all others.  Programs that end wait for it, so that nothing
   is done under it that can be done before. */
static bool add_own(struct work *work)
{
    struct pp_data others = work->sum;
    char *unlocked = NULL, *wrong = pp_data_output_lock(&work->target, &unlocked);
    bool good = !wrong;
    work->sum = (struct pp_data){0};
    if (unlocked)
        pp_complain("warning: %s; counts of programs that end now may be lost", unlocked);
    for (size_t i = 0; i < work->list.num && good; i++) {
        const char *file = work->list.files[i];
        if (!work->own[i])
            continue;
        if (work->target.made && !pp_has_live_files(file, NULL)) {
            pp_complain("%s: %s", file, strerror(ENOENT));
            good = false;
        } else {
            good = pp_merge_add(&work->sum, &work->merge, &work->merge.related, i, true);
        }
    }
    char *other = good ? pp_data_add(&work->sum, &others, 1) : NULL;
    if (wrong)
        pp_complain("%s", wrong);
    if (other)
        pp_complain("%s: %s; nothing is merged", work->target.place.shown, other);
    good = good && !other;
    pp_data_free(&others);
    free(unlocked);
    free(wrong);
    free(other);
    return good;
}

static void print_json(const struct pp_settings *settings, const struct pp_data *sum, size_t size)
{
    json_t *root = json_object(), *modules = json_array();
    json_object_set_new(root, "pathprof", pp_json_about("merge"));
    json_object_set_new(root, "output", pp_json_text(settings->output));
    json_object_set_new(root, "bytes", json_integer((json_int_t)size));
    for (size_t m = 0; m < sum->num_modules; m++) {
        json_t *it = json_object();
        pp_json_module(it, sum->modules[m].name, sum->modules[m].runs);
        json_array_append_new(modules, it);
    }
    json_object_set_new(root, "modules", modules);
    pp_json_finish(root);
}

/* Writes the sum.  Live files whose counts are in it then go. */
static bool finish(struct work *work)
{
    const struct pp_settings *settings = work->settings;
    size_t size;
    pp_merge_order(&work->sum);
    unsigned char *bytes = pp_data_write(&work->sum, settings->sparse, &size);
    char *wrong = pp_data_output_replace(&work->target, bytes, size);
    if (wrong)
        pp_complain("%s", wrong);
    for (size_t i = 0; i < work->list.num && !wrong; i++)
        if (work->own[i]) /* perhaps by another name */
            pp_remove_live_files(work->list.files[i], &work->sum);
    if (!wrong && work->merge.resume)
        pp_merge_state_remove(settings->output);
    if (!wrong && settings->json)
        print_json(settings, &work->sum, size);
    bool good = !wrong;
    free(bytes);
    free(wrong);
    return good;
}

/* Merges WORK's list. */
static bool merge(struct work *work)
{
    const struct pp_settings *settings = work->settings;
    char *wrong = pp_file_place_find(&work->target.place, settings->output);
    work->own = pp_xcalloc(work->list.num, sizeof *work->own);
    work->merge = (struct pp_merge){.list = &work->list,
                                    .own = work->own,
                                    .jobs = (unsigned)settings->jobs,
                                    .any = settings->any,
                                    .output = settings->output,
                                    .resume = settings->resume};
    if (wrong)
        pp_complain("%s", wrong);
    for (size_t i = 0; i < work->list.num && !wrong; i++)
        work->own[i] = strcmp(work->list.files[i], settings->output) == 0 ||
                       pp_is_at_place(&work->target.place, work->list.files[i]);
    bool good = !wrong && pp_merge_sum(&work->sum, &work->merge) && add_own(work) &&
                pp_merge_related(&work->merge, &work->merge.related) && finish(work);
    if (!wrong)
        pp_data_output_leave(&work->target);
    pp_related_free(&work->merge.related);
    pp_data_free(&work->sum);
    free(work->own);
    free(wrong);
    return good;
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct work work = {.settings = settings, .target.file = -1};
    if (!settings->output || (!settings->num_files && !settings->files_from)) {
        pp_complain("merge: %s; see 'pathprof merge --help'",
                    settings->output ? "no files given" : "no --output=FILE given");
        return PP_USAGE;
    }
    if (settings->jobs > MOST_JOBS) {
        pp_complain("--jobs: %" PRIu64 " is more than %d", settings->jobs, MOST_JOBS);
        return PP_USAGE;
    }
    enum pp_status status = pp_merge_list_make(&work.list, settings);
    if (status != PP_OK)
        return status;
    if (work.list.num == 0)
        pp_complain("%s: no files", settings->files_from);
    status = work.list.num && merge(&work) ? PP_OK : PP_BAD_INPUT;
    pp_merge_list_free(&work.list);
    return status;
}

const struct pp_command pp_merge_command = {
    .name = "merge",
    .many = "-o FILE [DATA]...",
    .summary = "add data files up, and what killed processes have left",
    .options = options,
    .defaults = {.jobs = 1},
    .run = run,
};
