/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions -> GIMPLE.  Straight-line code goes to its sites first; where it needs a branch (a
   look-up in a table, a thread's first use of its block) the place is remembered and the branch is
   made when all edges have been split, because splitting moves sites. */
#include "compat.h"
#include "emit.h"
#include "../../runtime/format.h"

/* After LAST: if KEY == WANTED go on along the likely way, else the other. */
struct branch {
    gimple *last;
    tree key, wanted;
    gimple_seq likely, unlikely;
};

struct writer {
    const struct pp_emission *e;
    tree path;           /* the path register: a local variable, renamed into SSA at the end */
    tree block;          /* update thread: the thread's counters, likewise */
    bool block_at_entry; /* it is taken once, not where a path is recorded */
    tree activation;     /* trace: likewise */
    vec<struct branch> branches;
    vec<gcall *> calls; /* that were written */
};

static tree word(unsigned HOST_WIDE_INT value)
{
    return build_int_cstu(uint64_type_node, value);
}

static gcall *add_call(struct writer *w, gimple_seq *seq, gcall *call)
{
    gimple_seq_add_stmt(seq, call);
    w->calls.safe_push(call);
    return call;
}

/* Appends  new = A CODE B  and returns new. */
static tree binary(gimple_seq *seq, enum tree_code code, tree a, tree b)
{
    tree result = make_ssa_name(TREE_TYPE(a));
    gimple_seq_add_stmt(seq, gimple_build_assign(result, code, a, b));
    return result;
}

static tree load(gimple_seq *seq, tree type, tree from)
{
    tree result = make_ssa_name(type);
    gimple_seq_add_stmt(seq, gimple_build_assign(result, from));
    return result;
}

static tree local_register(const char *name, tree type)
{
    tree decl = create_tmp_reg(type, name);
    DECL_IGNORED_P(decl) = 1;
    return decl;
}

/* The 64-bit word at POINTER + OFFSET. */
static tree memory_word(const struct writer *w, tree pointer, HOST_WIDE_INT offset)
{
    tree type = w->e->decls->word;
    return build2(MEM_REF, type, pointer, build_int_cst(build_pointer_type(type), offset));
}

static void write_block(struct writer *w, gimple_seq *seq);

/* Update thread: the thread's block, where a path is recorded. */
static tree thread_block(struct writer *w, gimple_seq *seq)
{
    if (!w->block_at_entry)
        write_block(w, seq);
    return load(seq, ptr_type_node, w->block);
}

/* Pointer to this function's counters: of the unit, or of the thread. */
static tree counters_pointer(struct writer *w, gimple_seq *seq)
{
    if (w->e->update != PP_UPDATE_THREAD)
        return build_fold_addr_expr(w->e->counters);
    tree block = thread_block(w, seq);
    return binary(seq, POINTER_PLUS_EXPR, block, build_int_cstu(sizetype, w->e->offset));
}

/* Adds 1 to the word PLACE (an lvalue). */
static void increment(struct writer *w, gimple_seq *seq, tree place)
{
    if (w->e->update == PP_UPDATE_ATOMIC) {
        tree address = make_ssa_name(build_pointer_type(TREE_TYPE(place)));
        gimple_seq_add_stmt(seq, gimple_build_assign(address, build_fold_addr_expr(place)));
        tree add = builtin_decl_explicit(BUILT_IN_ATOMIC_FETCH_ADD_8);
        tree relaxed = build_int_cst(integer_type_node, MEMMODEL_RELAXED);
        add_call(w, seq, gimple_build_call(add, 3, address, word(1), relaxed));
        return;
    }
    tree type = TREE_TYPE(place);
    tree old = load(seq, type, place);
    tree sum = binary(seq, PLUS_EXPR, old, build_int_cstu(type, 1));
    gimple_seq_add_stmt(seq, gimple_build_assign(unshare_expr(place), sum));
}

/* The number to be recorded. */
static tree path_number(struct writer *w, gimple_seq *seq, const struct pp_action *action)
{
    if (!action->uses_path)
        return word(action->index.b);
    tree number = load(seq, uint64_type_node, w->path);
    return action->index.b ? binary(seq, PLUS_EXPR, number, word(action->index.b)) : number;
}

/* counts[number]++ */
static void count_in_array(struct writer *w, gimple_seq *seq, tree number)
{
    const struct pp_emission *e = w->e;
    if (e->update != PP_UPDATE_THREAD) {
        increment(w, seq,
                  build4(ARRAY_REF, e->decls->word, e->counters, number, NULL_TREE, NULL_TREE));
        return;
    }
    tree block = thread_block(w, seq);
    if (TREE_CODE(number) == INTEGER_CST) {
        increment(w, seq, memory_word(w, block, e->offset + 8 * tree_to_uhwi(number)));
        return;
    }
    tree bytes = binary(seq, LSHIFT_EXPR, number, build_int_cst(integer_type_node, 3));
    tree at = binary(seq, POINTER_PLUS_EXPR, block, bytes);
    increment(w, seq, memory_word(w, at, e->offset));
}

/* The look-up that format.h describes: the bucket's first pair here, all else in the runtime. */
static void count_in_table(struct writer *w, gimple_seq *seq, tree number)
{
    const struct pp_emission *e = w->e;
    if (TREE_CODE(number) == INTEGER_CST)
        number = load(seq, uint64_type_node, number);
    tree table = counters_pointer(w, seq);
    tree mixed = binary(seq, MULT_EXPR, number, word(PATHPROF_HASH_MULTIPLIER));
    tree bucket =
        binary(seq, RSHIFT_EXPR, mixed, build_int_cst(integer_type_node, PATHPROF_HASH_SHIFT));
    tree bytes = binary(seq, LSHIFT_EXPR, bucket, build_int_cst(integer_type_node, 6));
    tree pair = make_ssa_name(ptr_type_node);
    gimple_seq_add_stmt(seq, gimple_build_assign(pair, POINTER_PLUS_EXPR, table, bytes));
    struct branch branch = {};
    branch.wanted = binary(seq, PLUS_EXPR, number, word(1));
    tree key = load(seq, e->decls->word, memory_word(w, pair, 0));
    branch.key = make_ssa_name(uint64_type_node);
    branch.last = gimple_build_assign(branch.key, NOP_EXPR, key);
    gimple_seq_add_stmt(seq, branch.last);
    increment(w, &branch.likely, memory_word(w, pair, 8));
    add_call(w, &branch.unlikely, gimple_build_call(e->decls->miss, 2, table, number));
    w->branches.safe_push(branch);
}

static void write_action(struct writer *w, gimple_seq *seq, const struct pp_action *action)
{
    if (action->record) {
        tree number = path_number(w, seq, action);
        if (w->e->g->procs[w->e->proc].storage == PP_STORE_TABLE)
            count_in_table(w, seq, number);
        else
            count_in_array(w, seq, number);
    }
    if (action->update == PP_SET)
        gimple_seq_add_stmt(seq, gimple_build_assign(w->path, word(action->value.b)));
    else if (action->update == PP_ADD) {
        tree old = load(seq, uint64_type_node, w->path);
        tree sum = binary(seq, PLUS_EXPR, old, word(action->value.b));
        gimple_seq_add_stmt(seq, gimple_build_assign(w->path, sum));
    }
}

/* Puts SEQ where SITE says. */
static void place(const struct pp_site *site, gimple_seq seq)
{
    if (site->cfg_edge) {
        gsi_insert_seq_on_edge(site->cfg_edge, seq);
        return;
    }
    gimple_stmt_iterator gsi;
    if (site->before) {
        gsi = gsi_for_stmt(site->before);
        gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
    } else if (site->after) {
        gsi = gsi_for_stmt(site->after);
        gsi_insert_seq_after(&gsi, seq, GSI_NEW_STMT);
    } else {
        gcc_assert(site->at);
        gsi = gsi_after_labels(site->at);
        /* What arrives sideways is valid only after the receiver has put the frame in order. */
        while (!gsi_end_p(gsi) && (is_gimple_debug(gsi_stmt(gsi)) ||
                                   gimple_call_builtin_p(gsi_stmt(gsi), BUILT_IN_SETJMP_RECEIVER)))
            gsi_next(&gsi);
        gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
    }
}

/* A function that records once an activation does not hold the block in a register from its entry
   on; one that records in loops looks for it only once. */
static bool take_block_at_entry(const struct pp_emission *e)
{
    const struct pp_graph *g = e->g;
    uint32_t counters = 0;
    bool loops = false;
    if (e->check == PP_CHECK_AT_ENTRY)
        return true;
    for (uint32_t i = 0; i < e->plan->num_actions; i++) {
        const struct pp_action *a = &e->plan->actions[i];
        if (!a->record)
            continue;
        counters++;
        loops |= a->place == PP_AT_EDGE && !pp_live(g, a->at);
    }
    return loops || (g->procs[e->proc].storage == PP_STORE_EDGES && counters > 1);
}

/* Takes the thread's block; makes one when it may have none. */
static void write_block(struct writer *w, gimple_seq *seq)
{
    const struct pp_emission *e = w->e;
    struct branch branch = {};
    tree unit = build_fold_addr_expr(e->decls->unit);
    tree mine = load(seq, ptr_type_node, e->decls->block);
    gimple_seq_add_stmt(seq, gimple_build_assign(w->block, mine));
    if (e->check == PP_CHECK_NONE)
        return;
    branch.last = gimple_seq_last_stmt(*seq);
    branch.key = mine;
    branch.wanted = NULL_TREE; /* anything but NULL is the likely way */
    tree made = make_ssa_name(ptr_type_node);
    gcall *call =
        gimple_build_call(e->decls->new_block, 2, unit, build_fold_addr_expr(e->decls->block));
    gimple_call_set_lhs(call, made);
    add_call(w, &branch.unlikely, call);
    gimple_seq_add_stmt(&branch.unlikely, gimple_build_assign(w->block, made));
    w->branches.safe_push(branch);
}

/* Gives FROM a successor block for SEQ that goes on to JOIN. */
static void add_arm(basic_block from, basic_block join, gimple_seq seq, int flag,
                    profile_probability probability)
{
    basic_block arm = create_empty_bb(from);
    gimple_stmt_iterator gsi = gsi_start_bb(arm);
    gsi_insert_seq_after(&gsi, seq, GSI_CONTINUE_LINKING);
    make_edge(from, arm, flag)->probability = probability;
    make_single_succ_edge(arm, join, EDGE_FALLTHRU);
    arm->count = from->count.apply_probability(probability);
    if (current_loops)
        add_bb_to_loop(arm, from->loop_father);
}

static void make_branch(const struct branch *branch)
{
    basic_block bb = gimple_bb(branch->last);
    edge through = split_block(bb, branch->last);
    basic_block join = through->dest;
    tree_code code = branch->wanted ? EQ_EXPR : NE_EXPR;
    tree wanted = branch->wanted ? branch->wanted : null_pointer_node;
    gimple_stmt_iterator gsi = gsi_last_bb(bb);
    gsi_insert_after(&gsi, gimple_build_cond(code, branch->key, wanted, NULL_TREE, NULL_TREE),
                     GSI_NEW_STMT);
    profile_probability likely = profile_probability::very_likely();
    if (branch->likely) {
        remove_edge(through);
        add_arm(bb, join, branch->likely, EDGE_TRUE_VALUE, likely);
    } else {
        through->flags = (through->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
        through->probability = likely;
    }
    add_arm(bb, join, branch->unlikely, EDGE_FALSE_VALUE, likely.invert());
}

/* trace=on: an event for every vertex but Entry, and for entering the function. */
static void write_trace(struct writer *w)
{
    const struct pp_emission *e = w->e;
    const struct pp_graph *g = e->g;
    const struct pp_proc *proc = &g->procs[e->proc];
    gimple_seq seq = NULL;
    gcall *enter = gimple_build_call(e->decls->trace_enter, 2, build_fold_addr_expr(e->decls->unit),
                                     word(proc->index));
    tree activation = make_ssa_name(uint64_type_node);
    gimple_call_set_lhs(enter, activation);
    add_call(w, &seq, enter);
    gimple_seq_add_stmt(&seq, gimple_build_assign(w->activation, activation));
    for (uint32_t i = 0; i < e->sites->num_edges; i++)
        if (g->edges[proc->first_edge + i].from == proc->entry)
            place(&e->sites->edges[i], seq);
    for (uint32_t v = 0; v < e->sites->num_vertices; v++) {
        const struct pp_site *site = &e->sites->vertices[v];
        if (!site->cfg_edge && !site->before && !site->after && !site->at)
            continue;
        seq = NULL;
        activation = load(&seq, uint64_type_node, w->activation);
        add_call(w, &seq, gimple_build_call(e->decls->trace, 2, activation, word(v)));
        place(site, seq);
    }
    for (uint32_t i = 0; i < e->sites->num_edges; i++)
        if (g->edges[proc->first_edge + i].to == proc->exit) {
            seq = NULL;
            activation = load(&seq, uint64_type_node, w->activation);
            tree exit = word(proc->exit - proc->first_vertex);
            add_call(w, &seq, gimple_build_call(e->decls->trace, 2, activation, exit));
            place(&e->sites->edges[i], seq);
        }
}

/* Every call that bodies hold must have its edge in NODE and in all clones that share the body. */
static void add_call_edges(const struct writer *w, struct cgraph_node *node)
{
    for (unsigned i = 0; i < w->calls.length(); i++) {
        gcall *call = w->calls[i];
        struct cgraph_node *callee = cgraph_node::get_create(gimple_call_fndecl(call));
        node->create_edge_including_clones(callee, call, call, gimple_bb(call)->count,
                                           CIF_BODY_NOT_AVAILABLE);
    }
}

void pp_emit(struct pp_emission *e, struct cgraph_node *node)
{
    struct function *fn = DECL_STRUCT_FUNCTION(node->decl);
    push_cfun(fn);
    const struct pp_proc *proc = &e->g->procs[e->proc];
    struct writer w = {};
    w.e = e;
    w.branches.create(16);
    w.calls.create(16);
    w.path = local_register("pathprof_path", uint64_type_node);
    if (e->trace) {
        w.activation = local_register("pathprof_activation", uint64_type_node);
        write_trace(&w);
    }
    if (e->update == PP_UPDATE_THREAD) {
        w.block = local_register("pathprof_block", ptr_type_node);
        w.block_at_entry = take_block_at_entry(e);
        gimple_seq seq = NULL;
        if (w.block_at_entry) {
            write_block(&w, &seq);
            gsi_insert_seq_on_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fn)), seq);
        }
    }
    for (uint32_t i = 0; i < e->plan->num_actions; i++) {
        const struct pp_action *action = &e->plan->actions[i];
        gimple_seq seq = NULL;
        write_action(&w, &seq, action);
        if (action->place == PP_AT_VERTEX)
            place(&e->sites->vertices[action->at - proc->first_vertex], seq);
        else
            place(&e->sites->edges[action->at - proc->first_edge], seq);
    }
    gsi_commit_edge_inserts();
    for (unsigned i = 0; i < w.branches.length(); i++)
        make_branch(&w.branches[i]);
    add_call_edges(&w, node);
    w.branches.release();
    w.calls.release();
    if (current_loops)
        loops_state_set(LOOPS_NEED_FIXUP);
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
    mark_virtual_operands_for_renaming(fn);
    update_ssa(TODO_update_ssa);
    free_dominance_info(CDI_DOMINATORS);
    pop_cfun();
}
