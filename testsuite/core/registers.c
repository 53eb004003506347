/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions of the intraprocedural modes, obeyed. */
#include "registers.h"

#include <assert.h>

void registers_forget(struct registers *r, uint64_t garbage)
{
    r->path = r->digit = r->nvc = garbage;
    r->left = (uint32_t)garbage;
    for (int i = 0; i < PP_MOST_ITERATIONS; i++)
        r->window[i] = garbage;
    for (int i = 0; i < MOST_SAVED; i++)
        r->saved[i] = garbage;
}

static bool go_round(struct registers *r, const struct pp_rounds *x, const struct pp_action *a,
                     uint64_t *number)
{
    const struct pp_loop *l = &x->loop;
    bool records = r->left == 0;
    uint64_t digit = r->digit + a->value.a.low;
    r->window[0] = x->begin;
    uint64_t next = r->window[l->k - 2] + digit * l->whole[1];
    for (uint32_t i = l->k - 2; i > 0; i--)
        r->window[i] = r->window[i - 1] + digit * l->whole[l->k - i];
    if (records) {
        *number = r->path + r->digit + a->index.a.low + a->index.b.low;
        r->path = next;
    } else {
        r->path += digit * r->nvc + a->value.b.low;
        r->nvc = l->on[--r->left];
    }
    r->digit = 0;
    return records;
}

bool registers_obey(struct registers *r, const struct pp_plan *plan, const struct pp_action *a,
                    uint64_t *number)
{
    assert(plan->num_saved <= MOST_SAVED && (a->saved < plan->num_saved || !a->saved));
    if (a->late && r->left == 0)
        r->path += a->late;
    if (a->round)
        return go_round(r, &plan->loops[a->loop], a, number);
    if (a->record)
        *number = (a->uses_path ? r->path : 0) + a->index.b.low +
                  (a->out ? (r->digit + a->index.a.low) * r->nvc : 0);
    if (a->update == PP_SET) {
        r->path = a->value.b.low;
    } else if (a->update == PP_RESTORE) {
        r->path = r->saved[a->saved] + a->value.b.low;
    } else if (a->update == PP_ADD) {
        r->path += a->value.b.low;
        if (a->out)
            r->path += (r->digit + a->value.a.low) * r->nvc;
        else
            r->digit += a->value.a.low;
    }
    if (a->save)
        r->saved[a->saved] = r->path;
    if (a->in) {
        const struct pp_loop *l = &plan->loops[a->next].loop;
        r->digit = 0;
        r->left = l->k - 1;
        r->nvc = l->on[r->left];
    }
    return a->record;
}
