/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Replacements for system calls that older kernels lack, or that filters of system calls refuse
   (with EPERM, which these calls otherwise do not return for a file). */
#include "../runtime.h"
#include "syscall.h"

#include <fcntl.h>
#include <linux/stat.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>

/* What a signal interrupts, or a file system on another machine, is done again. */
#define AGAIN(call)                                                                                \
    ({                                                                                             \
        long again_result;                                                                         \
        do                                                                                         \
            again_result = (call);                                                                 \
        while (again_result == -EINTR);                                                            \
        again_result;                                                                              \
    })

static int call_statx(int directory, const char *name, int flags, struct statx *state)
{
    int result = AGAIN(syscall(SYS_statx, directory, name, flags, STATX_BASIC_STATS, state));
#ifdef SYS_newfstatat
    struct stat known;
    if (result != -ENOSYS && result != -EPERM)
        return result;
    result = AGAIN(syscall(SYS_newfstatat, directory, name, &known, flags));
    if (result != 0)
        return result;
    *state = (struct statx){
        .stx_nlink = known.st_nlink,
        .stx_uid = known.st_uid,
        .stx_gid = known.st_gid,
        .stx_mode = known.st_mode,
        .stx_ino = known.st_ino,
        .stx_size = known.st_size,
        .stx_blocks = known.st_blocks,
        .stx_blksize = known.st_blksize,
        .stx_mtime = {.tv_sec = known.st_mtim.tv_sec, .tv_nsec = known.st_mtim.tv_nsec},
        .stx_ctime = {.tv_sec = known.st_ctim.tv_sec, .tv_nsec = known.st_ctim.tv_nsec},
        .stx_dev_major = major(known.st_dev),
        .stx_dev_minor = minor(known.st_dev),
    };
#endif
    return result;
}

static int call_rename(int from_directory, const char *from, int to_directory, const char *to)
{
    int result = AGAIN(syscall(SYS_renameat2, from_directory, from, to_directory, to, 0));
#ifdef SYS_renameat
    if (result == -ENOSYS)
        result = AGAIN(syscall(SYS_renameat, from_directory, from, to_directory, to));
#endif
    return result;
}

/* Numbers that nobody else has: without the kernel's, of the time and the process. */
static void call_random(void *bytes, size_t size)
{
    if (syscall(SYS_getrandom, bytes, size, 0) == (long)size)
        return;
    uint64_t number = call_clock(CLOCK_REALTIME);
    number ^= (uint64_t)syscall(SYS_getpid) << 44;
    for (size_t i = 0; i < size; i++) {
        number = number * 0x9E3779B97F4A7C15ull + 1;
        ((unsigned char *)bytes)[i] = number >> 56;
    }
}
