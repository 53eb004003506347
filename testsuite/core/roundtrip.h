/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the plugin's graph through the notes to the decoder's. */
#ifndef ROUNDTRIP_H
#define ROUNDTRIP_H

#include "core/format/notes.h"
#include "core/number/number.h"

/* Writes the notes of G, the graph of UNIT after pp_scope_pipeline, reads them and takes them
   through pp_scope_prepare.  Returns NULL if edges, flags and labels are those of G and N, else
   what is not. */
const char *roundtrip(const struct pp_graph *g, const struct pp_unit *unit,
                      const struct pp_numbering *n);

#endif
