/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Desirable facts (thesis 9.2): what ranges say that code can make use of. */
#ifndef PATHPROF_FACTS_H
#define PATHPROF_FACTS_H

#include "gcc/ranges/ranges.h"
extern "C" {
#include "core/reduce/reduce.h"
}

enum pp_fact_kind {
    PP_FACT_OPERAND, /* the statement uses NAME, which is VALUE there */
    PP_FACT_RESULT,  /* what the statement computes is VALUE */
    PP_FACT_BRANCH,  /* of the ways out of the block only EDGE can be taken */
    PP_FACT_KINDS
};

struct pp_fact {
    unsigned stmt; /* uid */
    enum pp_fact_kind kind;
    unsigned name; /* OPERAND: version */
    tree value;
    uint32_t edge; /* of the graph */
};

/* What there is to know of a vertex: how many operands that are variables, results and branches it
   has. */
struct pp_chances {
    unsigned of[PP_FACT_KINDS];
};

/* The facts at the vertices of one hot-path graph. */
struct pp_found {
    const struct pp_hot_graph *h;
    vec<struct pp_fact> facts; /* of vertex 0, of vertex 1 ...; of each by stmt, kind and name */
    vec<unsigned> first;       /* indexed by vertex, and one more */
    vec<bool> executable;      /* indexed by vertex */
    vec<struct pp_chances> chances; /* the same way, of those; not of a reduced graph */
    uint64_t steps;                 /* of the analysis */
};

/* The facts of H; BODIES as for pp_ranges_make.  Numbers the statements of these functions; they must
   keep their uids as long as the facts are used. */
void pp_find_facts(struct pp_found *found, const struct pp_hot_graph *h,
                   const struct pp_body *bodies);

/* Those that RANGES, of H, say.  The statements have been numbered. */
void pp_collect_facts(struct pp_found *found, const struct pp_hot_graph *h,
                      struct pp_ranges *ranges);
void pp_found_free(struct pp_found *found);

/* The facts of the vertices of reduced graph R: what holds in all parts of each.  R has been made of H,
   of whose vertices FOUND knows what it knows of LIKE's; LIKE is NULL where FOUND is of H. */
void pp_meet_facts(struct pp_found *met, const struct pp_reduction *r, const struct pp_found *found,
                   const struct pp_hot_graph *h, const uint32_t *like);

/* Facts of FOUND that are not those of the same vertex in BASE, of a graph without copies. */
struct pp_gains {
    const struct pp_found *found, *base;
    const vec<bool> *whole; /* pp_find_whole */
};

/* Lists them for V; they are FOUND's. */
void pp_list_gains(const struct pp_gains *gains, uint32_t v, vec<const struct pp_fact *> *list);

/* As pp_reduce wants them.  They are worth what they save, in parts of an instruction. */
#define PP_WORTH_INSTRUCTION 4
struct pp_facts pp_gains_as_facts(struct pp_gains *gains);

/* How many facts of each kind V has beyond those of BASE, and how many in all; either may be NULL. */
void pp_count_facts(const struct pp_gains *gains, uint32_t v, unsigned gained[PP_FACT_KINDS],
                    unsigned all[PP_FACT_KINDS]);

/* The one way that can be taken out of the block that V ends; PP_NONE if that is not known. */
uint32_t pp_decided_edge(const struct pp_found *found, uint32_t v);

#endif
