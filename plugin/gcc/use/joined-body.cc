/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A body takes in copies of what it calls.  Its graph is extracted anew; each edge of the old graphs
   is looked up in the new one, by the edge of the CFG that it is, or by the call that it leads to or
   over.  So counts and paths of the old ones become those of the new one. */
#include "gcc/base/compat.h"
#include "gcc/extract/block-parts.h"
#include "gcc/base/compilation.h"
#include "gcc/expand/expand.h"
#include "gcc/lanes/lanes.h"
#include "gcc/use/counts.h"
#include "gcc/use/joined-body.h"
#include "gcc/use/use-calls.h"

/* The edges of procedure P of G as CFG edges of its body, which SITES is of. */
static void list_cfg_edges(const struct pp_graph *g, const struct pp_proc *p,
                           const struct pp_sites *sites, struct function *fn, vec<edge> *list)
{
    push_cfun(fn);
    for (uint32_t i = 0; i < p->num_edges; i++)
        list->safe_push(
            pp_inner_edge(g, &g->edges[p->first_edge + i]) ? NULL : pp_cfg_edge(g, p, sites, i));
    pop_cfun();
}

/* What a body was made of: a procedure of the unit's graph, and its edges before and after. */
struct part {
    const struct pp_used *of;
    vec<edge> edges;        /* before */
    struct pp_expansion *x; /* of a copy; NULL: the body itself */
};

struct joining {
    struct pp_use *use;
    struct pp_joined_body *body;
    const struct pp_graph *g; /* joined */
    const struct pp_proc *p;
    hash_map<edge, uint32_t> *shown;     /* its edges, from 0 */
    hash_map<gimple *, uint32_t> *calls; /* its call vertices */
    vec<vec<uint32_t>> calls_in;         /* likewise by block */
};

static void index_joined(struct joining *j)
{
    auto_vec<edge> edges;
    j->shown = new hash_map<edge, uint32_t>;
    j->calls = new hash_map<gimple *, uint32_t>;
    list_cfg_edges(j->g, j->p, &j->body->used.sites, cfun, &edges);
    for (uint32_t i = 0; i < edges.length(); i++)
        if (edges[i])
            j->shown->put(edges[i], i);
    j->calls_in.safe_grow_cleared(last_basic_block_for_fn(cfun));
    for (uint32_t v = 0; v < j->p->num_vertices; v++) {
        const struct pp_vertex *vertex = &j->g->vertices[j->p->first_vertex + v];
        if (vertex->kind != PP_CALL)
            continue;
        j->calls->put(j->body->used.sites.vertices[v].before, j->p->first_vertex + v);
        j->calls_in[vertex->block].safe_push(j->p->first_vertex + v);
    }
}

/* How many calls the block of vertex V of P has. */
static unsigned calls_in_block(const struct pp_graph *g, const struct pp_proc *p, uint32_t v)
{
    unsigned num = 0;
    for (uint32_t i = 2; i < p->num_vertices; i++) {
        const struct pp_vertex *vertex = &g->vertices[p->first_vertex + i];
        num += vertex->kind == PP_CALL && vertex->block == g->vertices[p->first_vertex + v].block;
    }
    return num;
}

/* By call vertex of PART's procedure, from its first vertex on, the one that it is now; false: not
   all are there that should be. */
static bool find_calls(const struct joining *j, const struct part *part, vec<uint32_t> *now)
{
    const struct pp_graph *g = &j->use->graph;
    const struct pp_proc *p = &g->procs[part->of->proc];
    unsigned nth = 0;
    now->safe_grow(p->num_vertices);
    for (uint32_t v = 0; v < p->num_vertices; v++) {
        const struct pp_vertex *vertex = &g->vertices[p->first_vertex + v];
        (*now)[v] = PP_NONE;
        if (v && vertex->block != vertex[-1].block)
            nth = 0;
        if (vertex->kind != PP_CALL)
            continue;
        if (!part->x) {
            uint32_t *found = j->calls->get(part->of->sites.vertices[v].before);
            (*now)[v] = found ? *found : PP_NONE;
            continue;
        }
        basic_block of =
            BASIC_BLOCK_FOR_FN(DECL_STRUCT_FUNCTION(part->of->node->decl), vertex->block);
        basic_block *copy = part->x->blocks->get(of);
        if (!copy)
            continue; /* control cannot come there */
        const vec<uint32_t> &there = j->calls_in[(*copy)->index];
        if (calls_in_block(g, p, v) != there.length())
            return false;
        (*now)[v] = there[nth++];
    }
    return true;
}

/* The edge into V from the same block, and the summary edge out of it, of the joined graph. */
static uint32_t inner_edge_to(const struct joining *j, uint32_t v)
{
    for (uint32_t e = pp_first_in(j->g, v); e != PP_NONE; e = pp_next_in(j->g, e))
        if (pp_inner_edge(j->g, &j->g->edges[e]))
            return e - j->p->first_edge;
    return PP_NONE;
}

static uint32_t summary_of(const struct joining *j, uint32_t c)
{
    for (uint32_t e = pp_first_out(j->g, c); e != PP_NONE; e = pp_next_out(j->g, e))
        if (j->g->edges[e].kind == PP_SUMMARY)
            return e - j->p->first_edge;
    return PP_NONE;
}

/* Where edge I of PART's procedure is. */
static uint32_t find_edge_now(const struct joining *j, const struct part *part, uint32_t i,
                              const vec<uint32_t> &calls)
{
    const struct pp_graph *g = &j->use->graph;
    const struct pp_proc *p = &g->procs[part->of->proc];
    const struct pp_edge *e = &g->edges[p->first_edge + i];
    if (edge before = part->edges[i]) {
        edge *copy = part->x ? part->x->edges->get(before) : &before;
        uint32_t *found = copy && *copy ? j->shown->get(*copy) : NULL;
        return found ? *found : PP_NONE;
    }
    if (e->kind == PP_SUMMARY) {
        uint32_t c = calls[e->from - p->first_vertex];
        return c == PP_NONE ? PP_NONE : summary_of(j, c);
    }
    uint32_t c = pp_inner_edge(g, e) ? calls[e->to - p->first_vertex] : PP_NONE;
    return c == PP_NONE ? PP_NONE : inner_edge_to(j, c);
}

/* By edge of PART's procedure, where it is: malloc'd; NULL: that cannot be found out. */
static uint32_t *find_edges_now(const struct joining *j, const struct part *part)
{
    const struct pp_proc *p = &j->use->graph.procs[part->of->proc];
    auto_vec<uint32_t> calls;
    if ((part->x && !part->x->edges) || !find_calls(j, part, &calls))
        return NULL;
    uint32_t *now = XNEWVEC(uint32_t, p->num_edges + 1);
    for (uint32_t i = 0; i < p->num_edges; i++) {
        uint32_t at = find_edge_now(j, part, i, calls);
        now[i] = at == PP_NONE ? PP_NONE : j->p->first_edge + at;
    }
    return now;
}

/* ---- Counts. */

static void add_counts(struct joining *j, const uint32_t *now, const uint64_t *counts, uint32_t num,
                       bool *known)
{
    for (uint32_t i = 0; i < num; i++)
        if (now[i] != PP_NONE) {
            uint64_t *count = &j->body->used.edge_counts[now[i] - j->p->first_edge];
            *count = pp_add(*count, counts[i]);
            known[now[i] - j->p->first_edge] = true;
        }
}

/* What copy K of the body's is counted to have done, malloc'd. */
static uint64_t *counts_of_copy(const struct joining *j, unsigned k)
{
    const struct pp_call_candidate *c = &j->use->calls->list[j->body->calls[k]];
    uint32_t num = j->use->graph.procs[c->callee].num_edges;
    uint64_t *counts = XCNEWVEC(uint64_t, num + 1);
    for (unsigned i = 0; i < j->use->profiles.num; i++) {
        const struct pp_division *d = pp_division_of(j->use, c->callee, i);
        size_t copy = d ? pp_copy_of_call(j->use, d, i, c) : 0;
        for (uint32_t e = 0; d && copy < d->num && e < num; e++)
            counts[e] = pp_add(counts[e], d->edges[copy * num + e]);
    }
    for (uint32_t e = 0; e < num; e++)
        counts[e] = pp_shorten(counts[e], j->body->used.bits);
    return counts;
}

/* Sums up the counts of V's edges, in or out; *UNKNOWN: the only one that has none, if there is but
   one.  Returns how many have none. */
static unsigned add_up(const struct joining *j, uint32_t v, bool in, const bool *known,
                       uint64_t *sum, uint32_t *unknown)
{
    unsigned none = 0;
    *sum = 0;
    for (uint32_t e = in ? j->g->vertices[v].first_in : j->g->vertices[v].first_out; e != PP_NONE;
         e = in ? j->g->edges[e].next_in : j->g->edges[e].next_out) {
        uint32_t i = e - j->p->first_edge;
        if (known[i])
            *sum = pp_add(*sum, j->body->used.edge_counts[i]);
        else
            *unknown = i;
        none += !known[i];
    }
    return none;
}

/* Edges that no old graph had: what comes to a vertex leaves it. */
static void infer_counts(struct joining *j, bool *known)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t v = j->p->first_vertex + 2; v < j->p->first_vertex + j->p->num_vertices;
             v++) {
            uint64_t in, out;
            uint32_t edge_in = PP_NONE, edge_out = PP_NONE;
            unsigned none_in = add_up(j, v, true, known, &in, &edge_in);
            unsigned none_out = add_up(j, v, false, known, &out, &edge_out);
            if (none_in + none_out != 1)
                continue;
            uint32_t i = none_in ? edge_in : edge_out;
            uint64_t all = none_in ? out : in, some = none_in ? in : out;
            j->body->used.edge_counts[i] = all > some ? all - some : 0;
            known[i] = again = true;
        }
    }
}

static void count_vertices(struct joining *j, const bool *known)
{
    struct pp_used *used = &j->body->used;
    for (uint32_t v = 0; v < j->p->num_vertices; v++) {
        uint64_t in, out;
        uint32_t edge;
        add_up(j, j->p->first_vertex + v, true, known, &in, &edge);
        add_up(j, j->p->first_vertex + v, false, known, &out, &edge);
        used->vertex_counts[v] = MAX(in, out);
    }
}

/* For tests: what copy K is counted to have done, edge by edge. */
static void dump_copy(const struct joining *j, unsigned k, const uint64_t *counts)
{
    unsigned of = j->body->calls[k];
    const struct pp_call_candidate *c = &j->use->calls->list[of];
    fprintf(dump_file, "copy of %s in %s, line %d:", j->use->used[c->callee].node->asm_name(),
            j->body->used.node->asm_name(), LOCATION_LINE(j->use->calls->where[of]));
    for (uint32_t e = 0; e < j->use->graph.procs[c->callee].num_edges; e++)
        fprintf(dump_file, " %" PRIu64, counts[e]);
    fputc('\n', dump_file);
}

static void set_counts(struct joining *j, const struct pp_used *used)
{
    struct pp_used *now = &j->body->used;
    bool *known = XCNEWVEC(bool, j->p->num_edges + 1);
    now->edge_counts = XCNEWVEC(uint64_t, j->p->num_edges + 1);
    now->vertex_counts = XCNEWVEC(uint64_t, j->p->num_vertices + 1);
    add_counts(j, j->body->own, used->edge_counts, j->use->graph.procs[used->proc].num_edges,
               known);
    for (unsigned k = 0; k < j->body->copies.length(); k++) {
        uint64_t *counts = counts_of_copy(j, k);
        uint32_t callee = j->use->calls->list[j->body->calls[k]].callee;
        if (dump_file)
            dump_copy(j, k, counts);
        add_counts(j, j->body->copies[k], counts, j->use->graph.procs[callee].num_edges, known);
        XDELETEVEC(counts);
    }
    infer_counts(j, known);
    count_vertices(j, known);
    XDELETEVEC(known);
    pp_set_counts(j->g, now);
}

/* ---- All of it. */

void pp_joined_body_free(struct pp_joined_body *body)
{
    pp_sites_free(&body->used.sites);
    XDELETEVEC(body->used.edge_counts);
    XDELETEVEC(body->used.vertex_counts);
    XDELETEVEC(body->own);
    for (unsigned k = 0; k < body->copies.length(); k++)
        XDELETEVEC(body->copies[k]);
    body->copies.release();
    body->calls.release();
    XDELETE(body);
}

/* Finds everything in the new body.  Returns false if something is not to be found. */
static bool find_parts(struct joining *j, const vec<struct part> &parts)
{
    j->body->own = find_edges_now(j, &parts[0]);
    for (unsigned k = 1; k < parts.length() && j->body->own; k++) {
        uint32_t *now = find_edges_now(j, &parts[k]);
        if (!now)
            return false;
        j->body->copies.safe_push(now);
    }
    return j->body->own != NULL;
}

/* The parts before anything is expanded: the body, then each callee. */
static void list_parts(struct pp_use *use, const struct pp_used *used, const vec<unsigned> &chosen,
                       vec<struct pp_expansion> *expansions, vec<struct part> *parts)
{
    parts->safe_push({used, vNULL, NULL});
    for (unsigned i = 0; i < chosen.length(); i++) {
        const struct pp_call_candidate *c = &use->calls->list[chosen[i]];
        struct pp_used *callee = &use->used[c->callee];
        expansions->safe_push({used->sites.vertices[c->call].before, callee->node, NULL, NULL});
        parts->safe_push({callee, vNULL, NULL});
    }
    for (unsigned i = 0; i < parts->length(); i++) {
        const struct pp_used *of = (*parts)[i].of;
        list_cfg_edges(&use->graph, &use->graph.procs[of->proc], &of->sites,
                       DECL_STRUCT_FUNCTION(of->node->decl), &(*parts)[i].edges);
        if (i)
            (*parts)[i].x = &(*expansions)[i - 1];
    }
}

void pp_join_body(struct pp_use *use, struct pp_used *used, const vec<unsigned> &chosen)
{
    auto_vec<struct pp_expansion> expansions;
    auto_vec<struct part> parts;
    struct joining j = {};
    list_parts(use, used, chosen, &expansions, &parts);
    pp_expand_calls(used->node, expansions);
    used->takes_in = true;
    used->joined = XCNEW(struct pp_joined_body);
    j.use = use;
    j.body = used->joined;
    for (unsigned i = 0; i < chosen.length(); i++)
        j.body->calls.safe_push(chosen[i]);
    j.body->used.node = used->node;
    j.body->used.bits = used->bits;
    j.body->used.calls = used->calls;
    push_cfun(DECL_STRUCT_FUNCTION(used->node->decl));
    j.body->used.proc =
        pp_extract(&use->calls->joined.graph, used->node, &j.body->used.sites, NULL, NULL);
    j.g = &use->calls->joined.graph;
    j.p = &j.g->procs[j.body->used.proc];
    index_joined(&j);
    bool good = find_parts(&j, parts);
    if (good)
        set_counts(&j, used);
    pop_cfun();
    if (!good) {
        pp_joined_body_free(used->joined);
        used->joined = NULL;
    }
    delete j.shown;
    delete j.calls;
    for (unsigned i = 0; i < j.calls_in.length(); i++)
        j.calls_in[i].release();
    j.calls_in.release();
    for (unsigned i = 0; i < parts.length(); i++)
        parts[i].edges.release();
    for (unsigned i = 0; i < expansions.length(); i++)
        pp_expansion_free(&expansions[i]);
}

/* Marks what OF, edges of procedure PROC of profile G, records. */
static void mark(struct pp_graph *joined, const uint32_t *now, const struct pp_graph *g,
                 uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    for (uint32_t i = 0; i < p->num_edges; i++)
        if (now[i] != PP_NONE && pp_is_recording(g, p->first_edge + i)) {
            joined->edges[now[i]].flags |= PP_E_CUT;
            joined->edges[now[i]].ends = 0;
        }
}

void pp_mark_recording(struct pp_use *use, const struct pp_used *used, unsigned i)
{
    const struct pp_joined_body *body = used->joined;
    const struct pp_graph *g = &use->profiles.list[i]->notes.graph;
    uint32_t proc = pp_proc_in_profile(use, used->proc, i);
    mark(&use->calls->joined.graph, body->own, g, proc);
    for (unsigned k = 0; k < body->copies.length(); k++) {
        proc = pp_proc_in_profile(use, use->calls->list[body->calls[k]].callee, i);
        if (proc != PP_NONE)
            mark(&use->calls->joined.graph, body->copies[k], g, proc);
    }
}
