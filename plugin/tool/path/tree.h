/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of calling contexts that a profile's paths run through, with exact counts: a node is a
   procedure and the chain of calls that are pending in it. */
#ifndef PATHPROF_TREE_H
#define PATHPROF_TREE_H

#include "tool/path/walk.h"

/* How a node comes to be beneath its parent. */
enum pp_joint {
    PP_FOLLOWED, /* by a path; the only one in a tree that pp_tree_make makes */
    PP_JOINED,   /* by a call that no path follows, and by no other */
    PP_APPORTIONED, /* by one of several such calls, or from outside: it has a part of what was counted */
    PP_SCATTERED, /* the same, of many that are too rare to show: callers between are left out */
};

struct pp_node {
    uint32_t parent; /* PP_NONE: outermost */
    uint32_t proc;
    uint32_t call; /* call edge by which it was entered; PP_NONE: outermost, or sites are one */
    bool open;     /* outermost, but nothing is known of how it was entered */
    bool part; /* what it counts is a part by apportioning: it is beneath such a joint, or ... */
    uint8_t joint;                          /* enum pp_joint */
    uint32_t first_child, last_child, next; /* children in order of the paths; PP_NONE: none */
    uint64_t calls;                         /* times it was entered; saturates, as the others do */
    uint64_t stmts;                         /* executed in the procedure itself */
    uint64_t total;                         /* and with what it calls on the tree */
    double time, total_time; /* the same of what COST says (pp_tree_make_timed); 0 without */
};

struct pp_tree {
    struct pp_node *nodes; /* parents before children */
    uint32_t num, cap;
    uint32_t *slots; /* open addressing: nodes by (parent, procedure, call) */
    uint32_t num_slots;
    uint32_t first_root, last_root;
    bool sites; /* different call sites in one context are different contexts */
    bool full;  /* there are more contexts than PP_MOST_NODES: the deeper ones are their callers' */
};

/* Only a forged file has more. */
#define PP_MOST_NODES (UINT32_C(1) << 22)

/* An empty tree; SITES as in the structure.  What was made so, or by pp_tree_make, pp_tree_free frees. */
void pp_tree_init(struct pp_tree *tree, bool sites);
void pp_tree_free(struct pp_tree *tree);
/* Hangs node N at the end of its parent's children; PP_NONE for a parent: of the roots. */
void pp_tree_hang(struct pp_tree *tree, uint32_t n);

/* Adds what nodes count themselves to their totals, which are 0, and to those of all that they are beneath. */
void pp_tree_sum_up(struct pp_tree *tree);

/* The node of TREE that has the chain of calls of node N of OTHER, a tree of the same profile; PP_NONE: it has none. */
uint32_t pp_tree_find(const struct pp_tree *tree, const struct pp_tree *other, uint32_t n);

/* The node of the activation that WALK is in. */
uint32_t pp_tree_at(struct pp_tree *tree, struct pp_walk *walk);

/* The same tree, and in it the sums of COST, of one execution by vertex. */
void pp_tree_make_timed(struct pp_tree *tree, const struct pp_profile *profile, bool sites,
                        const double *cost);

/* The tree of all executed paths of PROFILE, in modes whose paths cross calls, with its counts. */
void pp_tree_make(struct pp_tree *tree, const struct pp_profile *profile, bool sites);

#endif
