/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Option bursts=: which activations are counted, and what counting one adds (format.h).  Apart from
   runtime.c, a member of the library and a COMDAT group by itself, as pending.c is.

   A thread's activations, in the order in which they begin, are cut into frames of LENGTH * WEIGHT;
   in each frame LENGTH in a row are counted, the burst, which begins at a random multiple of LENGTH.
   So each activation is counted with the same probability, 1 / WEIGHT, whatever the program does,
   and WEIGHT times what is counted estimates what there was without bias (Horvitz and Thompson
   1952).  Bursts are the clusters: what is counted besides are the squares of each path's counts in
   them, and the bursts, from which the variance between them follows (core/profile/variances.h).

   The emitted test is two instructions, and what it writes is the thread's own: no other thread's
   cache has it.  A signal handler may come anywhere here; a burst then is a little longer. */
#include "base/registers.h"

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

/* Of the runtime's helpers it uses a part. */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"

#pragma GCC visibility push(hidden)
#include "format.h"
#include "sample.h"
#pragma GCC visibility pop

#include "base/atomics.h"
#include "base/syscall.h"

/* The program's, whatever happens here. */
#undef errno
#pragma GCC poison errno

#include "base/system.c"

#include <time.h>

#define USUAL_WEIGHT 500
#define USUAL_LENGTH 64
#define MOST_WEIGHT 1000000
#define MOST_LENGTH 1000
/* Of bursts with activations under way one inside another; what is deeper counts as of the innermost of these. */
#define MOST_LIVE 16
/* Of variances, which are added up. */
#define MOST_VARIANCE (UINT64_C(1) << 62)

__thread int32_t __pathprof_burst_left
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

/* The calling thread's. */
static __thread struct {
    uint64_t random; /* 0: it has entered nothing yet */
    uint32_t place;  /* of the frame's burst, in bursts */
    uint32_t number; /* of the burst */
    /* Where on the stack activations are, or were, that are counted, the outermost first, and their bursts.  Of those
       of one burst, one inside another, the outermost stands for all. */
    uint32_t num_live;
    struct {
        uintptr_t frame;
        uint32_t number;
    } live[MOST_LIVE];
} thread __attribute__((tls_model("initial-exec")));

/* PATHPROF_BURSTS; the same for all threads. */
static struct {
    bool known;
    uint32_t weight; /* 0: nothing is counted */
    uint32_t length;
    uint64_t seed; /* 0: another one each time */
} wanted;

/* The counters of the module's bursts and threads; where no unit has any, such that nobody asks for. */
static uint64_t *bursts;

static uint64_t *find_bursts(void)
{
    static uint64_t nowhere[2];
    for (const struct pathprof_unit *unit = __start_pathprof_units; unit < __stop_pathprof_units;
         unit++) {
        if (unit->version != PATHPROF_UNIT_VERSION || !unit->num_functions)
            continue;
        const struct pathprof_function *last = &unit->functions[unit->num_functions - 1];
        if (last->index == PATHPROF_BURSTS)
            return (void *)(unit->counters + last->offset);
    }
    return nowhere;
}

/* Takes a number from 0 to MOST from *AT, which it leaves behind it. */
static bool take_number(const char **at, uint64_t most, uint64_t *number)
{
    const char *start = *at;
    uint64_t value = 0;
    for (; **at >= '0' && **at <= '9' && value <= most; ++*at)
        value = 10 * value + (uint64_t)(**at - '0');
    *number = value;
    return *at > start && value <= most;
}

/* WEIGHT[:LENGTH[:SEED]]. */
static bool read_wish(const char *at, uint64_t wish[3])
{
    static const uint64_t most[3] = {MOST_WEIGHT, MOST_LENGTH, UINT32_MAX};
    for (unsigned i = 0; i < 3; i++) {
        if (!take_number(&at, most[i], &wish[i]))
            return false;
        if (*at == 0)
            return wish[1] != 0;
        if (*at++ != ':')
            return false;
    }
    return false;
}

static void draw_anew(bool in_child);

static void find_wish(void)
{
    const char *value = system_environment("PATHPROF_BURSTS");
    uint64_t wish[3] = {USUAL_WEIGHT, USUAL_LENGTH, 0};
    if (value && *value && !read_wish(value, wish)) {
        __pathprof_tell_line((const char *const[]){"pathprof: ", "PATHPROF_BURSTS is '", value,
                                                   "', not WEIGHT[:LENGTH[:SEED]] with a WEIGHT of "
                                                   "0 to 1000000, a LENGTH of 1 to 1000 and a SEED "
                                                   "of 0 to 4294967295; it is taken as if it were "
                                                   "not there\n",
                                                   NULL});
        wish[0] = USUAL_WEIGHT, wish[1] = USUAL_LENGTH, wish[2] = 0;
    }
    wanted.weight = (uint32_t)wish[0];
    wanted.length = (uint32_t)wish[1];
    wanted.seed = wish[2];
    bursts = find_bursts();
    __pathprof_bursts_forked = draw_anew;
    __atomic_store_n(&wanted.known, true, __ATOMIC_RELEASE);
}

/* A place for a burst.  (Marsaglia's xorshift64; the product's upper half is as good as a remainder.) */
static uint32_t draw(void)
{
    uint64_t x = thread.random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    thread.random = x;
    return (uint32_t)((x >> 32) * wanted.weight >> 32);
}

/* The calling thread's frames begin, with draws that SEED says. */
static void begin_frames(uint64_t seed)
{
    /* Steele, Lea and Flood's mix: neighbours become strangers. */
    seed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9;
    seed = (seed ^ seed >> 27) * 0x94D049BB133111EB;
    thread.random = (seed ^ seed >> 31) | 1;
    draw();
    __atomic_fetch_add(&bursts[1], 1, __ATOMIC_RELAXED);
    thread.place = draw();
    __pathprof_burst_left = (int32_t)(thread.place * wanted.length);
}

/* The thread that has forked, in the parent and in the child.  The frame that it is in goes on in the parent.  The
   child begins another, so that it is not counted where the parent and all other children are: bursts are taken for
   independent. */
static void draw_anew(bool in_child)
{
    static uint64_t forks;
    forks++;
    if (in_child && thread.random && wanted.weight)
        begin_frames(thread.random + forks * UINT64_C(0x9E3779B97F4A7C15));
}

/* The thread's first activation. */
static void begin(void)
{
    static unsigned threads;
    struct timespec now = {0};
    /* What find_wish calls may be the program's, and would come here. */
    __pathprof_burst_left = INT32_MAX;
    if (!__atomic_load_n(&wanted.known, __ATOMIC_ACQUIRE))
        find_wish();
    uint64_t seed = wanted.seed + 1;
    if (!wanted.seed) {
        syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
        seed = (uint64_t)now.tv_nsec + ((uint64_t)now.tv_sec << 30) + (uintptr_t)&thread;
    }
    begin_frames(seed + ((uint64_t)__atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED) << 32));
    __pathprof_burst_left--; /* this one's */
}

/* What a burst is counted as.  Where all is counted no variance is to be taken off. */
static uint64_t worth(void)
{
    uint64_t w = wanted.weight;
    return PATHPROF_BURST_UNIT * (w == 1 ? MOST_WEIGHT : w) / (w == 1 ? 1 : w - 1);
}

/* ---- Whose counts.  A burst is of activations, each with all that it counts, though others ask meanwhile and other
   bursts begin: an activation that runs for long and is counted as a whole is one draw, not many.  So a count is of
   the burst in which its activation asked, which the stack tells: what asks and what counts is the same frame. */

/* Takes away activations that were called from FRAME, or by who was, and have returned: stacks grow down. */
static uint32_t leave_inner(uintptr_t frame)
{
    uint32_t n = thread.num_live;
    while (n > 0 && thread.live[n - 1].frame < frame)
        n--;
    thread.num_live = n;
    return n;
}

/* The activation at FRAME is counted in the burst that is now. */
static void enter_burst(uintptr_t frame)
{
    uint32_t n = leave_inner(frame + 1);
    if (n == MOST_LIVE || (n > 0 && thread.live[n - 1].number == thread.number))
        return;
    thread.live[n].frame = frame;
    thread.live[n].number = thread.number;
    thread.num_live = n + 1;
}

/* The burst of the activation at FRAME. */
static uint32_t burst_of(uintptr_t frame)
{
    uint32_t n = thread.num_live;
    if (n == 0 || thread.live[n - 1].frame < frame)
        n = leave_inner(frame);
    return n > 0 ? thread.live[n - 1].number : thread.number;
}

/* Of the emitted function that called the runtime's: where its frame ends. */
#define CALLERS_FRAME ((uintptr_t)__builtin_dwarf_cfa())

/* Whether the activation that has found __pathprof_burst_left negative, having subtracted its 1, is counted. */
ALIGNS_STACK uint64_t __pathprof_burst(void)
{
    if (!thread.random)
        begin();
    if (!wanted.weight) {
        __pathprof_burst_left = INT32_MAX - 1; /* who adds 1 again goes no further */
        return 0;
    }
    if (__pathprof_burst_left >= 0)
        return 0;
    if (__pathprof_burst_left == -1) {
        thread.number++;
        __atomic_fetch_add(bursts, worth(), __ATOMIC_RELAXED);
    }
    enter_burst(CALLERS_FRAME);
    if ((uint32_t)-__pathprof_burst_left >= wanted.length) {
        uint32_t behind = wanted.weight - 1 - thread.place;
        thread.place = draw();
        __pathprof_burst_left = (int32_t)((behind + thread.place) * wanted.length);
    }
    return 1;
}

/* A word of scratch: below, how often a path was counted in the burst whose number's lowest bits are
   above.  (A number comes again after 16 million bursts; the variance is then estimated too high.) */
#define TIMES_BITS 40
#define TIMES_MASK ((UINT64_C(1) << TIMES_BITS) - 1)
/* A burst that is by fewer than this later than another began while an activation of that was under way. */
#define LATER (1 << 16)

static uint64_t of_burst(uint32_t number)
{
    return (uint64_t)number << TIMES_BITS;
}

/* Does SCRATCH go on for burst NUMBER?  If it is a later burst's, of activations inside this one, then the two are
   taken for one burst from there on, and the variance is estimated too high rather than too low. */
static bool goes_on(uint64_t scratch, uint32_t number)
{
    return scratch && scratch - of_burst(number) < of_burst(LATER);
}

/* Counts one more in SCRATCH, for burst NUMBER.  Returns what the variance rises by. */
static uint64_t count_again(uint64_t *scratch, uint32_t number)
{
    uint64_t w = wanted.weight, times = 0;
    if (goes_on(*scratch, number))
        times = *scratch & TIMES_MASK;
    else
        *scratch = of_burst(number);
    ++*scratch;
    uint64_t rise;
    if (__builtin_mul_overflow(w * (w - 1), 2 * times + 1, &rise))
        return MOST_VARIANCE;
    return rise;
}

void __pathprof_burst_array(uint64_t *counter, uint64_t n)
{
    uint64_t rise = count_again(counter + 2 * n, burst_of(CALLERS_FRAME)), *variance = counter + n;
    *counter += wanted.weight;
    if (rise)
        *variance = *variance < MOST_VARIANCE - rise ? *variance + rise : MOST_VARIANCE;
}

/* The word for KEY in SCRATCH, which may take the place of another burst's.  Where there is no room,
   what has none shares the first pair: it then seems to be counted more often in a burst than it
   is, and its variance to be higher. */
static uint64_t *word_for(struct pathprof_pair *scratch, uint64_t key, uint32_t number)
{
    uint64_t at = key * PATHPROF_HASH_MULTIPLIER >> 56;
    for (unsigned i = 0; i < 16; i++) {
        struct pathprof_pair *pair = &scratch[1 + (at + i) % (PATHPROF_SCRATCH_PAIRS - 1)];
        if (pair->key == key)
            return &pair->count;
        if (!goes_on(pair->count, number)) {
            pair->key = key;
            return &pair->count;
        }
    }
    return &scratch->count;
}

void __pathprof_burst_table(struct pathprof_table *table, uint64_t path, uint64_t n,
                            struct pathprof_pair *scratch)
{
    uint32_t number = burst_of(CALLERS_FRAME);
    uint64_t rise = count_again(word_for(scratch, path + 1, number), number);
    __pathprof_table_add(table, path, wanted.weight);
    if (rise)
        __pathprof_table_add(table, path + n, rise);
}
