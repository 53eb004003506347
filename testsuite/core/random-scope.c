/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random scopes in the interprocedural modes against definitions: random-scope [SCOPES [SEED]]. */
#include "random-scope.h"

#include "roundtrip.h"
#include "core/transform/rules.h"
#include "core/pipeline/scope.h"
#include "core/transform/transform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const property_names[] = {
    "the finite-path graph is what the mode defines",
    "paths have exactly the numbers 0 .. N-1",
    "decoding inverts numbering",
    "breaking keeps the number of paths within the limit",
    "what is refused cannot be done",
    "no code where none can be placed",
    "walks record the paths that have been gone",
    "intraprocedural paths are those that have been gone",
    "the decoder repeats the plugin's labels",
    "the same input gives the same output",
    "wide numbers break nothing, and are the narrow ones",
};

const unsigned num_properties = PROPERTIES;

static void make(struct made *m, uint64_t seed, const struct pp_params *params)
{
    memset(m, 0, sizeof *m);
    rng = seed;
    random_supergraph(&m->g);
    m->unit.params = *params;
    m->unit.num_procs = m->g.num_procs;
    pp_numbering_init(&m->n);
    for (uint32_t p = 0; p < MOST_PROCS; p++)
        pp_plan_init(&m->plans[p]);
    pp_scope_pipeline(&m->g, &m->unit, &m->n, m->plans);
}

static void unmake(struct made *m)
{
    pp_graph_free(&m->g);
    pp_numbering_free(&m->n);
    for (uint32_t p = 0; p < MOST_PROCS; p++)
        pp_plan_free(&m->plans[p]);
}

/* ---- Where code is placed. */

/* Does PLAN take its path from all its callers? */
static bool is_handed(const struct pp_plan *plan)
{
    return plan->hands_over && !plan->may_be_root && !plan->always_root;
}

static bool placeable(const struct made *m, uint32_t proc, const struct pp_action *a)
{
    const struct pp_graph *g = &m->g;
    if (a->place == PP_AT_EDGE) {
        const struct pp_edge *e = &g->edges[a->at];
        return is_inside(e) && !(e->flags & PP_E_ABNORMAL) && g->vertices[e->from].proc == proc;
    }
    if (g->vertices[a->at].proc != proc)
        return false;
    uint32_t call = link_of(g, a->at);
    uint32_t callee = call == PP_NONE ? PP_NONE : g->vertices[g->edges[call].to].proc;
    bool kept = call != PP_NONE && (g->edges[call].flags & PP_E_BACK) &&
                g->vertices[g->edges[call].to].split != PP_NONE;
    bool handed = call != PP_NONE && (kept || is_handed(&m->plans[callee]));
    if (pp_does(a, PP_DO_WAIT))
        return pp_does(a, PP_DO_CALL) == handed && pp_pending_edge(g, a->at) != PP_NONE;
    if (!pp_does(a, PP_DO_CALL))
        return g->vertices[a->at].flags & PP_V_RESTART;
    return handed || (call != PP_NONE && !(g->edges[call].flags & PP_E_CUT));
}

static void check_places(const struct made *m)
{
    for (uint32_t p = 0; p < m->g.num_procs; p++) {
        const struct pp_plan *plan = &m->plans[p];
        uint64_t before = 0;
        if (m->g.procs[p].storage == PP_STORE_NONE)
            check(P_PLACES, plan->num_actions == 0 && m->g.procs[p].why,
                  "a procedure that is left out is planned, or does not say why");
        for (uint32_t i = 0; i < plan->num_actions; i++) {
            const struct pp_action *a = &plan->actions[i];
            uint64_t stage = a->place == PP_AT_EDGE                ? 2
                             : pp_does(a, PP_DO_CALL | PP_DO_WAIT) ? 3
                                                                   : 1;
            check(P_PLACES, placeable(m, p, a), "action %u of %u", i, p);
            check(P_PLACES, (stage << 32 | a->at) > before, "action %u of %u is out of order", i,
                  p);
            before = stage << 32 | a->at;
        }
    }
}

/* ---- Limits. */

static bool broken(const struct pp_graph *g)
{
    for (uint32_t e = 0; e < g->num_edges; e++) {
        uint32_t from = g->edges[e].from;
        if (g->procs[g->vertices[from].proc].storage != PP_STORE_NONE &&
            (g->edges[e].flags & (PP_E_BROKEN | PP_E_UNBALANCED)))
            return true;
    }
    return false;
}

static bool left_out(const struct pp_graph *g)
{
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (g->procs[p].storage == PP_STORE_NONE)
            return true;
    return false;
}

static unsigned num_free, num_limited, num_refused, num_left_out, num_as_thesis;

/* FREE is the same without a limit. */
static void check_limit(const struct made *m, const struct made *free_one)
{
    uint64_t max = m->unit.params.max_paths, total = m->unit.num_paths;
    bool thesis = m->unit.params.breaking == PP_BREAK_THESIS;
    /* With more paths than a word holds it is broken in any case. */
    bool fits = free_one->unit.storage != PP_STORE_NONE && free_one->unit.num_paths <= max &&
                !broken(&free_one->g);
    if (m->unit.storage == PP_STORE_NONE) {
        num_refused++;
        /* The thesis's bounds are for 2^64: they cannot always be met within tiny ones. */
        check(P_REFUSAL, thesis || (!fits && max < 64ull * m->g.num_vertices),
              "%" PRIu64 " paths are enough", max);
        for (uint32_t p = 0; p < m->g.num_procs; p++)
            check(P_REFUSAL,
                  m->g.procs[p].storage == PP_STORE_NONE && m->g.procs[p].why && total == 0,
                  "a unit that is refused does not say so");
        return;
    }
    check(P_LIMIT, total <= max, "%" PRIu64 " paths, at most %" PRIu64, total, max);
    check(P_LIMIT, m->unit.storage == (total <= 100 ? PP_STORE_ARRAY : PP_STORE_TABLE),
          "storage of %" PRIu64 " paths", total);
    num_as_thesis += thesis && !fits;
    if (thesis) /* every procedure has its share, whether others need theirs or not */
        return;
    if (fits)
        check(P_LIMIT, total == free_one->unit.num_paths, "something is broken without need");
    else
        check(P_LIMIT, broken(&m->g), "nothing is broken");
    if (fits)
        check(P_LIMIT, !broken(&m->g), "something is broken that fits");
}

/* ---- Twice. */

static bool same_plan(const struct pp_plan *x, const struct pp_plan *y)
{
    if (x->num_actions != y->num_actions || x->num_handovers != y->num_handovers)
        return false;
    for (uint32_t i = 0; i < x->num_actions; i++) {
        const struct pp_action *a = &x->actions[i], *b = &y->actions[i];
        if (a->at != b->at || a->place != b->place || pp_num_compare(a->index.a, b->index.a) ||
            pp_num_compare(a->index.b, b->index.b) || pp_num_compare(a->value.a, b->value.a) ||
            pp_num_compare(a->value.b, b->value.b))
            return false;
    }
    return true;
}

static void check_same(const struct made *m, uint64_t seed)
{
    struct made again;
    make(&again, seed, &m->unit.params);
    bool good = again.g.num_edges == m->g.num_edges && again.unit.num_paths == m->unit.num_paths;
    for (uint32_t e = 0; good && e < m->g.num_edges; e++)
        good = again.g.edges[e].flags == m->g.edges[e].flags &&
               again.g.edges[e].to == m->g.edges[e].to;
    for (uint32_t p = 0; p < m->g.num_procs; p++)
        good = good && same_plan(&again.plans[p], &m->plans[p]);
    check(P_SAME, good, "another graph or another plan");
    unmake(&again);
}

/* ---- Wide numbers. */

static unsigned num_wide;

/* The scope of FREE_ONE with numbers of several words, which are the same where a word is enough:
   there FREE_ONE has broken nothing. */
static void check_wide(uint64_t seed, const struct made *free_one)
{
    struct made m;
    struct pp_params params = free_one->unit.params;
    params.max_paths = 1;
    params.wide = 2 + below(4);
    uint64_t after = next_random() | 1;
    make(&m, seed, &params);
    rng = after;
    bool narrow = free_one->unit.storage != PP_STORE_NONE && !broken(&free_one->g);
    check(P_WIDE, m.unit.storage != PP_STORE_NONE, "a scope is refused");
    check(P_WIDE, !narrow || !broken(&m.g), "something is broken");
    if (m.unit.storage == PP_STORE_WIDE) {
        num_wide++;
        check(P_WIDE, m.n.numbers->words >= 2 && m.n.numbers->words <= params.wide,
              "numbers of %u words", m.n.numbers->words);
        check_transform(&m);
        check_places(&m);
        check_paths(&m);
        check_walks(&m);
    }
    if (narrow)
        check(P_WIDE, m.unit.num_paths == free_one->unit.num_paths, "another number of paths");
    for (uint32_t e = 0; narrow && e < m.g.num_edges; e++)
        if (!(m.g.edges[e].flags & PP_E_CUT))
            check(P_WIDE, !pp_num_compare(m.n.rho[e].b, free_one->n.rho[e].b), "label of %u", e);
    const char *wrong = roundtrip(&m.g, &m.unit, &m.n);
    check(P_NOTES, !wrong, "%s", wrong ? wrong : "");
    unmake(&m);
}

/* ---- Rules. */

static unsigned num_chosen;

/* A few for the procedures that random_supergraph names. */
static void random_rules(struct pp_rules *rules)
{
    for (uint32_t i = 1 + below(3); i; i--) {
        char names[20];
        snprintf(names, sizeof names, "^p%u$", below(MOST_PROCS));
        free(pp_rules_add(rules, (enum pp_rule_kind)below(PP_RULES), below(4), names));
    }
}

static bool chosen(const struct pp_graph *g)
{
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (g->edges[e].flags & PP_E_CHOSEN)
            return true;
    return false;
}

/* ---- One scope. */

static void check_scope(uint64_t seed, enum pp_mode mode)
{
    struct pp_params params = {
        .mode = mode, .max_paths = UINT64_MAX, .array_limit = 100, .pending = chance(40)};
    struct pp_rules rules = {NULL, 0};
    if (chance(40))
        random_rules(&rules);
    params.rules = &rules;
    params.likely_first = chance(50);
    params.recursion = !pp_mode_row(mode)->in_pieces && chance(50);
    params.loops = !pp_mode_row(mode)->in_pieces && chance(35);
    struct made free_one, m;
    make(&free_one, seed, &params);
    uint64_t vertices = free_one.g.num_vertices;
    if (chance(70)) /* one a vertex: hardly ever enough; 64: always */
        params.max_paths = chance(10)   ? 1 + below((uint32_t)vertices)
                           : chance(60) ? vertices / 2 * (2 + below(12))
                                        : vertices * (64 + below(64));
    params.breaking = chance(25) ? PP_BREAK_THESIS : PP_BREAK_COLDEST;
    uint64_t after = next_random() | 1;
    make(&m, seed, &params);
    rng = after;
    check_limit(&m, &free_one);
    if (m.unit.storage != PP_STORE_NONE) {
        num_free += params.max_paths == UINT64_MAX;
        num_chosen += !pp_mode_row(mode)->cuts_returns && chosen(&m.g);
        num_limited += m.unit.num_paths != free_one.unit.num_paths;
        num_left_out += left_out(&m.g);
        check_transform(&m);
        check_places(&m);
        check_paths(&m);
        check_walks(&m);
        check_intra(&m);
    }
    const char *wrong = roundtrip(&m.g, &m.unit, &m.n);
    check(P_NOTES, !wrong, "%s", wrong ? wrong : "");
    check_same(&m, seed);
    if (!params.recursion && !params.loops && chance(40)) /* these exclude each other */
        check_wide(seed, &free_one);
    unmake(&m);
    unmake(&free_one);
    pp_rules_free(&rules);
}

int main(int argc, char **argv)
{
    unsigned scopes = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    unsigned first = argc > 3 ? (unsigned)atoi(argv[3]) : 0;
    for (unsigned i = first; i < first + scopes; i++) {
        seed_graph(seed, i);
        uint64_t after = rng;
        for (enum pp_mode mode = 0; mode < PP_MODES; mode++)
            if (pp_mode_row(mode)->crosses_calls)
                check_scope(after, mode);
    }
    bool good = report_properties();
    printf(
        "%u scopes in four modes: %u without a limit, %u with broken edges, %u over a tiny limit; "
        "%u as the thesis does; %u with procedures that are left out; %u cut by rules; "
        "%u with wide numbers; "
        "%" PRIu64 " paths recorded, %" PRIu64 " activations with context through recursion, "
        "%" PRIu64 " that are relative, %" PRIu64
        " to which a caller handed a path of their own; %" PRIu64 " inner paths recorded; %" PRIu64
        " intraprocedural ones, in %" PRIu64 " scopes joined by guess; %" PRIu64
        " chains of calls, of which %" PRIu64 " are followed\n",
        scopes, num_free, num_limited, num_refused, num_as_thesis, num_left_out, num_chosen,
        num_wide, num_recorded, num_recursive, num_relative, num_handed, num_inner, num_intra,
        num_intra_joined, num_intra_chains, num_intra_followed);
    /* A generator that made nothing but what is refused would test nothing. */
    bool enough = num_free > scopes && num_limited > scopes / 2 && num_wide > scopes / 2 &&
                  num_chosen > scopes / 4 && num_recursive / 4 > scopes &&
                  num_relative / 4 > scopes && num_handed / 4 > scopes && num_inner > scopes &&
                  num_recorded / 4 > scopes && num_waits / 4 > scopes && num_intra / 4 > scopes &&
                  num_intra_joined > 0 && num_intra_chains > scopes / 4 &&
                  num_intra_followed > scopes / 100;
    printf("%s: enough scopes of every kind%s\n", enough ? "PASS" : "FAIL",
           enough ? "" : ": too few");
    return !good || !enough;
}
