/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof merge: data files into one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/format/data-sum.h"
#include "core/format/data.h"
#include "input/data-output.h"
#include "input/data.h"
#include "input/live.h"
#include "input/file/output.h"
#include "tool/cmd/commands.h"
#include "tool/compare/related.h"
#include "tool/load/complain.h"
#include "tool/load/options.h"
#include "tool/load/progress.h"
#include "tool/print/json.h"

static const struct pp_option options[] = {
    {'o', "output", PP_TEXT, offsetof(struct pp_settings, output), "FILE",
     "write the sum to FILE; it may be one of those that are read", NULL},
    {'w', "weights", PP_TEXT, offsetof(struct pp_settings, weights), "LIST",
     "factors, separated by commas: multiply the counts of each file by its own "
     "(default 1)",
     NULL},
    {0, "sparse", PP_FLAG, offsetof(struct pp_settings, sparse), NULL,
     "leave out records without counts; programs cannot add to such a file", NULL},
    {0, "any", PP_FLAG, offsetof(struct pp_settings, any), NULL,
     "merge files of different programs, too", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* What the counts of each of SETTINGS' files are multiplied by, malloc'd; NULL after a line on
   stderr. */
static double *take_weights(const struct pp_settings *settings)
{
    const char *text = settings->weights;
    double *weights = pp_xmalloc((settings->num_files + 1) * sizeof *weights);
    for (size_t i = 0; i < settings->num_files; i++) {
        weights[i] = 1;
        if (!text)
            continue;
        size_t size = strcspn(text, ",");
        if (!pp_decimal(text, size, &weights[i]) || weights[i] > 1e9) {
            pp_complain("--weights: '%.*s' is not a number from 0 to 1000000000", (int)size, text);
            free(weights);
            return NULL;
        }
        text = text[size] ? text + size + 1 : NULL;
    }
    if (!text)
        return weights;
    pp_complain("--weights: '%s' has more weights than there are files", settings->weights);
    free(weights);
    return NULL;
}

/* What is merged. */
struct merge {
    const struct pp_settings *settings;
    double *weights;
    bool *own; /* of each file: it is what is there where the sum is to be */
    struct pp_data_output target;
    struct pp_related related;
    struct pp_data sum;
};

/* Adds the data of file number I, with what its live files have.  What processes that still run
   have counted is not added to their own file, to which they will add it themselves. */
static bool add_file(struct merge *merge, struct pp_data *sum, size_t i)
{
    const char *file = merge->settings->files[i];
    struct pp_data data = {0};
    bool own = merge->own[i];
    char *wrong;
    pp_progress_begin("merging", file);
    pp_progress_step(i, merge->settings->num_files);
    if (own && merge->target.made && !pp_has_live_files(file))
        wrong = pp_sentence("%s: %s", file, strerror(ENOENT));
    else
        wrong = own ? pp_data_file_to_keep(&data, file) : pp_data_file(&data, file);
    if (wrong)
        pp_complain("%s", wrong);
    if (!wrong && data.skipped)
        pp_complain("warning: %s; it is left out", data.skipped);
    if (!own)
        data.num_absorbed = 0;
    char *other = wrong ? NULL : pp_data_add(sum, &data, merge->weights[i]);
    if (other)
        pp_complain("%s: %s; nothing is merged", file, other);
    pp_related_add(&merge->related, i, &data);
    bool good = !wrong && !other;
    pp_data_free(&data);
    free(wrong);
    free(other);
    return good;
}

/* Sums up, in the order of the files.  Programs that end wait for the target's lock, so that
   nothing is done under it that can be done before. */
static bool sum_up(struct merge *merge)
{
    const size_t num = merge->settings->num_files;
    struct pp_data behind = {0}; /* what comes after the target's own */
    size_t first_own = 0;
    bool good = true;
    while (first_own < num && !merge->own[first_own])
        first_own++;
    for (size_t i = 0; i < num && good; i++)
        if (!merge->own[i])
            good = add_file(merge, i < first_own ? &merge->sum : &behind, i);
    char *unlocked = NULL, *wrong = good ? pp_data_output_lock(&merge->target, &unlocked) : NULL;
    if (unlocked)
        pp_complain("warning: %s; counts of programs that end now may be lost", unlocked);
    good = good && !wrong;
    for (size_t i = first_own; i < num && good; i++)
        if (merge->own[i])
            good = add_file(merge, &merge->sum, i);
    char *other = good ? pp_data_add(&merge->sum, &behind, 1) : NULL;
    if (wrong)
        pp_complain("%s", wrong);
    if (other)
        pp_complain("%s: %s; nothing is merged", merge->target.place.shown, other);
    good = good && !other;
    pp_progress_end();
    pp_data_free(&behind);
    free(unlocked);
    free(wrong);
    free(other);
    return good;
}

/* Are the files of SETTINGS of programs that have to do with each other?  If not, says which are
   not: most likely one was named by mistake. */
static bool belong_together(const struct pp_settings *settings, struct pp_related *related)
{
    size_t other = settings->any ? 0 : pp_unrelated(related), first = 0;
    if (!other)
        return true;
    while (!related->names[first])
        first++;
    pp_complain("%s: counts of %s, which has no code in common with %s in %s; nothing is merged "
                "(--any merges them all the same)",
                settings->files[other], related->names[other], related->names[first],
                settings->files[first]);
    return false;
}

static void print_json(const struct pp_settings *settings, const struct pp_data *sum, size_t size)
{
    json_t *root = json_object(), *modules = json_array();
    json_object_set_new(root, "pathprof", pp_json_about("merge"));
    json_object_set_new(root, "output", pp_json_text(settings->output));
    json_object_set_new(root, "bytes", json_integer((json_int_t)size));
    for (size_t m = 0; m < sum->num_modules; m++) {
        json_t *it = json_object();
        json_object_set_new(it, "name", pp_json_text(sum->modules[m].name));
        json_object_set_new(it, "runs", pp_json_count(sum->modules[m].runs));
        json_array_append_new(modules, it);
    }
    json_object_set_new(root, "modules", modules);
    pp_json_finish(root);
}

/* Writes the sum.  Live files whose counts are in it then go. */
static bool finish(struct merge *merge)
{
    const struct pp_settings *settings = merge->settings;
    size_t size;
    unsigned char *bytes = pp_data_write(&merge->sum, settings->sparse, &size);
    char *wrong = pp_data_output_replace(&merge->target, bytes, size);
    if (wrong)
        pp_complain("%s", wrong);
    for (size_t i = 0; i < settings->num_files && !wrong; i++)
        if (merge->own[i]) /* perhaps by another name */
            pp_remove_live_files(settings->files[i], &merge->sum);
    if (!wrong && settings->json)
        print_json(settings, &merge->sum, size);
    bool good = !wrong;
    free(bytes);
    free(wrong);
    return good;
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct merge merge = {.settings = settings, .target.file = -1};
    if (!settings->output || !settings->num_files) {
        pp_complain("merge: %s; see 'pathprof merge --help'",
                    settings->output ? "no files given" : "no --output=FILE given");
        return PP_USAGE;
    }
    merge.weights = take_weights(settings);
    if (!merge.weights)
        return PP_USAGE;
    merge.own = pp_xcalloc(settings->num_files, sizeof *merge.own);
    char *wrong = pp_file_place_find(&merge.target.place, settings->output);
    if (wrong)
        pp_complain("%s", wrong);
    for (size_t i = 0; i < settings->num_files && !wrong; i++)
        merge.own[i] = strcmp(settings->files[i], settings->output) == 0 ||
                       pp_is_at_place(&merge.target.place, settings->files[i]);
    bool good =
        !wrong && sum_up(&merge) && belong_together(settings, &merge.related) && finish(&merge);
    if (!wrong)
        pp_data_output_leave(&merge.target);
    pp_related_free(&merge.related);
    pp_data_free(&merge.sum);
    free(merge.weights);
    free(merge.own);
    free(wrong);
    return good ? PP_OK : PP_BAD_INPUT;
}

const struct pp_command pp_merge_command = {
    .name = "merge",
    .many = "-o FILE DATA...",
    .summary = "add data files up, and what killed processes have left",
    .options = options,
    .run = run,
};
