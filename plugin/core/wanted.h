/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: how many iterations of which loop the user wants (pp_vertex.wanted_k). */
#ifndef PATHPROF_WANTED_H
#define PATHPROF_WANTED_H

#include "graph.h"
#include "mode.h"

/* K iterations of the innermost loop that has code of line LINE of FILE. */
struct pp_wish {
    char *file;
    uint32_t line, k;
    bool met; /* such a loop was found */
};

struct pp_wishes {
    struct pp_wish *wishes;
    uint32_t num;
};

/* Reads "FILE:LINE:K,..." (GCC hands over no argument whole that has a second equals sign). Returns
 * NULL, or a malloc'd sentence that says what is wrong. */
char *pp_wishes_parse(struct pp_wishes *wishes, const char *text);
void pp_wishes_free(struct pp_wishes *wishes);

/* Applies WISHES to the loops of PROC, not yet transformed.  FILE matches files that it is the end
   of, from a slash on. */
void pp_wishes_apply(struct pp_wishes *wishes, struct pp_graph *g, uint32_t proc);

/* The innermost loops of G that run most, so many that they make PERCENT of the statements that run
   in innermost loops, shall have k iterations as params says; the others 1.  By the weights, and by
   how often each procedure is called where that is known.  What is already wanted stays. */
void pp_want_hottest(struct pp_graph *g, const struct pp_params *params, unsigned percent);

/* The loops of PROC, not yet transformed, that contain others shall have K iterations.  What is
   already wanted stays. */
void pp_want_outer(struct pp_graph *g, uint32_t proc, uint32_t k);

#endif
