/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile: what earlier runs have counted, for the functions of this unit. */
#ifndef PATHPROF_USE_H
#define PATHPROF_USE_H

#include "gcc/extract/extract.h"
#include "gcc/use/hottest-code.h"
extern "C" {
#include "input/use.h"
}

/* One function and what is known of it. */
struct pp_used {
    struct cgraph_node *node;
    uint32_t proc;         /* in the unit's graph */
    struct pp_sites sites; /* of its body, canonical */
    /* The same procedure in the profiles: procedure procs[i] of profiles[i]; none if it is not
       known.  Vertices and edges are the same there, from the procedure's first on. */
    vec<const struct pp_profile *> profiles;
    vec<uint32_t> procs;
    /* Their sums, from the procedure's first edge and vertex on; NULL if it is not known. */
    uint64_t *edge_counts, *vertex_counts;
    uint64_t calls;
    /* NULL: it has taken in nothing, or what that made of it could not be found out. */
    struct pp_joined_body *joined;
    bool takes_in; /* calls in it were expanded */
    bool taken_in; /* calls of it were */
    bool has_lanes;
    bool changed;  /* it is not known, but one of its name is */
    unsigned bits; /* by which GCC gets counts shorter than the profile has them: those above have
                      been shortened, calls and what profiles have has not */
};

/* COUNT, BITS bits shorter.  What ran once in all that time has run. */
static inline uint64_t pp_shorten(uint64_t count, unsigned bits)
{
    return count ? MAX(count >> bits, 1) : 0;
}

/* A function whose body has taken in what it calls. */
struct pp_joined_body {
    /* In pp_use.joined: the graph, sites and counts of the body as it is now. */
    struct pp_used used;
    /* By edge of the function as it was, from its first on, and of each callee that was taken in:
       where it is in the graph; PP_NONE: nowhere. */
    uint32_t *own;
    vec<uint32_t *> copies;
    vec<unsigned> calls; /* of each copy, the candidate that it was */
};

struct pp_use_calls;         /* use-calls.h */
struct pp_call_records;      /* call-records.h */
struct pp_inlined_functions; /* inlined/inlined-counts.h */
struct pp_marks;             /* inlined/marks.h */

struct pp_use {
    struct pp_compilation *c;
    struct pp_profiles profiles;
    bool known;                  /* they have something of this unit */
    struct pp_lane_unit *report; /* option report=, while bodies are worked at; NULL: none */
    struct pp_graph graph;       /* every function of the unit whose profile is looked for */
    vec<struct pp_used> used;    /* by procedure of the graph */
    struct pp_profile *by_call;  /* pp_intra_by_call of each profile */
    struct pp_inlined_functions *inlined;
    struct pp_marks *marks;
    struct pp_use_calls *calls;      /* NULL: none is expanded */
    struct pp_call_records *records; /* call-records.h */
    struct pp_hottest_code hottest;
};

/* plugin_init: reads the profile that C's options name and turns on what it serves.  Returns NULL,
   after one warning, where there is no profile: then this is a compilation like any other, as it is
   where the profile is not of this unit (not `known`). */
struct pp_use *pp_use_begin(struct pp_compilation *c);

/* If it is not known: says so, unless the unit has nothing to be known of. */
void pp_use_in_vain(const struct pp_use *use);

/* If there is no profile: the report says so. */
void pp_use_nothing(const struct pp_compilation *c);

/* If it is: the small IPA pass that stands in for GCC's `profile`. */
opt_pass *pp_make_use_pass(struct pp_use *use);

/* use-lanes.cc: why this compiler makes no lanes at all; NULL if it does. */
const char *pp_why_no_lanes(const struct pp_use *use);

/* use-lanes.cc: express lanes for the functions of USE, whose counts are set, if they are wanted. */
void pp_use_lanes(struct pp_use *use);

#endif
