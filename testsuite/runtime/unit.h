/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit made by hand, and what emitted code does with it: functions 0 (array of 64) and 3 (table
   of BUCKETS); with WHOLE the table is the unit's, with EMPTY there are arrays without a
   counter where the others lie; with GROWS the table grows.  UNIT_NAME, STAMP, UPDATE, BUCKETS, WHOLE, EMPTY, GROWS and
   VERSION may be given on the command line. */
#include "../../runtime/format.h"

#include <stddef.h>

#ifndef UNIT_NAME
#define UNIT_NAME "work.c"
#endif
#ifndef STAMP
#define STAMP 0x1111
#endif
#ifndef UPDATE
#define UPDATE PATHPROF_UPDATE_SINGLE
#endif
#if !defined BUCKETS && defined GROWS
#define BUCKETS PATHPROF_UNIT_BUCKETS
#elif !defined BUCKETS
#define BUCKETS PATHPROF_TABLE_BUCKETS
#endif
#ifndef VERSION
#define VERSION PATHPROF_UNIT_VERSION
#endif
#define ARRAY_SIZE 64

#pragma GCC visibility push(hidden)
extern const char __pathprof_unit_version_3[], __pathprof_unit_version_4[];
char *__pathprof_block(struct pathprof_unit *unit, char **slot);
void __pathprof_miss(struct pathprof_table *table, uint64_t path, unsigned shift);
void __pathprof_miss_growing(struct pathprof_table *table, uint64_t path, unsigned shift);
void __pathprof_miss_atomic(struct pathprof_table *table, uint64_t path, unsigned shift);
uint64_t __pathprof_trace_enter(struct pathprof_unit *unit, uint64_t function);
void __pathprof_trace(uint64_t activation, uint64_t vertex);
void __pathprof_leaving(uint64_t for_good);
void __pathprof_dump(void);
void __pathprof_reset(void);
#pragma GCC visibility pop

struct counters {
    uint64_t array[ARRAY_SIZE];
    char table[PATHPROF_TABLE_BYTES(BUCKETS)];
};

/* Where the plugin has them; the rest of GCC's line is a comment.  With NO_PAGES: where it had them
   before the runtime knew live files. */
#ifdef NO_PAGES
#define IN_PAGES
#else
#ifdef __aarch64__
#define COMMENT "//"
#else
#define COMMENT "#"
#endif
#define IN_PAGES section("pathprof_counters,\"aw\",@nobits" COMMENT),
#endif
static struct counters counters __attribute__((IN_PAGES aligned(64)));
static const struct pathprof_function functions[] = {
    {0, 0xaaa, PATHPROF_ARRAY, ARRAY_SIZE, offsetof(struct counters, array)},
#ifdef WHOLE
    {PATHPROF_WHOLE_UNIT, STAMP, PATHPROF_TABLE, BUCKETS, offsetof(struct counters, table)},
#else
    {3, 0xbbb, PATHPROF_TABLE, BUCKETS, offsetof(struct counters, table)},
#endif
#ifdef EMPTY
    {4, 0xccc, PATHPROF_ARRAY, 0, offsetof(struct counters, table)},
    {PATHPROF_WHOLE_UNIT, STAMP, PATHPROF_ARRAY, 0, 0},
#endif
};
static struct pathprof_unit unit __attribute__((section("pathprof_units"), used)) = {
    .version = VERSION,
    .stamp = STAMP,
    .update = UPDATE,
    .functions = functions,
    .num_functions = sizeof functions / sizeof *functions,
    .counters = (char *)&counters,
    .counters_size = sizeof counters,
    .name = UNIT_NAME,
#if VERSION == PATHPROF_UNIT_VERSION
    .runtime = __pathprof_unit_version_3,
#elif VERSION > PATHPROF_UNIT_VERSION
    .runtime = __pathprof_unit_version_4,
#endif
};

#if UPDATE == PATHPROF_UPDATE_THREAD
static __thread char *block;
#endif

static inline struct counters *mine(void)
{
#if UPDATE == PATHPROF_UPDATE_THREAD
    return (struct counters *)(block ? block : __pathprof_block(&unit, &block));
#else
    return &counters;
#endif
}

static inline void count_array(uint64_t path)
{
    uint64_t *place = &mine()->array[path];
#if UPDATE == PATHPROF_UPDATE_ATOMIC
    __atomic_fetch_add(place, 1, __ATOMIC_RELAXED);
#else
    *(volatile uint64_t *)place += 1;
#endif
}

static inline struct pathprof_table *my_table(void)
{
    return (void *)mine()->table;
}

/* The pair that emitted code looks at. */
static inline struct pathprof_pair *home_pair(struct pathprof_table *table, uint64_t path)
{
#ifdef GROWS
    uint64_t mask = *(volatile uint64_t *)&table->mask;
    return (void *)((char *)table->buckets + pathprof_home_offset(path + 1, mask));
#else
    return pathprof_home(table, path, PATHPROF_HASH_SHIFT(BUCKETS));
#endif
}

/* What emitted code calls if PATH is not there. */
static inline void count_miss(struct pathprof_table *table, uint64_t path)
{
#if defined GROWS
    __pathprof_miss_growing(table, path, PATHPROF_HASH_SHIFT(BUCKETS));
#elif UPDATE == PATHPROF_UPDATE_ATOMIC
    __pathprof_miss_atomic(table, path, PATHPROF_HASH_SHIFT(BUCKETS));
#else
    __pathprof_miss(table, path, PATHPROF_HASH_SHIFT(BUCKETS));
#endif
}

static inline void count_table(uint64_t path)
{
    struct pathprof_table *table = my_table();
    volatile struct pathprof_pair *home = home_pair(table, path);
    if (home->key != path + 1)
        count_miss(table, path);
#if UPDATE == PATHPROF_UPDATE_ATOMIC
    else
        __atomic_fetch_add(&home->count, 1, __ATOMIC_RELAXED);
#else
    else
        home->count++;
#endif
}
