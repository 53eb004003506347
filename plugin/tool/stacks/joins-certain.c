/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which roots' places are certain.  All that a root did lies beneath one node if every call that
   enters it is made by that node, or where the root is pending already: where control has only come
   through it.  The latter are the roots that it dominates; what comes from outside comes from one
   more root that is before all others.  Dominators by Cooper, Harvey and Kennedy (2001). */
#include <assert.h>
#include <stdlib.h>

#include "tool/stacks/joins.h"

struct dominators {
    const struct pp_joins *joins;
    uint32_t *number; /* by root: its place in reverse postorder, from 1; 0 is the one before all */
    uint32_t *order;  /* by that place: the root */
    uint32_t *up;     /* by that place: immediate dominator */
    uint32_t *begin, *end; /* by that place: in preorder of the dominator tree */
};

static void visit(struct dominators *d, uint32_t root, uint32_t *stack, uint32_t *next,
                  uint32_t *left)
{
    const struct pp_joins *joins = d->joins;
    uint32_t depth = 0;
    stack[depth++] = root;
    d->number[root] = PP_NONE; /* seen */
    next[root] = joins->first_arc[root];
    while (depth > 0) {
        uint32_t r = stack[depth - 1];
        if (next[r] < joins->first_arc[r + 1]) {
            uint32_t to = joins->arcs[next[r]++].to;
            if (d->number[to] == 0) {
                d->number[to] = PP_NONE;
                next[to] = joins->first_arc[to];
                stack[depth++] = to;
            }
        } else {
            d->order[*left] = r;
            depth--;
            --*left;
        }
    }
}

static void find_order(struct dominators *d)
{
    const struct pp_joins *joins = d->joins;
    size_t size = (size_t)joins->num + 1;
    uint32_t *stack = pp_xmalloc(size * sizeof *stack), *next = pp_xmalloc(size * sizeof *next);
    uint32_t left = joins->num;
    for (uint32_t r = 0; r < joins->num; r++) {
        if (joins->outside[r] > 0 && d->number[r] == 0)
            visit(d, r, stack, next, &left);
    }
    assert(left == 0); /* every cycle is entered from somewhere (joins-cycles.c) */
    for (uint32_t i = 1; i <= joins->num; i++)
        d->number[d->order[i]] = i;
    free(stack);
    free(next);
}

static void meet(struct dominators *d, uint32_t at, uint32_t with, bool *changed)
{
    uint32_t a = d->up[at], b = with;
    if (a == PP_NONE) {
        d->up[at] = with;
        *changed = true;
        return;
    }
    while (a != b) {
        if (a > b)
            a = d->up[a];
        else
            b = d->up[b];
    }
    *changed = *changed || d->up[at] != a;
    d->up[at] = a;
}

static void find_tree(struct dominators *d)
{
    const struct pp_joins *joins = d->joins;
    for (uint32_t i = 1; i <= joins->num; i++)
        d->up[i] = joins->outside[d->order[i]] > 0 ? 0 : PP_NONE;
    d->up[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i <= joins->num; i++) {
            uint32_t r = d->order[i];
            for (uint32_t a = joins->first_arc[r]; a < joins->first_arc[r + 1]; a++)
                meet(d, d->number[joins->arcs[a].to], i, &changed);
        }
    }
    /* A dominator is numbered lower than what it dominates. */
    for (uint32_t i = joins->num; i > 0; i--) /* sizes of subtrees */
        d->end[d->up[i]] += ++d->end[i];
    d->end[0]++;
    uint32_t *used = pp_xcalloc((size_t)joins->num + 1, sizeof *used);
    for (uint32_t i = 1; i <= joins->num; i++) {
        uint32_t up = d->up[i];
        d->begin[i] = d->begin[up] + 1 + used[up];
        used[up] += d->end[i];
    }
    for (uint32_t i = 0; i <= joins->num; i++)
        d->end[i] += d->begin[i];
    free(used);
}

static bool dominates(const struct dominators *d, uint32_t r, uint32_t s)
{
    uint32_t i = d->number[r], j = d->number[s];
    return d->begin[i] <= d->begin[j] && d->begin[j] < d->end[i];
}

#define OUTSIDE (PP_NONE - 1)

/* By root, the one node that calls it where it is not pending, or OUTSIDE; PP_NONE: there are several. */
static uint32_t *only_callers(const struct dominators *d)
{
    const struct pp_joins *joins = d->joins;
    uint32_t *caller = pp_xmalloc(((size_t)joins->num + 1) * sizeof *caller);
    bool *several = pp_xcalloc((size_t)joins->num + 1, sizeof *several);
    for (uint32_t r = 0; r < joins->num; r++)
        caller[r] = joins->outside[r] > 0 ? OUTSIDE : PP_NONE;
    for (uint32_t a = 0; a < joins->num_arcs; a++) {
        const struct pp_join *arc = &joins->arcs[a];
        several[arc->to] = several[arc->to] || arc->lost;
        if (dominates(d, arc->to, arc->from))
            continue;
        several[arc->to] = several[arc->to] || caller[arc->to] != PP_NONE;
        caller[arc->to] = arc->node;
    }
    for (uint32_t r = 0; r < joins->num; r++)
        caller[r] = several[r] ? PP_NONE : caller[r];
    free(several);
    return caller;
}

void pp_join_certain(struct pp_joins *joins)
{
    size_t size = (size_t)joins->num + 1;
    uint32_t *room = pp_xcalloc(5 * size, sizeof *room);
    struct dominators d = {joins,           room,           room + size, room + 2 * size,
                           room + 3 * size, room + 4 * size};
    joins->certain = pp_xcalloc(size, sizeof *joins->certain);
    find_order(&d);
    find_tree(&d);
    uint32_t *caller = only_callers(&d);
    for (uint32_t i = 1; i <= joins->num; i++) { /* what dominates it comes before */
        uint32_t r = d.order[i];
        joins->certain[r] = caller[r] == OUTSIDE ||
                            (caller[r] != PP_NONE && joins->certain[joins->root_of[caller[r]]]);
    }
    free(caller);
    free(room);
}
