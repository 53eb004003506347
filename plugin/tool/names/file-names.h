/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What source files are called in sentences: of an absolute name, as build systems pass it, as little as tells the file
   from all others. */
#ifndef PATHPROF_FILE_NAMES_H
#define PATHPROF_FILE_NAMES_H

#include "core/graph/graph.h"

struct pp_file_names {
    const struct pp_graph *g;
    uint32_t *skip; /* by string, a file's name: so much of it is left out */
};

/* Of G, which has to stay as long. */
void pp_file_names_make(struct pp_file_names *names, const struct pp_graph *g);
void pp_file_names_free(struct pp_file_names *names);

/* What FILE (string), a file of some line of the graph, is called: the end of its name. */
static inline const char *pp_short_file(const struct pp_file_names *names, uint32_t file)
{
    return pp_text(names->g, file) + names->skip[file];
}

#endif
