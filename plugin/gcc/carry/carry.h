/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a unit's assembly output carries besides its code. */
#ifndef PATHPROF_CARRY_H
#define PATHPROF_CARRY_H

#include "gcc/decide/plan-unit.h"
#include "runtime/format.h"

/* What one assembly output defines for the whole unit. */
struct pp_carried {
    char *name; /* of the unit, for messages */
    vec<struct pathprof_function> functions;
    unsigned char *notes;
    size_t notes_size;
};

/* What the output that owns the unit must define, by the scope's graph G, decided. */
struct pp_carried *pp_carried_make(const struct pp_compilation *c, const struct pp_graph *g,
                                   const struct pp_decision *decisions);

/* Writes the unit's descriptor, counters, notes and the runtime to the assembly output. */
void pp_carry_unit(struct pp_compilation *c);

/* -flto, where the unit is compiled: leaves a reference that only a link with the plugin satisfies. */
void pp_leave_link_guard(void);

/* Whether there is a runtime for the code that is to be made. */
bool pp_carries_runtime();

#endif
