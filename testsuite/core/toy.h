/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A toy language and two analyses of it, to try the lanes' core with: constants, whose greatest
   solution is unique, and ranges, which have to be widened. */
#ifndef TOY_H
#define TOY_H

#include "core/lanes/hotgraph.h"
#include "core/reduce/reduce.h"
#include "core/lanes/solve.h"
#include "core/redirect/subsume.h"

#define TOY_VARIABLES 3
/* Over calls: one is the program's, one what is handed to a callee and back, one its own. */
#define TOY_GLOBAL 0
#define TOY_PARAMETER 1
#define TOY_LOCAL 2
#define TOY_LEAST (-1000)
#define TOY_MOST 1000

enum toy_kind { TOY_NOTHING, TOY_SET, TOY_ADD, TOY_UNKNOWN, TOY_SUM };

/* x := c; x := y + c, which is unknown if it is out of bounds; x := ?; x := y + the c-th variable */
struct toy_op {
    enum toy_kind kind;
    unsigned x, y;
    int c;
};

/* What a vertex does: op; and, if it tests, then the first edge out of it is taken if x < c, one of
   the others if not. */
struct toy_code {
    struct toy_op op;
    unsigned uses; /* variables that it uses before op, by bit */
    bool tests;
    unsigned x;
    int c;
};

struct toy_range {
    int least, most; /* equal: a constant */
};

struct toy_value {
    struct toy_range of[TOY_VARIABLES];
};

struct toy {
    const struct pp_hot_graph *h;
    const struct toy_code *code; /* indexed by vertex of the supergraph */
    bool ranges;
    uint32_t live; /* values that are allocated */
};

/* What pp_solve wants to know. */
struct pp_flow toy_flow(struct toy *toy);

/* Facts of solution J, beside those of I, which is one of the unduplicated graph G. */
struct toy_facts {
    const struct pp_hot_graph *h, *g;
    const struct toy_code *code;
    const struct pp_solution *j, *i;
    struct toy_value *met; /* by vertex of the reduced graph; most < least: not executable */
};

struct pp_facts toy_facts(struct toy_facts *facts);

/* Does VALUE (NULL: not executable) say that X is constant? */
bool toy_constant(const struct toy_value *value, unsigned x);

/* Does A say at least as much as B?  NULL, not executable, says all. */
bool toy_says(const struct toy_value *a, const struct toy_value *b);

/* Solution J of TOY, as subsumption and redirection ask for it. */
struct toy_known {
    struct toy *toy;
    const struct pp_solution *j;
};

struct pp_knowledge toy_knowledge(struct toy_known *known);

#endif
