/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an earlier profile (weights=FILE, made with targets=count) knows of indirect calls. */
#ifndef PATHPROF_PROFILED_TARGETS_H
#define PATHPROF_PROFILED_TARGETS_H

#include "gcc/decide/promote-calls.h"

typedef hash_map<nofree_string_hash, cgraph_node *> pp_by_symbol;

/* The functions of the unit, by symbol; to be deleted. */
pp_by_symbol *pp_functions_by_symbol(void);

/* The one of FUNCTIONS that is called SYMBOL and, if it is the unit's own, is of FILE (which may be
   NULL: not known); NULL if there is none. */
struct cgraph_node *pp_function_called(pp_by_symbol *functions, const char *symbol,
                                       const char *file);

/* Of which file DECL is, as profiles say it. */
const char *pp_file_of_function(tree decl);

/* profiled-targets.cc: what an earlier profile knows (weights=FILE, made with targets=count). */
struct pp_profiled {
    const struct pp_weights *weights;
    unsigned max_targets;
    pp_by_symbol *functions;
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
