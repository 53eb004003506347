/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile: calls that are replaced by copies of what they call. */
#ifndef PATHPROF_USE_CALLS_H
#define PATHPROF_USE_CALLS_H

#include "gcc/use/use.h"
extern "C" {
#include "core/format/notes.h"
#include "core/lanes/call-choice.h"
#include "core/lanes/call-counts.h"
}

/* What is known of the unit's calls. */
struct pp_use_calls {
    vec<struct pp_call_candidate> list; /* procedures by pp_use.graph */
    vec<const char *> why;              /* of each, why it was refused; NULL */
    vec<struct cgraph_edge *> edges;    /* ... until anything is expanded */
    vec<location_t> where;              /* ... where it stands */
    vec<bool> exact;                    /* ... what it did is known for certain */
    /* Of each profile, by procedure of pp_use.graph: how it is divided; callee PP_NONE: not at all. */
    vec<struct pp_division *> divisions;
    struct pp_notes joined; /* the graph of the bodies that have taken in others */
};

/* Chooses calls, expands them and sets the counts of what has changed. */
void pp_use_expand(struct pp_use *use);
void pp_use_calls_free(struct pp_use *use);

/* Where procedure PROC of the unit's graph is in profile I of those in use; PP_NONE if it is not
   there. */
uint32_t pp_proc_in_profile(const struct pp_use *use, uint32_t proc, unsigned i);

/* How function Q of the unit's graph is divided in profile I; NULL: it is not. */
struct pp_division *pp_division_of(const struct pp_use *use, uint32_t q, unsigned i);

/* Which copy of D, of profile I, candidate C became; as many as there are: none. */
size_t pp_copy_of_call(const struct pp_use *use, const struct pp_division *d, unsigned i,
                       const struct pp_call_candidate *c);

/* Statements that the program executed, in all. */
double pp_program_stmts(const struct pp_use *use);

#endif
