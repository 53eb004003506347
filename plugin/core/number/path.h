/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a path is. */
#ifndef PATHPROF_PATH_H
#define PATHPROF_PATH_H

#include "core/base/num.h"
#include "core/graph/graph.h"

struct pp_path {
    uint32_t proc; /* in which the active-suffix begins */
    struct pp_num number;
    uint64_t count;
    double variance; /* option bursts=: of the count, which is an estimate; 0: it is exact */
    /* Live edges from Entry_P to where the path ends, surrogates included; in interprocedural modes
       with call and return edges, from the Entry (or, first edge a surrogate, GEntry) of whatever
       procedure it begins in. */
    uint32_t *edges;
    uint32_t num_edges;
    /* Where the active-suffix begins: edges[active] on.  What comes before, the context-prefix, ran
       earlier and was counted with other paths (thesis 3.3.1).  0: no prefix. */
    uint32_t active;
    /* Paths that were told apart by the call that their procedure was entered by (intra.h): its
       vertex; 0, which is none, if it is not known, or not told. */
    uint32_t by_call;
    uint64_t stmts;        /* statements on its active-suffix, once through */
    uint64_t prefix_stmts; /* and on its context-prefix */
};

#endif
