/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One unit through the pipeline.  Bodies are instrumented untransformed, after all IPA decisions
   and once per ultimate clone origin: clones and inlined copies are made from it later and share
   its counters, and no decision of the inliner depends on the instrumentation. */
#include "gcc/base/compat.h"
#include "gcc/extract/calls.h"
#include "gcc/extract/passages.h"
#include "gcc/extract/early-inlined.h"
#include "gcc/extract/forked.h"
#include "gcc/decide/block-checks.h"
#include "gcc/decide/handed-words.h"
#include "gcc/decide/hot-parts.h"
#include "gcc/base/hot-part.h"
#include "gcc/mark/emission.h"
#include "gcc/mark/mark-hot-part.h"
#include "gcc/emit/lower.h"
#include "gcc/mark/decls.h"
#include "gcc/lto/summary.h"
#include "gcc/mark/count-targets.h"
#include "gcc/decide/list-targets.h"
#include "runtime/format.h"
#include "gcc/base/selected.h"
#include "gcc/base/roots.h"
#include "gcc/base/unit-symbol.h"
#include "gcc/extract/callers.h"
#include "gcc/ranges/impossible.h"
#include "gcc/carry/carry.h"
#include "gcc/unit/instrument.h"
#include "gcc/base/flags.h"
#include "gcc/extract/line-map.h"
extern "C" {
#include "core/plan/plan-stream.h"
#include "core/graph/noreturn.h"
#include "core/graph/forks.h"
}

static int by_order(const void *a, const void *b)
{
    return (*(cgraph_node *const *)a)->order - (*(cgraph_node *const *)b)->order;
}

/* Whether the function of NODE, an origin, is to be instrumented.  Under LTO that has been decided. */
static bool is_wanted(const struct pp_compilation *c, struct cgraph_node *node)
{
    if (in_lto_p)
        return pp_find_record(c->link, node) != NULL;
    return pp_selected(&c->options, node->decl) && !pp_resolves_ifunc(node);
}

/* The nodes whose bodies become code here, each function once, in an order of the source's; hot parts of functions are
   PARTS. */
static vec<cgraph_node *> bodies(const struct pp_compilation *c, vec<cgraph_node *> *parts)
{
    vec<cgraph_node *> found = vNULL;
    hash_set<tree> seen;
    struct cgraph_node *node;
    FOR_EACH_FUNCTION(node)
    {
        struct cgraph_node *user = node->inlined_to ? node->inlined_to : node;
        if (!node->definition || node->alias || node->thunk || user->in_other_partition)
            continue;
        struct cgraph_node *origin = pp_origin(node->ultimate_alias_target());
        bool part = pp_whole_of(origin->decl) != NULL_TREE;
        if (seen.add(origin->decl) || !(part || is_wanted(c, origin)))
            continue;
        origin->get_untransformed_body();
        if (gimple_has_body_p(origin->decl))
            (part ? parts : &found)->safe_push(origin);
    }
    found.qsort(by_order);
    return found;
}

/* ---- A unit of its own. */

/* Extracts the functions of NODES, in this order. */
static void extract_unit(struct pp_compilation *c, const vec<cgraph_node *> &nodes,
                         struct pp_sites *sites)
{
    struct pp_graph *g = &c->graph;
    for (unsigned i = 0; i < nodes.length(); i++) {
        uint32_t p = pp_extract(g, nodes[i], &sites[i], NULL, pp_lines_of(c, nodes[i]));
        g->procs[p].inlined = pp_was_inlined(c, nodes[i]);
        if (pp_proves_turns(c))
            pp_find_impossible(g, p, nodes[i], &sites[i]);
    }
    struct pp_callees callees;
    pp_callees_init(&callees, g);
    pp_find_callees(g, nodes, sites, &callees);
    pp_settle_calls(g, callees.procs);
    if (pp_mode_row(c->options.params.mode)->crosses_calls) {
        pp_mark_forks(g, callees.procs, true);
        pp_link_calls(g, nodes, &callees);
    }
    if (pp_mode_row(c->options.params.mode)->counts_edges && !c->options.params.bursts)
        pp_find_entered_by_name(g, nodes, &callees);
    pp_mark_forks(g, callees.procs, false);
    for (unsigned i = 0; i < nodes.length(); i++)
        pp_move_forked(g, i, &sites[i]);
    pp_callees_free(&callees);
}

static void decide_unit(struct pp_compilation *c, const vec<cgraph_node *> &nodes,
                        struct pp_sites *sites, struct pp_decision *decisions)
{
    extract_unit(c, nodes, sites);
    pp_list_targets(c, &c->graph, nodes);
    pp_list_aliases(&c->graph, nodes);
    if (pp_mode_row(c->options.params.mode)->crosses_calls)
        pp_list_passages(&c->graph, nodes);
    pp_decide(c, &c->graph, decisions);
    pp_find_block_checks(c, &c->graph, nodes, decisions);
    c->carried = pp_carried_make(c, &c->graph, decisions);
}

/* ---- A part of a program. */

/* Extracts NODE's function again, for the places in its body, and gives the graph what was decided.
   The stream keeps the shape of bodies and their summaries alike. */
static void recall(struct pp_compilation *c, struct cgraph_node *node, struct pp_sites *sites,
                   struct pp_decision *decision)
{
    const struct pp_record *record = pp_find_record(c->link, node);
    struct pp_beliefs beliefs = record->beliefs;
    struct pp_input plan = record->plan;
    uint32_t p = pp_extract(&c->graph, node, sites, &beliefs, NULL);
    pp_plan_init(&decision->plan);
    decision->offset = record->offset;
    decision->check = record->check;
    decision->first_vertex = record->first_vertex;
    if (c->graph.procs[p].checksum == record->checksum &&
        pp_plan_read(&plan, &c->graph, p, c->numbers, &decision->plan))
        return;
    error("pathprof: internal error: the body of %qs is not the one that was numbered; exclude it "
          "with %<exclude=%> and report this",
          pp_text(&c->graph, c->graph.procs[p].pretty));
    c->graph.procs[p].storage = PP_STORE_NONE;
}

/* ---- Either. */

/* No procedure's index (nor what the map keeps for itself). */
#define WHOLE_UNIT_KEY (UINT32_MAX - 2)

/* The counters of PROC, or those of the unit if it has none of its own; the same variable for two
   copies of a function. */
static tree counters_variable(struct pp_compilation *c, const struct pp_proc *proc,
                              hash_map<int_hash<uint32_t, UINT32_MAX>, tree> *variables)
{
    bool existed;
    uint32_t key = proc->storage == PP_STORE_UNIT ? WHOLE_UNIT_KEY : proc->index;
    tree &variable = variables->get_or_insert(key, &existed);
    if (existed)
        return variable;
    char what[32];
    bool whole = proc->storage == PP_STORE_UNIT;
    sprintf(what, "counters.%u", whole ? PATHPROF_WHOLE_UNIT : proc->index);
    char *name = pp_unit_symbol(c, what);
    unsigned HOST_WIDE_INT bytes = whole ? c->counters_size : pp_counters_bytes(c, proc);
    tree words = build_index_type(size_int(bytes / 8 - 1));
    variable = pp_assembly_variable(name, build_array_type(c->decls->word, words));
    free(name);
    return variable;
}

/* Of how many paths the array of a table may be that counts NUM_PATHS. */
static uint64_t sparse_paths(const struct pp_compilation *c, uint64_t num_paths)
{
    const struct pp_params *params = &c->options.params;
    bool may = params->array_limit && !params->bursts && num_paths <= PATHPROF_SPARSE_PATHS;
    return may ? num_paths : 0;
}

static void make_emissions(struct pp_compilation *c, const struct pp_decision *decisions)
{
    hash_map<int_hash<uint32_t, UINT32_MAX>, tree> variables;
    c->decls = XCNEW(struct pp_unit_decls);
    pp_unit_decls_make(c->decls, c);
    c->emissions = XCNEWVEC(struct pp_emission, c->graph.num_procs);
    for (uint32_t p = 0; p < c->graph.num_procs; p++) {
        struct pp_emission *e = &c->emissions[p];
        uint8_t storage = c->graph.procs[p].storage;
        bool whole = storage == PP_STORE_UNIT;
        e->g = &c->graph;
        e->index = c->graph.procs[p].index;
        e->table = (whole ? c->unit.storage : storage) == PP_STORE_TABLE;
        e->words = whole ? c->words : 1;
        e->buckets = whole ? c->buckets : c->graph.procs[p].buckets;
        e->sparse = sparse_paths(c, whole ? c->unit.num_paths : c->graph.procs[p].num_paths);
        e->grows = whole && e->table && !e->sparse && c->update != PP_UPDATE_ATOMIC;
        e->proc = p;
        e->plan = decisions[p].plan;
        e->decls = c->decls;
        e->offset = decisions[p].offset;
        e->update = c->update;
        e->check = decisions[p].check;
        e->bursts = c->options.params.bursts;
        e->trace = c->options.trace;
        e->count_targets = c->options.count_targets;
        e->count_values = c->options.values == PP_VALUES_ON;
        e->first_vertex = decisions[p].first_vertex;
        e->compute_only = c->options.compute_only;
        if (pp_is_emitted(c, &c->graph.procs[p]))
            e->counters = counters_variable(c, &c->graph.procs[p], &variables);
    }
}

/* What is handed over to NODE.  NODES are the functions that are compiled here, and PROCS their places there. */
static unsigned handed_to(const struct pp_compilation *c, struct cgraph_node *node,
                          const vec<cgraph_node *> &nodes, hash_map<tree, uint32_t> *procs)
{
    struct cgraph_node *target = node->ultimate_alias_target();
    if (target->alias) /* it is in another partition, and may be anything */
        return PP_HANDED_PATH | PP_HANDED_NVC | PP_HANDED_BACK;
    if (in_lto_p) {
        const struct pp_record *record = pp_find_record(c->link, target);
        return record ? record->handed : 0;
    }
    uint32_t *p = procs->get(pp_origin(target)->decl);
    if (!p || !pp_is_emitted(c, &c->graph.procs[*p]))
        return 0;
    bool jumps = pp_ends_in_jump(DECL_STRUCT_FUNCTION(nodes[*p]->decl));
    return pp_handed_words(&c->emissions[*p].plan, target->has_aliases_p(), jumps);
}

/* What is handed over to functions that are compiled or called here; NODES[i] is that of procedure i. */
static void find_handed(struct pp_compilation *c, const vec<cgraph_node *> &nodes)
{
    hash_map<tree, uint32_t> procs;
    struct cgraph_node *node;
    if (!pp_mode_row(c->options.params.mode)->crosses_calls || c->words > 1)
        return;
    for (unsigned i = 0; i < nodes.length(); i++)
        procs.put(nodes[i]->decl, i);
    c->handed = new hash_map<tree, unsigned>;
    FOR_EACH_FUNCTION(node)
    {
        unsigned words = node->inlined_to || node->thunk ? 0 : handed_to(c, node, nodes, &procs);
        if (node->alias)
            words &= ~PP_HANDED_AGREED;
        if (words)
            c->handed->put(pp_keep(node->decl), words);
    }
}

static void emit_procedure(struct pp_compilation *c, uint32_t p, const struct pp_sites *sites,
                           struct cgraph_node *node, const vec<cgraph_node *> &parts)
{
    for (unsigned i = 0; i < parts.length(); i++)
        if (pp_whole_of(parts[i]->decl) == node->decl)
            pp_emit_hot_part(&c->emissions[p], sites, node, parts[i]);
    pp_emit(&c->emissions[p], sites, node);
    if (!pp_mode_row(c->options.params.mode)->crosses_calls || !pp_lowers_early())
        return;
    /* Where a procedure is inlined, what is handed over stays in registers. */
    push_cfun(DECL_STRUCT_FUNCTION(node->decl));
    pp_lower(cfun, c->emissions, node);
    pop_cfun();
}

void pp_instrument_unit(struct pp_compilation *c)
{
    if (!pp_generates_code())
        return;
    auto_vec<cgraph_node *> parts;
    pp_drop_hot_parts(c);
    vec<cgraph_node *> nodes = bodies(c, &parts);
    unsigned n = nodes.length();
    if (!n)
        return;
    struct pp_sites *sites = XCNEWVEC(struct pp_sites, n);
    struct pp_decision *decisions = XCNEWVEC(struct pp_decision, n);
    if (!in_lto_p)
        decide_unit(c, nodes, sites, decisions);
    for (unsigned i = 0; in_lto_p && i < n; i++)
        recall(c, nodes[i], &sites[i], &decisions[i]);
    make_emissions(c, decisions);
    find_handed(c, nodes);
    for (unsigned i = 0; i < n; i++) {
        if (pp_is_emitted(c, &c->graph.procs[i]))
            emit_procedure(c, i, &sites[i], nodes[i], parts);
        pp_sites_free(&sites[i]);
    }
    XDELETEVEC(sites);
    XDELETEVEC(decisions);
    nodes.release();
}
