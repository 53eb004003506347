/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/coverage/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/count.h"
#include "core/number/path.h"
#include "core/transform/natural-loops.h"
#include "tool/path/route.h"

/* What is known of the procedures while they are looked at. */
struct covering {
    struct pp_coverage *to;
    const struct pp_graph *g;
    const struct pp_profile *profile;
    size_t path;                   /* the covered one at hand */
    uint32_t *marks, *body, stamp; /* for pp_loop_body */
};

/* Is E an outcome: one of several ways on that are no handlers' ? */
static bool is_choice(const struct pp_graph *g, uint32_t e)
{
    return !(g->edges[e].flags & PP_E_EH) && g->edges[e].kind != PP_CALL_EDGE;
}

/* The first live outcome out of V; *SEVERAL: there are more. */
static uint32_t choices(const struct pp_graph *g, uint32_t v, bool *several)
{
    uint32_t first = PP_NONE;
    *several = false;
    for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e)) {
        if (!is_choice(g, e))
            continue;
        *several = first != PP_NONE;
        if (first != PP_NONE)
            return first;
        first = e;
    }
    return first;
}

/* Is V a branch?  A procedure's Entry, where paths begin, is none. */
static bool is_branch(const struct pp_graph *g, uint32_t v)
{
    bool several;
    choices(g, v, &several);
    return several && g->vertices[v].kind != PP_ENTRY;
}

/* The branch that control comes to behind E without a choice; PP_NONE: the path ends before. */
static uint32_t next_branch(const struct pp_graph *g, uint32_t e)
{
    uint32_t v = g->edges[e].to;
    while (!is_branch(g, v)) {
        bool several;
        uint32_t on = choices(g, v, &several);
        if (on == PP_NONE)
            return PP_NONE;
        v = g->edges[on].to;
    }
    return v;
}

void pp_turns_of_path(const struct pp_graph *g, const struct pp_path *path, pp_turn_taken *take,
                      void *to)
{
    uint32_t last = PP_NONE;
    for (uint32_t i = 0; i < path->num_edges; i++) {
        uint32_t e = path->edges[i], from = g->edges[e].from;
        if (!is_choice(g, e)) {
            last = PP_NONE; /* a handler: what comes behind is no turn from what was before */
        } else if (g->vertices[from].kind == PP_ENTRY || is_branch(g, from)) {
            take(to, last, e);
            last = e;
        }
    }
}

/* Notes an outcome and a turn of the covered path at hand. */
static void note_turn(void *to, uint32_t from, uint32_t e)
{
    struct covering *c = to;
    const struct pp_covered *paths = c->to->tests->paths;
    c->to->counts[e] = pp_add(c->to->counts[e], paths[c->path].count);
    if (c->to->hottest[e] == SIZE_MAX || paths[c->path].count > paths[c->to->hottest[e]].count)
        c->to->hottest[e] = c->path;
    if (from != PP_NONE)
        *pp_pair_at(&c->to->turns, from, e) = 1;
}

/* Notes the outcomes and turns of covered path N. */
static void walk(struct covering *c, size_t n)
{
    const struct pp_covered *covered = &c->to->tests->paths[n];
    struct pp_path path;
    if (!pp_proc_path(c->profile, covered->proc, pp_word(covered->number), &path))
        return;
    c->path = n;
    pp_turns_of_path(c->g, &path, note_turn, c);
    free(path.edges);
}

/* The labels of the hottest path through outcome E up to it, or from it on, added up. */
static uint64_t labels_along(const struct pp_coverage *coverage, uint32_t e, bool up_to)
{
    const struct pp_profile *profile = &coverage->tests->load.profile;
    const struct pp_covered *hottest = &coverage->tests->paths[coverage->hottest[e]];
    struct pp_path path;
    uint64_t sum = 0;
    bool behind = false;
    if (!pp_proc_path(profile, hottest->proc, pp_word(hottest->number), &path))
        return 0;
    for (uint32_t i = 0; i < path.num_edges; i++) {
        bool here = path.edges[i] == e;
        if (up_to ? !behind : behind || here)
            sum += profile->numbering.rho[path.edges[i]].b.low;
        behind |= here;
    }
    free(path.edges);
    return sum;
}

uint64_t pp_missing_number(const struct pp_coverage *coverage, const struct pp_missing *missing)
{
    const struct pp_profile *profile = &coverage->tests->load.profile;
    const struct pp_graph *g = &profile->notes->graph;
    uint64_t number = labels_along(coverage, missing->from, true);
    for (uint32_t v = g->edges[missing->from].to; v != g->edges[missing->to].from;) {
        bool several; /* no: what lies between has no choice */
        uint32_t on = choices(g, v, &several);
        number += profile->numbering.rho[on].b.low;
        v = g->edges[on].to;
    }
    if (coverage->hottest[missing->to] != SIZE_MAX)
        return number + labels_along(coverage, missing->to, false);
    for (uint32_t on = missing->to; on != PP_NONE; on = pp_first_out(g, g->edges[on].to))
        number += profile->numbering.rho[on].b.low;
    return number;
}

/* Does the turn from E to outcome TO leave the loop whose head it has come to from outside? */
static bool leaves_at_once(struct covering *c, uint32_t e, uint32_t to)
{
    uint32_t head = c->g->edges[to].from, own = pp_program_edge(c->g, to);
    if (!pp_is_loop_head(c->g, head) || pp_program_edge(c->g, e) == PP_NONE)
        return false;
    uint32_t size = pp_loop_body(c->g, head, c->marks, ++c->stamp, c->body),
             after = c->g->edges[own == PP_NONE ? to : own].to;
    for (uint32_t i = 0; i < size; i++)
        if (c->body[i] == after)
            return false;
    return true;
}

/* Counts the turns from outcome E, and notes those that are missing. */
static void count_turns(struct covering *c, uint32_t proc, uint32_t e, struct pp_coverage_row *row)
{
    struct pp_coverage *to = c->to;
    uint32_t v = next_branch(c->g, e);
    for (uint32_t b = v == PP_NONE ? PP_NONE : pp_first_out(c->g, v); b != PP_NONE;
         b = pp_next_out(c->g, b)) {
        if (!is_choice(c->g, b))
            continue;
        bool executed = pp_pair_get(&to->turns, e, b) != PP_NONE;
        row->turns.all++;
        row->turns.executed += executed;
        if (executed || c->to->counts[e] == 0)
            continue;
        to->missing =
            pp_grow_long(to->missing, &to->cap_missing, to->num_missing, sizeof *to->missing);
        to->missing[to->num_missing++] = (struct pp_missing){.proc = proc,
                                                             .from = e,
                                                             .to = b,
                                                             .from_count = c->to->counts[e],
                                                             .to_count = c->to->counts[b],
                                                             .leaves = leaves_at_once(c, e, b)};
    }
}

static void count_proc(struct covering *c, uint32_t p)
{
    const struct pp_proc *proc = &c->g->procs[p];
    struct pp_coverage_row *row = &c->to->rows[p];
    row->potential = proc->exact_paths ? strtod(pp_text(c->g, proc->exact_paths), NULL)
                                       : (double)proc->num_paths;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        bool branch = is_branch(c->g, v);
        if (!branch && v != proc->entry)
            continue;
        for (uint32_t e = pp_first_out(c->g, v); e != PP_NONE; e = pp_next_out(c->g, e)) {
            if (!is_choice(c->g, e))
                continue;
            if (branch) {
                row->outcomes.all++;
                row->outcomes.executed += c->to->counts[e] > 0;
            }
            count_turns(c, p, e, row);
        }
    }
}

static void add_share(struct pp_share *sum, struct pp_share more)
{
    sum->executed = pp_add(sum->executed, more.executed);
    sum->all = pp_add(sum->all, more.all);
}

static int by_count(const void *a, const void *b)
{
    const struct pp_missing *x = a, *y = b;
    if ((x->to_count > 0) != (y->to_count > 0))
        return x->to_count > 0 ? -1 : 1;
    if (x->leaves != y->leaves && x->to_count > 0)
        return x->leaves ? 1 : -1;
    if (x->from_count != y->from_count)
        return x->from_count > y->from_count ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

void pp_coverage_make(struct pp_coverage *coverage, const struct pp_tests *tests, const bool *shown)
{
    const struct pp_graph *g = &tests->load.notes.graph;
    struct covering c = {.to = coverage, .g = g, .profile = &tests->load.profile};
    *coverage = (struct pp_coverage){.tests = tests};
    coverage->rows = pp_xcalloc(g->num_procs + 1, sizeof *coverage->rows);
    coverage->counts = pp_xcalloc(g->num_edges + 1, sizeof *coverage->counts);
    coverage->hottest = pp_xmalloc((g->num_edges + 1) * sizeof *coverage->hottest);
    for (uint32_t e = 0; e < g->num_edges; e++)
        coverage->hottest[e] = SIZE_MAX;
    for (size_t n = 0; n < tests->num_paths; n++) {
        coverage->rows[tests->paths[n].proc].paths++;
        if (shown[tests->paths[n].proc])
            walk(&c, n);
    }
    uint32_t most = 0;
    for (uint32_t p = 0; p < g->num_procs; p++)
        most = g->procs[p].num_vertices > most ? g->procs[p].num_vertices : most;
    c.marks = pp_xcalloc((size_t)most + 1, sizeof *c.marks);
    c.body = pp_xmalloc(((size_t)most + 1) * sizeof *c.body);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        struct pp_coverage_row *row = &coverage->rows[p];
        if (!shown[p] || !tests->counts[p])
            continue;
        count_proc(&c, p);
        coverage->functions++;
        coverage->called += row->paths > 0;
        coverage->all.paths += row->paths;
        coverage->all.potential += row->potential;
        add_share(&coverage->all.outcomes, row->outcomes);
        add_share(&coverage->all.turns, row->turns);
    }
    free(c.marks);
    free(c.body);
    if (coverage->num_missing)
        qsort(coverage->missing, coverage->num_missing, sizeof *coverage->missing, by_count);
}

void pp_coverage_free(struct pp_coverage *coverage)
{
    free(coverage->rows);
    free(coverage->counts);
    free(coverage->hottest);
    free(coverage->missing);
    pp_pair_map_free(&coverage->turns);
    *coverage = (struct pp_coverage){0};
}
