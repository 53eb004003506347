/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops whose every iteration does the same to the path: what they do is done once, behind them.

   In an innermost loop with one exit and without a branch that matters to the path, each iteration runs the same
   markers.  Where GCC knows how often the loop goes round before it begins, as for (i = 0; i < n; i++), these counts
   are known as well, and the markers are taken out: they would cost two instructions or more an iteration, and keep
   the loop from being vectorised, unrolled or made a call of memset.

   Markers that run before the exit is tested run once more than the loop goes round, the others as often as that.  So
   what runs is  B (A B)^n,  where B are those before the test, A those after it and n is how often the loop goes round.
   The path register behind A B does not depend on what it was before (one of them sets it, or none changes it), so that
   the second to the last of these sequences count the same paths:  B (A B) (A B) x (n - 1),  with a jump over the rest
   if n is 0.  If A is empty, B B x n needs no jump.

   In mode kpath with k = 2 a path has two iterations: the first only makes the window grow, the second records the path
   that began before the loop, and only from then on is what is recorded the same.  So where such a loop has one marker
   what runs is A, A, A x (n - 2), or B, B, B x (n - 1), as far as the loop goes round so often.

   Where paths go over calls a marker has the path's number as an operand.  If that is another in the first iteration
   than in all others, the path having begun before the loop, that one is counted by itself.

   Nothing in the loop may leave it otherwise: no call that may not return, nothing that may throw.  A handler that
   looks at counts while the loop runs sees those from before it. */
#include "gcc/base/compat.h"
#include "gcc/loops/loop-counts.h"
#include "gcc/loops/loop-sums.h"
#include "gcc/mark/emission.h"
#include "gcc/mark/gimple.h"
#include "gcc/mark/marker.h"

struct counted_loop {
    edge exit;
    auto_vec<gimple *> before, after; /* the exit's test */
    tree rounds;                      /* how often the loop goes round */
    bool in_windows;                  /* mode kpath: the loop is collapsed; it has one marker */
    /* Modes over calls: the number that its one marker has in the first iteration and in others, without MORE (if that
       is not NULL). */
    tree first, later, more;
};

/* Is ACTION the back edge of a collapsed loop, where each path has two iterations? */
static bool shifts_windows(const struct pp_plan *plan, const struct pp_action *action)
{
    return pp_does(action, PP_DO_ITERATE) && plan->loops[action->loop].loop.k == 2;
}

/* Is MARKER's action one that can be done for several iterations of LOOP at once? */
static bool can_be_moved(const struct pp_compilation *c, const struct pp_marker *marker,
                         class loop *loop)
{
    if (marker->action == PP_MARKER_ENTER || marker->times)
        return false;
    const struct pp_emission *e = &c->emissions[marker->proc];
    if (e->trace || e->plan.waits)
        return false;
    if (marker->number)
        return !marker->block || pp_is_known_before(loop, marker->block);
    if ((marker->action & PP_MARKER_BEGINS) || e->plan.hands_over)
        return false;
    if (marker->token && flow_bb_inside_loop_p(loop, gimple_bb(SSA_NAME_DEF_STMT(marker->token))))
        return false;
    const struct pp_action *action = &e->plan.actions[marker->action];
    if (e->plan.num_loops)
        return shifts_windows(&e->plan, action);
    return !(action->does & ~(PP_DO_RECORD | PP_DO_USES_PATH)) && action->update != PP_RESTORE;
}

/* Whether the path register behind the markers of SEQUENCE is the same whatever it was before. */
static bool settles(const struct pp_compilation *c, const vec<gimple *> &sequence)
{
    struct pp_marker marker;
    tree token = NULL_TREE;
    bool added = false, set = false;
    for (unsigned i = 0; i < sequence.length(); i++) {
        pp_marker_read(sequence[i], &marker);
        if (marker.number)
            continue;
        enum pp_update update = c->emissions[marker.proc].plan.actions[marker.action].update;
        if (!marker.token)
            continue;
        if (token && token != marker.token)
            return false;
        token = marker.token;
        added |= update == PP_ADD;
        set |= update == PP_SET;
    }
    return set || !added;
}

/* The markers of LOOP, in the order in which each iteration runs them.  Returns false if there are none, if one does
   not run in each iteration, or if the loop may be left otherwise than by its exit. */
static bool find_sequence(const struct pp_compilation *c, class loop *loop,
                          struct counted_loop *found)
{
    struct pp_marker marker;
    basic_block *body = get_loop_body_in_dom_order(loop);
    bool good = true;
    for (unsigned i = 0; good && i < loop->num_nodes; i++) {
        basic_block bb = body[i];
        bool before = dominated_by_p(CDI_DOMINATORS, found->exit->src, bb);
        bool each = before || dominated_by_p(CDI_DOMINATORS, loop->latch, bb);
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); good && !gsi_end_p(gsi); gsi_next(&gsi)) {
            if (!pp_marker_read(gsi_stmt(gsi), &marker)) {
                good = !pp_may_leave(gsi_stmt(gsi));
                continue;
            }
            good = each && can_be_moved(c, &marker, loop);
            (before ? found->before : found->after).safe_push(gsi_stmt(gsi));
        }
    }
    free(body);
    return good && (!found->before.is_empty() || !found->after.is_empty());
}

/* How often LOOP goes round, as a value that is known where it begins; NULL if that cannot be said, or not by a few
   instructions. */
static tree count_rounds(class loop *loop, edge exit)
{
    class tree_niter_desc niter;
    if (!number_of_iterations_exit(loop, exit, &niter, false) || !integer_onep(niter.assumptions) ||
        !integer_zerop(niter.may_be_zero))
        return NULL_TREE;
    if (TYPE_PRECISION(TREE_TYPE(niter.niter)) > 64 || chrec_contains_undetermined(niter.niter))
        return NULL_TREE;
    if (TREE_CODE(niter.niter) == INTEGER_CST ? compare_tree_int(niter.niter, 3) < 0
                                              : pp_is_expensive(niter.niter))
        return NULL_TREE;
    return unshare_expr(niter.niter);
}

/* The numbers of the paths that end in iterations of LOOP, from the NUMBER of its marker.  Returns false if they are
   not the same from the second on. */
static bool find_numbers(class loop *loop, tree number, struct counted_loop *found)
{
    if (pp_is_known_before(loop, number)) {
        found->first = found->later = number;
        return true;
    }
    gimple *def = SSA_NAME_DEF_STMT(number);
    if (is_gimple_assign(def) && gimple_assign_rhs_code(def) == PLUS_EXPR &&
        TREE_CODE(gimple_assign_rhs1(def)) == SSA_NAME &&
        pp_is_known_before(loop, gimple_assign_rhs2(def))) {
        found->more = gimple_assign_rhs2(def);
        def = SSA_NAME_DEF_STMT(gimple_assign_rhs1(def));
    }
    gphi *phi = dyn_cast<gphi *>(def);
    if (!phi || gimple_bb(phi) != loop->header)
        return false;
    found->first = PHI_ARG_DEF_FROM_EDGE(phi, loop_preheader_edge(loop));
    found->later = PHI_ARG_DEF_FROM_EDGE(phi, loop_latch_edge(loop));
    return pp_is_known_before(loop, found->later);
}

/* Whether FOUND, which is LOOP, has one marker, which shifts windows (IN_WINDOWS) or has a number, or none of them is
   like that. */
static bool find_kind(const struct pp_compilation *c, class loop *loop, struct counted_loop *found)
{
    tree number = NULL_TREE;
    struct pp_marker marker;
    auto_vec<gimple *> all;
    all.safe_splice(found->before);
    all.safe_splice(found->after);
    for (unsigned i = 0; i < all.length(); i++) {
        pp_marker_read(all[i], &marker);
        number = marker.number ? marker.number : number;
        found->in_windows |= !number && c->emissions[marker.proc].plan.num_loops != 0;
    }
    if (number)
        return all.length() == 1 && find_numbers(loop, number, found);
    return !found->in_windows || all.length() == 1;
}

static bool find_counted_loop(const struct pp_compilation *c, class loop *loop,
                              struct counted_loop *found)
{
    found->exit = single_exit(loop);
    if (loop->inner || !found->exit || (found->exit->flags & EDGE_COMPLEX) ||
        !dominated_by_p(CDI_DOMINATORS, loop->latch, found->exit->src) ||
        !find_sequence(c, loop, found) || !find_kind(c, loop, found))
        return false;
    auto_vec<gimple *> iteration;
    iteration.safe_splice(found->after);
    iteration.safe_splice(found->before);
    return settles(c, iteration) && (found->rounds = count_rounds(loop, found->exit));
}

/* Appends copies of the markers of SEQUENCE, each done TIMES (NULL: once). */
static void repeat(const vec<gimple *> &sequence, tree times, gimple_seq *seq)
{
    struct pp_marker marker;
    for (unsigned i = 0; i < sequence.length(); i++) {
        pp_marker_read(sequence[i], &marker);
        gimple_seq_add_stmt(seq, pp_marker_build(marker.proc, marker.action, marker.token, times));
    }
}

static void take_out(const vec<gimple *> &sequence)
{
    for (unsigned i = 0; i < sequence.length(); i++) {
        gimple_stmt_iterator gsi = gsi_for_stmt(sequence[i]);
        gsi_remove(&gsi, true);
    }
}

static void append(basic_block bb, gimple_seq seq)
{
    gimple_stmt_iterator gsi = gsi_last_bb(bb);
    gsi_insert_seq_after(&gsi, seq, GSI_CONTINUE_LINKING);
}

/* (A B) (A B) x (ROUNDS - 1). */
static gimple_seq iterations(const struct counted_loop *loop, tree rounds)
{
    gimple_seq seq = NULL;
    tree others = pp_binary(&seq, MINUS_EXPR, rounds, word(1));
    repeat(loop->after, NULL_TREE, &seq);
    repeat(loop->before, NULL_TREE, &seq);
    repeat(loop->after, others, &seq);
    repeat(loop->before, others, &seq);
    return seq;
}

/* Has SEQ run behind BB, where nothing else is, unless ROUNDS is 0.  Returns SEQ's block. */
static basic_block run_unless_none(basic_block bb, tree rounds, gimple_seq seq)
{
    basic_block arm = split_edge(single_succ_edge(bb));
    basic_block join = split_edge(single_succ_edge(arm));
    gimple_stmt_iterator gsi = gsi_last_bb(bb);
    append(arm, seq);
    gsi_insert_after(&gsi, gimple_build_cond(NE_EXPR, rounds, word(0), NULL_TREE, NULL_TREE),
                     GSI_NEW_STMT);
    edge in = single_succ_edge(bb);
    in->flags = (in->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
    in->probability = profile_probability::likely();
    make_edge(bb, join, EDGE_FALSE_VALUE)->probability = in->probability.invert();
    arm->count = bb->count.apply_probability(in->probability);
    return arm;
}

/* Mode kpath, behind BB: MARKER, MARKER x (OTHERS - 1), unless OTHERS is 0. */
static void shift_settled(const vec<gimple *> &marker, basic_block bb, tree others)
{
    gimple_seq seq = NULL;
    repeat(marker, NULL_TREE, &seq);
    repeat(marker, pp_binary(&seq, MINUS_EXPR, others, word(1)), &seq);
    if (TREE_CODE(others) == INTEGER_CST)
        append(bb, seq);
    else
        run_unless_none(bb, others, seq);
}

/* Mode kpath: likewise ROUNDS times, or, before the exit's test, once more; the first of them by itself. */
static void shift_windows_behind(const struct counted_loop *loop, basic_block bb, tree rounds)
{
    gimple_seq seq = NULL;
    if (!loop->before.is_empty()) {
        repeat(loop->before, NULL_TREE, &seq);
        append(bb, seq);
        shift_settled(loop->before, bb, rounds);
        return;
    }
    repeat(loop->after, NULL_TREE, &seq);
    tree others = TREE_CODE(rounds) == INTEGER_CST ? int_const_binop(MINUS_EXPR, rounds, word(1))
                                                   : pp_binary(&seq, MINUS_EXPR, rounds, word(1));
    if (TREE_CODE(rounds) == INTEGER_CST)
        append(bb, seq);
    else
        bb = run_unless_none(bb, rounds, seq);
    shift_settled(loop->after, bb, others);
}

/* Appends to SEQ: path NUMBER + LOOP's `more`, TIMES (NULL: once), as MARKER counts it. */
static void count_number(const struct counted_loop *loop, const struct pp_marker *marker,
                         tree number, tree times, gimple_seq *seq)
{
    if (loop->more)
        number = pp_binary(seq, PLUS_EXPR, number, loop->more);
    bool rare = marker->action == PP_MARKER_COUNT_RARE;
    gimple_seq_add_stmt(
        seq, pp_marker_build_count(marker->proc, rare, number, times, NULL_TREE, marker->block));
}

/* Modes over calls, behind what SEQ does at the end of BB: the first path by itself, then the others together. */
static void count_numbers_behind(const struct counted_loop *loop, basic_block bb, tree rounds,
                                 gimple_seq seq)
{
    struct pp_marker marker;
    if (!loop->before.is_empty()) {
        pp_marker_read(loop->before[0], &marker);
        count_number(loop, &marker, loop->first, NULL_TREE, &seq);
        count_number(loop, &marker, loop->later, rounds, &seq);
        append(bb, seq);
        return;
    }
    gimple_seq counts = NULL;
    pp_marker_read(loop->after[0], &marker);
    count_number(loop, &marker, loop->first, NULL_TREE, &counts);
    tree others = pp_binary(&counts, MINUS_EXPR, rounds, word(1));
    count_number(loop, &marker, loop->later, others, &counts);
    append(bb, seq);
    if (TREE_CODE(rounds) == INTEGER_CST)
        append(bb, counts);
    else
        run_unless_none(bb, rounds, counts);
}

/* B (A B) (A B) x (ROUNDS - 1), behind what SEQ does at the end of BB. */
static void count_behind(const struct counted_loop *loop, basic_block bb, tree rounds,
                         gimple_seq seq)
{
    repeat(loop->before, NULL_TREE, &seq);
    if (loop->after.is_empty())
        repeat(loop->before, rounds, &seq);
    append(bb, seq);
    if (loop->after.is_empty())
        return;
    if (TREE_CODE(rounds) == INTEGER_CST)
        append(bb, iterations(loop, rounds));
    else
        run_unless_none(bb, rounds, iterations(loop, rounds));
}

/* Has the markers of LOOP run behind it. */
static void move_behind(const struct counted_loop *loop)
{
    gimple_seq seq = NULL;
    basic_block bb = split_edge(loop->exit);
    tree rounds =
        force_gimple_operand(fold_convert(uint64_type_node, loop->rounds), &seq, true, NULL_TREE);
    if (loop->first) {
        count_numbers_behind(loop, bb, rounds, seq);
    } else if (loop->in_windows) {
        append(bb, seq);
        shift_windows_behind(loop, bb, rounds);
    } else {
        count_behind(loop, bb, rounds, seq);
    }
    take_out(loop->before);
    take_out(loop->after);
}

static void count_behind_loops(const struct pp_compilation *c, struct function *fn)
{
    auto_vec<struct counted_loop *> loops;
    loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
    scev_initialize();
    calculate_dominance_info(CDI_DOMINATORS);
    PP_FOR_EACH_LOOP(loop)
    {
        struct counted_loop *found = new counted_loop();
        if (find_counted_loop(c, loop, found))
            loops.safe_push(found);
        else
            delete found;
    }
    for (unsigned i = 0; i < loops.length(); i++) {
        move_behind(loops[i]);
        delete loops[i];
    }
    bool summed = pp_sum_up_loops(c->emissions);
    scev_finalize();
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
    loop_optimizer_finalize();
    if (summed)
        pp_renew_ssa(fn);
}

namespace
{
const pass_data loop_counts_data = {
    GIMPLE_PASS, "pathprof_loops", OPTGROUP_NONE, TV_PLUGIN_RUN, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

class loop_counts_pass : public gimple_opt_pass
{
  public:
    explicit loop_counts_pass(const struct pp_compilation *compilation)
        : gimple_opt_pass(loop_counts_data, g), c(compilation)
    {
    }
    bool gate(function *)
    {
        return flag_tree_loop_optimize && c->emissions && !c->options.params.bursts;
    }
    unsigned int execute(function *fn)
    {
        count_behind_loops(c, fn);
        return 0;
    }

  private:
    const struct pp_compilation *c;
};
} // namespace

opt_pass *pp_make_loop_counts_pass(const struct pp_compilation *c)
{
    return new loop_counts_pass(c);
}
