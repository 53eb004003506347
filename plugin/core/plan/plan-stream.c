/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places in a plan are written relative to the procedure's first edge and vertex: its numbers in
   the two graphs differ. */
#include "core/plan/plan-stream.h"

#include <stdlib.h>
#include <string.h>

/* Whoever adds a field says here how it travels. */
_Static_assert(sizeof(struct pp_action) == 128, "an action has other fields than are streamed");
_Static_assert(sizeof(struct pp_handover) == 96, "a handover has other fields than are streamed");
_Static_assert(sizeof(struct pp_loop_plan) == 32 + 16 * (PP_MOST_ITERATIONS + 1),
               "a loop has other fields than are streamed");
_Static_assert(sizeof(struct pp_plan) == 168, "a plan has other fields than are streamed");

/* ---- Flags travel together, as one number. */

static void put_flags(struct pp_bytes *out, bool *const *flags, unsigned num)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < num; i++)
        bits |= (uint64_t)*flags[i] << i;
    pp_put(out, bits);
}

static void get_flags(struct pp_input *in, bool *const *flags, unsigned num)
{
    uint64_t bits = pp_get(in);
    in->bad |= bits >> num != 0;
    for (unsigned i = 0; i < num; i++)
        *flags[i] = bits >> i & 1;
}

enum { HANDOVER_FLAGS = 11, PLAN_FLAGS = 10 };

static void handover_flags(struct pp_handover *h, bool **flags)
{
    bool *all[HANDOVER_FLAGS] = {&h->named,   &h->ends,      &h->in_cycle,      &h->again,
                                 &h->returns, &h->may_begin, &h->begun_returns, &h->relative,
                                 &h->single,  &h->cut,       &h->mostly_begins};
    memcpy(flags, all, sizeof all);
}

static void plan_flags(struct pp_plan *plan, bool **flags)
{
    bool *all[PLAN_FLAGS] = {
        &plan->hands_over, &plan->in_pieces, &plan->waits, &plan->always_root, &plan->may_be_root,
        &plan->restores,   &plan->begins,    &plan->ends,  &plan->relative,    &plan->single};
    memcpy(flags, all, sizeof all);
}

/* ---- Numbers: how many words, then the words. */
static void put_num(struct pp_bytes *out, struct pp_num x)
{
    pp_put(out, pp_num_size(x));
    for (unsigned i = 0; i < pp_num_size(x); i++)
        pp_put(out, pp_num_word(x, i));
}

static struct pp_num get_num(struct pp_input *in, struct pp_numbers *numbers)
{
    uint64_t words[PP_MOST_WORDS], size = pp_get(in);
    if (size < 1 || size > numbers->words) {
        in->bad = true;
        return pp_word(0);
    }
    for (unsigned i = 0; i < size; i++)
        words[i] = pp_get(in);
    return pp_num_make(numbers, words, (unsigned)size);
}

static void put_linear(struct pp_bytes *out, struct pp_linear f)
{
    put_num(out, f.a);
    put_num(out, f.b);
}

static struct pp_linear get_linear(struct pp_input *in, struct pp_numbers *numbers)
{
    struct pp_linear f;
    f.a = get_num(in, numbers);
    f.b = get_num(in, numbers);
    return f;
}

static void put_action(struct pp_bytes *out, const struct pp_proc *p, const struct pp_action *a)
{
    pp_put(out, a->place);
    pp_put(out, a->at - (a->place == PP_AT_VERTEX ? p->first_vertex : p->first_edge));
    pp_put(out, a->does);
    put_linear(out, a->index);
    pp_put(out, a->update);
    put_linear(out, a->value);
    pp_put(out, a->handover);
    pp_put(out, a->saved);
    pp_put(out, a->loop);
    pp_put(out, a->next);
    pp_put(out, a->late);
    pp_put(out, a->inner_value);
    pp_put(out, a->inner_index);
}

static bool get_action(struct pp_input *in, const struct pp_proc *p, struct pp_numbers *numbers,
                       struct pp_action *a)
{
    a->place = (enum pp_place)pp_get(in);
    uint64_t at = pp_get(in);
    bool vertex = a->place == PP_AT_VERTEX;
    bool good = at < (vertex ? p->num_vertices : p->num_edges);
    a->at = (vertex ? p->first_vertex : p->first_edge) + (uint32_t)at;
    uint64_t does = pp_get(in);
    good &= does < PP_STEPS;
    a->does = (uint16_t)does;
    a->index = get_linear(in, numbers);
    a->update = (enum pp_update)pp_get(in);
    a->value = get_linear(in, numbers);
    a->handover = (uint32_t)pp_get(in);
    a->saved = (uint32_t)pp_get(in);
    a->loop = (uint32_t)pp_get(in);
    a->next = (uint32_t)pp_get(in);
    a->late = pp_get(in);
    a->inner_value = pp_get(in);
    a->inner_index = pp_get(in);
    return good;
}

static void put_handover(struct pp_bytes *out, const struct pp_handover *h)
{
    pp_put(out, h->callee);
    put_linear(out, h->nvc);
    bool *flags[HANDOVER_FLAGS];
    handover_flags((struct pp_handover *)h, flags);
    put_flags(out, flags, HANDOVER_FLAGS);
    pp_put(out, h->heads);
    pp_put(out, h->head);
    put_num(out, h->edge_value);
    put_num(out, h->begin_value);
}

static void get_handover(struct pp_input *in, struct pp_numbers *numbers, struct pp_handover *h)
{
    h->callee = (uint32_t)pp_get(in);
    h->nvc = get_linear(in, numbers);
    bool *flags[HANDOVER_FLAGS];
    handover_flags(h, flags);
    get_flags(in, flags, HANDOVER_FLAGS);
    h->heads = (uint32_t)pp_get(in);
    h->head = (uint32_t)pp_get(in);
    h->edge_value = get_num(in, numbers);
    h->begin_value = get_num(in, numbers);
}

static void put_loop(struct pp_bytes *out, const struct pp_proc *p, const struct pp_loop_plan *r)
{
    pp_put(out, r->loop.head - p->first_vertex);
    pp_put(out, r->loop.k);
    pp_put(out, r->level);
    for (uint32_t left = 0; left <= r->loop.k; left++) {
        pp_put(out, r->loop.on[left]);
        pp_put(out, r->loop.whole[left]);
    }
    pp_put(out, r->begin);
    pp_put(out, r->has_digits);
}

static bool get_loop(struct pp_input *in, const struct pp_proc *p, struct pp_loop_plan *r)
{
    uint64_t head = pp_get(in), k = pp_get(in), level = pp_get(in);
    if (head >= p->num_vertices || k < 2 || k > PP_MOST_ITERATIONS || level >= p->num_vertices)
        return false;
    r->level = (uint32_t)level;
    r->loop.head = p->first_vertex + (uint32_t)head;
    r->loop.k = (uint32_t)k;
    for (uint32_t left = 0; left <= r->loop.k; left++) {
        r->loop.on[left] = pp_get(in);
        r->loop.whole[left] = pp_get(in);
    }
    r->begin = pp_get(in);
    r->has_digits = pp_get(in);
    return true;
}

static void put_proc(struct pp_bytes *out, const struct pp_graph *g, const struct pp_proc *p)
{
    pp_put(out, p->index);
    pp_put(out, p->storage);
    pp_put(out, p->buckets);
    pp_put(out, p->num_paths);
    put_flags(out, (bool *[]){(bool *)&p->root, (bool *)&p->outside}, 2);
    pp_put(out, p->num_vertices);
    pp_put(out, p->num_edges);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        pp_put(out, g->vertices[v].flags);
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
        pp_put(out, g->edges[e].flags);
        pp_put_double(out, g->edges[e].weight);
    }
}

static bool get_proc(struct pp_input *in, struct pp_graph *g, struct pp_proc *p)
{
    p->index = (uint32_t)pp_get(in);
    p->storage = (uint8_t)pp_get(in);
    p->buckets = pp_get(in);
    p->num_paths = pp_get(in);
    get_flags(in, (bool *[]){&p->root, &p->outside}, 2);
    uint64_t vertices = pp_get(in), edges = pp_get(in);
    if (vertices != p->num_vertices || edges != p->num_edges)
        return false;
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        g->vertices[v].flags = (uint8_t)pp_get(in);
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
        g->edges[e].flags = (uint16_t)pp_get(in);
        g->edges[e].weight = pp_get_double(in);
    }
    return true;
}

void pp_plan_write(struct pp_bytes *out, const struct pp_graph *g, uint32_t proc,
                   const struct pp_plan *plan)
{
    const struct pp_proc *p = &g->procs[proc];
    put_proc(out, g, p);
    bool *flags[PLAN_FLAGS];
    plan_flags((struct pp_plan *)plan, flags);
    put_flags(out, flags, PLAN_FLAGS);
    put_num(out, plan->root_value);
    put_num(out, plan->unbalanced);
    pp_put(out, plan->num_saved);
    pp_put(out, plan->heads);
    pp_put(out, plan->head);
    put_linear(out, plan->reentry);
    pp_put(out, plan->all_heads);
    pp_put(out, plan->num_inner);
    pp_put(out, plan->inner_offset);
    pp_put(out, plan->num_actions);
    for (uint32_t i = 0; i < plan->num_actions; i++)
        put_action(out, p, &plan->actions[i]);
    pp_put(out, plan->num_handovers);
    for (uint32_t i = 0; i < plan->num_handovers; i++)
        put_handover(out, &plan->handovers[i]);
    pp_put(out, plan->num_loops);
    for (uint32_t i = 0; i < plan->num_loops; i++)
        put_loop(out, p, &plan->loops[i]);
}

bool pp_plan_read(struct pp_input *in, struct pp_graph *g, uint32_t proc,
                  struct pp_numbers *numbers, struct pp_plan *plan)
{
    struct pp_proc *p = &g->procs[proc];
    if (!get_proc(in, g, p))
        return false;
    bool *flags[PLAN_FLAGS];
    plan_flags(plan, flags);
    get_flags(in, flags, PLAN_FLAGS);
    plan->root_value = get_num(in, numbers);
    plan->unbalanced = get_num(in, numbers);
    plan->num_saved = (uint32_t)pp_get(in);
    plan->heads = (uint32_t)pp_get(in);
    plan->head = (uint32_t)pp_get(in);
    plan->reentry = get_linear(in, numbers);
    plan->all_heads = (uint32_t)pp_get(in);
    plan->num_inner = pp_get(in);
    plan->inner_offset = pp_get(in);
    bool good = plan->num_saved <= p->num_vertices && plan->heads <= PP_MOST_HEADS &&
                plan->all_heads <= PP_MOST_HEADS;
    plan->num_actions = plan->cap_actions = pp_get_count(in);
    plan->actions = pp_xcalloc(plan->num_actions + 1, sizeof *plan->actions);
    for (uint32_t i = 0; i < plan->num_actions; i++) {
        struct pp_action *a = &plan->actions[i];
        good &= get_action(in, p, numbers, a);
        good &= a->saved < plan->num_saved || (!pp_does(a, PP_DO_SAVE) && a->update != PP_RESTORE);
    }
    plan->num_handovers = plan->cap_handovers = pp_get_count(in);
    plan->handovers = pp_xcalloc(plan->num_handovers + 1, sizeof *plan->handovers);
    for (uint32_t i = 0; i < plan->num_handovers; i++) {
        get_handover(in, numbers, &plan->handovers[i]);
        good &= plan->handovers[i].heads <= PP_MOST_HEADS;
    }
    plan->num_loops = pp_get_count(in);
    plan->loops = pp_xcalloc(plan->num_loops + 1, sizeof *plan->loops);
    for (uint32_t i = 0; good && i < plan->num_loops; i++)
        good = get_loop(in, p, &plan->loops[i]);
    return good && !in->bad;
}
