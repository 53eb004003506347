/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runtime's reader of data files, for fuzz.c: what it does when it finds the file, any bytes,
   in which it is to add the counts of its run. */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "../../runtime/freestanding.c"
#include "../../runtime/sample/sample-sum.c"

#include <stdlib.h>

#include "fuzz.h"

static void *given[64];
static unsigned num_given;

void *pathprof_memory(size_t size)
{
    if (num_given == sizeof given / sizeof *given || size > 1 << 24)
        return NULL;
    return given[num_given++] = calloc(1, size);
}

/* A run of "work" in which one sample was taken, with one unit, whose functions 0 and 3 were counted. */
static const uint64_t run[] = {PATHPROF_TAG_SAMPLES,
                               88,
                               400,
                               1,
                               1,
                               1,
                               1,
                               6,
                               0,
                               0x772f6e69622f, /* "/bin/w" */
                               0,
                               0x1048,
                               3,
                               PATHPROF_TAG_UNIT,
                               24,
                               0x1111,
                               0,
                               2,
                               PATHPROF_TAG_FUNCTION,
                               40,
                               0,
                               0xaaa,
                               1,
                               3,
                               7,
                               PATHPROF_TAG_FUNCTION,
                               56,
                               3,
                               0xbbb,
                               2,
                               17,
                               1,
                               34,
                               1};

static const char *check_file(const char *bytes, size_t size)
{
    struct checked checked = {0};
    return check_part(&checked, bytes, size, size);
}

bool fuzz_runtime(const unsigned char *bytes, size_t size)
{
    bool taken = !check_file((const char *)bytes, size);
    /* The runtime and the tools refuse the same files. */
    if (taken != fuzz_reads(bytes, size))
        abort();
    if (!taken)
        return false;
    uint64_t other = 0, *copy = malloc(size + 1);
    memcpy(copy, bytes, size);
    struct buffer into = {0}, old = {(char *)copy, size, size};
    struct buffer records = {(char *)run, sizeof run, sizeof run};
    program_name = "work";
    static const struct sampling sums = {.sum = sum_samples};
    __pathprof_sampling = &sums;
    const char *wrong = make_file(&into, "", &old, &records, 0x4711, true, NULL, &other);
    /* What it makes of a file that it takes it takes again, and the tools read it. */
    if (!wrong && (check_file(into.bytes, into.size) ||
                   !fuzz_reads((const unsigned char *)into.bytes, into.size)))
        abort();
    while (num_given)
        free(given[--num_given]);
    free(copy);
    return !wrong;
}
