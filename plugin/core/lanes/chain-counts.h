/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a procedure did where it was called by a chain of calls: by one in a procedure that was itself called by a
   certain one, and so on.  A copy of it inside a copy of its caller needs that.  Of single calls call-counts.h tells,
   with all that is not known of any. */
#ifndef PATHPROF_CHAIN_COUNTS_H
#define PATHPROF_CHAIN_COUNTS_H

#include "core/profile/profile.h"

/* Chains of so many calls, at most. */
#define PP_LONGEST_CHAIN 4

struct pp_call_chain {
    uint32_t callee;
    uint32_t calls[PP_LONGEST_CHAIN]; /* vertices, the callee's own call first */
    unsigned num;                     /* of them, at least two */
    uint64_t *edges;                  /* from the callee's first on */
};

struct pp_call_chains {
    struct pp_call_chain *list;
    size_t num;
};

/* Fills C with the chains in which PROFILE has seen LEAST statements of the callee executed, or more, the callee having
   at most so many vertices. */
void pp_call_chains_make(struct pp_call_chains *c, const struct pp_profile *profile, double least,
                         uint32_t most_vertices);
void pp_call_chains_free(struct pp_call_chains *c);

#endif
