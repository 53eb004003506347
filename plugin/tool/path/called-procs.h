/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions of the program direct calls enter, found by the names that calls have. */
#ifndef PATHPROF_CALLED_PROCS_H
#define PATHPROF_CALLED_PROCS_H

#include "tool/load/load.h"
#include "tool/names/names.h"

struct pp_called_procs {
    const struct pp_load *load;
    uint32_t unit;        /* the one at hand; PP_NONE: none yet */
    uint32_t *local;      /* indexed by string: function of that name in the unit at hand ... */
    uint32_t *local_unit; /* ... if this is that unit */
    uint32_t *global;     /* what other units' calls of that name enter; PP_NONE: not known */
};

void pp_called_procs_make(struct pp_called_procs *callees, const struct pp_load *load,
                          const struct pp_names *names);
void pp_called_procs_free(struct pp_called_procs *callees);

/* The function that the direct call at vertex C enters; PP_NONE: none that is counted.  Quick as
   long as calls are asked for unit by unit. */
uint32_t pp_callee_of(struct pp_called_procs *callees, uint32_t c);

/* What the calls of the symbol NAME (string) by other units enter; PP_NONE: not known. */
static inline uint32_t pp_callee_of_name(const struct pp_called_procs *callees, uint32_t name)
{
    return callees->global[name];
}

#endif
