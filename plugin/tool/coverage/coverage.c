/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/coverage/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/count.h"
#include "core/number/path.h"
#include "core/transform/natural-loops.h"
#include "tool/coverage/turns.h"
#include "tool/path/route.h"

/* What is known of the procedures while they are looked at. */
struct covering {
    struct pp_coverage *to;
    const struct pp_graph *g;
    const struct pp_profile *profile;
    size_t path;                   /* the covered one at hand */
    uint32_t *marks, *body, stamp; /* for pp_loop_body */
    uint32_t *ways, *barred;       /* by live edge: turns to it, and those that are impossible */
};

/* Notes an outcome and a turn of the covered path at hand. */
static void note_turn(void *to, uint32_t from, uint32_t e, bool counted)
{
    struct covering *c = to;
    const struct pp_covered *paths = c->to->tests->paths;
    c->to->counts[e] = pp_add(c->to->counts[e], counted ? paths[c->path].count : 0);
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

/* Notes what is known of paths that are known in parts alone. */
static void note_parts(struct pp_coverage *to, const bool *shown)
{
    const struct pp_part_turns *parts = &to->tests->part_turns;
    for (size_t i = 0; i < parts->num; i++) {
        const struct pp_part_turn *turn = &parts->list[i];
        if (!shown[turn->proc])
            continue;
        to->rows[turn->proc].called = true;
        if (turn->from == PP_NONE)
            to->counts[turn->to] = pp_add(to->counts[turn->to], turn->count);
        else
            *pp_pair_at(turn->unknown ? &to->unknown : &to->turns, turn->from, turn->to) = 1;
    }
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
        uint32_t on = pp_choices(g, v, &several);
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

/* The turn from E to B is impossible. */
static void rule_out(struct covering *c, uint32_t proc, uint32_t e, uint32_t b)
{
    struct pp_coverage *to = c->to;
    c->barred[b]++;
    to->rows[proc].impossible_turns++;
    to->ruled_out =
        pp_grow_long(to->ruled_out, &to->cap_ruled_out, to->num_ruled_out, sizeof *to->ruled_out);
    to->ruled_out[to->num_ruled_out++] = (struct pp_ruled_out){proc, e, b};
}

/* Counts the turns from outcome E, and notes those that are missing. */
static void count_turns(struct covering *c, uint32_t proc, uint32_t e, struct pp_coverage_row *row)
{
    struct pp_coverage *to = c->to;
    uint32_t v = pp_next_turning(c->g, e);
    for (uint32_t b = v == PP_NONE ? PP_NONE : pp_first_out(c->g, v); b != PP_NONE;
         b = pp_next_out(c->g, b)) {
        if (!pp_is_choice(c->g, b))
            continue;
        bool executed = pp_pair_get(&to->turns, e, b) != PP_NONE;
        c->ways[b]++;
        if (!pp_is_choice(c->g, e))
            continue; /* a handler: it is known to lead there, no more */
        if (pp_is_impossible(&to->impossible, &to->turns, e, b)) {
            rule_out(c, proc, e, b);
            continue;
        }
        to->refuted += executed && pp_pair_get(&to->impossible.turns, e, b) != PP_NONE;
        row->turns.all++;
        row->turns.executed += executed;
        bool unknown = !executed && pp_pair_get(&to->unknown, e, b) != PP_NONE;
        row->unknown_turns += unknown;
        if (executed || unknown || c->to->counts[e] == 0)
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

/* Counts the outcomes of branch V, whose turns have been counted. */
static void count_outcomes(struct covering *c, uint32_t v, struct pp_coverage_row *row)
{
    for (uint32_t e = pp_first_out(c->g, v); e != PP_NONE; e = pp_next_out(c->g, e)) {
        bool executed = c->to->counts[e] > 0;
        if (!pp_is_choice(c->g, e))
            continue;
        if (!executed && c->barred[e] > 0 && c->barred[e] == c->ways[e]) {
            row->impossible_outcomes++;
            continue;
        }
        row->outcomes.all++;
        row->outcomes.executed += executed;
    }
}

/* How many paths may have been executed besides those that certainly were. */
static void bound_unknown(struct covering *c, uint32_t p, struct pp_coverage_row *row)
{
    const double *more = c->to->tests->part_turns.more;
    double left = row->potential - (double)row->paths;
    row->unknown_paths = more ? more[p] : 0;
    if (row->unknown_paths > left)
        row->unknown_paths = left > 0 ? left : 0;
}

static void count_paths(struct covering *c, uint32_t p, struct pp_coverage_row *row)
{
    const struct pp_proc *proc = &c->g->procs[p];
    row->potential = proc->exact_paths ? strtod(pp_text(c->g, proc->exact_paths), NULL)
                                       : (double)proc->num_paths;
    const struct pp_mode_row *mode = pp_mode_row(c->profile->notes->units[proc->unit].params.mode);
    if (row->impossible_turns == 0 || proc->exact_paths || mode->iterates)
        return;
    double possible = pp_possible_paths(&c->to->impossible, p, &c->to->turns);
    row->impossible = row->potential - possible;
    row->potential = possible;
}

static void count_proc(struct covering *c, uint32_t p)
{
    const struct pp_proc *proc = &c->g->procs[p];
    struct pp_coverage_row *row = &c->to->rows[p];
    uint32_t end = proc->first_vertex + proc->num_vertices;
    for (uint32_t v = proc->first_vertex; v < end; v++) {
        bool from = v == proc->entry || pp_is_turning(c->g, v);
        for (uint32_t e = pp_first_out(c->g, v); e != PP_NONE; e = pp_next_out(c->g, e))
            if (from || !pp_is_choice(c->g, e))
                count_turns(c, p, e, row);
    }
    for (uint32_t v = proc->first_vertex; v < end; v++)
        if (pp_is_turning(c->g, v))
            count_outcomes(c, v, row);
    count_paths(c, p, row);
    bound_unknown(c, p, row);
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

static void add_row(struct pp_coverage_row *sum, const struct pp_coverage_row *row)
{
    sum->paths += row->paths;
    sum->potential += row->potential;
    sum->impossible += row->impossible;
    sum->impossible_outcomes += row->impossible_outcomes;
    sum->impossible_turns += row->impossible_turns;
    sum->unknown_paths += row->unknown_paths;
    sum->unknown_turns += row->unknown_turns;
    add_share(&sum->outcomes, row->outcomes);
    add_share(&sum->turns, row->turns);
}

static int by_missing_turns(const void *a, const void *b)
{
    const struct pp_covered_file *x = a, *y = b;
    uint64_t m = x->row.turns.all - x->row.turns.executed,
             n = y->row.turns.all - y->row.turns.executed;
    if (m != n)
        return m > n ? -1 : 1;
    return (x->file > y->file) - (x->file < y->file);
}

struct pp_covered_file *pp_coverage_by_file(const struct pp_coverage *coverage, uint32_t *num)
{
    const struct pp_graph *g = &coverage->tests->load.notes.graph;
    struct pp_covered_file *files = NULL;
    uint32_t room = 0, *of = pp_xcalloc((size_t)g->strings_size + 1, sizeof *of);
    *num = 0;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_coverage_row *row = &coverage->rows[p];
        uint32_t *place = &of[g->procs[p].file]; /* one more than the index of the file */
        if (!(row->potential + row->impossible > 0))
            continue; /* not shown: even an empty function has a path */
        if (*place == 0) {
            files = pp_grow(files, &room, *num, 1, sizeof *files);
            files[*num] = (struct pp_covered_file){.file = g->procs[p].file};
            *place = ++*num;
        }
        files[*place - 1].functions++;
        files[*place - 1].called += row->called;
        add_row(&files[*place - 1].row, row);
    }
    free(of);
    if (*num)
        qsort(files, *num, sizeof *files, by_missing_turns);
    return files;
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
    note_parts(coverage, shown);
    pp_impossible_make(&coverage->impossible, g, tests->counts);
    c.ways = pp_xcalloc((size_t)g->num_edges + 1, sizeof *c.ways);
    c.barred = pp_xcalloc((size_t)g->num_edges + 1, sizeof *c.barred);
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
        row->called |= row->paths > 0;
        coverage->called += row->called;
        add_row(&coverage->all, row);
    }
    free(c.marks);
    free(c.body);
    free(c.ways);
    free(c.barred);
    if (coverage->num_missing)
        qsort(coverage->missing, coverage->num_missing, sizeof *coverage->missing, by_count);
}

void pp_coverage_free(struct pp_coverage *coverage)
{
    free(coverage->rows);
    free(coverage->counts);
    free(coverage->hottest);
    free(coverage->missing);
    free(coverage->ruled_out);
    pp_impossible_free(&coverage->impossible);
    pp_pair_map_free(&coverage->turns);
    pp_pair_map_free(&coverage->unknown);
    *coverage = (struct pp_coverage){0};
}
