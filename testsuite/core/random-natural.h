/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: the loops of a random graph, by definition. */
#ifndef RANDOM_NATURAL_H
#define RANDOM_NATURAL_H

#include "random.h"

#define MOST_K 5

/* By vertex of the procedure, its first at 0. */
struct loops {
    const struct pp_graph *g;
    /* Head of its loop with k > 1, or PP_NONE; of a collapsed loop's head, that of the loop in
       which it is a step. */
    uint32_t head_of[MOST_VERTICES], step_in[MOST_VERTICES];
    /* Head of the smallest collapsed loop that it is in, or PP_NONE; of such a head, that of the
       next. */
    uint32_t region[MOST_VERTICES], around[MOST_VERTICES];
    bool body[MOST_VERTICES][MOST_VERTICES]; /* of the natural loop of a head ... */
    bool natural[MOST_VERTICES];             /* ... if it has one, and is entered there alone */
};

/* Finds the loops after the graph of S was made with K.  EXACT: nothing kept them from what they want. */
void find_loops(struct loops *l, const struct pp_graph *g, const struct spec *s, uint32_t k,
                bool exact);

uint32_t first_vertex(const struct pp_graph *g);
bool is_cut(const struct pp_graph *g, uint32_t e);
/* Does E lead over a collapsed loop? */
bool is_over(const struct pp_graph *g, uint32_t e);
/* Does E lead to, or come from, the step that a collapsed loop is? */
bool to_step(const struct pp_graph *g, uint32_t e);
bool from_step(const struct pp_graph *g, uint32_t e);
/* The loop with k > 1 that E comes from, and leads to. */
uint32_t loop_from(const struct loops *l, uint32_t e);
uint32_t loop_to(const struct loops *l, uint32_t e);
bool goes_round(const struct loops *l, uint32_t e);

/* Structured programs: loops in loops, with jumps to where any of them begins or ends. */
void make_nest(struct spec *s);

#endif
