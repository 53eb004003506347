/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof merge: data files into one. */
#define _GNU_SOURCE /* F_OFD_SETLKW */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/format/data-sum.h"
#include "core/format/data.h"
#include "input/input.h"
#include "core/base/text.h"
#include "tool/print/view.h"
#include "tool/path/related.h"

static const struct pp_option options[] = {
    {'o', "output", PP_TEXT, offsetof(struct pp_settings, output), "FILE",
     "write the sum to FILE; it may be one of those that are read", NULL},
    {'w', "weights", PP_TEXT, offsetof(struct pp_settings, weights), "LIST",
     "numbers, with commas: the counts of the first file are multiplied by the first, and so on "
     "(default 1)",
     NULL},
    {0, "sparse", PP_FLAG, offsetof(struct pp_settings, sparse), NULL,
     "leave out what has no counts; programs cannot add to such a file", NULL},
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

static bool write_all(int descriptor, const unsigned char *bytes, size_t size)
{
    while (size) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return fsync(descriptor) == 0 || errno == EINVAL;
}

/* Takes the lock of the file NAME, if there is one, that programs take before they write to it.
   Returns its descriptor, or -1. */
static int lock(const char *name)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat locked, named;
    for (;;) {
        int descriptor = open(name, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
        if (descriptor < 0 || fcntl(descriptor, F_OFD_SETLKW, &whole) != 0)
            return descriptor;
        if (fstat(descriptor, &locked) == 0 && stat(name, &named) == 0 &&
            locked.st_ino == named.st_ino && locked.st_dev == named.st_dev)
            return descriptor;
        close(descriptor); /* it has been replaced meanwhile */
    }
}

/* Puts a file with BYTES in the place of NAME, which is no link. */
static bool replace(const char *name, const unsigned char *bytes, size_t size)
{
    struct stat old;
    mode_t mode = stat(name, &old) == 0 ? old.st_mode & 0777 : 0666;
    char *temporary = pp_sentence("%s.tmp%ld", name, (long)getpid());
    int descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    bool good = descriptor >= 0 && write_all(descriptor, bytes, size);
    if (descriptor >= 0)
        good = close(descriptor) == 0 && good;
    good = good && rename(temporary, name) == 0;
    if (!good) {
        pp_complain("cannot write %s: %s", name, strerror(errno));
        if (descriptor >= 0)
            unlink(temporary);
    }
    free(temporary);
    return good;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    return strcmp(a, b) == 0 ||
           (stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_ino == y.st_ino && x.st_dev == y.st_dev);
}

/* Adds the data of FILE, with what its live files have.  What processes that still run have counted
   is not added to their own file, to which they will add it themselves. */
static bool add_file(struct pp_data *sum, struct pp_related *related, const char *file,
                     const char *output, double weight)
{
    struct pp_data data = {0};
    bool own = is_same_file(file, output);
    char *wrong = own ? pp_data_file_to_keep(&data, file) : pp_data_file(&data, file);
    if (wrong)
        pp_complain("%s", wrong);
    if (!wrong && data.skipped)
        pp_complain("warning: %s; it is left out", data.skipped);
    if (!own)
        data.num_absorbed = 0;
    char *other = wrong ? NULL : pp_data_add(sum, &data, weight);
    if (other)
        pp_complain("%s: %s; nothing is merged", file, other);
    pp_related_add(related, &data);
    bool good = !wrong && !other;
    pp_data_free(&data);
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

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_data sum = {0};
    bool good = true;
    if (!settings->output || !settings->num_files) {
        pp_complain("merge: %s; see 'pathprof merge --help'",
                    settings->output ? "no files given" : "no --output=FILE given");
        return PP_USAGE;
    }
    double *weight = take_weights(settings);
    if (!weight)
        return PP_USAGE;
    char *target, *wrong = pp_output_file(settings->output, &target);
    if (wrong) {
        pp_complain("%s", wrong);
        free(wrong);
        free(weight);
        return PP_BAD_INPUT;
    }
    int locked = lock(target);
    struct pp_related related = {0};
    for (size_t i = 0; i < settings->num_files && good; i++)
        good = add_file(&sum, &related, settings->files[i], settings->output, weight[i]);
    good = good && belong_together(settings, &related);
    pp_related_free(&related);
    size_t size = 0;
    unsigned char *bytes = good ? pp_data_write(&sum, settings->sparse, &size) : NULL;
    good = good && replace(target, bytes, size);
    for (size_t i = 0; i < settings->num_files && good; i++)
        if (is_same_file(settings->files[i], settings->output)) /* perhaps by another name */
            pp_remove_live_files(settings->files[i], &sum);
    if (locked >= 0)
        close(locked);
    free(weight);
    free(target);
    if (good && settings->json)
        print_json(settings, &sum, size);
    free(bytes);
    pp_data_free(&sum);
    return good ? PP_OK : PP_BAD_INPUT;
}

const struct pp_command pp_merge_command = {
    .name = "merge",
    .many = "-o FILE DATA...",
    .summary = "add data files up, and what killed processes have left",
    .options = options,
    .run = run,
};
