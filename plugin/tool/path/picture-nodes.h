/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nodes that a function is drawn with: vertices of which each only leads to the next are one. */
#ifndef PATHPROF_PICTURE_NODES_H
#define PATHPROF_PICTURE_NODES_H

#include "tool/path/picture.h"

struct pp_picture_nodes {
    uint32_t first, num;     /* vertices of the procedure; arrays begin there */
    uint32_t *next, *before; /* in a node, by vertex; PP_NONE: none */
};

/* FIRST, LAST: vertices, by their place in the procedure, that nothing may stand before or behind in
   their node; both may be NULL. */
void pp_picture_nodes_make(struct pp_picture_nodes *nodes, const struct pp_picture *picture,
                           const bool *first, const bool *last);
void pp_picture_nodes_free(struct pp_picture_nodes *nodes);

/* The first vertex of the node that V is in. */
uint32_t pp_picture_node(const struct pp_picture_nodes *nodes, uint32_t v);

/* Is V drawn as an oval of its own? */
bool pp_is_end(const struct pp_graph *g, uint32_t v);

#endif
