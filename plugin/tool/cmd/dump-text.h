/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `dump` says for people. */
#ifndef PATHPROF_DUMP_TEXT_H
#define PATHPROF_DUMP_TEXT_H

#include "tool/load/load.h"

/* A procedure that is dumped. */
struct pp_dump_at {
    const struct pp_load *load;
    uint32_t proc;
    uint32_t vertex_base, edge_base; /* of its unit: ids are those that the plugin gave */
    size_t path, path_end;           /* its executed paths in profile.paths */
};

void pp_dump_unit(const struct pp_graph *g, const struct pp_unit *unit);
void pp_dump_proc(const struct pp_dump_at *d);

/* For both forms: what enum pp_storage is called; whether the procedure's graph is printed with its labels, which it is
   if there are any; whether edge E has one. */
const char *pp_storage_name(unsigned storage);
bool pp_is_labelled(const struct pp_dump_at *d);
bool pp_has_label(const struct pp_graph *g, uint32_t e);

#endif
