/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The runtime for programs without an operating system, or without its C library: they say where
   counts go and where memory comes from.  Compile with -fplugin-arg-pathprof-runtime=library, and
   link with libpathprof-freestanding.a; doc/manual.md, "Without a file system". */
#ifndef PATHPROF_FREESTANDING_H
#define PATHPROF_FREESTANDING_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Gives PUT, piece by piece, the content of a data file with all that has been counted since the
   last time; the file belongs to PROGRAM, the name of the file that was linked.  PUT returns false
   if it cannot take a piece; no more then come.  Returns whether it took everything; if not, or if
   there was no memory, the counts are kept.  May be called at any time, but not while it is running
   already. */
bool pathprof_write(const char *program, bool (*put)(void *closure, const void *bytes, size_t size),
                    void *closure);

/* Forgets what has been counted. */
void pathprof_forget(void);

/* What the program may define.  Zeroed memory for SIZE bytes, at a multiple of 64, which is never
   given back; or NULL.  Without this function there is none: then tables hold as many different
   paths as fit, and nothing can be written.  May be called in any interrupt handler that is
   profiled. */
void *pathprof_memory(size_t size) __attribute__((weak));

/* A line for people, without its end. */
void pathprof_say(const char *text) __attribute__((weak));

/* The program is about to call abort, _exit or the like (FOR_GOOD), or exec. */
void pathprof_leaving(bool for_good) __attribute__((weak));

#ifdef __cplusplus
}
#endif
#endif
