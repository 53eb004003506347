/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The array of a table: all its paths by number, of which only those pages are there that are counted in.

   A count in an array takes a third of the instructions of a look-up in buckets, but most functions with many
   paths run rarely, and their arrays would be mapped, and read at the end, for nothing: so a table gets its array when
   it has counted so often that mapping one is less work than to go on.  What was counted before stays in the buckets;
   whoever collects adds both up.

   The pointer to the array is set once, by whoever is first, and any thread and any handler may count there from then
   on.  There is none before the module's constructor has run, as it is not known yet whether counts are in a live file,
   nor without memory, nor where that is rationed. */
#include "../runtime.h"

#include <sys/mman.h>

/* In its buckets.  The word is table_next in tables that grow, which get no arrays. */
#define table_spent reserved[4]

/* What a table of PATHS spends in its buckets until it gets its array: as much as the array will cost, of which each
   word is looked at in the end, and a page that is touched for the first time takes as long as some hundred counts.
   So a table never costs more than twice of what the better of both would have.  The unit is a count at home, 36
   instructions, as many as for 16 words that are looked at. */
static inline uint64_t sparse_after(uint64_t paths)
{
    return 1024 + paths / 16;
}

/* What a count anywhere else takes. */
#define COST_OF_MISS 4

/* In all.  More would cost the end of the process more than some milliseconds, as it looks at all of them. */
#define MOST_SPARSE_BYTES ((size_t)64 << 20)

/* In front of the counts.  Arrays stay, empty, for their tables where counts are forgotten: what was interrupted
   between looking for its counter and adding to it must not find that gone. */
struct sparse {
    PATHPROF_POINTER(struct pathprof_table *owner);
    PATHPROF_POINTER(struct sparse *next); /* of all */
    uint64_t paths;
    uint64_t mapped; /* with this */
    uint64_t reserved[4];
    uint64_t counts[];
};

static bool sparse_wanted;  /* where they are to be is known */
static size_t sparse_bytes; /* of all arrays */
static struct sparse *first_sparse;

static void sparse_start(void)
{
    sparse_wanted = true;
}

/* Zeroed memory for TABLE's array; NULL if there is none, or not so much. */
static struct sparse *map_sparse(const struct pathprof_table *table, size_t size)
{
    struct sparse *sparse = NULL;
    size_t total = __atomic_add_fetch(&sparse_bytes, size, __ATOMIC_RELAXED);
    if (total <= MOST_SPARSE_BYTES && !system_memory_is_limited())
        sparse = is_live() ? count_pages(table, size, PATHPROF_EXTENT_ARRAY)
                           : system_map(size, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (!sparse)
        __atomic_sub_fetch(&sparse_bytes, size, __ATOMIC_RELAXED);
    return sparse;
}

/* The array of TABLE, for PATHS: one that has been forgotten, or a new one.  NULL without memory. */
static struct sparse *find_sparse(struct pathprof_table *table, uint64_t paths)
{
    struct sparse *sparse = __atomic_load_n(&first_sparse, __ATOMIC_ACQUIRE);
    while (sparse && sparse->owner != table)
        sparse = sparse->next;
    size_t size = sizeof *sparse + paths * sizeof sparse->counts[0];
    if (sparse || !(sparse = map_sparse(table, size)))
        return sparse;
    sparse->owner = table;
    sparse->paths = paths;
    sparse->mapped = size;
    sparse->next = __atomic_load_n(&first_sparse, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&first_sparse, &sparse->next, sparse, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        continue;
    return sparse;
}

/* Gives TABLE its array.  If somebody else was faster, another array is in the list, and has no counts. */
static __attribute__((noinline)) void make_array(struct pathprof_table *table, uint64_t paths)
{
    uint64_t *seen = NULL;
    struct sparse *sparse = find_sparse(table, paths);
    if (sparse)
        __atomic_compare_exchange_n(&table->array, &seen, sparse->counts, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE);
    else
        put(&table->table_spent, 0); /* not to be tried each time */
}

/* A count of TABLE, of so many PATHS, in its buckets took COST: it gets its array when that has become enough. */
static inline void spend(struct pathprof_table *table, uint64_t paths, unsigned cost)
{
    if (!sparse_wanted)
        return;
    uint64_t spent = look(&table->table_spent) + cost;
    put(&table->table_spent, spent);
    if (spent > sparse_after(paths))
        make_array(table, paths);
}

void __pathprof_array(struct pathprof_table *table, uint64_t path, unsigned shift, uint64_t paths)
{
    uint64_t *counts = __atomic_load_n(&table->array, __ATOMIC_ACQUIRE);
    if (counts) {
        add_one(&counts[path]);
    } else if (count_at_home(table, path, shift)) {
        spend(table, paths, 1);
    } else {
        __pathprof_miss(table, path, shift);
        spend(table, paths, COST_OF_MISS);
    }
}

void __pathprof_array_atomic(struct pathprof_table *table, uint64_t path, unsigned shift,
                             uint64_t paths)
{
    uint64_t *counts = __atomic_load_n(&table->array, __ATOMIC_ACQUIRE);
    if (counts) {
        __atomic_fetch_add(&counts[path], 1, __ATOMIC_RELAXED);
    } else {
        __pathprof_miss_atomic(table, path, shift);
        spend(table, paths, 1);
    }
}

/* As map_visit, of COUNTS from FIRST on, NUM of them. */
static bool visit_few(uint64_t *counts, uint64_t first, uint64_t num, pair_visitor visit,
                      void *closure)
{
    for (uint64_t i = first; i < first + num; i++)
        if (look(&counts[i]) && !visit(closure, i + 1, &counts[i]))
            return false;
    return true;
}

/* Likewise, of an array of SIZE counts. */
static bool array_visit(uint64_t *counts, uint64_t size, pair_visitor visit, void *closure)
{
    uint64_t at = 0;
    for (; size - at >= 8; at += 8)
        if (!nothing_in_line(&counts[at]) && !visit_few(counts, at, 8, visit, closure))
            return false;
    return visit_few(counts, at, size - at, visit, closure);
}

/* Likewise, of TABLE's array.  Reading a page that nobody has counted in maps the kernel's page of zeros. */
static bool sparse_visit(const struct pathprof_table *table, pair_visitor visit, void *closure)
{
    uint64_t *counts = __atomic_load_n(&table->array, __ATOMIC_ACQUIRE);
    const struct sparse *sparse =
        counts ? (void *)((char *)counts - offsetof(struct sparse, counts)) : NULL;
    return !sparse || array_visit(counts, sparse->paths, visit, closure);
}

/* TABLE has no array until it counts as often again.  Nobody may be counting, but for what a handler has interrupted.
   Without memory the array stays, with its counts. */
static void sparse_forget(struct pathprof_table *table)
{
    struct sparse *sparse = table->array ? first_sparse : NULL;
    while (sparse && sparse->counts != table->array)
        sparse = sparse->next;
    if (!sparse)
        return;
    struct sparse head = *sparse;
    if (!system_map_at(sparse, head.mapped, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))
        return;
    *sparse = head;
    table->array = NULL;
    table->table_spent = 0;
}

/* In the child of a fork whose counts are in a live file: tables are empty, and what they had is the parent's. */
static void sparse_leave_parent(void)
{
    first_sparse = NULL;
    sparse_bytes = 0;
}

/* In the child of a fork: what is UNIT's own is forgotten. */
static void sparse_forked(const struct pathprof_unit *unit)
{
    for (uint64_t i = 0; i < unit->num_functions; i++)
        if (unit->functions[i].kind == PATHPROF_TABLE)
            sparse_forget((void *)(unit->counters + unit->functions[i].offset));
}

/* The module's counts are written, and it goes. */
static void sparse_end(void)
{
    struct sparse *next;
    for (struct sparse *sparse = first_sparse; sparse; sparse = next) {
        next = sparse->next;
        system_unmap(sparse, sparse->mapped);
    }
    first_sparse = NULL;
}
