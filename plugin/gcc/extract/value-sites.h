/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option values=: the statements whose values are counted, and how both compiles name them. */
#ifndef PATHPROF_VALUE_SITES_H
#define PATHPROF_VALUE_SITES_H

#include "gcc/extract/extract.h"

enum pp_value_kind {
    PP_VALUE_DIVISOR,   /* of a division, or of a remainder of signed numbers */
    PP_VALUE_REMAINDER, /* of unsigned numbers: the divisor, and how often it goes into the other */
    PP_VALUE_SIZE       /* of memcpy and the like: the size, and how the address is aligned */
};

/* One of them: the ORDINAL-th, from 0, among the statements of the VERTEX-th of its procedure. */
struct pp_value_site {
    gimple *stmt;
    uint32_t vertex;
    unsigned ordinal;
    enum pp_value_kind kind;
    tree value; /* an SSA name */
    tree other; /* the dividend, the address */
};

/* Appends those of procedure PROC of G, whose body is NODE's and whose places are SITES, to FOUND:
   the same in both compiles, as the graph is. */
void pp_find_value_sites(const struct pp_graph *g, uint32_t proc, struct cgraph_node *node,
                         const struct pp_sites *sites, vec<struct pp_value_site> *found);

#endif
