/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The parts of sample.c. */
#ifndef PATHPROF_SAMPLER_H
#define PATHPROF_SAMPLER_H

#include "../sample.h"
#include "../base/syscall.h"

#include <signal.h>

typedef void sample_handler(int, siginfo_t *, void *);

struct timer {
    int thread; /* as the kernel numbers them */
    int number;
};

#define MOST_MODULES 64 /* that are sampled in one process */

/* What the modules of a process share. */
struct sampler {
    unsigned lock; /* of all but the counts; signals are blocked while it is held.  It may be taken
                      under the loader's, not the other way round */
    int signal;
    uint64_t pid, period;
    struct counters_of_places *counts; /* newest first */
    uint64_t lost, looks;
    uint64_t began, told; /* sample-missed.c: CPU time of the process when it all began; periods
                             since then that have been found, or are known to be lost */
    uint64_t inside;      /* handlers that run just now */
    bool stopped;         /* the program has taken the signal */
    bool said_none;       /* that a thread could get no timer */
    struct call_action before;
    struct call_action actions[MOST_MODULES]; /* of the modules, with code of theirs; one of them is
                                                 in use.  No handler: none */
    struct buffer timers;                     /* struct timer: of the threads */
    struct buffer kept; /* a record SAMPLES that has not been written yet, or nothing */
};

/* The one of the process; NULL in a module that does not sample. */
static struct sampler *sampler;

#define TELL(...) __pathprof_tell_line((const char *const[]){"pathprof: ", __VA_ARGS__, "\n", NULL})

/* sample-counts.c: how often the timers found a thread where; any signal handler may add. */
static bool counts_start(struct sampler *s);
static void counts_add(struct sampler *s, uint64_t place, uint64_t periods);
/* Takes out all that was counted: pairs (place, count), sorted, go to INTO.  Returns false if there
   is no memory for all. */
static bool counts_take(struct sampler *s, struct buffer *into);
static void counts_forget(struct sampler *s);
static void counts_free(struct sampler *s);

/* sample-missed.c: FOUND more periods have been found; what must have been missed is lost. */
static void count_missed(struct sampler *s, uint64_t found);
static void forget_missed(struct sampler *s);

/* sample-sum.c: the beginning of a record of one module; HEAD->num_samples samples are to follow. */
static bool put_module(struct buffer *into, const struct pathprof_samples *head, const char *path,
                       const unsigned char *id, size_t id_length);

/* sample-signal.c */
static bool choose_signal(struct sampler *s);
/* What makes HANDLER, of this module, that of a signal. */
static struct call_action action_of(sample_handler *handler);
static void take_signal(struct sampler *s, const struct call_action *action);
static bool has_signal(const struct sampler *s);
static void ignore_signal(const struct sampler *s);
static void leave_signal(struct sampler *s);

/* sample-threads.c: gives up if the program has taken the signal.  Under the lock. */
static void check_signal(struct sampler *s);

#endif
