/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gprof divides the time of a function by its calls, whoever made them.  A profile of mode context
   knows the contexts in which a function ran, and how many statements it executed in each: by these
   its own time is divided here.  Then the recurrence is solved on the graph of contexts instead of
   that of functions.  Nearly all arcs of that graph are those of the tree of contexts, each of
   which hands all of its time to its caller; only calls that paths do not follow (recursive and
   indirect ones, those of other units) lead to where the contexts of their callees begin, and have
   an average again. */
#include "tool/callgraph/callgraph-contexts.h"
#include "tool/callgraph/callgraph-disagree.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/number/path.h"
#include "core/profile/indirect-calls.h"
#include "tool/compare/match-procs.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/names.h"
#include "tool/path/called-procs.h"
#include "tool/path/made-calls.h"
#include "tool/path/route.h"
#include "tool/path/tree.h"

struct contexts {
    const struct pp_callgraph *graph;
    struct pp_load load; /* the profile of mode context */
    struct pp_names names;
    struct pp_called_procs callees;
    struct pp_tree tree;
    uint32_t *function; /* of the graph, by procedure of LOAD; PP_NONE: none */
    uint32_t *root;     /* by procedure: the context in which nothing is pending; PP_NONE: none */
    struct pp_gprof_arc *arcs;
    uint32_t num_arcs, cap_arcs;
    uint32_t *counterpart;  /* by function of the graph: procedure of LOAD; PP_NONE: none */
    uint64_t as_there;      /* calls through pointers whose targets only the graph has */
    uint64_t lost;          /* ... of which nobody knows what they called */
    struct pp_gprof solved; /* functions are nodes of the tree */
};

/* ---- Arcs. */

/* Room is made by putting the same arcs together, if that is enough. */
static void add_arc(struct contexts *c, uint32_t from, uint32_t to, uint64_t count)
{
    if (from == PP_NONE || to == PP_NONE || count == 0)
        return;
    if (c->num_arcs == c->cap_arcs) {
        c->num_arcs = pp_gprof_merge(c->arcs, c->num_arcs);
        if (c->num_arcs > c->cap_arcs / 2 || c->cap_arcs == 0)
            c->arcs = pp_grow(c->arcs, &c->cap_arcs, c->num_arcs, (uint64_t)c->num_arcs + 64,
                              sizeof *c->arcs);
    }
    c->arcs[c->num_arcs++] = (struct pp_gprof_arc){.caller = from, .callee = to, .count = count};
}

/* Where the contexts of PROC begin, for a call of CALLER that no path follows.  With
   recursion=context, recursion does not begin any: it stays in the context where it is. */
static uint32_t begin_of(const struct contexts *c, uint32_t caller, uint32_t proc)
{
    const struct pp_graph *g = &c->load.notes.graph;
    if (proc == PP_NONE)
        return PP_NONE;
    uint32_t i = c->function[caller], j = c->function[proc];
    struct pp_gprof_arc arc = {.caller = i, .callee = j};
    if (c->load.notes.units[g->procs[caller].unit].params.recursion && i != PP_NONE &&
        j != PP_NONE && pp_gprof_is_inner(&c->graph->gprof, &arc))
        return PP_NONE;
    return c->root[proc];
}

/* Of COUNT calls at vertex V, through a pointer, in context N, PART of ALL entered PROC. */
static void add_share(struct contexts *c, uint32_t n, uint32_t v, uint32_t proc, uint64_t count,
                      uint64_t part, uint64_t all)
{
    double share = pp_gprof_share((double)count, part, all);
    add_arc(c, n, begin_of(c, c->load.notes.graph.vertices[v].proc, proc),
            (uint64_t)llround(fmin(share, 9e18)));
}

/* Is SITE of the graph through a pointer, on the line of vertex V? */
static bool is_there(const struct contexts *c, const struct pp_call_site *site, uint32_t v)
{
    const struct pp_graph *g = &c->load.notes.graph, *other = &c->graph->load->notes.graph;
    struct pp_line line = pp_line_within(g, v);
    return other->vertices[site->call].flags & PP_V_INDIRECT && site->line.line == line.line &&
           strcmp(pp_text(other, site->line.file), pp_text(g, line.file)) == 0;
}

/* What the call through a pointer at vertex V called is not counted: it is divided by what those of
   its function on its line called in the other build. */
static void add_as_there(struct contexts *c, uint32_t n, uint32_t v, uint64_t count)
{
    const struct pp_callgraph *graph = c->graph;
    uint32_t i = c->function[c->load.notes.graph.vertices[v].proc];
    uint32_t first = 0, end = 0;
    uint64_t all = 0;
    if (i != PP_NONE) {
        first = graph->first_site[graph->gprof.first_child[i]];
        end = graph->first_site[graph->gprof.first_child[i + 1]];
    }
    for (uint32_t s = first; s < end; s++)
        all = pp_add(all, is_there(c, &graph->sites[s], v) ? graph->sites[s].count : 0);
    uint64_t *told = all ? &c->as_there : &c->lost;
    *told = pp_add(*told, count);
    for (uint32_t s = first; s < end && all; s++) {
        const struct pp_call_site *site = &graph->sites[s];
        if (is_there(c, site, v))
            add_share(c, n, v, c->counterpart[site->callee], count, site->count, all);
    }
}

/* Control made the call at vertex V, COUNT times, in context N, and no path follows it. */
static void add_call(void *closure, uint32_t n, uint32_t v, uint64_t count, bool followed)
{
    struct contexts *c = closure;
    const struct pp_graph *g = &c->load.notes.graph;
    const struct pp_vertex *call = &g->vertices[v];
    if (followed)
        return;
    if (!(call->flags & PP_V_INDIRECT)) {
        if (call->callee)
            add_arc(c, n, begin_of(c, call->proc, pp_callee_of(&c->callees, v)), count);
        return;
    }
    const struct pp_called *targets;
    size_t num = pp_targets_of(&c->load.profile, v, &targets);
    uint64_t all = 0;
    for (size_t i = 0; i < num; i++)
        all = pp_add(all, targets[i].count);
    for (size_t i = 0; i < num; i++) {
        uint32_t target = targets[i].target;
        if (target != PP_NONE)
            add_share(c, n, v, g->targets[target].proc, count, targets[i].count, all);
    }
    if (all == 0)
        add_as_there(c, n, v, count);
}

static void find_arcs(struct contexts *c)
{
    const struct pp_graph *g = &c->load.notes.graph;
    c->root = pp_xmalloc(((size_t)g->num_procs + 1) * sizeof *c->root);
    for (uint32_t p = 0; p < g->num_procs; p++)
        c->root[p] = PP_NONE;
    for (uint32_t n = c->tree.first_root; n != PP_NONE; n = c->tree.nodes[n].next) {
        if (!c->tree.nodes[n].open)
            c->root[c->tree.nodes[n].proc] = n;
    }
    pp_each_call(&c->load.profile, &c->tree, add_call, c);
    for (uint32_t n = 0; n < c->tree.num; n++) {
        const struct pp_node *node = &c->tree.nodes[n];
        if (node->parent != PP_NONE)
            add_arc(c, node->parent, n, node->calls);
    }
    c->num_arcs = pp_gprof_merge(c->arcs, c->num_arcs);
}

/* ---- Times. */

/* What the own time of a function is divided by: statements; calls, where it has none. */
static double work_of(const struct pp_node *node, bool by_calls)
{
    return (double)(by_calls ? node->calls : node->stmts);
}

/* Divides the own times over contexts.  Returns what is left of them. */
static double divide(const struct contexts *c, struct pp_gprof_function *nodes)
{
    const struct pp_gprof *gprof = &c->graph->gprof;
    uint32_t num = gprof->num_functions;
    double *stmts = pp_xcalloc((size_t)num + 1, sizeof *stmts), left = 0;
    double *calls = pp_xcalloc((size_t)num + 1, sizeof *calls);
    for (uint32_t n = 0; n < c->tree.num; n++) {
        uint32_t i = c->function[c->tree.nodes[n].proc];
        if (i == PP_NONE)
            continue;
        stmts[i] += work_of(&c->tree.nodes[n], false);
        calls[i] += work_of(&c->tree.nodes[n], true);
    }
    for (uint32_t n = 0; n < c->tree.num; n++) {
        uint32_t i = c->function[c->tree.nodes[n].proc];
        double all = i == PP_NONE ? 0 : stmts[i] > 0 ? stmts[i] : calls[i];
        if (all > 0)
            nodes[n].self =
                gprof->functions[i].self * (work_of(&c->tree.nodes[n], stmts[i] <= 0) / all);
    }
    for (uint32_t i = 0; i < num; i++)
        left += stmts[i] > 0 || calls[i] > 0 ? 0 : gprof->functions[i].self;
    free(stmts);
    free(calls);
    return left;
}

static void solve(struct contexts *c, struct pp_context_times *times)
{
    struct pp_gprof_function *nodes = pp_xcalloc((size_t)c->tree.num + 1, sizeof *nodes);
    uint64_t *known = pp_xcalloc((size_t)c->tree.num + 1, sizeof *known);
    times->left_out = divide(c, nodes);
    for (uint32_t a = 0; a < c->num_arcs; a++)
        known[c->arcs[a].callee] = pp_add(known[c->arcs[a].callee], c->arcs[a].count);
    for (uint32_t n = 0; n < c->tree.num; n++) {
        uint64_t calls = c->tree.nodes[n].calls;
        nodes[n].spontaneous = calls > known[n] ? calls - known[n] : 0;
    }
    free(known);
    pp_gprof_make(&c->solved, nodes, c->tree.num, c->arcs, c->num_arcs);
    c->arcs = NULL;
}

/* The arc of the graph from function I to J; PP_NONE if it has none. */
static uint32_t arc_between(const struct pp_gprof *gprof, uint32_t i, uint32_t j)
{
    if (i == PP_NONE || j == PP_NONE)
        return PP_NONE;
    uint32_t low = gprof->first_child[i], high = gprof->first_child[i + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (gprof->arcs[middle].callee < j)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < gprof->first_child[i + 1] && gprof->arcs[low].callee == j;
    return found ? low : PP_NONE;
}

/* What counts the pending contexts of function I, or of the cycle that it is in. */
static uint32_t *pending_of(const struct contexts *c, uint32_t *pending, uint32_t i)
{
    const struct pp_gprof *gprof = &c->graph->gprof;
    uint32_t cycle = gprof->functions[i].cycle;
    return &pending[cycle == PP_NONE ? i : gprof->num_functions + cycle];
}

/* Enters context N.  Its time is in that of the same function, or cycle, if one is pending. */
static void enter(const struct contexts *c, struct pp_context_times *times, uint32_t *pending,
                  uint32_t n)
{
    uint32_t i = c->function[c->tree.nodes[n].proc];
    if (i == PP_NONE || (*pending_of(c, pending, i))++ > 0)
        return;
    times->functions[i] += c->solved.functions[n].self + c->solved.functions[n].children;
}

static void leave(const struct contexts *c, uint32_t *pending, uint32_t n)
{
    uint32_t i = c->function[c->tree.nodes[n].proc];
    if (i != PP_NONE)
        --*pending_of(c, pending, i);
}

/* Goes through the tree, callers before callees. */
static void sum_functions(const struct contexts *c, struct pp_context_times *times)
{
    const struct pp_gprof *gprof = &c->graph->gprof;
    const struct pp_node *nodes = c->tree.nodes;
    uint32_t *pending =
        pp_xcalloc((size_t)gprof->num_functions + gprof->num_cycles + 1, sizeof *pending);
    for (uint32_t root = c->tree.first_root; root != PP_NONE; root = nodes[root].next) {
        for (uint32_t n = root; n != PP_NONE;) {
            enter(c, times, pending, n);
            if (nodes[n].first_child != PP_NONE) {
                n = nodes[n].first_child;
                continue;
            }
            while (n != root && nodes[n].next == PP_NONE) {
                leave(c, pending, n);
                n = nodes[n].parent;
            }
            leave(c, pending, n);
            n = n == root ? PP_NONE : nodes[n].next;
        }
    }
    free(pending);
}

/* From contexts back to functions and arcs.  Arcs inside a cycle of functions have no time there,
   as in gprof. */
static void sum_up(const struct contexts *c, struct pp_context_times *times)
{
    const struct pp_gprof *gprof = &c->graph->gprof, *solved = &c->solved;
    times->arcs = pp_xcalloc((size_t)gprof->num_arcs + 1, sizeof *times->arcs);
    times->functions = pp_xcalloc((size_t)gprof->num_functions + 1, sizeof *times->functions);
    for (uint32_t k = 0; k < solved->num_arcs; k++) {
        const struct pp_gprof_arc *arc = &solved->arcs[k];
        uint32_t a = arc_between(gprof, c->function[c->tree.nodes[arc->caller].proc],
                                 c->function[c->tree.nodes[arc->callee].proc]);
        if (a != PP_NONE && !pp_gprof_is_inner(gprof, &gprof->arcs[a]))
            times->arcs[a] += arc->self + arc->children;
    }
    sum_functions(c, times);
}

/* ---- */

static void find_counterparts(struct contexts *c)
{
    uint32_t num = c->graph->gprof.num_functions;
    c->counterpart = pp_xmalloc(((size_t)num + 1) * sizeof *c->counterpart);
    for (uint32_t i = 0; i < num; i++)
        c->counterpart[i] = PP_NONE;
    for (uint32_t p = 0; p < c->load.notes.graph.num_procs; p++) {
        if (c->function[p] != PP_NONE)
            c->counterpart[c->function[p]] = p;
    }
}

static void warn(const struct contexts *c)
{
    if (c->as_there)
        pp_complain("warning: it is not known what %" PRIu64 " calls through pointers called in"
                    " %s; they are divided as in %s; compile the former with"
                    " -fplugin-arg-pathprof-targets=count",
                    c->as_there, c->load.program, c->graph->load->program);
    if (c->lost)
        pp_complain("warning: it is not known what %" PRIu64 " calls through pointers called in"
                    " %s; nobody is charged with their time; compile with"
                    " -fplugin-arg-pathprof-targets=count",
                    c->lost, c->load.program);
}

/* Do the paths know from where control came? */
static bool knows_callers(const struct pp_load *load)
{
    for (uint32_t u = 0; u < load->notes.num_units; u++) {
        enum pp_mode mode = load->notes.units[u].params.mode;
        if (pp_mode_row(mode)->crosses_calls && !pp_mode_row(mode)->in_pieces)
            return true;
    }
    pp_complain("callgraph: --contexts: %s was not compiled with mode=context", load->program);
    return false;
}

bool pp_context_times_make(struct pp_context_times *times, const struct pp_callgraph *graph,
                           const char *program)
{
    struct contexts c = {.graph = graph};
    struct pp_settings settings = {.program = program};
    *times = (struct pp_context_times){0};
    if (!pp_load(&c.load, &settings, false))
        return false;
    bool right = knows_callers(&c.load);
    if (right) {
        pp_names_make(&c.names, &c.load.notes, true);
        pp_called_procs_make(&c.callees, &c.load, &c.names);
        c.function = pp_match_procs(&c.load.notes.graph, &graph->load->notes.graph);
        pp_tree_make(&c.tree, &c.load.profile, false);
        find_counterparts(&c);
        find_arcs(&c);
        warn(&c);
        solve(&c, times);
        sum_up(&c, times);
        pp_context_times_rank(times, &graph->gprof);
        pp_called_procs_free(&c.callees);
        pp_names_free(&c.names);
    }
    free(c.function);
    free(c.counterpart);
    free(c.root);
    pp_gprof_free(&c.solved);
    pp_tree_free(&c.tree);
    pp_unload(&c.load);
    return right;
}

void pp_context_times_free(struct pp_context_times *times)
{
    free(times->arcs);
    free(times->functions);
    free(times->order);
}
