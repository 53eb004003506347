/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places of the nodes and edges of graphs, by Graphviz's dot. */
#ifndef PATHPROF_DOT_LAYOUT_H
#define PATHPROF_DOT_LAYOUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

struct pp_dot {
    FILE *graphs; /* graphs in dot's language are written here, one after the other */
};

/* Returns false if there is no room for what is to be written. */
bool pp_dot_begin(struct pp_dot *dot);
/* Lays them out, and frees DOT: an array of what `dot -Tjson0` says of each, in their order; null of a
   graph, and of all behind it, if dot fails.  NULL: there is no dot here. */
json_t *pp_dot_end(struct pp_dot *dot);

/* The numbers in TEXT, "3,4 5,6", all of them; malloc'd, *NUM of them.  Others than these and their
   separators, as "e,", are skipped. */
double *pp_dot_numbers(const char *text, size_t *num);

#endif
