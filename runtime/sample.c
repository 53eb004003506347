/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the program spends its time (mode callgraph): every thread has a timer of its own CPU time,
   whose signal finds the thread at some program counter.  So the cost does not depend on what the
   program does, threads that sleep are not disturbed, and it does not matter whether code is
   profiled.

   A process has one sampler, whichever of its modules made it.  What all of them use lies in mapped
   memory that goes with the last of them; each has a copy of this code, and the signal is handled
   by that of one of them. */
#include "base/registers.h"

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

/* Of the runtime's helpers it uses a part. */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"

#pragma GCC visibility push(hidden)
#include "format.h"
#include "sample.h"
#pragma GCC visibility pop

#include "base/atomics.h"
#include "base/syscall.h"

/* The program's, whatever happens here. */
#undef errno
#pragma GCC poison errno

#pragma GCC optimize("Os")
#include "base/system.c"
#include "base/lock.c"
#include "base/buffer.c"
#include "base/text.c"

#include "sample/sampler.h"

#include "sample/sample-missed.c"
#include "sample/sample-counts.c"
#include "sample/sample-sum.c"
#include "sample/sample-signal.c"
#include "sample/sample-places.c"
#include "sample/sample-threads.c"
