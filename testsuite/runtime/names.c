/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that the C language leaves to the program. */
#define UNIT_NAME "names.c"
#define STAMP 0x6666
#include "unit.h"

#include <stdlib.h>

#define MINE(name)                                                                                 \
    __attribute__((visibility("default"))) long name(void);                                        \
    long name(void)                                                                                \
    {                                                                                              \
        abort();                                                                                   \
    }

MINE(access)
MINE(chmod)
MINE(close)
MINE(fchmod)
MINE(fchown)
MINE(fcntl)
MINE(fstat)
MINE(fsync)
MINE(getcwd)
MINE(geteuid)
MINE(getpid)
MINE(getrlimit)
MINE(link)
MINE(lock)
MINE(mmap)
MINE(mremap)
MINE(munmap)
MINE(open)
MINE(read)
MINE(readlink)
MINE(sched_yield)
MINE(say)
MINE(sigprocmask)
MINE(stat)
MINE(uname)
MINE(unlink)
MINE(write)
