/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions' graphs with the places that Graphviz gives their nodes and edges: dot is run, once, for
   all that are drawn, if it is there. */
#ifndef PATHPROF_DRAWING_H
#define PATHPROF_DRAWING_H

#include "tool/html/report.h"

/* Draws the functions that executed most, NUM of them, without those that are too large. */
struct pp_drawings *pp_drawings_make(const struct pp_html *html, uint64_t num);
void pp_drawings_free(struct pp_drawings *drawings);

/* The drawing of P; a text that says why there is none. */
json_t *pp_drawing_json(const struct pp_drawings *drawings, struct pp_html *html, uint32_t p);
/* Which edges of the drawing of its function PATH takes, in order; null if there is none. */
json_t *pp_drawing_of_path(const struct pp_drawings *drawings, const struct pp_path *path);

#endif
