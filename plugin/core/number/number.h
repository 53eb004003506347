/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbering: every label is a linear function lambda x. a*x + b (thesis 3.4-3.5, equations
   (19)-(24)); intraprocedural modes have a = 0 and are Ball-Larus's values (equations (1), (2)). */
#ifndef PATHPROF_NUMBER_H
#define PATHPROF_NUMBER_H

#include "core/graph/graph.h"
#include "core/graph/mode.h"
#include "core/base/num.h"
#include "core/transform/recursion.h"

struct pp_linear {
    struct pp_num a, b;
};

static inline struct pp_linear pp_constant(struct pp_num b)
{
    return (struct pp_linear){pp_word(0), b};
}

static inline bool pp_is_nothing(struct pp_linear f)
{
    return pp_is_zero(f.a) && pp_is_zero(f.b);
}

/* The value of F at X.  Returns whether it fits R's words; it is reduced to them in any case. */
static inline bool pp_value(struct pp_numbers *r, struct pp_linear f, struct pp_num x,
                            struct pp_num *value)
{
    struct pp_num product;
    bool fits = pp_num_mul(r, f.a, x, &product);
    return pp_num_add(r, product, f.b, value) && fits;
}

static inline struct pp_num pp_apply(struct pp_numbers *r, struct pp_linear f, struct pp_num x)
{
    struct pp_num value;
    pp_value(r, f, x, &value);
    return value;
}

/* psi (1), where it is known to fit a word. */
static inline uint64_t pp_at_one(struct pp_linear f)
{
    return f.a.low + f.b.low;
}

/* Interprocedural modes: what is particular to a procedure as a whole.  Where a path leaves P by
   way of GExit_P (thesis, transformation 1) the graph has an edge into Exit_P that is a surrogate
   or NORETURN; in mode piecewise the surrogates out of Entry_P are those of GEntry_P. */
struct pp_proc_label {
    struct pp_call_cycle cycle; /* option recursion=context, else all 0 */
    struct pp_num root_value;   /* of Entry_global -> Entry_P; if pp_proc.root */
    struct pp_num gentry_value; /* of Entry_global -> GEntry_P; if begins_here (piecewise) */
    struct pp_linear gentry;    /* psi_GEntry_P */
    struct pp_num unbalanced;   /* numUnbalRLPaths[Exit_P], equations (29), (30) (piecewise) */
    bool leaves;                /* there is an edge Exit_P -> Exit_global */
    bool begins_here;           /* some path begins inside P (piecewise: GEntry_P has an edge) */
    bool begins;                /* or inside what it calls, and comes back to it */
    double begun_share;         /* of the times that P returns: one has, as far as weights tell */
    bool relative, is_handed;   /* set for the planner (plan-calls.h) */
};

/* Where a path can begin: Entry_P or GEntry_P. */
struct pp_start {
    struct pp_num value; /* the lowest number of its paths */
    uint32_t proc;
    bool gentry;
};

/* Mode kpath: a loop whose paths span k > 1 iterations (loops.h).  Left: how many more iterations
   of the path may follow the one it is in; k - 1 in the first. */
struct pp_loop {
    uint32_t head, k;
    /* Ways on at the loop's back edges with so much left, which is what the labels of its vertices
       and edges are functions of: 1, psi_head (1), psi_head (psi_head (1)), ... */
    uint64_t on[PP_MOST_ITERATIONS + 1];
    /* The same for a path that began at the head and may not leave the loop before its last
       iteration; from 1. */
    uint64_t whole[PP_MOST_ITERATIONS + 1];
};

/* Labels of a whole graph; arrays indexed by vertex, by edge and by procedure, owned by it. */
struct pp_numbering {
    struct pp_numbers *numbers; /* of which the labels are; of one word but for wide scopes */
    struct pp_linear *psi;      /* vertex v: paths from v, given the completions from Exit_P */
    struct pp_linear *rho; /* edge e: edgeValueInContext, as a function of the same; of a return
                              edge (a = 0): its value for unbalanced-right paths, equation (31) */
    uint32_t num_vertices, num_edges;
    struct pp_proc_label *procs; /* interprocedural modes, else NULL */
    uint32_t num_procs;
    uint32_t most_heads;     /* option recursion=context: that a cycle has (recursion.h) */
    struct pp_start *starts; /* of all scopes; each scope's by rising value */
    uint32_t num_starts, cap_starts;
    struct pp_loop *loops; /* mode kpath, of all procedures */
    uint32_t num_loops, cap_loops;
    uint32_t *loop_of; /* vertex: index of the loop that it is in, PP_NONE if in none */
    /* Collapsed loops (collapse.h), NULL if there are none: psi of the step, and the loop that it
       is in.  Indexed by vertex: the head. */
    struct pp_linear *step;
    uint32_t *loop_of_step;
};

void pp_numbering_init(struct pp_numbering *n);
void pp_numbering_free(struct pp_numbering *n);

/* Numbers PROC in its finite-path graph: vertices in reverse topological order, the labels of an
   edge by the sum over its elder siblings.  Returns false if some psi overflows N->numbers; labels
   are then undefined.  Callees of live call edges must have been numbered before. */
bool pp_number_proc(const struct pp_graph *g, uint32_t proc, struct pp_numbering *n);

/* The same for one procedure of a scope, whose callees have been numbered: psi_Exit is the identity
   (equation (19)), or 1 where labels are values (thesis 5.3); if MODE is in pieces psi_GEntry goes
   into N->procs. */
bool pp_number_in_scope(const struct pp_graph *g, uint32_t proc, enum pp_mode mode,
                        struct pp_numbering *n);

/* Makes N as large as G. */
void pp_numbering_reserve(const struct pp_graph *g, struct pp_numbering *n);

/* Marks PROC as one that is not instrumented, and WHY.  Returns false. */
bool pp_refuse(struct pp_graph *g, uint32_t proc, const char *why);

#endif
