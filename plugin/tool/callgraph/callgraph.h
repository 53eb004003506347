/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call graph with times, as `pathprof callgraph` shows it.  Times are in samples. */
#ifndef PATHPROF_TOOL_CALLGRAPH_H
#define PATHPROF_TOOL_CALLGRAPH_H

#include "core/format/samples.h"
#include "core/profile/gprof.h"
#include "tool/load/load.h"
#include "tool/names/names.h"

struct pp_called_function {
    char *name;       /* as it is shown */
    const char *file; /* last part of its source file, if its symbol is local; else NULL */
    const char *
        module; /* of a symbol that nobody has counted, if it is not the program's: its file; else NULL */
    uint32_t proc;  /* PP_NONE: of a symbol that nobody has counted */
    uint32_t index; /* in the call graph, from 1 */
};

/* Calls of one function at one place. */
struct pp_call_site {
    uint32_t caller, callee;
    struct pp_line line;
    uint32_t call; /* vertex */
    uint64_t count;
};

struct pp_callgraph {
    const struct pp_load *load;
    struct pp_names names;
    /* Procedures, by their number, then others; the same in both. */
    struct pp_called_function *functions;
    struct pp_gprof gprof;
    uint32_t cap_functions, cap_gprof;
    struct pp_call_site *sites; /* by caller, callee, line */
    uint32_t num_sites, cap_sites;
    uint32_t *first_site;  /* of arc a: first_site[a] up to [a + 1] */
    double hz;             /* samples a second; 0: the profile has none */
    double runtime;        /* samples in pathprof's own code, which are in no other figure */
    uint64_t lost;         /* samples that are not in it */
    uint64_t looks;        /* how many moments the samples tell of */
    uint64_t lost_targets; /* calls through pointers of which it is not known what they called */
    uint32_t *order;       /* functions, and cycles (their number + that of functions), as the graph
                              has them: by time */
    uint32_t num_order;
    uint32_t *cycle_index; /* as functions[].index */
    bool *left_out;        /* by function: it is not listed (callgraph-choose.h); NULL: all are */
};

/* Makes the call graph of LOAD.  WHOLE: without short forms of names. */
void pp_callgraph_make(struct pp_callgraph *graph, const struct pp_load *load, bool whole);
void pp_callgraph_free(struct pp_callgraph *graph);

/* callgraph-times.c: what functions took themselves, by SAMPLES.  Adds those that nobody counted. */
void pp_callgraph_times(struct pp_callgraph *graph, const struct pp_samples *samples);

/* Adds a function, which owns NAME (malloc'd).  Returns its number. */
uint32_t pp_callgraph_add(struct pp_callgraph *graph, char *name, uint32_t proc);

/* Did function I take part: was it called, or seen by a sample? */
bool pp_took_part(const struct pp_callgraph *graph, uint32_t i);

/* T of function I, or of the cycle that ORDER's entry I is. */
double pp_time_of(const struct pp_callgraph *graph, uint32_t i);

/* What is said where times would be. */
extern const char pp_no_samples[];
/* A line on the time that is no function's, if there is any. */
void pp_print_runtime(const struct pp_callgraph *graph);

/* callgraph-flat.c, callgraph-graph.c: gprof's two listings, the first TOP entries of each; 0: all.
   BRIEF: without what explains them. */
void pp_print_flat(const struct pp_callgraph *graph, uint64_t top, bool brief);
void pp_print_graph(const struct pp_callgraph *graph, uint64_t top, bool brief);

/* The same for programs; TIMES may be NULL. */
struct pp_context_times;
void pp_callgraph_json(const struct pp_callgraph *graph, const struct pp_context_times *times);
void pp_callgraph_callgrind(const struct pp_callgraph *graph);
void pp_callgraph_dot(const struct pp_callgraph *graph, uint64_t top);

#endif
