/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Superblocks: where a hot way goes on behind a join, the block behind the join is copied for it, so that no value need
   be merged there and no jump leads there (Hwu and others, The Superblock, Journal of Supercomputing 7, 1993; traces
   are selected as by Chang and Hwu, MICRO 21, 1988).  GCC's tracer does that, too, but follows edges that are taken in
   80 % or more; behind one that is taken in 51 % as much is gained.  So this runs behind the tracer.  Copies are made
   in the hottest code of the program alone: where hot code is larger than the cache they cost more than they gain.
   Figures: doc/measurements/second-compile.md. */
#include "gcc/base/compat.h"
#include "gcc/base/function-name.h"
#include "gcc/base/compilation.h"
#include "gcc/base/selected.h"
#include "gcc/base/block.h"
#include "gcc/extract/uncopyable.h"
#include "gcc/use/superblocks.h"
#include "tracer.h"
#include "tree-inline.h"

/* A trace follows edges that are taken more often, percent. */
#define OFTEN 50

/* Of so many ways to a block none is often taken, and comparing them for each of them would take long. */
#define MANY 100

/* No block of more statements is copied, as GCC counts them: larger ones gain no more. */
#define LARGEST 20

/* Of so many statements an arm of an if may be computed though it is not taken. */
#define CONVERTIBLE 2

/* What never ran behind a join counts as so much less than what is behind it. */
#define NEVER 16

/* A block that runs so much less than control comes to it has a count that is wrong. */
#define WRONG 2

/* What copies add to a function at most, percent: more of them lost more than they gained. */
#define GROWTH 30

/* Blocks are told apart by their numbers, so that the choice does not depend on where they are in memory. */
static bool is_hotter(edge a, edge b)
{
    if (a->count() > b->count() || a->count() < b->count())
        return a->count() > b->count();
    if (a->src != b->src)
        return a->src->index > b->src->index;
    return a->dest->index > b->dest->index;
}

static bool is_wanted(basic_block bb)
{
    return bb->index >= NUM_FIXED_BLOCKS && optimize_bb_for_speed_p(bb) &&
           can_duplicate_block_p(bb);
}

/* No other edge out of the same block is, since OFTEN is more than half. */
static bool is_often(edge e)
{
    return e->probability.initialized_p() &&
           e->probability.to_reg_br_prob_base() > REG_BR_PROB_BASE / 100 * OFTEN;
}

/* The edge along which a trace goes on from BB, or NULL. */
static edge way_on(basic_block bb)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->succs)
    if (is_often(e))
        return is_wanted(e->dest) ? e : NULL;
    return NULL;
}

/* The hottest edge to BB, if a trace may come along it; NULL if not, or if that is not known. */
static edge way_here(basic_block bb)
{
    edge e, best = NULL;
    edge_iterator i;
    if (EDGE_COUNT(bb->preds) > MANY)
        return NULL;
    FOR_EACH_EDGE(e, i, bb->preds)
    {
        if (!e->count().initialized_p())
            return NULL;
        if (!best || is_hotter(e, best))
            best = e;
    }
    return best && is_wanted(best->src) ? best : NULL;
}

/* Is E in a trace?  Each of its ends prefers the other, and neither way goes round a loop. */
static bool is_followed(edge e)
{
    return e && !(e->flags & (EDGE_DFS_BACK | EDGE_COMPLEX)) && is_often(e) &&
           way_here(e->dest) == e;
}

/* The trace that BB, not DONE, is in, up to what is done already. */
static void find_trace(basic_block bb, hash_set<basic_block> *done, vec<basic_block> *trace)
{
    edge e;
    for (; (e = way_here(bb)) && is_followed(e) && !done->contains(e->src); bb = e->src)
        ;
    trace->truncate(0);
    trace->safe_push(bb);
    for (; (e = way_on(bb)) && is_followed(e) && !done->contains(e->dest); bb = e->dest)
        trace->safe_push(e->dest);
}

/* An arm of an if that GCC may turn into conditional moves: it only computes, and little. */
static bool is_convertible(basic_block arm)
{
    unsigned n = 0;
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb(arm); !gsi_end_p(gsi);
         gsi_next_nondebug(&gsi), n++)
        if (!is_gimple_assign(gsi_stmt(gsi)) || gimple_vuse(gsi_stmt(gsi)))
            return false;
    return n <= CONVERTIBLE && single_succ_p(arm) && single_pred_p(arm);
}

/* Where E, one of two ways to a join, comes from: an if itself, or one before an arm. */
static basic_block comes_from(edge e)
{
    return is_convertible(e->src) ? single_pred(e->src) : e->src;
}

/* Does BB merge what an if without branches can choose? */
static bool merges_choice(basic_block bb)
{
    return EDGE_COUNT(bb->preds) == 2 &&
           comes_from(EDGE_PRED(bb, 0)) == comes_from(EDGE_PRED(bb, 1));
}

/* Is it worth a copy of what is behind E?  To copy the header of a loop would make a loop with two entries. */
static bool is_worth_a_copy(edge e, const struct pp_hottest_code *hottest)
{
    basic_block bb = e->dest;
    return pp_is_hottest(hottest, e->count()) && EDGE_COUNT(bb->preds) > 1 &&
           bb->loop_father->header != bb && !pp_why_single(bb) && !merges_choice(bb) &&
           pp_block_size(bb) <= LARGEST;
}

/* Copies BB for what comes from BEFORE.  BB is left with what comes to it otherwise, even where counts did not add up.
   If that never ran in training, it may with other inputs: it must not be cold like an error that is reported.
   (Where one such way alone is left, GCC makes one block of it and BB, which is cold.) */
static basic_block copy_behind(basic_block before, basic_block bb)
{
    pp_silence_block(bb);
    basic_block copy = transform_duplicate(before, bb);
    profile_count rest = pp_count_before(bb);
    if (!rest.nonzero_p())
        rest = copy->count.apply_scale(1, NEVER);
    if (rest > bb->count)
        bb->count = rest;
    if (dump_file)
        fprintf(dump_file, "%s: block %d is copied behind %d, as %d\n", current_function_name(),
                bb->index, before->index, copy->index);
    return copy;
}

/* Makes TRACE a superblock: it is entered at its first block alone.  Returns the size of what is copied; *CHANGED:
   there are copies, perhaps of empty blocks. */
static int copy_along(const vec<basic_block> &trace, const struct pp_hottest_code *hottest,
                      hash_set<basic_block> *done, bool *changed)
{
    int size = 0;
    basic_block bb = trace[0];
    done->add(bb);
    for (unsigned i = 1; i < trace.length() && is_wanted(bb); i++) {
        basic_block next = trace[i];
        if (is_worth_a_copy(find_edge(bb, next), hottest)) {
            size += pp_block_size(next);
            next = copy_behind(bb, next);
            *changed = true;
        }
        done->add(next);
        bb = next;
    }
    return size;
}

/* Where a block was copied, by the tracer or by who threaded jumps, it is left with the rest of its count, which is too
   little where counts did not add up; if nothing was left GCC would take for cold what runs. */
static void mend_counts(struct function *fn)
{
    int *order = XNEWVEC(int, n_basic_blocks_for_fn(fn));
    int n = pre_and_rev_post_order_compute_fn(fn, NULL, order, false);
    for (int i = 0; i < n; i++) {
        basic_block bb = BASIC_BLOCK_FOR_FN(fn, order[i]);
        profile_count sum = pp_count_before(bb);
        if (sum.initialized_p() && bb->count.initialized_p() &&
            sum > bb->count.apply_scale(WRONG, 1))
            bb->count = sum;
    }
    XDELETEVEC(order);
}

static int by_heat(const void *a, const void *b)
{
    basic_block x = *(const basic_block *)a, y = *(const basic_block *)b;
    int p = x->count.to_frequency(cfun), q = y->count.to_frequency(cfun);
    return p != q ? (p < q ? 1 : -1) : x->index - y->index;
}

/* Makes superblocks of FN, the hottest first. */
static bool make_superblocks(struct function *fn, const struct pp_hottest_code *hottest)
{
    auto_vec<basic_block> blocks, trace;
    hash_set<basic_block> done;
    basic_block bb;
    int size = 0, copied = 0;
    bool changed = false;
    mend_counts(fn);
    FOR_EACH_BB_FN(bb, fn)
    {
        size += pp_block_size(bb);
        if (is_wanted(bb))
            blocks.safe_push(bb);
    }
    blocks.qsort(by_heat);
    mark_dfs_back_edges();
    initialize_original_copy_tables();
    for (unsigned i = 0; i < blocks.length() && copied < size * GROWTH / 100; i++)
        if (!done.contains(blocks[i])) {
            find_trace(blocks[i], &done, &trace);
            copied += copy_along(trace, hottest, &done, &changed);
        }
    free_original_copy_tables();
    return changed;
}

namespace
{
const pass_data superblocks_data = {GIMPLE_PASS,
                                    "pathprof_superblocks",
                                    OPTGROUP_NONE,
                                    TV_PLUGIN_RUN,
                                    PROP_ssa | PROP_cfg,
                                    0,
                                    0,
                                    0,
                                    0};

class superblocks_pass : public gimple_opt_pass
{
  public:
    superblocks_pass(const struct pp_compilation *compilation, const struct pp_hottest_code *code)
        : gimple_opt_pass(superblocks_data, g), c(compilation), hottest(code)
    {
    }
    bool gate(function *fn)
    {
        return optimize && flag_tracer && flag_reorder_blocks &&
               profile_status_for_fn(fn) == PROFILE_READ &&
               pp_selected(&c->options, pp_unversioned(fn->decl));
    }
    unsigned int execute(function *fn)
    {
        if (n_basic_blocks_for_fn(fn) <= NUM_FIXED_BLOCKS + 1 || !make_superblocks(fn, hottest))
            return 0;
        free_dominance_info(CDI_DOMINATORS);
        loops_state_set(LOOPS_NEED_FIXUP);
        return TODO_update_ssa | TODO_cleanup_cfg;
    }

  private:
    const struct pp_compilation *c;
    const struct pp_hottest_code *hottest;
};
} // namespace

opt_pass *pp_make_superblocks_pass(const struct pp_compilation *c,
                                   const struct pp_hottest_code *hottest)
{
    return new superblocks_pass(c, hottest);
}
