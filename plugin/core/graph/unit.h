/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit, that is, a translation unit or with -flto a whole program: a range of the graph's
   procedures, and how they are counted. */
#ifndef PATHPROF_UNIT_H
#define PATHPROF_UNIT_H

#include "core/graph/graph.h"
#include "core/graph/mode.h"

/* A procedure that is counted, as the listing of its unit has it. */
struct pp_listed_proc {
    uint64_t symbol; /* its hash */
    uint32_t index;  /* what the data call it */
    double stmts;    /* executed for each count, as far as was guessed when it was compiled */
};

/* A unit as its notes describe it. */
struct pp_unit {
    uint64_t stamp;
    struct pp_params params;
    char *name;      /* main source file as given to the compiler */
    char *directory; /* where the compiler ran; not cleaned, as names of files are */
    char *command;   /* what made it: compiler version and the options that shape the CFG */
    /* Hashes of names (pp_source_hash) of sources that it was made of besides NAME: with -flto those of its objects.
       Read, of all files that its listing has. */
    uint64_t *sources;
    uint32_t num_sources;
    uint32_t first_proc, num_procs;
    uint32_t first_target,
        num_targets; /* what its indirect calls may call, by its data's numbers */
    uint32_t first_alias, num_aliases;
    /* Interprocedural modes: the paths of the unit are numbered together and counted in one array
       or table of the unit's own (enum pp_storage). */
    uint8_t storage;
    uint64_t num_paths;   /* UINT64_MAX: as many as exact_paths says */
    uint32_t exact_paths; /* string: a decimal number; 0 = num_paths */
    /* SKIPPED: there is nothing of it in the graph, only what is listed.  It has no names. */
    bool skipped;
    struct pp_listed_proc *listed;
    uint32_t num_listed;
};

#endif
