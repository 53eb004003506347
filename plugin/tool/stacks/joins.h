/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where contexts begin because paths do not follow the call: at roots.  Each call that is not
   followed leads from a node of the tree of contexts to a root.  From where a root was entered, and
   how often, is counted; what it did for which of them is not: where there are several, it is
   divided by these counts.

   A root that is pending already is not begun anew: what recursion does belongs to the outermost
   activation, as with recursion=context. */
#ifndef PATHPROF_JOINS_H
#define PATHPROF_JOINS_H

#include "tool/load/load.h"
#include "tool/names/names.h"
#include "tool/path/tree.h"

/* Calls of root TO by node NODE, which is beneath root FROM. */
struct pp_join {
    uint32_t node, from, to;
    double count; /* of indirect calls a part */
    bool lost; /* of these, some are in no path: the node has a part of what its function called */
};

/* Roots that call one another, directly or not: a strongly connected component. */
struct pp_join_cycle {
    uint32_t first, num; /* members[first] ..., in pp_joins */
    double entries;      /* of its roots, from outside the cycle: more than 0 */
    /* [i * num + j]: how many entries of member j one entry of member i from outside the cycle
       brings about, itself included.  NULL: there are too many members to tell. */
    long double *visits;
};

struct pp_joins {
    struct pp_tree tree;     /* as paths know it */
    uint32_t num;            /* roots; all arrays without a word are indexed by root */
    uint32_t *root;          /* its node */
    uint32_t *order, *first; /* nodes beneath root r: order[first[r]] up to [r + 1], in preorder */
    uint32_t *root_of, *place; /* by node: its root, its index from that root's first */
    struct pp_join *arcs;      /* by from, node, to: each once */
    uint32_t *first_arc, num_arcs, cap_arcs;
    double *calls;   /* how often it was entered */
    double *outside; /* ... of these by no call that is counted */
    bool *is_main;
    bool *certain; /* all of it is beneath one node, whose own root is certain: nothing to divide */
    uint32_t *cycle, *index; /* the component that it is in, and its index there */
    struct pp_join_cycle *cycles;
    uint32_t num_cycles, *members;
    long double *inclusive; /* statements for each entry, with those of the roots that it calls */
    double *from_main;      /* part of its entries that main has brought about */
    uint64_t lost;          /* indirect calls of which it is not known what they called */
};

/* A cycle of more roots is not taken apart. */
#define PP_MOST_IN_CYCLE 600

/* COST: of one execution, by vertex, as in pp_tree_make_timed; or NULL. */
void pp_joins_make(struct pp_joins *joins, const struct pp_load *load, const struct pp_names *names,
                   const double *cost);
void pp_joins_free(struct pp_joins *joins);

/* joins-cycles.c: from the arcs, what follows. */
void pp_join_cycles(struct pp_joins *joins);
/* joins-certain.c */
void pp_join_certain(struct pp_joins *joins);

static inline bool pp_in_one_cycle(const struct pp_joins *joins, uint32_t a, uint32_t b)
{
    return joins->cycle[a] == joins->cycle[b];
}

#endif
