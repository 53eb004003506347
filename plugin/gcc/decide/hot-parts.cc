/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/base/flags.h"
#include "gcc/base/hot-part.h"
#include "gcc/base/selected.h"
#include "gcc/decide/hot-parts.h"

/* Modes over calls: a function of more of GCC's instructions is not inlined whole, nor one whose copies would have more
   together. */
#define MOST_WHOLE 70
#define MOST_COPIES 280

/* What a block of the function is in its hot part. */
enum role { OTHER, TRUNK, FAST };

struct region {
    auto_vec<enum role> roles; /* by index of block */
    auto_vec<bool> barred;     /* blocks that can or should not be in it */
    auto_vec<bool> stores;     /* blocks that may be in it, but not in the trunk */
    auto_vec<int> sizes;       /* in GCC's instructions */
    auto_vec<basic_block>
        order; /* blocks, each behind its successors; those of cycles are barred */
    int size;  /* of the hot part */
    int whole; /* of all */
};

/* Whether an activation may run STMT, as part of the trunk, and then begin again.  What GCC may believe of it must not
   depend on the function that it stands in. */
static bool may_run_twice(gimple *stmt)
{
    switch (gimple_code(stmt)) {
    case GIMPLE_DEBUG:
    case GIMPLE_LABEL:
    case GIMPLE_PREDICT:
    case GIMPLE_NOP:
    case GIMPLE_COND:
    case GIMPLE_SWITCH:
    case GIMPLE_RETURN:
        return true;
    case GIMPLE_ASSIGN:
        return !gimple_vdef(stmt);
    case GIMPLE_CALL:
        return gimple_call_builtin_p(stmt, BUILT_IN_EXPECT) ||
               gimple_call_builtin_p(stmt, BUILT_IN_EXPECT_WITH_PROBABILITY);
    default:
        return false;
    }
}

/* Whether STMT may be in a hot part at all: nothing that could call, leave, or be a place of values that are
   counted. */
static bool may_be_copied(const struct pp_compilation *c, gimple *stmt)
{
    if (gimple_has_volatile_ops(stmt) || stmt_could_throw_p(cfun, stmt))
        return false;
    if (gimple_code(stmt) == GIMPLE_LABEL) {
        tree label = gimple_label_label(as_a<glabel *>(stmt));
        return !FORCED_LABEL(label) && !DECL_NONLOCAL(label);
    }
    if (!is_gimple_assign(stmt))
        return may_run_twice(stmt);
    enum tree_code code = gimple_assign_rhs_code(stmt);
    return c->options.values != PP_VALUES_ON || TREE_CODE_CLASS(code) != tcc_binary ||
           (code != TRUNC_DIV_EXPR && code != TRUNC_MOD_EXPR);
}

static void judge_block(const struct pp_compilation *c, struct region *r, basic_block bb)
{
    edge e;
    edge_iterator i;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        r->sizes[bb->index] += estimate_num_insns(stmt, &eni_size_weights);
        r->stores[bb->index] |= !may_run_twice(stmt);
        r->barred[bb->index] |= !may_be_copied(c, stmt);
    }
    FOR_EACH_EDGE(e, i, bb->succs)
    r->barred[bb->index] |= (e->flags & (EDGE_EH | EDGE_ABNORMAL | EDGE_DFS_BACK)) != 0;
}

static void judge_blocks(const struct pp_compilation *c, struct region *r)
{
    unsigned n = last_basic_block_for_fn(cfun);
    basic_block bb;
    r->roles.safe_grow_cleared(n);
    r->barred.safe_grow_cleared(n);
    r->stores.safe_grow_cleared(n);
    r->sizes.safe_grow_cleared(n);
    mark_dfs_back_edges();
    FOR_EACH_BB_FN(bb, cfun)
    judge_block(c, r, bb);
    auto_vec<int> order;
    order.safe_grow(n);
    int number = post_order_compute(order.address(), false, false);
    for (int i = 0; i < number; i++)
        r->order.safe_push(BASIC_BLOCK_FOR_FN(cfun, order[i]));
}

/* What BB would be, if its successors are what R says. */
static enum role role_of(const struct region *r, basic_block bb)
{
    edge e;
    edge_iterator i;
    unsigned others = 0, total = EDGE_COUNT(bb->succs), trunk = 0;
    if (r->barred[bb->index] || !total)
        return OTHER;
    FOR_EACH_EDGE(e, i, bb->succs)
    if (e->dest != EXIT_BLOCK_PTR_FOR_FN(cfun)) {
        others += r->roles[e->dest->index] == OTHER;
        trunk += r->roles[e->dest->index] == TRUNK;
    }
    if (!others && !trunk)
        return FAST;
    /* The way to a block of the trunk has to be one, as it is told there what was not counted on it. */
    bool one_way = single_pred_p(bb);
    return others == total || r->stores[bb->index] || !one_way ? OTHER : TRUNK;
}

/* Finds roles for all blocks, then drops what is not reached; returns whether there is a hot part. */
static bool find_roles(struct region *r)
{
    basic_block entry = single_succ(ENTRY_BLOCK_PTR_FOR_FN(cfun));
    auto_vec<bool> reached;
    unsigned i;
    basic_block bb;
    edge e;
    edge_iterator k;
    FOR_EACH_VEC_ELT(r->order, i, bb)
    r->roles[bb->index] = role_of(r, bb);
    r->size = 0;
    if (r->roles[entry->index] != TRUNK)
        return false;
    reached.safe_grow_cleared(r->roles.length());
    reached[entry->index] = true;
    FOR_EACH_VEC_ELT_REVERSE(r->order, i, bb)
    {
        if (!reached[bb->index] || r->roles[bb->index] == OTHER) {
            r->roles[bb->index] = OTHER;
            continue;
        }
        r->size += r->sizes[bb->index];
        FOR_EACH_EDGE(e, k, bb->succs)
        reached[e->dest->index] = true;
    }
    return true;
}

/* How often the function is called again. */
static profile_count count_of_rest(const struct region *r)
{
    profile_count count = profile_count::zero();
    unsigned i;
    basic_block bb;
    edge e;
    edge_iterator k;
    FOR_EACH_VEC_ELT(r->order, i, bb)
    {
        if (r->roles[bb->index] == OTHER)
            continue;
        FOR_EACH_EDGE(e, k, bb->succs)
        if (e->dest != EXIT_BLOCK_PTR_FOR_FN(cfun) && r->roles[e->dest->index] == OTHER)
            count += e->count();
    }
    return count;
}

/* Those that run least often first. */
static int by_count(const void *a, const void *b)
{
    basic_block x = *(const basic_block *)a, y = *(const basic_block *)b;
    int difference = x->count.to_frequency(cfun) - y->count.to_frequency(cfun);
    return difference ? difference : y->index - x->index;
}

/* Bars the block of the hot part that runs least, but the first; of many blocks all that run least often, so that large
   functions take few rounds.  Returns whether there is one. */
static bool bar_coldest(struct region *r)
{
    const unsigned many = 64;
    basic_block entry = single_succ(ENTRY_BLOCK_PTR_FOR_FN(cfun)), bb;
    auto_vec<basic_block> blocks;
    unsigned i;
    FOR_EACH_VEC_ELT(r->order, i, bb)
    if (r->roles[bb->index] != OTHER && bb != entry)
        blocks.safe_push(bb);
    blocks.qsort(by_count);
    unsigned number = blocks.length() > many ? blocks.length() / 2 : MIN(blocks.length(), 1);
    for (i = 0; i < number; i++)
        r->barred[blocks[i]->index] = true;
    return number > 0;
}

/* As much of the function as pays, by GCC's rules for splitting one (consider_split in ipa-split.cc).  But the rest has
   to be more than GCC would inline: a smaller function may be inlined as it is. */
static bool choose_region(struct region *r)
{
    tree decl = cfun->decl;
    int call = eni_size_weights.call_cost;
    int most = 10 + (DECL_DECLARED_INLINE_P(decl) ? opt_for_fn(decl, param_max_inline_insns_single)
                                                  : opt_for_fn(decl, param_max_inline_insns_auto));
    r->whole = 0;
    for (unsigned i = 0; i < r->sizes.length(); i++)
        r->whole += r->sizes[i];
    for (tree parm = DECL_ARGUMENTS(decl); parm; parm = DECL_CHAIN(parm))
        call += estimate_move_cost(TREE_TYPE(parm), false);
    if (!VOID_TYPE_P(TREE_TYPE(TREE_TYPE(decl))))
        call += estimate_move_cost(TREE_TYPE(TREE_TYPE(decl)), false);
    while (find_roles(r)) {
        if (r->size + call < most) {
            profile_count entry = ENTRY_BLOCK_PTR_FOR_FN(cfun)->count, rest = count_of_rest(r);
            int share = opt_for_fn(decl, param_partial_inlining_entry_probability);
            return r->whole - r->size >= most && rest < entry.apply_scale(share, 100);
        }
        if (!bar_coldest(r))
            return false;
    }
    return false;
}

/* Whether all of what the function is given and gives can be handed on by a plain call. */
static bool hands_on_plainly(tree decl)
{
    tree result = DECL_RESULT(decl);
    if (stdarg_p(TREE_TYPE(decl)) || DECL_BY_REFERENCE(result) ||
        !(VOID_TYPE_P(TREE_TYPE(result)) || is_gimple_reg_type(TREE_TYPE(result))))
        return false;
    for (tree parm = DECL_ARGUMENTS(decl); parm; parm = DECL_CHAIN(parm))
        if (!is_gimple_reg(parm))
            return false;
    return true;
}

/* What asks who called it would see another frame. */
static bool asks_for_frame(struct function *fn)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (gimple_call_builtin_p(gsi_stmt(gsi), BUILT_IN_RETURN_ADDRESS) ||
            gimple_call_builtin_p(gsi_stmt(gsi), BUILT_IN_FRAME_ADDRESS) ||
            gimple_call_builtin_p(gsi_stmt(gsi), BUILT_IN_APPLY_ARGS))
            return true;
    return false;
}

/* As execute_split_functions in ipa-split.cc; and what GCC makes versions of later. */
static bool may_have_hot_part(struct cgraph_node *node)
{
    static const char *const barring[] = {"noinline", "noipa",         "section",         "cold",
                                          "simd",     "target_clones", "omp declare simd"};
    tree decl = node->decl, attributes = DECL_ATTRIBUTES(decl);
    struct function *fn = DECL_STRUCT_FUNCTION(decl);
    if (!opt_for_fn(decl, flag_inline_small_functions) || opt_for_fn(decl, optimize_size) ||
        !node->callers || (!node->callers->next_caller && node->local && !node->address_taken))
        return false;
    if ((flags_from_decl_or_type(decl) & (ECF_NORETURN | ECF_MALLOC | ECF_RETURNS_TWICE)) ||
        MAIN_NAME_P(DECL_NAME(decl)) || node->frequency == NODE_FREQUENCY_UNLIKELY_EXECUTED ||
        DECL_DISREGARD_INLINE_LIMITS(decl) || DECL_UNINLINABLE(decl) || node->calls_comdat_local ||
        DECL_FUNCTION_VERSIONED(decl) || pp_resolves_ifunc(node) ||
        node->get_availability() <= AVAIL_INTERPOSABLE || node->thunk || fn->static_chain_decl ||
        fn->calls_setjmp || fn->has_nonlocal_label || !tree_versionable_function_p(decl))
        return false;
    for (unsigned i = 0; i < ARRAY_SIZE(barring); i++)
        if (lookup_attribute(barring[i], attributes))
            return false;
    return hands_on_plainly(decl) && !asks_for_frame(fn);
}

/* Leads E of the hot part, where the rest is needed, to a call of WHOLE. */
static void call_whole(edge e, tree whole)
{
    auto_vec<tree> args;
    tree type = TREE_TYPE(TREE_TYPE(whole)), value = NULL_TREE;
    profile_count count = e->count();
    basic_block bb = create_empty_bb(e->src);
    gimple_seq seq = NULL;
    bb->count = count;
    redirect_edge_and_branch_force(e, bb);
    for (tree parm = DECL_ARGUMENTS(cfun->decl); parm; parm = DECL_CHAIN(parm))
        args.safe_push(get_or_create_ssa_default_def(cfun, parm));
    gcall *call = gimple_build_call_vec(build_fold_addr_expr(whole), args);
    gimple_set_block(call, DECL_INITIAL(cfun->decl));
    if (!VOID_TYPE_P(type)) {
        value = make_ssa_name(type);
        gimple_call_set_lhs(call, value);
    }
    gimple_seq_add_stmt(&seq, call);
    gimple_seq_add_stmt(&seq, gimple_build_return(value));
    gimple_stmt_iterator gsi = gsi_last_bb(bb);
    gsi_insert_seq_after(&gsi, seq, GSI_CONTINUE_LINKING);
    make_single_succ_edge(bb, EXIT_BLOCK_PTR_FOR_FN(cfun), 0);
}

/* GCC gives a copy of FN, the current function, a block more, for what a parameter is replaced by. */
static void merge_first_block(struct function *fn)
{
    basic_block first = single_succ(ENTRY_BLOCK_PTR_FOR_FN(cfun));
    if (n_basic_blocks_for_fn(cfun) == n_basic_blocks_for_fn(fn) + 1 && single_succ_p(first) &&
        can_merge_blocks_p(first, single_succ(first)))
        merge_blocks(first, single_succ(first));
}

/* Makes PART, a copy of FN, of which the current function is one, what R says: the blocks of both are gone through side
   by side. */
static void cut_part(const struct region *r, struct function *fn, tree whole)
{
    auto_vec<basic_block> originals, copies;
    auto_vec<edge> out;
    auto_bitmap seen;
    originals.safe_push(single_succ(ENTRY_BLOCK_PTR_FOR_FN(fn)));
    copies.safe_push(single_succ(ENTRY_BLOCK_PTR_FOR_FN(cfun)));
    while (!originals.is_empty()) {
        basic_block original = originals.pop(), copy = copies.pop();
        if (!bitmap_set_bit(seen, original->index))
            continue;
        gcc_assert(EDGE_COUNT(original->succs) == EDGE_COUNT(copy->succs));
        for (unsigned i = 0; i < EDGE_COUNT(original->succs); i++) {
            basic_block next = EDGE_SUCC(original, i)->dest;
            if (next == EXIT_BLOCK_PTR_FOR_FN(fn))
                continue;
            if (r->roles[next->index] == OTHER) {
                out.safe_push(EDGE_SUCC(copy, i));
                continue;
            }
            originals.safe_push(next);
            copies.safe_push(EDGE_SUCC(copy, i)->dest);
        }
    }
    for (unsigned i = 0; i < out.length(); i++)
        call_whole(out[i], whole);
    delete_unreachable_blocks();
}

static void make_hot_part(struct pp_compilation *c, struct cgraph_node *node,
                          const struct region *r)
{
    tree whole = node->decl;
    auto_vec<cgraph_edge *> callers;
    for (struct cgraph_edge *e = node->callers; e; e = e->next_caller)
        if (!e->caller->thunk && e->call_stmt)
            callers.safe_push(e);
    struct cgraph_node *part =
        node->create_version_clone_with_body(vNULL, NULL, NULL, NULL, NULL, "hot", NULL_TREE);
    if (!part)
        return;
    pp_set_whole(part->decl, whole);
    /* For those who check that a statement and the call graph name the same callee. */
    part->former_clone_of = whole;
    push_cfun(DECL_STRUCT_FUNCTION(part->decl));
    merge_first_block(DECL_STRUCT_FUNCTION(whole));
    cut_part(r, DECL_STRUCT_FUNCTION(whole), whole);
    mark_virtual_operands_for_renaming(cfun);
    update_ssa(TODO_update_ssa);
    free_dominance_info(CDI_DOMINATORS);
    cgraph_edge::rebuild_edges();
    pop_cfun();
    for (unsigned i = 0; i < callers.length(); i++)
        callers[i]->redirect_callee(part);
    /* Where it is known that the rest is not needed nobody would call it, and it would be dropped with its graph. */
    if (node->force_output)
        return;
    node->force_output = 1;
    c->held.safe_push(whole);
}

/* Modes over calls: has NODE inlined as it is wherever it is called, if that is not too much.  Its rest is mostly not
   needed, so that there is little more than its hot part in what runs; and what a call hands over to it and takes back
   stays in registers. */
static void inline_whole(struct cgraph_node *node, const struct region *r)
{
    int copies = 0;
    for (struct cgraph_edge *e = node->callers; e; e = e->next_caller)
        copies += r->whole;
    if (r->whole <= MOST_WHOLE && copies <= MOST_COPIES)
        DECL_DISREGARD_INLINE_LIMITS(node->decl) = 1;
}

static void consider(struct pp_compilation *c, struct cgraph_node *node)
{
    struct region r;
    if (!may_have_hot_part(node))
        return;
    push_cfun(DECL_STRUCT_FUNCTION(node->decl));
    judge_blocks(c, &r);
    bool pays = choose_region(&r);
    pop_cfun();
    if (pays && pp_mode_row(c->options.params.mode)->crosses_calls)
        inline_whole(node, &r);
    else if (pays)
        make_hot_part(c, node, &r);
}

/* Not with -flto, where a function and its hot part may be compiled apart (in modes over calls there are no parts), nor
   for those who trace or instrument each entry. */
static bool may_have_hot_parts(const struct pp_compilation *c)
{
    const struct pp_options *options = &c->options;
    return pp_would_split_functions() && !flag_no_inline && !flag_tm && !profile_flag &&
           !flag_instrument_function_entry_exit && !options->trace && !options->params.bursts &&
           (!flag_lto || pp_mode_row(options->params.mode)->crosses_calls);
}

void pp_make_hot_parts(struct pp_compilation *c)
{
    auto_vec<cgraph_node *> nodes;
    struct cgraph_node *node;
    if (!may_have_hot_parts(c))
        return;
    FOR_EACH_DEFINED_FUNCTION(node)
    if (gimple_has_body_p(node->decl) && !node->clone_of && !node->alias &&
        c->lines->get(node->decl))
        nodes.safe_push(node);
    for (unsigned i = 0; i < nodes.length(); i++)
        consider(c, nodes[i]);
}

void pp_drop_hot_parts(struct pp_compilation *c)
{
    struct cgraph_node *node;
    bool any = false;
    FOR_EACH_DEFINED_FUNCTION(node)
    {
        tree whole = pp_whole_of(node->decl);
        any |= whole != NULL_TREE;
        if (!whole || node->clone_of || node->inlined_to || cgraph_node::get(whole)->local)
            continue;
        auto_vec<cgraph_edge *> calls;
        for (struct cgraph_edge *e = node->callers; e; e = e->next_caller)
            calls.safe_push(e);
        for (unsigned i = 0; i < calls.length(); i++)
            calls[i]->redirect_callee(cgraph_node::get(whole));
    }
    if (any)
        symtab->remove_unreachable_nodes(NULL);
    for (unsigned i = 0; i < c->held.length(); i++)
        cgraph_node::get(c->held[i])->force_output = 0;
    c->held.release();
}
