/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the runtime and the sampler ask of each other.  sample.c and what it includes are a member
   of the library and a COMDAT group by themselves, which only units that are sampled carry: the
   runtime refers to them weakly. */
#ifndef PATHPROF_SAMPLE_H
#define PATHPROF_SAMPLE_H

#include "runtime.h"

/* ---- The sampler's.  Any module of the process that is sampled may call them: they share one
   sampler, whose samples are of the whole process, and whoever asks first gets what is new. */

/* Finds out which modules what has been sampled lies in, as long as these are there.  It takes the
   loader's lock, so the runtime's must not be held. */
void __pathprof_samples_settle(void);

/* Appends a record SAMPLES with all that has been settled, if that is anything.  Returns false if
   there is no memory; nothing is lost then. */
bool __pathprof_samples_take(struct buffer *records);
void __pathprof_samples_give_back(const struct pathprof_record *record);
void __pathprof_samples_forget(void);

/* The module has written its last. */
void __pathprof_samples_end(void);

/* In the child of a fork: what was sampled is the parent's. */
void __pathprof_samples_forked(void);

/* Appends the sum of two records; returns as sum_modules (merge.c) does. */
const char *__pathprof_samples_sum(struct buffer *into, const struct pathprof_record *old,
                                   const struct pathprof_record *new);

/* ---- The runtime's.  */

/* message.c */
void __pathprof_tell_line(const char *const *parts);

/* path.c: the sampler that other modules see this one use; one that any module uses, or NULL. */
void **__pathprof_own_sampler(void);
void *__pathprof_any_sampler(void);

#endif
