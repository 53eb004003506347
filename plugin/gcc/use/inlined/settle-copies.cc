/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/exact-count.h"
#include "gcc/base/function-name.h"
#include "gcc/use/counts.h"
#include "gcc/use/inlined/marks.h"
#include "gcc/use/inlined/settle-copies.h"

/* A copy of a function in the body, and what was done for its call. */
struct copy {
    const struct pp_inlined_function *function; /* NULL: nothing is known */
    struct pp_inlined_call *call;
    bool settled; /* it has been come to */
    double share; /* of what is known: the place of the call may have been copied itself */
};

/* A mark in a block. */
struct mark {
    struct copy *copy;
    uint32_t vertex;
};

/* A block, before and now. */
struct state {
    vec<struct mark> marks;
    double before, now;
    bool seen;
};

struct body {
    const struct pp_inlined_functions *functions;
    struct function *fn;
    hash_map<tree, struct copy *> *copies; /* by scope */
    struct copy *own;                      /* the body itself; NULL: it has no marks */
    struct state *states;                  /* by index of a block */
    hash_map<edge, double> *before;        /* what edges had */
};

/* ---- What is known. */

/* What is known of calls where SCOPE was: of the longest place that there is, the more of what is around it was inlined
   before there was a profile, or the longer a chain of calls is known.  NULL: nothing. */
static struct pp_inlined_call *call_of_copy(const struct body *b,
                                            const struct pp_inlined_function *f, tree scope)
{
    struct pp_inlined_call *call = NULL;
    struct pp_call_place place = {};
    while (scope) {
        location_t where = LOCATION_LOCUS(BLOCK_SOURCE_LOCATION(scope));
        scope = pp_copy_around(BLOCK_SUPERCONTEXT(scope));
        tree caller = scope ? pp_callee_of_copy(scope) : DECL_ORIGIN(b->fn->decl);
        if (!caller)
            break;
        place = pp_place_then(place, pp_place_in(caller, where));
        struct pp_inlined_call *sum = pp_inlined_call_make(f);
        if (pp_add_inlined_at(f, place, sum))
            std::swap(call, sum);
        if (sum)
            pp_inlined_call_free(sum);
    }
    return call;
}

/* What is known of the body itself. */
static struct pp_inlined_call *call_of_body(const struct body *b,
                                            const struct pp_inlined_function *f)
{
    int64_t name = pp_name_of_body(b->fn->decl);
    for (unsigned i = 0; i < f->calls.length(); i++)
        if (f->calls[i]->num == 1 && f->calls[i]->calls[0] == name) {
            struct pp_inlined_call *call = pp_inlined_call_make(f);
            pp_inlined_add(f, call, f->calls[i], 1);
            return call;
        }
    return NULL;
}

static void dump_copy(tree scope, tree callee, const struct copy *copy)
{
    expanded_location at = expand_location(scope    ? BLOCK_SOURCE_LOCATION(scope)
                                           : callee ? DECL_SOURCE_LOCATION(callee)
                                                    : UNKNOWN_LOCATION);
    fprintf(dump_file, "%s:%d:%d: %s of %s: %s\n", at.file ? at.file : "?", at.line, at.column,
            scope ? "copy" : "body", callee ? pp_symbol_of_copy(callee) : "?",
            copy->function ? "its own counts" : "scaled");
}

/* Sets what is known of the copy of F at SCOPE. */
static void find_call(const struct body *b, struct pp_inlined_function *f, tree scope,
                      struct copy *copy)
{
    copy->call = scope ? call_of_copy(b, f, scope) : call_of_body(b, f);
    copy->function = copy->call ? f : NULL;
}

/* SCOPE is NULL for the body itself. */
static struct copy *make_copy(const struct body *b, tree scope, bool is_public)
{
    struct copy *copy = XCNEW(struct copy);
    tree callee = scope ? pp_callee_of_copy(scope) : pp_unversioned(b->fn->decl);
    struct pp_inlined_function **f =
        callee ? b->functions->by_name->get(pp_name_of_function(callee, is_public)) : NULL;
    int64_t several = callee && !f ? pp_name_of_several(callee) : 0;
    vec<struct pp_inlined_function *> *all =
        several ? b->functions->by_several->get(several) : NULL;
    if (f)
        find_call(b, *f, scope, copy);
    for (unsigned i = 0; all && i < all->length() && !copy->call; i++)
        find_call(b, (*all)[i], scope, copy);
    if (dump_file)
        dump_copy(scope, callee, copy);
    return copy;
}

static struct copy *copy_of(struct body *b, gimple *stmt, bool is_public)
{
    bool known = b->own;
    tree scope = pp_copy_around(gimple_block(stmt));
    struct copy *&copy = scope ? b->copies->get_or_insert(scope, &known) : b->own;
    if (!known)
        copy = make_copy(b, scope, is_public);
    return copy;
}

static void free_copy(struct copy *copy)
{
    if (copy && copy->call)
        pp_inlined_call_free(copy->call);
    XDELETE(copy);
}

static double worth(profile_count count)
{
    count = count.ipa();
    return count.initialized_p() ? (double)count.to_gcov_type() : 0;
}

/* Finds the marks of BB, which are removed.  Returns whether there were any. */
static bool take_marks(struct body *b, basic_block bb)
{
    struct state *s = &b->states[bb->index];
    bool any = false, is_public;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);) {
        uint32_t vertex = pp_marked_vertex(gsi_stmt(gsi), &is_public);
        if (vertex == PP_NONE) {
            gsi_next(&gsi);
            continue;
        }
        /* Of a call without a scope the copy has none, and nobody knows what it is a copy of. */
        if (gimple_block(gsi_stmt(gsi)))
            s->marks.safe_push({copy_of(b, gsi_stmt(gsi), is_public), vertex});
        gsi_remove(&gsi, true);
        any = true;
    }
    return any;
}

static bool is_known(const struct mark *mark)
{
    return mark->copy->function && mark->vertex < mark->copy->function->num_vertices;
}

/* ---- Counts. */

/* COPY is come to at VERTEX, so many TIMES. */
static void settle_copy(struct copy *copy, uint32_t vertex, double times)
{
    const struct pp_inlined_call *call = copy->call;
    double known = vertex == copy->function->first ? call->times : call->vertices[vertex];
    copy->settled = true;
    copy->share = known > 0 ? times / known : 0;
    /* What is known of it is not of what has become of it. */
    if (known <= 0 && times > 0)
        copy->function = NULL;
}

static double count_at(const struct mark *mark)
{
    return (double)mark->copy->call->vertices[mark->vertex] * mark->copy->share;
}

/* How often control comes into BB from blocks that have been seen, *BEFORE, and now. */
static double come_in(const struct body *b, basic_block bb, double *before)
{
    edge e;
    edge_iterator i;
    double now = 0;
    *before = 0;
    FOR_EACH_EDGE(e, i, bb->preds)
    {
        const struct state *from = &b->states[e->src->index];
        if (!from->seen || !e->probability.initialized_p())
            continue;
        double part = (double)e->probability.to_reg_br_prob_base() / REG_BR_PROB_BASE;
        /* The edges' own counts: probabilities may be those of now already. */
        *before += *b->before->get(e);
        now += from->now * part;
    }
    return now;
}

/* A block of which nothing is known has its count in proportion to what comes in.  Counts that are scaled are not
   whole; what differs by no more than that is as it was. */
static double in_proportion(double count, double before, double now)
{
    if ((before < now ? now - before : before - now) <= 1 + before / 100)
        return count;
    return before > 0 ? count * (now / before) : now;
}

static void settle_block(struct body *b, basic_block bb)
{
    struct state *s = &b->states[bb->index];
    double before, now = come_in(b, bb, &before);
    s->before = worth(bb->count);
    s->now = s->before;
    s->seen = true;
    struct mark *head = s->marks.length() ? &s->marks[0] : NULL;
    if (head && is_known(head) && !head->copy->settled)
        settle_copy(head->copy, head->vertex, now);
    if (head && is_known(head))
        s->now = count_at(head);
    else if (!head || head->copy != b->own)
        s->now = in_proportion(s->before, before, now);
    for (unsigned i = 1; i < s->marks.length(); i++)
        if (is_known(&s->marks[i]) && !s->marks[i].copy->settled)
            settle_copy(s->marks[i].copy, s->marks[i].vertex, s->now);
}

/* The only edge of F out of VERTEX; NULL if there is another number of them. */
static const struct pp_inlined_edge *only_way(const struct pp_inlined_function *f, uint32_t vertex)
{
    uint32_t first = f->first_out[vertex];
    return f->first_out[vertex + 1] - first == 1 ? &f->edges[first] : NULL;
}

/* Empty blocks between are not there any more: so many, at most. */
#define MOST_BETWEEN 8

/* How often control went to a vertex, and behind how many vertices with one way out those ways begin that lead there:
   of the nearest. */
struct reached {
    double times;
    unsigned behind;
};

typedef hash_map<int_hash<int64_t, -1, -2>, struct reached> reached_vertices;

/* Control went to VERTEX so many more TIMES. */
static void reach(reached_vertices *reached, uint32_t vertex, unsigned behind, double times)
{
    bool known;
    struct reached &r = reached->get_or_insert(vertex, &known);
    if (!known)
        r = {times, behind};
    else if (r.behind == behind)
        r.times += times;
}

/* Control went over edge E of F and on, as far as there is one way only. */
static void reach_over(const struct pp_inlined_function *f, const struct pp_inlined_call *call,
                       uint32_t e, unsigned behind, reached_vertices *reached)
{
    uint32_t gone[MOST_BETWEEN + 1];
    uint32_t v = f->edges[e].to;
    for (unsigned n = 0; n <= MOST_BETWEEN; n++) {
        /* Round and round, by a loop without a way out. */
        for (unsigned i = 0; i < n; i++)
            if (gone[i] == v)
                return;
        gone[n] = v;
        reach(reached, v, behind, (double)call->edges[e]);
        const struct pp_inlined_edge *way = only_way(f, v);
        if (!way)
            return;
        v = way->to;
    }
}

/* How often control went to others from the block in which MARK is the last.  Blocks that were joined to the one before
   them have no mark left at their beginning. */
static void reach_from(const struct mark *mark, reached_vertices *reached)
{
    const struct pp_inlined_function *f = mark->copy->function;
    uint32_t v = mark->vertex;
    for (unsigned behind = 0; behind <= MOST_BETWEEN; behind++) {
        for (uint32_t e = f->first_out[v]; e < f->first_out[v + 1]; e++)
            reach_over(f, mark->copy->call, e, behind, reached);
        const struct pp_inlined_edge *way = only_way(f, v);
        if (!way)
            return;
        v = way->to;
    }
}

/* How often control went on to TO, whose block comes behind that of TAIL; -1: it is not known. */
static double count_of_edge(const struct body *b, const struct mark *tail,
                            reached_vertices *reached, basic_block to)
{
    const struct state *s = &b->states[to->index];
    if (!s->marks.length() || s->marks[0].copy != tail->copy)
        return -1;
    const struct reached *r = reached->get(s->marks[0].vertex);
    return r ? r->times * tail->copy->share : -1;
}

/* Sets probabilities of the edges out of BB where all of them are known. */
static void settle_edges(const struct body *b, basic_block bb)
{
    const struct state *s = &b->states[bb->index];
    edge e;
    edge_iterator i;
    double sum = 0;
    if (!s->marks.length() || !is_known(&s->marks[s->marks.length() - 1]))
        return;
    const struct mark *tail = &s->marks[s->marks.length() - 1];
    reached_vertices reached;
    reach_from(tail, &reached);
    FOR_EACH_EDGE(e, i, bb->succs)
    {
        double count = count_of_edge(b, tail, &reached, e->dest);
        if (count < 0)
            return;
        sum += count;
    }
    FOR_EACH_EDGE(e, i, bb->succs)
    if (sum > 0)
        e->probability = profile_probability::probability_in_gcov_type(
            (gcov_type)(count_of_edge(b, tail, &reached, e->dest) + 0.5),
            MAX((gcov_type)(sum + 0.5), 1));
}

/* ---- All of it. */

static void keep_edge_counts(struct body *b)
{
    basic_block bb;
    edge e;
    edge_iterator i;
    FOR_ALL_BB_FN(bb, b->fn)
    FOR_EACH_EDGE(e, i, bb->succs)
    b->before->put(e, worth(e->count()));
}

/* The calls that lead here are known, and what GCC makes of them for a version is not always their sum. */
static void set_entries(struct body *b)
{
    profile_count times = pp_precise(b->own->call->times);
    b->states[ENTRY_BLOCK].now = (double)b->own->call->times;
    ENTRY_BLOCK_PTR_FOR_FN(b->fn)->count = times;
    EXIT_BLOCK_PTR_FOR_FN(b->fn)->count = times;
    cgraph_node::get(b->fn->decl)->count = times;
}

static void settle_counts(struct body *b)
{
    int *order = XNEWVEC(int, n_basic_blocks_for_fn(b->fn));
    int num = pre_and_rev_post_order_compute_fn(b->fn, NULL, order, false);
    struct state *entry = &b->states[ENTRY_BLOCK];
    keep_edge_counts(b);
    entry->before = entry->now = worth(ENTRY_BLOCK_PTR_FOR_FN(b->fn)->count);
    entry->seen = true;
    if (b->own && b->own->function)
        set_entries(b);
    for (int i = 0; i < num; i++) {
        basic_block bb = BASIC_BLOCK_FOR_FN(b->fn, order[i]);
        settle_block(b, bb);
        settle_edges(b, bb);
    }
    for (int i = 0; i < num; i++) {
        basic_block bb = BASIC_BLOCK_FOR_FN(b->fn, order[i]);
        const struct state *s = &b->states[bb->index];
        if (s->now != s->before || (s->marks.length() && is_known(&s->marks[0])))
            bb->count = pp_precise((uint64_t)(s->now + 0.5));
    }
    XDELETEVEC(order);
}

static unsigned int settle_inlined(const struct pp_inlined_functions *functions,
                                   struct function *fn)
{
    basic_block bb;
    unsigned n = last_basic_block_for_fn(fn);
    bool any = false, known = false;
    struct body b = {functions,
                     fn,
                     new hash_map<tree, struct copy *>,
                     NULL,
                     XCNEWVEC(struct state, n),
                     new hash_map<edge, double>};
    FOR_EACH_BB_FN(bb, fn)
    any |= take_marks(&b, bb);
    known = b.own && b.own->function;
    for (auto it : *b.copies)
        known |= it.second->function != NULL;
    if (known && profile_status_for_fn(fn) == PROFILE_READ) {
        settle_counts(&b);
        update_max_bb_count();
        /* A copy's loops have the original's numbers of iterations. */
        if (current_loops && !loops_state_satisfies_p(LOOPS_NEED_FIXUP))
            pp_bound_loops();
    }
    for (auto it : *b.copies)
        free_copy(it.second);
    free_copy(b.own);
    for (unsigned i = 0; i < n; i++)
        b.states[i].marks.release();
    XDELETEVEC(b.states);
    delete b.copies;
    delete b.before;
    return any ? TODO_cleanup_cfg : 0;
}

namespace
{
const pass_data settle_inlined_data = {
    GIMPLE_PASS, "pathprof_inlined", OPTGROUP_NONE, TV_PLUGIN_RUN, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

class settle_inlined_pass : public gimple_opt_pass
{
  public:
    explicit settle_inlined_pass(const struct pp_inlined_functions *f)
        : gimple_opt_pass(settle_inlined_data, g), functions(f)
    {
    }
    /* With -fprofile-partial-training what was not done for a call is not known never to be done. */
    bool gate(function *)
    {
        return !functions->by_name->is_empty() && !flag_profile_partial_training;
    }
    unsigned int execute(function *fn) { return settle_inlined(functions, fn); }

  private:
    const struct pp_inlined_functions *functions;
};
} // namespace

opt_pass *pp_make_settle_inlined_pass(const struct pp_inlined_functions *functions)
{
    return new settle_inlined_pass(functions);
}
