/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes=random:SEED: every function gets lanes at random, whatever is hot in it, and nothing is
   profiled.  If the program still does what it did, what makes lanes is right. */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/extract/canonical.h"
#include "gcc/base/selected.h"
#include "gcc/lanes/express.h"
#include "gcc/expand/expand.h"
#include "gcc/expand/expandable.h"
#include "gcc/lanes/stress.h"
#include "gcc/extract/uncopyable.h"
extern "C" {
#include "core/lanes/call-choice.h"
#include "core/lanes/scramble.h"
}

/* Larger functions get fewer copies a block. */
#define MOST_VERTICES 3000

static uint32_t most_vertices(const struct pp_proc *p)
{
    uint32_t many = 3 * p->num_vertices;
    return MAX(p->num_vertices, MIN(many, MOST_VERTICES));
}

static void scramble(struct cgraph_node *node, uint64_t seed)
{
    struct pp_graph g;
    struct pp_sites sites;
    struct pp_hot_graph h;
    struct pp_found found;
    struct pp_express_params params = {90, 100, 0, 0, 0};
    struct pp_express_report report = {};
    pp_graph_init(&g);
    uint32_t proc = pp_extract(&g, node, &sites, NULL, NULL);
    push_cfun(DECL_STRUCT_FUNCTION(node->decl));
    pp_mark_single(&g, proc);
    pp_hot_graph_init(&h, &g, &proc, 1);
    pp_scramble(&h, proc, seed ^ g.procs[proc].checksum, most_vertices(&g.procs[proc]));
    char *wrong = pp_hot_sound(&h);
    if (wrong)
        internal_error("pathprof: %s", wrong);
    struct pp_body body = {proc, cfun, &sites, NULL};
    switch (pp_has_ranges() ? seed % 3 : 0) {
    case 0: /* copies only */
        pp_make_lanes(&h, proc, &sites, NULL, 0);
        break;
    case 1: /* and what is known of each */
        pp_find_facts(&found, &h, &body);
        pp_make_lanes(&h, proc, &sites, &found, 0);
        pp_found_free(&found);
        break;
    case 2: /* and reduced */
        pp_lanes_from(&h, proc, &sites, &params, &report);
        break;
    }
    pop_cfun();
    pp_hot_graph_free(&h);
    pp_sites_free(&sites);
    pp_graph_free(&g);
}

/* ---- Calls. */

/* One call in so many is expanded, at most so many of a function. */
#define ONE_IN 3
#define MOST_CALLS 6

/* The calls of a unit, as pp_choose_calls wants them. */
struct random_calls {
    vec<struct cgraph_node *> nodes;
    vec<struct pp_call_candidate> list;
    vec<struct cgraph_edge *> edges;
};

static void list_calls(struct random_calls *calls, uint64_t seed)
{
    hash_map<struct cgraph_node *, unsigned> known;
    uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    for (unsigned i = 0; i < calls->nodes.length(); i++)
        known.put(calls->nodes[i], i);
    for (unsigned i = 0; i < calls->nodes.length(); i++) {
        unsigned num = 0;
        for (struct cgraph_edge *e = calls->nodes[i]->callees; e; e = e->next_callee) {
            struct cgraph_node *callee = pp_callee_with_body(e);
            unsigned *to = callee ? known.get(callee) : NULL;
            state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
            if (!to || (state >> 33) % ONE_IN || num == MOST_CALLS || pp_why_not_expanded(e))
                continue;
            struct pp_call_candidate c = {};
            c.caller = i;
            c.callee = *to;
            c.times = 1;
            calls->list.safe_push(c);
            calls->edges.safe_push(e);
            num++;
        }
    }
}

static void expand_chosen(struct random_calls *calls, unsigned caller)
{
    auto_vec<struct pp_expansion> chosen;
    for (unsigned k = 0; k < calls->list.length(); k++)
        if (calls->list[k].caller == caller && calls->list[k].fate == PP_CALL_EXPANDED)
            chosen.safe_push(
                {calls->edges[k]->call_stmt, calls->nodes[calls->list[k].callee], NULL, NULL});
    if (chosen.length())
        pp_expand_calls(calls->nodes[caller], chosen);
    for (unsigned k = 0; k < chosen.length(); k++)
        pp_expansion_free(&chosen[k]);
}

static void expand_random_calls(const struct pp_options *options)
{
    struct random_calls calls = {vNULL, vNULL, vNULL};
    struct cgraph_node *node;
    FOR_EACH_DEFINED_FUNCTION(node)
    if (gimple_has_body_p(node->decl) && !node->clone_of && opt_for_fn(node->decl, optimize) &&
        pp_selected(options, node->decl))
        calls.nodes.safe_push(node);
    list_calls(&calls, options->scramble);
    uint32_t num = calls.nodes.length();
    uint64_t *none = XCNEWVEC(uint64_t, num + 1);
    struct pp_call_limits limits = {1, 0, UINT_MAX, none, none, num, NULL};
    pp_choose_calls(calls.list.address(), calls.list.length(), &limits);
    for (unsigned i = 0; i < num; i++)
        expand_chosen(&calls, i);
    XDELETEVEC(none);
    calls.nodes.release();
    calls.list.release();
    calls.edges.release();
}

static unsigned int scramble_unit(const struct pp_options *options)
{
    struct cgraph_node *node;
    FOR_EACH_DEFINED_FUNCTION(node)
    if (gimple_has_body_p(node->decl) && !node->clone_of)
        pp_canonicalise(DECL_STRUCT_FUNCTION(node->decl));
    if (options->calls != PP_CALLS_OFF)
        expand_random_calls(options);
    FOR_EACH_DEFINED_FUNCTION(node)
    {
        if (!gimple_has_body_p(node->decl) || node->clone_of)
            continue;
        bitmap_obstack_initialize(NULL);
        if (pp_selected(options, node->decl))
            scramble(node, options->scramble);
        bitmap_obstack_release(NULL);
    }
    return 0;
}

namespace
{
const pass_data stress_data = {SIMPLE_IPA_PASS,
                               "pathprof_stress",
                               OPTGROUP_NONE,
                               TV_IPA_PROFILE,
                               PROP_ssa | PROP_cfg,
                               0,
                               0,
                               0,
                               0};

class stress_pass : public simple_ipa_opt_pass
{
  public:
    explicit stress_pass(const struct pp_options *o)
        : simple_ipa_opt_pass(stress_data, g), options(o)
    {
    }
    bool gate(function *) { return !seen_error(); }
    unsigned int execute(function *) { return scramble_unit(options); }

  private:
    const struct pp_options *options;
};
} // namespace

opt_pass *pp_make_stress_pass(const struct pp_options *options)
{
    return new stress_pass(options);
}
