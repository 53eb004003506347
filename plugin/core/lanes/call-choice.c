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
    return gain(c) < price_of(x, c) ? PP_CALL_PRICE : PP_CALL_EXPANDED;
}

/* What a procedure may be where calls are expanded. */
enum role { EITHER, TAKEN_IN, TAKES_IN };

/* What all calls of a procedure gain that may still be expanded, and all that it makes. */
struct ends {
    double of, from;
    uint8_t role; /* enum role */
};

static bool fits(const struct ends *ends, const struct pp_call_candidate *c)
{
    return ends[c->caller].role != TAKEN_IN && ends[c->callee].role != TAKES_IN;
}

/* What is lost at least if the procedure is of one kind only. */
static double at_stake(const struct ends *p)
{
    return p->of < p->from ? p->of : p->from;
}

/* The procedure of which most is at stake; as many as there are: none. */
static uint32_t most_torn(const struct chooser *x, struct ends *ends)
{
    uint32_t num = x->limits->num_procs, best = num;
    for (uint32_t p = 0; p < num; p++)
        ends[p].of = ends[p].from = 0;
    for (size_t i = 0; i < x->num; i++) {
        const struct pp_call_candidate *c = &x->list[i];
        if (c->fate != PP_CALL_EXPANDED || !fits(ends, c))
            continue;
        ends[c->callee].of += gain(c);
        ends[c->caller].from += gain(c);
    }
    for (uint32_t p = 0; p < num; p++)
        if (ends[p].role == EITHER && at_stake(&ends[p]) > (best < num ? at_stake(&ends[best]) : 0))
            best = p;
    return best;
}

/* No procedure that takes in others is taken in itself: a copy would make the calls that the
   procedure does not make any more, and how many of them each makes is not known.  Of the two it is
   what gains more. */
static void part_roles(struct chooser *x)
{
    struct ends *ends = pp_xcalloc((size_t)x->limits->num_procs + 1, sizeof *ends);
    for (uint32_t p; (p = most_torn(x, ends)) < x->limits->num_procs;)
        ends[p].role = ends[p].of < ends[p].from ? TAKES_IN : TAKEN_IN;
    for (size_t i = 0; i < x->num; i++)
        if (x->list[i].fate == PP_CALL_EXPANDED && !fits(ends, &x->list[i]))
            x->list[i].fate = PP_CALL_CHAIN;
    free(ends);
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
        x.grown[p] = limits->grown ? (double)limits->grown[p] : 0;
        x.unit_grown += x.grown[p];
        x.unit_size += (double)limits->size[p];
        x.unit_executed += (double)limits->executed[p];
    }
    for (size_t i = 0; i < num; i++) {
        assert(list[i].caller < limits->num_procs && list[i].callee < limits->num_procs);
        list[i].fate = (uint8_t)fate_alone(&x, &list[i]);
    }
    part_roles(&x);
    for (size_t i = 0; i < num; i++) {
        struct pp_call_candidate *c = &list[i];
        if (c->fate == PP_CALL_EXPANDED)
            order[some++] = (struct ranked){gain(c) / (cost_in_size(c) + 1), i};
    }
    qsort(order, some, sizeof *order, by_worth);
    for (size_t i = 0; i < some; i++) {
        struct pp_call_candidate *c = &list[order[i].index];
        if (!has_room(&x, c)) {
            c->fate = PP_CALL_GROWTH;
            continue;
        }
        x.grown[c->caller] += (double)(c->hot + c->cold);
        x.unit_grown += (double)(c->hot + c->cold);
    }
    free(order);
    free(x.grown);
}
