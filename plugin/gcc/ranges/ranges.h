/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of values at every vertex of a hot-path graph (thesis, chapter 8), found before any code
   is copied: with GCC's own range operators, along executable edges only, refined by the branches
   taken.  The bodies are read as they stand; which copy of them control is in, the graph says.  Over
   calls parameters have the ranges of arguments, and a call's result that of what was returned. */
#ifndef PATHPROF_RANGES_H
#define PATHPROF_RANGES_H

#include "gcc/extract/extract.h"
extern "C" {
#include "core/lanes/hotgraph.h"
#include "core/lanes/solve.h"
#include "core/redirect/subsume.h"
}

/* The body of a procedure of a graph, with the sites that were made when it was extracted. */
struct pp_body {
    uint32_t proc;
    struct function *function;
    const struct pp_sites *sites;
    const_bitmap
        names; /* the SSA names, by version, of which it is asked, and what they are computed of; NULL: all */
};

/* The ranges of the procedures of a hot-path graph. */
struct pp_ranges;

/* One walk over the statements of a hot vertex. */
class pp_visitor
{
  public:
    /* STMT is about to be executed: pp_range_of tells of its operands; then, if it defines a name
       that has ranges, of that. */
    virtual void before(gimple *stmt) = 0;
    virtual void after(gimple *stmt) = 0;
};

/* Whether this GCC can say ranges at all. */
bool pp_has_ranges(void);

/* Solves for H; BODIES are those of its procedures, in the order in which H has them.  Until the
   ranges are freed cfun may be any of them. */
struct pp_ranges *pp_ranges_make(const struct pp_hot_graph *h, const struct pp_body *bodies);
void pp_ranges_free(struct pp_ranges *r);

/* Whether control can come to hot vertex V, and along hot edge E. */
bool pp_is_executable(const struct pp_ranges *r, uint32_t v);
bool pp_is_taken(const struct pp_ranges *r, uint32_t e);

/* Shows VISITOR the statements, debug statements and labels apart, of V, which is executable; cfun is
   then V's function. */
void pp_visit(struct pp_ranges *r, uint32_t v, pp_visitor *visitor);

/* During a visit: the one value that NAME has, if it has but one; else NULL. */
tree pp_constant_of(struct pp_ranges *r, tree name);

/* How often the solver and the passes after it went through a vertex. */
uint64_t pp_ranges_steps(const struct pp_ranges *r);

/* How many ranges it keeps until it is freed. */
uint64_t pp_ranges_kept(const struct pp_ranges *r);

/* What is known, over calls, for redirection.  R's as long as R is. */
struct pp_knowledge pp_ranges_knowledge(struct pp_ranges *r);

#endif
