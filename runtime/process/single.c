/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* update=single: such units count for one thread. If a second one exists, increments may be
   lost, and the user must be told. */
#include "../runtime.h"

/* The C library's (glibc 2.32): not 0 until the first thread is made. */
static volatile char libc_is_single __attribute__((weakref("__libc_single_threaded")));

static bool seen_threads;

/* With PATHPROF_INTERVAL there are threads of the runtime's own, and it is looked, at least once a
   second and at the end, whether there are others. */
static void note_threads(void)
{
    if (!seen_threads && has_several_threads())
        seen_threads = true;
}

static bool had_threads(void)
{
    /* Where dlmopen has a C library of its own that does not know. */
    bool knows = &libc_is_single && is_with_program();
    if (knows && !wanted_interval())
        seen_threads = !libc_is_single;
    else
        note_threads();
    return seen_threads;
}

static void say_threads(void)
{
    char digits[21];
    const struct pathprof_unit *first = NULL;
    uint64_t count = 0;
    for (size_t i = 0; i < num_units(); i++)
        if (__start_pathprof_units[i].update == PATHPROF_UPDATE_SINGLE && count++ == 0)
            first = &__start_pathprof_units[i];
    if (first && had_threads())
        SAY(module_name(), " has had several threads, and ", decimal(digits, count),
            " of its units (", first->name, count > 1 ? ", ..." : "",
            ") count in one: some counts may be too low; compile with -pthread, or with "
            "-fplugin-arg-pathprof-update=thread");
}
