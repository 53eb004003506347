/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile: what a function did for each of its calls, for the copies that GCC's inliner makes of it.  GCC
   scales the function's own counts to how often the call was made; a profile of mode context knows what was done for
   that call (call-counts.h).  With -flto it is known where a unit is compiled, and needed where bodies are made:

       cc1 (use.cc): pp_keep_inlined  -> section of the object -> lto1, the whole program -> sections -> lto1,
       a part of it (settle-copies.cc) */
#ifndef PATHPROF_INLINED_COUNTS_H
#define PATHPROF_INLINED_COUNTS_H

#include "gcc/use/use.h"
extern "C" {
#include "core/lanes/chain-counts.h"
}

/* From the vertex that is marked at or before it in the block that it leaves, to the first of the one that it enters,
   both from the procedure's first on. */
struct pp_inlined_edge {
    uint32_t from, to;
};

/* Where a call is, in a way that is the same wherever the program is compiled and linked: the functions and lines from
   the call outward, as far as they were one body when they were profiled.  Places of a chain of calls can be put
   together, whichever unit knows them. */
struct pp_call_place {
    uint64_t hash;
    unsigned length; /* 0: it is not known */
};

/* FIRST, and THEN what is around it. */
struct pp_call_place pp_place_then(struct pp_call_place first, struct pp_call_place then);

/* A call in function CALLER at WHERE. */
struct pp_call_place pp_place_in(tree caller, location_t where);

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
    struct pp_inlined_edge *edges;
    vec<struct pp_inlined_call *> calls;
    struct pp_inlined_call
        *all; /* what it did at all, of one nameless call; NULL: it is another unit's */
};

typedef int_hash<int64_t, 0, -1> pp_name_hash;

struct pp_inlined_functions {
    hash_map<pp_name_hash, struct pp_inlined_function *> *by_name; /* pp_name_of_function */
    hash_map<pp_name_hash, struct pp_call_place> *places;          /* of calls, by their names */
    /* Of call statements, by pp_name_of_statement, what they add to a place, one by one; where bodies are not there. */
    hash_map<pp_name_hash, vec<struct pp_call_place>> *statements;
};

struct pp_inlined_functions *pp_inlined_functions_make(void);

/* Of a function, which other units may know, a name that is the same wherever the program is compiled and linked. */
int64_t pp_name_of_function(tree decl, bool is_public);

/* Of the body of DECL, which may be a version of a function; and of statement UID (cgraph_edge.lto_stmt_uid) of the
   function CALLER. */
int64_t pp_name_of_body(tree decl);
int64_t pp_name_of_statement(tree caller, unsigned uid);

/* A hash as a name: neither 0 nor -1, which stand for no name. */
int64_t pp_as_name(uint64_t hash);

/* The function NAME, made if it was not there; NULL: what has that name has another shape. */
struct pp_inlined_function *pp_inlined_function_at(struct pp_inlined_functions *functions,
                                                   int64_t name, uint32_t num_vertices,
                                                   uint32_t num_edges, uint32_t first,
                                                   const struct pp_inlined_edge *edges);

/* What something did for F: all 0. */
struct pp_inlined_call *pp_inlined_call_make(const struct pp_inlined_function *f);
void pp_inlined_call_free(struct pp_inlined_call *call);

/* Adds SHARE of WHAT F did to SUM. */
void pp_inlined_add(const struct pp_inlined_function *f, struct pp_inlined_call *sum,
                    const struct pp_inlined_call *what, double share);

/* What F did for a chain of NUM CALLS, made if it was not there. */
struct pp_inlined_call *pp_inlined_call_of(struct pp_inlined_function *f, const int64_t *calls,
                                           unsigned num);

/* Sets the places of all chains, as far as those of their calls are known. */
void pp_find_places(const struct pp_inlined_functions *functions);

/* Adds to SUM what F did for all calls at PLACE; returns whether there are any. */
bool pp_add_inlined_at(const struct pp_inlined_function *f, struct pp_call_place place,
                       struct pp_inlined_call *sum);

#endif
