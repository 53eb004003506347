/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/profile/skipped-units.h"

#include "core/format/unit-index.h"
#include "core/profile/profile.h"

unsigned pp_work_class(uint64_t work)
{
    if (work < 4)
        return (unsigned)work;
    unsigned log = 63 - (unsigned)__builtin_clzll(work);
    return 4 * log + (unsigned)(work >> (log - 2) & 3);
}

static uint64_t times(uint64_t count, double stmts)
{
    double product = (double)count * stmts;
    return product < 0x1p63 ? (uint64_t)product : UINT64_MAX;
}

/* Code of STMTS statements that ran COUNT times. */
static void add_code(struct pp_elsewhere *elsewhere, uint64_t count, double stmts)
{
    uint64_t *class = &elsewhere->code[pp_work_class(count)];
    *class = pp_add(*class, times(1, stmts));
}

/* Counts of a procedure of which each stands for STMTS statements. */
static void add_counts(struct pp_elsewhere *elsewhere, const struct pp_data_function *function,
                       double stmts, bool edges)
{
    uint64_t all = 0, most = 0;
    for (size_t i = 0; i < function->num_counts; i++) {
        uint64_t count = function->counts[i].count, work = times(count, stmts);
        uint64_t *class = &elsewhere->work[pp_work_class(work)];
        *class = pp_add(*class, work);
        elsewhere->stmts = pp_add(elsewhere->stmts, work);
        all = pp_add(all, count);
        most = count > most ? count : most;
        if (edges)
            add_code(elsewhere, count, stmts);
    }
    most = edges ? most : all;
    if (!edges)
        add_code(elsewhere, all, stmts);
    elsewhere->most = most > elsewhere->most ? most : elsewhere->most;
}

static bool has_counts(const struct pp_data_function *function)
{
    for (size_t i = 0; i < function->num_counts; i++)
        if (function->counts[i].count)
            return true;
    return false;
}

void pp_elsewhere_add(struct pp_elsewhere *elsewhere, const struct pp_unit *unit,
                      const struct pp_data_unit *counts)
{
    bool edges = pp_mode_row(unit->params.mode)->counts_edges;
    uint64_t main_hash = pp_symbol_hash("main");
    size_t f = 0;
    /* Both are by rising index. */
    for (uint32_t k = 0; k < unit->num_listed; k++) {
        const struct pp_listed_proc *listed = &unit->listed[k];
        while (f < counts->num_functions && counts->functions[f].index < listed->index)
            f++;
        bool found = f < counts->num_functions && counts->functions[f].index == listed->index;
        if (found)
            add_counts(elsewhere, &counts->functions[f], listed->stmts, edges);
        if (!edges && listed->symbol == main_hash && !(found && has_counts(&counts->functions[f])))
            elsewhere->main_lost = true;
    }
}
