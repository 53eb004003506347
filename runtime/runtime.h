/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the parts of the runtime share.  runtime.c compiles them as one, so everything here is
   static: the only names that leave are those of format.h and sample.h.

   Rules of this house: it runs in other people's programs, before their constructors, after their
   destructors, in their threads and signal handlers.  So: no malloc (mmap only), no stdio, no
   locale, no lock in the way of counting, errno as it was, and never an abort.  And any function
   that is called by its name may be one of the program's: what is not here (own.h, syscall.h) is
   called with the lock free and signals as they were, and its list is in testsuite/runtime/own.sh. */
#ifndef PATHPROF_RUNTIME_H
#define PATHPROF_RUNTIME_H

#include "format.h"
#include "base/own.h"

#include <limits.h>
#include <linux/stat.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern struct pathprof_unit __start_pathprof_units[] __attribute__((weak, visibility("hidden")));
extern struct pathprof_unit __stop_pathprof_units[] __attribute__((weak, visibility("hidden")));

extern struct pathprof_target __start_pathprof_targets[]
    __attribute__((weak, visibility("hidden")));
extern struct pathprof_target __stop_pathprof_targets[] __attribute__((weak, visibility("hidden")));

/* message.c: one line on stderr, or where PATHPROF_ERROR_FILE says. */
static void say(const char *const *parts);
#define SAY(...) say((const char *const[]){"pathprof: ", __VA_ARGS__, "\n", NULL})
static const char *error_text(int error);
/* Is *SAID 0 yet?  It is 1 from here on.  (A whole word: not every machine exchanges bytes by itself.) */
static inline bool is_first(unsigned *said)
{
    return !__atomic_exchange_n(said, 1, __ATOMIC_RELAXED);
}

/* text.c */
static size_t text_append(char *text, size_t used, size_t room, const char *more);
static const char *decimal(char *digits, uint64_t value);
static void hexadecimal(char *digits, uint64_t value);

/* lock.c: what dump, reset, fork and threads that begin and end exclude each other with.  All
   signals (also those that cancel threads) are blocked while it is held, so nothing on the same
   thread can want it again. */
struct hold {
    uint64_t mask; /* as the kernel has it */
    bool lent;     /* it is the calling thread's already */
};
static void lock_take(struct hold *hold);
static void lock_give(struct hold *hold);
static void word_take(unsigned *word, struct hold *hold); /* the same with a lock of one's own */
static void word_give(unsigned *word, struct hold *hold);
static uintptr_t this_thread(void);
/* A fork: between lock_lend and what gives it back in parent and child, the thread that holds it
   may take it as well. */
static void lock_lend(void);
static void lock_return(struct hold *hold);
static void lock_renew(struct hold *hold);
static void lock_watch(void);

/* buffer.c: bytes that grow. */
struct buffer {
    char *bytes;
    size_t size, room;
    bool
        lent; /* the memory is somebody else's: not given back, and left for other when it is too small */
};
static struct buffer buffer_in(void *memory, size_t room);
static bool buffer_reserve(struct buffer *buffer, uint64_t more);
static bool buffer_append(struct buffer *buffer, const void *bytes, size_t size);
static bool buffer_append_padded(struct buffer *buffer, const void *bytes, size_t size);
static void buffer_free(struct buffer *buffer);
static void *map_pages(size_t size);
static void sort_pairs(struct pathprof_pair *pairs, size_t count);
static size_t merge_pairs(struct pathprof_pair *pairs, size_t count);
static size_t merge_items(uint64_t *items, size_t count, size_t words);
static int compare_items(const uint64_t *x, const uint64_t *y, size_t words);

/* wide-map.c: the counts of paths whose numbers have several words. */
typedef bool (*wide_visitor)(void *closure, const uint64_t *path, unsigned words, uint64_t *count);
static bool wide_visit(struct pathprof_wide_map *map, unsigned words, wide_visitor visit,
                       void *closure);
static void wide_add(struct pathprof_wide_map *map, const uint64_t *path, unsigned words,
                     uint64_t count);

/* overflow.c: the map that a table overflows into. */
typedef bool (*pair_visitor)(void *closure, uint64_t key, uint64_t *count);
static void map_add(struct pathprof_overflow **map, uint64_t key, uint64_t count);
static bool map_visit(struct pathprof_overflow **map, pair_visitor visit, void *closure);
static void map_free(struct pathprof_overflow **map);
static void uncount(uint64_t count); /* for want of memory */
static uint64_t uncounted(void);     /* since the last time */

/* table.c: counter tables. */
static uint64_t used_bucket(const struct pathprof_table *table, uint64_t bucket, uint64_t buckets);
static void bucket_snapshot(struct pathprof_table *table, uint64_t bucket,
                            struct pathprof_pair *pairs, unsigned *patience);
static void table_stays(struct pathprof_table *table, uint64_t buckets);

/* sparse.c: the arrays of tables that count often. */
static void sparse_start(void);
static bool array_visit(uint64_t *counts, uint64_t size, pair_visitor visit, void *closure);
static bool sparse_visit(const struct pathprof_table *table, pair_visitor visit, void *closure);
static void sparse_forget(struct pathprof_table *table);
static void sparse_leave_parent(void);
static void sparse_forked(const struct pathprof_unit *unit);
static void sparse_end(void);

/* live.c: counters in a mapped file. */
static bool is_live(void);
static uint64_t whole_pages(uint64_t size);
static void *live_extent(uint64_t kind, uint64_t unit, uint64_t function, size_t size, void *start);
static void *count_pages(const void *owner, size_t size, uint64_t kind);
static void give_count_pages(void *pages, size_t size);
static void keep_in_place(const struct pathprof_unit *unit, char *counters);
static const struct pathprof_absorbed *live_absorbed(void);
static bool live_keeps(void);

/* thread.c: the blocks of counters that threads have of their own (update thread). */
struct block {
    struct block *next; /* of all */
    struct pathprof_unit *unit;
    char **slot;    /* its thread's pointer to it; only that thread may touch it */
    char *counters; /* unit->counters_size bytes; behind this, or in the live file, or
                       (PATHPROF_INTERVAL and update single) the unit's own, which are told of like
                       a thread's */
    char *told; /* what of them dump has written already: the same layout, but the first word of a
                   table is a map; NULL until the first dump that is not the last */
    size_t mapped;
    /* If it has a slot: where its thread's variables are, the thread's number, and of which process. */
    uintptr_t thread;
    int number, pid;
} __attribute__((aligned(64)));
_Static_assert(sizeof(struct block) == 64, "counters behind it begin a line of the cache");
static struct block *first_block;
static void threads_start(void);
static void threads_end(bool told);
static void threads_free(void);
static void threads_forked(void);

/* collect.c: from counters to records UNIT and FUNCTION.  What is collected is taken out of the
   counters, exactly, while threads go on counting. */
static bool collect(struct buffer *records, bool last, bool *any) __attribute__((noinline));
static void give_back(const struct buffer *records);
static void give_back_count(const struct pathprof_unit *unit, struct pathprof_table *table,
                            uint64_t buckets, uint64_t key, uint64_t count);

/* left.c: option pending=, what is waited for when the process ends. */
static void left_find(void);
static bool left_take(struct buffer *records, const char *counters);
static void left_record(void);
static void left_forget(void);
static void left_forked(void);
static void left_end(void);

/* targets.c: between counts of addresses and records TARGETS. */
static bool name_targets(struct buffer *records, size_t start, const struct pathprof_unit *unit,
                         const struct pathprof_pair *pairs, size_t count);
static void give_back_targets(const struct pathprof_unit *unit,
                              const struct pathprof_data_function *data);
static void forget_targets(void);
static const struct buffer *known_places(void);

/* path.c: names of files. */
static void paths_start(void);
static bool is_secure(void); /* the process has privileges that who started it has not */
static unsigned mode_of_mapped(void);
static unsigned make_directories(void); /* PLACE_MAKE, or 0 */
static const char *error_path(void);
/* Whether this module is in the program's namespace, not in one of dlmopen, which has a C library of its own. */
static bool is_with_program(void);
static bool wants_live(void);
static bool may_want_live(void);       /* or it is not known yet */
static uint64_t wanted_interval(void); /* nanoseconds; 0: none */
/* Calls leave (FOR_GOOD) in every module of the process. */
static void leave_modules(bool for_good);
static bool data_path(char *path, uint64_t stamp);
static bool trace_path(char *path, uint64_t stamp, uint64_t forked_pid);
static bool is_too_long(size_t length); /* for a name */
static const char *module_path(void);   /* of a shared object; the program's name */
static const char *module_name(void);   /* without the directory */
static const char *program_place(void); /* absolute, "" if nobody knows; of a shared object "" */

/* place.c: where a file is. */
struct place {
    int directory;           /* a descriptor, with O_PATH */
    struct statx state;      /* of the directory */
    char name[NAME_MAX + 1]; /* of the file in it */
};
enum { PLACE_FOLLOW = 1, PLACE_MAKE = 2 };
static const char *place_find(struct place *place, const char *path, unsigned how, char *shown);
static void place_leave(struct place *place);
static bool is_safe(const struct statx *directory);
#define BESIDE (NAME_MAX + 64)
static void name_beside(char *name, const struct place *place, const char *ending, uint64_t number);
static bool is_at(const struct place *place, const char *name, const struct statx *state);
static void remove_at(const struct place *place, const char *name, const struct statx *state);

/* merge.c: the content of the data file. */
static uint64_t fnv1a(uint64_t hash, const void *bytes, size_t size);
#define FNV_BASIS 0xcbf29ce484222325ull
/* How far a file has been checked. */
struct checked {
    uint64_t last_tag; /* 0: there was no record */
    uint64_t above;    /* the innermost record that is open */
    uint64_t rank;     /* the least that what is next in its unit may have */
    uint64_t unknown;  /* bytes of records that are not known */
    size_t place;      /* of what is next */
};
static const char *check_part(struct checked *checked, const char *bytes, size_t have, size_t size);
static const char *make_file(struct buffer *into, const char *path, const struct buffer *old,
                             const struct buffer *records, uint64_t stamp, uint64_t runs,
                             const struct pathprof_absorbed *own, uint64_t *other_stamp);

static uint64_t merged_of_group(const struct buffer *file, uint64_t id);

/* file.c: whether the live file of ENTRY is still beside the data file at PATH. */
static bool live_file_is_there(const char *path, const struct pathprof_absorbed *entry);
/* The same of the file of the group ENTRY, or whether a process may still have it open.  NOW: in minutes since 1970. */
static bool group_is_there(const struct pathprof_absorbed *entry, uint64_t now);

/* file.c: adds RECORDS to the data file.  ANOTHER: this process is not yet among its runs. */
static bool file_add(const struct buffer *records, const char *path, uint64_t stamp, bool another)
    __attribute__((noinline)); /* its frame is large, and not to be there while others are */

/* single.c: whether the process has ever had several threads of the program's, as far as is known;
   says so if units count for one. */
static bool had_threads(void);
static void note_threads(void);
static void say_threads(void);

/* terminate.c: what is counted is written when std::terminate ends the program. */
static void watch_terminate(void);

/* trace.c */
static void trace_forked(void);

/* start.c */
static bool started;
static void start(void);
static uint64_t module_stamp(void);
static void leave_module(bool for_good);
static size_t num_units(void); /* 0 if there is one that this runtime does not know */

#endif
