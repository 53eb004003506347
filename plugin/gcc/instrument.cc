/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One unit through the pipeline.  Bodies are instrumented untransformed, after all IPA decisions
   and once per ultimate clone origin: clones and inlined copies are made from it later and share
   its counters, and no decision of the inliner depends on the instrumentation. */
#include "compat.h"
#include "emit.h"
#include "instrument.h"
#include "../../runtime/format.h"
extern "C" {
#include "core/scope.h"
#include "core/settle.h"
#include "input/input.h"
}

bool pp_generates_code(void)
{
    return !flag_wpa && !flag_syntax_only && !seen_error() && (in_lto_p || !flag_lto) &&
           flag_incremental_link != INCREMENTAL_LINK_LTO;
}

bool pp_selected(const struct pp_options *options, tree decl)
{
    tree attributes = DECL_ATTRIBUTES(decl);
    if (lookup_attribute("no_pathprof", attributes) || lookup_attribute("naked", attributes) ||
        lookup_attribute("no_profile_instrument_function", attributes))
        return false;
    location_t where = DECL_SOURCE_LOCATION(decl);
    if (where <= BUILTINS_LOCATION || DECL_EXTERNAL(decl))
        return false;
    if (options->files) {
        const char *file = LOCATION_FILE(where);
        if (!file || regexec(&options->files_regex, file, 0, NULL, 0))
            return false;
    }
    const char *pretty = lang_hooks.decl_printable_name(decl, 1);
    const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));
    if (options->functions && regexec(&options->functions_regex, pretty, 0, NULL, 0) &&
        regexec(&options->functions_regex, name, 0, NULL, 0))
        return false;
    if (options->exclude && (!regexec(&options->exclude_regex, pretty, 0, NULL, 0) ||
                             !regexec(&options->exclude_regex, name, 0, NULL, 0)))
        return false;
    return true;
}

/* Resolvers of ifuncs run before the program is relocated: nothing may be added to them. */
static bool resolves_ifunc(struct cgraph_node *node)
{
    struct ipa_ref *ref;
    for (unsigned i = 0; node->iterate_direct_aliases(i, ref); i++)
        if (ref->referring->ifunc_resolver)
            return true;
    return node->ifunc_resolver;
}

static int by_order(const void *a, const void *b)
{
    return (*(cgraph_node *const *)a)->order - (*(cgraph_node *const *)b)->order;
}

/* The nodes whose bodies become code here, each function once, in an order of the source's. */
static vec<cgraph_node *> bodies(const struct pp_options *options)
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
        if (seen.add(origin->decl) || !pp_selected(options, origin->decl) || resolves_ifunc(origin))
            continue;
        origin->get_untransformed_body();
        if (gimple_has_body_p(origin->decl))
            found.safe_push(origin);
    }
    found.qsort(by_order);
    return found;
}

static uint64_t fold_in(uint64_t hash, const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)data)[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Identifies the notes: the same for the same source compiled alike, whenever and wherever. */
static uint64_t unit_stamp(const struct pp_compilation *c)
{
    const struct pp_graph *g = &c->graph;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    /* Under LTO both are temporary files. */
    const char *names[] = {main_input_filename, aux_base_name};
    for (int i = 0; i < 2; i++)
        if (names[i] && !in_lto_p)
            hash = fold_in(hash, names[i], strlen(names[i]) + 1);
    hash = fold_in(hash, &c->options.params.mode, sizeof c->options.params.mode);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        const char *name = pp_text(g, proc->name);
        hash = fold_in(hash, name, strlen(name) + 1);
        hash = fold_in(hash, &proc->checksum, sizeof proc->checksum);
        hash = fold_in(hash, &proc->num_paths, sizeof proc->num_paths);
        hash = fold_in(hash, &proc->storage, sizeof proc->storage);
        for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
            uint16_t flags = g->edges[e].flags;
            hash = fold_in(hash, &flags, sizeof flags);
        }
    }
    hash = fold_in(hash, &c->unit.num_paths, sizeof c->unit.num_paths);
    return hash;
}

/* GCC guesses nothing at -O0, and nothing is known of edges in functions that never run. */
static void set_weights(struct pp_graph *g, uint32_t proc, bool always_static)
{
    const struct pp_proc *p = &g->procs[proc];
    bool known = !always_static;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++)
        known &= g->edges[e].weight >= 0;
    if (known)
        return;
    pp_mark_backedges(g, proc);
    pp_static_weights(g, proc);
}

/* weights=FILE: the counts of an earlier profile where there are any. */
static void measure_weights(struct pp_compilation *c, const vec<cgraph_node *> &nodes)
{
    struct pp_weights weights;
    const char *file = c->options.weights_file, *unit = in_lto_p ? NULL : main_input_filename;
    char *wrong = pp_weights_read(&weights, file);
    if (wrong) {
        error_at(UNKNOWN_LOCATION,
                 "pathprof: option %<weights=%s%>: %s; it is %<gcc%>, %<static%> or a program that "
                 "was compiled with pathprof and has run",
                 file, wrong);
        free(wrong);
        return;
    }
    unsigned missing = 0, first = 0;
    for (unsigned i = 0; i < nodes.length(); i++)
        if (!pp_weights_apply(&c->graph, i, &weights, unit, !TREE_PUBLIC(nodes[i]->decl)) &&
            !missing++)
            first = i;
    pp_weights_free(&weights);
    if (missing)
        warning_at(UNKNOWN_LOCATION, 0,
                   "pathprof: %s has no counts of %qs as it is here (%u of %u functions); what it "
                   "has none of has guessed weights",
                   file, pp_text(&c->graph, c->graph.procs[first].pretty), missing,
                   nodes.length());
}

static unsigned HOST_WIDE_INT counters_bytes(const struct pp_proc *proc)
{
    return proc->storage == PP_STORE_TABLE ? PATHPROF_TABLE_BYTES(PATHPROF_TABLE_BUCKETS)
                                           : 8 * proc->num_paths;
}

static bool is_emitted(const struct pp_compilation *c, uint32_t p)
{
    const struct pp_proc *proc = &c->graph.procs[p];
    if (proc->storage == PP_STORE_UNIT)
        return true;
    return proc->storage != PP_STORE_NONE && (proc->num_paths || c->options.trace);
}

/* What the emitter is told of procedure P, but for its plan. */
static void begin_emission(struct pp_compilation *c, uint32_t p)
{
    struct pp_emission *e = &c->emissions[p];
    e->g = &c->graph;
    e->proc = p;
    e->mode = c->options.params.mode;
    e->index = c->graph.procs[p].index;
    e->decls = c->decls;
    e->update = c->update;
    e->trace = c->options.trace;
    pp_plan_init(&e->plan);
}

/* The steps in core/ for procedure P, and room for its counters. */
static void plan_procedure(struct pp_compilation *c, uint32_t p, struct pp_numbering *numbering)
{
    const struct pp_proc *proc = &c->graph.procs[p];
    struct pp_emission *e = &c->emissions[p];
    begin_emission(c, p);
    pp_pipeline(&c->graph, p, &c->options.params, numbering, &e->plan);
    c->counters_size = (c->counters_size + 63) & ~UINT64_C(63);
    c->offsets.safe_push(c->counters_size);
    e->offset = c->counters_size;
    e->table = proc->storage == PP_STORE_TABLE;
    e->buckets = PATHPROF_TABLE_BUCKETS;
    if (!is_emitted(c, p))
        return;
    char name[48];
    unsigned HOST_WIDE_INT bytes = counters_bytes(proc);
    tree words = build_index_type(size_int(bytes / 8 - 1));
    sprintf(name, "pathprof.counters.%u", p);
    e->counters = pp_assembly_variable(name, build_array_type(c->decls->word, words));
    c->counters_size += bytes;
}

/* Buckets for the paths that N procedures record: room for some hundred at each place. */
static uint64_t buckets_for(const struct pp_plan *plans, unsigned n)
{
    uint64_t records = 0, buckets = PATHPROF_TABLE_BUCKETS;
    for (unsigned i = 0; i < n; i++)
        for (uint32_t a = 0; a < plans[i].num_actions; a++)
            records += plans[i].actions[a].record || plans[i].actions[a].leave;
    while (buckets < PATHPROF_UNIT_BUCKETS && buckets < 64 * records)
        buckets *= 2;
    return buckets;
}

/* The same for all procedures of the unit together. */
static void plan_scope(struct pp_compilation *c, struct pp_numbering *numbering)
{
    uint32_t n = c->graph.num_procs;
    struct pp_unit *unit = &c->unit;
    struct pp_plan *plans = XCNEWVEC(struct pp_plan, n);
    unit->params = c->options.params;
    unit->num_procs = n;
    for (uint32_t p = 0; p < n; p++)
        begin_emission(c, p);
    pp_scope_pipeline(&c->graph, unit, numbering, plans);
    bool table = unit->storage == PP_STORE_TABLE;
    c->buckets = buckets_for(plans, n);
    c->counters_size = table ? PATHPROF_TABLE_BYTES(c->buckets) : 8 * MAX(unit->num_paths, 1);
    tree words = build_index_type(size_int(c->counters_size / 8 - 1));
    tree counters =
        pp_assembly_variable("pathprof.counters", build_array_type(c->decls->word, words));
    for (uint32_t p = 0; p < n; p++) {
        struct pp_emission *e = &c->emissions[p];
        c->offsets.safe_push(0);
        e->plan = plans[p];
        e->counters = counters;
        e->table = table;
        e->buckets = c->buckets;
    }
    XDELETEVEC(plans);
}

static void emit_procedure(struct pp_compilation *c, uint32_t p, const struct pp_sites *sites,
                           struct cgraph_node *node)
{
    pp_emit(&c->emissions[p], sites, node);
    if (c->options.params.mode == PP_MODE_PATH)
        return;
    /* Counters of edges have fixed addresses: GCC's optimisers keep them in registers over loops,
       which is worth more than what the optimisers would do to a program of markers; and where a
       procedure is inlined, what is handed over stays in registers. */
    push_cfun(DECL_STRUCT_FUNCTION(node->decl));
    pp_lower(cfun, c->emissions, node);
    pop_cfun();
}

/* update thread.  Only what is emitted can have looked for the thread's block. */
static void find_block_checks(const struct pp_compilation *c, const vec<cgraph_node *> &nodes)
{
    unsigned n = nodes.length();
    enum pp_block_check *checks = XCNEWVEC(enum pp_block_check, n);
    bool all = true;
    for (unsigned i = 0; i < n; i++)
        all &= is_emitted(c, i);
    if (all)
        pp_find_block_checks(nodes, checks);
    for (unsigned i = 0; i < n; i++)
        c->emissions[i].check = checks[i];
    XDELETEVEC(checks);
}

/* Extracts the functions of NODES, in this order. */
static struct pp_sites *extract(struct pp_compilation *c, const vec<cgraph_node *> &nodes)
{
    unsigned n = nodes.length();
    struct pp_sites *sites = XCNEWVEC(struct pp_sites, n);
    bool *trusted = XCNEWVEC(bool, n);
    for (unsigned i = 0; i < n; i++) {
        pp_extract(&c->graph, nodes[i], &sites[i]);
        c->graph.procs[i].index = i;
        trusted[i] = nodes[i]->get_availability() > AVAIL_INTERPOSABLE;
    }
    pp_settle_calls(&c->graph, trusted);
    XDELETEVEC(trusted);
    return sites;
}

void pp_instrument_unit(struct pp_compilation *c)
{
    if (!pp_generates_code())
        return;
    vec<cgraph_node *> nodes = bodies(&c->options);
    unsigned n = nodes.length();
    c->instrumented = n != 0;
    if (!n)
        return;
    struct pp_sites *sites = extract(c, nodes);
    struct pp_numbering numbering;
    for (unsigned i = 0; i < n; i++)
        set_weights(&c->graph, i, c->options.static_weights);
    if (c->options.weights_file)
        measure_weights(c, nodes);
    c->decls = XCNEW(struct pp_unit_decls);
    bool interprocedural = pp_interprocedural(c->options.params.mode);
    pp_unit_decls_make(c->decls, c->update, interprocedural);
    c->emissions = XCNEWVEC(struct pp_emission, n);
    pp_numbering_init(&numbering);
    if (interprocedural) {
        pp_link_calls(&c->graph, nodes, sites);
        plan_scope(c, &numbering);
    }
    for (unsigned i = 0; i < n && !interprocedural; i++)
        plan_procedure(c, i, &numbering);
    pp_numbering_free(&numbering);
    if (c->update == PP_UPDATE_THREAD)
        find_block_checks(c, nodes);
    for (unsigned i = 0; i < n; i++) {
        if (is_emitted(c, i))
            emit_procedure(c, i, &sites[i], nodes[i]);
        pp_sites_free(&sites[i]);
    }
    c->stamp = unit_stamp(c);
    XDELETEVEC(sites);
    nodes.release();
}
