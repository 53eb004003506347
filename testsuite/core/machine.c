/* SPDX-License-Identifier: GPL-3.0-or-later */
/* struct pp_plan as plan.h describes it, with runtime/format.h's state between activations. */
#include "machine.h"

#include <stdlib.h>

#define NO_INNER_PATH (UINT64_C(3) << 62) /* far below 0 */

void machine_init(struct machine *m, const struct pp_graph *g, const struct pp_plan *plans,
                  const struct pp_params *params, const struct pp_numbering *n)
{
    *m = (struct machine){.g = g,
                          .plans = plans,
                          .mode = params->mode,
                          .n = n,
                          .numbers = n->numbers,
                          .garbage = 0x5a5a5a5a5a5a5a5a};
    m->inner = pp_xcalloc(g->num_procs + 1, sizeof *m->inner);
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (plans[p].num_inner)
            pp_inner_paths_make(&m->inner[p], g, p, params);
    m->at_edge = pp_xcalloc(g->num_edges + 1, sizeof *m->at_edge);
    m->at_begin = pp_xcalloc(g->num_vertices + 1, sizeof *m->at_begin);
    m->at_call = pp_xcalloc(g->num_vertices + 1, sizeof *m->at_call);
    m->at_wait = pp_xcalloc(g->num_vertices + 1, sizeof *m->at_wait);
    for (uint32_t p = 0; p < g->num_procs; p++)
        for (uint32_t i = 0; i < plans[p].num_actions; i++) {
            const struct pp_action *a = &plans[p].actions[i];
            if (a->place == PP_AT_EDGE)
                m->at_edge[a->at] = a;
            else if (!pp_does(a, PP_DO_CALL | PP_DO_WAIT))
                m->at_begin[a->at] = a;
            if (pp_does(a, PP_DO_CALL))
                m->at_call[a->at] = a;
            if (pp_does(a, PP_DO_WAIT))
                m->at_wait[a->at] = a;
        }
}

void machine_free(struct machine *m)
{
    for (uint32_t p = 0; m->inner && p < m->g->num_procs; p++)
        pp_inner_paths_free(&m->inner[p]);
    free(m->inner);
    free(m->at_edge);
    free(m->at_begin);
    free(m->at_call);
    free(m->at_wait);
    free(m->stack);
    free(m->records);
    *m = (struct machine){0};
}

static uint64_t garbage(struct machine *m)
{
    return m->garbage = m->garbage * 0x9E3779B97F4A7C15ull + 1;
}

static struct activation *top(struct machine *m)
{
    return &m->stack[m->depth - 1];
}

static const struct pp_plan *plan_of(const struct machine *m, const struct activation *a)
{
    return &m->plans[a->proc];
}

/* What procedure P finds in the state if it is meant. */
static uint64_t name_of(const struct machine *m, uint32_t p)
{
    return 0x1000 + m->g->procs[p].index;
}

/* X + F (the nvc of the activation on top) */
static struct pp_num plus(struct machine *m, struct pp_num x, struct pp_linear f)
{
    pp_num_add(m->numbers, x, pp_apply(m->numbers, f, top(m)->nvc), &x);
    return x;
}

static void record(struct machine *m, struct pp_num number)
{
    if (m->num_records == m->room_records) {
        m->room_records = m->room_records ? m->room_records * 2 : 64;
        m->records = pp_xrealloc(m->records, m->room_records * sizeof *m->records);
    }
    m->records[m->num_records++] = number;
}

/* Inner path WHICH of the procedure on top; the number of no path if there is none. */
static void record_inner(struct machine *m, uint64_t which)
{
    uint32_t proc = top(m)->proc;
    const struct pp_inner_paths *inner = &m->inner[proc];
    m->num_inner++;
    if (which < inner->num && inner->num == plan_of(m, top(m))->num_inner)
        record(m, pp_inner_path_number(inner, m->g, proc, m->mode, m->n, (uint32_t)which));
    else
        record(m, pp_word(UINT64_MAX));
}

void machine_enter(struct machine *m, uint32_t proc)
{
    if (m->depth == m->room) {
        m->room = m->room ? m->room * 2 : 16;
        m->stack = pp_xrealloc(m->stack, m->room * sizeof *m->stack);
    }
    m->stack[m->depth++] = (struct activation){
        .proc = proc,
        .vertex = m->g->procs[proc].entry,
        .path = pp_word(garbage(m)),
        .nvc = pp_word(garbage(m)),
        .on_entry = pp_word(garbage(m)),
        .begun = garbage(m),
        .inner = garbage(m),
    };
}

void machine_pop(struct machine *m)
{
    m->depth--;
}

static void enter(struct machine *m)
{
    struct activation *a = top(m);
    const struct pp_plan *plan = plan_of(m, a);
    uint64_t name = name_of(m, a->proc);
    a->found = m->state;
    a->is_root = plan->always_root || (plan->may_be_root && m->state.callee != name);
    if (!a->is_root && plan->may_be_root)
        m->state.callee = 0;
    a->path = a->is_root ? plan->root_value : m->state.path;
    a->nvc = a->is_root || plan->ends ? pp_word(1) : m->state.nvc;
    if (plan->relative) {
        a->path = pp_word(0);
        a->nvc = pp_word(1);
    }
    a->on_entry = a->path;
    a->begun = plan->begins ? 0 : garbage(m);
    for (uint32_t i = 0; i < plan->heads; i++)
        a->heads[i] = a->is_root ? pp_word(0) : m->state.heads[i];
    if (plan->head != PP_NONE && plan->heads && pp_is_zero(a->heads[plan->head]))
        a->heads[plan->head] = plus(m, a->path, plan->reentry);
}

/* Mode piecewise: a path begins in this activation. */
static void begin_piece(struct machine *m, struct pp_num value)
{
    struct activation *a = top(m);
    a->path = value;
    a->nvc = plan_of(m, a)->unbalanced;
    a->begun = 1;
}

/* Where the path is behind a call, whoever has numbered the callee's part of it. */
static struct pp_num path_behind(struct machine *m, const struct pp_handover *h)
{
    if (!h->relative)
        return m->state.path;
    struct pp_num part = h->single ? pp_word(0) : m->state.path, path;
    pp_num_mul(m->numbers, part, pp_apply(m->numbers, h->nvc, top(m)->nvc), &part);
    pp_num_add(m->numbers, h->cut ? h->begin_value : top(m)->path, part, &path);
    return path;
}

static void back(struct machine *m, const struct pp_handover *h)
{
    struct activation *a = top(m);
    if (!h->returns) {
        record(m, path_behind(m, h));
        return;
    }
    bool begun = h->may_begin && m->state.begun;
    if (begun && !h->begun_returns) {
        record(m, m->state.path);
        begin_piece(m, h->begin_value);
        return;
    }
    a->path = path_behind(m, h);
    if (begun) {
        pp_num_add(m->numbers, a->path, h->edge_value, &a->path);
        a->nvc = plan_of(m, a)->unbalanced;
        a->begun = 1;
    }
}

static void update(struct machine *m, const struct pp_action *action)
{
    struct activation *a = top(m);
    if (action->update == PP_ADD)
        a->path = plus(m, a->path, action->value);
    else if (action->update == PP_SET && pp_mode_row(m->mode)->in_pieces)
        begin_piece(m, action->value.b);
    else if (action->update == PP_SET)
        a->path = plus(m, a->on_entry, action->value);
    else if (action->update == PP_RESTORE)
        a->path = plus(m, a->saved[action->saved], action->value);
    if (pp_does(action, PP_DO_SAVE))
        a->saved[action->saved] = a->path;
}

static void update_inner(struct machine *m, const struct pp_action *action)
{
    struct activation *a = top(m);
    if (pp_does(action, PP_DO_INNER))
        a->inner = (action->update == PP_SET ? 0 : a->inner) + action->inner_value;
    else if (action->update == PP_SET || pp_does(action, PP_DO_ENTER))
        a->inner = NO_INNER_PATH;
}

static void leave(struct machine *m, const struct pp_action *action)
{
    struct activation *a = top(m);
    const struct pp_plan *plan = plan_of(m, a);
    struct pp_num number = plus(m, a->path, action->index);
    if (!a->is_root && !plan->ends) {
        m->state.path = plan->single ? pp_word(garbage(m)) : number;
        m->state.begun = plan->begins ? a->begun : garbage(m);
        return;
    }
    if (plan->relative)
        pp_num_add(m->numbers, number, plan->root_value, &number);
    record(m, number);
    if (a->is_root && plan->restores)
        m->state = a->found;
}

static void call(struct machine *m, const struct pp_action *action)
{
    struct activation *a = top(m);
    const struct pp_handover *h = &plan_of(m, a)->handovers[action->handover];
    if (!h->cut)
        a->inner = NO_INNER_PATH;
    m->state.path = h->relative ? pp_word(garbage(m)) : plus(m, a->path, action->index);
    m->state.nvc =
        h->ends || h->relative ? pp_word(garbage(m)) : pp_apply(m->numbers, h->nvc, a->nvc);
    m->state.begun = garbage(m);
    for (uint32_t i = 0; i < h->heads; i++)
        m->state.heads[i] = h->again || (h->in_cycle && i != h->head) ? a->heads[i] : pp_word(0);
    if (h->cut && !h->relative)
        m->state.path = h->begin_value;
    if (h->again)
        m->state.path = pp_is_zero(a->heads[h->head]) ? h->begin_value : a->heads[h->head];
    if (h->named)
        m->state.callee = 0x1000 + h->callee;
}

static void obey(struct machine *m, const struct pp_action *action)
{
    struct activation *a = top(m);
    if (!action)
        return;
    if (pp_does(action, PP_DO_ENTER))
        enter(m);
    if (pp_does(action, PP_DO_BACK))
        back(m, &plan_of(m, a)->handovers[action->handover]);
    if (pp_does(action, PP_DO_COUNT_INNER) && (int64_t)(a->inner + action->inner_index) >= 0)
        record_inner(m, a->inner + action->inner_index);
    else if (pp_does(action, PP_DO_RECORD))
        record(m, plus(m, pp_does(action, PP_DO_USES_PATH) ? a->path : pp_word(0), action->index));
    update(m, action);
    update_inner(m, action);
    if (pp_does(action, PP_DO_LEAVE))
        leave(m, action);
}

bool machine_waits(struct machine *m, uint32_t v, struct pp_num *number)
{
    const struct pp_action *a = m->at_wait[v];
    if (a)
        *number = plus(m, top(m)->path, a->index);
    return a;
}

void machine_take(struct machine *m, uint32_t e)
{
    uint32_t to = m->g->edges[e].to;
    top(m)->vertex = to;
    obey(m, m->at_edge[e]);
    obey(m, m->at_begin[to]);
    if (m->at_call[to])
        call(m, m->at_call[to]);
}

void machine_arrive(struct machine *m, uint32_t v)
{
    top(m)->vertex = v;
    obey(m, m->at_begin[v]);
    if (m->at_call[v])
        call(m, m->at_call[v]);
}
