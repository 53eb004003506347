/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner: labels -> actions.  What the emitter places, and where, and nothing else. */
#ifndef PATHPROF_PLAN_H
#define PATHPROF_PLAN_H

#include "core/graph/graph.h"
#include "core/graph/mode.h"
#include "core/number/number.h"

enum pp_place {
    PP_AT_EDGE,   /* on an edge that is not surrogate */
    PP_AT_VERTEX, /* where a RESTART vertex begins */
};

enum pp_update { PP_KEEP, PP_ADD, PP_SET, PP_RESTORE };

/* The kinds of steps that an action is made of; what each does is below. */
enum pp_step {
    PP_DO_ENTER = 1 << 0,
    PP_DO_BACK = 1 << 1,
    PP_DO_RECORD = 1 << 2,
    PP_DO_USES_PATH =
        1 << 3, /* no step: what is recorded, or waits, is path + index, not index alone */
    PP_DO_LEAVE = 1 << 4,
    PP_DO_CALL = 1 << 5,
    PP_DO_OUT = 1 << 6,
    PP_DO_IN = 1 << 7,
    PP_DO_ITERATE = 1 << 8,
    PP_DO_SAVE = 1 << 9,
    PP_DO_WAIT = 1 << 10,
    PP_DO_RESUME = 1 << 11,
    PP_DO_RESTART = 1 << 12,
    PP_DO_INNER = 1 << 13,
    PP_DO_COUNT_INNER = 1 << 14,
    PP_STEPS = 1 << 15
};

/* What happens on one edge, in this order: the steps of `does`.  `path` is pathNum, `nvc`
   numValidCompsFromExit; index, value and the handover's nvc are functions of nvc, with a = 0 in
   intraprocedural modes.  enter, back, leave and call: interprocedural modes only (thesis 3.6, 4.3
   and appendix B; doc/internals.md says what is handed over how).

   enter: path and nvc are taken from the caller, or, where a path begins with this activation, are
          the procedure's root value and 1.  So are the words of its cycle's heads, or are 0.  If
          the plan is `relative`, path is 0 and nvc is 1, whoever called.
   back:  a call has come back; see pp_handover.
   record: counts[(uses_path ? path : 0) + index] += 1.
   update: path is kept, added to, or set.  Mode context sets it to value above pathNumOnEntry, the
          path that was taken at enter; piecewise to value itself, and nvc to the procedure's
          `unbalanced`, for a path that begins here has no open parenthesis.
   leave: path + index is handed back to the caller, or, if the path began with this activation or
          the plan says `ends`, recorded: counts[path + index] += 1; if it is `relative`, the root
          value is added to what is recorded.
   call:  path + index is handed to the callee, but to one that is `relative`.

   inner: where path is set, so is the number of the inner path that begins there (inner-paths.h), to inner_value;
          else inner_value is added to it.  Where path is set, taken or handed over without this step, there is no inner
          path from then on (but a call that is cut leaves it alone).
   count_inner: with record.  If there is an inner path, it is that which is recorded, as inner + inner_index; else what
          record says.

   Option pending=, in a procedure that waits (pp_plan.waits).  Every activation of it has a slot.

   wait:    (before a call) path + index is what is recorded if the call does not come back.
   resume:  that call is over.
   restart: (at a RESTART vertex) the path that waited, if one did, is recorded.

   Mode path-context, and option loops=context, in a procedure with loops whose heads are split, and
   mode kpath, in one with loops that are collapsed.  Such a loop i has a register, saved[i]. update
   may be:
   PP_RESTORE: path = saved[saved] + value.
   save: the last of all, where control comes into loop `saved` anew: saved[saved] = path.

   Mode kpath, in a procedure with loops (pp_plan.loops).  Control is in at most one of them, and in
   others in which that is a step, or in a step; each level of them has four registers more:
   `digit`; `left`, how many iterations the path in `path` may still begin; nvc, the loop's
   on[left]; and window[1 .. k - 2], what the younger windows have.  In the loop, adding a value <a,
   b> is digit += a, path += b.  Then:

   A wait may be `late` and `out` as a record may.

   late:  in the last iteration (left = 0) added to path, before anything is recorded.
   out:   the loop is left.  What is added to path, or to the number recorded, is
          (digit + value.a) * nvc + value.b, or the same of index.
   in:    loop `next` is entered.  digit = 0, left = k - 1, nvc = on[left].
   iterate: the loop's back edge.  digit += value.a.  All windows grow by an iteration:
            new = window[k - 2] + digit * whole[1], and then
            window[i] = window[i - 1] + digit * whole[k - i] for i = k - 2 .. 1
          where window[i] has seen i iterations and window[0] is `begin`.  If left = 0:
            counts[path + (digit - value.a + index.a) + index.b] += 1, path = new;
          else path += digit * nvc + value.b, left -= 1, nvc = on[left].  Then digit = 0. */
struct pp_action {
    enum pp_place place;
    uint32_t at;   /* edge or vertex */
    uint16_t does; /* enum pp_step, or-ed */
    struct pp_linear index;
    enum pp_update update;
    struct pp_linear value;
    uint32_t handover;   /* back, call: index into pp_plan.handovers */
    uint32_t saved;      /* PP_RESTORE, save: index of the loop, below pp_plan.num_saved */
    uint32_t loop, next; /* indexes into pp_plan.loops; next: in; loop: late, out, iterate, and
                            PP_ADD if value.a is not 0 */
    uint64_t late;
    uint64_t inner_value, inner_index; /* modulo 2^64 */
};

/* Does A do one of STEPS? */
static inline bool pp_does(const struct pp_action *a, unsigned steps)
{
    return (a->does & steps) != 0;
}

/* Has A do STEPS, or not do them, as WHETHER says. */
static inline void pp_have_do(struct pp_action *a, unsigned steps, bool whether)
{
    a->does = (uint16_t)(whether ? a->does | steps : a->does & ~steps);
}

/* Mode kpath: a loop as the emitted code needs to know it. */
struct pp_loop_plan {
    struct pp_loop loop;
    uint32_t level;  /* how many of the loops it is a step in, or in a step of */
    uint64_t begin;  /* path, at the head, of a path that begins there */
    bool has_digits; /* whether `digit` is ever anything but 0 */
};

/* What caller and callee hand over at one call site whose call edge is live. */
struct pp_handover {
    uint32_t callee;      /* its index in the scope, by which it knows that it is meant */
    bool named;           /* the callee may be entered otherwise as well, and looks for its name */
    struct pp_linear nvc; /* the callee's nvc: psi_r (nvc), or 1 where the return edge is cut */
    bool ends;            /* the callee's plan says `ends`: it knows its nvc and records its path */
    /* The callee's plan says `relative`: nothing but its name is handed to it, and behind the call path is what it
       was, and nvc above times what comes back.  SINGLE: that would be 0, and does not come back. */
    bool relative, single;
    /* The call is not followed, and the callee need not know: it is handed begin_value, its root value, with which a
       path begins.  That is recorded when it comes back; the caller's own goes on. */
    bool cut;
    /* Option recursion=context.  The callee's cycle has so many heads; which of them the callee
       is, or PP_NONE.  IN_CYCLE: heads' words are handed over as the caller has them, but the
       callee's own is 0.  Else all are 0.  AGAIN: the call is recursive, and all of them are as the
       caller has them; path is that of the callee's head or, if it is 0, begin_value, its root
       value. */
    uint32_t heads, head;
    bool in_cycle, again;
    /* Coming back.  Return edge live: path is what the callee hands back.  Cut: that is recorded,
       and then path is again what it was at the call (and value is added), or, in mode piecewise,
       set as for a path that begins at r. */
    bool returns;
    /* piecewise: a path may have begun since the call.  If one has: begun_returns: edge_value is
       added to path and nvc becomes the procedure's `unbalanced`; otherwise it is recorded as
       above and path is set to begin_value.  MOSTLY_BEGINS: one has more often than not, by the weights. */
    bool may_begin, begun_returns, mostly_begins;
    struct pp_num edge_value, begin_value;
};

struct pp_plan {
    bool
        hands_over; /* its paths cross calls: what is done at them is handovers, enter, back, leave and call */
    bool
        in_pieces; /* a path may begin inside it (mode.h): it is entered with nvc = `unbalanced` there */
    /* In the order in which they are done where places coincide: where RESTART vertices begin, on
       edges, before calls; each by rising `at`.  At most one for each place, but on edges into and
       out of collapsed loops. */
    struct pp_action *actions;
    uint32_t num_actions, cap_actions;
    struct pp_handover *handovers;
    uint32_t num_handovers, cap_handovers;
    struct pp_loop_plan *loops; /* mode kpath */
    uint32_t num_loops;
    bool waits;         /* option pending=: paths may be left under way in it */
    uint32_t num_saved; /* registers for what path was at a loop's head */
    /* Interprocedural modes, of the procedure as a whole. */
    bool always_root;     /* every activation begins a path: nothing is ever taken or handed back */
    bool may_be_root;     /* some do: the name says which */
    uint32_t heads, head; /* option recursion=context: heads of its cycle, and which it is */
    struct pp_linear
        reentry;        /* of a head: enter sets its word, if it is handed 0, to path + this */
    uint32_t all_heads; /* words of heads that are in use in the scope: `restores` */
    bool restores; /* when it began a path, it leaves the state as it found it: it may have come
                      between a caller and its callee */
    bool begins;   /* piecewise: a path may begin in it, and come back from it */
    bool ends;     /* every path that comes to its Exit ends there: `leave` records it whoever
                      called, and nvc is 1 throughout */
    /* Paths neither end nor begin between its Entry and its Exit, so each activation numbers its own part of the path,
       from 0 (plan-calls.h).  SINGLE: there is but one such part. */
    bool relative, single;
    uint64_t num_inner;       /* counters of inner paths; 0: they are not counted by themselves */
    uint64_t inner_offset;    /* of the first in the unit's counters, in bytes */
    struct pp_num root_value; /* number of the edge Entry_global -> Entry_P */
    struct pp_num unbalanced; /* numUnbalRLPaths[Exit_P] (piecewise) */
};

void pp_plan_init(struct pp_plan *plan);
void pp_plan_free(struct pp_plan *plan);
void pp_plan_append(struct pp_plan *plan, const struct pp_action *action);

/* PROC cannot be instrumented, because of WHAT at EDGE.  Returns false. */
bool pp_refuse_edge(struct pp_graph *g, uint32_t proc, uint32_t edge, const char *what);

/* Plans PROC, transformed and (mode path) numbered.  Values are numbers of N->numbers, modulo
   2^(64 * words): an increment may be "negative".  For every path the sum of what is set, added and
   recorded is its number (what is saved counts as set). mode path: event counting on a maximum
   spanning tree; increments before a record are folded into it. modes edge and callgraph: one
   action a counter, index 0.. in order of edges; sets num_paths of PROC to their number.  Returns
   false, with procs[].storage = PP_STORE_NONE and why, when it cannot be done. */
bool pp_plan_proc(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                  const struct pp_numbering *n, struct pp_plan *plan);

/* Whether PROC, transformed, can be planned; if not it is refused, with the reason. */
bool pp_can_plan(struct pp_graph *g, uint32_t proc);

#endif
