/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions of the program direct calls enter, found by the names that calls have: in the unit, else in the
   module, else in the only other module that gives others a function of that name. */
#ifndef PATHPROF_CALLED_PROCS_H
#define PATHPROF_CALLED_PROCS_H

#include "tool/load/load.h"
#include "tool/names/names.h"

struct pp_called_procs {
    const struct pp_load *load;
    const struct pp_names *names;
    uint32_t module, unit; /* those at hand; PP_NONE: none yet */
    uint32_t *local;       /* indexed by string: function of that name in the unit at hand ... */
    uint32_t *local_unit;  /* ... if this is that unit */
    uint32_t *
        global; /* what calls of that name by other units of the module at hand enter; PP_NONE: not known */
    uint32_t
        *shared; /* what those by other modules enter, likewise; NULL: there is but one module */
};

void pp_called_procs_make(struct pp_called_procs *callees, const struct pp_load *load,
                          const struct pp_names *names);
void pp_called_procs_free(struct pp_called_procs *callees);

/* The function that the direct call at vertex C enters; PP_NONE: none that is counted.  Quick as
   long as calls are asked for unit by unit. */
uint32_t pp_callee_of(struct pp_called_procs *callees, uint32_t c);

/* What a call by procedure P that enters the symbol NAME (string) of no unit of its own enters; PP_NONE: not known. */
uint32_t pp_callee_of_name(struct pp_called_procs *callees, uint32_t p, uint32_t name);

#endif
