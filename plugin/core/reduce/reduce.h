/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ammons and Larus's reduction of the hot-path graph (thesis 9.2; over calls 9.3.2): copies that bring
   nothing are joined again, and what is left keeps the valuable facts. */
#ifndef PATHPROF_REDUCE_H
#define PATHPROF_REDUCE_H

#include "core/lanes/hotgraph.h"

/* What an analysis found out about the vertices of the hot-path graph. */
struct pp_facts {
    void *context;
    /* How many desirable facts hold in V (decided branches, constant operands and results ...) that
       the unduplicated graph does not give: times V's count, the benefit of V. */
    uint32_t (*gained)(void *context, uint32_t v);
    /* V is hot.  Would joining it with COPY, another copy of the same vertex, leave every desirable
       fact that V uses?  I.e. J(V) is below J(COPY) as far as V uses it.  A copy that is not
       executable loses nothing to anybody. */
    bool (*keeps)(void *context, uint32_t v, uint32_t copy);
    /* V becomes a part of vertex INTO of the reduced graph, whose facts are to be the meet of those
       of all its parts.  Called for every vertex once, by rising INTO.  May be NULL. */
    void (*meet)(void *context, uint32_t into, uint32_t v);
    /* How much of that holds in no iteration of a loop in particular.  What is known of the first
       one only (counters that begin with a constant) a compiler that peels loops finds without
       lanes.  NULL: all. */
    uint32_t (*lasting)(void *context, uint32_t v);
    /* Can control come to V?  A copy to which it cannot needs no code.  NULL: it can, to all. */
    bool (*executable)(void *context, uint32_t v);
    /* The edge of the supergraph by which alone control can leave V; PP_NONE if there are several.
       What holds so in all of a block of copies, code will know.  NULL: there are several always. */
    uint32_t (*only)(void *context, uint32_t v);
    /* Does what the compiler makes of the loop that VERTEX of the supergraph heads need that it is
       one loop with one header?  Then no copy of that is worth anything.  NULL: of none. */
    bool (*whole)(void *context, uint32_t vertex);
};

struct pp_reduce_params {
    double benefit; /* percent of all benefit: hot vertices cover it (the thesis: 99) */
    double growth;  /* the reduced graph has at most so many percent more statements, of those to
                       which control can come, than the unduplicated one: if need be fewer vertices,
                       those of most benefit, are hot */
    uint64_t least; /* so many more it may have in any case */
    double price; /* of one statement that is added, in times that an average statement is executed:
                     copies that hang together must gain as much.  0: they need not */
    double entries; /* price of executing a statement in an innermost loop that is entered at
                       several vertices, as none was without copies */
};

/* How many statements more count as.  A second call of a function makes it less likely to be
   inlined at either, or its body is there twice. */
#define PP_PRICE_CALL 5
/* A second header of a loop: iterations are peeled off, or the loop is there twice.  What loop
   passes know of it, and what they do, suffers; how many copies there are makes no odds. */
#define PP_PRICE_LOOP 10

/* A vertex of some benefit. */
struct pp_candidate {
    uint64_t benefit;
    uint64_t lasting; /* benefit where loops are peeled */
    uint32_t vertex;
};

struct pp_reduction {
    struct pp_hot_graph graph;
    uint32_t *vertex_of; /* indexed by hot vertex: its vertex in graph */
    bool *hot;           /* indexed by hot vertex: its facts are kept */
    bool *comes; /* indexed by vertex of graph: for all that is known control can come there */
    uint32_t num_hot;
    uint64_t benefit;     /* of all vertices */
    uint64_t hot_benefit; /* of the hot ones */
    double worth;         /* hot_benefit without the price of the statements that are added */
    uint64_t stmts; /* of the unduplicated graph, of the hot-path graph and of the reduced one */
    uint64_t hot_stmts;
    uint64_t reduced_stmts; /* where control can come */
    bool limited;           /* growth did not allow what benefit asked for */
    bool priced;            /* nor did price, or the shape of loops */
};

/* Reduces H, whose counts are set.  The result is path congruent to H, of the same type, with
   counts; where no vertex is hot it is the supergraph's procedures themselves, without a copy.  Over
   calls `entries` is to be 0. */
void pp_reduce(struct pp_reduction *reduction, const struct pp_hot_graph *h,
               const struct pp_facts *facts, const struct pp_reduce_params *params);
void pp_reduction_free(struct pp_reduction *reduction);

#endif
