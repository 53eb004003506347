/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedures by the names of their symbols, aliases included. */
#ifndef PATHPROF_SYMBOL_PROCS_H
#define PATHPROF_SYMBOL_PROCS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/graph/graph.h"

struct pp_symbol_proc {
    const char *name;
    uint32_t proc;
};

struct pp_symbol_procs {
    struct pp_symbol_proc *list; /* by name, then procedure */
    uint32_t num;
};

void pp_symbol_procs_make(struct pp_symbol_procs *procs, const struct pp_graph *g);
void pp_symbol_procs_free(struct pp_symbol_procs *procs);

/* The first that is called NAME, of SIZE bytes, or where it would be. */
uint32_t pp_symbol_procs_first(const struct pp_symbol_procs *procs, const char *name, size_t size);
/* Whether the one at I, which may be past the last, is called so. */
bool pp_symbol_procs_is(const struct pp_symbol_procs *procs, uint32_t i, const char *name,
                        size_t size);

#endif
