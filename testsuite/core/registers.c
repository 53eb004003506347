/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions of the intraprocedural modes, obeyed. */
#include "registers.h"

#include <assert.h>

void registers_forget(struct registers *r, uint64_t garbage)
{
    r->path = garbage;
    for (int level = 0; level < MOST_LEVELS; level++) {
        struct round_registers *x = &r->levels[level];
        x->digit = x->nvc = garbage;
        x->left = (uint32_t)garbage;
        for (int i = 0; i < PP_MOST_ITERATIONS; i++)
            x->window[i] = garbage;
    }
    for (int i = 0; i < MOST_SAVED; i++)
        r->saved[i] = garbage;
}

static bool iterate(struct registers *r, struct round_registers *x, const struct pp_loop_plan *loop,
                    const struct pp_action *a, uint64_t *number)
{
    const struct pp_loop *l = &loop->loop;
    bool records = x->left == 0;
    uint64_t digit = x->digit + a->value.a.low;
    x->window[0] = loop->begin;
    uint64_t next = x->window[l->k - 2] + digit * l->whole[1];
    for (uint32_t i = l->k - 2; i > 0; i--)
        x->window[i] = x->window[i - 1] + digit * l->whole[l->k - i];
    if (records) {
        *number = r->path + x->digit + a->index.a.low + a->index.b.low;
        r->path = next;
    } else {
        r->path += digit * x->nvc + a->value.b.low;
        x->nvc = l->on[--x->left];
    }
    x->digit = 0;
    return records;
}

/* The registers of loop I of PLAN. */
static struct round_registers *at_level(struct registers *r, const struct pp_plan *plan, uint32_t i)
{
    uint32_t level = i < plan->num_loops ? plan->loops[i].level : 0;
    assert(level < MOST_LEVELS);
    return &r->levels[level];
}

bool registers_obey(struct registers *r, const struct pp_plan *plan, const struct pp_action *a,
                    uint64_t *number)
{
    assert(plan->num_saved <= MOST_SAVED && (a->saved < plan->num_saved || !a->saved));
    struct round_registers *x = at_level(r, plan, a->loop);
    if (a->late && x->left == 0)
        r->path += a->late;
    if (pp_does(a, PP_DO_ITERATE))
        return iterate(r, x, &plan->loops[a->loop], a, number);
    if (pp_does(a, PP_DO_RECORD))
        *number = (pp_does(a, PP_DO_USES_PATH) ? r->path : 0) + a->index.b.low +
                  (pp_does(a, PP_DO_OUT) ? (x->digit + a->index.a.low) * x->nvc : 0);
    if (a->update == PP_SET) {
        r->path = a->value.b.low;
    } else if (a->update == PP_RESTORE) {
        r->path = r->saved[a->saved] + a->value.b.low;
    } else if (a->update == PP_ADD) {
        r->path += a->value.b.low;
        if (pp_does(a, PP_DO_OUT))
            r->path += (x->digit + a->value.a.low) * x->nvc;
        else
            x->digit += a->value.a.low;
    }
    if (pp_does(a, PP_DO_SAVE))
        r->saved[a->saved] = r->path;
    if (pp_does(a, PP_DO_IN)) {
        const struct pp_loop *l = &plan->loops[a->next].loop;
        x = at_level(r, plan, a->next);
        x->digit = 0;
        x->left = l->k - 1;
        x->nvc = l->on[x->left];
    }
    return pp_does(a, PP_DO_RECORD);
}
