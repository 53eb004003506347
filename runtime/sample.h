/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the runtime and the sampler ask of each other.  sample.c and what it includes are a member
   of the library and a COMDAT group by themselves, which only units that are sampled carry. */
#ifndef PATHPROF_SAMPLE_H
#define PATHPROF_SAMPLE_H

#include "runtime.h"

struct dl_phdr_info;

/* ---- The sampler's.  Any module of the process that is sampled may call them: they share one
   sampler, whose samples are of the whole process, and whoever asks first gets what is new. */
struct sampling {
    /* Finds out which modules what has been sampled lies in, as long as these are there.  It takes
       the loader's lock, so the runtime's must not be held. */
    void (*settle)(void);
    /* Appends a record SAMPLES with all that has been settled, if that is anything.  Returns false
       if there is no memory; nothing is lost then. */
    bool (*take)(struct buffer *records);
    void (*give_back)(const struct pathprof_record *record);
    void (*forget)(void);
    /* The calling thread has come to code that is profiled. */
    void (*thread)(void);
    /* In the child of a fork: what was sampled is the parent's. */
    void (*forked)(void);
    /* The module has written its last. */
    void (*end)(void);
    /* Appends the sum of two records; returns as sum_modules (merge.c) does. */
    const char *(*sum)(struct buffer *into, const struct pathprof_record *old,
                       const struct pathprof_record *new);
};

/* ---- The runtime's.  */

/* merge.c: NULL in modules that are not sampled.  (A weak function would do, if all linkers took
   the address of a hidden one that is not there for NULL.) */
extern const struct sampling *__pathprof_sampling;

/* start.c: what option bursts= does in the thread that has forked, in the parent and in the child; NULL where nothing
   has asked for a burst yet. */
extern void (*__pathprof_bursts_forked)(bool in_child);

/* message.c */
void __pathprof_tell_line(const char *const *parts);

/* path.c: whether a module that dl_iterate_phdr tells of is the program. */
bool __pathprof_is_the_program(const struct dl_phdr_info *info);

/* path.c: whether this module is the program, not one that it loads. */
bool __pathprof_is_in_program(void);

/* path.c: the sampler that other modules see this one use; one that any module uses, or NULL. */
void **__pathprof_own_sampler(void);
void *__pathprof_any_sampler(void);

#endif
