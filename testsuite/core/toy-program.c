/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "toy-program.h"

#include "random-scope.h"

static struct toy_op random_op(void)
{
    static const enum toy_kind kinds[] = {TOY_NOTHING, TOY_SET, TOY_SET, TOY_ADD, TOY_UNKNOWN};
    return (struct toy_op){.kind = kinds[below(5)],
                           .x = below(TOY_VARIABLES),
                           .y = below(TOY_VARIABLES),
                           .c = (int)below(4) - 1};
}

static uint32_t out_degree(const struct pp_graph *g, uint32_t v)
{
    uint32_t degree = 0;
    for (uint32_t e = 0; e < g->num_edges; e++)
        degree += is_inside(&g->edges[e]) && g->edges[e].from == v;
    return degree;
}

struct toy_code *toy_program(struct pp_graph *g)
{
    struct toy_code *code = pp_xcalloc(g->num_vertices, sizeof *code);
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        struct pp_vertex *vertex = &g->vertices[v];
        if (vertex->kind == PP_ENTRY || vertex->kind == PP_EXIT)
            continue;
        vertex->stmts = below(6);
        code[v] = (struct toy_code){.op = random_op(),
                                    .uses = chance(60) ? 1u << below(TOY_VARIABLES) : 0,
                                    .tests = out_degree(g, v) > 1 && chance(70),
                                    .x = below(TOY_VARIABLES),
                                    .c = (int)below(4)};
        if (code[v].tests)
            code[v].uses |= 1u << code[v].x;
    }
    return code;
}

int toy_random(void)
{
    return chance(70) ? (int)below(5) : TOY_LEAST + (int)below(TOY_MOST - TOY_LEAST + 1);
}

void toy_run(const struct toy_op *op, int *state)
{
    int sum = state[op->y] + op->c;
    if (op->kind == TOY_SET)
        state[op->x] = op->c;
    else if (op->kind == TOY_UNKNOWN ||
             (op->kind == TOY_ADD && (sum < TOY_LEAST || sum > TOY_MOST)))
        state[op->x] = toy_random();
    else if (op->kind == TOY_ADD)
        state[op->x] = sum;
}

uint32_t toy_way(const struct pp_graph *g, uint32_t v, const struct toy_code *code,
                 const int *state)
{
    uint32_t chosen = PP_NONE, num = 0, k = 0;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
        if (!is_inside(&g->edges[e]))
            continue;
        bool first = k++ == 0;
        if (code->tests && (state[code->x] < code->c) != first)
            continue;
        if (!below(++num))
            chosen = e;
    }
    return chosen;
}
