/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lanes/call-choice.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/memory.h"

/* Instructions that a call costs: itself, the return, arguments and result in the registers where
   the ABI has them, what is saved and restored. */
#define CALL_COST 8

/* A call is rare if the statements of the program are so many times as many. */
#define RARE 20000

/* Statements that the callee may execute for one call: beyond them the call is a small part. */
#define LONG_WAY 60

/* A statement that has not run costs so much of one that has: it lies apart. */
#define COLD 0.1

/* What a caller may grow by, and all callers of a unit, if growth is 100 percent: a part of its
   statements, but at least so many.  A short function may take in a longer one. */
#define CALLER_PART 1.0
#define CALLER_LEAST 300
#define UNIT_PART 0.04
#define UNIT_LEAST 600

struct chooser {
    struct pp_call_candidate *list;
    size_t num;
    const struct pp_call_limits *limits;
    double *grown; /* by procedure: statements that were taken in, cold ones counted in full */
    double unit_size, unit_executed, unit_grown;
};

static double cost_in_size(const struct pp_call_candidate *c)
{
    return (double)c->hot + (double)c->cold * COLD;
}

static double gain(const struct pp_call_candidate *c)
{
    return (double)c->times * CALL_COST;
}

/* What the copy must gain: `price` percent of an instruction for each execution of the unit's
   average statement, for each statement that is copied. */
static double price_of(const struct chooser *x, const struct pp_call_candidate *c)
{
    const struct pp_call_limits *l = x->limits;
    double average = x->unit_size > 0 ? x->unit_executed / x->unit_size : 0;
    return l->price / 100.0 * average * cost_in_size(c);
}

bool pp_call_is_rare(uint64_t times, double program)
{
    return times == 0 || (double)times * RARE < program;
}

static enum pp_call_fate fate_alone(const struct chooser *x, const struct pp_call_candidate *c)
{
    if (c->refused)
        return PP_CALL_REFUSED;
    if (c->left)
        return PP_CALL_LEFT;
    if (pp_call_is_rare(c->times, x->limits->program))
        return PP_CALL_RARE;
    if (c->stmts > LONG_WAY)
        return PP_CALL_LONG;
    return gain(c) < price_of(x, c) ? PP_CALL_PRICE : PP_CALL_EXPANDED;
}

/* Does FROM take in TO, or something that does? */
static bool takes_in(const struct chooser *x, uint32_t from, uint32_t to)
{
    bool *seen = pp_xcalloc((size_t)x->limits->num_procs + 1, sizeof *seen);
    uint32_t *todo = pp_xmalloc(((size_t)x->limits->num_procs + 1) * sizeof *todo), num = 0;
    todo[num++] = from;
    seen[from] = true;
    while (num > 0 && !seen[to]) {
        uint32_t caller = todo[--num];
        for (size_t i = 0; i < x->num; i++) {
            const struct pp_call_candidate *c = &x->list[i];
            if (c->fate != PP_CALL_EXPANDED || c->caller != caller || seen[c->callee])
                continue;
            seen[c->callee] = true;
            todo[num++] = c->callee;
        }
    }
    bool found = seen[to];
    free(seen);
    free(todo);
    return found;
}

static bool has_room(const struct chooser *x, const struct pp_call_candidate *c)
{
    double part = x->limits->growth / 100.0, more = (double)(c->hot + c->cold);
    double own = (double)x->limits->size[c->caller] * CALLER_PART;
    double unit = x->unit_size * UNIT_PART;
    own = own > CALLER_LEAST ? own : CALLER_LEAST;
    unit = unit > UNIT_LEAST ? unit : UNIT_LEAST;
    return x->grown[c->caller] + more <= own * part && x->unit_grown + more <= unit * part;
}

/* The most useful first; then in the order of the list, for the result to be the same everywhere. */
struct ranked {
    double worth;
    size_t index;
};

static int by_worth(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->worth != y->worth)
        return x->worth < y->worth ? 1 : -1;
    return (x->index > y->index) - (x->index < y->index);
}

void pp_choose_calls(struct pp_call_candidate *list, size_t num,
                     const struct pp_call_limits *limits)
{
    struct chooser x = {.list = list, .num = num, .limits = limits};
    struct ranked *order = pp_xmalloc((num + 1) * sizeof *order);
    size_t some = 0;
    x.grown = pp_xcalloc((size_t)limits->num_procs + 1, sizeof *x.grown);
    for (uint32_t p = 0; p < limits->num_procs; p++) {
        x.unit_size += (double)limits->size[p];
        x.unit_executed += (double)limits->executed[p];
    }
    for (size_t i = 0; i < num; i++) {
        struct pp_call_candidate *c = &list[i];
        assert(c->caller < limits->num_procs && c->callee < limits->num_procs);
        enum pp_call_fate fate = fate_alone(&x, c);
        c->fate = (uint8_t)(fate == PP_CALL_EXPANDED ? PP_CALL_GROWTH : fate);
        if (fate == PP_CALL_EXPANDED)
            order[some++] = (struct ranked){gain(c) / (cost_in_size(c) + 1), i};
    }
    qsort(order, some, sizeof *order, by_worth);
    for (size_t i = 0; i < some; i++) {
        struct pp_call_candidate *c = &list[order[i].index];
        if (!has_room(&x, c))
            continue;
        if (takes_in(&x, c->callee, c->caller)) {
            c->fate = PP_CALL_CYCLE;
            continue;
        }
        c->fate = PP_CALL_EXPANDED;
        x.grown[c->caller] += (double)(c->hot + c->cold);
        x.unit_grown += (double)(c->hot + c->cold);
    }
    free(order);
    free(x.grown);
}

/* Depth-first: what a caller takes in is listed before it, so the list is turned round. */
struct orderer {
    const struct pp_call_candidate *list;
    size_t num, num_callers;
    bool *seen;
    uint32_t *callers;
};

static void visit(struct orderer *o, uint32_t caller)
{
    bool any = false;
    o->seen[caller] = true;
    for (size_t i = 0; i < o->num; i++) {
        const struct pp_call_candidate *c = &o->list[i];
        if (c->fate != PP_CALL_EXPANDED || c->caller != caller)
            continue;
        any = true;
        if (!o->seen[c->callee])
            visit(o, c->callee);
    }
    if (any)
        o->callers[o->num_callers++] = caller;
}

uint32_t *pp_call_order(const struct pp_call_candidate *list, size_t num, uint32_t num_procs,
                        size_t *num_callers)
{
    struct orderer o = {.list = list, .num = num};
    o.seen = pp_xcalloc((size_t)num_procs + 1, sizeof *o.seen);
    o.callers = pp_xmalloc(((size_t)num_procs + 1) * sizeof *o.callers);
    for (size_t i = 0; i < num; i++)
        if (list[i].fate == PP_CALL_EXPANDED && !o.seen[list[i].caller])
            visit(&o, list[i].caller);
    for (size_t i = 0, k = o.num_callers; i + 1 < k; i++) {
        uint32_t last = o.callers[--k];
        o.callers[k] = o.callers[i];
        o.callers[i] = last;
    }
    free(o.seen);
    *num_callers = o.num_callers;
    return o.callers;
}
