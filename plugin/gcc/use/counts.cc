/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact counts of edges become GCC's profile of a body: counts of blocks, probabilities of edges,
   bounds of loops.  As compute_branch_probabilities and branch_prob in GCC's profile.c, which
   -fprofile-use goes through. */
#include "gcc/base/compat.h"
#include "gcc/use/use.h"
#include "gcc/use/counts.h"
#include "gcc/base/exact-count.h"

/* The vertices of a basic block in the graph: from its first on, from its last. */
struct ends {
    uint32_t head, tail; /* from the procedure's first vertex on; PP_NONE: the block has none */
};

static struct ends *find_ends(const struct pp_graph *g, const struct pp_proc *p)
{
    struct ends *ends = XNEWVEC(struct ends, last_basic_block_for_fn(cfun));
    memset(ends, 0xff, last_basic_block_for_fn(cfun) * sizeof *ends);
    for (uint32_t v = 0; v < p->num_vertices; v++) {
        const struct pp_vertex *vertex = &g->vertices[p->first_vertex + v];
        if (vertex->kind == PP_ENTRY || vertex->kind == PP_EXIT)
            continue;
        struct ends *at = &ends[vertex->block];
        if (at->head == PP_NONE)
            at->head = v;
        at->tail = v;
    }
    return ends;
}

edge pp_cfg_edge(const struct pp_graph *g, const struct pp_proc *p, const struct pp_sites *sites,
                 uint32_t i)
{
    const struct pp_edge *e = &g->edges[p->first_edge + i];
    if (e->kind != PP_FLOW || (e->flags & PP_E_NORETURN))
        return NULL;
    if (sites->edges[i].cfg_edge || !(e->flags & PP_E_ABNORMAL))
        return sites->edges[i].cfg_edge;
    return find_edge(BASIC_BLOCK_FOR_FN(cfun, g->vertices[e->from].block),
                     BASIC_BLOCK_FOR_FN(cfun, g->vertices[e->to].block));
}

/* How often control came to the end of the block of AT.  What follows a call in its block may be
   reached less often than the block; a call at its end may be left by exceptions as well. */
static uint64_t came_to_end(const struct pp_graph *g, const struct pp_proc *p,
                            const struct pp_used *used, const struct ends *at)
{
    const struct pp_vertex *tail = &g->vertices[p->first_vertex + at->tail];
    bool call = tail->kind == PP_RETURN_SITE && !tail->stmts && at->tail != at->head;
    return used->vertex_counts[call ? at->tail - 1 : at->tail];
}

/* Where BB has never run, and GCC has not guessed (-O0), one way out of it is as good as another. */
static void guess_evenly(basic_block bb)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->succs)
    if (!e->probability.initialized_p())
        e->probability =
            profile_probability::guessed_always().apply_scale(1, EDGE_COUNT(bb->succs));
}

/* -fprofile-partial-training: what training did not do at BB is not sure never to be done. */
static void doubt_never(basic_block bb)
{
    bool never = false;
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->succs)
    never |= e->probability == profile_probability::never();
    FOR_EACH_EDGE(e, i, bb->succs)
    if (never)
        e->probability = e->probability.guessed();
}

static void set_probabilities(const struct pp_graph *g, const struct pp_used *used,
                              const struct ends *ends)
{
    const struct pp_proc *p = &g->procs[used->proc];
    hash_map<edge, uint64_t> counts;
    basic_block bb;
    edge e;
    edge_iterator i;
    for (uint32_t k = 0; k < p->num_edges; k++)
        if (edge at = pp_cfg_edge(g, p, &used->sites, k))
            counts.put(at, used->edge_counts[k]);
    single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(cfun))->probability = profile_probability::always();
    FOR_EACH_BB_FN(bb, cfun)
    {
        const struct ends *at = &ends[bb->index];
        uint64_t all = at->head == PP_NONE ? 0 : came_to_end(g, p, used, at), sum = 0;
        FOR_EACH_EDGE(e, i, bb->succs)
        if (uint64_t *count = counts.get(e))
            sum = pp_add(sum, *count);
        /* A run that was cut short may have gone further than it came. */
        all = MIN(MAX(all, sum), (uint64_t)profile_count::max_count);
        FOR_EACH_EDGE(e, i, bb->succs)
        {
            uint64_t *count = counts.get(e);
            if (all && !count && single_succ_p(bb)) /* behind a call that must be a tail call */
                e->probability = profile_probability::always();
            else if (all)
                e->probability = profile_probability::probability_in_gcov_type(
                    count ? (gcov_type)MIN(*count, all) : 0, (gcov_type)all);
        }
        if (!all)
            guess_evenly(bb);
        else if (flag_profile_partial_training)
            doubt_never(bb);
    }
}

/* As branch_prob does at its end. */
void pp_bound_loops(void)
{
    PP_FOR_EACH_LOOP(loop)
    {
        if (!(loop->header->count > 0) || !loop->header->count.reliable_p())
            continue;
        widest_int bound = gcov_type_to_wide_int(expected_loop_iterations_unbounded(loop));
        loop->any_estimate = false;
        record_niter_bound(loop, bound, true, false);
    }
}

static bool ran(const struct pp_used *used)
{
    for (uint32_t v = 0; v < used->sites.num_vertices; v++)
        if (used->vertex_counts[v])
            return true;
    return false;
}

/* What COUNT is worth among functions: guesses inside one that never ran are worth nothing. */
static int64_t worth(profile_count count)
{
    count = count.ipa();
    return count.initialized_p() ? (int64_t)count.to_gcov_type() : -1;
}

static void dump_counts(const struct pp_used *used)
{
    basic_block bb;
    edge e;
    edge_iterator i;
    fprintf(dump_file, "%s: %" PRIu64 " calls\n", used->node->asm_name(), used->calls);
    FOR_ALL_BB_FN(bb, cfun)
    {
        fprintf(dump_file, "  block %d: %" PRId64 "\n", bb->index, worth(bb->count));
        FOR_EACH_EDGE(e, i, bb->succs)
        fprintf(dump_file, "    to %d: %" PRId64 "\n", e->dest->index, worth(e->count()));
    }
}

void pp_set_counts(const struct pp_graph *g, const struct pp_used *used)
{
    basic_block bb;
    push_cfun(DECL_STRUCT_FUNCTION(used->node->decl));
    bool has_run = ran(used);
    if (!has_run && flag_profile_partial_training) {
        pop_cfun();
        return;
    }
    if (has_run || !flag_guess_branch_prob) {
        struct ends *ends = find_ends(g, &g->procs[used->proc]);
        set_probabilities(g, used, ends);
        FOR_EACH_BB_FN(bb, cfun)
        {
            uint32_t head = ends[bb->index].head;
            bb->count = pp_precise(head == PP_NONE ? 0 : used->vertex_counts[head]);
        }
        /* It ran, even if the call that did never came to an end. */
        ENTRY_BLOCK_PTR_FOR_FN(cfun)->count =
            pp_precise(MAX(pp_shorten(used->calls, used->bits), has_run));
        EXIT_BLOCK_PTR_FOR_FN(cfun)->count = ENTRY_BLOCK_PTR_FOR_FN(cfun)->count;
        XDELETEVEC(ends);
    } else {
        /* Guesses tell the less cold from the colder. */
        FOR_ALL_BB_FN(bb, cfun)
        if (!(bb->count == profile_count::zero()))
            bb->count = bb->count.global0();
    }
    profile_status_for_fn(cfun) = PROFILE_READ;
    update_max_bb_count();
    pp_bound_loops();
    compute_function_frequency();
    if (dump_file)
        dump_counts(used);
    pop_cfun();
}
