/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option pending=: before a call that may not come back an activation leaves the number of the path
   that would end there in its slot, where whoever finds it above the place where control arrived
   records it (runtime/pending.c).

   The slot is taken on entry and given back on leaving: so it is the activation's own while a
   signal handler runs, whichever instruction that interrupted.  What a wait leaves there is
   complete, so that nothing can be counted in the wrong place where a program has several stacks
   (swapcontext) and their activations take each other's slots. */
#include "gcc/base/compat.h"
#include "gcc/emit/wait.h"
#include "runtime/format.h"
#include "gcc/emit/decls.h"

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

/* The stack's top: the thread's variable as a word. */
static tree top(struct pp_writer *w)
{
    const struct pp_unit_decls *decls = w->e->decls;
    size_t index = offsetof(struct pathprof_waiting, top) / 8;
    return build4(ARRAY_REF, decls->word, decls->waiting, size_int(index), NULL_TREE, NULL_TREE);
}

static tree load_top(struct pp_writer *w, gimple_seq *seq)
{
    tree raw = pp_load(seq, w->e->decls->word, top(w));
    tree pointer = make_ssa_name(ptr_type_node);
    gimple_seq_add_stmt(seq, gimple_build_assign(pointer, NOP_EXPR, raw));
    return pointer;
}

static tree load_slot(struct pp_writer *w, gimple_seq *seq)
{
    return pp_load(seq, ptr_type_node, w->slot);
}

static tree next_slot(gimple_seq *seq, tree slot)
{
    tree size = build_int_cstu(sizetype, sizeof(struct pathprof_slot));
    return pp_binary(seq, POINTER_PLUS_EXPR, slot, size);
}

void pp_make_slot(struct pp_writer *w)
{
    w->slot = pp_local_register("pathprof_slot", ptr_type_node);
    pp_survive_second_return(w->slot);
}

void pp_write_slot(struct pp_writer *w, gimple_seq *seq)
{
    const struct pp_emission *e = w->e;
    struct pp_branch branch = {};
    tree found = load_top(w, seq), address = make_ssa_name(uint64_type_node);
    gimple_seq_add_stmt(seq, gimple_build_assign(w->slot, found));
    gimple_seq_add_stmt(seq, gimple_build_assign(address, NOP_EXPR, found));
    tree within = pp_binary(seq, BIT_AND_EXPR, address, word(PATHPROF_SLOTS_BYTES - 1));
    branch.key = make_ssa_name(ptr_type_node);
    branch.last = gimple_build_assign(branch.key, NOP_EXPR, within);
    gimple_seq_add_stmt(seq, branch.last);
    tree made = make_ssa_name(ptr_type_node);
    gcall *call = gimple_build_call(e->decls->new_slot, 1, found);
    gimple_call_set_lhs(call, made);
    pp_add_call(w, &branch.unlikely, call);
    gimple_seq_add_stmt(&branch.unlikely, gimple_build_assign(w->slot, made));
    w->branches->safe_push(branch);

    tree slot = load_slot(w, seq);
    store(w, seq, slot_word(w, slot, offsetof(struct pathprof_slot, number)),
          word(PATHPROF_NOT_WAITING));
    store(w, seq, top(w), next_slot(seq, slot));
}

void pp_write_wait(struct pp_writer *w, gimple_seq *seq, tree number)
{
    const struct pp_emission *e = w->e;
    tree slot = load_slot(w, seq), counters = word(0);
    if (!e->compute_only) {
        counters = make_ssa_name(ptr_type_node);
        gimple_seq_add_stmt(seq, gimple_build_assign(counters, build_fold_addr_expr(e->counters)));
    }
    uint64_t how = PATHPROF_SLOT_HOW(e->table ? e->buckets : 0, e->update);
    store(w, seq, slot_word(w, slot, offsetof(struct pathprof_slot, counters)), counters);
    store(w, seq, slot_word(w, slot, offsetof(struct pathprof_slot, how)), word(how));
    store(w, seq, slot_word(w, slot, offsetof(struct pathprof_slot, number)), number);
}

void pp_write_arrival(struct pp_writer *w, gimple_seq *seq, bool restarts)
{
    const struct pp_emission *e = w->e;
    tree slot = load_slot(w, seq);
    if (restarts) {
        pp_add_call(w, seq, gimple_build_call(e->decls->restart, 1, slot));
        return;
    }
    store(w, seq, slot_word(w, slot, offsetof(struct pathprof_slot, number)),
          word(PATHPROF_NOT_WAITING));
    struct pp_branch branch = {};
    branch.wanted = next_slot(seq, slot);
    branch.key = load_top(w, seq);
    branch.last = gimple_seq_last_stmt(*seq);
    pp_add_call(w, &branch.unlikely, gimple_build_call(e->decls->resume, 1, slot));
    w->branches->safe_push(branch);
}

void pp_write_release(struct pp_writer *w, gimple_seq *seq)
{
    store(w, seq, top(w), load_slot(w, seq));
}
