/* SPDX-License-Identifier: GPL-3.0-or-later */
/* indirect=chain (thesis 3.7.3): an indirect call becomes tests of its pointer against the
   functions that it is likely to call, each with a direct call, which paths can follow; then the
   call as it was, for whatever else it calls. */
#ifndef PATHPROF_PROMOTE_CALLS_H
#define PATHPROF_PROMOTE_CALLS_H

#include "gcc/unit/instrument.h"

struct pp_weights;

/* A test: for NODE, of PROBABILITY where those before it have failed. */
struct pp_test {
    struct cgraph_node *node;
    profile_probability probability;
};

/* A call and its tests, in order. */
struct pp_chain {
    gcall *call;
    vec<struct pp_test> tests;
};

/* promote-calls.cc */
/* Makes chains in all functions of the unit that are profiled, whose bodies are canonical. */
void pp_chain_unit(struct pp_compilation *c);

/* Whether tests can be put before CALL, and whether NODE may be called in its place. */
bool pp_can_chain(gimple *stmt);
bool pp_may_call(gcall *call, struct cgraph_node *node);

/* profiled-targets.cc: what an earlier profile knows (weights=FILE, made with targets=count). */
struct pp_known {
    const struct pp_weights *weights;
    unsigned max_targets;
    hash_map<nofree_string_hash, cgraph_node *> *functions; /* of the unit, by symbol */
};

/* What C's earlier profile knows; K->weights is NULL if it counted no targets. */
void pp_known_init(struct pp_known *k, struct pp_compilation *c);
void pp_known_free(struct pp_known *k);

/* Gives the functions of the unit that were called through pointers by others a name for them. */
void pp_offer_targets(const struct pp_known *k);

/* Finds CHAINS for NODE's function, whose edges get the profile's counts if there are any.  Returns
   false if the profile does not know the function as it is here. */
bool pp_known_chains(struct pp_known *k, struct cgraph_node *node, vec<struct pp_chain> *chains);

#endif
