/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The runtime as one translation unit: libpathprof.a is this file compiled, and what the plugin
   carries into every program is this file as assembly (carry.awk). */
#include "base/registers.h"

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#pragma GCC visibility push(hidden)
#include "format.h"
#include "sample.h"
#include "count/waiting.h"
#pragma GCC visibility pop

#include "base/atomics.h"
#include "base/syscall.h"

/* The program's, whatever happens here. */
#undef errno
#pragma GCC poison errno

#include "base/system.c"
#include "count/overflow.c"
#include "count/table.c"
#include "count/sparse.c"
#include "count/targets.c"
#include "count/values.c"
#include "count/wide-map.c"

/* The rest runs rarely, and every program carries it. */
#pragma GCC optimize("Os")
#include "base/called.c"
#include "base/text.c"
#include "base/message.c"
#include "base/lock.c"
#include "base/buffer.c"
#include "count/left.c"
#include "count/thread.c"
#include "count/collect.c"
#include "file/path.c"
#include "file/place.c"
#include "file/merge.c"
#include "file/wait.c"
#include "file/group.c"
#include "file/file.c"
#include "live/live-descriptor.c"
#include "live/live.c"
#include "live/live-detach.c"
#include "count/trace.c"
#include "process/interval.c"
#include "process/single.c"
#include "process/terminate.c"
#include "process/start.c"
