/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which threads are sampled, and from when to when: the one that loads the first module, and each
   other from where it first enters code that is profiled (gcc/emit/sampled.cc) to its end.

   The kernel checks CPU-time timers when its clock ticks, 100 to 1000 times a second, whatever
   period is asked for; periods that have passed since are in the overrun count.  CPU time after a
   thread's last tick is not sampled (sample-missed.c).  A thread's first period has a random
   length, so that samples are on average at the right time and not one period late. */
#include "sampler.h"
#include "interrupted.h"

#include <pthread.h>
#include <sys/auxv.h>
#include <time.h>

__thread uint64_t __pathprof_sampled
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

/* In a shared object: so many threads are sampled when those that have ended are first looked for. */
#define LEAST_TIMERS 8

/* The program's, as in thread.c; else timers of threads that have ended are looked for when there are twice as many as
   after the last time. */
static pthread_key_t sampling_key;
static bool have_sampling_key;
static size_t asked_timers = LEAST_TIMERS;

static struct timer *timers_of(struct sampler *s)
{
    return (void *)s->timers.bytes;
}

static size_t num_timers(const struct sampler *s)
{
    return s->timers.size / sizeof(struct timer);
}

static void delete_timer(struct sampler *s, size_t i)
{
    struct timer *timers = timers_of(s), last = timers[num_timers(s) - 1];
    syscall(SYS_timer_delete, timers[i].number);
    timers[i] = last;
    s->timers.size -= sizeof last;
}

/* What timer_settime takes. */
struct timer_times {
    struct call_time interval, first;
};

/* Whether the thread of TIMER has ended without anybody having seen it. */
static bool is_stale(const struct timer *timer)
{
    struct timer_times left = {{0, 0}, {0, 0}};
    syscall(SYS_timer_gettime, timer->number, &left);
    return left.first.seconds == 0 && left.first.nanoseconds == 0;
}

static void stop_timers(struct sampler *s)
{
    while (num_timers(s))
        delete_timer(s, num_timers(s) - 1);
}

/* Where the signal is the program's now there are no samples any more.  But the child of a fork that resets all signals
   before it becomes another program has not run for as long as a sample takes, and misses nothing. */
static void check_signal(struct sampler *s)
{
    char digits[21];
    if (s->stopped || has_signal(s) || (is_default(s->signal) && cpu_time() - s->began < s->period))
        return;
    s->stopped = true;
    stop_timers(s);
    TELL("the program has taken signal ", decimal(digits, s->signal),
         ", by which its time is sampled; what has been sampled so far is kept "
         "(PATHPROF_SAMPLE_SIGNAL=RTMIN+3, or another, chooses the signal for it)");
}

static void tick(int signal, siginfo_t *info, void *context)
{
    struct sampler *s = sampler;
    (void)signal;
    if (!s || info->si_code != SI_TIMER || info->si_value.sival_ptr != (void *)s)
        return;
    __atomic_fetch_add(&s->inside, 1, __ATOMIC_SEQ_CST);
    const ucontext_t *machine = context;
    __atomic_fetch_add(&s->looks, 1, __ATOMIC_RELAXED);
    counts_add(s, interrupted_place(machine), 1 + (uint64_t)info->si_overrun);
    __atomic_fetch_sub(&s->inside, 1, __ATOMIC_SEQ_CST);
}

static int make_timer(struct sampler *s, int thread, int *number)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = s->signal};
    uint32_t random = 0;
    event.sigev_value.sival_ptr = s;
    event._sigev_un._tid = thread;
    int result = syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &event, number);
    if (result != 0)
        return -result;
    system_random(&random, sizeof random);
    uint64_t first = 1 + (s->period - 1) * random / UINT32_MAX;
    struct timer_times times = {CALL_TIME(s->period), CALL_TIME(first)};
    return -syscall(SYS_timer_settime, *number, 0, &times, NULL);
}

/* Deletes the timers of threads that have ended. */
static void delete_stale(struct sampler *s)
{
    for (size_t i = num_timers(s); i > 0; i--)
        if (is_stale(&timers_of(s)[i - 1]))
            delete_timer(s, i - 1);
    asked_timers = 2 * num_timers(s) + LEAST_TIMERS;
}

/* The calling thread is sampled from now on. */
static void begin_thread(struct sampler *s, struct hold *hold)
{
    struct timer timer = {(int)syscall(SYS_gettid), 0};
    check_signal(s);
    for (size_t i = num_timers(s); i > 0 && !s->stopped; i--) {
        bool own = timers_of(s)[i - 1].thread == timer.thread;
        if (own && !is_stale(&timers_of(s)[i - 1]))
            return; /* another module has seen to it */
        if (own)
            delete_timer(s, i - 1);
    }
    if (s->stopped)
        return;
    if (!have_sampling_key && num_timers(s) >= asked_timers)
        delete_stale(s);
    int error = ENOMEM;
    if (buffer_reserve(&s->timers, sizeof timer))
        error = make_timer(s, timer.thread, &timer.number);
    if (!error) {
        buffer_append(&s->timers, &timer, sizeof timer);
        hold->mask &= ~((uint64_t)1 << (s->signal - 1));
    } else if (!s->said_none) {
        char digits[21];
        s->said_none = true;
        TELL("no timer for a thread: error ", decimal(digits, error),
             "; its time is not sampled ('ulimit -i' limits how many there are)");
    }
}

ALIGNS_STACK void __pathprof_sample_thread(void)
{
    struct hold hold;
    __pathprof_sampled = 1;
    if (!sampler || sampler->pid != system_pid())
        return;
    word_take(&sampler->lock, &hold);
    begin_thread(sampler, &hold);
    word_give(&sampler->lock, &hold);
    /* Not under the lock: it may call a malloc that is profiled. */
    if (have_sampling_key)
        pthread_setspecific(sampling_key, sampler);
}

static void end_thread(void *unused)
{
    struct sampler *s = sampler; /* what the key has may be another's, as in thread.c */
    struct hold hold;
    int thread = (int)syscall(SYS_gettid);
    (void)unused;
    if (!s)
        return;
    word_take(&s->lock, &hold);
    for (size_t i = num_timers(s); i > 0; i--)
        if (timers_of(s)[i - 1].thread == thread)
            delete_timer(s, i - 1);
    word_give(&s->lock, &hold);
    __pathprof_sampled = 0; /* what other keys' destructors do is sampled again */
}

/* ---- The module's beginning and end.  */

static uint64_t wanted_rate(void)
{
    const char *value = system_environment("PATHPROF_SAMPLE_RATE"), *at = value;
    uint64_t rate = 0;
    if (value && *value) {
        for (; *at >= '0' && *at <= '9' && rate < PATHPROF_MOST_SAMPLES; at++)
            rate = 10 * rate + (uint64_t)(*at - '0');
        if (!*at && rate <= PATHPROF_MOST_SAMPLES)
            return rate;
        TELL("PATHPROF_SAMPLE_RATE is not a number of samples a second from 0 to 100000, but '",
             value, "'; it is taken as if it were not there");
        rate = 0;
    }
    for (const struct pathprof_unit *unit = __start_pathprof_units; unit < __stop_pathprof_units;
         unit++)
        if (unit->version == PATHPROF_UNIT_VERSION && unit->sample_rate > rate)
            rate = unit->sample_rate;
    return rate;
}

static struct sampler *make_sampler(void)
{
    uint64_t rate = wanted_rate();
    struct sampler *s = rate ? map_pages(sizeof *s) : NULL;
    if (!s)
        return NULL;
    s->period = 1000000000 / rate;
    s->pid = system_begin_pid();
    forget_missed(s);
    if (choose_signal(s) && counts_start(s)) {
        signal_action(s->signal, NULL, &s->before);
        return s;
    }
    system_unmap(s, sizeof *s);
    return NULL;
}

/* The module goes: another one's handler takes the place of this one's, or there are no samples any
   more. */
static void leave_sampler(struct sampler *s)
{
    const struct call_action *next = NULL;
    struct call_action action;
    check_signal(s);
    for (size_t i = 0; i < MOST_MODULES; i++) {
        struct call_action *it = &s->actions[i];
        if (it->handler.full == tick)
            it->handler.full = NULL;
        else if (it->handler.full && !next)
            next = it;
    }
    signal_action(s->signal, NULL, &action);
    bool ours = action.handler.full == tick;
    if (!next && ours)
        ignore_signal(s);
    else if (ours)
        take_signal(s, next);
    if (!next)
        stop_timers(s);
    if (!next && ours)
        leave_signal(s);
    /* Handlers that run just now come to their end. */
    for (unsigned patience = 1000;
         ours && patience && __atomic_load_n(&s->inside, __ATOMIC_SEQ_CST); patience--)
        system_yield();
}

ALIGNS_STACK static void stop_sampling(void)
{
    struct sampler *s = sampler;
    struct hold hold;
    if (have_sampling_key)
        pthread_key_delete(sampling_key);
    have_sampling_key = false;
    if (!s || s->pid != system_pid())
        return;
    word_take(&s->lock, &hold);
    leave_sampler(s);
    word_give(&s->lock, &hold);
    *__pathprof_own_sampler() = NULL;
    __pathprof_samples_settle();
}

static void end_samples(void)
{
    struct sampler *s = sampler;
    bool used = !s || s->pid != system_pid();
    sampler = NULL;
    for (size_t i = 0; i < MOST_MODULES && !used; i++)
        used = s->actions[i].handler.full != NULL;
    if (used)
        return;
    counts_free(s);
    buffer_free(&s->timers);
    buffer_free(&s->kept);
    system_unmap(s, sizeof *s);
}

static void forked_samples(void)
{
    struct sampler *s = sampler;
    struct hold hold = {0};
    if (!s)
        return;
    if (s->pid != system_begin_pid()) { /* the first module that is told */
        s->pid = own_pid;
        if (s->lock) /* who held it is not there, and may have left them in any state */
            s->timers = s->kept = (struct buffer){0};
        s->lock = 0;
        s->inside = 0;
        s->timers.size = 0; /* timers are not inherited */
        buffer_free(&s->kept);
        counts_forget(s);
    }
    if (__pathprof_sampled)
        begin_thread(s, &hold);
}

static void new_thread(void)
{
    if (!__pathprof_sampled)
        __pathprof_sample_thread();
}

static const struct sampling sampling = {__pathprof_samples_settle,
                                         take_samples,
                                         give_back_samples,
                                         forget_samples,
                                         new_thread,
                                         forked_samples,
                                         end_samples,
                                         sum_samples};

static void start_sampling(void)
{
    struct hold hold;
    kernel_module = getauxval(AT_SYSINFO_EHDR);
    struct sampler *s = __pathprof_any_sampler();
    if (!s)
        s = make_sampler();
    if (!s)
        return;
    __pathprof_sampling = &sampling;
    word_take(&s->lock, &hold);
    size_t i = 0, others = 0;
    for (size_t m = 0; m < MOST_MODULES; m++)
        others += s->actions[m].handler.full != NULL;
    while (i < MOST_MODULES && s->actions[i].handler.full)
        i++;
    if (i < MOST_MODULES) {
        s->actions[i] = action_of(tick);
        sampler = s;
        *__pathprof_own_sampler() = s;
        if (!others)
            take_signal(s, &s->actions[i]);
    }
    word_give(&s->lock, &hold);
    have_sampling_key = __pathprof_is_in_program() && HAVE(pthread_key_create) &&
                        !pthread_key_create(&sampling_key, end_thread);
    __pathprof_sample_thread();
}

/* After the runtime's own beginning, and before its end, which writes what was sampled. */
__attribute__((used, section(".init_array.00002"))) static void (*const start_of_module)(void) =
    start_sampling;
__attribute__((used, section(".fini_array.00002"))) static void (*const end_of_module)(void) =
    stop_sampling;
