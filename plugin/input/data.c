/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data files: reading one, and finding that of a program. */
#include "input/data.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/profile/taken-modules.h"
#include "core/base/path-names.h"
#include "core/base/text.h"
#include "core/format/byte-order.h"
#include "core/format/live-file.h"
#include "input/file/file.h"
#include "input/file/holes.h"
#include "input/live.h"
#include "runtime/format.h"

/* The live files of NAME alone: there is no such file, or nothing in it yet. */
static char *read_live(struct pp_data *data, const char *name, bool left,
                       struct pp_live_index *index)
{
    pp_add_live_files(data, name, left, index);
    char *skipped = data->skipped;
    data->skipped = NULL;
    if (data->num_live || !skipped) {
        free(skipped);
        return NULL;
    }
    pp_data_free(data);
    return skipped;
}

/* What programs refuse as well (runtime/file/file.c), before they read it: a data file that is too
   large, or has pages that were never written.  Of live files both may be. */
static char *check_extent(const char *name)
{
    unsigned char begin[8];
    int fd;
    size_t size;
    char *wrong = pp_open_file(name, &fd, &size);
    if (wrong)
        return wrong;
    ssize_t got = pread(fd, begin, sizeof begin, 0);
    if (got > 0 && pp_data_begins(begin, (size_t)got)) {
        if (size > PATHPROF_MOST_BYTES)
            wrong = pp_sentence("%s: damaged: %zu bytes are more than a data file may have", name,
                                size);
        else
            wrong = pp_find_hole(name, fd, 0, size);
    }
    close(fd);
    if (wrong || got < (ssize_t)sizeof begin)
        return wrong;
    if (pp_live_begins(begin, sizeof begin))
        return pp_check_live_file(name);
    if (pp_data_begins(begin, sizeof begin))
        return NULL;
    struct pp_data none;
    char *damage = pp_data_read(&none, begin, sizeof begin);
    wrong = pp_sentence("%s: %s", name, damage);
    free(damage);
    return wrong;
}

static char *read_once(struct pp_data *data, const char *name, bool left,
                       struct pp_live_index *index)
{
    unsigned char *bytes;
    size_t size;
    if (access(name, F_OK) != 0 && pp_has_live_files(name, index))
        return read_live(data, name, left, index);
    char *wrong = check_extent(name);
    if (!wrong)
        wrong = pp_read_file(name, &bytes, &size);
    if (wrong)
        return wrong;
    pp_make_little_endian(bytes, size);
    bool empty = size == 0 && pp_has_live_files(name, index), live = pp_live_begins(bytes, size);
    if (empty || live) {
        free(bytes);
        return empty ? read_live(data, name, left, index) : pp_live_file(data, name);
    }
    char *damage = pp_data_read(data, bytes, size);
    wrong = damage ? pp_sentence("%s: %s", name, damage) : NULL;
    free(damage);
    free(bytes);
    if (!wrong)
        pp_add_live_files(data, name, left, index);
    return wrong;
}

/* What tells a file from the one that takes its place. */
static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_dev == b->st_dev && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* A process that ends in between moves its counts from the one to the other: then all is read again. */
static char *read_data(struct pp_data *data, const char *name, bool left,
                       struct pp_live_index *index)
{
    for (unsigned patience = 20;; patience--) {
        struct stat before = {0}, after = {0};
        stat(name, &before);
        char *wrong = read_once(data, name, left, index);
        stat(name, &after);
        if (patience == 0 || is_same(&before, &after))
            return wrong;
        if (!wrong)
            pp_data_free(data);
        free(wrong);
    }
}

char *pp_data_file(struct pp_data *data, const char *name)
{
    return read_data(data, name, false, NULL);
}

char *pp_data_file_of_many(struct pp_data *data, const char *name, struct pp_live_index *index)
{
    return read_data(data, name, false, index);
}

char *pp_data_file_to_keep(struct pp_data *data, const char *name)
{
    return read_data(data, name, true, NULL);
}

/* Is there a file NAME with counts of NOTES? */
static bool counts(const struct pp_notes *notes, const char *name)
{
    struct pp_data data = {0};
    char *wrong = pp_data_file(&data, name);
    bool fits = !wrong && pp_data_fit(notes, &data);
    pp_data_free(&data);
    free(wrong);
    return fits;
}

char *pp_program_data(const struct pp_notes *notes, const char *program)
{
    char *here = pp_sentence("%s.ppda", pp_last_part(program));
    char *beside = pp_sentence("%s.ppda", program);
    bool is_here = pp_data_exists(here);
    /* Another program of this name may have run here. */
    bool choose_beside = strchr(program, '/') && pp_data_exists(beside) &&
                         (!is_here || (!counts(notes, here) && counts(notes, beside)));
    free(choose_beside ? here : beside);
    return choose_beside ? beside : here;
}
