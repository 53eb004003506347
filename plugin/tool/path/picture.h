/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `pathprof graph` draws of a function, and how it is written for Graphviz. */
#ifndef PATHPROF_PICTURE_H
#define PATHPROF_PICTURE_H

#include "tool/load/load.h"
#include "tool/names/names.h"

struct pp_picture {
    const struct pp_load *load;
    const struct pp_names *names;
    uint32_t proc;
    /* Indexed by vertex and by edge: what is drawn, and of this what is marked as hot.  An edge
       that is drawn leads from and to what is drawn. */
    bool *vertex_shown, *edge_shown, *vertex_hot, *edge_hot;
    bool surroundings; /* what leads to and from what is not drawn is summed up beside what is */
    char *title;
};

/* Prints it in the language of dot.  Vertices that only follow each other are one node.  Nodes have
   the source's text, looked for below SOURCE_DIR too (may be NULL), if WITH_SOURCE.  Returns how
   many nodes there are. */
uint32_t pp_picture_dot(const struct pp_picture *picture, bool with_source, const char *source_dir);

#endif
