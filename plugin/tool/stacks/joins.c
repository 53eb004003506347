/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/stacks/joins.h"

#include <stdlib.h>
#include <string.h>

#include "core/profile/indirect-calls.h"
#include "core/transform/recursion.h"
#include "tool/path/called-procs.h"
#include "tool/path/made-calls.h"

struct finding {
    struct pp_joins *joins;
    const struct pp_load *load;
    struct pp_called_procs callees;
    uint64_t *made;            /* by vertex: calls that are in paths */
    uint32_t *by_proc, *first; /* contexts of procedure p: by_proc[first[p]] up to [p + 1] */
    bool lost;                 /* calls that are added now are in no path */
    uint32_t *root_node; /* by procedure: the root that begins with it, a node; PP_NONE: none */
    /* Functions without counts of their own: the procedures that the one called S leads to are
       passed_to[first_passage[S]] up to [S + 1]; by procedure, how many of its entries one call of such a function
       accounts for. */
    uint32_t *passed_to, *first_passage;
    double *passed;
};

/* ---- Arcs; ends are nodes until the roots are numbered. */

static int by_ends(const void *a, const void *b)
{
    const struct pp_join *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static void add_to(struct pp_join *arc, const struct pp_join *other)
{
    arc->count += other->count;
    arc->lost = arc->lost || other->lost;
}

/* Sorts the arcs and makes one of those that are the same. */
static void merge(struct pp_joins *joins)
{
    uint32_t num = 0;
    if (joins->num_arcs)
        qsort(joins->arcs, joins->num_arcs, sizeof *joins->arcs, by_ends);
    for (uint32_t a = 0; a < joins->num_arcs; a++) {
        if (num && by_ends(&joins->arcs[num - 1], &joins->arcs[a]) == 0)
            add_to(&joins->arcs[num - 1], &joins->arcs[a]);
        else
            joins->arcs[num++] = joins->arcs[a];
    }
    joins->num_arcs = num;
}

/* Room is made by merging, if that is enough. */
static void add_arc(struct finding *f, uint32_t node, uint32_t proc, double count)
{
    struct pp_joins *joins = f->joins;
    if (proc == PP_NONE || f->root_node[proc] == PP_NONE || !(count > 0))
        return;
    if (joins->num_arcs == joins->cap_arcs) {
        merge(joins);
        if (joins->num_arcs >= joins->cap_arcs / 2)
            joins->arcs = pp_grow(joins->arcs, &joins->cap_arcs, joins->num_arcs,
                                  (uint64_t)joins->num_arcs + 64, sizeof *joins->arcs);
    }
    joins->arcs[joins->num_arcs++] = (struct pp_join){node, 0, f->root_node[proc], count, f->lost};
}

/* With recursion=context a recursive call stays in the context of the activation that it would begin
   again, if that is pending. */
static bool stays(const struct finding *f, uint32_t node, uint32_t call)
{
    const struct pp_graph *g = &f->load->notes.graph;
    uint32_t e = pp_call_edge(g, call);
    if (e == PP_NONE || !pp_is_kept(g, e))
        return false;
    uint32_t callee = g->vertices[g->edges[e].to].proc, n = node;
    while (n != PP_NONE && f->joins->tree.nodes[n].proc != callee)
        n = f->joins->tree.nodes[n].parent;
    return n != PP_NONE;
}

/* The body that TARGET, of the indirect call CALL, is; PP_NONE: not known. */
static uint32_t body_of(struct finding *f, uint32_t call, uint32_t target)
{
    const struct pp_graph *g = &f->load->notes.graph;
    if (target == PP_NONE)
        return PP_NONE;
    uint32_t proc = g->targets[target].proc;
    return proc != PP_NONE
               ? proc
               : pp_callee_of_name(&f->callees, g->vertices[call].proc, g->targets[target].symbol);
}

/* COUNT of the calls at CALL, through a pointer: divided by what all of them called. */
static void add_indirect(struct finding *f, uint32_t node, uint32_t call, double count)
{
    const struct pp_called *targets;
    size_t num = pp_targets_of(&f->load->profile, call, &targets);
    double all = 0;
    for (size_t i = 0; i < num; i++)
        all += (double)targets[i].count;
    for (size_t i = 0; i < num; i++)
        add_arc(f, node, body_of(f, call, targets[i].target),
                count * ((double)targets[i].count / all));
}

static void add_call(void *closure, uint32_t node, uint32_t call, uint64_t count, bool followed)
{
    struct finding *f = closure;
    const struct pp_vertex *vertex = &f->load->notes.graph.vertices[call];
    f->made[call] = pp_add(f->made[call], count);
    if (followed)
        return;
    if (vertex->flags & PP_V_INDIRECT)
        add_indirect(f, node, call, (double)count);
    else if (vertex->callee && !stays(f, node, call))
        add_arc(f, node, pp_callee_of(&f->callees, call), (double)count);
}

/* ---- Calls that are in no path: of activations that did not end (exit, longjmp, exceptions). */

/* How often control made the call at V by all that is known: pp_infer's counts; of calls through
   pointers, what they called. */
static uint64_t made_in_all(const struct finding *f, uint32_t v)
{
    const struct pp_called *targets;
    size_t num = pp_targets_of(&f->load->profile, v, &targets);
    uint64_t called = 0, count = f->load->profile.vertex_counts[v];
    for (size_t i = 0; i < num; i++)
        called = pp_add(called, targets[i].count);
    return called > count ? called : count;
}

/* Does the call at V begin paths? */
static bool is_cut(const struct pp_graph *g, uint32_t v)
{
    uint32_t e = pp_call_edge(g, v);
    return e == PP_NONE || g->edges[e].flags & PP_E_CUT;
}

static void find_nodes(struct finding *f)
{
    const struct pp_tree *tree = &f->joins->tree;
    uint32_t num = f->load->notes.graph.num_procs;
    f->by_proc = pp_xmalloc(((size_t)tree->num + 1) * sizeof *f->by_proc);
    f->first = pp_xcalloc((size_t)num + 2, sizeof *f->first);
    for (uint32_t n = 0; n < tree->num; n++)
        f->first[tree->nodes[n].proc + 2]++;
    for (uint32_t p = 0; p < num; p++)
        f->first[p + 2] += f->first[p + 1];
    for (uint32_t n = 0; n < tree->num; n++)
        f->by_proc[f->first[tree->nodes[n].proc + 1]++] = n;
}

/* LOST calls at V: by each context of its function as often as that was entered. */
static void add_lost(struct finding *f, uint32_t v, double lost)
{
    const struct pp_tree *tree = &f->joins->tree;
    const struct pp_vertex *call = &f->load->notes.graph.vertices[v];
    const uint32_t *nodes = f->by_proc + f->first[call->proc];
    uint32_t num = f->first[call->proc + 1] - f->first[call->proc];
    double all = 0;
    for (uint32_t i = 0; i < num; i++)
        all += (double)tree->nodes[nodes[i]].calls;
    for (uint32_t i = 0; i < num; i++) {
        double part = all > 0 ? (double)tree->nodes[nodes[i]].calls / all : 1.0 / num;
        if (call->flags & PP_V_INDIRECT)
            add_indirect(f, nodes[i], v, lost * part);
        else if (call->callee && !stays(f, nodes[i], v))
            add_arc(f, nodes[i], pp_callee_of(&f->callees, v), lost * part);
    }
}

/* Calls that are known, by what they were counted or inferred to be. */
static void find_known(struct finding *f)
{
    const struct pp_graph *g = &f->load->notes.graph;
    const struct pp_called *targets;
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        if (g->vertices[v].kind != PP_CALL || !is_cut(g, v))
            continue;
        uint64_t all = made_in_all(f, v);
        if (all > f->made[v])
            add_lost(f, v, (double)(all - f->made[v]));
        if (g->vertices[v].flags & PP_V_INDIRECT &&
            pp_targets_of(&f->load->profile, v, &targets) == 0)
            f->joins->lost = pp_add(f->joins->lost, all);
    }
}

/* The function that the direct call at V enters with a path of its own, if nothing but direct calls
   enters it; else PP_NONE. */
static uint32_t begun_by(struct finding *f, uint32_t v)
{
    const struct pp_graph *g = &f->load->notes.graph;
    if (g->vertices[v].kind != PP_CALL || g->vertices[v].flags & PP_V_INDIRECT ||
        !g->vertices[v].callee || !is_cut(g, v))
        return PP_NONE;
    uint32_t callee = pp_callee_of(&f->callees, v);
    return callee == PP_NONE || g->procs[callee].outside ? PP_NONE : callee;
}

/* By procedure, how often its roots were entered by what no arc explains, malloc'd. */
static double *unexplained(const struct finding *f)
{
    const struct pp_tree *tree = &f->joins->tree;
    double *left = pp_xcalloc((size_t)f->load->notes.graph.num_procs + 1, sizeof *left);
    for (uint32_t n = tree->first_root; n != PP_NONE; n = tree->nodes[n].next)
        left[tree->nodes[n].proc] += (double)tree->nodes[n].calls;
    for (uint32_t a = 0; a < f->joins->num_arcs; a++)
        left[tree->nodes[f->joins->arcs[a].to].proc] -= f->joins->arcs[a].count;
    return left;
}

/* Of a function that only direct calls of the program enter, what no arc explains comes from calls in
   unfinished paths: divided among its calls as paths have them, with one more of each. */
static void find_possible(struct finding *f)
{
    const struct pp_graph *g = &f->load->notes.graph;
    double *left = unexplained(f);
    double *all = pp_xcalloc((size_t)g->num_procs + 1, sizeof *all);
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        uint32_t callee = begun_by(f, v);
        if (callee != PP_NONE)
            all[callee] += (double)made_in_all(f, v) + 1;
    }
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        uint32_t callee = begun_by(f, v);
        if (callee != PP_NONE && left[callee] >= 0.5)
            add_lost(f, v, left[callee] * (((double)made_in_all(f, v) + 1) / all[callee]));
    }
    free(left);
    free(all);
}

/* ---- Calls by bodies that are not counted, but known. */

/* The passages of the function that the direct call at V calls, in which paths do not go on: indices FROM up to END. */
static const uint32_t *passages_of(struct finding *f, uint32_t v, const uint32_t **end)
{
    const struct pp_vertex *call = &f->load->notes.graph.vertices[v];
    bool passes = call->kind == PP_CALL && !(call->flags & PP_V_INDIRECT) && call->callee &&
                  pp_callee_of(&f->callees, v) == PP_NONE;
    *end = f->passed_to + (passes ? f->first_passage[call->callee + 1] : 0);
    return f->passed_to + (passes ? f->first_passage[call->callee] : 0);
}

static void add_passed(void *closure, uint32_t node, uint32_t call, uint64_t count, bool followed)
{
    struct finding *f = closure;
    const uint32_t *end;
    if (followed)
        return;
    for (const uint32_t *proc = passages_of(f, call, &end); proc < end; proc++)
        add_arc(f, node, *proc, (double)count * f->passed[*proc]);
}

/* By string: which procedures the function of that name leads to. */
static void index_passages(struct finding *f)
{
    const struct pp_graph *g = &f->load->notes.graph;
    f->passed_to = pp_xmalloc(((size_t)g->num_passages + 1) * sizeof *f->passed_to);
    f->first_passage = pp_xcalloc((size_t)g->strings_size + 3, sizeof *f->first_passage);
    for (uint32_t i = 0; i < g->num_passages; i++)
        f->first_passage[g->passages[i].symbol + 2]++;
    for (uint32_t s = 0; s < g->strings_size; s++)
        f->first_passage[s + 2] += f->first_passage[s + 1];
    for (uint32_t i = 0; i < g->num_passages; i++)
        f->passed_to[f->first_passage[g->passages[i].symbol + 1]++] = g->passages[i].proc;
}

/* What entered a function and no arc explains came by such bodies, if there are any that call it: divided among the
   calls of these, and not more than there were. */
static void find_passed(struct finding *f)
{
    const struct pp_graph *g = &f->load->notes.graph;
    const uint32_t *end;
    if (g->num_passages == 0)
        return;
    double *left = unexplained(f);
    f->passed = pp_xcalloc((size_t)g->num_procs + 1, sizeof *f->passed);
    index_passages(f);
    for (uint32_t v = 0; v < g->num_vertices; v++)
        for (const uint32_t *proc = passages_of(f, v, &end); proc < end; proc++)
            f->passed[*proc] += (double)f->made[v];
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (f->passed[p] > 0)
            f->passed[p] = left[p] < 0.5 ? 0 : left[p] < f->passed[p] ? left[p] / f->passed[p] : 1;
    pp_each_call(&f->load->profile, &f->joins->tree, add_passed, f);
    free(left);
    free(f->passed);
    free(f->passed_to);
    free(f->first_passage);
}

/* ---- Roots. */

static void number_roots(struct pp_joins *joins)
{
    const struct pp_tree *tree = &joins->tree;
    for (uint32_t n = tree->first_root; n != PP_NONE; n = tree->nodes[n].next)
        joins->num++;
    joins->root = pp_xmalloc(((size_t)joins->num + 1) * sizeof *joins->root);
    joins->first = pp_xmalloc(((size_t)joins->num + 1) * sizeof *joins->first);
    joins->order = pp_xmalloc(((size_t)tree->num + 1) * sizeof *joins->order);
    joins->root_of = pp_xmalloc(((size_t)tree->num + 1) * sizeof *joins->root_of);
    joins->place = pp_xmalloc(((size_t)tree->num + 1) * sizeof *joins->place);
    uint32_t r = 0, at = 0;
    for (uint32_t root = tree->first_root; root != PP_NONE; root = tree->nodes[root].next) {
        joins->root[r] = root;
        joins->first[r] = at;
        for (uint32_t n = root; n != PP_NONE;) {
            joins->root_of[n] = r;
            joins->place[n] = at - joins->first[r];
            joins->order[at++] = n;
            if (tree->nodes[n].first_child != PP_NONE) {
                n = tree->nodes[n].first_child;
                continue;
            }
            while (n != root && tree->nodes[n].next == PP_NONE)
                n = tree->nodes[n].parent;
            n = n == root ? PP_NONE : tree->nodes[n].next;
        }
        r++;
    }
    joins->first[r] = at;
}

/* The arcs' ends become roots. */
static void settle_arcs(struct pp_joins *joins)
{
    for (uint32_t a = 0; a < joins->num_arcs; a++) {
        struct pp_join *arc = &joins->arcs[a];
        arc->from = joins->root_of[arc->node];
        arc->to = joins->root_of[arc->to];
    }
    merge(joins);
    joins->first_arc = pp_xcalloc((size_t)joins->num + 1, sizeof *joins->first_arc);
    for (uint32_t a = 0; a < joins->num_arcs; a++)
        joins->first_arc[joins->arcs[a].from + 1]++;
    for (uint32_t r = 0; r < joins->num; r++)
        joins->first_arc[r + 1] += joins->first_arc[r];
}

/* What entered a root and no arc tells of came from outside.  Where less has been counted at the root
   than its callers say, activations of it did not end (exit, longjmp): the callers are right. */
static void count_entries(struct pp_joins *joins, const struct pp_graph *g)
{
    size_t size = (size_t)joins->num + 1;
    joins->calls = pp_xcalloc(size, sizeof *joins->calls);
    joins->outside = pp_xcalloc(size, sizeof *joins->outside);
    joins->is_main = pp_xcalloc(size, sizeof *joins->is_main);
    for (uint32_t a = 0; a < joins->num_arcs; a++)
        joins->calls[joins->arcs[a].to] += joins->arcs[a].count;
    for (uint32_t r = 0; r < joins->num; r++) {
        const struct pp_node *node = &joins->tree.nodes[joins->root[r]];
        joins->is_main[r] = !node->open && g->procs[node->proc].is_main;
        double entered = (double)node->calls;
        double known = joins->calls[r];
        /* Sums of parts are not exact: less than a call is none. */
        joins->outside[r] = entered - known >= 0.5 ? entered - known : 0;
        joins->calls[r] = known + joins->outside[r];
        if (!(joins->calls[r] > 0))
            joins->calls[r] = joins->outside[r] = 1; /* its entry was not counted */
    }
}

static void find_arcs(struct finding *f)
{
    struct pp_joins *joins = f->joins;
    uint32_t num = f->load->notes.graph.num_procs;
    f->root_node = pp_xmalloc(((size_t)num + 1) * sizeof *f->root_node);
    memset(f->root_node, 0xff, ((size_t)num + 1) * sizeof *f->root_node);
    for (uint32_t n = joins->tree.first_root; n != PP_NONE; n = joins->tree.nodes[n].next) {
        if (!joins->tree.nodes[n].open)
            f->root_node[joins->tree.nodes[n].proc] = n;
    }
    f->made = pp_xcalloc((size_t)f->load->notes.graph.num_vertices + 1, sizeof *f->made);
    pp_each_call(&f->load->profile, &joins->tree, add_call, f);
    find_nodes(f);
    f->lost = true;
    find_known(f);
    find_possible(f);
    find_passed(f);
    free(f->made);
    free(f->by_proc);
    free(f->first);
    free(f->root_node);
}

void pp_joins_make(struct pp_joins *joins, const struct pp_load *load, const struct pp_names *names,
                   const double *cost)
{
    struct finding f = {.joins = joins, .load = load};
    *joins = (struct pp_joins){0};
    pp_tree_make_timed(&joins->tree, &load->profile, false, cost);
    pp_called_procs_make(&f.callees, load, names);
    find_arcs(&f);
    pp_called_procs_free(&f.callees);
    number_roots(joins);
    settle_arcs(joins);
    count_entries(joins, &load->notes.graph);
    pp_join_cycles(joins);
    pp_join_certain(joins);
}

void pp_joins_free(struct pp_joins *joins)
{
    for (uint32_t c = 0; c < joins->num_cycles; c++)
        free(joins->cycles[c].visits);
    pp_tree_free(&joins->tree);
    free(joins->root);
    free(joins->order);
    free(joins->first);
    free(joins->root_of);
    free(joins->place);
    free(joins->arcs);
    free(joins->first_arc);
    free(joins->calls);
    free(joins->outside);
    free(joins->is_main);
    free(joins->certain);
    free(joins->cycle);
    free(joins->index);
    free(joins->cycles);
    free(joins->members);
    free(joins->inclusive);
    free(joins->from_main);
}
