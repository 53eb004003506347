/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first iteration of a loop ends a path that began before the loop; all others end paths that begin at the loop's
   header.  So the instruction that counts there has another address in the first iteration than later, and only a
   register knows which.  That costs more than the register: a processor that takes what is added to straight from the
   last store to the same address (memory renaming) foretells from earlier iterations whether it can.  Where it cannot,
   an iteration takes no less than the seven or so cycles of a store and a load after each other, which is two to four
   times as long as a short loop takes otherwise (doc/measurements/cheaper-counts.md).

   Therefore the blocks of short ways round such a loop are copied, and all back edges lead to the copies.  In these the
   path register is the same whenever control comes to the header, so that counters are known when the code is made, and
   mostly no register is needed.  What is not copied, because control rarely comes there or something is called, is
   entered from the blocks and from their copies, so that the loop has two entries from then on; RTL has no more to do
   with it than to allocate registers and put blocks in order. */
#include "gcc/base/compat.h"
#include "gcc/fold/first-iteration.h"
#include "gcc/fold/known-paths.h"
#include "gcc/base/block.h"
#include "gcc/extract/uncopyable.h"
#include "gcc/mark/gimple.h"
#include "gcc/mark/marker.h"

/* How much is copied of a loop at most: statements as GCC counts them, and blocks.  A way that takes longer does not
   wait for its count; more than that (60, 100) gains nothing, less (24, 14) loses half of what is gained, or all. */
#define MOST_COPIED 40

/* Where a switch has more ways than that, its loop is not looked at. */
#define MOST_WAYS 100

struct short_ways {
    class loop *loop;
    auto_bitmap
        members; /* indexes of the header and of others of the loop, none of them in an inner one */
};

/* Does BB call something, which takes longer than a count? */
static bool calls(basic_block bb)
{
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        struct pp_marker marker;
        if (pp_marker_read(stmt, &marker))
            continue;
        bool computes = gimple_call_builtin_p(stmt, BUILT_IN_NORMAL) &&
                        (gimple_call_flags(stmt) & (ECF_CONST | ECF_PURE));
        if (gimple_code(stmt) == GIMPLE_ASM ||
            (is_gimple_call(stmt) && !gimple_call_internal_p(stmt) && !computes))
            return true;
    }
    return false;
}

static bool has_only_simple(const vec<edge, va_gc> *edges)
{
    edge e;
    unsigned i;
    FOR_EACH_VEC_SAFE_ELT(edges, i, e)
    if (e->flags & EDGE_COMPLEX)
        return false;
    return vec_safe_length(edges) <= MOST_WAYS;
}

static bool can_be_copied(basic_block bb)
{
    return has_only_simple(bb->preds) && has_only_simple(bb->succs) && can_duplicate_block_p(bb) &&
           !pp_why_single(bb) && !calls(bb);
}

static bool is_back_edge(class loop *loop, edge e)
{
    return e->dest == loop->header && flow_bb_inside_loop_p(loop, e->src);
}

/* Is the path that PHI, in the header of LOOP, joins always the same but in the first iteration? */
static bool settles(const struct pp_known_paths *known, class loop *loop, gphi *phi)
{
    struct pp_known_path later = {PP_NOT_REACHED, NULL_TREE, 0};
    edge e;
    edge_iterator i;
    if (pp_known_value(known, gimple_phi_result(phi)).how != PP_MAY_DIFFER)
        return false;
    FOR_EACH_EDGE(e, i, loop->header->preds)
    {
        if (!is_back_edge(loop, e))
            continue;
        struct pp_known_path value = pp_known_value(known, PHI_ARG_DEF_FROM_EDGE(phi, e));
        if (value.how != PP_IS_KNOWN ||
            (later.how == PP_IS_KNOWN && !pp_is_same_path(later, value)))
            return false;
        later = value;
    }
    return later.how == PP_IS_KNOWN;
}

static bool is_wanted(const struct pp_known_paths *known, hash_set<tree> &paths, class loop *loop)
{
    if (!loop_outer(loop) || !optimize_loop_for_speed_p(loop) || !can_be_copied(loop->header))
        return false;
    for (gphi_iterator gsi = gsi_start_phis(loop->header); !gsi_end_p(gsi); gsi_next(&gsi)) {
        tree variable = SSA_NAME_VAR(gimple_phi_result(gsi.phi()));
        if (variable && paths.contains(variable) && settles(known, loop, gsi.phi()))
            return true;
    }
    return false;
}

struct choice {
    basic_block bb;
    int size;
    double worth; /* of its size, by GCC's guesses */
};

static void add_choice(vec<struct choice> *choices, basic_block bb)
{
    int size = pp_block_size(bb);
    choices->safe_push({bb, size, (bb->count.to_frequency(cfun) + 1.0) / (size + 3)});
}

/* Takes the best of CHOICES out of them. */
static struct choice take_best(vec<struct choice> *choices)
{
    unsigned best = 0;
    for (unsigned i = 1; i < choices->length(); i++)
        if ((*choices)[i].worth > (*choices)[best].worth)
            best = i;
    struct choice taken = (*choices)[best];
    choices->unordered_remove(best);
    return taken;
}

/* The blocks of WAYS' loop that are to be copied, from the header on.  Returns false if none of them leads back to
   it. */
static bool choose(struct short_ways *ways)
{
    auto_vec<struct choice> choices;
    auto_bitmap seen;
    bool goes_round = false;
    int room = MOST_COPIED, blocks = 0;
    add_choice(&choices, ways->loop->header);
    bitmap_set_bit(seen, ways->loop->header->index);
    while (!choices.is_empty() && blocks < MOST_COPIED) {
        struct choice taken = take_best(&choices);
        if (taken.size > room)
            continue;
        room -= taken.size;
        blocks++;
        bitmap_set_bit(ways->members, taken.bb->index);
        goes_round |= find_edge(taken.bb, ways->loop->header) != NULL;
        edge e;
        edge_iterator i;
        FOR_EACH_EDGE(e, i, taken.bb->succs)
        if (e->dest->loop_father == ways->loop && bitmap_set_bit(seen, e->dest->index) &&
            can_be_copied(e->dest))
            add_choice(&choices, e->dest);
    }
    return goes_round && bitmap_bit_p(ways->members, ways->loop->header->index);
}

/* Appends BB and the blocks of WAYS behind it to ORDER, those behind first. */
static void visit(struct short_ways *ways, basic_block bb, bitmap seen, vec<basic_block> *order)
{
    edge e;
    edge_iterator i;
    bitmap_set_bit(seen, bb->index);
    FOR_EACH_EDGE(e, i, bb->succs)
    if (bitmap_bit_p(ways->members, e->dest->index) && !bitmap_bit_p(seen, e->dest->index))
        visit(ways, e->dest, seen, order);
    order->safe_push(bb);
}

/* Has E lead to COPY, a copy of the block that it leads to. */
static void lead_to(edge e, basic_block copy)
{
    e = redirect_edge_and_branch(e, copy);
    gcc_assert(e);
    flush_pending_stmts(e);
}

/* A copy of BB, for the edges IN. */
static basic_block copy_for(const vec<edge> &in, basic_block bb)
{
    profile_count whole = bb->count;
    basic_block before = in[0]->src;
    basic_block copy = duplicate_block(bb, in[0], before);
    flush_pending_stmts(find_edge(before, copy));
    for (unsigned i = 1; i < in.length(); i++)
        lead_to(in[i], copy);
    add_phi_args_after_copy(&copy, 1, NULL);
    if (edge again = find_edge(copy, bb)) /* BB is all of the loop */
        lead_to(again, copy);
    copy->count = pp_count_before(copy);
    bb->count = whole - copy->count;
    return copy;
}

/* Appends the copies of WAYS' blocks to COPIES. */
static void copy_ways(struct short_ways *ways, vec<basic_block> *copies)
{
    auto_vec<basic_block> order;
    auto_bitmap seen, copied;
    visit(ways, ways->loop->header, seen, &order);
    for (unsigned n = order.length(); n-- > 0;) {
        auto_vec<edge> in;
        edge e;
        edge_iterator i;
        FOR_EACH_EDGE(e, i, order[n]->preds)
        if (is_back_edge(ways->loop, e) || bitmap_bit_p(copied, e->src->index))
            in.safe_push(e);
        if (in.is_empty())
            continue;
        basic_block copy = copy_for(in, order[n]);
        bitmap_set_bit(copied, copy->index);
        copies->safe_push(copy);
    }
}

/* Chooses before anything is copied, since loops are found anew then. */
static void find_ways(hash_set<tree> &paths, vec<struct short_ways *> *found)
{
    struct pp_known_paths known;
    pp_find_known_paths(&known, paths);
    if (known.names.is_empty())
        return;
    PP_FOR_EACH_LOOP(loop)
    {
        if (!is_wanted(&known, paths, loop))
            continue;
        struct short_ways *ways = new short_ways();
        ways->loop = loop;
        if (choose(ways))
            found->safe_push(ways);
        else
            delete ways;
    }
}

/* Where control leaves COPIES, known paths are set on the way out, not in the loop. */
static void set_on_leaving(const struct pp_known_paths *known, const vec<basic_block> &copies)
{
    auto_bitmap inside;
    edge e;
    edge_iterator j;
    for (unsigned i = 0; i < copies.length(); i++)
        bitmap_set_bit(inside, copies[i]->index);
    for (unsigned i = 0; i < copies.length(); i++)
        FOR_EACH_EDGE(e, j, copies[i]->succs)
        {
            if (bitmap_bit_p(inside, e->dest->index))
                continue;
            for (gphi_iterator gsi = gsi_start_phis(e->dest); !gsi_end_p(gsi); gsi_next(&gsi)) {
                use_operand_p use = PHI_ARG_DEF_PTR_FROM_EDGE(gsi.phi(), e);
                tree path = USE_FROM_PTR(use);
                if (!pp_is_path(known, path))
                    continue;
                tree value = pp_known_constant(TREE_TYPE(path), pp_known_value(known, path));
                if (value)
                    SET_USE(use, value);
            }
        }
}

vec<basic_block> pp_part_first_iterations(hash_set<tree> &paths)
{
    auto_vec<struct short_ways *> found;
    vec<basic_block> copies = vNULL;
    loop_optimizer_init(AVOID_CFG_MODIFICATIONS);
    find_ways(paths, &found);
    initialize_original_copy_tables();
    for (unsigned i = 0; i < found.length(); i++) {
        copy_ways(found[i], &copies);
        delete found[i];
    }
    free_original_copy_tables();
    if (!copies.is_empty()) {
        loops_state_set(LOOPS_NEED_FIXUP);
        pp_renew_ssa(cfun);
        struct pp_known_paths known;
        pp_find_known_paths(&known, paths);
        set_on_leaving(&known, copies);
    }
    loop_optimizer_finalize();
    return copies;
}
