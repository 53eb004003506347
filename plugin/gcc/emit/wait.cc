/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option pending=: before a call that may not come back an activation leaves the number of the path
   that would end there in its slot, where whoever next has its place on the stack, or the end of
   the process, finds it (runtime/pending.c).

   The slot is that of a variable on the stack which nobody reads or writes.  It is the activation's
   own, inlined or not, from its beginning to its end: while a signal handler runs, whichever
   instruction that interrupted, and while its stack is left for another one (swapcontext). */
#include "gcc/base/compat.h"
#include "gcc/emit/wait.h"
#include "runtime/format.h"
#include "gcc/mark/decls.h"

/* The word at FIELD of the slot, an lvalue.  It never traps. */
static tree slot_word(struct pp_writer *w, tree slot, size_t field)
{
    tree type = w->e->decls->word;
    tree place = build2(MEM_REF, type, slot, build_int_cst(build_pointer_type(type), field));
    TREE_THIS_NOTRAP(place) = 1;
    return place;
}

static void store(struct pp_writer *w, gimple_seq *seq, tree place, tree value)
{
    if (TREE_CODE(value) == INTEGER_CST) {
        value = fold_convert(w->e->decls->word, value);
    } else {
        tree raw = make_ssa_name(w->e->decls->word);
        gimple_seq_add_stmt(seq, gimple_build_assign(raw, NOP_EXPR, value));
        value = raw;
    }
    gimple_seq_add_stmt(seq, gimple_build_assign(place, value));
}

static tree as_number(gimple_seq *seq, tree value)
{
    tree number = make_ssa_name(uint64_type_node);
    gimple_seq_add_stmt(seq, gimple_build_assign(number, NOP_EXPR, value));
    return number;
}

static tree load_slot(struct pp_writer *w, gimple_seq *seq)
{
    return pp_load(seq, ptr_type_node, w->slot);
}

void pp_make_slot(struct pp_writer *w)
{
    w->slot = pp_local_register("pathprof_slot", ptr_type_node);
    pp_survive_second_return(w->slot);
    w->place = pp_local_register("pathprof_place", uint64_type_node);
    TREE_ADDRESSABLE(w->place) = 1;
}

/* Word NUMBER + FIELD / 8 of what the thread knows of its regions. */
static tree near_word(struct pp_writer *w, gimple_seq *seq, tree number, size_t field)
{
    const struct pp_unit_decls *decls = w->e->decls;
    tree index = pp_binary(seq, PLUS_EXPR, number, word(field / 8));
    tree place = build4(ARRAY_REF, decls->word, decls->near, index, NULL_TREE, NULL_TREE);
    TREE_THIS_VOLATILE(place) = 1; /* in this order: a handler may come in between */
    TREE_SIDE_EFFECTS(place) = 1;
    return as_number(seq, pp_load(seq, decls->word, place));
}

/* w->slot = the slot of w->place. */
static void find_slot(struct pp_writer *w, gimple_seq *seq)
{
    struct pp_branch branch = {};
    tree address = pp_as_number(seq, build_fold_addr_expr(w->place));
    tree region = pp_binary(seq, RSHIFT_EXPR, address,
                            build_int_cst(integer_type_node, PATHPROF_REGION_BITS));
    tree which = pp_binary(seq, BIT_AND_EXPR, region, word(PATHPROF_NEAR - 1));
    tree number =
        pp_binary(seq, MULT_EXPR, which, word(sizeof(struct pathprof_near) / sizeof(uint64_t)));
    tree base = near_word(w, seq, number, offsetof(struct pathprof_near, base));
    branch.key = near_word(w, seq, number, offsetof(struct pathprof_near, region));
    branch.wanted = region;
    branch.last = gimple_seq_last_stmt(*seq);

    tree bytes = pp_binary(&branch.likely, MULT_EXPR, address, word(PATHPROF_SLOT_BYTES / 8));
    tree sum = pp_binary(&branch.likely, PLUS_EXPR, bytes, base);
    tree near = make_ssa_name(ptr_type_node), found = make_ssa_name(ptr_type_node);
    sum = pp_as_offset(&branch.likely, sum);
    gimple_seq_add_stmt(&branch.likely, gimple_build_assign(near, NOP_EXPR, sum));
    gimple_seq_add_stmt(&branch.likely, gimple_build_assign(w->slot, near));
    gcall *call = gimple_build_call(w->e->decls->slot_of, 1, address);
    gimple_call_set_lhs(call, found);
    pp_add_call(w, &branch.unlikely, call);
    gimple_seq_add_stmt(&branch.unlikely, gimple_build_assign(w->slot, found));
    w->branches->safe_push(branch);
}

/* If there is something in SLOT, its time is over. */
static void leave_slot(struct pp_writer *w, gimple_seq *seq, tree slot)
{
    struct pp_branch branch = {};
    tree waits =
        pp_load(seq, w->e->decls->word, slot_word(w, slot, offsetof(struct pathprof_slot, waits)));
    branch.key = as_number(seq, waits);
    branch.wanted = word(0);
    branch.last = gimple_seq_last_stmt(*seq);
    pp_add_call(w, &branch.unlikely, gimple_build_call(w->e->decls->slot_left, 1, slot));
    w->branches->safe_push(branch);
}

void pp_write_slot(struct pp_writer *w, gimple_seq *seq)
{
    const struct pp_emission *e = w->e;
    find_slot(w, seq);
    tree slot = load_slot(w, seq), counters = word(0);
    leave_slot(w, seq, slot);
    if (!e->compute_only) {
        counters = pp_load(seq, ptr_type_node, build_fold_addr_expr(e->counters));
        counters = pp_as_number(seq, counters);
    }
    uint64_t how = PATHPROF_SLOT_HOW(e->table ? e->buckets : 0, e->update);
    store(w, seq, slot_word(w, slot, offsetof(struct pathprof_slot, counters)), counters);
    store(w, seq, slot_word(w, slot, offsetof(struct pathprof_slot, how)), word(how));
}

void pp_write_wait(struct pp_writer *w, gimple_seq *seq, tree number)
{
    tree slot = load_slot(w, seq);
    tree waits = TREE_CODE(number) == INTEGER_CST ? word(tree_to_uhwi(number) + 1)
                                                  : pp_binary(seq, PLUS_EXPR, number, word(1));
    store(w, seq, slot_word(w, slot, offsetof(struct pathprof_slot, waits)), waits);
}

void pp_write_arrival(struct pp_writer *w, gimple_seq *seq, bool restarts)
{
    tree slot = load_slot(w, seq);
    if (restarts)
        leave_slot(w, seq, slot);
    else
        store(w, seq, slot_word(w, slot, offsetof(struct pathprof_slot, waits)), word(0));
}
