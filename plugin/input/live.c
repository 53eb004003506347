/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live files beside a data file: what processes that were killed, or still run, have counted. */
#define _GNU_SOURCE /* F_OFD_GETLK, O_PATH */
#include "input/live.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/endian.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "core/format/byte-order.h"
#include "core/format/data-sum.h"
#include "core/format/live-file.h"
#include "input/file/file.h"
#include "input/file/holes.h"
#include "runtime/format.h"

struct live_file {
    char *name;
    struct timespec changed;
};

static int newest_first(const void *a, const void *b)
{
    const struct timespec *x = &((const struct live_file *)a)->changed;
    const struct timespec *y = &((const struct live_file *)b)->changed;
    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? 1 : -1;
    return (x->tv_nsec < y->tv_nsec) - (x->tv_nsec > y->tv_nsec);
}

struct pp_live_directory {
    char *path;   /* ends with a slash */
    char **names; /* that may be of live files, sorted */
    size_t num;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void read_directory(struct pp_live_directory *to, const char *path)
{
    DIR *dir = opendir(path);
    *to = (struct pp_live_directory){.path = pp_sentence("%s", path)};
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (!strstr(entry->d_name, PATHPROF_LIVE_ENDING))
            continue;
        to->names = pp_xrealloc(to->names, (to->num + 1) * sizeof *to->names);
        to->names[to->num++] = pp_sentence("%s", entry->d_name);
    }
    if (dir)
        closedir(dir);
    if (to->num)
        qsort(to->names, to->num, sizeof *to->names, by_text);
}

static void free_directory(struct pp_live_directory *directory)
{
    for (size_t i = 0; i < directory->num; i++)
        free(directory->names[i]);
    free(directory->names);
    free(directory->path);
}

/* The directory PATH, in INDEX from now on. */
static const struct pp_live_directory *find_directory(struct pp_live_index *index, const char *path)
{
    for (size_t i = index->num; i-- > 0;)
        if (strcmp(index->directories[i].path, path) == 0)
            return &index->directories[i];
    index->directories =
        pp_xrealloc(index->directories, (index->num + 1) * sizeof *index->directories);
    read_directory(&index->directories[index->num], path);
    return &index->directories[index->num++];
}

void pp_live_index_free(struct pp_live_index *index)
{
    for (size_t i = 0; i < index->num; i++)
        free_directory(&index->directories[i]);
    free(index->directories);
    *index = (struct pp_live_index){0};
}

/* The first of DIRECTORY's names that is not before BEGIN. */
static size_t first_name(const struct pp_live_directory *directory, const char *begin)
{
    size_t low = 0, high = directory->num;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(directory->names[middle], begin) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The live files of the data file NAME, newest first. */
static struct live_file *list(const char *name, struct pp_live_index *index, size_t *num)
{
    const char *slash = strrchr(name, '/');
    size_t before = slash ? (size_t)(slash - name) + 1 : 0;
    char *path = before ? pp_sentence("%.*s", (int)before, name) : pp_sentence("./");
    char *begin = pp_sentence("%s" PATHPROF_LIVE_ENDING, name + before);
    struct live_file *files = NULL;
    struct pp_live_directory own = {0};
    const struct pp_live_directory *directory = &own;
    if (index)
        directory = find_directory(index, path);
    else
        read_directory(&own, path);
    *num = 0;
    for (size_t i = first_name(directory, begin);
         i < directory->num && strncmp(directory->names[i], begin, strlen(begin)) == 0; i++) {
        struct stat state;
        char *file = pp_sentence("%.*s%s", (int)before, name, directory->names[i]);
        if (stat(file, &state) != 0 || !S_ISREG(state.st_mode)) {
            free(file);
            continue;
        }
        files = pp_xrealloc(files, (*num + 1) * sizeof *files);
        files[(*num)++] = (struct live_file){file, state.st_mtim};
    }
    if (*num)
        qsort(files, *num, sizeof *files, newest_first);
    free_directory(&own);
    free(begin);
    free(path);
    return files;
}

static void free_list(struct live_file *files, size_t num)
{
    for (size_t i = 0; i < num; i++)
        free(files[i].name);
    free(files);
}

bool pp_data_exists(const char *name)
{
    return access(name, F_OK) == 0 || pp_has_live_files(name, NULL);
}

bool pp_has_live_files(const char *name, struct pp_live_index *index)
{
    size_t num;
    struct live_file *files = list(name, index, &num);
    free_list(files, num);
    return num > 0;
}

/* Reads the live file NAME; the sentence that says what is wrong begins with its name. */
static char *read_one(struct pp_data *data, uint64_t *id, const char *name)
{
    unsigned char *bytes;
    size_t size;
    char *wrong = pp_check_live_file(name);
    if (!wrong)
        wrong = pp_read_file(name, &bytes, &size);
    if (wrong)
        return wrong;
    pp_make_little_endian(bytes, size);
    char *damage = pp_live_read(data, id, bytes, size);
    wrong = damage ? pp_sentence("%s: %s", name, damage) : NULL;
    free(damage);
    free(bytes);
    return wrong;
}

static bool is_absorbed(const struct pp_data *data, uint64_t id)
{
    for (size_t i = 0; i < data->num_absorbed; i++)
        if (data->absorbed[i].id == id)
            return true;
    return false;
}

/* Whether the process that writes the file that is open as DESCRIPTOR is there no more.  Where
   there are no locks nobody knows: then no. */
static bool has_ended(int descriptor)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
}

static bool is_left(const char *name)
{
    int descriptor = open(name, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    bool left = descriptor >= 0 && has_ended(descriptor);
    if (descriptor >= 0)
        close(descriptor);
    return left;
}

/* The process of the live file NAME, "DATAFILE.live.PID" or with ".NUMBER" behind it: *NUMBER, or 0. */
static uint64_t process_of(const char *name, uint64_t *number)
{
    const char *ending = strstr(name, PATHPROF_LIVE_ENDING), *later;
    while (ending && (later = strstr(ending + 1, PATHPROF_LIVE_ENDING)))
        ending = later;
    char *end;
    uint64_t pid = strtoull(ending + strlen(PATHPROF_LIVE_ENDING), &end, 10);
    *number = *end == '.' ? strtoull(end + 1, NULL, 10) : 0;
    return pid;
}

/* Notes that DATA have what the live file NAME has. */
static void absorb(struct pp_data *data, uint64_t id, const char *name)
{
    struct pp_absorbed entry = {.id = id};
    entry.pid = process_of(name, &entry.number);
    data->absorbed = pp_xrealloc(data->absorbed, (data->num_absorbed + 1) * sizeof *data->absorbed);
    data->absorbed[data->num_absorbed++] = entry;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* How many processes the NUM of PIDS are, which it sorts: each module of one has a file. */
static size_t count_processes(uint64_t *pids, size_t num)
{
    size_t processes = 0;
    if (num)
        qsort(pids, num, sizeof *pids, by_number);
    for (size_t i = 0; i < num; i++)
        processes += i == 0 || pids[i] != pids[i - 1];
    return processes;
}

void pp_add_live_files(struct pp_data *data, const char *name, bool left,
                       struct pp_live_index *index)
{
    size_t num, added = 0, full = 0;
    struct live_file *files = list(name, index, &num);
    uint64_t number, *pids = pp_xmalloc((2 * num + 1) * sizeof *pids), *of_full = pids + num;
    for (size_t i = 0; i < num; i++) {
        struct pp_data more = {0};
        uint64_t id = 0;
        if (left && !is_left(files[i].name))
            continue;
        char *wrong = read_one(&more, &id, files[i].name);
        if (!wrong && !is_absorbed(data, id)) {
            char *other = pp_data_add(data, &more, 1);
            wrong = other ? pp_sentence("%s: %s", files[i].name, other) : NULL;
            free(other);
            if (!wrong)
                pids[added++] = process_of(files[i].name, &number);
            if (!wrong && more.num_full)
                of_full[full++] = pids[added - 1];
            if (left && !wrong)
                absorb(data, id, files[i].name);
        }
        pp_data_free(&more);
        if (!data->skipped)
            data->skipped = wrong;
        else
            free(wrong);
    }
    data->num_live += count_processes(pids, added);
    data->num_full += count_processes(of_full, full);
    free(pids);
    free_list(files, num);
}

char *pp_live_file(struct pp_data *data, const char *name)
{
    uint64_t id;
    return read_one(data, &id, name);
}

/* Whether NAME in DIRECTORY is the live file ID, of a process that is there no more. */
static bool is_left_behind(int directory, const char *name, uint64_t id)
{
    unsigned char head[24]; /* magic, version, id */
    int descriptor = openat(directory, name, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (descriptor < 0)
        return false;
    bool left = pread(descriptor, head, sizeof head, 0) == sizeof head &&
                pp_live_begins(head, sizeof head) &&
                (pp_is_big_endian(head, sizeof head) ? __builtin_bswap64(pp_word_from(head + 16))
                                                     : pp_word_from(head + 16)) == id &&
                has_ended(descriptor);
    close(descriptor);
    return left;
}

void pp_remove_live_files(const char *name, const struct pp_data *data)
{
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    char *parent = slash ? pp_sentence("%.*s", (int)(last - name), name) : pp_sentence(".");
    int directory = open(parent, O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (size_t i = 0; i < data->num_absorbed && directory >= 0; i++) {
        const struct pp_absorbed *entry = &data->absorbed[i];
        char *file = pp_sentence("%s" PATHPROF_LIVE_ENDING "%" PRIu64, last, entry->pid);
        if (entry->number)
            pp_append(&file, ".%" PRIu64, entry->number);
        if (is_left_behind(directory, file, entry->id))
            unlinkat(directory, file, 0);
        free(file);
    }
    if (directory >= 0)
        close(directory);
    free(parent);
}
