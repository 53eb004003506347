/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of contexts whose stacks reach where control came from: roots are put beneath the calls
   that entered them (joins.h).  A root that was entered from several places is put beneath each, with
   a part of what it counted. */
#ifndef PATHPROF_JOINED_TREE_H
#define PATHPROF_JOINED_TREE_H

#include "tool/stacks/joins.h"

/* A joint that has less than this part of all statements, with all beneath it, is put with the others
   of its function beneath main, or where it is not known to be main's, at the outermost place
   (PP_SCATTERED). */
#define PP_LEAST_JOINT 100000

/* Each count of each node of JOINS's tree is the sum of those of its copies in TREE. */
void pp_joined_tree(struct pp_tree *tree, const struct pp_joins *joins);

/* What ran in all; in stacks that begin at main; and of the latter, what is in no stack that is
   apportioned. */
struct pp_tree_share {
    uint64_t stmts[3], calls[3];
};

struct pp_tree_share pp_tree_share(const struct pp_tree *tree, const struct pp_graph *g);

#endif
