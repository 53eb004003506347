/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the program spent its time: program counters, sampled while it ran (mode callgraph;
   runtime/sample.c).  Each sample stands for one period of CPU time of one thread. */
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
    uint64_t lost; /* periods that found no room */
};

#endif
