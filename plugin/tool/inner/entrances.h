/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By which ways control comes into the functions of a program whose paths follow calls, and what was executed behind
   each.

   An entrance of a function is a call of it that paths follow, or all else together, if there is anything else: calls
   from outside of the unit, indirect ones, and such as paths step over.  There are as many as call sites, where there
   are more chains of calls than anybody can test. */
#ifndef PATHPROF_ENTRANCES_H
#define PATHPROF_ENTRANCES_H

#include "tool/load/load.h"
#include "tool/path/tree.h"

struct pp_entrance {
    uint32_t proc;
    uint32_t call; /* vertex; PP_NONE: all else */
};

/* What stands behind all else, by procedure. */
struct pp_elsewheres {
    bool outside; /* what is not in the graph may call it */
    uint32_t recursive,
        cut; /* calls of it that paths do not follow, because of recursion or otherwise */
};

/* A path that was executed in a calling context. */
struct pp_taken_there {
    uint32_t proc, node; /* of the tree */
    uint64_t number, count;
};

struct pp_entrances {
    struct pp_entrance *list; /* by procedure, then by call, all else last */
    uint32_t num, room;
    uint32_t *first; /* by procedure, and one more; NULL: no path follows calls */
    struct pp_elsewheres *elsewhere;
    double *
        chains; /* by procedure: chains of calls from where paths begin; < 0: paths do not know them whole */
    struct pp_tree tree;
    uint64_t *entered; /* by entrance: times, by what is known in parts alone (projected.h) */
    struct pp_taken_there *taken;
    size_t num_taken, room_taken;
};

/* Finds those of LOAD's program; there are none if no path follows calls. */
void pp_entrances_find(struct pp_entrances *entrances, const struct pp_load *load);
void pp_entrances_free(struct pp_entrances *entrances);

/* Notes that the path NUMBER of PROC was executed in the context of NODE. */
void pp_entrances_take(struct pp_entrances *entrances, uint32_t proc, uint32_t node,
                       uint64_t number, uint64_t count);

/* Notes that an activation in the context of NODE began so often; of what it did only parts are known. */
void pp_entrances_enter(struct pp_entrances *entrances, const struct pp_graph *g, uint32_t node,
                        uint64_t count);

/* By which entrance NODE was entered; PP_NONE: it is not known. */
uint32_t pp_entrance_of(const struct pp_entrances *entrances, const struct pp_graph *g,
                        uint32_t node);

/* Is there anything of procedure P? */
static inline bool pp_has_entrances(const struct pp_entrances *entrances, uint32_t p)
{
    return entrances->first && entrances->first[p + 1] > entrances->first[p];
}

#endif
