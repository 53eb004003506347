/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks in bodies that GCC's inliner copies along, so that it is known which block of which function a block of a copy
   is.  A mark is a statement that becomes no code, a prediction of nothing.  Its place is a line of a file that does
   not exist: the line says at which vertex it stands, the column whether other units know the function.  Its scope is
   the function's outermost, of which each copy has one of its own.  What is still there of them GCC's
   pass_strip_predict_hints removes behind its IPA passes. */
#ifndef PATHPROF_MARKS_H
#define PATHPROF_MARKS_H

#include "gcc/use/use.h"

/* A function with more vertices has no marks: what GCC inlines is smaller. */
#define PP_MOST_MARKS 4000

/* Where marks will stand.  They are put there when GCC has looked at sizes, split functions and so on, of which they
   would change a few (ipa-split.c knows a block that returns by there being nothing else in it). */
struct pp_marks {
    hash_map<int_hash<int, -1, -2>, struct pp_marked_body *> *bodies; /* by DECL_UID */
};

struct pp_marks *pp_marks_make(void);

/* Vertex V of a procedure, from its first on: the first of its block, or behind a call there? */
bool pp_can_be_marked(const struct pp_graph *g, const struct pp_proc *p, uint32_t v);

/* Remembers where, in the body of USED, as it was profiled, the vertices are that can be marked. */
void pp_remember_marks(struct pp_marks *marks, const struct pp_graph *g,
                       const struct pp_used *used);

/* Marks what is still there, and forgets the rest. */
void pp_insert_marks(struct pp_marks *marks);

/* The vertex at which STMT stands, from its procedure's first on; PP_NONE if STMT is no mark.  *IS_PUBLIC: other units
   can call the function that was marked. */
uint32_t pp_marked_vertex(const gimple *stmt, bool *is_public);

#endif
