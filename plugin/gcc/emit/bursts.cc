/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code of a function is duplicated (Arnold and Ryder 2001, "Full-Duplication" without checks on
   back edges: an activation is counted as a whole or not at all, so that nothing is cut in two, and
   what is counted conserves flow).

       entry:  if (--__pathprof_burst_left < 0 && __pathprof_burst ()) goto copy;
               the body without markers
       copy:   the body with markers, executed never as far as GCC is told

   This is done behind inlining, so that an inlined function asks nothing, and before the optimisers
   of single functions, so that these see a body without markers, and optimise the copy for size. */
#include "gcc/base/compat.h"
#include "gcc/base/block.h"
#include "gcc/decide/kept-apart.h"
#include "gcc/mark/decls.h"
#include "gcc/mark/emission.h"
#include "gcc/mark/gimple.h"
#include "gcc/mark/marker.h"
#include "gcc/emit/bursts.h"
#include "gcc/emit/turns.h"

static bool has_markers(struct function *fn)
{
    basic_block bb;
    struct pp_marker marker;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (pp_marker_read(gsi_stmt(gsi), &marker))
            return true;
    return false;
}

static void drop_markers(basic_block bb)
{
    struct pp_marker marker;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);) {
        if (!pp_marker_read(gsi_stmt(gsi), &marker)) {
            gsi_next(&gsi);
        } else if (marker.action == PP_MARKER_ENTER) {
            /* What still uses it are PHIs and copies that nothing reads any more. */
            gsi_replace(&gsi, gimple_build_assign(marker.token, build_zero_cst(uint64_type_node)),
                        false);
            gsi_next(&gsi);
        } else {
            gsi_remove(&gsi, true);
        }
    }
}

/* The blocks of the current function, of which the first, where control enters, has no other way in. */
static void find_blocks(struct function *fn, vec<basic_block> *blocks)
{
    basic_block bb;
    edge entry = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fn));
    if (!single_pred_p(entry->dest) || phi_nodes(entry->dest))
        split_edge(entry);
    blocks->safe_push(single_succ(ENTRY_BLOCK_PTR_FOR_FN(fn)));
    FOR_EACH_BB_FN(bb, fn)
    if (bb != (*blocks)[0])
        blocks->safe_push(bb);
}

/* Appends copies of BLOCKS, and finds those of TURNS.  Returns that of the first. */
static basic_block copy_blocks(struct function *fn, const vec<basic_block> &blocks,
                               vec<struct pp_loop_turn> *turns)
{
    unsigned n = blocks.length();
    auto_vec<basic_block> copies;
    auto_vec<class loop *> loops;
    class loop *root = current_loops->tree_root;
    copies.safe_grow_cleared(n);
    for (class loop *loop = root->inner; loop; loop = loop->next)
        loops.safe_push(loop);
    initialize_original_copy_tables();
    for (unsigned i = 0; i < loops.length(); i++)
        duplicate_subloops(loops[i], duplicate_loop(loops[i], root));
    set_loop_copy(root, root);
    copy_bbs(const_cast<basic_block *>(blocks.address()), n, copies.address(), NULL, 0, NULL, root,
             EXIT_BLOCK_PTR_FOR_FN(fn)->prev_bb, false);
    add_phi_args_after_copy(copies.address(), n, NULL);
    for (unsigned i = 0; i < turns->length(); i++)
        (*turns)[i].copy = single_succ_edge(get_bb_copy((*turns)[i].plain->src));
    free_original_copy_tables();
    for (unsigned i = 0; i < n; i++) {
        copies[i]->count = profile_count::zero();
        pp_silence_block(copies[i]); /* what is said of the code is said once */
    }
    return copies[0];
}

/* Ends BB, which goes on to one block: to OTHER if KEY is as CODE says of 0.  Returns the edge there. */
static edge branch(basic_block bb, gimple_seq seq, tree_code code, tree key, basic_block other)
{
    gimple_seq_add_stmt(
        &seq, gimple_build_cond(code, key, build_zero_cst(TREE_TYPE(key)), NULL_TREE, NULL_TREE));
    gimple_stmt_iterator gsi = gsi_start_bb(bb);
    gsi_insert_seq_after(&gsi, seq, GSI_CONTINUE_LINKING);
    edge on = single_succ_edge(bb), away;
    on->flags = (on->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
    on->probability = profile_probability::always();
    away = make_edge(bb, other, EDGE_TRUE_VALUE);
    away->probability = profile_probability::never();
    return away;
}

/* Appends what subtracts 1.  Returns what is left. */
static tree subtract(const struct pp_unit_decls *decls, gimple_seq *seq)
{
    tree type = TREE_TYPE(decls->burst_left);
    tree left =
        pp_binary(seq, MINUS_EXPR, pp_load(seq, type, decls->burst_left), build_int_cst(type, 1));
    gimple_seq_add_stmt(seq, gimple_build_assign(decls->burst_left, left));
    return left;
}

/* A block that never runs, as far as GCC is told, and goes on to TO. */
static basic_block new_block(struct function *fn, basic_block to)
{
    basic_block bb = create_empty_bb(EXIT_BLOCK_PTR_FOR_FN(fn)->prev_bb);
    make_single_succ_edge(bb, to, EDGE_FALLTHRU);
    bb->count = profile_count::zero();
    add_bb_to_loop(bb, current_loops->tree_root);
    return bb;
}

/* Appends the question to the runtime.  Returns the answer. */
static tree ask(const struct pp_unit_decls *decls, gimple_seq *seq)
{
    tree counts = make_ssa_name(uint64_type_node);
    gcall *call = gimple_build_call(decls->burst, 0);
    gimple_call_set_lhs(call, counts);
    gimple_seq_add_stmt(seq, call);
    return counts;
}

/* On edge PLAIN: if it is time for a burst, the way to COPY.  Returns the edge that comes there. */
static edge ask_on(struct function *fn, const struct pp_unit_decls *decls, edge plain,
                   basic_block copy)
{
    gimple_seq seq = NULL;
    basic_block bb = split_edge(plain), on = split_edge(single_succ_edge(bb));
    basic_block asks = new_block(fn, on);
    tree left = subtract(decls, &seq);
    branch(bb, seq, LT_EXPR, left, asks);
    seq = NULL;
    tree counts = ask(decls, &seq);
    return branch(asks, seq, NE_EXPR, counts, copy);
}

/* The arguments of the PHIs of E's destination, along E; and to E, which is new. */
static void take_args(edge e, vec<tree> *args)
{
    for (gphi_iterator phi = gsi_start_phis(e->dest); !gsi_end_p(phi); gsi_next(&phi))
        args->safe_push(gimple_phi_arg_def(phi.phi(), e->dest_idx));
}

static void give_args(edge e, const vec<tree> &args)
{
    unsigned i = 0;
    for (gphi_iterator phi = gsi_start_phis(e->dest); !gsi_end_p(phi); gsi_next(&phi))
        add_phi_arg(phi.phi(), args[i++], e, UNKNOWN_LOCATION);
}

/* Makes the ways from one to the other at TURN.  The plain loop keeps one way in, its header, and one
   way round. */
static void connect(struct function *fn, const struct pp_unit_decls *decls,
                    const struct pp_loop_turn *turn)
{
    basic_block plain = turn->plain->dest, copy = turn->copy->dest;
    auto_vec<tree> of_plain, of_copy;
    take_args(turn->plain, &of_plain);
    take_args(turn->copy, &of_copy);

    edge enters = ask_on(fn, decls, turn->plain, copy);
    give_args(enters, of_plain);
    if (turn->begins.token)
        gsi_insert_on_edge_immediate(enters, pp_marker_build(turn->begins.proc,
                                                             turn->begins.action | PP_MARKER_BEGINS,
                                                             turn->begins.token, NULL_TREE));

    gimple_seq seq = NULL;
    basic_block leaves = split_edge(turn->copy), asks = split_edge(single_succ_edge(leaves));
    tree left = subtract(decls, &seq);
    give_args(branch(leaves, seq, GE_EXPR, left, plain), of_copy);
    seq = NULL;
    tree counts = ask(decls, &seq);
    give_args(branch(asks, seq, EQ_EXPR, counts, plain), of_copy);
}

/* ---- The copy as a function of its own.  What its frame needs is then nothing to the plain code: in one
   function there is but one prologue, before the branch. */

#define COPY_ATTRIBUTE "pathprof copy"

static bool is_copy(struct function *fn)
{
    return lookup_attribute(COPY_ATTRIBUTE, DECL_ATTRIBUTES(fn->decl));
}

/* Whether a call can take the place of the current function's body, with the arguments as they came.  (Regions of
   exceptions whose dispatch has been lowered GCC cannot copy to another function.  With -fsanitize=thread a body tells
   when it is left, and the call would stand behind that.) */
static bool can_pass_on(struct function *fn)
{
    tree decl = fn->decl, result = DECL_RESULT(decl);
    basic_block bb;
    if (fn->stdarg || fn->static_chain_decl || fn->calls_setjmp || fn->has_nonlocal_label ||
        TREE_THIS_VOLATILE(decl) || fn->eh->region_tree || (flag_sanitize & SANITIZE_THREAD) ||
        !tree_versionable_function_p(decl) ||
        lookup_attribute("interrupt", TYPE_ATTRIBUTES(TREE_TYPE(decl))))
        return false;
    if (!VOID_TYPE_P(TREE_TYPE(result)) &&
        (DECL_BY_REFERENCE(result) || !is_gimple_reg_type(TREE_TYPE(result)) ||
         aggregate_value_p(result, decl)))
        return false;
    for (tree parm = DECL_ARGUMENTS(decl); parm; parm = DECL_CHAIN(parm))
        if (DECL_BY_REFERENCE(parm) || TREE_ADDRESSABLE(TREE_TYPE(parm)) ||
            !is_gimple_reg_type(TREE_TYPE(parm)))
            return false;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (gimple_call_builtin_p(gsi_stmt(gsi), BUILT_IN_RETURN_ADDRESS) ||
            gimple_call_builtin_p(gsi_stmt(gsi), BUILT_IN_FRAME_ADDRESS) ||
            gimple_call_builtin_p(gsi_stmt(gsi), BUILT_IN_APPLY_ARGS))
            return false;
    return true;
}

/* A block of the current function that returns what OTHER does. */
static basic_block call_other(struct function *fn, tree other)
{
    auto_vec<tree> args;
    gimple_seq seq = NULL;
    tree type = TREE_TYPE(DECL_RESULT(fn->decl)), value = NULL_TREE;
    for (tree parm = DECL_ARGUMENTS(fn->decl); parm; parm = DECL_CHAIN(parm))
        args.safe_push(is_gimple_reg(parm) ? get_or_create_ssa_default_def(fn, parm)
                                           : pp_load(&seq, TREE_TYPE(parm), parm));
    gcall *call = gimple_build_call_vec(other, args);
    if (!VOID_TYPE_P(type)) {
        value = make_ssa_name(type);
        gimple_call_set_lhs(call, value);
    }
    gimple_call_set_tail(call, true);
    gimple_seq_add_stmt(&seq, call);
    gimple_seq_add_stmt(&seq, gimple_build_return(value));
    basic_block bb = create_empty_bb(EXIT_BLOCK_PTR_FOR_FN(fn)->prev_bb);
    gimple_stmt_iterator gsi = gsi_start_bb(bb);
    gsi_insert_seq_after(&gsi, seq, GSI_CONTINUE_LINKING);
    make_edge(bb, EXIT_BLOCK_PTR_FOR_FN(fn), 0)->probability = profile_probability::always();
    bb->count = profile_count::zero();
    add_bb_to_loop(bb, current_loops->tree_root);
    return bb;
}

/* What is to be done to SSA form behind all this. */
static void tidy(struct function *fn)
{
    pp_renew_ssa(fn);
    loops_state_set(LOOPS_NEED_FIXUP | LOOPS_MAY_HAVE_MULTIPLE_LATCHES);
    loop_optimizer_finalize();
}

/* The copy FN of PLAIN asks when it is called; if it is not to count, it gives back what was subtracted and calls
   PLAIN.  So PLAIN has nothing but a jump. */
static void ask_in_copy(struct function *fn, const struct pp_unit_decls *decls, tree plain)
{
    basic_block bb;
    tree type = TREE_TYPE(decls->burst_left);
    push_cfun(fn);
    loop_optimizer_init(AVOID_CFG_MODIFICATIONS);
    FOR_EACH_BB_FN(bb, fn)
    pp_silence_block(bb);
    gimple_seq seq = NULL;
    basic_block back = call_other(fn, plain);
    tree left =
        pp_binary(&seq, PLUS_EXPR, pp_load(&seq, type, decls->burst_left), build_int_cst(type, 1));
    gimple_seq_add_stmt(&seq, gimple_build_assign(decls->burst_left, left));
    gimple_stmt_iterator gsi = gsi_start_bb(back);
    gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
    seq = NULL;
    tree counts = ask(decls, &seq);
    branch(split_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fn))), seq, EQ_EXPR, counts, back);
    tidy(fn);
    pop_cfun();
}

/* The copy of the current function, which GCC will compile when it has compiled all others. */
static tree make_copy(struct function *fn, const struct pp_unit_decls *decls)
{
    cgraph_edge::rebuild_edges();
    struct cgraph_node *copy = cgraph_node::get(fn->decl)->create_version_clone_with_body(
        vNULL, NULL, NULL, NULL, NULL, "pathprof_burst");
    tree decl = copy->decl;
    DECL_ATTRIBUTES(decl) = tree_cons(get_identifier(COPY_ATTRIBUTE), NULL, DECL_ATTRIBUTES(decl));
    DECL_ATTRIBUTES(decl) = tree_cons(get_identifier("cold"), NULL, DECL_ATTRIBUTES(decl));
    DECL_UNINLINABLE(decl) = 1;
    copy->frequency = NODE_FREQUENCY_UNLIKELY_EXECUTED;
    ask_in_copy(DECL_STRUCT_FUNCTION(decl), decls, fn->decl);
    cgraph_node::add_new_function(decl, true);
    return decl;
}

static void duplicate(struct function *fn, const struct pp_compilation *c)
{
    auto_vec<basic_block> blocks;
    auto_vec<struct pp_loop_turn> turns;
    gimple_seq seq = NULL;
    loop_optimizer_init(AVOID_CFG_MODIFICATIONS);
    find_blocks(fn, &blocks);
    pp_find_loop_turns(c, fn, &turns);
    bool apart = turns.is_empty() && can_pass_on(fn);
    basic_block copy =
        apart ? call_other(fn, make_copy(fn, c->decls)) : copy_blocks(fn, blocks, &turns);
    for (unsigned i = 0; i < blocks.length(); i++)
        drop_markers(blocks[i]);
    for (unsigned i = 0; i < turns.length(); i++)
        connect(fn, c->decls, &turns[i]);
    edge entry = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fn));
    if (apart) {
        basic_block bb = split_edge(entry);
        tree left = subtract(c->decls, &seq);
        branch(bb, seq, LT_EXPR, left, copy);
    } else {
        ask_on(fn, c->decls, entry, copy);
    }
    tidy(fn);
}

static void tell_single(struct function *fn, const char *why)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    drop_markers(bb);
    inform(DECL_SOURCE_LOCATION(fn->decl),
           "pathprof: option %<bursts%>: %qD and what is inlined into it are not counted, as its "
           "code would have to be there twice: %s",
           fn->decl, why);
}

namespace
{
const pass_data bursts_data = {
    GIMPLE_PASS, "pathprof_bursts", OPTGROUP_NONE, TV_PLUGIN_RUN, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

class bursts_pass : public gimple_opt_pass
{
  public:
    explicit bursts_pass(const struct pp_compilation *compilation)
        : gimple_opt_pass(bursts_data, g), c(compilation)
    {
    }
    bool gate(function *) { return c->emissions != NULL && c->options.params.bursts; }
    unsigned int execute(function *fn)
    {
        if (is_copy(fn) || !has_markers(fn))
            return 0;
        if (const char *why = pp_why_not_twice(fn))
            tell_single(fn, why);
        else
            duplicate(fn, c);
        return 0;
    }

  private:
    const struct pp_compilation *c;
};
} // namespace

opt_pass *pp_make_bursts_pass(const struct pp_compilation *c)
{
    return new bursts_pass(c);
}
