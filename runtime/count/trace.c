/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Option trace=: every event to a file (doc/formats.md), for the test suite's oracle.

   An event is a pair of words.  Its place is claimed by an atomic add and the file is mapped, so
   threads and signal handlers need no lock, the events of an activation stay in order, and a
   process that is killed leaves what it has done.  The file grows by chunks, allocated (not sparse:
   a full disk must not become SIGBUS) and mapped when the first event falls into them; it is never
   cut, as some thread may still be running at the end, so that it ends in zeros. */
#include "../runtime.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define TRACE_MAGIC 0x3130525450505050ull /* "PPPPTR01" as it lies in the file */
#define ENTER UINT64_MAX                  /* as vertex: the next pair is (unit stamp, function) */
#define CHUNK_EVENTS 16384
#define MAX_CHUNKS 65536

struct event {
    uint64_t activation, vertex;
};

static struct event **trace_chunks; /* NULL: no file yet */
static int trace_descriptor;
static uint64_t num_events; /* claimed; the first is the file's header */
static uint64_t num_activations;
static uint64_t trace_forked_pid;
static unsigned trace_failed;

static void trace_stop(const char *path, const char *why)
{
    if (is_first(&trace_failed))
        SAY("cannot write the trace ", path, ": ", why, "; it ends here");
}

/* Makes the file PATH, in place of one that is there.  Returns its descriptor, or -1 and *WHY. */
static int make_trace(const char *path, const char **why)
{
    static struct place place; /* the lock is held */
    struct statx old;
    *why = place_find(&place, path, PLACE_FOLLOW | make_directories(), NULL);
    if (*why)
        return -1;
    if (system_stat(place.directory, place.name, &old) == 0 && S_ISREG(old.stx_mode))
        system_unlink_at(place.directory, place.name);
    int descriptor = system_open_at(place.directory, place.name,
                                    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode_of_mapped());
    place_leave(&place);
    if (descriptor < 0)
        *why = error_text(-descriptor);
    return descriptor;
}

/* Opens the file, once. */
static void trace_open(void)
{
    struct hold hold;
    static char path[PATH_MAX];
    const char *why;
    if (!started) /* what it calls may be the program's, so without the lock */
        start();
    lock_take(&hold);
    if (!trace_chunks && !trace_failed) {
        uint64_t stamp = module_stamp();
        struct event **chunks = map_pages(MAX_CHUNKS * sizeof *chunks);
        if (!trace_path(path, stamp, trace_forked_pid)) {
            trace_failed = 1;
        } else if (!chunks) {
            trace_stop(path, error_text(ENOMEM));
        } else if ((trace_descriptor = make_trace(path, &why)) < 0) {
            trace_stop(path, why);
        } else {
            num_events = 1;
            __atomic_store_n(&trace_chunks, chunks, __ATOMIC_RELEASE);
        }
    }
    lock_give(&hold);
}

static struct event *trace_chunk(uint64_t index)
{
    struct event *chunk = __atomic_load_n(&trace_chunks[index], __ATOMIC_ACQUIRE), *seen = NULL;
    if (chunk)
        return chunk;
    size_t size = CHUNK_EVENTS * sizeof *chunk;
    int error = -system_allocate(trace_descriptor, index * size, size);
    if (error == 0) {
        chunk = system_map(size, MAP_SHARED, trace_descriptor, index * size);
        error = chunk ? 0 : ENOMEM;
    }
    if (error) {
        trace_stop("file", error_text(error));
        return NULL;
    }
    if (__atomic_compare_exchange_n(&trace_chunks[index], &seen, chunk, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
        if (index == 0)
            chunk[0] = (struct event){TRACE_MAGIC, PATHPROF_FORMAT_VERSION};
        return chunk;
    }
    system_unmap(chunk, size); /* another thread was faster */
    return seen;
}

static void trace_put(uint64_t place, uint64_t activation, uint64_t vertex)
{
    struct event *chunk = NULL;
    if (place / CHUNK_EVENTS < MAX_CHUNKS)
        chunk = trace_chunk(place / CHUNK_EVENTS);
    else
        trace_stop("file", error_text(EFBIG));
    if (chunk)
        chunk[place % CHUNK_EVENTS] = (struct event){activation, vertex};
}

static uint64_t trace_claim(unsigned events)
{
    if (!__atomic_load_n(&trace_chunks, __ATOMIC_ACQUIRE))
        trace_open();
    return trace_failed ? 0 : __atomic_fetch_add(&num_events, events, __ATOMIC_RELAXED);
}

uint64_t __pathprof_trace_enter(struct pathprof_unit *unit, uint64_t function)
{
    uint64_t activation = __atomic_add_fetch(&num_activations, 1, __ATOMIC_RELAXED);
    uint64_t place = trace_claim(2);
    if (place) {
        trace_put(place, activation, ENTER);
        trace_put(place + 1, unit->stamp, function);
    }
    return activation;
}

void __pathprof_trace(uint64_t activation, uint64_t vertex)
{
    uint64_t place = trace_claim(1);
    if (place)
        trace_put(place, activation, vertex);
}

/* In the child of a fork: the mapped file is the parent's. */
static void trace_forked(void)
{
    if (!trace_chunks)
        return;
    for (uint64_t i = 0; i < MAX_CHUNKS && trace_chunks[i]; i++)
        system_unmap(trace_chunks[i], CHUNK_EVENTS * sizeof(struct event));
    system_unmap(trace_chunks, MAX_CHUNKS * sizeof *trace_chunks);
    system_close(trace_descriptor);
    trace_chunks = NULL;
    trace_forked_pid = system_pid();
}
