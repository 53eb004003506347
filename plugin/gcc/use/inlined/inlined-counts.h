/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile: what a function did for each of its calls, for the copies that GCC's inliner makes of it.  GCC
   scales the function's own counts to how often the call was made; a profile of mode context knows what was done for
   that call (call-counts.h).  With -flto it is known where a unit is compiled, and needed where bodies are made:

       cc1 (use.cc): pp_keep_inlined  -> section of the object -> lto1, the whole program -> sections -> lto1,
       a part of it (settle-copies.cc) */
#ifndef PATHPROF_INLINED_COUNTS_H
#define PATHPROF_INLINED_COUNTS_H

#include "gcc/use/inlined/places.h"
#include "gcc/use/use.h"
extern "C" {
#include "core/lanes/chain-counts.h"
}

/* From the vertex that is marked at or before it in the block that it leaves, to the first of the one that it enters,
   both from the procedure's first on. */
struct pp_inlined_edge {
    uint32_t from, to;
};

/* What a function did for a chain of NUM calls (chain-counts.h), the nearest first.  Counts are as GCC has them. */
struct pp_inlined_call {
    int64_t calls[PP_LONGEST_CHAIN]; /* by their names, see below */
    unsigned num;
    struct pp_call_place place;
    uint64_t times;
    uint64_t *vertices, *edges;
};

/* A function that may be inlined.  Copies that GCC's inliner has made are found by places, of which CALLS tell.
   What is left for the function itself, and its versions for certain calls, are bodies, in CALLS, too: of one call,
   named by the body (pp_name_of_body). */
struct pp_inlined_function {
    uint32_t num_vertices, num_edges, first; /* where control comes in */
    struct pp_inlined_edge *edges;           /* in rising order of FROM */
    uint32_t *first_out; /* by vertex, and one more: where in EDGES those out of it begin */
    vec<struct pp_inlined_call *> calls;
    /* What it did at all, of one nameless call, and its name with its place; NULL: it is another unit's. */
    struct pp_inlined_call *all;
    int64_t own;
    vec<int64_t> several; /* pp_name_of_several, where it is declared and where it is defined */
};

struct pp_inlined_functions {
    hash_map<pp_name_hash, struct pp_inlined_function *> *by_name; /* pp_name_of_function */
    hash_map<pp_name_hash, vec<struct pp_inlined_function *>> *by_several;
    hash_map<pp_name_hash, struct pp_call_place> *places; /* of calls, by their names */
    /* Of call statements, by pp_name_of_statement, what they add to a place, one by one; where bodies are not there. */
    hash_map<pp_name_hash, vec<struct pp_call_place>> *statements;
};

struct pp_inlined_functions *pp_inlined_functions_make(void);

/* The function NAME, made if it was not there; NULL: what has that name has another shape.  EDGES are between its
   vertices, in rising order of FROM. */
struct pp_inlined_function *pp_inlined_function_at(struct pp_inlined_functions *functions,
                                                   int64_t name, uint32_t num_vertices,
                                                   uint32_t num_edges, uint32_t first,
                                                   const struct pp_inlined_edge *edges);

/* One of several functions that GCC makes of one, by NAME; 0: there is none. */
void pp_add_several(struct pp_inlined_function *f, int64_t name);

/* What something did for F: all 0. */
struct pp_inlined_call *pp_inlined_call_make(const struct pp_inlined_function *f);
void pp_inlined_call_free(struct pp_inlined_call *call);

/* Adds SHARE of WHAT F did to SUM. */
void pp_inlined_add(const struct pp_inlined_function *f, struct pp_inlined_call *sum,
                    const struct pp_inlined_call *what, double share);

/* What F did for a chain of NUM CALLS, made if it was not there. */
struct pp_inlined_call *pp_inlined_call_of(struct pp_inlined_function *f, const int64_t *calls,
                                           unsigned num);

/* When all functions are there: sets the places of all chains, as far as those of their calls are known, and
   BY_SEVERAL. */
void pp_find_places(const struct pp_inlined_functions *functions);

/* Adds to SUM what F did for all calls at PLACE; returns whether there are any. */
bool pp_add_inlined_at(const struct pp_inlined_function *f, struct pp_call_place place,
                       struct pp_inlined_call *sum);

#endif
