/* SPDX-License-Identifier: GPL-3.0-or-later */
/* indirect=chain (thesis 3.7.3): an indirect call becomes tests of its pointer against the
   functions that it is likely to call, each with a direct call, which paths can follow; then the
   call as it was, for whatever else it calls. */
#ifndef PATHPROF_PROMOTE_CALLS_H
#define PATHPROF_PROMOTE_CALLS_H

#include "gcc/base/compilation.h"

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

#endif
