/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an earlier profile knows of indirect calls.  The call is found by its function's symbol, the
   checksum of its graph and the number of its vertex; the function that it called by symbol and
   file.  One that another unit defines is referred to by a name that the unit offers when it is
   compiled with the same profile: a weak symbol, whose address is null if nobody offers it. */
#include "gcc/base/compat.h"
#include "gcc/decide/promote-calls.h"
#include "gcc/decide/profiled-targets.h"
#include "gcc/decide/plan-unit.h"
#include "gcc/extract/extract.h"
#include "gcc/base/function-name.h"
#include "gcc/base/mapped.h"
extern "C" {
#include "core/profile/earlier-profile.h"
#include "core/base/path-names.h"
#include "core/base/symbol.h"
}

/* A test that one call in 32 passes is not worth the others' while. */
#define LEAST_SHARE 32

/* Tests for one call unless the user says otherwise: of a function that is known to be the hottest
   one is enough; each more makes paths, for which others are broken (doc/calls.md has figures). */
#define USUAL_TESTS 1

static char *plain_symbol(const char *symbol)
{
    return xstrndup(symbol, pp_symbol_length(symbol));
}

pp_by_symbol *pp_functions_by_symbol(void)
{
    struct cgraph_node *node;
    pp_by_symbol *functions = new pp_by_symbol;
    FOR_EACH_FUNCTION(node)
    if (!node->clone_of)
        functions->put(pp_assembler_name(node->decl), node);
    return functions;
}

void pp_profiled_init(struct pp_profiled *k, struct pp_compilation *c)
{
    k->weights = pp_earlier_profile(c);
    k->max_targets = c->options.max_targets ? c->options.max_targets : USUAL_TESTS;
    k->functions = NULL;
    if (!k->weights || !k->weights->profile.num_targets) {
        k->weights = NULL;
        return;
    }
    k->functions = pp_functions_by_symbol();
}

void pp_profiled_free(struct pp_profiled *k)
{
    delete k->functions;
}

const char *pp_file_of_function(tree decl)
{
    const char *file = pp_mapped(expand_location(DECL_SOURCE_LOCATION(decl)).file);
    return file ? file : "";
}

struct cgraph_node *pp_function_called(pp_by_symbol *functions, const char *symbol,
                                       const char *file)
{
    char *plain = plain_symbol(symbol);
    cgraph_node **found = functions->get(plain);
    free(plain);
    if (!found || (!TREE_PUBLIC((*found)->decl) &&
                   (!file || strcmp(file, pp_file_of_function((*found)->decl)))))
        return NULL;
    return *found;
}

/* ---- Names for the functions of other units. */

/* Malloc'd. */
static char *offered_name(const char *symbol, const char *file)
{
    char *plain = plain_symbol(symbol), hash[24];
    sprintf(hash, ".%08x", (unsigned)iterative_hash(file, strlen(file), 0));
    char *name = concat("pathprof.at.", plain, hash, NULL);
    free(plain);
    return name;
}

static void hide(tree decl, const char *name)
{
    DECL_NAME(decl) = get_identifier(name);
    SET_DECL_ASSEMBLER_NAME(decl, DECL_NAME(decl));
    TREE_PUBLIC(decl) = 1;
    TREE_USED(decl) = 1;
    DECL_ARTIFICIAL(decl) = 1;
    DECL_VISIBILITY(decl) = VISIBILITY_HIDDEN;
    DECL_VISIBILITY_SPECIFIED(decl) = 1;
}

/* Makes NODE's body known as NAME, too: as GCC makes its local aliases. */
static void offer(struct cgraph_node *node, const char *name)
{
    tree decl = copy_node(node->decl);
    DECL_STRUCT_FUNCTION(decl) = NULL;
    DECL_INITIAL(decl) = NULL;
    SET_DECL_RTL(decl, NULL);
    DECL_EXTERNAL(decl) = 0;
    DECL_VIRTUAL_P(decl) = 0;
    DECL_STATIC_CONSTRUCTOR(decl) = 0;
    DECL_STATIC_DESTRUCTOR(decl) = 0;
    DECL_ATTRIBUTES(decl) = NULL_TREE;
    hide(decl, name);
    struct cgraph_node *alias = cgraph_node::create_alias(decl, node->decl);
    alias->resolve_alias(node);
    alias->externally_visible = true;
}

void pp_offer_targets(const struct pp_profiled *k)
{
    const struct pp_profile *profile = &k->weights->profile;
    const struct pp_graph *g = &k->weights->notes.graph;
    hash_set<cgraph_node *> offered;
    for (size_t i = 0; i < profile->num_targets; i++) {
        const struct pp_called *called = &profile->targets[i];
        uint32_t p = called->target == PP_NONE ? PP_NONE : g->targets[called->target].proc;
        if (p == PP_NONE)
            continue;
        const struct pp_proc *caller = &g->procs[g->vertices[called->call].proc];
        const char *symbol = pp_text(g, g->targets[called->target].symbol);
        const char *file = pp_text(g, g->procs[p].file);
        struct cgraph_node *node = pp_function_called(k->functions, symbol, file);
        struct cgraph_node *calls =
            pp_function_called(k->functions, pp_text(g, caller->name), pp_text(g, caller->file));
        /* Of what may be another's body, the linker keeps one. */
        if (!node || !node->definition || node->alias || node->thunk || DECL_COMDAT(node->decl) ||
            DECL_WEAK(node->decl) || DECL_EXTERNAL(node->decl) || node->get_comdat_group() ||
            (calls && calls->definition) || offered.add(node))
            continue;
        char *name = offered_name(symbol, file);
        offer(node, name);
        free(name);
    }
}

/* A function of CALL's type that another unit offers. */
static struct cgraph_node *offered_function(struct pp_profiled *k, gcall *call, const char *symbol,
                                            const char *file)
{
    char *name = offered_name(symbol, file);
    bool existed;
    cgraph_node *&node = k->functions->get_or_insert(ggc_strdup(name), &existed);
    if (!existed) {
        tree decl = build_fn_decl(name, gimple_call_fntype(call));
        hide(decl, name);
        declare_weak(decl);
        node = cgraph_node::get_create(decl);
    }
    free(name);
    return node;
}

/* ---- Chains. */

static struct cgraph_node *find_target(struct pp_profiled *k, gcall *call,
                                       const struct pp_measured_target *target)
{
    struct cgraph_node *node = pp_function_called(k->functions, target->symbol, target->file);
    /* What this unit's own file has no more has gone. */
    if (!node && target->file && strcmp(target->file, pp_mapped_input()))
        node = offered_function(k, call, target->symbol, target->file);
    return node && pp_may_call(call, node) ? node : NULL;
}

/* The tests for CALL, which called the NUM functions of LIST. */
static vec<struct pp_test> choose_tests(struct pp_profiled *k, gcall *call,
                                        const struct pp_measured_target *list, size_t num)
{
    vec<struct pp_test> tests = vNULL;
    uint64_t all = 0;
    for (size_t i = 0; i < num; i++)
        all = pp_add(all, list[i].count);
    uint64_t left = all;
    for (size_t i = 0; i < num && tests.length() < k->max_targets; i++) {
        if (!list[i].symbol || list[i].count < all / LEAST_SHARE || list[i].count == 0)
            continue;
        struct pp_test test;
        test.node = find_target(k, call, &list[i]);
        if (!test.node)
            continue;
        test.probability = profile_probability::guessed_always().apply_scale(
            (int64_t)(1e9 * ((double)list[i].count / (double)left)), 1000000000);
        left -= list[i].count;
        tests.safe_push(test);
    }
    return tests;
}

/* Gives the body of FN the counts that are the weights of procedure P of G, its graph. */
static void take_counts(struct function *fn, const struct pp_graph *g, uint32_t p,
                        const struct pp_sites *sites)
{
    const struct pp_proc *proc = &g->procs[p];
    double *runs = XCNEWVEC(double, last_basic_block_for_fn(fn)), most = 1;
    basic_block bb;
    for (uint32_t i = 0; i < sites->num_edges; i++) {
        const struct pp_edge *e = &g->edges[proc->first_edge + i];
        if (e->kind == PP_FLOW && e->to != proc->exit && sites->edges[i].cfg_edge)
            runs[g->vertices[e->to].block] += e->weight; /* into a block, not inside */
        most = MAX(most, e->weight);
    }
    const double scale = (double)(HOST_WIDE_INT_1 << 40) / most;
    FOR_EACH_BB_FN(bb, fn)
    bb->count =
        profile_count::from_gcov_type((gcov_type)MAX(runs[bb->index] * scale, 1)).guessed_local();
    ENTRY_BLOCK_PTR_FOR_FN(fn)->count =
        profile_count::from_gcov_type((gcov_type)scale).guessed_local();
    EXIT_BLOCK_PTR_FOR_FN(fn)->count = ENTRY_BLOCK_PTR_FOR_FN(fn)->count;
    for (uint32_t i = 0; i < sites->num_edges; i++) {
        const struct pp_edge *e = &g->edges[proc->first_edge + i];
        edge cfg = sites->edges[i].cfg_edge;
        if (e->kind != PP_FLOW || !cfg || cfg->src == ENTRY_BLOCK_PTR_FOR_FN(fn))
            continue;
        profile_count count =
            profile_count::from_gcov_type((gcov_type)MAX(e->weight * scale, 1)).guessed_local();
        cfg->probability = single_succ_p(cfg->src) ? profile_probability::always()
                                                   : count.probability_in(cfg->src->count);
    }
    cgraph_node::get(fn->decl)->count = ENTRY_BLOCK_PTR_FOR_FN(fn)->count;
    push_cfun(fn);
    update_max_bb_count();
    pop_cfun();
    XDELETEVEC(runs);
}

bool pp_profiled_chains(struct pp_profiled *k, struct cgraph_node *node,
                        vec<struct pp_chain> *chains)
{
    struct pp_graph g;
    struct pp_sites sites;
    const char *unit = pp_mapped_input();
    bool tests = false;
    pp_graph_init(&g);
    uint32_t p = pp_extract(&g, node, &sites, NULL, NULL);
    uint32_t found;
    free(pp_weights_find(k->weights, &g, p, unit, &found, NULL));
    bool known = found > 0;
    for (uint32_t v = 0; known && v < sites.num_vertices; v++) {
        const struct pp_vertex *vertex = &g.vertices[g.procs[p].first_vertex + v];
        struct pp_measured_target *list = NULL;
        if (vertex->kind != PP_CALL || !(vertex->flags & PP_V_INDIRECT) ||
            !pp_can_chain(sites.vertices[v].before))
            continue;
        size_t num = pp_measured_targets(&g, p, k->weights, unit, v, &list);
        gcall *call = as_a<gcall *>(sites.vertices[v].before);
        struct pp_chain chain = {call, choose_tests(k, call, list, num)};
        tests |= !chain.tests.is_empty();
        chains->safe_push(chain);
        free(list);
    }
    if (tests) {
        pp_complete_weights(&g, p, false);
        pp_weights_apply(&g, p, k->weights, unit);
        take_counts(DECL_STRUCT_FUNCTION(node->decl), &g, p, &sites);
    }
    pp_sites_free(&sites);
    pp_graph_free(&g);
    return known;
}
