/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registers of one activation in an intraprocedural mode, and what plan.h says is done to them. */
#ifndef REGISTERS_H
#define REGISTERS_H

#include "core/plan/plan.h"

/* Most heads of loops that are split in a procedure. */
#define MOST_SAVED 64

/* Most loops around each other. */
#define MOST_LEVELS 40

struct registers {
    uint64_t saved[MOST_SAVED];
    uint64_t path;
    struct round_registers {
        uint64_t digit, nvc, window[PP_MOST_ITERATIONS];
        uint32_t left;
    } levels[MOST_LEVELS];
};

/* GARBAGE is in all of them. */
void registers_forget(struct registers *r, uint64_t garbage);

/* Does what A, an action of PLAN, says.  Returns whether it records; then *NUMBER is what. */
bool registers_obey(struct registers *r, const struct pp_plan *plan, const struct pp_action *a,
                    uint64_t *number);

#endif
