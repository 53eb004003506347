/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph-check: express lanes, from the executed paths to the reduced graph. */
#include "graph-check.h"

#include "core/lanes/automaton.h"
#include "core/profile/hot.h"
#include "core/lanes/intra.h"
#include "core/reduce/reduce.h"
#include "core/reduce/compatible.h"
#include "core/pipeline/scope.h"
#include "core/number/scope-decode.h"
#include "toy.h"
#include "core/lanes/hot-trace.h"
#include "core/lanes/translate.h"
#include "core/number/decode.h"
#include "core/number/path.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lanes {
    struct pp_notes notes; /* a view of the test's graph */
    struct pp_profile profile, intra;
    uint64_t hot[64]; /* as given: places among the paths that ran */
    uint32_t num_hot;
    double coverage;
    bool ranges, joins;
    struct pp_reduce_params reduce;
    struct toy_code *code;
    struct pp_hot chosen;
    size_t num_chosen;
    struct pp_automaton automaton, none;
    struct pp_hot_graph h, plain; /* plain: traced without hot paths */
    struct toy toy, plain_toy;
    struct pp_solution j, i;
    struct pp_reduction reduction;
    uint32_t *compatible;
};

/* ---- What is given. */

static void ran(struct test *t, const struct words *w)
{
    struct pp_profile *profile = &t->lanes->profile;
    profile->paths = pp_xrealloc(profile->paths, (profile->num_paths + 1) * sizeof *profile->paths);
    profile->paths[profile->num_paths++] =
        (struct pp_path){.number = pp_word(strtoull(word(w, 1), NULL, 10)),
                         .count = w->num > 2 ? strtoull(word(w, 2), NULL, 10) : 1};
}

static struct toy_code *code(struct test *t, const struct words *w)
{
    return &t->lanes->code[known(t, word(w, 1))];
}

bool read_lanes(struct test *t, const struct words *w)
{
    static const char *const all[] = {"ran",  "hot",     "coverage", "reduce", "set",  "use",
                                      "test", "unknown", "add",      "ranges", "joins"};
    const char *what = w->word[0];
    unsigned k = 0;
    while (k < sizeof all / sizeof *all && strcmp(all[k], what))
        k++;
    if (k == sizeof all / sizeof *all)
        return false;
    if (!t->lanes) {
        t->lanes = pp_xcalloc(1, sizeof *t->lanes);
        t->lanes->code = pp_xcalloc(MOST_NAMES, sizeof *t->lanes->code);
        t->lanes->reduce =
            (struct pp_reduce_params){.benefit = 100, .growth = 1000, .entries = 1e30};
    }
    if (!strcmp(what, "ran")) {
        ran(t, w);
    } else if (!strcmp(what, "hot")) {
        for (unsigned i = 1; i < w->num && t->lanes->num_hot < 64; i++)
            t->lanes->hot[t->lanes->num_hot++] = strtoull(w->word[i], NULL, 10);
    } else if (!strcmp(what, "coverage")) {
        t->lanes->coverage = strtod(word(w, 1), NULL);
    } else if (!strcmp(what, "reduce")) {
        t->lanes->reduce = (struct pp_reduce_params){.benefit = strtod(word(w, 1), NULL),
                                                     .growth = strtod(word(w, 2), NULL),
                                                     .entries = 1e30};
    } else if (!strcmp(what, "set")) {
        code(t, w)->op = (struct toy_op){.kind = TOY_SET, .c = atoi(word(w, 2))};
    } else if (!strcmp(what, "unknown")) {
        code(t, w)->op = (struct toy_op){.kind = TOY_UNKNOWN};
    } else if (!strcmp(what, "add")) {
        code(t, w)->op = (struct toy_op){.kind = TOY_ADD, .c = atoi(word(w, 2))};
    } else if (!strcmp(what, "ranges")) {
        t->lanes->ranges = true;
    } else if (!strcmp(what, "joins")) {
        t->lanes->joins = true;
    } else {
        code(t, w)->uses = 1;
        code(t, w)->tests = *what == 't';
        code(t, w)->c = code(t, w)->tests ? atoi(word(w, 2)) : 0;
    }
    return true;
}

/* ---- What is made of it. */

static void decode(struct test *t)
{
    struct lanes *l = t->lanes;
    l->notes = (struct pp_notes){.graph = t->g, .units = &t->unit, .num_units = 1};
    l->profile.notes = &l->notes;
    for (size_t i = 0; i < l->profile.num_paths; i++) {
        struct pp_path *path = &l->profile.paths[i];
        bool good = true;
        if (pp_mode_row(t->unit.params.mode)->crosses_calls) {
            good = pp_decode_scope(&t->g, &t->n, t->unit.params.mode, t->n.starts, t->n.num_starts,
                                   path->number, UINT32_MAX, path);
        } else {
            uint32_t most = pp_longest_path(&t->g, &t->n, 0);
            path->edges = pp_xmalloc(most * sizeof *path->edges);
            path->num_edges = pp_decode(&t->g, &t->n, 0, path->number.low, path->edges, most);
            path->active = pp_active_suffix(&t->g, &t->n, path->edges, path->num_edges);
        }
        if (!good || path->num_edges == 0)
            die("what ran is no path");
    }
}

/* Of the intraprocedural paths the hottest; or those of the paths that the file names, in its order. */
static void choose(struct test *t)
{
    struct lanes *l = t->lanes;
    if (l->num_hot == 0) {
        pp_hot_make(&l->chosen, &l->intra, PP_HOT_STMTS);
        l->num_chosen = pp_hot_cover(&l->chosen, &l->intra, l->coverage, NULL);
        return;
    }
    l->chosen.order = pp_xmalloc(l->num_hot * sizeof *l->chosen.order);
    for (uint32_t i = 0; i < l->num_hot; i++) {
        struct pp_profile one = l->profile, intra;
        one.paths = NULL;
        for (size_t k = 0; k < l->profile.num_paths; k++)
            if (pp_is_word(l->profile.paths[k].number, l->hot[i]))
                one.paths = &l->profile.paths[k];
        if (!one.paths)
            die("what is hot did not run");
        one.num_paths = 1;
        pp_intra_make(&intra, &one);
        for (size_t k = 0; k < l->intra.num_paths; k++) {
            const struct pp_path *a = &l->intra.paths[k], *b = &intra.paths[0];
            if (a->num_edges == b->num_edges &&
                !memcmp(a->edges, b->edges, a->num_edges * sizeof *a->edges))
                l->chosen.order[l->num_chosen++] = k;
        }
        pp_profile_free(&intra);
    }
}

static void solve(struct toy *toy, struct pp_solution *solution, const struct pp_hot_graph *h,
                  const struct lanes *l)
{
    *toy = (struct toy){.h = h, .code = l->code, .ranges = l->ranges};
    struct pp_flow flow = toy_flow(toy);
    pp_solve(solution, h, &flow);
}

void make_lanes(struct test *t)
{
    struct lanes *l = t->lanes;
    if (!l)
        return;
    decode(t);
    pp_intra_make(&l->intra, &l->profile);
    choose(t);
    uint32_t *procs = pp_xmalloc(t->g.num_procs * sizeof *procs);
    for (uint32_t p = 0; p < t->g.num_procs; p++)
        procs[p] = p;
    pp_automaton_init(&l->automaton, &t->g, procs, t->g.num_procs);
    l->automaton.joins = l->joins;
    pp_automaton_init(&l->none, &t->g, procs, t->g.num_procs);
    free(procs);
    pp_automaton_add_all(&l->automaton, &l->intra, l->chosen.order, l->num_chosen, UINT32_MAX);
    pp_trace(&l->h, &l->automaton);
    pp_trace(&l->plain, &l->none);
    pp_translate(&l->h, &l->automaton, &l->intra);
    solve(&l->toy, &l->j, &l->h, l);
    solve(&l->plain_toy, &l->i, &l->plain, l);
    struct toy_facts toy = {.h = &l->h, .g = &l->plain, .code = l->code, .j = &l->j, .i = &l->i};
    struct pp_facts facts = toy_facts(&toy);
    pp_reduce(&l->reduction, &l->h, &facts, &l->reduce);
    l->compatible = pp_xmalloc((l->h.num_vertices + 1) * sizeof *l->compatible);
    pp_compatible(&l->h, &facts, l->reduction.hot, l->compatible);
}

void free_lanes(struct test *t)
{
    struct lanes *l = t->lanes;
    if (!l)
        return;
    struct pp_flow flow = toy_flow(&l->toy), plain = toy_flow(&l->plain_toy);
    pp_solution_free(&l->j, &l->h, &flow);
    pp_solution_free(&l->i, &l->plain, &plain);
    if (l->toy.live || l->plain_toy.live)
        die("values of the analysis are left");
    pp_reduction_free(&l->reduction);
    free(l->compatible);
    pp_hot_graph_free(&l->h);
    pp_hot_graph_free(&l->plain);
    pp_automaton_free(&l->automaton);
    pp_automaton_free(&l->none);
    pp_hot_free(&l->chosen);
    pp_profile_free(&l->intra);
    pp_profile_free(&l->profile);
    free(l->code);
    free(l);
}

/* ---- What is expected. */

static uint32_t copy_at(const struct test *t, const struct words *w, unsigned i)
{
    uint32_t v = pp_hot_find(&t->lanes->h, known(t, word(w, i)),
                             (uint32_t)strtoul(word(w, i + 1), NULL, 10));
    if (v == PP_NONE)
        die("there is no such copy");
    return v;
}

static uint32_t edge_at(const struct test *t, const struct words *w)
{
    uint32_t from = copy_at(t, w, 1), to = copy_at(t, w, 3);
    uint32_t e = t->lanes->h.vertices[from].first_out;
    while (e != PP_NONE && t->lanes->h.edges[e].to != to)
        e = t->lanes->h.edges[e].next_out;
    if (e == PP_NONE)
        die("there is no such edge between copies");
    return e;
}

static void append_number(char *got, size_t size, uint64_t value)
{
    char decimal[32];
    snprintf(decimal, sizeof decimal, "%" PRIu64, value);
    append(got, size, "", decimal);
}

/* The states of V's copies, rising, block by block of PARTITION; one block if that is NULL. */
static void show_copies(const struct test *t, uint32_t vertex, const uint32_t *partition, char *got,
                        size_t size)
{
    const struct pp_hot_graph *h = &t->lanes->h;
    uint32_t num = t->lanes->automaton.num_states;
    bool *done = pp_xcalloc(num, sizeof *done);
    for (uint32_t q = 0; q < num; q++) {
        uint32_t v = pp_hot_find(h, vertex, q);
        if (v == PP_NONE || done[q])
            continue;
        if (*got)
            append(got, size, "", "|");
        for (uint32_t r = q; r < num; r++) {
            uint32_t other = pp_hot_find(h, vertex, r);
            if (other == PP_NONE || (partition && partition[other] != partition[v]))
                continue;
            append_number(got, size, r);
            done[r] = true;
        }
    }
    free(done);
}

/* The states along vertices; a * before the first: behind a recording edge. */
static unsigned show_lane(const struct test *t, const struct words *w, char *got, size_t size)
{
    const struct pp_hot_graph *h = &t->lanes->h;
    unsigned i = 1 + !strcmp(word(w, 1), "*");
    uint32_t vertex = known(t, word(w, i++));
    uint32_t v = pp_hot_find(h, vertex, pp_automaton_begin(&t->lanes->automaton, vertex));
    if (v == PP_NONE)
        die("no path begins there");
    append_number(got, size, h->vertices[v].state);
    for (; i < w->num && strcmp(w->word[i], "="); i++) {
        uint32_t to = known(t, w->word[i]), e = find_edge(t, vertex, to, false);
        if (e == PP_NONE)
            die("the lane leaves the graph");
        v = h->edges[pp_hot_out(h, v, e)].to;
        vertex = to;
        append_number(got, size, h->vertices[v].state);
    }
    return i;
}

static bool same(const struct words *w, unsigned equals, const char *got)
{
    char expected[1000];
    if (strcmp(word(w, equals), "="))
        die("= is missing");
    join(w, equals + 1, "=", expected, sizeof expected);
    return !strcmp(got, expected);
}

static void show_value(const struct toy_value *value, char *got, size_t size)
{
    if (toy_constant(value, 0))
        snprintf(got, size, "%d", value->of[0].least);
    else if (value && (value->of[0].least > TOY_LEAST || value->of[0].most < TOY_MOST))
        snprintf(got, size, "%d..%d", value->of[0].least, value->of[0].most);
    else
        snprintf(got, size, "%s", value ? "any" : "dead");
}

static bool expect_trace(struct test *t, const struct words *w, char *got, size_t size, bool *good)
{
    const struct lanes *l = t->lanes;
    const char *what = w->word[0];
    if (!strcmp(what, "hotpaths")) {
        *good = number(got, size, l->num_chosen, word(w, 1));
    } else if (!strcmp(what, "states")) {
        *good = number(got, size, l->automaton.num_states, word(w, 1));
    } else if (!strcmp(what, "hotvertices")) {
        *good = number(got, size, l->h.num_vertices, word(w, 1));
    } else if (!strcmp(what, "hotedges")) {
        *good = number(got, size, l->h.num_edges, word(w, 1));
    } else if (!strcmp(what, "next")) {
        uint32_t e = find_edge(t, known(t, word(w, 2)), known(t, word(w, 3)), false);
        append_number(got, size, pp_automaton_step(&l->automaton, (uint32_t)atoi(word(w, 1)), e));
        *good = same(w, 4, got);
    } else if (!strcmp(what, "copies")) {
        show_copies(t, known(t, word(w, 1)), NULL, got, size);
        *good = same(w, 2, got);
    } else if (!strcmp(what, "lane")) {
        unsigned equals = show_lane(t, w, got, size);
        *good = same(w, equals, got);
    } else if (!strcmp(what, "hotcount")) {
        uint64_t count =
            w->num < 6 ? l->h.vertices[copy_at(t, w, 1)].count : l->h.edges[edge_at(t, w)].count;
        *good = number(got, size, count, word(w, w->num < 6 ? 3 : 5));
    } else if (!strcmp(what, "records") || !strcmp(what, "passes")) {
        *good = l->h.edges[edge_at(t, w)].recording == (*what == 'r');
    } else if (!strcmp(what, "balanced")) {
        *good = pp_hot_unbalanced(&l->h) == PP_NONE &&
                pp_hot_unbalanced(&l->reduction.graph) == PP_NONE;
    } else {
        return false;
    }
    return true;
}

bool expect_lanes(struct test *t, const struct words *w, char *got, size_t size, bool *good)
{
    const struct lanes *l = t->lanes;
    const char *what = w->word[0];
    if (!l)
        return false;
    if (expect_trace(t, w, got, size, good))
        return true;
    if (!strcmp(what, "value")) {
        show_value(l->j.in[copy_at(t, w, 1)], got, size);
        *good = same(w, 3, got);
    } else if (!strcmp(what, "plain")) {
        show_value(l->i.in[pp_hot_copies(&l->plain, known(t, word(w, 1)))], got, size);
        *good = same(w, 2, got);
    } else if (!strcmp(what, "compatible") || !strcmp(what, "joined")) {
        const uint32_t *partition = *what == 'c' ? l->compatible : l->reduction.vertex_of;
        show_copies(t, known(t, word(w, 1)), partition, got, size);
        *good = same(w, 2, got);
    } else if (!strcmp(what, "reducedvertices")) {
        *good = number(got, size, l->reduction.graph.num_vertices, word(w, 1));
    } else if (!strcmp(what, "reducededges")) {
        *good = number(got, size, l->reduction.graph.num_edges, word(w, 1));
    } else if (!strcmp(what, "reducedcount")) {
        uint32_t v = l->reduction.vertex_of[copy_at(t, w, 1)];
        *good = number(got, size, l->reduction.graph.vertices[v].count, word(w, 3));
    } else if (!strcmp(what, "reducedstmts")) {
        *good = number(got, size, l->reduction.reduced_stmts, word(w, 1));
    } else if (!strcmp(what, "hotstmts")) {
        *good = number(got, size, l->reduction.hot_stmts, word(w, 1));
    } else if (!strcmp(what, "plainstmts")) {
        *good = number(got, size, l->reduction.stmts, word(w, 1));
    } else if (!strcmp(what, "benefit")) {
        append_number(got, size, l->reduction.hot_benefit);
        append(got, size, "", "of");
        append_number(got, size, l->reduction.benefit);
        append(got, size, "", l->reduction.limited ? "limited" : "free");
        *good = same(w, 1, got);
    } else {
        return false;
    }
    return true;
}
