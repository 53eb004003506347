/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where paths cross calls a path's number is made of what was before the loop, so that nobody knows it when the code is
   made.  Its count is looked up, and where a loop does the same in each iteration it is the same count that is loaded
   right after it has been stored: six or seven cycles, as much as a short loop takes in all
   (doc/measurements/cheaper-counts.md).

   If the number is the same in all iterations but the first, in which paths from before the loop end, such a loop has
   one register more: how often it was that.  An iteration then compares and adds 1; where control leaves the loop the
   path is counted so many times.  (Where the iterations known before the loop begins, loop-counts.cc has left nothing
   to do.)  A loop in which several paths take turns is left alone: to keep the last of them in a register as well, and
   count it when another comes, is more instructions than it spares.

   As with loops that are counted behind their end, nothing in the loop may leave it but by its exits, and a handler
   that looks at counts while the loop runs may miss those of its last path.  A loop that reads what is volatile is left
   alone: it may wait for a handler, and that end the process. */
#include "gcc/base/compat.h"
#include "gcc/emit/repeated-counts.h"
#include "gcc/loops/behind-loops.h"
#include "gcc/emit/code.h"
#include "gcc/mark/marker.h"

/* So often at least, as GCC guesses, a loop is to count when control has come to it: it has one look-up more than those
   that are spared. */
#define LEAST_COUNTS 4

/* Of so many statements a number is made at most. */
#define MOST_STEPS 8

struct repeated_count {
    class loop *loop;
    gimple *stmt; /* the marker */
    tree later;   /* its number in all iterations but the first */
};

/* Is MARKER to count a path in a table, and is that likely? */
static bool is_wanted(const struct pp_emission *emissions, const struct pp_marker *marker)
{
    if (!marker->number)
        return false;
    const struct pp_emission *e = &emissions[marker->proc];
    return e->table && !e->sparse && marker->action == PP_MARKER_COUNT && !marker->times &&
           !marker->inner && TREE_CODE(marker->number) == SSA_NAME;
}

/* The markers of FN that are. */
static void find_counts(struct function *fn, const struct pp_emission *emissions,
                        vec<gimple *> *counts)
{
    basic_block bb;
    struct pp_marker marker;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (pp_marker_read(gsi_stmt(gsi), &marker) && is_wanted(emissions, &marker))
            counts->safe_push(gsi_stmt(gsi));
}

/* What VALUE is in all iterations of LOOP but the first; what computes that is appended to SEQ, in so many STEPS.  NULL
   if it may differ. */
static tree find_later(class loop *loop, tree value, unsigned *steps, gimple_seq *seq)
{
    if (pp_is_known_before(loop, value))
        return value;
    /* PHIs as well: two of the header may be each other's arguments. */
    if (++*steps > MOST_STEPS)
        return NULL_TREE;
    gimple *def = SSA_NAME_DEF_STMT(value);
    if (gphi *phi = dyn_cast<gphi *>(def)) {
        tree next = PHI_ARG_DEF_FROM_EDGE(phi, loop_latch_edge(loop));
        return gimple_bb(phi) == loop->header && next != value ? find_later(loop, next, steps, seq)
                                                               : NULL_TREE;
    }
    if (!is_gimple_assign(def) || gimple_vuse(def) || gimple_num_ops(def) > 3 ||
        gimple_could_trap_p(def))
        return NULL_TREE;
    gassign *copy = as_a<gassign *>(gimple_copy(def));
    for (unsigned i = 1; i < gimple_num_ops(copy); i++) {
        tree op = find_later(loop, gimple_op(copy, i), steps, seq);
        if (!op)
            return NULL_TREE;
        gimple_set_op(copy, i, op);
    }
    tree result = make_ssa_name(TREE_TYPE(value));
    gimple_assign_set_lhs(copy, result);
    gimple_seq_add_stmt(seq, copy);
    return result;
}

static bool find_repeated(gimple *stmt, struct repeated_count *found, gimple_seq *seq)
{
    struct pp_marker marker;
    unsigned steps = 0;
    class loop *loop = gimple_bb(stmt)->loop_father;
    pp_marker_read(stmt, &marker);
    if (pp_runs_in(loop, gimple_bb(stmt)) < LEAST_COUNTS || !pp_can_count_behind(loop) ||
        (marker.block && !pp_is_known_before(loop, marker.block)))
        return false;
    *found = {loop, stmt, find_later(loop, marker.number, &steps, seq)};
    return found->later != NULL_TREE;
}

/* Has R, whose marker is taken out, counted behind its loop, as often as TIMES says. */
static void count_behind(const struct repeated_count *r, const struct pp_marker *marker, tree times,
                         vec<struct pp_branch> *branches)
{
    auto_vec<edge> exits = get_loop_exit_edges(r->loop);
    for (unsigned i = 0; i < exits.length(); i++) {
        gimple_seq seq = NULL;
        struct pp_branch branch = {};
        branch.key = pp_load(&seq, uint64_type_node, times);
        branch.last = gimple_seq_last_stmt(seq);
        gimple_seq_add_stmt(&branch.likely,
                            pp_marker_build_count(marker->proc, false, r->later, branch.key,
                                                  NULL_TREE, marker->block));
        branches->safe_push(branch);
        gimple_stmt_iterator gsi = gsi_start_bb(split_edge(exits[i]));
        gsi_insert_seq_after(&gsi, seq, GSI_CONTINUE_LINKING);
    }
}

/* BEFORE computes R's `later`. */
static void count_at_once(const struct repeated_count *r, gimple_seq before,
                          vec<struct pp_branch> *branches)
{
    struct pp_marker marker;
    struct pp_branch branch = {};
    gimple_seq seq = NULL;
    pp_marker_read(r->stmt, &marker);
    tree times = pp_local_register("pathprof_times", uint64_type_node);
    count_behind(r, &marker, times, branches);
    set(&before, times, word(0));
    gsi_insert_seq_on_edge_immediate(loop_preheader_edge(r->loop), before);
    branch.key = pp_load(&seq, uint64_type_node, marker.number);
    branch.wanted = r->later;
    branch.last = gimple_seq_last_stmt(seq);
    tree old = pp_load(&branch.likely, uint64_type_node, times);
    set(&branch.likely, times, pp_binary(&branch.likely, PLUS_EXPR, old, word(1)));
    gimple_seq_add_stmt(&branch.unlikely,
                        pp_marker_build_count(marker.proc, false, marker.number, NULL_TREE,
                                              NULL_TREE, marker.block));
    branches->safe_push(branch);
    gimple_stmt_iterator gsi = gsi_for_stmt(r->stmt);
    gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
    gsi_remove(&gsi, true);
}

void pp_count_repeats_at_once(struct function *fn, const struct pp_emission *emissions)
{
    auto_vec<gimple *> counts;
    auto_vec<struct pp_branch> branches;
    find_counts(fn, emissions, &counts);
    if (counts.is_empty())
        return;
    loop_optimizer_init(LOOPS_NORMAL);
    for (unsigned i = 0; i < counts.length(); i++) {
        struct repeated_count found;
        gimple_seq before = NULL;
        if (find_repeated(counts[i], &found, &before))
            count_at_once(&found, before, &branches);
    }
    if (!branches.is_empty())
        pp_make_branches(fn, &branches);
    loop_optimizer_finalize();
}
