/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which calls of a unit are expanded, by what the profiles say of each; and what is left for the
   functions themselves that were taken in. */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/base/function-name.h"
#include "gcc/expand/expandable.h"
#include "gcc/lanes/report.h"
#include "gcc/use/call-records.h"
#include "gcc/use/counts.h"
#include "gcc/use/joined-body.h"
#include "gcc/use/use-calls.h"
extern "C" {
#include "core/lanes/intra.h"
}

uint32_t pp_proc_in_profile(const struct pp_use *use, uint32_t proc, unsigned i)
{
    const struct pp_used *used = &use->used[proc];
    for (unsigned k = 0; k < used->profiles.length(); k++)
        if (used->profiles[k] == &use->profiles.list[i]->profile)
            return used->procs[k];
    return PP_NONE;
}

double pp_program_stmts(const struct pp_use *use)
{
    double all = 0;
    for (unsigned i = 0; i < use->profiles.num; i++) {
        const struct pp_profile *profile = &use->profiles.list[i]->profile;
        const struct pp_graph *g = &profile->notes->graph;
        for (uint32_t v = 0; v < g->num_vertices; v++)
            all += (double)profile->vertex_counts[v] * g->vertices[v].stmts;
        if (profile->elsewhere)
            all += (double)profile->elsewhere->stmts;
    }
    return all;
}

/* Sizes of the unit's functions, and what they have executed. */
struct sizes {
    uint64_t *size, *executed;
};

static void find_sizes(const struct pp_use *use, struct sizes *sizes)
{
    const struct pp_graph *g = &use->graph;
    sizes->size = XCNEWVEC(uint64_t, g->num_procs + 1);
    sizes->executed = XCNEWVEC(uint64_t, g->num_procs + 1);
    for (unsigned p = 0; p < use->used.length(); p++)
        for (uint32_t v = 0; v < g->procs[p].num_vertices; v++) {
            uint32_t stmts = g->vertices[g->procs[p].first_vertex + v].stmts;
            sizes->size[p] += stmts;
            if (use->used[p].vertex_counts)
                sizes->executed[p] += pp_multiply(use->used[p].vertex_counts[v], stmts)
                                      << use->used[p].bits;
        }
}

/* ---- Candidates. */

/* Does PATH know of several iterations?  One of mode kpath does whose loop was over before it had a
   context-prefix, too: it goes over the loop's recording edge on its way. */
static bool spans_iterations(const struct pp_graph *g, const struct pp_path *path)
{
    if (path->active)
        return true;
    for (uint32_t k = 0; k + 1 < path->num_edges; k++)
        if (pp_is_recording(g, path->edges[k]))
            return true;
    return false;
}

/* Has the caller paths that know of several iterations?  They cannot be joined with others. */
static bool knows_iterations(const struct pp_use *use, const struct pp_used *used)
{
    for (unsigned i = 0; i < use->profiles.num; i++) {
        uint32_t proc = pp_proc_in_profile(use, used->proc, i);
        size_t num = 0;
        const struct pp_path *paths =
            proc == PP_NONE ? NULL : pp_intra_of(&use->by_call[i], proc, &num);
        for (size_t k = 0; k < num; k++)
            if (spans_iterations(&use->by_call[i].notes->graph, &paths[k]))
                return true;
    }
    return false;
}

/* May it take in others, or be taken in?  An inline function that several units have is counted in
   each of them, and which of these counts are of one call nobody knows. */
static bool may_take_part(const struct pp_used *used)
{
    tree decl = used->node->decl;
    for (unsigned i = 1; i < used->profiles.length(); i++)
        if (used->profiles[i] == used->profiles[i - 1])
            return false;
    return used->edge_counts && used->profiles.length() && used->calls &&
           opt_for_fn(decl, optimize) && !opt_for_fn(decl, optimize_size);
}

static void add_candidate(struct pp_use *use, const struct pp_used *caller, uint32_t v,
                          struct cgraph_edge *e, const struct pp_used *callee)
{
    struct pp_use_calls *calls = use->calls;
    struct pp_call_candidate c = {};
    const char *why = pp_why_not_expanded(e);
    if (!why && knows_iterations(use, caller))
        why = "the caller's paths span iterations";
    c.caller = caller->proc;
    c.callee = callee->proc;
    c.call = v;
    c.times = caller->vertex_counts[v] << caller->bits;
    c.refused = why != NULL;
    calls->list.safe_push(c);
    calls->why.safe_push(why);
    calls->edges.safe_push(e);
    calls->where.safe_push(gimple_location(e->call_stmt));
    calls->exact.safe_push(true);
}

/* All calls that are not rare. */
static void list_candidates(struct pp_use *use, double program)
{
    hash_map<struct cgraph_node *, unsigned> procs;
    for (unsigned p = 0; p < use->used.length(); p++)
        procs.put(use->used[p].node, p);
    for (unsigned p = 0; p < use->used.length(); p++) {
        const struct pp_used *used = &use->used[p];
        if (!may_take_part(used))
            continue;
        for (uint32_t v = 0; v < used->sites.num_vertices; v++) {
            const struct pp_vertex *vertex =
                &use->graph.vertices[use->graph.procs[p].first_vertex + v];
            if (vertex->kind != PP_CALL ||
                pp_call_is_rare(used->vertex_counts[v] << used->bits, program))
                continue;
            gimple *call = used->sites.vertices[v].before;
            struct cgraph_edge *e = used->node->get_edge(call);
            struct cgraph_node *callee = e ? pp_callee_with_body(e) : NULL;
            unsigned *q = callee ? procs.get(callee) : NULL;
            if (q && may_take_part(&use->used[*q]))
                add_candidate(use, used, v, e, &use->used[*q]);
        }
    }
}

/* What GCC inlines by itself it inlines into callees first, and may then find them too large for
   their callers.  What is not larger than this changes that seldom. */
#define LARGE_IN_CALLEE 52

static void leave_to_inliner(struct pp_use_calls *calls)
{
    unsigned n = calls->list.length();
    auto_vec<int> growth;
    auto_vec<bool> alone;
    for (unsigned k = 0; k < n; k++) {
        bool can = !calls->list[k].refused;
        growth.safe_push(can ? pp_growth_by_inlining(calls->edges[k]) : 0);
        alone.safe_push(can && pp_is_left_to_inliner(calls->edges[k], growth[k]));
    }
    for (unsigned k = 0; k < n; k++) {
        int all = growth[k];
        for (unsigned i = 0; i < n && alone[k]; i++)
            if (calls->list[i].caller == calls->list[k].callee && alone[i] &&
                growth[i] >= LARGE_IN_CALLEE)
                all += growth[i];
        calls->list[k].left = alone[k] && pp_is_left_to_inliner(calls->edges[k], all);
    }
}

/* ---- Divisions. */

/* The candidates of callee Q that are WANTED, by their call vertices in profile I. */
static void list_calls(const struct pp_use *use, uint32_t q, unsigned i, bool chosen,
                       vec<uint32_t> *vertices, vec<unsigned> *which)
{
    unsigned k;
    struct pp_call_candidate *c;
    FOR_EACH_VEC_ELT(use->calls->list, k, c)
    {
        uint32_t caller = c->callee == q ? pp_proc_in_profile(use, c->caller, i) : PP_NONE;
        if (caller == PP_NONE || (chosen && c->fate != PP_CALL_EXPANDED))
            continue;
        const struct pp_graph *g = &use->profiles.list[i]->notes.graph;
        vertices->safe_push(g->procs[caller].first_vertex + c->call);
        which->safe_push(k);
    }
}

static struct pp_division *divide(struct pp_use *use, uint32_t q, unsigned i, bool chosen,
                                  vec<unsigned> *which)
{
    auto_vec<uint32_t> vertices;
    uint32_t callee = pp_proc_in_profile(use, q, i);
    list_calls(use, q, i, chosen, &vertices, which);
    if (callee == PP_NONE || !vertices.length())
        return NULL;
    struct pp_division *d = XCNEW(struct pp_division);
    pp_divide(d, &use->profiles.list[i]->profile, &use->by_call[i], callee, vertices.address(),
              vertices.length());
    return d;
}

size_t pp_copy_of_call(const struct pp_use *use, const struct pp_division *d, unsigned i,
                       const struct pp_call_candidate *c)
{
    uint32_t caller = pp_proc_in_profile(use, c->caller, i);
    const struct pp_graph *g = &use->profiles.list[i]->notes.graph;
    size_t k = 0;
    while (k < d->num &&
           (caller == PP_NONE || d->calls[k] != g->procs[caller].first_vertex + c->call))
        k++;
    return k;
}

/* What candidate K, of which D is the callee's division in profile I, did; adds to RAN, by vertex. */
static void look_at_copy(struct pp_use *use, unsigned k, const struct pp_division *d, unsigned i,
                         double *executed, bool *ran)
{
    const struct pp_graph *g = &d->profile->notes->graph;
    const struct pp_proc *p = &g->procs[d->callee];
    size_t copy = pp_copy_of_call(use, d, i, &use->calls->list[k]);
    for (uint32_t v = 0; v < p->num_vertices && copy < d->num; v++) {
        uint64_t times = pp_divided_vertex(d, copy, v);
        *executed += (double)times * g->vertices[p->first_vertex + v].stmts;
        ran[v] |= times > 0;
    }
    use->calls->exact[k] = use->calls->exact[k] && (copy == d->num || d->exact[copy]);
}

/* Fills what the candidates of callee Q did there. */
static void look_at_callee(struct pp_use *use, uint32_t q)
{
    const struct pp_proc *p = &use->graph.procs[q];
    auto_vec<struct pp_division *> divisions;
    auto_vec<unsigned> any;
    for (unsigned i = 0; i < use->profiles.num; i++) {
        auto_vec<unsigned> which;
        divisions.safe_push(divide(use, q, i, false, &which));
    }
    for (unsigned k = 0; k < use->calls->list.length(); k++) {
        struct pp_call_candidate *c = &use->calls->list[k];
        if (c->callee != q)
            continue;
        bool *ran = XCNEWVEC(bool, p->num_vertices + 1);
        double executed = 0;
        for (unsigned i = 0; i < divisions.length(); i++)
            if (divisions[i])
                look_at_copy(use, k, divisions[i], i, &executed, ran);
        c->stmts = c->times ? executed / (double)c->times : 0;
        for (uint32_t v = 0; v < p->num_vertices; v++) {
            uint32_t stmts = use->graph.vertices[p->first_vertex + v].stmts;
            *(ran[v] ? &c->hot : &c->cold) += stmts;
        }
        XDELETEVEC(ran);
    }
    for (unsigned i = 0; i < divisions.length(); i++)
        if (divisions[i]) {
            pp_division_free(divisions[i]);
            XDELETE(divisions[i]);
        }
}

/* The divisions of Q among the copies that were chosen. */
static void keep_divisions(struct pp_use *use, uint32_t q)
{
    for (unsigned i = 0; i < use->profiles.num; i++) {
        auto_vec<unsigned> which;
        use->calls->divisions[i * use->used.length() + q] = divide(use, q, i, true, &which);
    }
}

struct pp_division *pp_division_of(const struct pp_use *use, uint32_t q, unsigned i)
{
    return use->calls->divisions[i * use->used.length() + q];
}

/* ---- All of it. */

static void choose(struct pp_use *use, double program)
{
    struct sizes sizes;
    auto_vec<bool> callees;
    unsigned k;
    struct pp_call_candidate *c;
    find_sizes(use, &sizes);
    callees.safe_grow_cleared(use->used.length());
    FOR_EACH_VEC_ELT(use->calls->list, k, c)
    callees[c->callee] = true;
    for (unsigned q = 0; q < callees.length(); q++)
        if (callees[q])
            look_at_callee(use, q);
    struct pp_call_limits limits = {program,    use->c->options.price, use->c->options.growth,
                                    sizes.size, sizes.executed,        use->graph.num_procs,
                                    NULL};
    pp_choose_calls(use->calls->list.address(), use->calls->list.length(), &limits);
    use->calls->divisions.safe_grow_cleared(use->profiles.num * use->used.length());
    FOR_EACH_VEC_ELT(use->calls->list, k, c)
    if (c->fate == PP_CALL_EXPANDED && callees[c->callee]) {
        keep_divisions(use, c->callee);
        callees[c->callee] = false;
    }
    XDELETEVEC(sizes.size);
    XDELETEVEC(sizes.executed);
}

/* What is left of the counts of USED when the copies have theirs. */
static void keep_rest(struct pp_use *use, struct pp_used *used)
{
    const struct pp_proc *p = &use->graph.procs[used->proc];
    bool any = false;
    for (unsigned i = 0; i < use->profiles.num; i++)
        any |= pp_division_of(use, used->proc, i) != NULL;
    if (!any)
        return;
    used->taken_in = true;
    memset(used->edge_counts, 0, p->num_edges * sizeof *used->edge_counts);
    memset(used->vertex_counts, 0, p->num_vertices * sizeof *used->vertex_counts);
    used->calls = 0;
    for (unsigned i = 0; i < use->profiles.num; i++) {
        const struct pp_division *d = pp_division_of(use, used->proc, i);
        uint32_t proc = pp_proc_in_profile(use, used->proc, i);
        if (proc == PP_NONE)
            continue;
        const struct pp_profile *profile = &use->profiles.list[i]->profile;
        const struct pp_proc *q = &profile->notes->graph.procs[proc];
        for (uint32_t e = 0; e < p->num_edges; e++)
            used->edge_counts[e] =
                pp_add(used->edge_counts[e], d ? d->edges[d->num * p->num_edges + e]
                                               : profile->edge_counts[q->first_edge + e]);
        for (uint32_t v = 0; v < p->num_vertices; v++)
            used->vertex_counts[v] =
                pp_add(used->vertex_counts[v], d ? pp_divided_vertex(d, d->num, v)
                                                 : profile->vertex_counts[q->first_vertex + v]);
        used->calls = pp_add(used->calls, d ? d->times[d->num] : profile->calls[proc]);
    }
    for (uint32_t e = 0; e < p->num_edges; e++)
        used->edge_counts[e] = pp_shorten(used->edge_counts[e], used->bits);
    for (uint32_t v = 0; v < p->num_vertices; v++)
        used->vertex_counts[v] = pp_shorten(used->vertex_counts[v], used->bits);
}

static void expand_all(struct pp_use *use)
{
    struct pp_use_calls *calls = use->calls;
    for (unsigned q = 0; q < use->used.length(); q++)
        keep_rest(use, &use->used[q]);
    for (unsigned q = 0; q < use->used.length(); q++) {
        auto_vec<unsigned> chosen;
        for (unsigned k = 0; k < calls->list.length(); k++)
            if (calls->list[k].caller == q && calls->list[k].fate == PP_CALL_EXPANDED)
                chosen.safe_push(k);
        if (chosen.length())
            pp_join_body(use, &use->used[q], chosen);
    }
    for (unsigned q = 0; q < use->used.length(); q++)
        if (use->used[q].taken_in)
            pp_set_counts(&use->graph, &use->used[q]);
}

static void report_calls(const struct pp_use *use)
{
    unsigned k;
    struct pp_call_candidate *c;
    FOR_EACH_VEC_ELT(use->calls->list, k, c)
    {
        expanded_location at = expand_location(use->calls->where[k]);
        struct pp_lane_call *call = pp_report_call(use->report);
        call->caller = pp_function_name(use->used[c->caller].node->decl);
        call->callee = pp_function_name(use->used[c->callee].node->decl);
        call->file = xstrdup(at.file ? at.file : "");
        call->line = at.line;
        call->times = c->times;
        call->stmts = c->stmts;
        call->hot = c->hot;
        call->cold = c->cold;
        call->exact = use->calls->exact[k];
        call->fate = c->fate;
        call->why = use->calls->why[k] ? xstrdup(use->calls->why[k]) : NULL;
    }
}

/* The call graph has the counts that the bodies have. */
static void count_call_edges(const struct pp_use *use)
{
    for (unsigned i = 0; i < use->used.length(); i++) {
        push_cfun(DECL_STRUCT_FUNCTION(use->used[i].node->decl));
        cgraph_edge::rebuild_edges();
        pop_cfun();
    }
}

/* What is known of calls that are not expanded, for when GCC's inliner has done its part. */
static void keep_records(struct pp_use *use, double program)
{
    struct pp_call_records *records = use->records;
    struct pp_use_calls *calls = use->calls;
    unsigned bits = use->used.length() ? use->used[0].bits : 0, k;
    struct pp_call_candidate *c;
    records->program = program / (double)((uint64_t)1 << bits);
    if (flag_lto)
        pp_list_outside_calls(use, program, &records->known);
    FOR_EACH_VEC_ELT(calls->list, k, c)
    if (c->fate != PP_CALL_EXPANDED && calls->exact[k]) {
        struct pp_known_call known = {calls->edges[k]->callee->decl,
                                      LOCATION_LOCUS(calls->where[k]),
                                      true,
                                      c->stmts,
                                      c->hot,
                                      c->cold};
        records->known.safe_push(known);
    }
}

void pp_use_expand(struct pp_use *use)
{
    const struct pp_options *o = &use->c->options;
    if (o->calls == PP_CALLS_OFF || (o->calls == PP_CALLS_AS_LANES && !o->lanes))
        return;
    use->calls = XCNEW(struct pp_use_calls);
    pp_notes_init(&use->calls->joined);
    count_call_edges(use);
    double program = pp_program_stmts(use);
    list_candidates(use, program);
    leave_to_inliner(use->calls);
    choose(use, program);
    keep_records(use, program);
    expand_all(use);
    if (use->report)
        report_calls(use);
}

void pp_use_calls_free(struct pp_use *use)
{
    struct pp_use_calls *calls = use->calls;
    unsigned i;
    struct pp_used *used;
    if (!calls)
        return;
    FOR_EACH_VEC_ELT(use->used, i, used)
    if (used->joined) {
        pp_joined_body_free(used->joined);
        used->joined = NULL;
    }
    for (i = 0; i < calls->divisions.length(); i++)
        if (calls->divisions[i]) {
            pp_division_free(calls->divisions[i]);
            XDELETE(calls->divisions[i]);
        }
    calls->list.release();
    calls->why.release();
    calls->where.release();
    calls->edges.release();
    calls->exact.release();
    calls->divisions.release();
    pp_notes_free(&calls->joined);
    XDELETE(calls);
    use->calls = NULL;
}
