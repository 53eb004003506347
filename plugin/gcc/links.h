/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How two names compare: what a branch on both has said, and which are copies of each other because
   a phi statement took one for the other. */
#ifndef PATHPROF_LINKS_H
#define PATHPROF_LINKS_H

#include "compat.h"

#if PP_RANGES
#include "value-relation.h"

/* A KIND B; A is the lower version. */
struct pp_link {
    unsigned a, b;
    relation_kind kind;
};

/* Those that hold at a point, by rising A and B.  GCC's evaluator asks them. */
class pp_links : public relation_oracle
{
  public:
    void clear();
    void load(const struct pp_link *links, unsigned num);
    /* Adds what is not known yet of A and B. */
    void add(unsigned a, relation_kind kind, unsigned b);
    /* NAME has another value now. */
    void forget(unsigned name);
    /* What E's phi statements, all at once, make of the names. */
    void take_phis(edge e);
    relation_kind find(unsigned a, unsigned b) const;

    relation_kind query_relation(basic_block, tree, tree) OVERRIDE;
    const_bitmap equiv_set(tree, basic_block) OVERRIDE;
    void register_relation(basic_block, relation_kind, tree, tree) OVERRIDE;
    relation_kind query_relation(basic_block, const_bitmap, const_bitmap) OVERRIDE;
    void dump(FILE *, basic_block) const OVERRIDE;
    void dump(FILE *) const OVERRIDE;

    auto_vec<struct pp_link> all;
};

/* Lowers A, *NUM of them, to what both they and B say.  Returns whether that changed it. */
bool pp_links_meet(struct pp_link *a, unsigned *num, const struct pp_link *b, unsigned num_b);

#endif
#endif
