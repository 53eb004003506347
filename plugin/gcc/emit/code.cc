/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One action as GIMPLE statements.  They are straight-line code; where that needs a branch (a
   look-up in a table, a thread's first use of its block) the place is remembered, and the branch
   made when all statements of the function are in place. */
#include "gcc/base/compat.h"
#include "gcc/emit/code.h"
#include "gcc/emit/call-protocol.h"
#include "gcc/emit/wide.h"
#include "gcc/emit/kpath.h"
#include "gcc/emit/wait.h"
#include "gcc/mark/marker.h"
#include "gcc/mark/count-stub.h"
#include "runtime/format.h"

gcall *pp_add_call(struct pp_writer *w, gimple_seq *seq, gcall *call)
{
    gimple_seq_add_stmt(seq, call);
    w->calls->safe_push(call);
    return call;
}

tree pp_memory_word(const struct pp_writer *w, tree pointer, HOST_WIDE_INT offset)
{
    tree type = w->e->decls->word;
    return build2(MEM_REF, type, pointer, build_int_cst(build_pointer_type(type), offset));
}

/* Update thread: the thread's block, where a path is recorded. */
static tree thread_block(struct pp_writer *w, gimple_seq *seq)
{
    if (!pp_takes_block_at_entry(w->e))
        pp_write_block(w, seq);
    return pp_load(seq, ptr_type_node, w->block);
}

/* Pointer to this function's counters: of the unit, or of the thread. */
static tree counters_pointer(struct pp_writer *w, gimple_seq *seq)
{
    if (w->e->update != PP_UPDATE_THREAD)
        return build_fold_addr_expr(w->e->counters);
    tree block = thread_block(w, seq);
    return pp_binary(seq, POINTER_PLUS_EXPR, block, build_int_cstu(sizetype, w->e->offset));
}

/* GCC's atomic addition, of which the front end of Go says nothing to the rest of GCC. */
static tree atomic_add(void)
{
    tree add = builtin_decl_explicit(BUILT_IN_ATOMIC_FETCH_ADD_8);
    if (add)
        return add;
    add = build_fn_decl("__atomic_fetch_add_8",
                        build_function_type_list(uint64_type_node, ptr_type_node, uint64_type_node,
                                                 integer_type_node, NULL_TREE));
    set_decl_built_in_function(add, BUILT_IN_NORMAL, BUILT_IN_ATOMIC_FETCH_ADD_8);
    set_call_expr_flags(add, ECF_NOTHROW | ECF_LEAF);
    set_builtin_decl(BUILT_IN_ATOMIC_FETCH_ADD_8, add, false);
    return add;
}

void pp_increment(struct pp_writer *w, gimple_seq *seq, tree place)
{
    tree times = w->times ? w->times : word(1);
    if (w->e->update == PP_UPDATE_ATOMIC) {
        tree address = make_ssa_name(build_pointer_type(TREE_TYPE(place)));
        gimple_seq_add_stmt(seq, gimple_build_assign(address, build_fold_addr_expr(place)));
        tree add = atomic_add();
        tree relaxed = build_int_cst(integer_type_node, MEMMODEL_RELAXED);
        pp_add_call(w, seq, gimple_build_call(add, 3, address, times, relaxed));
        return;
    }
    tree type = TREE_TYPE(place);
    tree old = pp_load(seq, type, place);
    tree sum = pp_binary(seq, PLUS_EXPR, old, times);
    gimple_seq_add_stmt(seq, gimple_build_assign(unshare_expr(place), sum));
}

/* PATH (NULL: 0) + MORE. */
static tree path_plus(gimple_seq *seq, tree path, uint64_t more)
{
    if (!path || TREE_CODE(path) == INTEGER_CST)
        return word(more + (path ? tree_to_uhwi(path) : 0));
    return more ? pp_binary(seq, PLUS_EXPR, path, word(more)) : path;
}

/* The number to be recorded. */
static tree path_number(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    if (!pp_does(action, PP_DO_USES_PATH))
        return word(action->index.b.low);
    return pp_number(w, seq, action->index);
}

/* Counter INDEX of this function's array. */
static tree counter(struct pp_writer *w, gimple_seq *seq, uint64_t index)
{
    const struct pp_emission *e = w->e;
    if (e->update == PP_UPDATE_THREAD)
        return pp_memory_word(w, thread_block(w, seq), e->offset + 8 * index);
    return build4(ARRAY_REF, e->decls->word, e->counters, word(index), NULL_TREE, NULL_TREE);
}

/* Option bursts=: one more for the counter PLACE (an lvalue) and its variance. */
static void count_burst(struct pp_writer *w, gimple_seq *seq, tree place)
{
    tree address = make_ssa_name(ptr_type_node);
    tree pointer = build1(ADDR_EXPR, ptr_type_node, place);
    uint64_t n = w->e->g->procs[w->e->proc].num_paths;
    gimple_seq_add_stmt(seq, gimple_build_assign(address, pointer));
    pp_add_call(w, seq, gimple_build_call(w->e->decls->burst_array, 2, address, word(n)));
}

/* counts[number]++, where the path register holds the address of its counter. */
static void count_in_array(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    tree place =
        pp_does(action, PP_DO_USES_PATH)
            ? pp_memory_word(w, pp_load(seq, ptr_type_node, w->path), 8 * action->index.b.low)
            : counter(w, seq, action->index.b.low);
    if (w->e->bursts)
        count_burst(w, seq, place);
    else
        pp_increment(w, seq, place);
}

/* The number that is recorded if the call to come does not come back.  Mode path with an array has
   the address of its counter. */
static tree waiting_number(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    if (w->e->plan.hands_over)
        return path_plus(seq, pp_number(w, seq, action->index), UINT64_MAX);
    if (w->e->plan.num_loops)
        return pp_number_in_loops(w, seq, action);
    if (w->e->table || !pp_does(action, PP_DO_USES_PATH))
        return path_number(w, seq, action);
    /* Signed: a potential may be negative. */
    tree difference = signed_type_for(pointer_sized_int_node);
    tree address = make_ssa_name(difference), first = make_ssa_name(difference);
    tree number = make_ssa_name(uint64_type_node);
    tree counters = counters_pointer(w, seq), path = pp_load(seq, ptr_type_node, w->path);
    gimple_seq_add_stmt(seq, gimple_build_assign(address, NOP_EXPR, path));
    gimple_seq_add_stmt(seq, gimple_build_assign(first, NOP_EXPR, counters));
    tree bytes = pp_binary(seq, MINUS_EXPR, address, first);
    tree words = pp_binary(seq, RSHIFT_EXPR, bytes, build_int_cst(integer_type_node, 3));
    gimple_seq_add_stmt(seq, gimple_build_assign(number, NOP_EXPR, words));
    return pp_binary(seq, PLUS_EXPR, number, word(action->index.b.low));
}

/* counts[NUMBER]++, by the number itself: the array of an interprocedural mode, or of a procedure
   whose number is only known when it is recorded. */
static void count_by_number(struct pp_writer *w, gimple_seq *seq, tree number)
{
    const struct pp_emission *e = w->e;
    if (e->update != PP_UPDATE_THREAD) {
        tree place = build4(ARRAY_REF, e->decls->word, e->counters, number, NULL_TREE, NULL_TREE);
        pp_increment(w, seq, place);
        return;
    }
    tree bytes = pp_binary(seq, LSHIFT_EXPR, number, build_int_cst(integer_type_node, 3));
    tree address = make_ssa_name(ptr_type_node);
    gimple_seq_add_stmt(seq,
                        gimple_build_assign(address, POINTER_PLUS_EXPR, counters_pointer(w, seq),
                                            pp_as_offset(seq, bytes)));
    pp_increment(w, seq, pp_memory_word(w, address, 0));
}

/* How the runtime is told of how many buckets the table is. */
static unsigned hash_shift(const struct pp_emission *e)
{
    return PATHPROF_HASH_SHIFT(e->buckets);
}

/* Appends, out of line: any count in TABLE, of the path whose number + 1 is KEY. */
static void call_to_count(struct pp_writer *w, gimple_seq *seq, tree table, tree key)
{
    const struct pp_emission *e = w->e;
    bool of_unit = e->g->procs[e->proc].storage == PP_STORE_UNIT;
    if (e->decls->count && of_unit && !e->sparse && !w->times) {
        pp_add_call(w, seq, pp_call_count_stub(e->decls->count, key));
        return;
    }
    tree number = path_plus(seq, key, UINT64_MAX);
    tree shift = build_int_cst(unsigned_type_node, hash_shift(e));
    tree miss = e->grows ? e->decls->miss_growing : e->decls->miss;
    gcall *call = gimple_build_call(miss, 3, table, number, shift);
    if (w->times)
        call = gimple_build_call(e->decls->miss_times, 4, table, number, shift, w->times);
    else if (e->sparse)
        call = gimple_build_call(e->decls->array, 4, table, number, shift, word(e->sparse));
    pp_add_call(w, seq, call);
}

/* Option bursts=. */
static void count_burst_in_table(struct pp_writer *w, gimple_seq *seq, tree number)
{
    const struct pp_emission *e = w->e;
    tree table = counters_pointer(w, seq);
    tree scratch = pp_binary(seq, POINTER_PLUS_EXPR, table,
                             build_int_cstu(sizetype, PATHPROF_TABLE_BYTES(e->buckets)));
    tree n = word(e->g->procs[e->proc].num_paths);
    pp_add_call(w, seq, gimple_build_call(e->decls->burst_table, 4, table, number, n, scratch));
}

/* In the array of TABLE, if it has one: path PATH (NULL: 0) + MORE.  MORE is part of the address, so that only the way
   to the runtime pays for its addition. */
static void count_in_sparse(struct pp_writer *w, gimple_seq *seq, tree table, tree path,
                            uint64_t more)
{
    struct pp_branch branch = {};
    tree at = build_int_cst(ptr_type_node, offsetof(struct pathprof_table, array));
    branch.key = make_ssa_name(ptr_type_node);
    branch.last = gimple_build_assign(branch.key, build2(MEM_REF, ptr_type_node, table, at));
    gimple_seq_add_stmt(seq, branch.last);
    tree place = branch.key;
    if (path) {
        tree bytes =
            pp_binary(&branch.likely, LSHIFT_EXPR, path, build_int_cst(integer_type_node, 3));
        tree offset = pp_as_offset(&branch.likely, bytes);
        place = make_ssa_name(ptr_type_node);
        gimple_seq_add_stmt(&branch.likely,
                            gimple_build_assign(place, POINTER_PLUS_EXPR, branch.key, offset));
    }
    pp_increment(w, &branch.likely, pp_memory_word(w, place, 8 * more));
    call_to_count(w, &branch.unlikely, table, path_plus(&branch.unlikely, path, more + 1));
    w->branches->safe_push(branch);
}

/* The word that is OFFSET (any) + MORE behind TABLE: one address for the processor, of which no part is kept. */
static tree table_word(const struct pp_writer *w, tree table, tree offset, HOST_WIDE_INT more)
{
    tree type = w->e->decls->word;
    return build5(TARGET_MEM_REF, type, table, build_int_cst(build_pointer_type(type), more),
                  offset, NULL_TREE, NULL_TREE);
}

tree pp_home_offset(gimple_seq *seq, tree key, tree mask)
{
    tree to_bytes = build_int_cst(integer_type_node, PATHPROF_HOME_SHIFT - 4);
    tree mixed = pp_binary(seq, MULT_EXPR, key, word(PATHPROF_HOME_MULTIPLIER));
    tree bytes = pp_binary(seq, RSHIFT_EXPR, mixed, to_bytes);
    return pp_as_offset(seq, pp_binary(seq, BIT_AND_EXPR, bytes, mask));
}

/* In the bucket of TABLE that format.h describes, if the path is in its home.  KEY is its number + 1. */
static void count_in_bucket(struct pp_writer *w, gimple_seq *seq, tree table, tree key)
{
    const struct pp_emission *e = w->e;
    HOST_WIDE_INT first = offsetof(struct pathprof_table, buckets);
    if (TREE_CODE(key) == INTEGER_CST)
        key = pp_load(seq, uint64_type_node, key);
    /* Else key and count would each have an address of its own, and a register that holds it. */
    tree base = pp_load(seq, ptr_type_node, table);
    tree mask = word(PATHPROF_TABLE_MASK(e->buckets));
    if (e->grows)
        mask = pp_as_number(
            seq, pp_load(seq, e->decls->word,
                         table_word(w, base, NULL_TREE, offsetof(struct pathprof_table, mask))));
    tree bytes = pp_home_offset(seq, key, mask);
    struct pp_branch branch = {};
    branch.wanted = key;
    tree found = pp_load(seq, e->decls->word, table_word(w, base, bytes, first));
    branch.key = make_ssa_name(uint64_type_node);
    branch.last = gimple_build_assign(branch.key, NOP_EXPR, found);
    gimple_seq_add_stmt(seq, branch.last);
    pp_increment(w, &branch.likely, table_word(w, base, bytes, first + 8));
    call_to_count(w, &branch.unlikely, table, key);
    w->branches->safe_push(branch);
}

/* Path PATH (NULL: 0) + MORE.  What is likely here, all else in the runtime; all of it there where the path rarely
   ends: each look-up is three blocks for the rest of the compiler. */
static void count_in_table(struct pp_writer *w, gimple_seq *seq, tree path, uint64_t more,
                           bool rare)
{
    if (w->e->bursts) {
        count_burst_in_table(w, seq, path_plus(seq, path, more));
        return;
    }
    tree table = counters_pointer(w, seq);
    if (rare)
        call_to_count(w, seq, table, path_plus(seq, path, more + 1));
    else if (w->e->sparse)
        count_in_sparse(w, seq, table, path, more);
    else
        count_in_bucket(w, seq, table, path_plus(seq, path, more + 1));
}

/* Expected to be done less than once in two activations of the procedure.  Never where a loop goes
   round: in large functions with state machines GCC's guesses for those are far off. */
bool pp_is_rare(const struct pp_writer *w, const struct pp_action *action)
{
    const struct pp_graph *g = w->e->g;
    return w->outer || (action->place == PP_AT_EDGE && pp_live(g, action->at) &&
                        g->edges[action->at].weight < 0.5);
}

tree pp_saved_register(struct pp_writer *w, const struct pp_action *action)
{
    if (!w->saved)
        w->saved = XCNEWVEC(tree, w->e->plan.num_saved);
    tree &saved = w->saved[action->saved];
    if (saved)
        return saved;
    saved = pp_local_register("pathprof_saved", TREE_TYPE(w->path));
    /* One for each loop, and all are live in the innermost: in memory they cost the compiler nothing. */
    if (w->outer) {
        TREE_THIS_VOLATILE(saved) = 1;
        TREE_SIDE_EFFECTS(saved) = 1;
    }
    return saved;
}

/* The register to which ACTION adds. */
static tree path_before(struct pp_writer *w, const struct pp_action *action)
{
    return action->update == PP_RESTORE ? pp_saved_register(w, action) : w->path;
}

/* The path register of a function with an array: the address of the counter of the path so far, so
   that a record is one instruction. */
static void update_address(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    tree bytes = build_int_cst(sizetype, 8 * action->value.b.low);
    tree old = action->update == PP_SET ? counters_pointer(w, seq)
                                        : pp_load(seq, ptr_type_node, path_before(w, action));
    tree address = pp_binary(seq, POINTER_PLUS_EXPR, old, bytes);
    gimple_seq_add_stmt(seq, gimple_build_assign(w->path, address));
}

/* That of a function with a table: the number itself. */
static void update_number(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    tree value = word(action->value.b.low);
    if (action->update != PP_SET)
        value = pp_binary(seq, PLUS_EXPR, pp_load(seq, uint64_type_node, path_before(w, action)),
                          value);
    gimple_seq_add_stmt(seq, gimple_build_assign(w->path, value));
}

static void make_volatile(tree reg)
{
    TREE_THIS_VOLATILE(reg) = 1;
    TREE_SIDE_EFFECTS(reg) = 1;
}

void pp_survive_second_return(tree reg)
{
    /* RTL does not know that a call may come back twice.  It may keep what is set behind a setjmp
       in a place that is used for something else by the time of the second return. */
    if (cfun->calls_setjmp || cfun->has_nonlocal_label)
        make_volatile(reg);
}

void pp_survive_goto(tree reg)
{
    if (cfun->has_nonlocal_label)
        make_volatile(reg);
}

/* REG, which has been set behind a call that may come back twice, is set to the same by way of memory.  Else its value
   might be made in front of that call, in the place where REG is changed afterwards. */
static void set_behind_call(gimple_seq *seq, tree reg)
{
    tree memory = pp_local_register("pathprof_again", TREE_TYPE(reg));
    make_volatile(memory);
    set(seq, memory, pp_load(seq, TREE_TYPE(reg), reg));
    set(seq, reg, pp_load(seq, TREE_TYPE(reg), memory));
}

/* Behind ACTION, all registers that are not kept over a second return have been set (pp_survive_goto). */
static void set_all_behind_call(struct pp_writer *w, gimple_seq *seq,
                                const struct pp_action *action)
{
    if (action->place != PP_AT_VERTEX || action->update != PP_SET || !cfun->calls_setjmp)
        return;
    set_behind_call(seq, w->path);
    if (w->begun)
        set_behind_call(seq, w->begun);
    if (w->inner)
        set_behind_call(seq, w->inner);
    if (w->nvc && w->e->plan.in_pieces)
        set_behind_call(seq, w->nvc);
}

tree pp_path_register(const struct pp_emission *e)
{
    tree decl = pp_local_register("pathprof_path", e->table ? uint64_type_node : ptr_type_node);
    pp_survive_goto(decl);
    return decl;
}

/* The number is computed, and nothing done with it (record=off). */
static void use_number(gimple_seq *seq, tree number)
{
    vec<tree, va_gc> *inputs = NULL;
    vec_safe_push(inputs, pp_asm_operand("r", number));
    gasm *use = gimple_build_asm_vec("", inputs, NULL, NULL, NULL);
    gimple_asm_set_volatile(use, true);
    gimple_seq_add_stmt(seq, use);
}

/* Counting becomes code as late as other actions do, when GCC's optimisers are through: they would compute where a path
   has its counter long before it ends, and keep that in memory. */
static void mark_count(struct pp_writer *w, gimple_seq *seq, tree key, tree inner, bool rare)
{
    tree block = w->block ? pp_load(seq, ptr_type_node, w->block) : NULL_TREE;
    gimple_seq_add_stmt(seq, pp_marker_build_count(w->e->proc, rare, key, NULL_TREE, inner, block));
}

/* Modes over calls: path KEY - 1. */
static void count_by_key(struct pp_writer *w, gimple_seq *seq, tree key, bool rare)
{
    if (!w->e->table)
        count_by_number(w, seq, path_plus(seq, key, UINT64_MAX));
    else if (TREE_CODE(key) == INTEGER_CST)
        count_in_table(w, seq, NULL_TREE, tree_to_uhwi(key) - 1, rare);
    else
        count_in_table(w, seq, key, UINT64_MAX, rare);
}

void pp_count(struct pp_writer *w, gimple_seq *seq, tree number, bool rare)
{
    if (w->e->compute_only)
        use_number(seq, number);
    else if (w->early)
        mark_count(w, seq, number, NULL_TREE, rare);
    else if (w->e->plan.hands_over)
        count_by_key(w, seq, number, rare);
    else if (w->e->table)
        count_in_table(w, seq, number, 0, rare);
    else
        count_by_number(w, seq, number);
}

/* The counter of inner path WHICH, a 64-bit value. */
static tree inner_counter(struct pp_writer *w, gimple_seq *seq, tree which)
{
    tree base = pp_load(seq, ptr_type_node, counters_pointer(w, seq));
    tree bytes = pp_binary(seq, LSHIFT_EXPR, which, build_int_cst(integer_type_node, 3));
    return table_word(w, base, pp_as_offset(seq, bytes), w->e->plan.inner_offset);
}

/* MARKER's inner path if there is one, else its number, which is computed for nothing else. */
static void count_inner(struct pp_writer *w, gimple_seq *seq, const struct pp_marker *marker)
{
    struct pp_branch branch = {};
    branch.not_negative = true;
    branch.key = make_ssa_name(long_long_integer_type_node);
    branch.last = gimple_build_assign(branch.key, NOP_EXPR, marker->inner);
    gimple_seq_add_stmt(seq, branch.last);
    pp_increment(w, &branch.likely, inner_counter(w, &branch.likely, marker->inner));
    unsigned at = w->branches->length();
    w->branches->safe_push(branch);
    tree number = pp_recompute(&branch.unlikely, marker->number);
    count_by_key(w, &branch.unlikely, number, false);
    (*w->branches)[at].unlikely = branch.unlikely;
}

/* Likewise where it is known whether there is one, and which. */
static void count_known_inner(struct pp_writer *w, gimple_seq *seq, const struct pp_marker *marker)
{
    HOST_WIDE_INT inner = TREE_INT_CST_LOW(marker->inner);
    if (inner < 0) {
        count_by_key(w, seq, marker->number, false);
        return;
    }
    HOST_WIDE_INT offset = w->e->plan.inner_offset + 8 * inner;
    pp_increment(w, seq, pp_memory_word(w, counters_pointer(w, seq), offset));
}

void pp_count_marked(struct pp_writer *w, gimple_seq *seq, const struct pp_marker *marker)
{
    w->block = marker->block;
    if (marker->inner && TREE_CODE(marker->inner) == INTEGER_CST)
        count_known_inner(w, seq, marker);
    else if (marker->inner)
        count_inner(w, seq, marker);
    else
        count_by_key(w, seq, marker->number, marker->action == PP_MARKER_COUNT_RARE);
}

void pp_count_out_of_line(struct pp_writer *w, gimple_seq *seq, tree number)
{
    pp_count(w, seq, number, true);
}

/* Far below 0: the increments of a path, which are together less than 2^32, do not make it one that is not negative. */
#define NO_INNER_PATH word(UINT64_C(3) << 62)

/* What ACTION does of the inner path, behind what it does of the path. */
static void write_inner(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    bool begins = action->update == PP_SET;
    bool goes = pp_does(action, PP_DO_CALL) && !w->e->plan.handovers[action->handover].cut;
    if (!w->inner)
        return;
    if (!pp_does(action, PP_DO_INNER)) {
        if (begins || goes || pp_does(action, PP_DO_ENTER))
            set(seq, w->inner, NO_INNER_PATH);
        return;
    }
    tree value = word(action->inner_value);
    if (!begins)
        value = pp_binary(seq, PLUS_EXPR, pp_load(seq, uint64_type_node, w->inner), value);
    set(seq, w->inner, value);
}

/* The path of ACTION is recorded. */
static void write_record(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    tree number = pp_number(w, seq, action->index);
    bool rare = pp_is_rare(w, action);
    if (!w->inner || rare || w->e->compute_only || !pp_does(action, PP_DO_COUNT_INNER)) {
        pp_count(w, seq, number, rare);
        return;
    }
    tree inner = pp_load(seq, uint64_type_node, w->inner);
    if (action->inner_index)
        inner = pp_binary(seq, PLUS_EXPR, inner, word(action->inner_index));
    mark_count(w, seq, number, inner, false);
}

/* An action of an interprocedural mode. */
static void write_handing_over(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    if (pp_does(action, PP_DO_ENTER))
        pp_write_enter(w, seq);
    if (pp_does(action, PP_DO_BACK))
        pp_write_back(w, seq, action);
    if (pp_does(action, PP_DO_RECORD))
        write_record(w, seq, action);
    if (action->update == PP_SET)
        pp_write_begin(w, seq, action->value);
    else if (action->update == PP_ADD)
        gimple_seq_add_stmt(seq, gimple_build_assign(w->path, pp_number(w, seq, action->value)));
    else if (action->update == PP_RESTORE) {
        tree saved = pp_load(seq, uint64_type_node, pp_saved_register(w, action));
        set(seq, w->path, pp_binary(seq, PLUS_EXPR, saved, pp_linear_value(w, seq, action->value)));
    }
    if (pp_does(action, PP_DO_SAVE))
        set(seq, pp_saved_register(w, action), pp_load(seq, uint64_type_node, w->path));
    if (pp_does(action, PP_DO_LEAVE))
        pp_write_leave(w, seq, action->index);
    if (pp_does(action, PP_DO_CALL))
        pp_write_call(w, seq, action);
    write_inner(w, seq, action);
}

/* What ACTION does of the path, and of nothing else. */
static void write_path(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    if (w->e->plan.hands_over) {
        write_handing_over(w, seq, action);
        return;
    }
    if (w->e->plan.num_loops) {
        pp_write_in_loops(w, seq, action);
        return;
    }
    if (pp_does(action, PP_DO_RECORD) && w->e->table)
        count_in_table(w, seq,
                       pp_does(action, PP_DO_USES_PATH) ? pp_load(seq, uint64_type_node, w->path)
                                                        : NULL_TREE,
                       action->index.b.low, pp_is_rare(w, action));
    else if (pp_does(action, PP_DO_RECORD))
        count_in_array(w, seq, action);
    if (action->update != PP_KEEP && w->e->table)
        update_number(w, seq, action);
    else if (action->update != PP_KEEP)
        update_address(w, seq, action);
    if (pp_does(action, PP_DO_SAVE))
        gimple_seq_add_stmt(seq, gimple_build_assign(pp_saved_register(w, action),
                                                     pp_load(seq, TREE_TYPE(w->path), w->path)));
}

void pp_write_action(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    if (w->e->words > 1) {
        pp_write_wide(w, seq, action);
        return;
    }
    if (pp_does(action, PP_DO_RESUME | PP_DO_RESTART))
        pp_write_arrival(w, seq, pp_does(action, PP_DO_RESTART));
    if (pp_does(action, PP_DO_WAIT))
        pp_write_wait(w, seq, waiting_number(w, seq, action));
    if (!pp_does(action, PP_DO_WAIT) || pp_does(action, PP_DO_CALL))
        write_path(w, seq, action);
    set_all_behind_call(w, seq, action);
}

/* Takes the thread's block; makes one when it may have none. */
void pp_write_block(struct pp_writer *w, gimple_seq *seq)
{
    const struct pp_emission *e = w->e;
    struct pp_branch branch = {};
    tree unit = build_fold_addr_expr(e->decls->unit);
    tree mine = pp_load(seq, ptr_type_node, e->decls->block);
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
    pp_add_call(w, &branch.unlikely, call);
    gimple_seq_add_stmt(&branch.unlikely, gimple_build_assign(w->block, made));
    w->branches->safe_push(branch);
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

void pp_make_branch(const struct pp_branch *branch)
{
    basic_block bb = gimple_bb(branch->last);
    edge through = split_block(bb, branch->last);
    basic_block join = through->dest;
    tree_code code = branch->not_negative ? GE_EXPR : branch->wanted ? EQ_EXPR : NE_EXPR;
    tree wanted = branch->wanted ? branch->wanted : build_zero_cst(TREE_TYPE(branch->key));
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

void pp_make_branches(struct function *fn, const vec<struct pp_branch> *branches)
{
    for (unsigned i = 0; i < branches->length(); i++)
        pp_make_branch(&(*branches)[i]);
    if (current_loops)
        loops_state_set(LOOPS_NEED_FIXUP);
    pp_renew_ssa(fn);
}
