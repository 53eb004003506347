/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has to hold where an activation goes from plain code to code that counts: it has the same state
   as one that was counted all along. */
#include "gcc/base/compat.h"
#include "gcc/mark/emission.h"
#include "gcc/emit/turns.h"

/* A loop that executes so many instructions each time it goes round, as GCC estimates it, may ask then: in
   any function, and in one that runs once.  A function in which loops ask has one frame for both codes, so
   that its prologue comes first: mainGtU of bzip2 took twice the instructions.  And of one that runs often
   enough activations are counted; its loops need not be counted in part. */
#define LONG_LOOP 1000
#define LONG_LOOP_ONCE 25

/* Whether USE is in a block of REACHED, that of a PHI's argument at the end of the block that it comes from. */
static bool is_reached(use_operand_p use, bitmap reached)
{
    gimple *stmt = USE_STMT(use);
    basic_block bb = gimple_bb(stmt);
    if (gphi *phi = dyn_cast<gphi *>(stmt))
        bb = gimple_phi_arg_edge(phi, PHI_ARG_INDEX_FROM_USE(use))->src;
    return bitmap_bit_p(reached, bb->index);
}

/* Marks in REACHED the blocks to which control comes from BB. */
static void reach(basic_block bb, bitmap reached)
{
    auto_vec<basic_block> todo;
    edge e;
    edge_iterator i;
    todo.safe_push(bb);
    while (!todo.is_empty()) {
        bb = todo.pop();
        if (bitmap_set_bit(reached, bb->index))
            FOR_EACH_EDGE(e, i, bb->succs)
        todo.safe_push(e->dest);
    }
}

/* Whether of the activations with TOKENS whose paths are under way at LOOP's header there is none but
   that with EXCEPT. */
static bool is_alone(class loop *loop, const vec<tree> &tokens, tree except)
{
    auto_bitmap reached;
    reach(loop->header, reached);
    for (unsigned i = 0; i < tokens.length(); i++) {
        imm_use_iterator uses;
        use_operand_p use;
        basic_block def = gimple_bb(SSA_NAME_DEF_STMT(tokens[i]));
        if (tokens[i] == except || !dominated_by_p(CDI_DOMINATORS, loop->header, def))
            continue;
        FOR_EACH_IMM_USE_FAST(use, uses, tokens[i])
        if (is_reached(use, reached))
            return false;
    }
    return true;
}

/* The blocks of one way round LOOP, from its header to its latch. */
static void find_way(class loop *loop, vec<basic_block> *way)
{
    hash_map<basic_block, basic_block> before;
    auto_vec<basic_block> todo;
    edge e;
    edge_iterator i;
    todo.safe_push(loop->header);
    before.put(loop->header, NULL);
    while (!todo.is_empty() && !before.get(loop->latch)) {
        basic_block bb = todo.pop();
        FOR_EACH_EDGE(e, i, bb->succs)
        if (flow_bb_inside_loop_p(loop, e->dest) && !before.get(e->dest)) {
            before.put(e->dest, bb);
            todo.safe_push(e->dest);
        }
    }
    for (basic_block bb = loop->latch; bb; bb = *before.get(bb))
        way->safe_insert(0, bb);
}

/* Whether MARKER is of an activation in which LOOP goes round. */
static bool goes_round(const struct pp_marker *marker, class loop *loop)
{
    basic_block bb = marker->token ? gimple_bb(SSA_NAME_DEF_STMT(marker->token)) : NULL;
    return bb && marker->action != PP_MARKER_ENTER && !flow_bb_inside_loop_p(loop, bb);
}

/* An activation with markers in LOOP that has begun before it goes round in it, so that a path of it
   ends on the way, wherever its record stands, and another begins.  What the path register is then is
   the same whichever way was taken: *BEGINS becomes the marker that sets it, or one that does not if
   nobody asks.  Its token is NULL if there is no such activation.  Returns false if it is not that simple. */
static bool find_begin(const struct pp_compilation *c, class loop *loop, struct pp_marker *begins)
{
    auto_vec<basic_block> way;
    struct pp_marker marker;
    bool added = false;
    begins->token = NULL_TREE;
    find_way(loop, &way);
    for (unsigned i = 0; i < way.length(); i++)
        for (gimple_stmt_iterator gsi = gsi_start_bb(way[i]); !gsi_end_p(gsi); gsi_next(&gsi)) {
            if (!pp_marker_read(gsi_stmt(gsi), &marker) || !goes_round(&marker, loop))
                continue;
            const struct pp_plan *plan = &c->emissions[marker.proc].plan;
            const struct pp_action *action = &plan->actions[marker.action];
            if (plan->num_saved || (begins->token && begins->token != marker.token))
                return false;
            added = action->update == PP_KEEP ? added && !pp_does(action, PP_DO_RECORD)
                                              : action->update != PP_SET;
            if (action->update == PP_SET || pp_does(action, PP_DO_RECORD) || !begins->token)
                *begins = marker;
        }
    return !added;
}

/* How many instructions a call may execute, beyond those that GCC counts. */
#define CALL_SIZE 40

/* Whether a few instructions more each time do not matter: by GCC's guesses of how often the blocks run. */
static bool is_long(class loop *loop)
{
    bool once = cgraph_node::get(cfun->decl)->frequency == NODE_FREQUENCY_EXECUTED_ONCE ||
                MAIN_NAME_P(DECL_NAME(cfun->decl));
    basic_block *body = get_loop_body(loop);
    sreal times, sum = 0;
    for (unsigned i = 0; i < loop->num_nodes; i++) {
        int size = 0;
        for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb(body[i]); !gsi_end_p(gsi);
             gsi_next_nondebug(&gsi))
            size += estimate_num_insns(gsi_stmt(gsi), &eni_time_weights) +
                    (is_gimple_call(gsi_stmt(gsi)) && !gimple_call_internal_p(gsi_stmt(gsi)) &&
                             !gimple_call_builtin_p(gsi_stmt(gsi), BUILT_IN_NORMAL)
                         ? CALL_SIZE
                         : 0);
        times = body[i]->count.to_sreal_scale(loop->header->count);
        sum += times * size;
    }
    free(body);
    return sum >= (once ? LONG_LOOP_ONCE : LONG_LOOP);
}

void pp_find_loop_turns(const struct pp_compilation *c, struct function *fn,
                        vec<struct pp_loop_turn> *turns)
{
    auto_vec<tree> tokens;
    struct pp_marker marker;
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (pp_marker_read(gsi_stmt(gsi), &marker) && marker.action == PP_MARKER_ENTER)
            tokens.safe_push(marker.token);
    calculate_dominance_info(CDI_DOMINATORS);
    for (class loop *loop = current_loops->tree_root->inner; loop; loop = loop->next) {
        struct pp_loop_turn turn = {};
        if (!loop->latch || !single_succ_p(loop->latch) || loop->latch == loop->header ||
            !is_long(loop))
            continue;
        turn.plain = single_succ_edge(loop->latch);
        if (!(turn.plain->flags & EDGE_COMPLEX) && find_begin(c, loop, &turn.begins) &&
            is_alone(loop, tokens, turn.begins.token))
            turns->safe_push(turn);
    }
}
