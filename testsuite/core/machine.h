/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine that runs the plans of a scope: control goes through the program's supergraph, and what
   plan.h says is done on the way. */
#ifndef MACHINE_H
#define MACHINE_H

#include "core/graph/graph.h"
#include "core/graph/mode.h"
#include "core/number/inner-paths.h"
#include "core/plan/plan.h"

#define MOST_SAVED 64 /* heads of loops in one procedure */

/* What calls hand over: struct pathprof_state, or, for wide numbers, pathprof_wide_state. */
struct machine_state {
    uint64_t callee;
    struct pp_num path, nvc;
    uint64_t begun;
    struct pp_num heads[PP_MOST_HEADS];
};

/* Registers of one activation. */
struct activation {
    uint32_t proc, vertex; /* where control is */
    struct pp_num path, nvc, on_entry, heads[PP_MOST_HEADS];
    uint64_t begun;
    uint64_t inner; /* negative: there is no inner path */
    struct pp_num saved[MOST_SAVED];
    bool is_root;
    struct machine_state found; /* what `restores` puts back */
};

struct machine {
    const struct pp_graph *g;
    const struct pp_plan *plans; /* by procedure */
    enum pp_mode mode;
    /* What is done where; NULL: nothing. */
    const struct pp_action **at_edge, **at_begin, **at_call, **at_wait;
    const struct pp_numbering *n; /* by which the plans are made; not owned */
    struct pp_numbers *numbers;   /* its own */
    struct pp_inner_paths *inner; /* by procedure */
    uint64_t num_inner;           /* of the records */
    struct machine_state state;
    struct activation *stack;
    uint32_t depth, room;
    uint64_t garbage;       /* what is in a register that nobody has set */
    struct pp_num *records; /* numbers recorded since somebody set num_records to 0 */
    uint32_t num_records, room_records;
};

void machine_init(struct machine *m, const struct pp_graph *g, const struct pp_plan *plans,
                  const struct pp_params *params, const struct pp_numbering *n);
void machine_free(struct machine *m);

/* Control enters PROC, for whatever reason; a new activation lies on the stack. */
void machine_enter(struct machine *m, uint32_t proc);

/* The activation on top of the stack takes edge E of the program; at a call that is followed it
   then hands the path over. */
void machine_take(struct machine *m, uint32_t e);

/* Control arrives sideways at RESTART vertex V of the activation on top. */
void machine_arrive(struct machine *m, uint32_t v);

/* Option pending=: does the activation on top, which is at call V, leave a number to be recorded if
   that does not come back?  It goes to *NUMBER. */
bool machine_waits(struct machine *m, uint32_t v, struct pp_num *number);

/* The activation on top is no more: it has returned, or control has left it sideways. */
void machine_pop(struct machine *m);

#endif
