/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Observable paths of any mode -> intraprocedural paths, some of them open at one end or both. */
#include "core/lanes/intra.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/transform/collapse.h"
#include "core/transform/recursion.h"
#include "core/lanes/hotgraph.h"
#include "core/lanes/join.h"
#include "core/transform/split.h"
#include "core/number/path.h"

/* A call in a context-prefix that is open. */
struct open_call {
    uint32_t at; /* place of its edge on the path */
    bool across; /* its callee is a part of the caller */
};

/* What one activation did on a path: the stack is its activations under way. */
struct walk {
    const struct pp_graph *g;
    struct pp_fragments *out;
    struct pp_fragment *stack;
    uint32_t depth, room;
    pp_tell_part *tell; /* NULL, or told everything that OUT gets, in its place */
    void *data;
    bool by_call; /* activations are told apart by it */
    const bool
        *across; /* by call vertex: what the callee does is a part of the caller's; NULL: of none */
    const struct pp_path *path; /* what is walked along */
    struct open_call *open;     /* in its context-prefix, in order */
    uint32_t num_open, open_room;
    uint32_t *ends; /* by place of a call in the prefix: that of its return, or PP_NONE */
    uint32_t ends_room;
};

static void push(struct walk *w, uint32_t begin, bool open)
{
    uint32_t call = w->by_call && w->depth > 0 ? w->stack[w->depth - 1].call : PP_NONE;
    w->stack = pp_grow(w->stack, &w->room, w->depth, 1, sizeof *w->stack);
    w->stack[w->depth++] = (struct pp_fragment){.proc = w->g->vertices[begin].proc,
                                                .by_call = call == PP_NONE ? 0 : call,
                                                .begin = begin,
                                                .in = PP_NONE,
                                                .open = open,
                                                .call = PP_NONE};
}

static struct pp_fragment *top(struct walk *w)
{
    return &w->stack[w->depth - 1];
}

static void follow(struct walk *w, uint32_t edge)
{
    struct pp_fragment *f = top(w);
    f->edges = pp_grow(f->edges, &f->room, f->num, 1, sizeof *f->edges);
    f->edges[f->num++] = edge;
}

/* The topmost activation is done with; what it did counts if COUNT is not 0. */
static void pop(struct walk *w, uint64_t count)
{
    struct pp_fragment f = w->stack[--w->depth];
    f.count = count;
    if (count != 0 && !w->tell) {
        pp_fragments_add(w->out, &f);
        return;
    }
    if (count != 0)
        w->tell(w->data, &f, w->stack, w->depth);
    free(f.edges);
}

/* What the topmost activation did counts COUNT times, if it did anything beyond what was counted
   before. */
static uint64_t due(const struct walk *w, uint64_t count)
{
    const struct pp_fragment *f = &w->stack[w->depth - 1];
    return f->num > f->active ? count : 0;
}

/* Does a path that begins at V begin there because one has ended, or because of a non-local transfer?
   Otherwise V is a return site, and what came before the call is unknown. */
static bool truly_begins(const struct pp_graph *g, uint32_t v)
{
    if ((g->vertices[v].flags & PP_V_RESTART) || g->vertices[v].kind == PP_ENTRY)
        return true;
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (pp_is_recording(g, e))
            return true;
    return false;
}

bool pp_known_across(const struct pp_profile *profile, uint32_t c)
{
    const struct pp_graph *g = &profile->notes->graph;
    uint32_t call = pp_call_edge(g, c), unit = g->procs[g->vertices[c].proc].unit;
    const struct pp_mode_row *row = pp_mode_row(profile->notes->units[unit].params.mode);
    return call != PP_NONE && row->crosses_calls && row->has_prefixes && !row->cuts_returns &&
           !((g->edges[call].flags | g->edges[pp_return_edge(g, call)].flags) & PP_E_CUT);
}

/* A path begins at V, in the activation that is topmost. */
static void begin_anew(struct walk *w, uint32_t v)
{
    top(w)->num = 0;
    top(w)->begin = v;
    top(w)->open = !truly_begins(w->g, v);
    if (top(w)->in != PP_NONE)
        follow(w, top(w)->in);
}

/* The call along edge E. */
static void enter(struct walk *w, uint32_t e)
{
    const struct pp_edge *edge = &w->g->edges[e];
    if (w->across && w->across[edge->from] && top(w)->in == PP_NONE) {
        top(w)->in = e;
        follow(w, e);
    } else {
        top(w)->call = edge->from;
        push(w, edge->to, false);
    }
}

static void go(struct walk *w, uint32_t e, uint64_t count);

/* Gives the topmost activation what it did in the context-prefix, if it has not got that yet. */
static void catch_up(struct walk *w)
{
    uint32_t i = top(w)->from, end = top(w)->to;
    top(w)->from = top(w)->to = 0;
    for (; i < end; i++) {
        uint32_t e = w->path->edges[i];
        bool over = w->g->edges[e].kind == PP_CALL_EDGE && w->ends[i] != PP_NONE;
        if (over) {
            i = w->ends[i];
            follow(w, pp_summary_of_call(w->g, e));
        } else {
            go(w, e, 0);
        }
    }
}

/* The return along edge E. */
static void leave(struct walk *w, uint32_t e, uint64_t count)
{
    if (top(w)->in != PP_NONE) {
        assert(top(w)->in == pp_call_of_return(w->g, e));
        follow(w, e);
        top(w)->in = PP_NONE;
        return;
    }
    pop(w, count);
    if (w->depth == 0) {
        push(w, w->g->edges[e].to, true);
    } else {
        catch_up(w);
        follow(w, pp_summary_of_call(w->g, pp_call_of_return(w->g, e)));
    }
    top(w)->call = PP_NONE;
}

/* Goes along E; COUNT is 0 in a context-prefix, whose paths were counted before. */
static void go(struct walk *w, uint32_t e, uint64_t count)
{
    const struct pp_graph *g = w->g;
    const struct pp_edge *edge = &g->edges[e];
    switch (edge->kind) {
    case PP_SURROGATE:
        if (edge->origin != PP_NONE) {
            if (!pp_leaves_step(g, edge))
                follow(w, edge->origin);
            if (pp_leads_to_step(g,
                                 edge)) { /* it ends there, and the next begins behind the loop */
                pop(w, due(w, count));
                push(w, edge->to, false);
            }
        } else if (edge->from == g->procs[g->vertices[edge->from].proc].entry ||
                   pp_is_again(edge) || pp_is_over(g, edge)) {
            begin_anew(w, edge->to);
            /* This activation is one that called itself, in the end. */
            if (pp_is_reentry(g, edge)) {
                top(w)->by_call = 0;
                top(w)->recursive = true;
            }
        }
        break;
    case PP_CALL_EDGE:
        enter(w, e);
        break;
    case PP_RETURN:
        leave(w, e, count);
        break;
    default:
        follow(w, e);
    }
}

/* Finds the calls of PATH's context-prefix that are open at its end, and where the others come back.  Returns where
   what is known of the outermost activation begins: behind the last return from one whose call is not on the path. */
static uint32_t find_open(struct walk *w, const struct pp_path *path)
{
    uint32_t first = 0;
    if (path->active > w->ends_room)
        w->ends = pp_grow(w->ends, &w->ends_room, 0, path->active, sizeof *w->ends);
    w->num_open = 0;
    for (uint32_t i = 0; i < path->active; i++) {
        const struct pp_edge *e = &w->g->edges[path->edges[i]];
        struct open_call *last = w->num_open ? &w->open[w->num_open - 1] : NULL;
        w->ends[i] = PP_NONE;
        if (e->kind == PP_CALL_EDGE) {
            bool across = w->across && w->across[e->from] && !(last && last->across);
            w->open = pp_grow(w->open, &w->open_room, w->num_open, 1, sizeof *w->open);
            w->open[w->num_open++] = (struct open_call){i, across};
        } else if (e->kind == PP_RETURN && last) {
            w->ends[last->at] = last->across ? PP_NONE : i;
            w->num_open--;
        } else if (e->kind == PP_RETURN) {
            first = i + 1;
        }
    }
    return first;
}

/* Goes along PATH's context-prefix, which was counted before: of an activation that is over nothing is wanted, and what
   those that are under way did only if control comes back to them.  (TELL wants to know all of these.) */
static void walk_prefix(struct walk *w, const struct pp_path *path)
{
    const struct pp_graph *g = w->g;
    uint32_t first = find_open(w, path);
    push(w, first ? g->edges[path->edges[first - 1]].to : g->edges[path->edges[0]].from, first > 0);
    top(w)->from = first;
    top(w)->to = path->active;
    for (uint32_t i = 0; i < w->num_open; i++) {
        if (w->open[i].across)
            continue;
        uint32_t call = path->edges[w->open[i].at];
        top(w)->to = w->open[i].at;
        if (w->tell)
            catch_up(w);
        top(w)->call = g->edges[call].from;
        push(w, g->edges[call].to, false);
        top(w)->from = w->open[i].at + 1;
        top(w)->to = path->active;
    }
    catch_up(w);
}

/* When PATH ends, so does what its last activation did.  The calls under way: where paths go
   over them, they are in the prefix of whatever path is counted when they are over. */
static void walk(struct walk *w, const struct pp_path *path, enum pp_mode mode)
{
    const struct pp_graph *g = w->g;
    uint32_t i = 0;
    w->path = path;
    if (pp_mode_row(mode)->crosses_calls && pp_mode_row(mode)->goes_over && path->active > 0) {
        walk_prefix(w, path);
        i = path->active;
    } else {
        push(w, g->edges[path->edges[0]].from, false);
    }
    for (; i < path->num_edges; i++) {
        if (i == path->active && pp_mode_row(mode)->iterates)
            top(w)->active = top(w)->num;
        go(w, path->edges[i], i < path->active ? 0 : path->count);
    }
    pop(w, due(w, path->count));
    while (w->depth > 0)
        pop(w, pp_mode_row(mode)->goes_over ? 0 : path->count);
}

static int by_content(const void *a, const void *b)
{
    const struct pp_path *x = a, *y = b;
    if (x->proc != y->proc)
        return x->proc < y->proc ? -1 : 1;
    if (x->by_call != y->by_call)
        return x->by_call < y->by_call ? -1 : 1;
    if (x->active != y->active)
        return x->active < y->active ? -1 : 1;
    uint32_t num = x->num_edges < y->num_edges ? x->num_edges : y->num_edges;
    for (uint32_t i = 0; i < num; i++)
        if (x->edges[i] != y->edges[i])
            return x->edges[i] < y->edges[i] ? -1 : 1;
    return (x->num_edges > y->num_edges) - (x->num_edges < y->num_edges);
}

void pp_intra_settle(struct pp_profile *intra)
{
    const struct pp_graph *g = &intra->notes->graph;
    size_t num = 0;
    if (intra->num_paths > 0)
        qsort(intra->paths, intra->num_paths, sizeof *intra->paths, by_content);
    for (size_t i = 0; i < intra->num_paths; i++) {
        struct pp_path *path = &intra->paths[i], *last = num ? &intra->paths[num - 1] : NULL;
        if (last && by_content(last, path) == 0) {
            last->count = pp_add(last->count, path->count);
            free(path->edges);
            continue;
        }
        path->number = pp_word(last && last->proc == path->proc ? last->number.low + 1 : 0);
        for (uint32_t k = path->active; k < path->num_edges; k++)
            path->stmts = pp_add(path->stmts, g->vertices[g->edges[path->edges[k]].from].stmts);
        uint32_t end = path->edges[path->num_edges - 1];
        if (!pp_is_recording(g, end))
            path->stmts = pp_add(path->stmts, g->vertices[g->edges[end].to].stmts);
        intra->paths[num++] = *path;
    }
    intra->num_paths = num;
}

static void walk_all(struct walk *w, const struct pp_profile *profile)
{
    for (size_t i = 0; i < profile->num_paths; i++) {
        const struct pp_path *path = &profile->paths[i];
        uint32_t unit = w->g->procs[path->proc].unit;
        walk(w, path, profile->notes->units[unit].params.mode);
    }
    free(w->stack);
    free(w->open);
    free(w->ends);
}

void pp_intra_tell(const struct pp_profile *profile, pp_tell_part *tell, void *data)
{
    struct walk w = {.g = &profile->notes->graph, .tell = tell, .data = data};
    walk_all(&w, profile);
}

static void make(struct pp_profile *intra, const struct pp_profile *profile, bool by_call,
                 const bool *across)
{
    struct pp_fragments found = {0};
    struct walk w = {
        .g = &profile->notes->graph, .out = &found, .by_call = by_call, .across = across};
    walk_all(&w, profile);
    pp_fragments_join(&found, w.g);
    *intra = (struct pp_profile){.notes = profile->notes};
    intra->paths = pp_xmalloc(((size_t)found.num + 1) * sizeof *intra->paths);
    for (uint32_t i = 0; i < found.num; i++) {
        const struct pp_fragment *f = &found.at[i];
        intra->paths[intra->num_paths++] = (struct pp_path){.proc = f->proc,
                                                            .by_call = f->by_call,
                                                            .count = f->count,
                                                            .edges = f->edges,
                                                            .num_edges = f->num,
                                                            .active = f->active};
    }
    free(found.at);
    pp_intra_settle(intra);
}

void pp_intra_make(struct pp_profile *intra, const struct pp_profile *profile)
{
    make(intra, profile, false, NULL);
}

void pp_intra_by_call(struct pp_profile *intra, const struct pp_profile *profile)
{
    make(intra, profile, true, NULL);
}

void pp_intra_across(struct pp_profile *intra, const struct pp_profile *profile, const bool *calls)
{
    const struct pp_graph *g = &profile->notes->graph;
    bool *across = pp_xcalloc((size_t)g->num_vertices + 1, sizeof *across);
    for (uint32_t v = 0; v < g->num_vertices; v++)
        across[v] = calls[v] && pp_known_across(profile, v);
    make(intra, profile, false, across);
    free(across);
}

/* How many paths are of procedures before PROC. */
static size_t before(const struct pp_profile *intra, uint32_t proc)
{
    size_t low = 0, high = intra->num_paths;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (intra->paths[middle].proc < proc)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct pp_path *pp_intra_of(const struct pp_profile *intra, uint32_t proc, size_t *num)
{
    assert(proc < intra->notes->graph.num_procs);
    size_t first = before(intra, proc);
    *num = before(intra, proc + 1) - first;
    return intra->paths + first;
}
