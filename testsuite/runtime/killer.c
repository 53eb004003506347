/* SPDX-License-Identifier: GPL-3.0-or-later */
/* killer TIMES SEED THREADS WORK: starts ./victim so often, kills it after some random time (WORK:
   it may have ended by itself by then), and reads what it has left: every count must be what the
   victim says that it was, one more at most where it was just counting, and never less than what
   was read while it was alive.  Prints a line, or what is wrong. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input/data.h"
#include "input/live.h"

#define NUM_PATHS 4096

struct truth {
    uint64_t meant[2][NUM_PATHS], done[2][NUM_PATHS];
};

struct counts {
    uint64_t of[2][NUM_PATHS];
};

static struct truth *truth;
static unsigned long found_live, found_data, found_nothing;

static void fail(const char *what)
{
    printf("%s\n", what);
    exit(1);
}

/* Reads the data file and what lies beside it; counts are 0 where there is nothing. */
static void read_counts(struct counts *counts, bool *live, bool *file)
{
    struct pp_data data = {0};
    memset(counts, 0, sizeof *counts);
    *live = *file = false;
    if (!pp_data_exists("victim.ppda"))
        return;
    bool there = access("victim.ppda", F_OK) == 0;
    char *wrong = pp_data_file(&data, "victim.ppda");
    /* One that was being made: the data file is empty, or the live file has no header yet. */
    if (wrong && (strstr(wrong, "just being made") || strstr(wrong, "empty:") ||
                  strstr(wrong, "No such file"))) {
        free(wrong);
        return;
    }
    if (wrong)
        fail(wrong);
    if (data.skipped && !strstr(data.skipped, "just being made") &&
        !strstr(data.skipped, "No such file"))
        fail(data.skipped);
    *live = data.num_live > 0;
    *file = there;
    for (size_t m = 0; m < data.num_modules; m++)
        for (size_t f = 0; f < data.modules[m].units[0].num_functions; f++) {
            const struct pp_data_function *function = &data.modules[m].units[0].functions[f];
            unsigned kind = function->index != 0;
            for (size_t i = 0; i < function->num_counts; i++) {
                uint64_t path = function->counts[i].path.low / (kind ? 17 : 1);
                if (path >= NUM_PATHS)
                    fail("a path that does not exist");
                counts->of[kind][path] += function->counts[i].count;
            }
        }
    pp_data_free(&data);
}

static pid_t start(char *threads, char *work)
{
    pid_t child = fork();
    if (child == 0) {
        execl("./victim", "victim", "truth", threads, work, (char *)NULL);
        _exit(98);
    }
    return child;
}

static void compare(const struct counts *before, const struct counts *counts)
{
    char line[200];
    for (unsigned kind = 0; kind < 2; kind++)
        for (unsigned path = 0; path < NUM_PATHS; path++) {
            uint64_t count = counts->of[kind][path];
            if (count >= truth->done[kind][path] && count <= truth->meant[kind][path] &&
                count >= before->of[kind][path])
                continue;
            snprintf(line, sizeof line,
                     "path %u of kind %u: %" PRIu64 " were read, %" PRIu64 " were counted, %" PRIu64
                     " were meant, %" PRIu64 " were read before",
                     path, kind, count, truth->done[kind][path], truth->meant[kind][path],
                     before->of[kind][path]);
            fail(line);
        }
}

int main(int argc, char **argv)
{
    static struct counts before, after;
    bool live, file;
    if (argc < 5)
        return 2;
    unsigned long times = strtoul(argv[1], NULL, 10);
    int fd = open("truth", O_RDWR | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || ftruncate(fd, sizeof *truth) != 0)
        fail(strerror(errno));
    truth = mmap(NULL, sizeof *truth, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    srandom((unsigned)strtoul(argv[2], NULL, 10));
    for (unsigned long i = 0; i < times; i++) {
        memset(truth, 0, sizeof *truth);
        pid_t child = start(argv[3], argv[4]);
        usleep((useconds_t)random() % 6000);
        bool look = random() % 4 == 0;
        memset(&before, 0, sizeof before);
        if (look)
            read_counts(&before, &live, &file);
        if (look)
            usleep((useconds_t)random() % 3000);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        read_counts(&after, &live, &file);
        if (live || file)
            compare(&before, &after);
        else if (truth->done[0][0])
            fail("there is no file");
        found_live += live;
        found_data += file && !live;
        found_nothing += !live && !file;
        if (system("rm -f victim.ppda*") != 0)
            fail("rm");
    }
    fprintf(stderr, "%lu live files, %lu data files, %lu before it began\n", found_live, found_data,
            found_nothing);
    printf("%lu\n", times);
    return 0;
}
