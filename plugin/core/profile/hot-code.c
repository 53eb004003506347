/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/profile/hot-code.h"

#include "core/profile/profile.h"

/* What executed less than this part of all statements does not count. */
#define LITTLE 0.001

/* The least amount of CLASS, one that some amount is of. */
static uint64_t least_of_class(unsigned class)
{
    if (class < 4)
        return class;
    return (uint64_t)(4 + class % 4) << (class / 4 - 2);
}

void pp_hot_code_add(struct pp_hot_code *code, const struct pp_profile *profile)
{
    const struct pp_graph *g = &profile->notes->graph;
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        uint64_t *class = &code->stmts[pp_work_class(profile->vertex_counts[v])];
        *class = pp_add(*class, (uint64_t)g->vertices[v].stmts + 1);
    }
    for (unsigned i = 0; profile->elsewhere && i < PP_WORK_CLASSES; i++)
        code->stmts[i] = pp_add(code->stmts[i], profile->elsewhere->code[i]);
}

/* Statements that the code of CLASS executed, at least. */
static double executed(const struct pp_hot_code *code, unsigned class)
{
    return code->stmts[class] ? (double)code->stmts[class] * (double)least_of_class(class) : 0;
}

uint64_t pp_hot_code_least(const struct pp_hot_code *code, uint64_t stmts)
{
    uint64_t sum = 0, least = UINT64_MAX;
    double left = 0, all;
    for (unsigned class = 0; class < PP_WORK_CLASSES; class ++)
        left += executed(code, class);
    all = left;
    for (unsigned class = PP_WORK_CLASSES; --class > 0 && left > all * LITTLE;) {
        sum = pp_add(sum, code->stmts[class]);
        if (sum > stmts)
            return least;
        left -= executed(code, class);
        if (code->stmts[class])
            least = least_of_class(class);
    }
    return 0;
}
