/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the instrumented program, its runtime and the tools agree on: the unit descriptor in the
   program's memory, and the data file (.ppda).  doc/formats.md says it byte by byte.  Plain C, no
   other header of the project, so that the runtime shares nothing else with core/. */
#ifndef PATHPROF_FORMAT_H
#define PATHPROF_FORMAT_H

#include <stdint.h>

#define PATHPROF_FORMAT_VERSION 1

#define PATHPROF_UNIT_VERSION 3

/* Pointers in memory that several parties know have 8 bytes: behind one of 4 bytes there is room. */
#if __SIZEOF_POINTER__ == 4
#define PATHPROF_POINTER(declaration)                                                              \
    declaration;                                                                                   \
    uint32_t:                                                                                      \
    32
#else
#define PATHPROF_POINTER(declaration) declaration
#endif

/* ---- In memory: one descriptor a unit, in section "pathprof_units", found by the runtime between
   __start_pathprof_units and __stop_pathprof_units.  Emitted as assembly by
   plugin/gcc/carry/carry.cc; every field is 8 bytes so that the layout is the same for all who read
   it. */

struct pathprof_function {
    uint64_t index;    /* its number in the unit's notes, or PATHPROF_WHOLE_UNIT */
    uint64_t checksum; /* of its CFG */
    uint64_t kind;     /* PATHPROF_ARRAY, PATHPROF_TABLE or PATHPROF_WIDE */
    uint64_t size;     /* counters of the array; buckets of the table */
    uint64_t offset;   /* bytes from the start of the unit's counters to its array or table */
};

/* Interprocedural modes: the paths of a unit are numbered together, and counted under this index;
   checksum is the unit's stamp.  Functions have arrays of their inner paths (doc/internals.md). */
#define PATHPROF_WHOLE_UNIT 0xffffffff

/* Option bursts=: an array of two counters under this index, last among the unit's, which count in
   the first of the module's units that has them: the bursts that there were, each as
   PATHPROF_BURST_UNIT * W / (W - 1), W as below; and the threads that had any activation.  checksum
   is the unit's stamp. */
#define PATHPROF_BURSTS 0xfffffffe
#define PATHPROF_BURST_UNIT 65536

/* Option targets=: what the unit's indirect calls call is counted in a table under this index, the
   very last; checksum is the unit's stamp. */
#define PATHPROF_TARGETS 0x100000000

#define PATHPROF_ARRAY 0 /* uint64_t[size] */
#define PATHPROF_TABLE 1 /* struct pathprof_table */
#define PATHPROF_WIDE 2  /* struct pathprof_wide_map; size: words of a path number */

/* Objects of several versions of pathprof may meet in one program, whose runtime is then that of
   one of them.  version, stamp and name stay where they are for ever, so that it can say so;
   whatever a unit calls changes its name when it changes its meaning, so that the link fails. */
struct pathprof_unit {
    uint64_t version; /* PATHPROF_UNIT_VERSION */
    uint64_t stamp;   /* identifies the notes: same source, same options, same code */
    uint64_t mode;    /* enum pp_mode */
    uint64_t update;  /* PATHPROF_UPDATE_* */
    PATHPROF_POINTER(const struct pathprof_function *functions);
    uint64_t num_functions;
    PATHPROF_POINTER(
        char
            *counters); /* update single and atomic: all counters of the unit, zero at start; update
                       thread: the shared copy, into which finished threads may be folded */
    uint64_t counters_size;
    PATHPROF_POINTER(const char *name); /* the unit's source file, for messages */
    PATHPROF_POINTER(
        const char
            *runtime); /* __pathprof_unit_version_3: a runtime that knows units of this version */
    PATHPROF_POINTER(
        const struct pathprof_function *targets); /* the table of PATHPROF_TARGETS, or NULL */
    uint64_t sample_rate; /* program counters are sampled so many times a second of CPU time; 0:
                             they are not */
};

#define PATHPROF_UPDATE_SINGLE 0
#define PATHPROF_UPDATE_ATOMIC 1
#define PATHPROF_UPDATE_THREAD 2

extern const char __pathprof_unit_version_3[];

/* What emitted code calls; all hidden, defined by the runtime that the plugin carries.

   update thread: each unit has one thread-local pointer to the calling thread's copy of the unit's
   counters.  A function that is entered finds it NULL the first time and calls __pathprof_block,
   which maps a zeroed block of unit->counters_size bytes, stores it in *SLOT and returns it.  Never
   NULL: where no memory can be had it is the unit's shared copy. */
char *__pathprof_block(struct pathprof_unit *unit, char **slot);

/* Counts one more run of PATH where the emitted look-up found another key: update single and
   thread; and update atomic.  SHIFT is PATHPROF_HASH_SHIFT of the table's buckets.  (Version 1 of
   units called __pathprof_table_miss, which took no SHIFT.) */
struct pathprof_table;
void __pathprof_miss(struct pathprof_table *table, uint64_t path, unsigned shift);
/* The same, where TABLE is one that grows. */
void __pathprof_miss_growing(struct pathprof_table *table, uint64_t path, unsigned shift);
void __pathprof_miss_atomic(struct pathprof_table *table, uint64_t path, unsigned shift);

/* The same, TIMES times, of which there may be none. */
void __pathprof_miss_times(struct pathprof_table *table, uint64_t path, unsigned shift,
                           uint64_t times);
void __pathprof_miss_times_atomic(struct pathprof_table *table, uint64_t path, unsigned shift,
                                  uint64_t times);

/* The same, of a table of at most PATHPROF_SPARSE_PATHS paths, all of them PATHS, where emitted code found its
   pointer to an array NULL.  It counts in the array otherwise, and in no bucket. */
#define PATHPROF_SPARSE_PATHS (1 << 20) /* 8 MB */
void __pathprof_array(struct pathprof_table *table, uint64_t path, unsigned shift, uint64_t paths);
void __pathprof_array_atomic(struct pathprof_table *table, uint64_t path, unsigned shift,
                             uint64_t paths);

/* Option targets=: the indirect call at vertex CALL of UNIT's notes is about to enter CALLEE. SLOT:
   update thread, as in __pathprof_block; else not looked at. */
void __pathprof_target(struct pathprof_unit *unit, char **slot, uint64_t call, const void *callee);

/* Option values=: a statement of UNIT is about to use VALUE, as a divisor or as the size of a block of
   memory.  NAME is its site (PATHPROF_SITE) + one of PATHPROF_COUNT_* << 32, which says what OTHER is:
   the dividend, or where the block begins.  SLOT as above. */
void __pathprof_value(struct pathprof_unit *unit, char **slot, uint64_t name, uint64_t value,
                      uint64_t other);
#define PATHPROF_COUNT_DIVISOR 0
#define PATHPROF_COUNT_REMAINDER 1 /* of unsigned numbers */
#define PATHPROF_COUNT_SIZE 2

/* A site is named as calls are, by what is no vertex: the ORDINAL-th of the statements at VERTEX
   whose values are counted. */
#define PATHPROF_SITES 16 /* at most, of a vertex */
#define PATHPROF_FIRST_SITE ((uint64_t)1 << 31)
#define PATHPROF_SITE(vertex, ordinal)                                                             \
    (PATHPROF_FIRST_SITE + (uint64_t)(vertex)*PATHPROF_SITES + (uint64_t)(ordinal))
#define PATHPROF_LAST_SITE_VERTEX (((uint64_t)1 << 27) - 1)

/* Functions that may be so entered, one each in section "pathprof_targets", found as units are.  A
   unit lists those whose address its code takes, its own and others'. */
struct pathprof_target {
    PATHPROF_POINTER(const void *address); /* NULL: it is not in the program after all */
    PATHPROF_POINTER(const struct pathprof_unit *unit);
    uint64_t number; /* of the target in the unit's notes; + PATHPROF_TARGET_ELSEWHERE where these
                        have no body of it, so that a unit that has it goes before */
};
#define PATHPROF_TARGET_ELSEWHERE 0x100000000

/* Option trace=: one event, for the oracle of the test suite.  ACTIVATION tells apart the
   activations of a function; __pathprof_trace_enter makes a new one. */
uint64_t __pathprof_trace_enter(struct pathprof_unit *unit, uint64_t function);
void __pathprof_trace(uint64_t activation, uint64_t vertex);

/* Interprocedural modes: what caller and callee hand over, one a thread and module, in a cache line
   of its own.  Defined by state.c, which units of these modes carry.  A caller sets callee (an
   address that is the callee's alone; left as it is where the callee can only be meant), path and
   nvc right before the call; a callee that finds its own name in callee sets it to 0.  On return
   the callee sets path and begun. */
struct pathprof_state {
    struct {
        uint64_t word; /* callee; path: pathNum; nvc: numValidCompsFromExit;
                          begun (mode piecewise): 1 if the path has begun since the call, else 0 */
        /* Option recursion=context: numbers with which recursive calls of the callee's cycle begin
           their paths, 0: nobody has come through the procedure that they call.  A caller sets as many
           as the callee's cycle has; core/transform/recursion.h.  They lie between the other words, as
           GCC would take two of those that are side by side with one instruction, and the processor
           would wait until what stored each of them is through. */
        uint64_t head;
    } callee, path, nvc, begun;
};
extern __thread struct pathprof_state __pathprof_state
    __attribute__((visibility("hidden"), tls_model("initial-exec"), aligned(64)));

/* Option wide=1: path numbers of several words.  What emitted code does inline where a word is
   enough, wide.c does here, action by action: FRAME is the activation's, MAP counts the unit's
   paths (NULL: nothing is counted), NAME is the procedure's own or, at a call, the callee's. ACTION
   is a constant of bytes: words, of any alignment, in the target's order.  The first is the number
   of words of a path number; then PATHPROF_WIDE_* bits; then operands in the order in which they
   are listed there.  A number is its size in words, then these, lowest first; a function of nvc is
   two numbers, a and b. */
#define PATHPROF_MOST_WORDS 32

/* The mode, and the procedure as a whole. */
#define PATHPROF_WIDE_PIECEWISE 0x1
#define PATHPROF_WIDE_ALWAYS_ROOT 0x2
#define PATHPROF_WIDE_MAY_BE_ROOT 0x4
#define PATHPROF_WIDE_RESTORES 0x8
#define PATHPROF_WIDE_ENDS 0x8000 /* LEAVE records, whoever called */
/* What is done, in this order (plan.h). */
#define PATHPROF_WIDE_ENTER 0x10 /* operand: root value */
#define PATHPROF_WIDE_BACK                                                                         \
    0x20                          /* MAY_BEGIN and RETURNS: edge value, or without BEGUN_RETURNS   \
                                     begin value; unbalanced */
#define PATHPROF_WIDE_RECORD 0x40 /* index */
#define PATHPROF_WIDE_ADD 0x80    /* value */
#define PATHPROF_WIDE_SET 0x100   /* value; in mode piecewise unbalanced */
#define PATHPROF_WIDE_LEAVE 0x200 /* index */
#define PATHPROF_WIDE_CALL 0x400  /* index; the callee's nvc */
/* The handover of BACK and CALL. */
#define PATHPROF_WIDE_NAMED 0x800
#define PATHPROF_WIDE_RETURNS 0x1000
#define PATHPROF_WIDE_MAY_BEGIN 0x2000
#define PATHPROF_WIDE_BEGUN_RETURNS 0x4000

struct pathprof_wide_frame {
    uint64_t is_root; /* a path began with this activation */
    uint64_t begun;   /* mode piecewise: the path has begun since this activation was called */
    uint64_t found_callee, found_begun; /* RESTORES: the state as it was found */
    uint64_t numbers[]; /* each of the unit's words: path, nvc; context: pathNumOnEntry; RESTORES:
                           the path and the nvc that were found, as the fourth and fifth */
};

struct pathprof_wide_map {
    PATHPROF_POINTER(struct pathprof_wide_slots *slots); /* the runtime's own; all 0 at start */
    PATHPROF_POINTER(struct pathprof_wide_chunk *chunk);
    uint64_t reserved[6];
};

void __pathprof_wide(struct pathprof_wide_frame *frame, struct pathprof_wide_map *map,
                     const void *action, uint64_t name);

/* Counts one more run of PATH, of WORDS words. */
void __pathprof_wide_count(struct pathprof_wide_map *map, const uint64_t *path, unsigned words);

/* What struct pathprof_state is, for wide numbers; defined by wide.c. */
struct pathprof_wide_state {
    uint64_t callee, begun;
    uint64_t path[PATHPROF_MOST_WORDS], nvc[PATHPROF_MOST_WORDS];
};
extern __thread struct pathprof_wide_state __pathprof_wide_state
    __attribute__((visibility("hidden"), tls_model("initial-exec"), aligned(64)));

/* Option pending=: what an activation waits with for a call that may not come back lies in a slot.
   It lies apart from the stack, which longjmp and what comes after it have overwritten by the time
   when anyone looks, at a place that belongs to an address on the stack, that of a variable which
   the activation has for this alone.  So it takes no knowledge of which stack that is, in which
   order activations have begun or which thread runs them: as long as the activation may go on,
   nobody else has its slot; and an activation that finds its own slot in use knows that the one
   before, whose place on the stack it has, was left and does not come back.  One that has not been
   replaced by the end of the process waits for ever, too.

   The slots of a region of PATHPROF_REGION_BYTES, a word of it each, lie together: that of address
   A is at base + A * PATHPROF_SLOT_BYTES / 8, modulo 2^64. */
#define PATHPROF_REGION_BITS 15
#define PATHPROF_REGION_BYTES ((uint64_t)1 << PATHPROF_REGION_BITS)

struct pathprof_slot {
    uint64_t waits;    /* 1 + the number of the path that ends in the call that is waited for; 0:
                          there is none */
    uint64_t counters; /* where it is counted, in what is shared by all threads: the array or table;
                          0: nowhere */
    uint64_t how;      /* PATHPROF_SLOT_HOW */
    uint64_t reserved;
};
#define PATHPROF_SLOT_BYTES 32
/* BUCKETS of the table, 0 for an array; UPDATE is PATHPROF_UPDATE_*. */
#define PATHPROF_SLOT_HOW(buckets, update) ((uint64_t)(buckets) << 8 | (update))

/* Of a thread: where the slots of the regions are that it has been in, region R (the address
   divided by PATHPROF_REGION_BYTES) at [R % PATHPROF_NEAR].  For others __pathprof_slot_of is
   asked.  base is read before region: a signal handler may replace both in between. */
#define PATHPROF_NEAR 4
struct pathprof_near {
    uint64_t region, base;
};
extern __thread struct pathprof_near __pathprof_near[PATHPROF_NEAR]
    __attribute__((visibility("hidden"), tls_model("initial-exec"), aligned(64)));

struct pathprof_slot *__pathprof_slot_of(uint64_t address);

/* What SLOT waits with is recorded, as its activation does not come back, or has come back where it
   was not expected (where setjmp returns again, say). */
void __pathprof_slot_left(struct pathprof_slot *slot);

/* What is waited with cannot be kept for want of memory. */
void __pathprof_no_slots(void);

/* Option bursts=: code is there twice, once as it would be without the plugin, once counting.  A
   function subtracts 1 from __pathprof_burst_left, a thread's, when it is entered, and runs as the
   second only if that is less than 0 then and __pathprof_burst says 1.

   A count is an estimate: it rises by W where one activation in W is counted.  At N places behind
   it, N being the number of the procedure's paths, stand squares: it rises by W (W - 1) (2 X + 1)
   where the burst has counted the path X times before, so that W (W - 1) X^2 is what a burst adds
   that has counted it X times.  X is in SCRATCH, which no descriptor shows: of an array N words more; of a
   table the words behind it. */
extern __thread int32_t __pathprof_burst_left
    __attribute__((visibility("hidden"), tls_model("initial-exec")));
struct pathprof_pair;
uint64_t __pathprof_burst(void);
void __pathprof_burst_array(uint64_t *counter, uint64_t n);
void __pathprof_burst_table(struct pathprof_table *table, uint64_t path, uint64_t n,
                            struct pathprof_pair *scratch);
#define PATHPROF_SCRATCH_PAIRS 256
#define PATHPROF_SCRATCH_BYTES (PATHPROF_SCRATCH_PAIRS * 16)

/* Adds COUNT to PATH's in TABLE. */
void __pathprof_table_add(struct pathprof_table *table, uint64_t path, uint64_t count);

/* Called right before calls that end the process without destructors (FOR_GOOD: _exit, abort ...)
   or make it another program (exec): every module writes what it has counted. */
void __pathprof_leaving(uint64_t for_good);

/* For the user's program: write what has been counted so far; forget it. */
void __pathprof_dump(void);
void __pathprof_reset(void);

/* Option sample-rate=: not 0 once the calling thread is sampled, or cannot be.  Functions of a unit
   with a sample_rate that may be entered from outside find it 0 the first time and call
   __pathprof_sample_thread; update thread: __pathprof_block sees to it.  Both are sample.c's, which
   such units carry. */
extern __thread uint64_t __pathprof_sampled
    __attribute__((visibility("hidden"), tls_model("initial-exec")));
void __pathprof_sample_thread(void);

/* Called right before a dlclose: what was sampled in the module is told from what will lie there. */
void __pathprof_samples_settle(void);
#define PATHPROF_MOST_SAMPLES 100000 /* a second */

/* A counter table: a header of one cache line, then buckets of one each, four (key, count) pairs;
   how many buckets, a power of two and at least 256, the function's descriptor says.  key is path
   number + 1, 0 is free.  A path's home is the pair at (key * PATHPROF_HOME_MULTIPLIER) >>
   PATHPROF_HOME_SHIFT, without the bits that lead out of the table; there emitted code looks.
   Anything else is __pathprof_miss, which looks at the home's bucket, and (update single and
   thread) moves pairs home.  Paths that find their bucket full are kept in an overflow table that
   the runtime maps.  (Before this version of pathprof homes were others, or the first pair of a
   bucket was that of all: what looks there finds less, and counts the same.)

   The multiplier is an operand of the instruction that multiplies, where one of 64 bits would be
   loaded by another.  What it lacks is that in 1024 buckets keys which differ by multiples of 2^42
   have one home (of 2^37, 32), which is slow if there are many, and right.

   A unit's table (update single and thread) grows, unless it may get an array: it starts with few
   buckets in use, as what lies close together is in the processor's caches.  The offset of a home
   behind the first bucket is and'ed with the table's mask then, 64 * buckets in use - 16. */
#define PATHPROF_LEAST_BUCKETS                                                                     \
    256 /* of a function's table if it is known how many paths it takes */
#define PATHPROF_TABLE_BUCKETS 512 /* ... and if not, up to the next, by where it counts */
#define PATHPROF_MOST_TABLE_BUCKETS 2048
#define PATHPROF_UNIT_BUCKETS 32768 /* at most, and of a unit's in interprocedural modes: 2 MB */
#define PATHPROF_HASH_MULTIPLIER 0x9E3779B97F4A7C15ull
#define PATHPROF_HOME_MULTIPLIER 0x61C88647ull /* both by the golden ratio */
#define PATHPROF_HOME_SHIFT 30
#define PATHPROF_HASH_SHIFT(buckets) (64 - __builtin_ctzll(buckets))
#define PATHPROF_TABLE_MASK(buckets) (64 * (uint64_t)(buckets)-16)
#define PATHPROF_TABLE_BYTES(buckets) (64 * (1 + (uint64_t)(buckets)))

struct pathprof_pair {
    uint64_t key, count;
};

struct pathprof_table {
    PATHPROF_POINTER(struct pathprof_overflow *overflow); /* the runtime's own; NULL until needed */
    PATHPROF_POINTER(uint64_t *array); /* see __pathprof_array; NULL until it is worth while */
    uint64_t reserved[5];              /* the runtime's own; all 0 at start */
    uint64_t mask; /* of a table that grows, once something was counted in it; else 0 */
    struct pathprof_pair buckets[][4];
};

/* How many bytes behind the first bucket KEY has its home; MASK: PATHPROF_TABLE_MASK of the buckets, or the table's. */
static inline uint64_t pathprof_home_offset(uint64_t key, uint64_t mask)
{
    return key * PATHPROF_HOME_MULTIPLIER >> (PATHPROF_HOME_SHIFT - 4) & mask;
}

/* The home of PATH in TABLE; SHIFT: PATHPROF_HASH_SHIFT of its buckets. */
static inline struct pathprof_pair *pathprof_home(struct pathprof_table *table, uint64_t path,
                                                  unsigned shift)
{
    uint64_t mask = __atomic_load_n(&table->mask, __ATOMIC_RELAXED);
    if (mask == 0)
        mask = PATHPROF_TABLE_MASK((uint64_t)1 << (64 - shift));
    return (struct pathprof_pair *)((char *)table->buckets + pathprof_home_offset(path + 1, mask));
}

/* Of the pairs of call and callee (option targets=) of one call, the first two have the home of that call with callee
   0, which pair INDEX is, and the pair of the same bucket that this says; others are where any path is. */
#define PATHPROF_SECOND_PAIR(index) ((index) % 4 == 3 ? (index)-1 : (index) | 3)

/* ---- The data file: a header, then records, each a tag, a length in bytes of what follows (a
   multiple of 8), and its content.  Little-endian; a reader skips a tag that it does not know. */

#define PATHPROF_DATA_MAGIC 0x3130414450505050ull /* "PPPPDA01" as it lies in the file */

/* Beside the data file NAME: what becomes the new one. */
#define PATHPROF_TEMPORARY_ENDING ".tmp"

/* What keeps forged files from costing anything: larger ones, and more than this in records of
   unknown tags together, or live files that were absorbed, no program writes.  No tag is 0. */
#define PATHPROF_MOST_BYTES ((uint64_t)1 << 32)
#define PATHPROF_MOST_UNKNOWN ((uint64_t)1 << 26)
#define PATHPROF_MOST_ABSORBED ((uint64_t)1 << 20)

struct pathprof_data_header {
    uint64_t magic;
    uint64_t version; /* PATHPROF_FORMAT_VERSION */
    uint64_t length;  /* of the whole file in bytes */
    uint64_t check;   /* FNV-1a over everything after this header */
};

struct pathprof_record {
    uint64_t tag;
    uint64_t length;
};

/* MODULE: struct pathprof_data_module, then its name, padded with zeros.
   UNIT: struct pathprof_data_unit; belongs to the module before it.
   FUNCTION: struct pathprof_data_function, then count pairs (path, count) by rising path; belongs
   to the unit before it; only functions with a count that is not 0. */
#define PATHPROF_TAG_MODULE 1
#define PATHPROF_TAG_UNIT 2
#define PATHPROF_TAG_FUNCTION 3
/* WIDE: the same for path numbers of several words: struct pathprof_data_wide, then count times the
   words of a path, lowest first, and its count; by rising path.  Of a whole unit only. */
#define PATHPROF_TAG_WIDE 4

/* TARGETS: struct pathprof_data_function, whose index is the vertex of an indirect call and whose
   checksum the unit's stamp, then count pairs (target, count) by rising target; behind the
   functions of its unit.  A target is the position of a unit in the module << 32 | its number in
   the notes of that unit, or PATHPROF_NO_TARGET. */
#define PATHPROF_TAG_TARGETS 5

#define PATHPROF_NO_TARGET UINT64_MAX

/* Where the index is PATHPROF_FIRST_SITE or more, it is that of a site (option values=), and the
   targets are values: a value below PATHPROF_VALUES is itself.  Of a site every run is counted as one
   of those; remainders and sizes once more, as TIMES or ZEROS. */
#define PATHPROF_VALUES 0x80000000u
#define PATHPROF_VALUE_SIZE                                                                        \
    0x80000000u /* + k: one from 2^k to 2^(k+1) - 1 that was not told apart */
#define PATHPROF_VALUE_TIMES 0x80000040u /* + 0, 1, 2: so often, or more, the divisor went in */
#define PATHPROF_VALUE_ZEROS 0x80000080u /* + k: the address ended with k zeros */
#define PATHPROF_VALUE_POWER 0x800000c0u /* + k, from 31 on: 2^k */
#define PATHPROF_VALUE_BELOW 0xfffffc00u /* and more: from -1024 to -1 */

/* ABSORBED: struct pathprof_absorbed, any number of them; the first record.  Live files whose
   counts are in this file, and which may still be there, as they are removed afterwards. */
#define PATHPROF_TAG_ABSORBED 6

struct pathprof_absorbed {
    uint64_t id;
    uint64_t pid, number; /* in the live file's name */
};

/* In number: the entry is of a group (group.c), the N of its file is pid; from bit
   PATHPROF_ABSORBED_TIME on there is the minute when it was written, and below it how many bytes of
   the group's file are in this file. */
#define PATHPROF_ABSORBED_GROUP ((uint64_t)1 << 63)
#define PATHPROF_ABSORBED_TIME 32

/* SAMPLES: struct pathprof_samples; modules of the process in which samples lie, by path, then
   build-id: struct pathprof_samples_module, path, build-id, each of the two padded with zeros; then
   struct pathprof_sample, by module, then address.  One a file, before the first MODULE: it is of
   all modules, also those that are not profiled. */
#define PATHPROF_TAG_SAMPLES 7

struct pathprof_samples {
    uint64_t period; /* of a thread's CPU time, in nanoseconds, for which a count of 1 stands */
    uint64_t lost;   /* counts of CPU time of which there is no sample */
    uint64_t looks;  /* how often it was looked where a thread was: several periods may have gone by
                        between two of them */
    uint64_t num_modules, num_samples;
};

struct pathprof_samples_module {
    uint64_t path_length, id_length; /* without the zeros; no build-id: 0 */
};

struct pathprof_sample {
    uint64_t module;  /* position among the modules */
    uint64_t address; /* as in the module's file */
    uint64_t count;
};

/* Modules that are no files: the kernel's, and memory that no module has, whose address is 0. */
#define PATHPROF_VDSO "[vdso]"
#define PATHPROF_ANON "[anon]"

/* PLACE: struct pathprof_data_place, then a path, padded with zeros; behind the MODULE it is about, a program: the file
   that ran last.  Who looks for its notes finds them there, or finds another build, which its stamps tell. */
#define PATHPROF_TAG_PLACE 8

struct pathprof_data_place {
    uint64_t length; /* of the path, without the zeros */
};

struct pathprof_data_module {
    uint64_t stamp;       /* FNV-1a over the stamps of its units in link order */
    uint64_t runs;        /* how many processes are summed up here */
    uint64_t name_length; /* the name of a program's file, the path of a shared object's */
};

struct pathprof_data_unit {
    uint64_t stamp;
    uint64_t mode;
    uint64_t num_functions;
};

struct pathprof_data_function {
    uint64_t index; /* or PATHPROF_WHOLE_UNIT */
    uint64_t checksum;
    uint64_t count; /* pairs that follow */
};

struct pathprof_data_wide {
    struct pathprof_data_function function;
    uint64_t words; /* of a path number: 2 .. PATHPROF_MOST_WORDS */
};

/* ---- The live file (PATHPROF_CONTINUOUS=1): the memory in which one module of one process counts,
   beside the data file, whose name it has with PATHPROF_LIVE_ENDING, the process number and, if
   that is taken, a point and a number behind it.  A header, the module's name padded with zeros,
   its units, the functions of all units (struct pathprof_function), pairs (place, target) as in
   targets.c; then, from the next multiple of a page on, extents.  Each is a page that
   begins with its header, and its content, in whole pages; one whose header was never written is
   all zeros, which is all that a reader needs to find the next.

   A page of the file is as large as the machine's pages can be, as memory is mapped by pages; a
   reader finds the size in every extent, and the first header at a multiple of the least one. */
#define PATHPROF_LIVE_ENDING ".live."
#define PATHPROF_LIVE_MAGIC 0x3130564c50505050ull   /* "PPPPLV01" as it lies in the file */
#define PATHPROF_EXTENT_MAGIC 0x3130545850505050ull /* "PPPPXT01" */
#define PATHPROF_LEAST_PAGE 4096
#define PATHPROF_LARGEST_PAGE 65536
#if defined __aarch64__ || defined __powerpc64__
#define PATHPROF_LIVE_PAGE PATHPROF_LARGEST_PAGE
#else
#define PATHPROF_LIVE_PAGE PATHPROF_LEAST_PAGE
#endif

struct pathprof_live_header {
    uint64_t magic; /* 0 until everything before the second extent is there */
    uint64_t version;
    uint64_t id; /* a random number */
    uint64_t stamp;
    uint64_t name_length, num_units, num_functions, num_targets;
    uint64_t size;  /* in bytes, of everything before the extents */
    uint64_t check; /* FNV-1a of what of that is behind this header */
};

struct pathprof_live_unit {
    uint64_t stamp, mode, num_functions;
    uint64_t place; /* of its counters in the extent SHARED */
    uint64_t size;  /* of them */
};

struct pathprof_live_extent {
    uint64_t magic;
    uint64_t kind;           /* PATHPROF_EXTENT_* */
    uint64_t unit, function; /* positions in the lists above; function: among its unit's */
    uint64_t size;           /* of the content */
    uint64_t check;          /* FNV-1a of the words before */
    uint64_t page;           /* in bytes; 0: the least */
    uint64_t full;           /* in SHARED: 1 if counts are missing, as the file could not grow */
};

#define PATHPROF_EXTENT_SHARED 1        /* counters of all units */
#define PATHPROF_EXTENT_BLOCK 2         /* update thread: a thread's of one unit */
#define PATHPROF_EXTENT_TOLD 3          /* what of these has been forgotten: arrays only */
#define PATHPROF_EXTENT_OVERFLOW 4      /* 64 bytes, then pairs (path + 1, count) */
#define PATHPROF_EXTENT_TOLD_OVERFLOW 5 /* the same, to be taken off */
#define PATHPROF_EXTENT_WIDE 6          /* 16 bytes, then items (count, path of several words) */
#define PATHPROF_EXTENT_ARRAY 7         /* 64 bytes, then the counts of a table's paths from 0 on */

#endif
