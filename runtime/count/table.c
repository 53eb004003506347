/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Counter tables (format.h): what happens when the emitted code does not find its path where it looks.

   A path's count may lie in several places at once, a pair of its bucket and slots of the overflow
   map; its count is their sum, and whoever collects adds them up.  So nothing ever has to be looked
   up before it is moved away.

   Signals.  __pathprof_miss may be interrupted anywhere by a handler that counts in the same
   table.  `busy` tells the handler to leave the bucket alone and to count in the overflow map;
   a pair on the move has key 0 meanwhile, so that emitted code cannot count in it.  What is left: a
   handler that comes between the emitted comparison and the emitted increment, and moves another
   pair to that very place, makes that one increment count for the other path.

   Threads.  The same function serves tables of one thread (update thread), which another thread
   may read for a dump: `version` is odd while pairs move (a sequence lock; Lameter 2005).  Growing
   is one move of many pairs; who reads begins again when `mask` is another than at its start. */
#include "../runtime.h"

#define table_busy reserved[0]
#define table_version reserved[1]
#define table_regions reserved[2] /* a bit for each of NUM_REGIONS */
#define table_random reserved[3]
/* Of a table that grows: its counts are added up after so many moves. */
#define table_next reserved[4]

/* ---- Buckets.  */

static inline uint64_t look(const uint64_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/* Whether the eight words from AT on are 0: two instructions for each.  (Counts one by one took 1.5 % of a short run of
   sqlite3.)  One that becomes another meanwhile may be missed, and is found the next time. */
static inline bool nothing_in_line(const uint64_t *at)
{
    uint64_t any = 0;
#pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i++)
        any |= at[i];
    return any == 0;
}

/* The buckets of a table are NUM_REGIONS regions, of which those that have been counted in are
   marked: a large table costs those who collect, and memory, only as much as is used of it.  The
   first count in a bucket is never the emitted code's. */
#define NUM_REGIONS 64

static inline bool region_used(const struct pathprof_table *table, unsigned region)
{
    return look(&table->table_regions) >> region & 1;
}

static inline struct pathprof_pair *bucket_of(struct pathprof_table *table,
                                              const struct pathprof_pair *pair)
{
    return table->buckets[(size_t)((const char *)pair - (const char *)table->buckets) /
                          sizeof table->buckets[0]];
}

/* Marks the region of PAIR: before its first count. */
static inline void use_region(struct pathprof_table *table, const struct pathprof_pair *pair,
                              unsigned shift)
{
    unsigned region = (uint64_t)(pair - &table->buckets[0][0]) * (NUM_REGIONS / 4) >> (64 - shift);
    if (!region_used(table, region))
        __atomic_fetch_or(&table->table_regions, (uint64_t)1 << region, __ATOMIC_RELAXED);
}

/* The first bucket from BUCKET on with something in it; BUCKETS if there is none.  Pairs that are on the move have no
   keys, but counts. */
static uint64_t used_bucket(const struct pathprof_table *table, uint64_t bucket, uint64_t buckets)
{
    uint64_t size = buckets / NUM_REGIONS;
    while (bucket < buckets) {
        uint64_t end = (bucket / size + 1) * size;
        if (!region_used(table, bucket / size))
            bucket = end;
        for (; bucket < end; bucket++)
            if (!nothing_in_line(&table->buckets[bucket][0].key))
                return bucket;
    }
    return buckets;
}

/* In the order of the program, as a handler of the same thread sees it. */
static inline void put(uint64_t *word, uint64_t value)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* Adds 1 in one step for a handler of the same thread that counts there, too, or empties it. */
static inline void add_one(uint64_t *count)
{
#ifdef __x86_64__
    __asm__ volatile("addq $1, %0" : "+m"(*count) : : "cc");
#else
    __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
#endif
}

/* A pair on the move has no key until it has its count, and its count is read when it has no key any
   more: so it is never seen twice, and a handler that empties counters (a dump) leaves it alone. */
static void swap_pairs(struct pathprof_table *table, struct pathprof_pair *a,
                       struct pathprof_pair *b)
{
    put(&table->table_version, look(&table->table_version) + 1);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    uint64_t a_key = look(&a->key), b_key = look(&b->key);
    put(&a->key, 0);
    put(&b->key, 0);
    uint64_t a_count = look(&a->count);
    put(&a->count, look(&b->count));
    put(&a->key, b_key);
    put(&b->count, a_count);
    put(&b->key, a_key);
    __atomic_store_n(&table->table_version, look(&table->table_version) + 1, __ATOMIC_RELEASE);
}

/* PAIR becomes KEY's, which is counted once; what it has counted goes to the overflow map. */
static void evict_for(struct pathprof_table *table, struct pathprof_pair *pair, uint64_t key)
{
    put(&table->table_version, look(&table->table_version) + 1);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    uint64_t old = look(&pair->key);
    put(&pair->key, 0);
    uint64_t count = look(&pair->count);
    if (count == 1)
        map_count(&table->overflow, old);
    else if (count)
        map_add(&table->overflow, old, count);
    put(&pair->count, 1);
    put(&pair->key, key);
    __atomic_store_n(&table->table_version, look(&table->table_version) + 1, __ATOMIC_RELEASE);
}

/* True once in eight times, at random (Knuth's MMIX generator): what goes in turn may not meet
   always the same. */
static inline bool now_and_then(struct pathprof_table *table)
{
    uint64_t next = look(&table->table_random) * 6364136223846793005u + 1442695040888963407u;
    put(&table->table_random, next);
    return next >> 61 == 0;
}

/* ---- Tables that grow.  */

#define START_BUCKETS 1024 /* 64 KB */

/* A pair whose home is another bucket now goes there; if its place is taken, to the overflow map. */
static inline void move_to_home(struct pathprof_table *table, struct pathprof_pair *pair,
                                unsigned shift)
{
    uint64_t key = look(&pair->key);
    struct pathprof_pair *bucket = bucket_of(table, pair);
    if (key == 0)
        return;
    struct pathprof_pair *to = bucket_of(table, pathprof_home(table, key - 1, shift));
    if (to == bucket)
        return;
    put(&pair->key, 0);
    uint64_t count = look(&pair->count);
    put(&pair->count, 0);
    to += pair - bucket;
    if (look(&to->key)) {
        map_add(&table->overflow, key, count);
        return;
    }
    use_region(table, to, shift);
    put(&to->count, look(&to->count) + count);
    put(&to->key, key);
}

/* Twice as many buckets of TABLE, which the caller has made busy, are in use now. */
static __attribute__((noinline)) void grow(struct pathprof_table *table, unsigned shift)
{
    uint64_t mask = look(&table->mask), pairs = mask / sizeof(struct pathprof_pair) + 1;
    put(&table->table_version, look(&table->table_version) + 1);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    put(&table->mask, PATHPROF_TABLE_MASK(pairs / 2));
    for (uint64_t i = 0; i < pairs; i++)
        move_to_home(table, &table->buckets[0][i], shift);
    __atomic_store_n(&table->table_version, look(&table->table_version) + 1, __ATOMIC_RELEASE);
}

#define MOST_AWAY 64

/* TABLE, which the caller has made busy, grows where paths are away from home more than once in MOST_AWAY counts.  Of
   eight of these one is moved or more, which `version` counts.  All counts are added up once in so many moves that it
   is a small part of the work, and not before the moves are enough for the counts that there were the last time. */
static void grow_if_worth(struct pathprof_table *table, unsigned shift)
{
    uint64_t mask = look(&table->mask), pairs = mask / sizeof(struct pathprof_pair) + 1;
    uint64_t moves = look(&table->table_version) / 2, next = look(&table->table_next), counts = 0;
    if (mask == 0 || pairs >> (66 - shift) || moves < next || moves < pairs / 16)
        return;
    for (uint64_t i = 0; i < pairs; i++)
        counts += look(&table->buckets[0][i].count);
    uint64_t enough = counts / (8 * MOST_AWAY);
    if (moves > enough)
        grow(table, shift);
    next = moves + pairs / 16;
    put(&table->table_next, next > enough ? next : enough);
}

/* The pair of BUCKET that makes room: the coldest but for HOME. */
static inline struct pathprof_pair *coldest(struct pathprof_pair *bucket,
                                            const struct pathprof_pair *home)
{
    struct pathprof_pair *victim = NULL;
    for (unsigned i = 0; i < 4; i++)
        if (&bucket[i] != home && (!victim || look(&bucket[i].count) < look(&victim->count)))
            victim = &bucket[i];
    return victim;
}

/* As a value of `busy`: pairs of the table never move, as one that is on the move would be lost
   with the process. */
#define STAYS 2

static void table_stays(struct pathprof_table *table, uint64_t buckets)
{
    put(&table->table_busy, 1);
    while (look(&table->mask) && look(&table->mask) < PATHPROF_TABLE_MASK(buckets))
        grow(table, PATHPROF_HASH_SHIFT(buckets));
    put(&table->table_busy, STAYS);
}

static void add_in_place(struct pathprof_table *table, uint64_t key, uint64_t count,
                         unsigned shift);

/* Whether PAIR, which has just been counted in and is not where the emitted code looks for it, goes there: if it is the
   hotter of the two, or now and then, as what was hot may have had its time.  Measured with
   testsuite/runtime/bench-table.c: going there always makes half the misses dear, and no fewer of them. */
static inline bool goes_home(struct pathprof_table *table, const struct pathprof_pair *pair,
                             const struct pathprof_pair *home)
{
    return pair != home && (look(&pair->count) > look(&home->count) || now_and_then(table));
}

/* Counts PATH in TABLE, which is or must not be busy. */
static __attribute__((noinline)) void count_while_busy(struct pathprof_table *table, uint64_t path,
                                                       unsigned shift)
{
    if (look(&table->table_busy) == STAYS)
        add_in_place(table, path + 1, 1, shift);
    else
        map_add(&table->overflow, path + 1, 1);
}

/* The pair of BUCKET that has KEY; NULL if none has.  Without branches, which the processor would predict wrongly. */
static inline struct pathprof_pair *pair_with(struct pathprof_pair *bucket, uint64_t key)
{
    struct pathprof_pair *pair = NULL;
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++) {
        pair = look(&bucket[i].key) == key ? &bucket[i] : pair;
        __asm__("" : "+r"(pair)); /* or GCC makes a branch that skips the rest */
    }
    return pair;
}

/* What count_away rarely does, apart from it, so that it saves no registers for that.  TABLE is busy, and is not when
   these return. */
static __attribute__((noinline)) void bring_home(struct pathprof_table *table,
                                                 struct pathprof_pair *home,
                                                 struct pathprof_pair *pair, unsigned shift)
{
    swap_pairs(table, home, pair);
    grow_if_worth(table, shift);
    put(&table->table_busy, 0);
}

static __attribute__((noinline)) void count_in_full(struct pathprof_table *table, uint64_t key,
                                                    struct pathprof_pair *home, unsigned shift)
{
    if (now_and_then(table)) {
        evict_for(table, coldest(bucket_of(table, home), home), key);
        grow_if_worth(table, shift);
    } else {
        map_count(&table->overflow, key);
    }
    put(&table->table_busy, 0);
}

/* Counts KEY, which is not at HOME, in TABLE, which the caller has made busy, and that ends. */
static __attribute__((noinline)) void count_away(struct pathprof_table *table, uint64_t key,
                                                 struct pathprof_pair *home, unsigned shift)
{
    struct pathprof_pair *bucket = bucket_of(table, home), *pair = pair_with(bucket, key);
    if (pair) {
        add_one(&pair->count);
        if (goes_home(table, pair, home)) {
            bring_home(table, home, pair, shift);
            return;
        }
    } else {
        pair = look(&home->key) ? pair_with(bucket, 0) : home;
        if (!pair) {
            count_in_full(table, key, home, shift);
            return;
        }
        use_region(table, pair, shift);
        put(&pair->count, look(&pair->count) + 1);
        put(&pair->key, key);
    }
    put(&table->table_busy, 0);
}

/* If PATH is at home in TABLE, counts it there; else returns false.  (As emitted code does, but what interrupts this
   cannot move the pair meanwhile.) */
static inline bool count_at_home(struct pathprof_table *table, uint64_t path, unsigned shift)
{
    if (look(&table->table_busy))
        return false;
    put(&table->table_busy, 1);
    struct pathprof_pair *home = pathprof_home(table, path, shift);
    bool found = look(&home->key) == path + 1;
    if (found)
        add_one(&home->count);
    put(&table->table_busy, 0);
    return found;
}

/* Where paths rarely end, emitted code calls this without having looked, and most are at home.  (With the search in the
   same function it took 77 instructions for each of these, which were a quarter of tcc's in mode piecewise.) */
void __pathprof_miss(struct pathprof_table *table, uint64_t path, unsigned shift)
{
    if (look(&table->table_busy)) {
        count_while_busy(table, path, shift);
        return;
    }
    put(&table->table_busy, 1);
    struct pathprof_pair *home = pathprof_home(table, path, shift);
    if (look(&home->key) != path + 1) {
        count_away(table, path + 1, home, shift);
        return;
    }
    add_one(&home->count);
    put(&table->table_busy, 0);
}

void __pathprof_miss_growing(struct pathprof_table *table, uint64_t path, unsigned shift)
{
    if (look(&table->mask) == 0) {
        uint64_t all = (uint64_t)1 << (64 - shift);
        bool stays = look(&table->table_busy) == STAYS;
        put(&table->mask, PATHPROF_TABLE_MASK(stays || all < START_BUCKETS ? all : START_BUCKETS));
    }
    __pathprof_miss(table, path, shift);
}

/* Adds COUNT to that of KEY while other threads do the same: pairs stay where they are. */
static void add_in_place(struct pathprof_table *table, uint64_t key, uint64_t count, unsigned shift)
{
    struct pathprof_pair *at = pathprof_home(table, key - 1, shift), *bucket = bucket_of(table, at);
    unsigned home = at - bucket;
    use_region(table, at, shift);
    for (unsigned i = home; i < home + 4; i++) {
        struct pathprof_pair *pair = &bucket[i % 4];
        uint64_t seen = look(&pair->key);
        if (seen == 0)
            __atomic_compare_exchange_n(&pair->key, &seen, key, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED);
        if (seen == 0 || seen == key) {
            __atomic_fetch_add(&pair->count, count, __ATOMIC_RELAXED);
            return;
        }
    }
    map_add(&table->overflow, key, count);
}

void __pathprof_miss_atomic(struct pathprof_table *table, uint64_t path, unsigned shift)
{
    add_in_place(table, path + 1, 1, shift);
}

/* Its first count finds PATH a place, where emitted code finds it the next time; the others are in the map. */
void __pathprof_miss_times(struct pathprof_table *table, uint64_t path, unsigned shift,
                           uint64_t times)
{
    if (times == 0)
        return;
    __pathprof_miss(table, path, shift);
    if (times > 1)
        __pathprof_table_add(table, path, times - 1);
}

void __pathprof_miss_times_atomic(struct pathprof_table *table, uint64_t path, unsigned shift,
                                  uint64_t times)
{
    if (times == 0)
        return;
    __pathprof_miss_atomic(table, path, shift);
    if (times > 1)
        __pathprof_table_add(table, path, times - 1);
}

/* The one of SITE's two pairs that is KEY's, which it may have become now; NULL if both are others'. */
static struct pathprof_pair *pair_of_site(struct pathprof_table *table, uint64_t key,
                                          unsigned shift, uint64_t site)
{
    struct pathprof_pair *first = &table->buckets[0][0];
    uint64_t home = pathprof_home(table, site, shift) - first;
    struct pathprof_pair *pairs[] = {first + home, first + PATHPROF_SECOND_PAIR(home)};
    for (unsigned i = 0; i < 2; i++) {
        uint64_t seen = look(&pairs[i]->key);
        if (seen == 0) {
            use_region(table, pairs[i], shift);
            __atomic_compare_exchange_n(&pairs[i]->key, &seen, key, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED);
        }
        if (seen == 0 || seen == key)
            return pairs[i];
    }
    return NULL;
}

/* Counts PATH, one of several of the same SITE, a path that is none of the table's.  Most of them are one or two: so
   the first two have the pairs where emitted code looks without hashing (PATHPROF_SECOND_PAIR), and others are counted
   as any path is.  ATOMIC: other threads do the same. */
static void count_of_site(struct pathprof_table *table, uint64_t path, unsigned shift,
                          uint64_t site, bool atomic)
{
    uint64_t key = path + 1;
    /* While pairs move one that seems to be free is not. */
    bool moves = !atomic && look(&table->table_busy) == 1;
    struct pathprof_pair *pair = moves ? NULL : pair_of_site(table, key, shift, site);
    if (pair && atomic)
        __atomic_fetch_add(&pair->count, 1, __ATOMIC_RELAXED);
    else if (pair)
        add_one(&pair->count);
    else if (atomic)
        __pathprof_miss_atomic(table, path, shift);
    else
        __pathprof_miss(table, path, shift);
}

void __pathprof_table_add(struct pathprof_table *table, uint64_t path, uint64_t count)
{
    map_add(&table->overflow, path + 1, count);
}

/* Puts COUNT of KEY, which was taken out of TABLE, back: into its array, or its pair if that is still its own, as
   memory for the map may be what there was none of.  No other thread may move the table's pairs. */
static void give_back_pair(struct pathprof_table *table, uint64_t buckets, uint64_t key,
                           uint64_t count)
{
    uint64_t *array = __atomic_load_n(&table->array, __ATOMIC_ACQUIRE);
    struct pathprof_pair *home = pathprof_home(table, key - 1, PATHPROF_HASH_SHIFT(buckets));
    struct pathprof_pair *bucket = bucket_of(table, home);
    uint64_t *place = array ? &array[key - 1] : NULL;
    for (unsigned i = 0; i < 4 && !place && look(&table->table_busy) != 1; i++)
        if (look(&bucket[i].key) == key)
            place = &bucket[i].count;
    if (place)
        __atomic_fetch_add(place, count, __ATOMIC_RELAXED);
    else
        map_add(&table->overflow, key, count);
}

/* How many pairs a table overflows into before values are left out. */
#define MOST_OVERFLOWN 8192

/* Whether PATH may be counted in TABLE by itself: it is there, or there is room.  (While its thread moves
   it, or from several threads, the answer may be wrong for once.) */
static bool table_takes(struct pathprof_table *table, uint64_t path, unsigned shift)
{
    uint64_t key = path + 1;
    const struct pathprof_overflow *array = __atomic_load_n(&table->overflow, __ATOMIC_ACQUIRE);
    if (!array || num_slots(array) < MOST_OVERFLOWN)
        return true;
    const struct pathprof_pair *bucket = bucket_of(table, pathprof_home(table, path, shift));
    for (unsigned i = 0; i < 4; i++)
        if (look(&bucket[i].key) == key)
            return true;
    return map_has(array, key);
}

/* Copies the pairs of BUCKET while its thread may be counting.  PATIENCE is how often it may still
   find them moving; after that it takes what it sees (the thread was stopped, or left by longjmp
   from a handler, in the middle), in which a pair may be missing but none is there twice. */
static void bucket_snapshot(struct pathprof_table *table, uint64_t bucket,
                            struct pathprof_pair *pairs, unsigned *patience)
{
    for (;;) {
        uint64_t before = __atomic_load_n(&table->table_version, __ATOMIC_ACQUIRE);
        for (unsigned i = 0; i < 4; i++) {
            pairs[i].key = look(&table->buckets[bucket][i].key);
            pairs[i].count = look(&table->buckets[bucket][i].count);
        }
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (*patience == 0 || (!(before & 1) && look(&table->table_version) == before))
            return;
        if (--*patience % 64 == 0)
            system_yield();
    }
}
