/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the program spent its time: program counters, sampled while it ran
   (runtime/sample.c).  Each sample stands for one period of CPU time of one thread. */
#ifndef PATHPROF_SAMPLES_H
#define PATHPROF_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pp_module {
    char *path;     /* as the loader had it; "[vdso]", or "[anon]": in no file (made at run time) */
    char *build_id; /* hex, or NULL: it has none */
};

struct pp_sample {
    uint32_t module;  /* its index in pp_samples.modules */
    uint64_t address; /* as in the ELF file: load bias taken off; 0 in "[anon]" */
    uint64_t count;   /* periods */
};

struct pp_samples {
    uint64_t period_ns;
    struct pp_module *modules; /* by path, then build_id, none twice */
    uint32_t num_modules;
    struct pp_sample *samples; /* by module, then address, none twice; no count is 0 */
    uint64_t num_samples;
    uint64_t lost;  /* periods of CPU time of which there is no sample */
    uint64_t looks; /* how often it was looked: periods come together where the kernel looks less
                       often than was asked for, and only this many tell of different moments */
};

/* Reads the content of a record SAMPLES (runtime/format.h): SIZE bytes, which are at byte PLACE of
   their file.  Returns NULL, or a malloc'd sentence that says what is wrong; SAMPLES is then empty.
   Hostile-input safe: nothing is allocated that is larger than a constant times SIZE. */
char *pp_samples_read(struct pp_samples *samples, const unsigned char *bytes, size_t size,
                      size_t place);
void pp_samples_free(struct pp_samples *samples);

/* Adds MORE, each count multiplied by WEIGHT and rounded, to SUM, which may be empty (period 0).
   Where their periods differ, counts become those of the longest period that both are multiples of.
   Counts saturate. */
void pp_samples_add(struct pp_samples *sum, const struct pp_samples *more, double weight);

/* Appends the content of a record SAMPLES. */
struct pp_bytes;
void pp_samples_put(struct pp_bytes *out, const struct pp_samples *samples);

/* All periods, without those lost; the seconds of CPU time that they are. */
uint64_t pp_samples_total(const struct pp_samples *samples);
double pp_samples_seconds(const struct pp_samples *samples);

#endif
