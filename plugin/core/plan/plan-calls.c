/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner's rows for modes context and piecewise: what is handed over at calls and returns
   (thesis 3.6, 4.3, appendix B).  The number of open parentheses, which the thesis passes down and
   counts, is needed for one question only: has the path begun since the call?  So the callee tells
   it when it returns, and nothing is passed down. */
#include "core/number/psi.h"
#include "core/transform/call-order.h"
#include "core/transform/recursion.h"
#include "core/plan/plan-calls.h"
#include "core/transform/transform.h"
#include "core/transform/waits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct planner {
    const struct pp_graph *g;
    const struct pp_proc *p;
    const struct pp_numbering *n;
    const struct pp_linear *increments;
    const struct pp_inner_plan *inner;
    const struct pp_proc_label *label;
    bool piecewise, over; /* as in pp_mode_row */
    struct pp_plan *plan;
    uint32_t *heads; /* option loops=context: by vertex, the procedure's first at 0: which head of a
                        loop that is split it is, PP_NONE if none */
};

/* Where a path begins: mode context counts from pathNumOnEntry, with what was handed over;
   mode piecewise from GEntry_P, where nvc is numUnbalRLPaths[Exit_P]. */
static struct pp_linear begin_value(const struct planner *s, uint32_t begins)
{
    struct pp_linear value = s->increments[begins];
    if (!s->piecewise)
        return value;
    struct pp_num sum, above = pp_apply(s->n->numbers, value, s->label->unbalanced);
    pp_num_add(s->n->numbers, s->label->gentry_value, above, &sum);
    return pp_constant(sum);
}

/* Is there but one way through a procedure with ENTRY as psi of its Entry? */
static bool is_single(const struct pp_linear *entry)
{
    return pp_is_zero(entry->b) && pp_is_word(entry->a, 1);
}

/* Adds the handover of call edge E.  Returns its index. */
static uint32_t add_handover(struct planner *s, uint32_t e)
{
    const struct pp_graph *g = s->g;
    struct pp_plan *plan = s->plan;
    uint32_t callee = g->vertices[g->edges[e].to].proc, summary = pp_summary_of_call(g, e);
    uint32_t r = g->edges[summary].to;
    uint32_t back = pp_return_edge(g, e);
    const struct pp_proc_label *to = &s->n->procs[callee];
    struct pp_handover h = {
        .callee = g->procs[callee].index,
        .named = g->procs[callee].root && !to->is_handed,
        .returns = pp_live(g, back),
        .ends = pp_ends_at_exit(g, callee),
        .relative = to->relative,
        .heads = to->cycle.heads,
        .head = to->cycle.head,
        .in_cycle = to->cycle.heads && to->cycle.name == s->label->cycle.name,
        .again = pp_is_kept(g, e),
        .cut = pp_followed_call(g, g->edges[e].from) == PP_NONE,
    };
    h.single = to->relative && is_single(&s->n->psi[g->procs[callee].entry]);
    h.nvc = h.returns ? s->n->psi[r] : pp_constant(pp_word(1));
    if (s->piecewise && h.returns) {
        h.may_begin = s->n->procs[callee].begins;
        h.mostly_begins = s->n->procs[callee].begun_share > 0.5;
        h.begun_returns = !(g->edges[back].flags & PP_E_UNBALANCED);
        h.edge_value = h.begun_returns ? s->n->rho[back].b : pp_word(0);
    }
    if (g->edges[summary].begins != PP_NONE)
        h.begin_value = begin_value(s, g->edges[summary].begins).b;
    if (h.again || h.cut)
        h.begin_value = to->root_value;
    plan->handovers = pp_grow(plan->handovers, &plan->cap_handovers, plan->num_handovers, 1,
                              sizeof *plan->handovers);
    plan->handovers[plan->num_handovers] = h;
    return plan->num_handovers++;
}

/* The call comes back along summary edge I of the procedure's edges. */
static void act_on_return(struct planner *s, uint32_t summary, uint32_t handover,
                          struct pp_action *a)
{
    const struct pp_handover *h = &s->plan->handovers[handover];
    if (h->returns)
        return;
    if (!s->over) {
        a->update = PP_SET;
        a->value = pp_constant(h->begin_value);
    } else if (!pp_is_nothing(s->increments[summary])) {
        a->update = PP_ADD;
        a->value = s->increments[summary];
    }
}

static void act_on_edge(const struct planner *s, uint32_t edge, struct pp_action *a)
{
    const struct pp_edge *e = &s->g->edges[edge];
    if (e->flags & PP_E_CUT) {
        if (e->ends == PP_NONE)
            return;
        pp_have_do(a, PP_DO_RECORD | PP_DO_USES_PATH, true);
        a->index = s->increments[e->ends];
        if (pp_is_again(&s->g->edges[e->begins])) {
            a->update = PP_RESTORE;
            a->value = s->increments[e->begins];
        } else if (!(s->g->vertices[e->to].flags & PP_V_RESTART)) {
            a->update = PP_SET;
            a->value = begin_value(s, e->begins);
        }
        pp_have_do(a, PP_DO_ENTER, e->from == s->p->entry);
        return;
    }
    struct pp_linear inc = s->increments[edge];
    pp_have_do(a, PP_DO_ENTER, e->from == s->p->entry);
    if (pp_leads_to_gexit(s->g, e)) {
        pp_have_do(a, PP_DO_RECORD | PP_DO_USES_PATH, true);
        a->index = inc;
    } else if (e->to == s->p->exit) {
        pp_have_do(a, PP_DO_LEAVE, true);
        a->index = inc;
    } else if (!pp_is_nothing(inc)) {
        a->update = PP_ADD;
        a->value = inc;
    }
}

static void plan_restarts(struct planner *s)
{
    const struct pp_graph *g = s->g;
    for (uint32_t e = pp_first_out(g, s->p->entry); e != PP_NONE; e = pp_next_out(g, e)) {
        if (!(g->edges[e].flags & PP_E_FAKE))
            continue;
        pp_plan_append(s->plan, &(struct pp_action){
                                    .place = PP_AT_VERTEX,
                                    .at = g->edges[e].to,
                                    .update = PP_SET,
                                    .value = begin_value(s, e),
                                    .does = s->plan->waits ? PP_DO_RESTART : 0,
                                });
    }
}

/* HANDOVERS is indexed by vertex, the procedure's first at 0: of call vertices that are followed,
   PP_NONE for others. */
static void plan_edges(struct planner *s, const uint32_t *handovers)
{
    const struct pp_proc *p = s->p;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
        struct pp_action a = {.place = PP_AT_EDGE, .at = e};
        uint32_t handover = handovers[s->g->edges[e].from - p->first_vertex];
        bool back = s->g->edges[e].kind == PP_SUMMARY && handover != PP_NONE;
        const struct pp_handover *h = back ? &s->plan->handovers[handover] : NULL;
        if (back && !h->again && !h->cut)
            act_on_return(s, e, handover, &a);
        else
            act_on_edge(s, e, &a);
        if (back) {
            pp_have_do(&a, PP_DO_BACK, !h->ends);
            a.handover = handover;
        }
        uint32_t head = s->heads[s->g->edges[e].to - p->first_vertex];
        if (head != PP_NONE) {
            a.saved = head;
            pp_have_do(&a, PP_DO_SAVE, a.update != PP_RESTORE);
        }
        pp_have_do(&a, PP_DO_RESUME, s->plan->waits && pp_resumes(s->g, e));
        if (!back || h->cut)
            pp_act_on_inner(s->inner, s->g, e, &a);
        if (a.does || a.update != PP_KEEP)
            pp_plan_append(s->plan, &a);
    }
}

static void plan_calls(struct planner *s, const uint32_t *handovers)
{
    for (uint32_t v = 0; v < s->p->num_vertices; v++) {
        struct pp_action a = {.place = PP_AT_VERTEX, .at = s->p->first_vertex + v};
        uint32_t pending = s->plan->waits ? pp_pending_edge(s->g, a.at) : PP_NONE;
        if (handovers[v] != PP_NONE) {
            assert(pending == PP_NONE || s->plan->handovers[handovers[v]].again ||
                   s->plan->handovers[handovers[v]].cut);
            pp_have_do(&a, PP_DO_CALL, true);
            a.handover = handovers[v];
        }
        if (pending != PP_NONE) {
            pp_have_do(&a, PP_DO_WAIT | PP_DO_USES_PATH, true);
            a.index = s->increments[pending];
        }
        if (a.does)
            pp_plan_append(s->plan, &a);
    }
}

/* Does P call a procedure of the scope by name, whether the numbering follows the call or not? */
static bool calls_any(const struct pp_graph *g, const struct pp_proc *p)
{
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        if (pp_call_edge(g, v) != PP_NONE)
            return true;
    return false;
}

/* Numbers the heads of loops that are split. */
static uint32_t *find_heads(const struct planner *s)
{
    uint32_t *heads = pp_xmalloc(s->p->num_vertices * sizeof *heads);
    for (uint32_t v = 0; v < s->p->num_vertices; v++) {
        uint32_t vertex = s->p->first_vertex + v;
        bool head = pp_is_split(s->g, vertex) && s->g->vertices[vertex].kind != PP_ENTRY;
        heads[v] = head ? s->plan->num_saved++ : PP_NONE;
    }
    return heads;
}

bool pp_is_relative(const struct pp_graph *g, const struct pp_numbering *n, uint32_t proc)
{
    assert(proc < n->num_procs);
    const struct pp_proc *p = &g->procs[proc];
    const struct pp_proc_label *label = &n->procs[proc];
    /* The runtime's code for numbers of several words knows the thesis's way alone. */
    if (n->numbers->words > 1 || label->cycle.heads || label->begins || pp_ends_at_exit(g, proc))
        return false;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++)
        if ((g->edges[e].flags & PP_E_FAKE) || pp_is_recording(g, e))
            return false;
    return pp_is_zero(n->psi[p->entry].b);
}

/* Every call of PROC that is cut: can its caller do something when it comes back? */
static bool cut_calls_come_back(const struct pp_graph *g, uint32_t proc)
{
    for (uint32_t e = g->vertices[g->procs[proc].entry].first_in; e != PP_NONE;
         e = g->edges[e].next_in)
        if (g->edges[e].kind == PP_CALL_EDGE && !pp_live(g, e) &&
            (g->edges[pp_summary_of_call(g, e)].flags & PP_E_ABNORMAL))
            return false;
    return true;
}

bool pp_is_handed(const struct pp_graph *g, const struct pp_numbering *n, uint32_t proc)
{
    assert(proc < n->num_procs);
    /* The runtime's code for numbers of several words knows the thesis's way alone. */
    return n->numbers->words == 1 && !n->procs[proc].cycle.heads && !g->procs[proc].outside &&
           pp_is_followed_into(g, proc) && cut_calls_come_back(g, proc);
}

/* The call edge of V over which a path is handed to a callee, or PP_NONE. */
static uint32_t handing_call(const struct planner *s, uint32_t v)
{
    uint32_t followed = pp_followed_call(s->g, v);
    if (followed != PP_NONE || s->g->vertices[v].kind != PP_CALL)
        return followed;
    uint32_t e = pp_call_edge(s->g, v);
    bool handed = e != PP_NONE && s->n->procs[s->g->vertices[s->g->edges[e].to].proc].is_handed;
    return handed ? e : PP_NONE;
}

void pp_plan_in_scope(const struct pp_graph *g, uint32_t proc, enum pp_mode mode,
                      const struct pp_numbering *n, const struct pp_linear *increments,
                      const struct pp_inner_plan *inner, struct pp_plan *plan)
{
    assert(proc < n->num_procs && plan->hands_over);
    struct planner s = {
        .g = g,
        .p = &g->procs[proc],
        .n = n,
        .increments = increments,
        .inner = inner,
        .label = &n->procs[proc],
        .piecewise = pp_mode_row(mode)->in_pieces,
        .over = pp_mode_row(mode)->goes_over,
        .plan = plan,
    };
    const struct pp_proc *p = s.p;
    bool called = pp_is_followed_into(g, proc);
    uint32_t *handovers = pp_xmalloc(p->num_vertices * sizeof *handovers);
    for (uint32_t v = 0; v < p->num_vertices; v++) {
        uint32_t e = handing_call(&s, p->first_vertex + v);
        handovers[v] = e == PP_NONE ? PP_NONE : add_handover(&s, e);
    }
    plan->may_be_root = p->root && !s.label->is_handed;
    plan->always_root = !called;
    plan->restores = p->outside && calls_any(g, p) && !p->is_main;
    plan->ends = pp_ends_at_exit(g, proc);
    plan->begins = s.label->begins && !plan->ends;
    plan->relative = called && s.label->relative;
    plan->single = plan->relative && is_single(&n->psi[p->entry]);
    plan->root_value = s.label->root_value;
    plan->heads = s.label->cycle.heads;
    plan->head = s.label->cycle.head;
    if (pp_is_split(g, p->entry))
        plan->reentry = n->rho[g->vertices[p->entry].split];
    plan->all_heads = n->most_heads;
    plan->unbalanced = s.label->unbalanced;
    plan->num_inner = inner->increments ? inner->paths.num : 0;
    s.heads = find_heads(&s);
    plan_restarts(&s);
    plan_edges(&s, handovers);
    plan_calls(&s, handovers);
    free(handovers);
    free(s.heads);
}
