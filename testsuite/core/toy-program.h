/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random programs in the toy language, and what their statements do. */
#ifndef TOY_PROGRAM_H
#define TOY_PROGRAM_H

#include "toy.h"

/* Code for each vertex of G, malloc'd; sets how many statements it has. */
struct toy_code *toy_program(struct pp_graph *g);

/* What a variable may be of which nothing is known. */
int toy_random(void);

/* Does OP to the variables in STATE. */
void toy_run(const struct toy_op *op, int *state);

/* An edge at random out of V of those that CODE allows in STATE; PP_NONE: there is none. */
uint32_t toy_way(const struct pp_graph *g, uint32_t v, const struct toy_code *code,
                 const int *state);

#endif
