/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A switch with many cases becomes a jump by a table: a comparison with the bounds, an address, an entry, a sum and an
   indirect jump.  Where one way out is taken often enough, a test for it in front is shorter; GCC 12 makes none. */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/use/switches.h"
#include "gcc/use/use-calls.h"

/* Instructions of a jump by a table, and of a test for values in a row and the branch. */
#define TABLE 8
#define TEST 3

/* What is taken less often is not tested for, though it would seem to pay: in tcc that lost 0.2 %. */
#define OFTEN 0.5

/* All executions of a test must gain at least this part of the statements of the program for each percent of price=, a
   five thousandth by default: less is lost in what it changes in other code. */
#define LEAST (0.0002 / 12)

/* What came less often in training says too little of other inputs; but price=0 wants all. */
#define ENOUGH 1000

/* Parts as whole numbers. */
#define ALL ((gcov_type)1 << 29)

/* A switch of so many labels, the default one among them, becomes tests anyway. */
#define FEW 4

/* Values in a row that lead along one way out of a switch.  How often the way is taken is known; where several rows
   lead along it, each is taken to have as much of that as it has of their values. */
struct run {
    edge way;
    tree low, high;
    double part; /* of what comes to the switch */
    bool sure;   /* there is no other row */
};

static tree high_of(tree label)
{
    return CASE_HIGH(label) ? CASE_HIGH(label) : CASE_LOW(label);
}

static double values_of(tree low, tree high)
{
    return (double)(wi::to_offset(high) - wi::to_offset(low)).to_uhwi() + 1;
}

/* As a number: at most 1; 0 if it is not known. */
static double part_of(profile_probability p)
{
    return p.initialized_p() ? (double)p.apply(ALL) / ALL : 0;
}

static profile_probability as_probability(double part, bool sure)
{
    profile_probability p =
        profile_probability::probability_in_gcov_type((gcov_type)(MAX(MIN(part, 1), 0) * ALL), ALL);
    return sure ? p : p.adjusted();
}

/* How many values lead along E. */
static double all_values(gswitch *swtch, edge e)
{
    double all = 0;
    for (unsigned i = 1; i < gimple_switch_num_labels(swtch); i++) {
        tree label = gimple_switch_label(swtch, i);
        if (gimple_switch_edge(cfun, swtch, i) == e)
            all += values_of(CASE_LOW(label), high_of(label));
    }
    return all;
}

/* The run that ends at label I: labels are sorted. */
static struct run run_at(gswitch *swtch, unsigned i)
{
    tree label = gimple_switch_label(swtch, i);
    struct run run = {gimple_switch_edge(cfun, swtch, i), CASE_LOW(label), high_of(label), 0, true};
    while (--i > 0) {
        tree before = gimple_switch_label(swtch, i);
        if (gimple_switch_edge(cfun, swtch, i) != run.way ||
            wi::to_offset(high_of(before)) + 1 != wi::to_offset(run.low))
            break;
        run.low = CASE_LOW(before);
    }
    double values = values_of(run.low, run.high), all = all_values(swtch, run.way);
    run.sure = values == all;
    run.part = part_of(run.way->probability) * values / all;
    return run;
}

static double gain(double times, double part)
{
    return times * (part * TABLE - TEST);
}

/* The run that is taken most often; false if a test for it would not gain LEAST instructions of TIMES executions. */
static bool find_run(gswitch *swtch, double times, double least, struct run *best)
{
    edge usual = gimple_switch_default_edge(cfun, swtch);
    best->part = 0;
    if (times < (least > 0 ? ENOUGH : 1) || gain(times, 1) < least)
        return false;
    for (unsigned i = 1; i < gimple_switch_num_labels(swtch); i++) {
        edge way = gimple_switch_edge(cfun, swtch, i);
        if (way == usual || part_of(way->probability) < OFTEN)
            continue;
        struct run run = run_at(swtch, i);
        if (run.part > best->part)
            *best = run;
    }
    return best->part >= OFTEN && gain(times, best->part) >= least;
}

static gcond *make_test(gimple_stmt_iterator *gsi, tree index, const struct run *run)
{
    if (tree_int_cst_equal(run->low, run->high))
        return gimple_build_cond(EQ_EXPR, index, fold_convert(TREE_TYPE(index), run->low),
                                 NULL_TREE, NULL_TREE);
    tree type = unsigned_type_for(TREE_TYPE(index));
    tree low = fold_convert(type, run->low), high = fold_convert(type, run->high);
    gimple_seq seq = NULL;
    tree value = gimple_build(&seq, MINUS_EXPR, type, gimple_convert(&seq, type, index), low);
    gsi_insert_seq_before(gsi, seq, GSI_SAME_STMT);
    return gimple_build_cond(LE_EXPR, value, int_const_binop(MINUS_EXPR, high, low), NULL_TREE,
                             NULL_TREE);
}

/* The labels of RUN; returns whether its way has others. */
static bool drop_labels(gswitch *swtch, const struct run *run)
{
    unsigned kept = 1;
    bool more = false;
    for (unsigned i = 1; i < gimple_switch_num_labels(swtch); i++) {
        tree label = gimple_switch_label(swtch, i);
        if (tree_int_cst_le(run->low, CASE_LOW(label)) &&
            tree_int_cst_le(high_of(label), run->high))
            continue;
        more |= gimple_switch_edge(cfun, swtch, i) == run->way;
        gimple_switch_set_label(swtch, kept++, label);
    }
    gimple_switch_set_num_labels(swtch, kept);
    return more;
}

/* What is left in REST of what came to RUN's switch goes on as before. */
static void set_rest(basic_block rest, const struct run *run)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, rest->succs)
    {
        double part = part_of(e->probability) - (e == run->way ? run->part : 0);
        e->probability =
            run->part < 1 ? as_probability(part / (1 - run->part), run->sure)
                          : profile_probability::always().apply_scale(1, EDGE_COUNT(rest->succs));
    }
}

/* Tests for RUN before SWTCH, the end of BB.  Returns the block of the switch. */
static basic_block test_first(basic_block bb, gswitch *swtch, const struct run *run)
{
    gimple_stmt_iterator gsi = gsi_for_stmt(swtch);
    gcond *test = make_test(&gsi, gimple_switch_index(swtch), run);
    edge way = run->way;
    gimple_set_location(test, gimple_location(swtch));
    gsi_insert_before(&gsi, test, GSI_SAME_STMT);
    edge on = split_block(bb, test);
    basic_block rest = on->dest;
    edge to = make_edge(bb, way->dest, EDGE_TRUE_VALUE);
    for (gphi_iterator p = gsi_start_phis(to->dest); !gsi_end_p(p); gsi_next(&p))
        add_phi_arg(p.phi(), PHI_ARG_DEF_FROM_EDGE(p.phi(), way), to,
                    gimple_phi_arg_location_from_edge(p.phi(), way));
    on->flags = (on->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
    to->probability = as_probability(run->part, run->sure);
    on->probability = to->probability.invert();
    rest->count = bb->count.apply_probability(on->probability);
    set_rest(rest, run);
    if (!drop_labels(swtch, run))
        remove_edge(way);
    return rest;
}

static bool may_test(tree index)
{
    return TREE_CODE(index) == SSA_NAME && TYPE_PRECISION(TREE_TYPE(index)) <= 64;
}

static double times_of(basic_block bb)
{
    profile_count count = bb->count.ipa();
    return count.initialized_p() ? (double)count.to_gcov_type() : 0;
}

static void list_switches(struct function *fn, vec<basic_block> *blocks)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    {
        gswitch *swtch = safe_dyn_cast<gswitch *>(last_nondebug_stmt(bb));
        if (swtch && may_test(gimple_switch_index(swtch)) && times_of(bb) > 0 &&
            optimize_bb_for_speed_p(bb))
            blocks->safe_push(bb);
    }
}

static void dump_test(basic_block bb, const struct run *run)
{
    fprintf(dump_file,
            "%s: block %d, %" PRId64 " times: a test for %" PRId64 " to %" PRId64 ", %.0f %%\n",
            current_function_name(), bb->index, bb->count.to_gcov_type(),
            (int64_t)wi::to_offset(run->low).to_shwi(), (int64_t)wi::to_offset(run->high).to_shwi(),
            run->part * 100);
}

/* Makes tests that gain LEAST instructions.  Returns whether there are now tests before the switch that ends BB. */
static bool test_before(basic_block bb, double least)
{
    bool any = false;
    for (;; any = true) {
        struct run run = {};
        gswitch *swtch = as_a<gswitch *>(last_nondebug_stmt(bb));
        if (gimple_switch_num_labels(swtch) <= FEW || !find_run(swtch, times_of(bb), least, &run))
            return any;
        if (dump_file)
            dump_test(bb, &run);
        bb = test_first(bb, swtch, &run);
    }
}

static void test_in(struct function *fn, double least)
{
    unsigned k;
    basic_block bb;
    auto_vec<basic_block> blocks;
    bool changed = false;
    push_cfun(fn);
    list_switches(fn, &blocks);
    FOR_EACH_VEC_ELT(blocks, k, bb)
    changed |= test_before(bb, least);
    if (changed) {
        free_dominance_info(CDI_DOMINATORS);
        free_dominance_info(CDI_POST_DOMINATORS);
        if (current_loops)
            loops_state_set(LOOPS_NEED_FIXUP);
    }
    pop_cfun();
}

void pp_test_before_switches(const struct pp_use *use)
{
    unsigned i;
    struct pp_used *used;
    double least = pp_program_stmts(use) * LEAST * use->c->options.price;
    if (dump_file)
        fprintf(dump_file, "tests before switches must gain %.0f\n", least);
    FOR_EACH_VEC_ELT(use->used, i, used)
    if (used->edge_counts)
        test_in(DECL_STRUCT_FUNCTION(used->node->decl),
                least / (double)((uint64_t)1 << used->bits));
}
