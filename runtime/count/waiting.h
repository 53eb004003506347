/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Option pending=: between pending.c, which modules without the option do not have, and the runtime
   proper, with which it registers. */
#ifndef PATHPROF_WAITING_H
#define PATHPROF_WAITING_H

#include "../format.h"

typedef void (*slot_visitor)(void *closure, struct pathprof_slot *slot);

struct pathprof_waiting {
    /* Calls VISIT for every slot of the module that is waited with. */
    void (*visit)(slot_visitor visit, void *closure);
    /* What is waited for is waited for in vain, and recorded in the counters. */
    void (*left)(void);
    /* In the child of a fork, where they wait as well: they wait with nothing, since what they have
       run the parent has run. */
    void (*forked)(void);
    /* Nobody waits any more, or will. */
    void (*free)(void);
};

/* NULL where no unit of the module has the option.  (Not weak functions: gold takes the address of
   one that is hidden and not there for that of the program.) */
extern const struct pathprof_waiting *__pathprof_waiting;

#endif
