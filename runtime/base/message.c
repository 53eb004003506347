/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Lines for people, without stdio. */
#include "../sample.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/uio.h>

/* Parts of a line; no buffer, which would have to be on a stack that may be small. */
#define MOST_PARTS 16

/* Writing may be a signal: nobody reads the pipe, or the file has the size that it may have.  It
   would end the program, so it is taken back, except for one that was there before. */
static void write_without_signal(int descriptor, const struct iovec *parts, int count)
{
    uint64_t mask, ours = (uint64_t)1 << (SIGPIPE - 1) | (uint64_t)1 << (SIGXFSZ - 1);
    system_mask(NULL, &mask);
    system_mask(&(uint64_t){mask | ours}, NULL);
    ours &= ~system_pending();
    /* A filter (seccomp) may refuse the one call and allow the other. */
    if (system_write_parts(descriptor, parts, count) < 0)
        for (int i = 0; i < count; i++)
            system_write_some(descriptor, parts[i].iov_base, parts[i].iov_len);
    while (ours && system_take_signal(&ours))
        ;
    system_mask(&mask, NULL);
}

/* Opens the file of PATHPROF_ERROR_FILE; -1 if that cannot be.  Not inlined: the stack that a
   message is said on may be small, and most go elsewhere. */
__attribute__((noinline)) static int open_error_file(void)
{
    struct place place;
    struct statx state;
    if (place_find(&place, error_path(), PLACE_FOLLOW, NULL))
        return -1;
    /* The kernel's own links are left: /proc/self/fd/2, which is /dev/stderr. */
    int follow = system_is_proc(place.directory) ? 0 : O_NOFOLLOW;
    int descriptor = system_open_at(place.directory, place.name,
                                    O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | follow, 0666);
    /* In a directory of others it may be a file from elsewhere. */
    if (descriptor >= 0 && !is_safe(&place.state) && follow &&
        (system_stat(descriptor, "", &state) != 0 || !S_ISREG(state.stx_mode) ||
         state.stx_nlink != 1)) {
        system_close(descriptor);
        descriptor = -1;
    }
    place_leave(&place);
    return descriptor;
}

__attribute__((noinline, cold)) static void say(const char *const *parts)
{
    struct iovec line[MOST_PARTS];
    int used = 0, own = -1;
    for (; *parts && used < MOST_PARTS; parts++)
        line[used++] = (struct iovec){(void *)*parts, strlen(*parts)};
    if (*error_path())
        own = open_error_file();
    /* Nobody is left to tell if this fails. */
    write_without_signal(own < 0 ? STDERR_FILENO : own, line, used);
    if (own >= 0)
        system_close(own);
}

void __pathprof_tell_line(const char *const *parts)
{
    say(parts);
}

/* What may come of files and memory, in glibc's words.  strerror may allocate and translate. */
static const struct {
    int error;
    const char *text;
} known_errors[] = {{EPERM, "Operation not permitted"},
                    {ENOENT, "No such file or directory"},
                    {EINTR, "Interrupted system call"},
                    {EIO, "Input/output error"},
                    {ENXIO, "No such device or address"},
                    {EBADF, "Bad file descriptor"},
                    {EAGAIN, "Resource temporarily unavailable"},
                    {ENOMEM, "Cannot allocate memory"},
                    {EACCES, "Permission denied"},
                    {EFAULT, "Bad address"},
                    {EBUSY, "Device or resource busy"},
                    {EEXIST, "File exists"},
                    {EXDEV, "Invalid cross-device link"},
                    {ENODEV, "No such device"},
                    {ENOTDIR, "Not a directory"},
                    {EISDIR, "Is a directory"},
                    {EINVAL, "Invalid argument"},
                    {ENFILE, "Too many open files in system"},
                    {EMFILE, "Too many open files"},
                    {ETXTBSY, "Text file busy"},
                    {EFBIG, "File too large"},
                    {ENOSPC, "No space left on device"},
                    {ESPIPE, "Illegal seek"},
                    {EROFS, "Read-only file system"},
                    {EMLINK, "Too many links"},
                    {EDEADLK, "Resource deadlock avoided"},
                    {ENAMETOOLONG, "File name too long"},
                    {ENOLCK, "No locks available"},
                    {ENOSYS, "Function not implemented"},
                    {ENOTEMPTY, "Directory not empty"},
                    {ELOOP, "Too many levels of symbolic links"},
                    {EOVERFLOW, "Value too large for defined data type"},
                    {EOPNOTSUPP, "Operation not supported"},
                    {ETIMEDOUT, "Connection timed out"},
                    {ESTALE, "Stale file handle"},
                    {EDQUOT, "Disk quota exceeded"},
                    {EREMOTEIO, "Remote I/O error"}};

static const char *error_text(int error)
{
    static char other[32];
    for (size_t i = 0; i < sizeof known_errors / sizeof *known_errors; i++)
        if (known_errors[i].error == error)
            return known_errors[i].text;
    decimal(other + text_append(other, 0, sizeof other, "error "), error);
    return other;
}
