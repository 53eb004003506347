/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The runtime as one translation unit: libpathprof.a is this file compiled, and what the plugin
   carries into every program is this file as assembly (carry.awk). */
#include "registers.h"

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#pragma GCC visibility push(hidden)
#include "format.h"
#include "sample.h"
#include "waiting.h"
#pragma GCC visibility pop

#include "syscall.h"

/* The program's, whatever happens here. */
#undef errno
#pragma GCC poison errno

#include "system.c"
#include "table.c"
#include "targets.c"
#include "wide-map.c"

/* The rest runs rarely, and every program carries it. */
#pragma GCC optimize("Os")
#include "text.c"
#include "message.c"
#include "lock.c"
#include "buffer.c"
#include "left.c"
#include "thread.c"
#include "collect.c"
#include "path.c"
#include "place.c"
#include "merge.c"
#include "wait.c"
#include "group.c"
#include "file.c"
#include "live-descriptor.c"
#include "live.c"
#include "live-detach.c"
#include "trace.c"
#include "interval.c"
#include "single.c"
#include "terminate.c"
#include "start.c"
