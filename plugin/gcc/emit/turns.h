/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option bursts=: the loops in which an activation may begin to be counted, or cease to be. */
#ifndef PATHPROF_TURNS_H
#define PATHPROF_TURNS_H

#include "gcc/base/compilation.h"
#include "gcc/mark/marker.h"

/* Where a loop goes round: from there a plain activation may go on as one that counts, and the other way round. */
struct pp_loop_turn {
    edge plain, copy; /* into the headers */
    struct pp_marker
        begins; /* of the activation that goes round as it has begun a path; token NULL: none */
};

/* Appends to TURNS where outermost loops of FN, the current function, go round which are long enough,
   and in which no path is under way there but one that begins. */
void pp_find_loop_turns(const struct pp_compilation *c, struct function *fn,
                        vec<struct pp_loop_turn> *turns);

#endif
