/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Roots that call one another.  With C_i how often root i was entered and C_ij how often, by calls
   beneath i, root j, an entry of i makes M_ij = C_ij / C_i entries of j.  In a cycle, how many
   entries of j an entry of i brings about in all is an element of

       I + M + M M + ... = inverse of (I - M).

   It is what a Markov chain's fundamental matrix is (Kemeny and Snell 1960). */
#include <math.h>
#include <stdlib.h>

#include "core/base/scc.h"
#include "tool/stacks/joins.h"

/* Components, callees before callers. */
static void find_cycles(struct pp_joins *joins)
{
    size_t size = (size_t)joins->num + 1;
    struct pp_adjacency graph = {.num = joins->num, .first = joins->first_arc};
    graph.to = pp_xmalloc(((size_t)joins->num_arcs + 1) * sizeof *graph.to);
    for (uint32_t a = 0; a < joins->num_arcs; a++)
        graph.to[a] = joins->arcs[a].to;
    uint32_t *component = pp_xmalloc(size * sizeof *component);
    joins->members = pp_xmalloc(size * sizeof *joins->members);
    joins->cycle = pp_xmalloc(size * sizeof *joins->cycle);
    joins->index = pp_xmalloc(size * sizeof *joins->index);
    joins->cycles = pp_xcalloc(size, sizeof *joins->cycles);
    pp_components(&graph, component, joins->members);
    for (uint32_t i = 0; i < joins->num; i++) {
        uint32_t r = joins->members[i];
        if (i == 0 || component[r] != component[joins->members[i - 1]])
            joins->cycles[joins->num_cycles++].first = i;
        struct pp_join_cycle *cycle = &joins->cycles[joins->num_cycles - 1];
        joins->cycle[r] = joins->num_cycles - 1;
        joins->index[r] = cycle->num++;
    }
    free(component);
    free(graph.to);
}

/* I - M of a cycle.  The diagonal is exact: a recursion's M_ii is next to 1. */
static void fill(const struct pp_joins *joins, const struct pp_join_cycle *cycle, long double *m)
{
    const uint32_t *members = &joins->members[cycle->first];
    for (uint32_t i = 0; i < cycle->num; i++) {
        uint32_t r = members[i];
        long double *row = m + (size_t)i * cycle->num;
        row[i] = joins->calls[r];
        for (uint32_t a = joins->first_arc[r]; a < joins->first_arc[r + 1]; a++) {
            if (pp_in_one_cycle(joins, r, joins->arcs[a].to))
                row[joins->index[joins->arcs[a].to]] -= joins->arcs[a].count;
        }
        for (uint32_t j = 0; j < cycle->num; j++)
            row[j] /= joins->calls[r];
    }
}

/* Turns M (NUM x NUM) into its inverse (Gauss and Jordan).  I - M has a dominant diagonal, by columns
   that are weighed by C_i: no pivots need to be looked for.  Returns false if it has none. */
static bool invert(long double *m, uint32_t num)
{
    for (uint32_t k = 0; k < num; k++) {
        long double *pivot = m + (size_t)k * num, by = pivot[k];
        if (!(by > 0))
            return false;
        pivot[k] = 1;
        for (uint32_t j = 0; j < num; j++)
            pivot[j] /= by;
        for (uint32_t i = 0; i < num; i++) {
            long double *row = m + (size_t)i * num, factor = row[k];
            if (i == k || (factor >= 0 && factor <= 0))
                continue;
            row[k] = 0;
            for (uint32_t j = 0; j < num; j++)
                row[j] -= factor * pivot[j];
        }
    }
    return true;
}

/* By what enters it, not by its calls less those of its own: a difference of large sums is rounded. */
static void count_cycle_entries(struct pp_joins *joins)
{
    for (uint32_t r = 0; r < joins->num; r++)
        joins->cycles[joins->cycle[r]].entries += joins->outside[r];
    for (uint32_t a = 0; a < joins->num_arcs; a++) {
        const struct pp_join *arc = &joins->arcs[a];
        if (!pp_in_one_cycle(joins, arc->from, arc->to))
            joins->cycles[joins->cycle[arc->to]].entries += arc->count;
    }
}

static void find_visits(struct pp_joins *joins, struct pp_join_cycle *cycle)
{
    if (!(cycle->entries > 0)) { /* the first entry has not ended */
        cycle->entries = 1;
        joins->outside[joins->members[cycle->first]] += 1;
        joins->calls[joins->members[cycle->first]] += 1;
    }
    if (cycle->num > PP_MOST_IN_CYCLE)
        return;
    cycle->visits = pp_xcalloc((size_t)cycle->num * cycle->num, sizeof *cycle->visits);
    fill(joins, cycle, cycle->visits);
    if (!invert(cycle->visits, cycle->num)) {
        free(cycle->visits);
        cycle->visits = NULL;
    }
}

/* Statements for an entry of root R, with those of roots in other cycles that it calls. */
static long double own_of(const struct pp_joins *joins, uint32_t r)
{
    long double sum = 0;
    for (uint32_t i = joins->first[r]; i < joins->first[r + 1]; i++)
        sum += joins->tree.nodes[joins->order[i]].stmts;
    for (uint32_t a = joins->first_arc[r]; a < joins->first_arc[r + 1]; a++) {
        const struct pp_join *arc = &joins->arcs[a];
        sum += pp_in_one_cycle(joins, r, arc->to) ? 0 : arc->count * joins->inclusive[arc->to];
    }
    return sum / joins->calls[r];
}

static void find_inclusive(struct pp_joins *joins, const struct pp_join_cycle *cycle)
{
    const uint32_t *members = &joins->members[cycle->first];
    long double *own = pp_xmalloc(cycle->num * sizeof *own), all = 0;
    for (uint32_t i = 0; i < cycle->num; i++) {
        own[i] = own_of(joins, members[i]);
        all += own[i] * joins->calls[members[i]];
    }
    for (uint32_t i = 0; i < cycle->num; i++) {
        long double sum = cycle->visits ? 0 : all / fmax(cycle->entries, 1);
        for (uint32_t j = 0; j < cycle->num && cycle->visits; j++)
            sum += cycle->visits[(size_t)i * cycle->num + j] * own[j];
        joins->inclusive[members[i]] = sum;
    }
    free(own);
}

/* ENTERED[r]: entries of R that main has brought about, by roots of other cycles. */
static void find_from_main(struct pp_joins *joins, const struct pp_join_cycle *cycle,
                           double *entered)
{
    const uint32_t *members = &joins->members[cycle->first];
    double all = 0;
    for (uint32_t i = 0; i < cycle->num; i++)
        all += entered[members[i]];
    for (uint32_t j = 0; j < cycle->num; j++) {
        uint32_t r = members[j];
        long double sum = 0;
        for (uint32_t i = 0; i < cycle->num && cycle->visits; i++)
            sum += entered[members[i]] * cycle->visits[(size_t)i * cycle->num + j];
        double part =
            (double)(cycle->visits ? sum / joins->calls[r] : all / fmax(cycle->entries, 1));
        joins->from_main[r] = part > 0 ? fmin(part, 1) : 0;
        for (uint32_t a = joins->first_arc[r]; a < joins->first_arc[r + 1]; a++) {
            const struct pp_join *arc = &joins->arcs[a];
            if (!pp_in_one_cycle(joins, r, arc->to))
                entered[arc->to] += arc->count * joins->from_main[r];
        }
    }
}

void pp_join_cycles(struct pp_joins *joins)
{
    size_t size = (size_t)joins->num + 1;
    double *entered = pp_xcalloc(size, sizeof *entered);
    joins->inclusive = pp_xcalloc(size, sizeof *joins->inclusive);
    joins->from_main = pp_xcalloc(size, sizeof *joins->from_main);
    find_cycles(joins);
    count_cycle_entries(joins);
    for (uint32_t c = 0; c < joins->num_cycles; c++) { /* callees first */
        find_visits(joins, &joins->cycles[c]);
        find_inclusive(joins, &joins->cycles[c]);
    }
    for (uint32_t r = 0; r < joins->num; r++) {
        if (joins->is_main[r])
            entered[r] = joins->outside[r];
    }
    for (uint32_t c = joins->num_cycles; c-- > 0;)
        find_from_main(joins, &joins->cycles[c], entered);
    free(entered);
}
