/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* PATHPROF_INTERVAL=10s: a thread of the runtime's own, to which no signal is delivered, writes the
   counts at that interval while the program runs.  It is ended and waited for before the module is
   unloaded, and a fork's child gets a new one.

   A program whose main () leaves by pthread_exit ends with its last thread, and the C library takes
   this one for a thread of the program.  So it looks now and then whether the program has another
   one, and ends the process if not.  Other modules have such threads, too; they are told from the
   program's by their names, and the one with the lowest number ends the process. */
#include "../runtime.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

/* They may be missing in a static program that has no threads.  Not #pragma weak: that would also
   hold for the calls of the unit in whose assembly this is, and leave them out of a static program. */
static __typeof(pthread_create) __pathprof_pthread_create
    __attribute__((weakref("pthread_create")));
static __typeof(pthread_join) __pathprof_pthread_join __attribute__((weakref("pthread_join")));
static __typeof(pthread_self) __pathprof_pthread_self __attribute__((weakref("pthread_self")));

#define THREAD_NAME "pathprof-timer"
#define OTHER_THREAD_NAME THREAD_NAME "2" /* where dlmopen has a C library of its own */
#define NEW_THREAD_NAME THREAD_NAME "0" /* one that has no name of its own yet, or just makes one */
#define LONGEST_WAIT 1000000000ull

static pthread_t interval_thread;
static uint64_t program_mask;  /* of the thread that made it */
static unsigned interval_over; /* 1: the thread is to end */
static bool interval_runs;

static void settle_samples(void);
static bool write_counts(bool last, bool left);

/* What the file stat of TASK in /proc/self says: its name to NAME, and its state; 0 if it cannot be
   read. */
static char task_state(const char *task, char name[64])
{
    char path[64], text[128];
    size_t used = text_append(path, 0, sizeof path, "/proc/self");
    used = text_append(path, used, sizeof path, task);
    text_append(path, used, sizeof path, "/stat");
    int descriptor = system_open(path, O_RDONLY, 0);
    if (descriptor < 0)
        return 0;
    ssize_t size = system_read(descriptor, text, sizeof text - 1);
    system_close(descriptor);
    text[size > 0 ? size : 0] = 0;
    char *start = strchr(text, '('), *end = strrchr(text, ')');
    if (!start || !end || end < start || end[1] != ' ')
        return 0;
    *end = 0;
    text_append(name, 0, 64, start + 1);
    return end[2];
}

static bool is_lower(const char *x, const char *y)
{
    size_t length = strlen(x), other = strlen(y);
    return length < other || (length == other && strcmp(x, y) < 0);
}

/* The state of TASK, a number in /proc/self/task, and its name. */
static char state_of(const char *task, char name[64])
{
    char path[32];
    text_append(path, text_append(path, 0, sizeof path, "/task/"), sizeof path, task);
    return task_state(path, name);
}

/* Whether VISIT says so of all tasks of the process; the first of which it does not is the last
   that it is asked of.  False as well if they cannot be listed. */
static bool all_tasks(bool (*visit)(void *closure, const char *task), void *closure)
{
    _Alignas(struct dirent64) char entries[4096];
    ssize_t size = -1;
    int descriptor = system_open("/proc/self/task", O_RDONLY | O_DIRECTORY, 0);
    if (descriptor < 0)
        return false;
    bool all = true;
    while (all && (size = syscall(SYS_getdents64, descriptor, entries, sizeof entries)) > 0)
        for (ssize_t at = 0; at < size && all;) {
            const struct dirent64 *entry = (void *)(entries + at);
            at += entry->d_reclen;
            all = entry->d_name[0] == '.' || visit(closure, entry->d_name);
        }
    system_close(descriptor);
    return all && size == 0;
}

struct tasks {
    const char *process, *own;
};

/* Whether TASK leaves it to the thread of TASKS to end the process.  One that has ended meanwhile
   may have made another. */
static bool stands_back(void *closure, const char *task)
{
    const struct tasks *tasks = closure;
    char name[64];
    if (strcmp(task, tasks->process) == 0 || strcmp(task, tasks->own) == 0)
        return true;
    return state_of(task, name) && (strcmp(name, OTHER_THREAD_NAME) == 0 ||
                                    (strcmp(name, THREAD_NAME) == 0 && is_lower(tasks->own, task)));
}

/* Whether the program has no thread left, and this one is to end it.  The kernel lists threads in
   the order in which they were made, so one that the list does not have was not made by one that it
   has. */
static bool is_last_thread(void)
{
    char self[64], name[64];
    ssize_t size = system_read_link_at(AT_FDCWD, "/proc/thread-self", self, sizeof self - 1);
    /* It is 12/task/34. */
    self[size > 0 ? size : 0] = 0;
    char *slash = strchr(self, '/'), *own = strrchr(self, '/');
    /* main () 's stays, as a zombie. */
    if (!slash || task_state("", name) != 'Z')
        return false;
    *slash = 0;
    return all_tasks(stands_back, &(struct tasks){self, own + 1});
}

/* Whether TASK is the runtime's, or the first that is not.  One that has ended since it was listed has no name any
   more: it may have been the runtime's, of another module, which is no reason to complain. */
static bool is_only_thread(void *closure, const char *task)
{
    unsigned *others = closure;
    char name[64] = "";
    bool ours = !state_of(task, name) || strcmp(name, THREAD_NAME) == 0 ||
                strcmp(name, OTHER_THREAD_NAME) == 0 || strcmp(name, NEW_THREAD_NAME) == 0;
    return ours || (*others)++ == 0;
}

static bool has_several_threads(void)
{
    unsigned others = 0;
    all_tasks(is_only_thread, &others);
    return others > 1;
}

static void *write_again(void *unused)
{
    uint64_t interval = wanted_interval(), left = interval;
    struct hold hold;
    bool with_program = is_with_program(), good = true;
    syscall(SYS_prctl, PR_SET_NAME, with_program ? THREAD_NAME : OTHER_THREAD_NAME);
    for (;;) {
        uint64_t wait = left < LONGEST_WAIT ? left : LONGEST_WAIT;
        struct call_time time = CALL_TIME(wait);
        syscall(SYS_futex, &interval_over, FUTEX_WAIT_PRIVATE, 0, &time, NULL, 0);
        if (__atomic_load_n(&interval_over, __ATOMIC_ACQUIRE))
            return unused;
        if (with_program && is_last_thread()) {
            system_mask(&program_mask, NULL);
            exit(0); /* as the C library does when the last thread ends */
        }
        note_threads();
        left -= wait;
        if (left)
            continue;
        left = interval;
        settle_samples();
        lock_take(&hold);
        said_before = !good;
        good = write_counts(false, false);
        said_before = false;
        lock_give(&hold);
    }
}

/* All signals but those of the C library, of which glibc has two and musl three (SIGRTMIN calls a function): a thread
   that blocks these is waited for by setuid () for ever. */
static uint64_t signals_of_program(void)
{
    enum { FIRST_OF_LIBRARY = 32 };
#ifdef __GLIBC__
    const uint64_t library = 3;
#else
    const uint64_t library = 7;
#endif
    return ~(library << (FIRST_OF_LIBRARY - 1));
}

static void interval_start(void)
{
    uint64_t blocked = signals_of_program();
    interval_runs = false;
    if (!wanted_interval() || !num_units())
        return;
    int error = ENOSYS;
    lock_watch();
    /* A thread has its maker's name at first: by that, too, other modules' runtimes tell it from the
       program's. */
    char name[16] = "";
    syscall(SYS_prctl, PR_GET_NAME, name);
    syscall(SYS_prctl, PR_SET_NAME, NEW_THREAD_NAME);
    system_mask(&blocked, &program_mask); /* which the thread inherits */
    if (__pathprof_pthread_create && __pathprof_pthread_join && __pathprof_pthread_self)
        error = __pathprof_pthread_create(&interval_thread, NULL, write_again, NULL);
    system_mask(&program_mask, NULL);
    syscall(SYS_prctl, PR_SET_NAME, name);
    interval_runs = error == 0;
    if (error)
        SAY("PATHPROF_INTERVAL: no thread for ", module_name(), ": ",
            error == ENOSYS ? "link it with -pthread" : error_text(error),
            "; its counts are written when the program ends");
}

static void interval_end(void)
{
    if (!interval_runs)
        return;
    interval_runs = false;
    if (__pathprof_pthread_self() == interval_thread)
        return; /* it ends the process */
    __atomic_store_n(&interval_over, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &interval_over, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    __pathprof_pthread_join(interval_thread, NULL);
}
