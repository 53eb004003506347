/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/merge/merge-sum.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/base/bytes.h"
#include "core/base/endian.h"
#include "core/base/path-names.h"
#include "core/base/text.h"
#include "core/format/data-sum.h"
#include "input/data.h"
#include "input/file/output.h"
#include "input/live.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/progress.h"
#include "tool/merge/merge-state.h"

/* Files that a process adds before it hands over their sum. */
#define MOST_FILES 256
/* Seconds, and files, after which the state is written again. */
#define STATE_SECONDS 5
#define STATE_FILES 8192

bool pp_merge_add(struct pp_data *sum, struct pp_merge *merge, struct pp_related *related,
                  size_t file, bool is_own)
{
    const char *name = merge->list->files[file];
    struct pp_data data = {0};
    char *wrong = is_own ? pp_data_file_to_keep(&data, name)
                         : pp_data_file_of_many(&data, name, &merge->live);
    if (wrong)
        pp_complain("%s", wrong);
    if (!wrong)
        pp_warn_of_live(&data, name);
    if (!is_own)
        data.num_absorbed = 0;
    char *other = wrong ? NULL : pp_data_add(sum, &data, merge->list->weights[file]);
    if (other)
        pp_complain("%s: %s; nothing is merged", name, other);
    pp_related_add(related, file, &data);
    bool good = !wrong && !other;
    pp_data_free(&data);
    free(wrong);
    free(other);
    return good;
}

bool pp_merge_related(const struct pp_merge *merge, struct pp_related *related)
{
    size_t other = merge->any ? 0 : pp_unrelated(related), first = 0;
    if (!other)
        return true;
    while (!related->names[first])
        first++;
    pp_complain("%s: counts of %s, which has no code in common with %s in %s; nothing is merged "
                "(--any merges them all the same)",
                merge->list->files[other], related->names[other], related->names[first],
                merge->list->files[first]);
    return false;
}

/* Adds files FROM up to END to PART, and what they have in common to RELATED. */
static bool add_some(struct pp_data *part, struct pp_related *related, struct pp_merge *merge,
                     size_t from, size_t end)
{
    struct pp_related own = {0};
    bool good = true;
    for (size_t i = from; i < end && good; i++)
        good = merge->own[i] || pp_merge_add(part, merge, &own, i, false);
    pp_related_join(related, &own);
    pp_related_free(&own);
    return good;
}

/* A process that adds some of the files. */
struct worker {
    pid_t process;
    FILE *sum; /* a file without a name: what it leaves */
    size_t from;
};

/* What a worker leaves: the size of a data file, that, and what it found related. */
static void work(const struct worker *worker, struct pp_merge *merge, size_t end)
{
    struct pp_data part = {0};
    struct pp_related related = {0};
    struct pp_bytes out = {0};
    size_t size;
    unsigned char head[8];
    if (!add_some(&part, &related, merge, worker->from, end))
        _exit(1);
    unsigned char *bytes = pp_data_write(&part, false, &size);
    pp_word_to(head, size);
    pp_put_block(&out, head, sizeof head);
    pp_put_block(&out, bytes, size);
    pp_related_write(&out, &related);
    if (pp_write_all(fileno(worker->sum), out.bytes, out.size))
        _exit(0);
    pp_complain("cannot write a temporary file: %s", strerror(errno));
    _exit(1);
}

/* Starts one for files FROM up to END.  Returns false after a line on stderr. */
static bool start(struct worker *worker, struct pp_merge *merge, size_t from, size_t end)
{
    *worker = (struct worker){.sum = tmpfile(), .from = from, .process = -1};
    fflush(stdout);
    if (worker->sum)
        worker->process = fork();
    if (worker->process == 0)
        work(worker, merge, end);
    if (worker->process > 0)
        return true;
    pp_complain("cannot start a process: %s", strerror(errno));
    if (worker->sum)
        fclose(worker->sum);
    return false;
}

/* Reads what WORKER has left into PART and RELATED. */
static bool take(struct pp_data *part, struct pp_related *related, const struct worker *worker)
{
    off_t size = lseek(fileno(worker->sum), 0, SEEK_END);
    unsigned char *bytes = size >= 8 ? malloc((size_t)size) : NULL;
    char *wrong = NULL;
    if (!bytes || pread(fileno(worker->sum), bytes, (size_t)size, 0) != (ssize_t)size) {
        wrong = pp_sentence("cannot read a temporary file: %s", strerror(errno));
    } else {
        uint64_t data = pp_word_from(bytes);
        struct pp_input in = {.at = bytes + 8 + data, .end = bytes + size};
        if (data > (uint64_t)size - 8)
            wrong = pp_sentence("a temporary file is damaged");
        else
            wrong = pp_data_read(part, bytes + 8, (size_t)data);
        if (!wrong && !pp_related_read(related, &in))
            wrong = pp_sentence("a temporary file is damaged");
    }
    if (wrong)
        pp_complain("%s", wrong);
    bool good = !wrong;
    free(bytes);
    free(wrong);
    return good;
}

/* Waits for WORKER and adds what it has left; without GOOD only waits. */
static bool finish(struct worker *worker, struct pp_data *sum, struct pp_merge *merge, bool good)
{
    int status;
    struct pp_data part = {0};
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status))
        pp_complain("a process that added files up was killed by signal %d; nothing is merged",
                    WTERMSIG(status));
    good = good && WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
           take(&part, &merge->related, worker);
    char *wrong = good ? pp_data_add(sum, &part, 1) : NULL;
    if (wrong)
        pp_complain("%s: %s; nothing is merged", merge->list->files[worker->from], wrong);
    good = good && !wrong;
    free(wrong);
    pp_data_free(&part);
    fclose(worker->sum);
    return good;
}

/* Adds files FROM up to END, SOME by each process. */
static bool add_by_processes(struct pp_data *sum, struct pp_merge *merge, size_t from, size_t end,
                             size_t some)
{
    struct worker *workers = pp_xcalloc(merge->jobs, sizeof *workers);
    unsigned num = 0;
    bool good = true;
    for (; from < end && good; from += some) {
        pp_has_live_files(merge->list->files[from],
                          &merge->live); /* reads the directory once for all */
        good = start(&workers[num], merge, from, from + some < end ? from + some : end);
        num += good;
    }
    for (unsigned i = 0; i < num; i++)
        good = finish(&workers[i], sum, merge, good);
    free(workers);
    return good;
}

static bool add_here(struct pp_data *sum, struct pp_merge *merge, size_t from, size_t end)
{
    struct pp_data part = {0};
    bool good = add_some(&part, &merge->related, merge, from, end);
    char *wrong = good ? pp_data_add(sum, &part, 1) : NULL;
    if (wrong)
        pp_complain("%s: %s; nothing is merged", merge->list->files[from], wrong);
    pp_data_free(&part);
    good = good && !wrong;
    free(wrong);
    return good;
}

bool pp_merge_sum(struct pp_data *sum, struct pp_merge *merge)
{
    size_t num = merge->list->num, done = 0, some = (num + merge->jobs - 1) / merge->jobs;
    time_t written = time(NULL);
    size_t kept = 0;
    bool good = !merge->resume || pp_merge_state_read(sum, &done, merge->output, merge->list);
    if (some > MOST_FILES)
        some = MOST_FILES;
    size_t first = 0;
    while (first < done && merge->own[first])
        first++;
    if (good && first < done)
        pp_related_add(&merge->related, first, sum);
    while (good && done < num) {
        size_t step = some * merge->jobs, end = num - done < step ? num : done + step;
        pp_progress_begin("merging", merge->list->files[done]);
        pp_progress_step(done, num);
        good = merge->jobs > 1 ? add_by_processes(sum, merge, done, end, some)
                               : add_here(sum, merge, done, end);
        done = end;
        if (good && merge->resume && done < num &&
            (time(NULL) - written >= STATE_SECONDS || done - kept >= STATE_FILES)) {
            good = pp_merge_state_write(sum, done, merge->output, merge->list);
            written = time(NULL);
            kept = done;
        }
    }
    pp_progress_end();
    pp_live_index_free(&merge->live);
    return good;
}

static int by_name(const void *a, const void *b)
{
    const struct pp_data_module *x = a, *y = b;
    int last = strcmp(pp_last_part(x->name), pp_last_part(y->name));
    return last ? last : strcmp(x->name, y->name);
}

void pp_merge_order(struct pp_data *sum)
{
    if (sum->num_modules)
        qsort(sum->modules, sum->num_modules, sizeof *sum->modules, by_name);
}
