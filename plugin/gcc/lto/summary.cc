/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regular IPA pass that makes the whole program one scope.  Without -flto it does nothing. */
#include "gcc/base/compat.h"
#include "gcc/extract/calls.h"
#include "gcc/extract/passages.h"
#include "gcc/extract/early-inlined.h"
#include "gcc/extract/forked.h"
#include "gcc/decide/block-checks.h"
#include "gcc/lto/summary.h"
#include "gcc/lto/partition.h"
#include "gcc/mark/count-targets.h"
#include "gcc/decide/list-targets.h"
#include "gcc/base/mapped.h"
#include "gcc/base/selected.h"
#include "gcc/carry/carry.h"
#include "gcc/extract/line-map.h"
#include "gcc/ranges/impossible.h"
extern "C" {
#include "core/base/path-names.h"
#include "core/graph/local-names.h"
#include "core/graph/copy.h"
#include "core/graph/noreturn.h"
#include "core/graph/forks.h"
}

static void forget(struct pp_summary *s)
{
    if (--s->users)
        return;
    free(s->brief);
    s->calls.release();
    s->uids.release();
    s->beliefs.calls.release();
    free(s);
}

/* A node that is removed, or found not to prevail, takes what is known of it along: its memory may
   become another node. */
static void node_removed(struct cgraph_node *node, void *data)
{
    struct pp_link *link = (struct pp_link *)data;
    struct pp_summary **s = link->summaries->get(node);
    if (s) {
        forget(*s);
        link->summaries->remove(node);
    }
    link->recorded->remove(node);
}

/* A clone is told all that is known of its origin, which it may replace: recursive inlining can
   leave it at the root of the tree of clones. */
static void node_duplicated(struct cgraph_node *node, struct cgraph_node *clone, void *data)
{
    struct pp_link *link = (struct pp_link *)data;
    if (struct pp_summary **known = link->summaries->get(node)) {
        struct pp_summary *s = *known;
        s->users++;
        link->summaries->put(clone, s);
    }
    if (unsigned *known = link->recorded->get(node)) {
        unsigned i = *known;
        link->recorded->put(clone, i);
    }
}

struct pp_link *pp_link_of(struct pp_compilation *c)
{
    if (c->link)
        return c->link;
    c->link = XCNEW(struct pp_link);
    pp_notes_init(&c->link->notes);
    pp_graph_init(&c->link->graph);
    c->link->summaries = new hash_map<cgraph_node *, struct pp_summary *>;
    c->link->recorded = new hash_map<cgraph_node *, unsigned>;
    symtab->add_cgraph_removal_hook(node_removed, c->link);
    symtab->add_cgraph_duplication_hook(node_duplicated, c->link);
    return c->link;
}

struct pp_summary *pp_find_summary(const struct pp_link *link, struct cgraph_node *node)
{
    struct pp_summary **s = link->summaries->get(node);
    return s ? *s : NULL;
}

const struct pp_record *pp_find_record(const struct pp_link *link, struct cgraph_node *node)
{
    unsigned *i = link ? link->recorded->get(node) : NULL;
    return i ? &link->records[*i] : NULL;
}

static int by_order(const void *a, const void *b)
{
    return (*(cgraph_node *const *)a)->order - (*(cgraph_node *const *)b)->order;
}

static bool has_own_body(struct cgraph_node *node)
{
    return node->definition && !node->alias && !node->thunk && !node->clone_of &&
           !node->inlined_to && !DECL_EXTERNAL(node->decl) && !pp_resolves_ifunc(node);
}

/* ---- Where a unit is compiled. */

static void summarise(struct pp_compilation *c, struct cgraph_node *node)
{
    struct pp_link *link = pp_link_of(c);
    struct pp_graph *g = &link->notes.graph;
    struct pp_summary *s = XCNEW(struct pp_summary);
    struct pp_sites sites;
    s->users = 1;
    s->proc = pp_extract(g, node, &sites, &s->beliefs, pp_lines_of(c, node));
    g->procs[s->proc].inlined = pp_was_inlined(c, node);
    s->brief = xstrdup(lang_hooks.decl_printable_name(node->decl, 1));
    pp_complete_weights(g, s->proc, c->options.static_weights);
    if (pp_proves_turns(c))
        pp_find_impossible(g, s->proc, node, &sites);
    uint32_t first = g->procs[s->proc].first_vertex;
    for (uint32_t v = 0; v < sites.num_vertices; v++)
        if (g->vertices[first + v].kind == PP_CALL)
            s->calls.safe_push(sites.vertices[v].before);
    pp_sites_free(&sites);
    link->summaries->put(node, s);
}

static void summarise_unit(struct pp_compilation *c)
{
    auto_vec<cgraph_node *> nodes;
    struct cgraph_node *node;
    unsigned i;
    if (!flag_lto || in_lto_p || seen_error())
        return;
    FOR_EACH_DEFINED_FUNCTION(node)
    if (has_own_body(node) && gimple_has_body_p(node->decl) && pp_selected(&c->options, node->decl))
        nodes.safe_push(node);
    nodes.qsort(by_order);
    FOR_EACH_VEC_ELT(nodes, i, node)
    summarise(c, node);
}

/* ---- Where the program is linked. */

/* What the command line of the link says is wanted, besides what those of the units said. */
static bool selected_at_link(const struct pp_compilation *c, const struct pp_summary *s)
{
    const struct pp_graph *g = &c->link->notes.graph;
    const struct pp_proc *p = &g->procs[s->proc];
    return pp_selected_name(&c->options, s->brief, pp_text(g, p->name), pp_text(g, p->file));
}

vec<cgraph_node *> pp_summarised(const struct pp_compilation *c)
{
    vec<cgraph_node *> nodes = vNULL;
    struct cgraph_node *node;
    if (!c->link)
        return nodes;
    FOR_EACH_DEFINED_FUNCTION(node)
    if (struct pp_summary **s = c->link->summaries->get(node))
        if (has_own_body(node) && (!in_lto_p || selected_at_link(c, *s)))
            nodes.safe_push(node);
    nodes.qsort(by_order);
    return nodes;
}

void pp_gather(const struct pp_link *link, const vec<cgraph_node *> &nodes, struct pp_graph *g)
{
    for (unsigned i = 0; i < nodes.length(); i++)
        pp_copy_proc(g, &link->notes.graph, (*link->summaries->get(nodes[i]))->proc);
}

char *pp_main_source(const struct pp_link *link, const vec<cgraph_node *> &nodes)
{
    if (!in_lto_p)
        return xstrdup(main_input_filename ? pp_mapped_input() : "");
    if (nodes.is_empty())
        return xstrdup("");
    const struct pp_notes *notes = &link->notes;
    uint32_t first = (*link->summaries->get(nodes[0]))->proc;
    const struct pp_unit *object = &notes->units[notes->graph.procs[first].unit];
    return pp_place_from_elsewhere(object->directory, object->name, pp_mapped_directory());
}

static int by_hash(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

uint64_t *pp_link_sources(const struct pp_link *link, const vec<cgraph_node *> &nodes,
                          uint32_t *num)
{
    auto_vec<uint64_t> hashes;
    const struct pp_notes *notes = &link->notes;
    auto_bitmap units;
    for (unsigned i = 0; in_lto_p && i < nodes.length(); i++) {
        uint32_t proc = (*link->summaries->get(nodes[i]))->proc;
        const struct pp_unit *object = &notes->units[notes->graph.procs[proc].unit];
        if (!bitmap_set_bit(units, notes->graph.procs[proc].unit))
            continue;
        for (uint32_t k = 0; k < object->num_sources; k++)
            hashes.safe_push(object->sources[k]);
    }
    hashes.qsort(by_hash);
    uint64_t *list = XNEWVEC(uint64_t, hashes.length() + 1);
    *num = 0;
    for (uint64_t hash : hashes)
        if (!*num || list[*num - 1] != hash)
            list[(*num)++] = hash;
    return list;
}

typedef hash_map<int_hash<unsigned, 0, UINT_MAX>, cgraph_edge *> edges_by_uid;

static uint32_t *certain_proc(struct cgraph_node *node, cgraph_edge *e,
                              hash_map<tree, uint32_t> *procs, bool *bound)
{
    struct cgraph_node *target = pp_certain_target(node, e->callee, bound);
    return target ? procs->get(target->decl) : NULL;
}

/* The callees of the call vertices of NODES[p]: there are no bodies, but the edges of the call
   graph have the numbers of their statements.  A call that is no vertex enters its callee unseen. */
static void find_callees(struct pp_link *link, uint32_t p, hash_map<tree, uint32_t> *procs,
                         struct pp_callees *callees)
{
    const struct pp_proc *proc = &link->graph.procs[p];
    struct cgraph_node *node = link->nodes[p];
    const struct pp_summary *s = *link->summaries->get(node);
    edges_by_uid edges;
    bool bound;
    for (cgraph_edge *e = node->callees; e; e = e->next_callee)
        if (!e->speculative)
            edges.put(e->call_stmt ? gimple_uid(e->call_stmt) + 1 : e->lto_stmt_uid, e);
    unsigned call = 0;
    for (uint32_t c = proc->first_vertex; c < proc->first_vertex + proc->num_vertices; c++) {
        if (link->graph.vertices[c].kind != PP_CALL)
            continue;
        unsigned uid = s->uids[call++];
        cgraph_edge **e = edges.get(uid);
        uint32_t *callee = e ? certain_proc(node, *e, procs, &callees->bound[c]) : NULL;
        if (callee)
            callees->procs[c] = *callee;
        if (e)
            edges.remove(uid);
    }
    for (auto it : edges)
        if (uint32_t *callee = certain_proc(node, it.second, procs, &bound))
            link->graph.procs[*callee].outside = true;
}

static void settle_calls(struct pp_compilation *c)
{
    struct pp_link *link = c->link;
    struct pp_callees callees;
    hash_map<tree, uint32_t> procs;
    pp_callees_init(&callees, &link->graph);
    for (uint32_t p = 0; p < link->nodes.length(); p++)
        procs.put(link->nodes[p]->decl, p);
    for (uint32_t p = 0; p < link->nodes.length(); p++)
        find_callees(link, p, &procs, &callees);
    pp_settle_calls(&link->graph, callees.procs);
    if (!pp_mode_row(c->options.params.mode)->crosses_calls) {
        pp_tell_apart(&link->graph, callees.procs);
    } else {
        pp_mark_forks(&link->graph, callees.procs, true);
        pp_link_calls(&link->graph, link->nodes, &callees);
    }
    pp_mark_forks(&link->graph, callees.procs, false);
    for (uint32_t p = 0; p < link->nodes.length(); p++)
        pp_believe_forked(&link->graph, p, &link->kept[p]->beliefs);
    pp_callees_free(&callees);
}

static void decide_program(struct pp_compilation *c)
{
    struct pp_link *link = c->link;
    uint32_t n = link->nodes.length();
    pp_gather(link, link->nodes, &link->graph);
    c->source = pp_main_source(link, link->nodes);
    c->unit.sources = pp_link_sources(link, link->nodes, &c->unit.num_sources);
    pp_notes_free(&link->notes);
    pp_notes_init(&link->notes);
    for (auto it : *link->summaries)
        it.second->proc = PP_NONE;
    for (uint32_t p = 0; p < n; p++) {
        struct pp_summary *s = *link->summaries->get(link->nodes[p]);
        s->proc = p;
        s->users++;
        link->kept.safe_push(s);
    }
    settle_calls(c);
    pp_list_targets(c, &link->graph, link->nodes);
    pp_list_aliases(&link->graph, link->nodes);
    if (pp_mode_row(c->options.params.mode)->crosses_calls)
        pp_list_passages(&link->graph, link->nodes);
    link->decisions = XCNEWVEC(struct pp_decision, n);
    pp_decide(c, &link->graph, link->decisions);
    for (uint32_t p = 0; p < n; p++)
        link->decisions[p].aliased = link->nodes[p]->has_aliases_p();
    pp_find_block_checks(c, &link->graph, link->nodes, link->decisions);
    c->carried = pp_carried_make(c, &link->graph, link->decisions);
    if (!flag_wpa)
        pp_keep_decisions(c);
}

/* The regular passes also run where fat objects are compiled: what is numbered there is nothing. */
static unsigned int execute_pass(struct pp_compilation *c)
{
    if (!in_lto_p || seen_error() || !c->link)
        return 0;
    c->link->nodes = pp_summarised(c);
    if (!c->link->nodes.is_empty())
        decide_program(c);
    return 0;
}

/* ---- The pass.  GCC's callbacks have no argument but the global one. */

static struct pp_compilation *compilation;

static void on_generate()
{
    summarise_unit(compilation);
}

static void on_write()
{
    if (!lto_stream_offload_p)
        pp_write_summaries(compilation);
}

static void on_read()
{
    pp_read_summaries(compilation);
}

static void on_write_optimization()
{
    if (!lto_stream_offload_p)
        pp_write_decisions(compilation);
}

static void on_read_optimization()
{
    pp_read_decisions(compilation);
}

namespace
{
const pass_data summary_data = {
    IPA_PASS, "pathprof_scope", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0, 0};

class summary_pass : public ipa_opt_pass_d
{
  public:
    summary_pass()
        : ipa_opt_pass_d(summary_data, g, on_generate, on_write, on_read, on_write_optimization,
                         on_read_optimization, NULL, 0, NULL, NULL)
    {
    }
    bool gate(function *) { return flag_lto || in_lto_p; }
    unsigned int execute(function *) { return execute_pass(compilation); }
};
} // namespace

opt_pass *pp_make_summary_pass(struct pp_compilation *c)
{
    compilation = c;
    return new summary_pass();
}
