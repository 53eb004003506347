/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* PATHPROF_CONTINUOUS=1: the module counts in a file of its own (format.h, "the live file"), which
   is mapped where the counters are, so that whatever ends the process cannot take the counts along.

   The counters of all units lie in section pathprof_counters, which begins at a page and shares
   none with anything else; so the file takes the place of these pages, and code finds its counters
   where it always does.  What is mapped later, for threads and for tables that overflow, comes out
   of the same file, extent by extent.  An extent is claimed by an atomic add, gets its header
   before anyone can count in it, and never moves or goes away: a reader who finds the header knows
   all.

   Counts do not move either: nothing is taken out of a counter while the file is there, so that a
   count is in the file once at any instant.  Hence no pair of a table goes to the front of its
   bucket (table.c), a thread that ends leaves its block, as it is, to the next (thread.c), and a
   dump has nothing to do.  At the end the pages become a copy that is the process's alone, from
   which counts are collected as always; when the data file has them, and says from which live file,
   that is removed. */
#include "../runtime.h"

#include <fcntl.h>
#include <sys/mman.h>

extern char __start_pathprof_counters[] __attribute__((weak, visibility("hidden")));
extern char __stop_pathprof_counters[] __attribute__((weak, visibility("hidden")));
extern char __start_pathprof_counters_end[] __attribute__((weak, visibility("hidden")));

#define TEXT_OF(macro) TEXT_OF_TOKENS(macro)
#define TEXT_OF_TOKENS(tokens) #tokens
#define PAGE_TEXT TEXT_OF(PATHPROF_LIVE_PAGE)

/* No counters, but what makes the section begin at a page, and the one behind it at another. */
__asm__(".pushsection pathprof_counters,\"aw\",%nobits\n"
        "\t.balign " PAGE_TEXT "\n"
        "\t.zero 64\n"
        "\t.popsection\n"
        "\t.pushsection pathprof_counters_end,\"aw\",%nobits\n"
        "\t.balign " PAGE_TEXT "\n"
        "\t.zero 64\n"
        "\t.popsection");

#define PAGE PATHPROF_LIVE_PAGE
#define MOST_EXTENTS (1 << 16)

struct extent {
    char *start; /* NULL: there is none, or not any more */
    size_t size; /* whole pages */
    uint64_t at; /* of its content in the file */
    uint64_t kind, unit;
};

static bool live_counts;     /* in the file; else counters are ordinary memory */
static unsigned live_makers; /* who may just be using its descriptor */
static uint64_t live_end;    /* of what has been claimed of the file */
static struct extent *extents;
static uint64_t num_extents;
static unsigned live_full;
static uint64_t live_shared; /* where the header of the first extent is */
static struct pathprof_absorbed live_name;

static uint64_t whole_pages(uint64_t size)
{
    return (size + PAGE - 1) & ~(uint64_t)(PAGE - 1);
}

static bool is_live(void)
{
    return __atomic_load_n(&live_counts, __ATOMIC_ACQUIRE);
}

/* Claims room for SIZE bytes in the file, behind a header.  Returns where they begin, or 0. */
static uint64_t claim(int descriptor, uint64_t kind, uint64_t unit, uint64_t function,
                      uint64_t size)
{
    struct pathprof_live_extent head = {PATHPROF_EXTENT_MAGIC, kind, unit, function, size, 0,
                                        PATHPROF_LIVE_PAGE,    0};
    uint64_t room = PAGE + whole_pages(size);
    uint64_t at = __atomic_fetch_add(&live_end, room, __ATOMIC_RELAXED);
    head.check = fnv1a(FNV_BASIS, &head, offsetof(struct pathprof_live_extent, check));
    /* Allocated, not sparse: a full disk must not become SIGBUS. */
    bool good = at + room <= PATHPROF_MOST_BYTES && system_allocate(descriptor, at, room) == 0 &&
                system_write_at(descriptor, &head, sizeof head, at) == sizeof head;
    return good ? at + PAGE : 0;
}

/* Maps the content of the extent at AT, at START or, if that is NULL, anywhere. */
static void *map_extent(int descriptor, uint64_t at, size_t size, uint64_t kind, uint64_t unit,
                        void *start)
{
    uint64_t index = __atomic_fetch_add(&num_extents, 1, __ATOMIC_RELAXED);
    void *pages =
        index < MOST_EXTENTS ? system_map_at(start, size, MAP_SHARED, descriptor, at) : NULL;
    if (!pages)
        return NULL;
    struct extent *extent = &extents[index];
    extent->size = size;
    extent->at = at;
    extent->kind = kind;
    extent->unit = unit;
    __atomic_store_n(&extent->start, pages, __ATOMIC_RELEASE);
    return pages;
}

/* Part of the counts is in memory alone: says so, to the reader of the file, too. */
static void live_is_full(int descriptor)
{
    const uint64_t full = 1;
    if (!is_first(&live_full))
        return;
    if (descriptor >= 0)
        system_write_at(descriptor, &full, sizeof full,
                        live_shared + offsetof(struct pathprof_live_extent, full));
    SAY("no more room in ", live_path,
        "; part of the counts is in memory, and written when the program ends");
}

/* Zeroed memory of the file for SIZE bytes; NULL if there is no file, or it is full. */
static void *live_extent(uint64_t kind, uint64_t unit, uint64_t function, size_t size, void *start)
{
    __atomic_fetch_add(&live_makers, 1, __ATOMIC_SEQ_CST);
    bool live = __atomic_load_n(&live_counts, __ATOMIC_SEQ_CST);
    int descriptor = live ? descriptor_at_hand() : -1;
    uint64_t at = descriptor < 0 ? 0 : claim(descriptor, kind, unit, function, size);
    void *pages = at ? map_extent(descriptor, at, whole_pages(size), kind, unit, start) : NULL;
    if (!pages && live)
        live_is_full(descriptor);
    __atomic_fetch_sub(&live_makers, 1, __ATOMIC_SEQ_CST);
    return pages;
}

/* The function of UNIT whose map is OFFSET bytes from the start of the counters, as a table's and a
   wide map's is their first word; num_functions if there is none.  An array that has no counters
   may lie where a table does. */
static uint64_t function_at(const struct pathprof_unit *unit, uint64_t offset)
{
    uint64_t f = 0;
    while (f < unit->num_functions &&
           (unit->functions[f].kind == PATHPROF_ARRAY || unit->functions[f].offset != offset))
        f++;
    return f;
}

/* Zeroed memory for SIZE bytes of counts, an extent of KIND where there is a live file, that the map or the table at
   OWNER, or what is told of it, is to hold. */
static void *count_pages(const void *owner, size_t size, uint64_t kind)
{
    void *pages = NULL;
    uint64_t end = is_live() ? __atomic_load_n(&num_extents, __ATOMIC_RELAXED) : 0;
    for (uint64_t i = 0; i < end && i < MOST_EXTENTS; i++) {
        const struct extent *extent = &extents[i];
        const char *start = __atomic_load_n(&extent->start, __ATOMIC_ACQUIRE);
        if (!start || (uintptr_t)owner - (uintptr_t)start >= extent->size)
            continue;
        uint64_t unit = extent->unit;
        if (extent->kind == PATHPROF_EXTENT_SHARED)
            for (unit = 0; unit + 1 < num_units(); unit++) {
                start = __start_pathprof_units[unit].counters;
                if ((uintptr_t)owner - (uintptr_t)start <
                    __start_pathprof_units[unit].counters_size)
                    break;
            }
        if (extent->kind == PATHPROF_EXTENT_SHARED)
            start = __start_pathprof_units[unit].counters;
        const struct pathprof_unit *of = &__start_pathprof_units[unit];
        uint64_t function = function_at(of, (uint64_t)((const char *)owner - start));
        if (function == of->num_functions)
            break;
        if (extent->kind == PATHPROF_EXTENT_TOLD)
            kind = PATHPROF_EXTENT_TOLD_OVERFLOW;
        pages = live_extent(kind, unit, function, size, NULL);
        break;
    }
    return pages ? pages : map_pages(size);
}

/* Gives back what count_pages gave, and nobody has seen. */
static void give_count_pages(void *pages, size_t size)
{
    uint64_t end = is_live() ? __atomic_load_n(&num_extents, __ATOMIC_RELAXED) : 0;
    for (uint64_t i = 0; i < end && i < MOST_EXTENTS; i++)
        if (extents[i].start == pages)
            extents[i].start = NULL;
    system_unmap(pages, size);
}

/* Counts of UNIT at COUNTERS are to stay where they are. */
static void keep_in_place(const struct pathprof_unit *unit, char *counters)
{
    for (uint64_t f = 0; f < unit->num_functions; f++)
        if (unit->functions[f].kind == PATHPROF_TABLE)
            table_stays((void *)(counters + unit->functions[f].offset), unit->functions[f].size);
}

/* ---- Making it.  */

/* Whether every unit has its counters in the section, and the section has its pages for itself. */
static bool has_own_pages(void)
{
    uintptr_t start = (uintptr_t)__start_pathprof_counters;
    uintptr_t stop = (uintptr_t)__stop_pathprof_counters;
    for (size_t u = 0; u < num_units(); u++) {
        uintptr_t counters = (uintptr_t)__start_pathprof_units[u].counters;
        if (__start_pathprof_units[u].counters_size &&
            (counters < start || counters + __start_pathprof_units[u].counters_size > stop))
            return false;
    }
    return start % PAGE == 0 && whole_pages(stop) == (uintptr_t)__start_pathprof_counters_end;
}

/* Appends what a reader must know of the module. */
static bool describe(struct buffer *into)
{
    const char *name = module_path();
    uint64_t length = strlen(name), functions = 0;
    for (size_t u = 0; u < num_units(); u++)
        functions += __start_pathprof_units[u].num_functions;
    const struct buffer *targets = known_places();
    if (!targets)
        return false;
    struct pathprof_live_header head = {
        .version = PATHPROF_FORMAT_VERSION,
        .id = live_name.id,
        .stamp = module_stamp(),
        .name_length = length,
        .num_units = num_units(),
        .num_functions = functions,
        .num_targets = targets->size / sizeof(struct pathprof_pair),
    };
    bool good = buffer_append(into, &head, sizeof head) && buffer_append(into, name, length) &&
                buffer_append(into, "\0\0\0\0\0\0\0", -length & 7);
    for (size_t u = 0; u < num_units() && good; u++) {
        const struct pathprof_unit *unit = &__start_pathprof_units[u];
        struct pathprof_live_unit live = {unit->stamp, unit->mode, unit->num_functions,
                                          (uint64_t)(unit->counters - __start_pathprof_counters),
                                          unit->counters_size};
        good = buffer_append(into, &live, sizeof live);
    }
    for (size_t u = 0; u < num_units() && good; u++)
        good = buffer_append(into, __start_pathprof_units[u].functions,
                             __start_pathprof_units[u].num_functions *
                                 sizeof(struct pathprof_function));
    if (good && targets->size)
        good = buffer_append(into, targets->bytes, targets->size);
    if (!good)
        return false;
    struct pathprof_live_header *written = (void *)into->bytes;
    written->size = into->size;
    written->check = fnv1a(FNV_BASIS, written + 1, into->size - sizeof *written);
    return true;
}

/* Makes the file beside the data file, and opens it.  Returns NULL, or why it cannot. */
static const char *make_live_file(bool *made)
{
    static char name[BESIDE];
    static struct place place;
    char digits[21];
    *made = false;
    if (!data_path(live_path, module_stamp()))
        return ""; /* it has been said */
    if (strcmp(live_path, "/dev/null") == 0)
        return NULL;
    const char *why = place_find(&place, live_path, make_directories(), NULL);
    if (why)
        return why;
    live_name.pid = system_pid();
    int descriptor = -EEXIST;
    size_t directory = strlen(live_path) - strlen(place.name);
    for (live_name.number = 0; live_name.number < 1000 && descriptor == -EEXIST;) {
        name_beside(name, &place, PATHPROF_LIVE_ENDING, live_name.pid);
        if (live_name.number) {
            size_t end = text_append(name, strlen(name), sizeof name, ".");
            text_append(name, end, sizeof name, decimal(digits, live_name.number));
        }
        descriptor = system_open_at(place.directory, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
                                    mode_of_mapped());
        live_name.number += descriptor == -EEXIST;
    }
    text_append(live_path, directory, sizeof live_path, name);
    place_leave(&place);
    if (descriptor < 0)
        return error_text(-descriptor);
    int error = keep_descriptor(descriptor);
    *made = error == 0;
    return error ? error_text(error) : NULL;
}

/* Writes everything but the counters to the file, and last that it is one.  Returns 0, or an error. */
static int begin_file(int descriptor, const struct buffer *description, size_t size, bool forked)
{
    uint64_t magic = PATHPROF_LIVE_MAGIC;
    system_lock(descriptor, F_OFD_SETLK); /* as long as the process lives */
    for (uint64_t i = 0; i < num_extents && i < MOST_EXTENTS; i++)
        extents[i].start = NULL;
    num_extents = 0;
    live_end = whole_pages(description->size);
    ssize_t written = system_write_at(descriptor, description->bytes, description->size, 0);
    if (written != (ssize_t)description->size)
        return written < 0 ? (int)-written : ENOSPC;
    live_shared = live_end;
    live_full = 0; /* a parent's file may have been */
    uint64_t at = claim(descriptor, PATHPROF_EXTENT_SHARED, 0, 0, size);
    /* What was counted before this. */
    for (size_t page = 0; page < whole_pages(size) && at && !forked; page += PAGE) {
        const uint64_t *words = (const void *)(__start_pathprof_counters + page);
        bool counted = false;
        for (size_t i = 0; i < PAGE / sizeof *words && !counted; i++)
            counted = words[i] != 0;
        if (counted && system_write_at(descriptor, words, PAGE, at + page) != PAGE)
            return ENOSPC;
    }
    if (!at || system_write_at(descriptor, &magic, sizeof magic, 0) != sizeof magic)
        return live_end > system_size_limit() ? EFBIG : ENOSPC;
    int error = forked ? 0 : -system_sync(descriptor);
    if (!error && !map_extent(descriptor, at, whole_pages(size), PATHPROF_EXTENT_SHARED, 0,
                              __start_pathprof_counters))
        error = ENOMEM;
    return error;
}

/* A block that was made before the file moves into it, with what it has counted: the program's own
   pthread_key_create, say, which the start calls. */
static void take_in(struct block *block)
{
    size_t size = whole_pages(block->unit->counters_size);
    uint64_t unit = (uint64_t)(block->unit - __start_pathprof_units);
    uint64_t at = claim(live_descriptor, PATHPROF_EXTENT_BLOCK, unit, 0, size);
    if (at && system_write_at(live_descriptor, block->counters, size, at) == (ssize_t)size &&
        map_extent(live_descriptor, at, size, PATHPROF_EXTENT_BLOCK, unit, block->counters))
        keep_in_place(block->unit, block->counters);
    else
        live_is_full(live_descriptor);
}

/* FORKED: what has been counted so far is not this process's. */
static bool live_begin(bool forked)
{
    struct buffer description = {0};
    size_t size = (size_t)(__stop_pathprof_counters - __start_pathprof_counters);
    const char *why = NULL;
    int error = 0;
    bool made = false;
    if (!num_units() || !size)
        return false;
    system_random(&live_name.id, sizeof live_name.id);
    if (!extents)
        extents = map_pages(MOST_EXTENTS * sizeof *extents);
    if (!has_own_pages())
        why = "its counters are not in pages of their own; compile all of it anew, and link it "
              "without a linker script";
    else if (!extents || !describe(&description))
        why = error_text(ENOMEM);
    else
        why = make_live_file(&made);
    if (made)
        error = begin_file(live_descriptor, &description, size, forked);
    if (error)
        why = error_text(error);
    buffer_free(&description);
    if (why && *why)
        SAY("PATHPROF_CONTINUOUS: ", module_name(), ": ", *live_path ? live_path : "no file", ": ",
            why, "; the counts are written when the program ends");
    if (why && made) {
        remove_live_file();
        close_descriptor();
    }
    if (why || !made) {
        live_path[0] = 0;
        return false;
    }
    for (size_t u = 0; u < num_units(); u++)
        keep_in_place(&__start_pathprof_units[u], __start_pathprof_units[u].counters);
    for (struct block *block = first_block; block && !forked; block = block->next)
        take_in(block);
    __atomic_store_n(&live_counts, true, __ATOMIC_SEQ_CST);
    return true;
}

/* ---- Ending it.  */

/* The module ends.  A thread may just be making an extent, and what it writes must not get into
   another file by the same number; one that was stopped there keeps the descriptor open. */
static void live_close(void)
{
    for (unsigned patience = 1 << 10; patience && live_descriptor >= 0; patience--) {
        if (__atomic_load_n(&live_makers, __ATOMIC_SEQ_CST) == 0)
            close_descriptor();
        else
            system_yield();
    }
}

/* The counts of the file are in the data file. */
static void live_remove(void)
{
    if (live_path[0])
        remove_live_file();
    live_path[0] = 0;
}

/* What the data file is to say that it has in it; NULL if there is nothing. */
static const struct pathprof_absorbed *live_absorbed(void)
{
    return live_path[0] ? &live_name : NULL;
}

/* Whether what cannot be written is in the file still. */
static bool live_keeps(void)
{
    return live_path[0] && live_file_is_found();
}

/* In the child of a fork, of whose threads only the calling one is there and whose blocks are those
   that are left: they, and what all threads share, are the parent's.  A file of its own takes their
   place, or zeroed memory.  An array that the parent's tables overflow into stays, as what it was
   when the process forked: a signal handler may have forked while it was being used. */
static void live_forked(void)
{
    close_descriptor();
    live_makers = 0;
    sparse_leave_parent();
    bool live = live_begin(true);
    if (!live)
        system_map_at(__start_pathprof_counters,
                      whole_pages(__stop_pathprof_counters - __start_pathprof_counters),
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (struct block *block = first_block; block; block = block->next) {
        size_t size = whole_pages(block->unit->counters_size);
        uint64_t unit = (uint64_t)(block->unit - __start_pathprof_units);
        block->told = NULL;
        if (!live || !live_extent(PATHPROF_EXTENT_BLOCK, unit, 0, size, block->counters))
            system_map_at(block->counters, size, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        else
            keep_in_place(block->unit, block->counters);
    }
}
