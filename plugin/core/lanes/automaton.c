/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lanes/automaton.h"

#include <assert.h>
#include <stdlib.h>

#include "core/lanes/hotgraph.h"
#include "core/number/path.h"

/* The slot of the transition from STATE by EDGE, or, EDGE being PP_NONE, by any recording edge to
   VERTEX: where it is, or the free one where it would be. */
static uint32_t slot_of(const struct pp_automaton *a, uint32_t state, uint32_t edge,
                        uint32_t vertex)
{
    uint64_t key = (uint64_t)(edge == PP_NONE ? vertex : edge) * 2 + (edge == PP_NONE);
    uint64_t mixed = (key << 31 ^ state) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t slot = (uint32_t)(mixed >> 32) & (a->hash_slots - 1);
    for (; a->hash[slot] != PP_NONE; slot = (slot + 1) & (a->hash_slots - 1)) {
        const struct pp_state *s = &a->states[a->hash[slot]];
        if (s->parent == state && s->edge == edge && (edge != PP_NONE || s->vertex == vertex))
            break;
    }
    return slot;
}

static uint32_t child(const struct pp_automaton *a, uint32_t state, uint32_t edge, uint32_t vertex)
{
    return a->hash[slot_of(a, state, edge, vertex)];
}

/* Twice as many slots as states, at least. */
static void rehash(struct pp_automaton *a, uint32_t slots)
{
    free(a->hash);
    a->hash = pp_xmalloc(slots * sizeof *a->hash);
    a->hash_slots = slots;
    for (uint32_t i = 0; i < slots; i++)
        a->hash[i] = PP_NONE;
    for (uint32_t q = 0; q < a->num_states; q++) {
        const struct pp_state *s = &a->states[q];
        if (s->parent != PP_NONE)
            a->hash[slot_of(a, s->parent, s->edge, s->vertex)] = q;
    }
}

static uint32_t add_state(struct pp_automaton *a, const struct pp_state *state)
{
    a->states = pp_grow(a->states, &a->cap_states, a->num_states, 1, sizeof *a->states);
    a->states[a->num_states] = *state;
    return a->num_states++;
}

/* The reset state of the new state NEXT, at VERTEX, whose parent is PARENT: the root; with contexts
   the last of the states that lead there and of NEXT itself that is at the Entry of VERTEX's
   procedure. */
static uint32_t reset_of(const struct pp_automaton *a, uint32_t next, uint32_t parent,
                         uint32_t vertex)
{
    const struct pp_graph *g = a->graph;
    uint32_t proc = g->vertices[vertex].proc;
    if (!a->contexts)
        return pp_automaton_root(a, proc);
    if (g->vertices[vertex].kind == PP_ENTRY)
        return next;
    uint32_t q = parent;
    while (a->states[q].parent != PP_NONE && g->vertices[a->states[q].vertex].proc != proc)
        q = a->states[q].parent;
    return g->vertices[a->states[q].vertex].proc == proc ? a->states[q].reset
                                                         : pp_automaton_root(a, proc);
}

/* The child of STATE by that symbol, made if need be. */
static uint32_t go_on(struct pp_automaton *a, uint32_t state, uint32_t edge, uint32_t vertex)
{
    uint32_t next = child(a, state, edge, vertex);
    if (next != PP_NONE)
        return next;
    uint32_t reset = reset_of(a, a->num_states, state, vertex);
    next = add_state(a, &(struct pp_state){vertex, state, edge, reset});
    if (a->num_states * UINT64_C(2) > a->hash_slots)
        rehash(a, a->hash_slots * 2);
    else
        a->hash[slot_of(a, state, edge, vertex)] = next;
    return next;
}

void pp_automaton_init(struct pp_automaton *a, const struct pp_graph *graph, const uint32_t *procs,
                       uint32_t num_procs)
{
    uint32_t first = num_procs ? UINT32_MAX : 0, end = 0;
    *a = (struct pp_automaton){.graph = graph, .num_procs = num_procs};
    a->procs = pp_xmalloc((num_procs + (size_t)1) * sizeof *a->procs);
    for (uint32_t i = 0; i < num_procs; i++) {
        a->procs[i] = procs[i];
        first = procs[i] < first ? procs[i] : first;
        end = procs[i] + 1 > end ? procs[i] + 1 : end;
    }
    a->first_proc = first;
    a->num_roots = end - first;
    a->roots = pp_xmalloc(((size_t)a->num_roots + 1) * sizeof *a->roots);
    for (uint32_t i = 0; i < a->num_roots; i++)
        a->roots[i] = PP_NONE;
    a->one_entry = pp_xcalloc((size_t)a->num_roots + 1, sizeof *a->one_entry);
    for (uint32_t i = 0; i < num_procs; i++)
        a->roots[procs[i] - first] = add_state(
            a, &(struct pp_state){graph->procs[procs[i]].entry, PP_NONE, PP_NONE, a->num_states});
    rehash(a, 64);
}

void pp_automaton_free(struct pp_automaton *a)
{
    free(a->procs);
    free(a->roots);
    free(a->one_entry);
    free(a->states);
    free(a->hash);
    *a = (struct pp_automaton){0};
}

uint32_t pp_automaton_root(const struct pp_automaton *a, uint32_t proc)
{
    assert(proc < a->graph->num_procs);
    return proc - a->first_proc < a->num_roots ? a->roots[proc - a->first_proc] : PP_NONE;
}

/* Does Exit of PROC, or, with contexts, does PROC as a whole have one state for all its callers? */
static bool forgets_caller(const struct pp_automaton *a, uint32_t proc)
{
    const struct pp_graph *g = a->graph;
    return (g->vertices[g->procs[proc].exit].flags & PP_V_SINGLE) ||
           (a->contexts && a->one_entry[proc - a->first_proc]);
}

void pp_automaton_follow_calls(struct pp_automaton *a, bool contexts)
{
    const struct pp_graph *g = a->graph;
    assert(a->num_paths == 0);
    a->calls = true;
    a->contexts = contexts;
    for (uint32_t i = 0; i < a->num_procs; i++) {
        const struct pp_proc *p = &g->procs[a->procs[i]];
        bool one = g->vertices[p->entry].flags & PP_V_SINGLE;
        for (uint32_t v = p->first_vertex; contexts && v < p->first_vertex + p->num_vertices; v++)
            one |= v != p->exit && (g->vertices[v].flags & (PP_V_SINGLE | PP_V_RESTART));
        a->one_entry[a->procs[i] - a->first_proc] = one;
    }
}

/* An activation in which a path that is put into the trie is. */
struct activation {
    uint32_t state;
    bool forgot; /* what is SINGLE has made the state forget how the activation began */
};

struct adding {
    struct pp_automaton *a;
    struct activation now, *stack; /* those that are at calls */
    uint32_t depth, room;
};

/* The path goes over call edge E into its callee, or back along return edge E. */
static void add_call(struct adding *d, uint32_t e)
{
    struct pp_automaton *a = d->a;
    uint32_t to = a->graph->edges[e].to, proc = a->graph->vertices[to].proc;
    d->stack = pp_grow(d->stack, &d->room, d->depth, 1, sizeof *d->stack);
    d->stack[d->depth++] = d->now;
    d->now.forgot = a->one_entry[proc - a->first_proc];
    d->now.state = d->now.forgot ? pp_automaton_root(a, proc) : go_on(a, d->now.state, e, to);
}

/* A return edge that only those paths follow which know the call is none to go on by in a state that
   does not: there another path begins. */
static void add_return(struct adding *d, uint32_t e)
{
    struct pp_automaton *a = d->a;
    const struct pp_graph *g = a->graph;
    uint32_t r = g->edges[e].to, root = pp_automaton_root(a, g->vertices[r].proc);
    struct activation callee = d->now;
    d->now = d->depth ? d->stack[--d->depth] : (struct activation){PP_NONE, false};
    bool forgets = forgets_caller(a, g->vertices[g->edges[e].from].proc) ||
                   (callee.forgot && (g->edges[e].flags & PP_E_UNBALANCED));
    if (g->vertices[r].flags & PP_V_SINGLE) {
        d->now.state = go_on(a, root, PP_NONE, r);
        d->now.forgot = true;
    } else if (!forgets) {
        d->now.state = go_on(a, callee.state, e, r);
        d->now.forgot |= callee.forgot;
    } else if (a->contexts) {
        uint32_t summary = pp_summary_of_call(g, pp_call_of_return(g, e));
        d->now.state = go_on(a, d->now.state, summary, r);
    } else {
        d->now.state = go_on(a, root, PP_NONE, r);
        d->now.forgot = true;
    }
}

/* Does the path leave A's procedures along E? */
static bool leaves(const struct pp_automaton *a, uint32_t e)
{
    const struct pp_edge *edge = &a->graph->edges[e];
    return (edge->kind == PP_CALL_EDGE || edge->kind == PP_RETURN) &&
           pp_automaton_root(a, a->graph->vertices[edge->to].proc) == PP_NONE;
}

static void add_path(struct pp_automaton *a, const struct pp_path *path)
{
    const struct pp_graph *g = a->graph;
    uint32_t begin = g->edges[path->edges[0]].from, num = path->num_edges;
    struct adding d = {.a = a};
    d.now.state = pp_automaton_root(a, g->vertices[begin].proc);
    if (d.now.state == PP_NONE)
        return;
    const struct pp_edge *last = &g->edges[path->edges[num - 1]];
    if (pp_is_recording(g, path->edges[num - 1]) ||
        (last->kind == PP_SURROGATE && !pp_is_begin(last)))
        num--;
    if (g->vertices[begin].kind != PP_ENTRY)
        d.now.state = go_on(a, d.now.state, PP_NONE, begin);
    for (uint32_t i = 0; i < num && !leaves(a, path->edges[i]); i++) {
        uint32_t e = path->edges[i], to = g->edges[e].to;
        uint32_t root = pp_automaton_root(a, g->vertices[to].proc);
        if (g->edges[e].kind == PP_CALL_EDGE)
            add_call(&d, e);
        else if (g->edges[e].kind == PP_RETURN)
            add_return(&d, e);
        else if (g->vertices[to].flags & PP_V_SINGLE)
            d.now = (struct activation){go_on(a, root, PP_NONE, to), true};
        else if (pp_is_begin(&g->edges[e]))
            d.now.state = go_on(a, a->states[d.now.state].reset, PP_NONE, to);
        else
            d.now.state = go_on(a, d.now.state, e, to);
    }
    free(d.stack);
    a->num_paths++;
}

/* Of each state the reset state, those at a lesser depth first: what its edge leads to from the
   reset state of its parent (Aho and Corasick 1975, algorithm 3). */
static void link_states(struct pp_automaton *a)
{
    uint32_t *depth = pp_xmalloc((a->num_states + (size_t)1) * sizeof *depth);
    uint32_t *first = pp_xcalloc(a->num_states + (size_t)2, sizeof *first);
    uint32_t *order = pp_xmalloc((a->num_states + (size_t)1) * sizeof *order);
    for (uint32_t q = 0; q < a->num_states; q++) {
        uint32_t parent = a->states[q].parent;
        depth[q] = parent == PP_NONE ? 0 : depth[parent] + 1;
        first[depth[q] + 1]++;
    }
    for (uint32_t d = 0; d < a->num_states; d++)
        first[d + 1] += first[d];
    for (uint32_t q = 0; q < a->num_states; q++)
        order[first[depth[q]]++] = q;
    for (uint32_t i = 0; i < a->num_states; i++) {
        struct pp_state *s = &a->states[order[i]];
        if (depth[order[i]] > 1)
            s->reset = pp_automaton_step(a, a->states[s->parent].reset, s->edge);
        else if (s->edge != PP_NONE && a->joins)
            s->reset = pp_automaton_begin(a, s->vertex);
    }
    free(depth);
    free(first);
    free(order);
}

size_t pp_automaton_add_all(struct pp_automaton *a, const struct pp_profile *profile,
                            const size_t *paths, size_t num, uint32_t most)
{
    size_t i = 0;
    while (i < num && a->num_states + UINT64_C(1) + profile->paths[paths[i]].num_edges <= most)
        add_path(a, &profile->paths[paths[i++]]);
    if (!a->calls)
        link_states(a);
    return num - i;
}

uint32_t pp_automaton_step(const struct pp_automaton *a, uint32_t state, uint32_t edge)
{
    uint32_t to = a->graph->edges[edge].to, next = child(a, state, edge, to);
    if (a->graph->vertices[to].flags & PP_V_SINGLE)
        return pp_automaton_begin(a, to);
    for (; next == PP_NONE && a->states[state].reset != state; next = child(a, state, edge, to))
        state = a->states[state].reset;
    if (next == PP_NONE && (a->joins || pp_is_recording(a->graph, edge)))
        next = child(a, state, PP_NONE, to);
    return next == PP_NONE ? state : next;
}

bool pp_automaton_follows(const struct pp_automaton *a, uint32_t call)
{
    uint32_t entry = a->graph->edges[call].to;
    assert(a->graph->edges[call].kind == PP_CALL_EDGE);
    return a->calls && pp_automaton_root(a, a->graph->vertices[entry].proc) != PP_NONE;
}

uint32_t pp_automaton_call(const struct pp_automaton *a, uint32_t state, uint32_t call)
{
    uint32_t entry = a->graph->edges[call].to, proc = a->graph->vertices[entry].proc;
    uint32_t next = a->one_entry[proc - a->first_proc] ? PP_NONE : child(a, state, call, entry);
    return next == PP_NONE ? pp_automaton_root(a, proc) : next;
}

uint32_t pp_automaton_return(const struct pp_automaton *a, uint32_t state, uint32_t call,
                             uint32_t exit)
{
    const struct pp_graph *g = a->graph;
    uint32_t back = pp_return_edge(g, call), r = g->edges[back].to;
    if (g->vertices[r].flags & PP_V_SINGLE)
        return pp_automaton_begin(a, r);
    uint32_t next = child(a, exit, back, r);
    if (next == PP_NONE && !a->contexts)
        next = child(a, pp_automaton_root(a, g->vertices[r].proc), PP_NONE, r);
    return next == PP_NONE ? pp_automaton_step(a, state, pp_summary_of_call(g, call)) : next;
}

uint32_t pp_automaton_resume(const struct pp_automaton *a, uint32_t state, uint32_t edge)
{
    assert(pp_is_begin(&a->graph->edges[edge]));
    uint32_t to = a->graph->edges[edge].to, reset = a->states[state].reset;
    if (a->graph->vertices[to].flags & PP_V_SINGLE)
        return pp_automaton_begin(a, to);
    uint32_t next = child(a, reset, PP_NONE, to);
    return next == PP_NONE ? reset : next;
}

uint32_t pp_automaton_begin(const struct pp_automaton *a, uint32_t v)
{
    assert(v < a->graph->num_vertices);
    const struct pp_vertex *vertex = &a->graph->vertices[v];
    uint32_t root = pp_automaton_root(a, vertex->proc);
    if (vertex->kind == PP_ENTRY)
        return root;
    uint32_t next = child(a, root, PP_NONE, v);
    return next == PP_NONE ? root : next;
}

uint32_t pp_automaton_at(const struct pp_automaton *a, const struct pp_path *path)
{
    uint32_t state = pp_automaton_begin(a, a->graph->edges[path->edges[0]].from);
    for (uint32_t i = 0; i < path->active; i++)
        state = pp_automaton_step(a, state, path->edges[i]);
    return state;
}
