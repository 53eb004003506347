/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of functions and places of calls that are the same wherever a program is compiled and linked. */
#ifndef PATHPROF_PLACES_H
#define PATHPROF_PLACES_H

#include "gcc/base/compat.h"

/* ---- Names: hashes, neither 0 nor -1, which stand for no name. */

typedef int_hash<int64_t, 0, -1> pp_name_hash;

int64_t pp_as_name(uint64_t hash);

/* Of a function; without its own place in the source if other units may know it. */
int64_t pp_name_of_function(tree decl, bool is_public);

/* Of a public one by its symbol. */
int64_t pp_name_of_symbol(const char *symbol);

/* Of all that GCC makes of DECL, a C++ constructor or destructor; 0: it is none.  Copies of them tell no more. */
int64_t pp_name_of_several(tree decl);

/* Of the body of DECL, which may be a version of a function; and of statement UID (cgraph_edge.lto_stmt_uid) of the
   function CALLER. */
int64_t pp_name_of_body(tree decl);
int64_t pp_name_of_statement(tree caller, unsigned uid);

/* ---- Places. */

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

/* What CALL of CALLEE, which is in FUNCTION, perhaps in what has been inlined there, adds to a place: one part for each
   function around it, the nearest first. */
void pp_list_parts(gimple *call, tree function, tree callee, vec<struct pp_call_place> *parts);

/* ---- Scopes. */

/* The innermost copy that SCOPE, a block or NULL, is in: the outermost scope of what was inlined; NULL if it is in
   none.  Around it: of its BLOCK_SUPERCONTEXT. */
tree pp_copy_around(tree scope);

/* The function that COPY is a copy of; NULL: not known. */
tree pp_callee_of_copy(tree copy);

/* The symbol of such a function.  Copies of a constructor or destructor may be of what GCC has made several of, which
   has none, and with -flto nobody is left who could make it one: then the name that it has in the source. */
const char *pp_symbol_of_copy(tree decl);

#endif
