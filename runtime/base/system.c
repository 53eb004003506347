/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* System calls by name.  What fails returns the number of the error, negative (syscall.h). */
#include "../runtime.h"
#include "syscall.h"

#include "older.c"

#include <fcntl.h>
#include <linux/futex.h>
#include <linux/stat.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/vfs.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>

/* Interrupted or not, it is closed. */
static int system_close(int descriptor)
{
    int result = syscall(SYS_close, descriptor);
    return result == -EINTR ? 0 : result;
}

/* Whether whoever started the program has fewer privileges than it. */
static bool system_is_secure(void)
{
    static char known; /* a program's own getauxval counts its calls */
    if (!known)
        known = getauxval(AT_SECURE) ? 'y' : 'n';
    return known == 'y';
}

/* Who has fewer privileges does not say what it does: then, as for secure_getenv, there is no
   environment. */
static const char *system_environment(const char *name)
{
    size_t length = strlen(name);
    if (!__environ || system_is_secure())
        return NULL;
    for (char **at = __environ; *at; at++)
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=')
            return *at + length + 1;
    return NULL;
}

/* A program that has all the descriptors that it may have, and ends, may still have more: up to the hard limit. */
static int open_in(int directory, const char *path, int flags, unsigned mode)
{
    struct rlimit64 limit;
    int descriptor = AGAIN(syscall(SYS_openat, directory, path, flags, mode));
    if (descriptor != -EMFILE || syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, NULL, &limit) != 0 ||
        limit.rlim_cur >= limit.rlim_max)
        return descriptor;
    struct rlimit64 more = {limit.rlim_max, limit.rlim_max};
    if (syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &more, NULL) == 0) {
        descriptor = AGAIN(syscall(SYS_openat, directory, path, flags, mode));
        syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &limit, NULL);
    }
    return descriptor;
}

/* PATH counts from DIRECTORY.  Never standard input, output or error, which the program may have
   closed: what is said there must not get into this file. */
static int system_open_at(int directory, const char *path, int flags, unsigned mode)
{
    int low = open_in(directory, path, flags | O_CLOEXEC | O_NOCTTY | O_LARGEFILE, mode);
    if (low < 0 || low > STDERR_FILENO)
        return low;
    int high = syscall(CALL_FCNTL, low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    system_close(low);
    return high;
}

static int system_open(const char *path, int flags, unsigned mode)
{
    return system_open_at(AT_FDCWD, path, flags, mode);
}

/* Moves DESCRIPTOR out of the way of the program's own, if there is room, as shells do theirs.
   Returns what it is then. */
static int system_move_up(int descriptor)
{
    for (int wanted = 255; wanted > descriptor; wanted--) {
        int high = syscall(CALL_FCNTL, descriptor, F_DUPFD_CLOEXEC, wanted);
        if (high < 0)
            continue; /* as high as this there is none */
        system_close(descriptor);
        return high;
    }
    return descriptor;
}

static ssize_t system_read(int descriptor, void *bytes, size_t size)
{
    return AGAIN(syscall(SYS_read, descriptor, bytes, size));
}

static uint64_t system_size_limit(void)
{
    struct rlimit64 limit;
    return syscall(SYS_prlimit64, 0, RLIMIT_FSIZE, NULL, &limit) == 0 ? limit.rlim_cur : UINT64_MAX;
}

/* Passing the limit would be a signal, which ends the program: it is an error. */
static ssize_t system_write_at(int descriptor, const void *bytes, size_t size, uint64_t at)
{
    if (at + size > system_size_limit())
        return -EFBIG;
    return AGAIN(syscall(SYS_pwrite64, descriptor, bytes, size, CALL_OFFSET(at)));
}

/* Zeros, where the file system has no call that gives a file room. */
static int write_zeros(int descriptor, uint64_t at, uint64_t size)
{
    static char zeros[4096];
    for (uint64_t end = at + size; at < end;) {
        size = end - at < sizeof zeros ? end - at : sizeof zeros;
        ssize_t written = system_write_at(descriptor, zeros, size, at);
        if (written <= 0 && written != -EINTR)
            return written ? (int)written : -ENOSPC;
        at += written > 0 ? written : 0;
    }
    return 0;
}

/* Gives the file room for SIZE bytes from AT on, of which there is nothing yet, within the limit. */
static int system_allocate(int descriptor, uint64_t at, uint64_t size)
{
    if (at + size > system_size_limit())
        return -EFBIG;
    int result = AGAIN(
        syscall(SYS_fallocate, descriptor, 0, CALL_OFFSET_EARLY(at), CALL_OFFSET_EARLY(size)));
    return result == -EOPNOTSUPP || result == -ENOSYS ? write_zeros(descriptor, at, size) : result;
}

static ssize_t system_read_at(int descriptor, void *bytes, size_t size, uint64_t at)
{
    return AGAIN(syscall(SYS_pread64, descriptor, bytes, size, CALL_OFFSET(at)));
}

/* What is written goes to the file's end no more. */
static void system_write_anywhere(int descriptor)
{
    syscall(CALL_FCNTL, descriptor, F_SETFL, 0);
}

static uint64_t system_position(int descriptor)
{
    return (uint64_t)call_seek(descriptor, 0, SEEK_CUR);
}

static void system_random(void *bytes, size_t size)
{
    call_random(bytes, size);
}

static ssize_t system_write_parts(int descriptor, const struct iovec *parts, int count)
{
    return AGAIN(syscall(SYS_writev, descriptor, parts, count));
}

static ssize_t system_write_some(int descriptor, const void *bytes, size_t size)
{
    return AGAIN(syscall(SYS_write, descriptor, bytes, size));
}

static int system_sync(int descriptor)
{
    return AGAIN(syscall(SYS_fsync, descriptor));
}

/* Names in DIRECTORY; links at their end are not followed. */
static int system_link_at(int directory, const char *from, const char *to)
{
    return AGAIN(syscall(SYS_linkat, directory, from, directory, to, 0));
}

static int system_rename_at(int directory, const char *from, const char *to)
{
    return call_rename(directory, from, directory, to);
}

static int system_unlink_at(int directory, const char *name)
{
    return AGAIN(syscall(SYS_unlinkat, directory, name, 0));
}

static int system_make_directory_at(int directory, const char *name)
{
    return syscall(SYS_mkdirat, directory, name, 0777);
}

static int system_read_link_at(int directory, const char *name, char *target, size_t size)
{
    return syscall(SYS_readlinkat, directory, name, target, size);
}

/* "" is DIRECTORY itself, which then may be any descriptor. */
static int system_stat(int directory, const char *name, struct statx *state)
{
    return call_statx(directory, name, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW, state);
}

static bool system_is_same(const struct statx *a, const struct statx *b)
{
    return a->stx_ino == b->stx_ino && a->stx_dev_major == b->stx_dev_major &&
           a->stx_dev_minor == b->stx_dev_minor;
}

static int system_change_mode(int descriptor, unsigned mode)
{
    return AGAIN(syscall(SYS_fchmod, descriptor, mode));
}

static int system_change_owner(int descriptor, unsigned user, unsigned group)
{
    return syscall(CALL_FCHOWN, descriptor, user, group);
}

/* Takes an exclusive lock of the whole file, if it is free.  COMMAND is F_OFD_SETLK or F_SETLK. */
static int system_lock(int descriptor, int command)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return AGAIN(syscall(CALL_FCNTL, descriptor, command, &lock));
}

/* Gives the lock back, also where a child that nobody told of has a copy of the descriptor. */
static void system_unlock(int descriptor)
{
    struct flock lock = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
    syscall(CALL_FCNTL, descriptor, F_OFD_SETLK, &lock);
}

/* Where the first hole of a file is: its size, or an error, if it has none that the file system
   tells of. */
static int64_t system_first_hole(int descriptor)
{
    return call_seek(descriptor, 0, SEEK_HOLE);
}

static void system_seek_start(int descriptor)
{
    call_seek(descriptor, 0, SEEK_SET);
}

static bool system_is_proc(int descriptor)
{
    struct statfs state;
    return CALL_FSTATFS(descriptor, &state) == 0 && state.f_type == 0x9fa0 /* PROC_SUPER_MAGIC */;
}

/* As files are stamped with, in nanoseconds. */
static uint64_t system_time(void)
{
    return call_clock(CLOCK_REALTIME_COARSE);
}

static void system_sleep(uint64_t nanoseconds)
{
    struct call_time time = CALL_TIME(nanoseconds);
    syscall(SYS_nanosleep, &time, NULL);
}

/* Waits at most so long until somebody wakes those at WORD, in a file, if that still is SEEN. Returns
   false if that cannot be. */
static bool system_wait(const uint32_t *word, uint32_t seen, uint64_t nanoseconds)
{
    struct call_time time = CALL_TIME(nanoseconds);
    int result = syscall(SYS_futex, word, FUTEX_WAIT, seen, &time, NULL, 0);
    return result == 0 || result == -EAGAIN || result == -ETIMEDOUT || result == -EINTR;
}

/* Wakes at most COUNT of them, those first that have waited longest. */
static void system_wake(const uint32_t *word, int count)
{
    syscall(SYS_futex, word, FUTEX_WAKE, count, NULL, NULL, 0);
}

/* Whether the program's memory is rationed. */
static bool system_memory_is_limited(void)
{
    struct rlimit64 space = {0}, data = {0};
    return syscall(SYS_prlimit64, 0, RLIMIT_AS, NULL, &space) != 0 ||
           syscall(SYS_prlimit64, 0, RLIMIT_DATA, NULL, &data) != 0 ||
           space.rlim_cur != RLIM64_INFINITY || data.rlim_cur != RLIM64_INFINITY;
}

/* NULL if there is no memory. */
static void *system_map(size_t size, int flags, int descriptor, uint64_t offset)
{
    long pages = call_map(NULL, size, PROT_READ | PROT_WRITE, flags, descriptor, offset);
    return is_call_error(pages) ? NULL : (void *)pages;
}

/* The same, at START, whatever is there, if that is not NULL. */
static void *system_map_at(void *start, size_t size, int flags, int descriptor, uint64_t offset)
{
    long pages = call_map(start, size, PROT_READ | PROT_WRITE, flags | (start ? MAP_FIXED : 0),
                          descriptor, offset);
    return is_call_error(pages) ? NULL : (void *)pages;
}

/* The beginning of a file, only to be read.  (A page that may be written to is made ready for that
   by the kernel when it waits for a word in it.) */
static const void *system_map_to_read(size_t size, int descriptor)
{
    long pages = call_map(NULL, size, PROT_READ, MAP_SHARED, descriptor, 0);
    return is_call_error(pages) ? NULL : (const void *)pages;
}

static void *system_remap(void *pages, size_t old_size, size_t size)
{
    long moved = syscall(SYS_mremap, pages, old_size, size, MREMAP_MAYMOVE);
    return is_call_error(moved) ? NULL : (void *)moved;
}

/* Puts PAGES in the place of those at TO, at once for whoever uses them. */
static void system_move(void *pages, size_t size, void *to)
{
    syscall(SYS_mremap, pages, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to);
}

/* Memory that is zero again in the child of a fork, or NULL. */
static void *system_map_wiped(size_t size)
{
    void *pages = system_map(size, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!pages || syscall(SYS_madvise, pages, size, 18 /* MADV_WIPEONFORK */) == 0)
        return pages;
    syscall(SYS_munmap, pages, size);
    return NULL;
}

static void system_unmap(const void *pages, size_t size)
{
    syscall(SYS_munmap, pages, size);
}

/* Puts NEW (or nothing, if NULL) in place of the mask of blocked signals, which goes to OLD (or not). */
static void system_mask(const uint64_t *new, uint64_t *old)
{
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, new, old, sizeof *new);
}

/* Signals that wait for the calling thread or for the process. */
static uint64_t system_pending(void)
{
    uint64_t pending = 0;
    syscall(SYS_rt_sigpending, &pending, sizeof pending);
    return pending;
}

/* Takes away one signal of SET that waits, if there is one. */
static bool system_take_signal(const uint64_t *set)
{
    struct call_time now = {0, 0};
    return syscall(SYS_rt_sigtimedwait, set, NULL, &now, sizeof *set) > 0;
}

/* Of what other threads have stored this one has seen something: from here on it sees all that they stored before that.
   It takes nothing of them where the machine keeps the order of stores. */
static void system_see_others(void)
{
#if !defined __x86_64__ && !defined __i386__ && !defined __s390x__
    enum { BARRIER = 8, REGISTER = 16 }; /* MEMBARRIER_CMD_PRIVATE_EXPEDITED, _REGISTER_ of it */
    if (syscall(SYS_membarrier, BARRIER, 0, 0) == -EPERM &&
        syscall(SYS_membarrier, REGISTER, 0, 0) == 0)
        syscall(SYS_membarrier, BARRIER, 0, 0);
#endif
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void system_yield(void)
{
    syscall(SYS_sched_yield);
}

/* The process whose counts, or samples, these are; 0: not known yet. */
static uint64_t own_pid;

/* The number of the process.  A filter may refuse to say it (seccomp): then it is taken for the one whose counts these
   are, or, where that begins, for that of its only thread. */
static uint64_t system_pid(void)
{
    long pid = syscall(SYS_getpid);
    if (pid <= 0)
        pid = own_pid ? (long)own_pid : syscall(SYS_gettid);
    return pid > 0 ? pid : 0;
}

/* The same, where a process begins, which has one thread: it is the one whose counts these are from now on. */
static uint64_t system_begin_pid(void)
{
    own_pid = 0;
    return own_pid = system_pid();
}

/* The calling thread's number, which no other has while it lives. */
static int system_thread(void)
{
    return (int)syscall(SYS_gettid);
}

/* Does thread NUMBER of this process execute nothing any more? */
static bool system_has_ended(int number)
{
    return syscall(SYS_tgkill, system_pid(), number, 0) == -ESRCH;
}

static unsigned system_user(void)
{
    return syscall(CALL_GETEUID);
}

/* Its zero counts. */
static long system_directory(char *path, size_t size)
{
    return syscall(SYS_getcwd, path, size);
}

static int system_names(struct utsname *names)
{
    return syscall(SYS_uname, names);
}
