/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transform/recursion.h"

#include "core/base/scc.h"

#include <stdlib.h>
#include <string.h>

/* The procedure that call edge E calls, the scope's first at 0. */
static uint32_t callee_of(const struct pp_graph *g, const struct pp_scope *scope, uint32_t e)
{
    return g->vertices[g->edges[e].to].proc - scope->first_proc;
}

/* The call edge of V that cycles are made of, PP_NONE if there is none: one that was not cut
   before recursive calls were looked for.  What has been broken for want of numbers counts: that is
   done when the cycles are known. */
static uint32_t call_of(const struct pp_graph *g, const struct pp_scope *scope, uint32_t v)
{
    uint32_t e = g->vertices[v].kind == PP_CALL ? pp_call_edge(g, v) : PP_NONE;
    if (e == PP_NONE || (g->edges[e].flags & PP_E_CHOSEN))
        return PP_NONE;
    uint32_t callee = scope->first_proc + callee_of(g, scope, e);
    bool counted = g->procs[g->vertices[v].proc].storage != PP_STORE_NONE &&
                   g->procs[callee].storage != PP_STORE_NONE;
    return counted ? e : PP_NONE;
}

static struct pp_adjacency adjacency(const struct pp_graph *g, const struct pp_scope *scope)
{
    struct pp_adjacency all = {
        .num = scope->num_procs,
        .first = pp_xmalloc((scope->num_procs + 1) * sizeof *all.first),
    };
    uint32_t num = 0, room = 0;
    for (uint32_t i = 0; i < scope->num_procs; i++) {
        const struct pp_proc *p = &g->procs[scope->first_proc + i];
        all.first[i] = num;
        for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
            uint32_t e = call_of(g, scope, v);
            if (e == PP_NONE)
                continue;
            all.to = pp_grow(all.to, &room, num, 1, sizeof *all.to);
            all.to[num++] = callee_of(g, scope, e);
        }
    }
    all.first[scope->num_procs] = num;
    return all;
}

static bool is_called_recursively(const struct pp_graph *g, const struct pp_scope *scope,
                                  uint32_t proc)
{
    for (uint32_t e = g->vertices[g->procs[proc].entry].first_in; e != PP_NONE;
         e = g->edges[e].next_in)
        if (g->edges[e].kind == PP_CALL_EDGE && (g->edges[e].flags & PP_E_BACK) &&
            call_of(g, scope, g->edges[e].from) == e)
            return true;
    return false;
}

struct pp_call_cycle *pp_call_cycles(const struct pp_graph *g, const struct pp_scope *scope)
{
    uint32_t n = scope->num_procs;
    struct pp_call_cycle *cycles = pp_xcalloc(n + 1, sizeof *cycles);
    uint32_t *name = pp_xmalloc((n + 1) * sizeof *name);
    uint32_t *heads = pp_xcalloc(n + 1, sizeof *heads); /* by name */
    struct pp_adjacency all = adjacency(g, scope);
    pp_components(&all, name, NULL);
    for (uint32_t i = 0; i < n; i++) {
        cycles[i] = (struct pp_call_cycle){.name = name[i], .head = PP_NONE};
        if (heads[name[i]] < PP_MOST_HEADS &&
            is_called_recursively(g, scope, scope->first_proc + i))
            cycles[i].head = heads[name[i]]++;
    }
    for (uint32_t i = 0; i < n; i++)
        cycles[i].heads = heads[name[i]];
    free(all.first);
    free(all.to);
    free(name);
    free(heads);
    return cycles;
}

void pp_split_entries(struct pp_graph *g, const struct pp_scope *scope,
                      const struct pp_call_cycle *cycles)
{
    for (uint32_t i = 0; i < scope->num_procs; i++) {
        uint32_t entry = g->procs[scope->first_proc + i].entry;
        if (cycles[i].head == PP_NONE)
            continue;
        uint32_t again = pp_add_edge(g, entry, entry, PP_SURROGATE, PP_E_CUT);
        g->vertices[entry].split = again;
    }
}

/* ---- Roots. */

struct search {
    const struct pp_graph *g;
    const struct pp_scope *scope;
    const struct pp_call_cycle *cycles;
    bool *seen;
    uint32_t *stack, depth;
};

static void reach(struct search *s, uint32_t proc)
{
    if (s->seen[proc])
        return;
    s->seen[proc] = true;
    s->stack[s->depth++] = proc;
}

/* May control come into its cycle at PROC? */
static bool is_way_in(const struct search *s, uint32_t proc)
{
    const struct pp_graph *g = s->g;
    const struct pp_proc *p = &g->procs[s->scope->first_proc + proc];
    if (p->root)
        return true;
    for (uint32_t e = pp_first_in(g, p->entry); e != PP_NONE; e = pp_next_in(g, e)) {
        uint32_t caller = g->vertices[g->edges[e].from].proc - s->scope->first_proc;
        if (g->edges[e].kind == PP_CALL_EDGE && s->cycles[caller].name != s->cycles[proc].name)
            return true;
    }
    return false;
}

/* From the ways into the cycle of HEAD, not through HEAD: does control come to a recursive call of
   it? */
static bool is_avoided(struct search *s, uint32_t head)
{
    const struct pp_graph *g = s->g;
    memset(s->seen, 0, s->scope->num_procs * sizeof *s->seen);
    s->depth = 0;
    s->seen[head] = true;
    for (uint32_t i = 0; i < s->scope->num_procs; i++)
        if (i != head && s->cycles[i].name == s->cycles[head].name && is_way_in(s, i))
            reach(s, i);
    while (s->depth) {
        const struct pp_proc *p = &g->procs[s->scope->first_proc + s->stack[--s->depth]];
        for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
            uint32_t e = call_of(g, s->scope, v);
            if (e == PP_NONE || !(pp_live(g, e) || pp_is_kept(g, e)))
                continue;
            uint32_t callee = callee_of(g, s->scope, e);
            if (callee == head && pp_is_kept(g, e))
                return true;
            if (s->cycles[callee].name == s->cycles[head].name)
                reach(s, callee);
        }
    }
    return false;
}

void pp_find_cyclic_roots(struct pp_graph *g, const struct pp_scope *scope,
                          const struct pp_call_cycle *cycles)
{
    struct search s = {
        .g = g,
        .scope = scope,
        .cycles = cycles,
        .seen = pp_xcalloc(scope->num_procs + 1, sizeof *s.seen),
        .stack = pp_xmalloc((scope->num_procs + 1) * sizeof *s.stack),
    };
    /* A root more may be a way into its cycle more. */
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < scope->num_procs; i++) {
            struct pp_proc *p = &g->procs[scope->first_proc + i];
            if (cycles[i].head == PP_NONE || p->root || !is_avoided(&s, i))
                continue;
            p->root = more = true;
        }
    }
    free(s.seen);
    free(s.stack);
}

bool pp_is_followed_into(const struct pp_graph *g, uint32_t proc)
{
    assert(proc < g->num_procs);
    for (uint32_t e = g->vertices[g->procs[proc].entry].first_in; e != PP_NONE;
         e = g->edges[e].next_in)
        if (g->edges[e].kind == PP_CALL_EDGE && (pp_live(g, e) || pp_is_kept(g, e)))
            return true;
    return false;
}
