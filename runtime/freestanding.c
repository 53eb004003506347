/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The runtime without files, threads, locks and system calls: libpathprof-freestanding.a.  What
   counts and what makes the data file of it is the same code as everywhere; here is what stands for
   the rest. Memory comes from the program and is not given back, so that it is kept for the next
   time. */
#include "base/registers.h"

/* runtime.h declares more than is needed here. */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC visibility push(hidden)
#include "format.h"
#pragma GCC visibility pop
#include "pathprof-freestanding.h"
#include "sample.h"
#include "base/atomics.h"

const char __pathprof_unit_version_3[1] = {PATHPROF_UNIT_VERSION};

/* ---- For system.c, and for live.c, of which there is nothing here.  */

/* Memory of buffers that are done with; pathprof_write's alone, as counting, which handlers may
   interrupt, gives nothing back. */
static struct spare {
    struct spare *next;
    size_t size;
} * spare;
static bool writing;

static void *system_map(size_t size, int flags, int descriptor, uint64_t offset)
{
    (void)flags;
    (void)descriptor;
    (void)offset;
    for (struct spare **link = &spare; writing && *link; link = &(*link)->next)
        if ((*link)->size >= size) {
            struct spare *found = *link;
            *link = found->next;
            return memset(found, 0, size);
        }
    return pathprof_memory ? pathprof_memory(size) : NULL;
}

static void system_unmap(void *pages, size_t size)
{
    struct spare *given = pages;
    if (!writing || size < sizeof *given)
        return;
    given->size = size;
    given->next = spare;
    spare = given;
}

static void *system_remap(void *pages, size_t old_size, size_t size)
{
    void *larger = system_map(size, 0, -1, 0);
    if (larger) {
        memcpy(larger, pages, old_size);
        system_unmap(pages, old_size);
    }
    return larger;
}

static void *system_map_at(void *start, size_t size, int flags, int descriptor, uint64_t offset)
{
    (void)start;
    (void)size;
    (void)flags;
    (void)descriptor;
    (void)offset;
    return NULL;
}

static bool is_live(void)
{
    return false;
}

static bool system_memory_is_limited(void)
{
    return true;
}

static void system_yield(void) {}

static void *count_pages(const void *owner, size_t size, uint64_t kind)
{
    (void)owner;
    (void)kind;
    return pathprof_memory ? pathprof_memory(size) : NULL;
}

static void give_count_pages(void *pages, size_t size)
{
    (void)pages;
    (void)size;
}

static void *live_extent(uint64_t kind, uint64_t unit, uint64_t function, size_t size, void *start)
{
    (void)kind;
    (void)unit;
    (void)function;
    (void)size;
    (void)start;
    return NULL;
}

static uint64_t system_time(void)
{
    return 0;
}

static bool live_file_is_there(const char *path, const struct pathprof_absorbed *entry)
{
    (void)path;
    (void)entry;
    return false;
}

static bool group_is_there(const struct pathprof_absorbed *entry, uint64_t now)
{
    (void)entry;
    (void)now;
    return false;
}

static bool left_take(struct buffer *records, const char *counters)
{
    (void)records;
    (void)counters;
    return true;
}

#include "count/overflow.c"
#include "count/table.c"
#include "count/sparse.c"
#include "count/targets.c"
#include "count/values.c"
#include "count/wide-map.c"

#pragma GCC optimize("Os")
#include "base/called.c"
#include "base/buffer.c"
#include "count/collect.c"
#include "file/merge.c"

/* ---- The program's half.  */

static const char *program_name;

static const char *module_name(void)
{
    return program_name;
}

static const char *module_path(void)
{
    return program_name;
}

static const char *program_place(void)
{
    return "";
}

static size_t num_units(void)
{
    return (size_t)(__stop_pathprof_units - __start_pathprof_units);
}

static void say_it(const char *text)
{
    if (pathprof_say)
        pathprof_say(text);
}

static uint64_t stamp_of_units(void)
{
    uint64_t stamp = FNV_BASIS;
    for (size_t i = 0; i < num_units(); i++)
        stamp = fnv1a(stamp, &__start_pathprof_units[i].stamp, sizeof stamp);
    return stamp;
}

/* Makes the file of what is collected.  Returns false, having said why, if it cannot. */
static bool make(struct buffer *records, struct buffer *file)
{
    struct buffer none = {0};
    bool any;
    uint64_t other;
    if (uncounted())
        say_it("pathprof: there was no memory for all paths; some runs were not counted");
    bool good = collect(records, false, &any) &&
                !make_file(file, NULL, &none, records, stamp_of_units(), true, NULL, &other);
    if (!good)
        say_it("pathprof: no memory to make a data file of the counts; they are kept");
    return good;
}

bool pathprof_write(const char *program, bool (*put)(void *closure, const void *bytes, size_t size),
                    void *closure)
{
    struct buffer records = {0}, file = {0};
    writing = true;
    program_name = program;
    bool good = make(&records, &file);
    for (size_t at = 0, size; good && at < file.size; at += size) {
        size = file.size - at < 4096 ? file.size - at : 4096;
        good = put(closure, file.bytes + at, size);
    }
    if (!good)
        give_back(&records);
    buffer_free(&records);
    buffer_free(&file);
    writing = false;
    return good;
}

void pathprof_forget(void)
{
    struct buffer records = {0};
    bool any;
    writing = true;
    if (!collect(&records, false, &any))
        say_it("pathprof: no memory to forget the counts");
    buffer_free(&records);
    writing = false;
}

/* update=thread: there are no threads. */
char *__pathprof_block(struct pathprof_unit *unit, char **slot)
{
    return *slot = unit->counters;
}

void __pathprof_leaving(uint64_t for_good)
{
    if (pathprof_leaving)
        pathprof_leaving(for_good);
}

/* What GCC takes for granted in a freestanding program; the program's own go before. */
#define PROVIDED(name) __asm__(name) __attribute__((weak))
void *provided_memcpy(void *restrict to, const void *restrict from, size_t size) PROVIDED("memcpy");
void *provided_memmove(void *to, const void *from, size_t size) PROVIDED("memmove");
void *provided_memset(void *to, int byte, size_t size) PROVIDED("memset");
int provided_memcmp(const void *a, const void *b, size_t size) PROVIDED("memcmp");
size_t provided_strlen(const char *text) PROVIDED("strlen");

void *provided_memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return own_memmove(to, from, size);
}

void *provided_memmove(void *to, const void *from, size_t size)
{
    return own_memmove(to, from, size);
}

void *provided_memset(void *to, int byte, size_t size)
{
    return own_memset(to, byte, size);
}

int provided_memcmp(const void *a, const void *b, size_t size)
{
    return own_memcmp(a, b, size);
}

size_t provided_strlen(const char *text)
{
    return own_strlen(text);
}
