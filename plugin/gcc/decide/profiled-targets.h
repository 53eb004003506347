/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an earlier profile (weights=FILE, made with targets=count) knows of indirect calls. */
#ifndef PATHPROF_PROFILED_TARGETS_H
#define PATHPROF_PROFILED_TARGETS_H

#include "gcc/decide/promote-calls.h"

/* profiled-targets.cc: what an earlier profile knows (weights=FILE, made with targets=count). */
struct pp_profiled {
    const struct pp_weights *weights;
    unsigned max_targets;
    hash_map<nofree_string_hash, cgraph_node *> *functions; /* of the unit, by symbol */
};

/* What C's earlier profile knows; K->weights is NULL if it counted no targets. */
void pp_profiled_init(struct pp_profiled *k, struct pp_compilation *c);
void pp_profiled_free(struct pp_profiled *k);

/* Gives the functions of the unit that were called through pointers by others a name for them. */
void pp_offer_targets(const struct pp_profiled *k);

/* Finds CHAINS for NODE's function, whose edges get the profile's counts if there are any.  Returns
   false if the profile does not know the function as it is here. */
bool pp_profiled_chains(struct pp_profiled *k, struct cgraph_node *node,
                        vec<struct pp_chain> *chains);

#endif
