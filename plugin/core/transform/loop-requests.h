/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: how many iterations of which loop the user wants (pp_vertex.wanted_k). */
#ifndef PATHPROF_LOOP_REQUESTS_H
#define PATHPROF_LOOP_REQUESTS_H

#include "core/graph/graph.h"
#include "core/graph/mode.h"

/* K iterations of the innermost loop that has code of line LINE of FILE. */
struct pp_wish {
    char *file;
    uint32_t line, k;
    bool has_code, met; /* a profiled function has code of the line; such a loop was found */
};

struct pp_wishes {
    struct pp_wish *wishes;
    uint32_t num;
};

/* Reads "FILE:LINE:K,...".  Returns NULL, or a malloc'd sentence that says what is wrong. */
char *pp_wishes_parse(struct pp_wishes *wishes, const char *text);
void pp_wishes_free(struct pp_wishes *wishes);

/* Applies WISHES to the loops of PROC, not yet transformed.  The compiler runs in DIRECTORY; FILE
   is a file as pp_place_is says. */
void pp_wishes_apply(struct pp_wishes *wishes, struct pp_graph *g, uint32_t proc,
                     const char *directory);

/* Is code of G of the file of WISH, whatever its line? */
bool pp_wish_has_file(const struct pp_wish *wish, const struct pp_graph *g, const char *directory);

/* Malloc'd: the wish as it was written. */
char *pp_wish_text(const struct pp_wish *wish);

/* The innermost loops of G that run most, so many that they make PERCENT of the statements that run
   in innermost loops, shall have k iterations as params says; the others 1.  By the weights, and by
   how often each procedure is called where that is known.  What is already wanted stays. */
void pp_want_hottest(struct pp_graph *g, const struct pp_params *params, unsigned percent);

/* The loops of PROC, not yet transformed, that contain others shall have K iterations.  What is
   already wanted stays. */
void pp_want_outer(struct pp_graph *g, uint32_t proc, uint32_t k);

#endif
