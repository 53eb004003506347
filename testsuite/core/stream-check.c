/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written of a plan is read again: for random graphs planned in modes path and edge, and
   with the parts of interprocedural modes made up at random.  The reader's graph is another copy,
   with another procedure in front.  What is cut short or of another shape is refused. */
#include "random.h"

#include "core/graph/copy.h"
#include "core/plan/plan-stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned wrong;

static void expect(bool good, const char *what, uint64_t seed)
{
    if (good)
        return;
    if (!wrong++)
        printf("FAIL: %s: seed %" PRIu64 "\n", what, seed);
}

static bool same_linear(struct pp_linear f, struct pp_linear g)
{
    return !pp_num_compare(f.a, g.a) && !pp_num_compare(f.b, g.b);
}

static bool same_action(const struct pp_action *a, uint32_t base, const struct pp_action *b,
                        uint32_t other)
{
    return a->place == b->place && a->at - base == b->at - other && a->does == b->does &&
           same_linear(a->index, b->index) && a->update == b->update &&
           same_linear(a->value, b->value) && a->handover == b->handover && a->loop == b->loop &&
           a->next == b->next && a->late == b->late && a->saved == b->saved;
}

static bool same_rounds(const struct pp_loop_plan *a, uint32_t base, const struct pp_loop_plan *b,
                        uint32_t other)
{
    bool same = a->loop.head - base == b->loop.head - other && a->loop.k == b->loop.k &&
                a->begin == b->begin && a->has_digits == b->has_digits;
    for (uint32_t left = 0; same && left <= a->loop.k; left++)
        same = a->loop.on[left] == b->loop.on[left] && a->loop.whole[left] == b->loop.whole[left];
    return same;
}

static bool same_handover(const struct pp_handover *a, const struct pp_handover *b)
{
    return a->callee == b->callee && a->named == b->named && same_linear(a->nvc, b->nvc) &&
           a->heads == b->heads && a->head == b->head && a->in_cycle == b->in_cycle &&
           a->again == b->again && a->returns == b->returns && a->may_begin == b->may_begin &&
           a->begun_returns == b->begun_returns && a->ends == b->ends &&
           a->relative == b->relative && a->single == b->single && a->cut == b->cut &&
           !pp_num_compare(a->edge_value, b->edge_value) &&
           !pp_num_compare(a->begin_value, b->begin_value);
}

static bool same_plan(const struct pp_proc *p, const struct pp_plan *a, const struct pp_proc *q,
                      const struct pp_plan *b)
{
    bool same = a->num_actions == b->num_actions && a->num_handovers == b->num_handovers &&
                a->always_root == b->always_root && a->may_be_root == b->may_be_root &&
                a->heads == b->heads && a->head == b->head && a->all_heads == b->all_heads &&
                same_linear(a->reentry, b->reentry) && a->restores == b->restores &&
                a->begins == b->begins && a->ends == b->ends && a->hands_over == b->hands_over &&
                a->relative == b->relative && a->single == b->single &&
                a->in_pieces == b->in_pieces && a->waits == b->waits &&
                !pp_num_compare(a->root_value, b->root_value) &&
                !pp_num_compare(a->unbalanced, b->unbalanced);
    for (uint32_t i = 0; same && i < a->num_actions; i++) {
        bool vertex = a->actions[i].place == PP_AT_VERTEX;
        same = same_action(&a->actions[i], vertex ? p->first_vertex : p->first_edge, &b->actions[i],
                           vertex ? q->first_vertex : q->first_edge);
    }
    for (uint32_t i = 0; same && i < a->num_handovers; i++)
        same = same_handover(&a->handovers[i], &b->handovers[i]);
    same = same && a->num_loops == b->num_loops && a->num_saved == b->num_saved;
    for (uint32_t i = 0; same && i < a->num_loops; i++)
        same = same_rounds(&a->loops[i], p->first_vertex, &b->loops[i], q->first_vertex);
    return same;
}

static bool same_proc(const struct pp_graph *g, const struct pp_proc *p, const struct pp_graph *h,
                      const struct pp_proc *q)
{
    bool same = p->index == q->index && p->storage == q->storage && p->num_paths == q->num_paths &&
                p->root == q->root && p->outside == q->outside;
    for (uint32_t i = 0; same && i < p->num_vertices; i++)
        same = g->vertices[p->first_vertex + i].flags == h->vertices[q->first_vertex + i].flags;
    for (uint32_t i = 0; same && i < p->num_edges; i++)
        same = g->edges[p->first_edge + i].flags == h->edges[q->first_edge + i].flags &&
               !(g->edges[p->first_edge + i].weight < h->edges[q->first_edge + i].weight) &&
               !(g->edges[p->first_edge + i].weight > h->edges[q->first_edge + i].weight);
    return same;
}

/* Numbers of up to five words. */
static struct pp_numbers *numbers;

static struct pp_num random_num(void)
{
    uint64_t words[5];
    unsigned size = chance(50) ? 1 : 1 + below(5);
    for (unsigned i = 0; i < size; i++)
        words[i] = next_random();
    return pp_num_make(numbers, words, size);
}

static struct pp_linear random_linear(void)
{
    return (struct pp_linear){chance(50) ? pp_word(0) : random_num(),
                              chance(50) ? pp_word(below(9)) : random_num()};
}

/* Gives PLAN what only interprocedural modes have. */
static void make_up(struct pp_plan *plan)
{
    for (uint32_t i = 0; i < plan->num_actions; i++) {
        struct pp_action *a = &plan->actions[i];
        for (unsigned step = 1; step < PP_STEPS; step *= 2)
            if (step & (PP_DO_ENTER | PP_DO_BACK | PP_DO_LEAVE | PP_DO_CALL))
                pp_have_do(a, step, chance(20));
        a->index = random_linear();
        a->value = random_linear();
        a->handover = below(5);
        a->late = chance(20) ? next_random() : a->late;
    }
    plan->num_handovers = plan->cap_handovers = below(4);
    plan->handovers = pp_xcalloc(4, sizeof *plan->handovers);
    for (uint32_t i = 0; i < plan->num_handovers; i++)
        plan->handovers[i] = (struct pp_handover){
            .callee = below(1000),
            .named = chance(50),
            .nvc = random_linear(),
            .returns = chance(50),
            .may_begin = chance(50),
            .begun_returns = chance(50),
            .ends = chance(50),
            .relative = chance(50),
            .single = chance(50),
            .heads = below(PP_MOST_HEADS + 1),
            .head = chance(50) ? PP_NONE : below(PP_MOST_HEADS),
            .in_cycle = chance(50),
            .again = chance(50),
            .edge_value = random_num(),
            .begin_value = random_num(),
        };
    plan->always_root = chance(50);
    plan->may_be_root = chance(50);
    plan->restores = chance(50);
    plan->begins = chance(50);
    plan->ends = chance(50);
    plan->relative = chance(50);
    plan->single = chance(50);
    plan->heads = below(PP_MOST_HEADS + 1);
    plan->head = chance(50) ? PP_NONE : below(PP_MOST_HEADS);
    plan->reentry = random_linear();
    plan->all_heads = below(PP_MOST_HEADS + 1);
    plan->root_value = random_num();
    plan->unbalanced = random_num();
}

static bool is_wide(struct pp_linear f)
{
    return f.a.big || f.b.big;
}

static bool has_wide_number(const struct pp_plan *plan)
{
    bool wide = plan->root_value.big || plan->unbalanced.big || is_wide(plan->reentry);
    for (uint32_t i = 0; i < plan->num_actions; i++)
        wide |= is_wide(plan->actions[i].index) || is_wide(plan->actions[i].value);
    for (uint32_t i = 0; i < plan->num_handovers; i++)
        wide |= is_wide(plan->handovers[i].nvc) || plan->handovers[i].edge_value.big ||
                plan->handovers[i].begin_value.big;
    return wide;
}

/* S as it is before any transformation, behind a copy of something else. */
static void build_again(struct pp_graph *h, const struct spec *s)
{
    struct pp_graph g;
    build(&g, s);
    pp_graph_init(h);
    pp_copy_proc(h, &g, 0);
    pp_copy_proc(h, &g, PROC);
    pp_graph_free(&g);
}

static void check_stream(uint64_t seed)
{
    struct spec s;
    struct made m;
    struct pp_graph h;
    struct pp_plan read;
    struct pp_bytes out = {0};
    rng = seed;
    numbers = pp_numbers_make(5);
    make_spec(&s);
    static const enum pp_mode modes[] = {PP_MODE_PATH, PP_MODE_EDGE, PP_MODE_KPATH,
                                         PP_MODE_PATH_CONTEXT, PP_MODE_CALLGRAPH};
    struct pp_params params = {
        .mode = modes[below(5)],
        .k = 1 + below(6),
        .max_paths = chance(50) ? 1 + below(50) : UINT64_C(1) << 63,
        .array_limit = 100,
    };
    make(&m, &s, &params, seed);
    make_up(&m.plan);
    m.g.procs[PROC].root = chance(50);
    m.g.procs[PROC].outside = chance(50);
    pp_plan_write(&out, &m.g, PROC, &m.plan);

    build_again(&h, &s);
    expect(h.procs[1].num_edges == m.g.procs[PROC].num_edges &&
               pp_cfg_checksum(&h, 1) == pp_cfg_checksum(&m.g, PROC),
           "a copy has the shape of the original", seed);
    struct pp_input in = {out.bytes, out.bytes + out.size, false};
    pp_plan_init(&read);
    expect(pp_plan_read(&in, &h, 1, numbers, &read) && in.at == in.end, "what was written is read",
           seed);
    expect(same_plan(&m.g.procs[PROC], &m.plan, &h.procs[1], &read), "the plan is the same", seed);
    expect(same_proc(&m.g, &m.g.procs[PROC], &h, &h.procs[1]), "the procedure is the same", seed);
    pp_plan_free(&read);

    struct pp_input cut = {out.bytes, out.bytes + below((uint32_t)out.size), false};
    pp_plan_init(&read);
    expect(!pp_plan_read(&cut, &h, 1, numbers, &read), "what is cut short is refused", seed);
    pp_plan_free(&read);
    /* One word more than the reader has room for. */
    struct pp_input again = {out.bytes, out.bytes + out.size, false};
    pp_plan_init(&read);
    numbers->words = 1;
    bool wide = has_wide_number(&m.plan);
    expect(pp_plan_read(&again, &h, 1, numbers, &read) == !wide, "too many words are refused",
           seed);
    pp_plan_free(&read);
    pp_bytes_free(&out);
    pp_numbers_free(numbers);
    pp_graph_free(&h);
    unmake(&m);
}

int main(int argc, char **argv)
{
    unsigned graphs = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
    for (unsigned i = 1; i <= graphs; i++)
        check_stream(i * UINT64_C(0x9E3779B97F4A7C15) | 1);
    if (!wrong)
        printf("PASS: plans of %u graphs as bytes\n", graphs);
    return 0;
}
