/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls and returns of interprocedural modes.  Between procedures the path lies in the thread's
   state (struct pathprof_state), inside one in local variables, of which SSA form is made later.

   A procedure that may be entered by a call that is followed as well as otherwise finds out by its
   name: only such a call leaves it in the state.  Whatever else enters it (a library that calls
   back, a signal handler, a new thread, a call that is cut) begins a path.  If that came between a
   caller's hand-over and its callee's taking it, the name is out of sight until the state is put
   back as it was found; so nobody is disturbed.

   Here numbers are of one word.  wide.c in the runtime does the same for those of several, which
   wide.cc has it do. */
#include "gcc/base/compat.h"
#include "gcc/emit/call-protocol.h"
#include "gcc/emit/wide.h"
#include "runtime/format.h"
#include "gcc/mark/decls.h"

enum state_word { STATE_CALLEE, STATE_PATH, STATE_NVC, STATE_BEGUN, STATE_HEADS };
static_assert(offsetof(struct pathprof_state, begun) == 16 * STATE_BEGUN, "struct pathprof_state");
static_assert(sizeof(struct pathprof_state) == 16 * PP_MOST_HEADS, "struct pathprof_state");

static int place_of(int which)
{
    return which < STATE_HEADS ? 2 * which : 2 * (which - STATE_HEADS) + 1;
}

static tree state_word(const struct pp_writer *w, int which)
{
    const struct pp_unit_decls *decls = w->e->decls;
    return build4(ARRAY_REF, decls->word, decls->state, size_int(place_of(which)), NULL_TREE,
                  NULL_TREE);
}

/* What is at PLACE, as a plain 64-bit value; and back. */
static tree get_word(struct pp_writer *w, gimple_seq *seq, tree place)
{
    tree raw = pp_load(seq, w->e->decls->word, place), value = make_ssa_name(uint64_type_node);
    gimple_seq_add_stmt(seq, gimple_build_assign(value, NOP_EXPR, raw));
    return value;
}

static void set_word(struct pp_writer *w, gimple_seq *seq, tree place, tree value)
{
    tree raw = make_ssa_name(w->e->decls->word);
    gimple_seq_add_stmt(seq, gimple_build_assign(raw, NOP_EXPR, value));
    set(seq, place, raw);
}

static tree get_state(struct pp_writer *w, gimple_seq *seq, int which)
{
    return get_word(w, seq, state_word(w, which));
}

static void set_state(struct pp_writer *w, gimple_seq *seq, int which, tree value)
{
    set_word(w, seq, state_word(w, which), value);
}

/* The state's word, which is not looked at again: where the call has been inlined it need not have been stored. */
static tree take_state(struct pp_writer *w, gimple_seq *seq, int which)
{
    const struct pp_unit_decls *decls = w->e->decls;
    tree value = get_state(w, seq, which);
    tree at = build_int_cst(build_pointer_type(decls->word), 8 * place_of(which));
    tree place = build2(MEM_REF, decls->word, build_fold_addr_expr(decls->state), at);
    gimple_seq_add_stmt(seq, gimple_build_assign(place, build_clobber(decls->word)));
    return value;
}

/* CONDITION ? YES : NO */
static tree select(gimple_seq *seq, tree condition, tree yes, tree no)
{
    tree result = make_ssa_name(uint64_type_node);
    gimple_seq_add_stmt(seq, gimple_build_assign(result, COND_EXPR, condition, yes, no));
    return result;
}

static tree compare(gimple_seq *seq, enum tree_code code, tree a, tree b)
{
    tree result = make_ssa_name(boolean_type_node);
    gimple_seq_add_stmt(seq, gimple_build_assign(result, code, a, b));
    return result;
}

tree pp_name_of(struct pp_writer *w, gimple_seq *seq, uint32_t index)
{
    tree names = w->e->decls->names;
    tree byte = build4(ARRAY_REF, TREE_TYPE(TREE_TYPE(names)), names, size_int(index), NULL_TREE,
                       NULL_TREE);
    tree address = pp_load(seq, ptr_type_node, build_fold_addr_expr(byte));
    return pp_as_number(seq, address);
}

static bool is_piecewise(const struct pp_writer *w)
{
    return w->e->plan.in_pieces;
}

/* The last word of the state that is put back. */
static int last_found(const struct pp_writer *w)
{
    return is_piecewise(w) ? STATE_BEGUN : STATE_NVC;
}

static tree make_register(const char *name)
{
    tree decl = pp_local_register(name, uint64_type_node);
    pp_survive_goto(decl);
    return decl;
}

static tree make_lasting_register(const char *name)
{
    tree decl = pp_local_register(name, uint64_type_node);
    pp_survive_second_return(decl);
    return decl;
}

void pp_make_registers(struct pp_writer *w)
{
    const struct pp_plan *plan = &w->e->plan;
    if (w->e->words > 1) {
        pp_make_wide_frame(w);
        return;
    }
    w->path = make_register("pathprof_path");
    if (!plan->ends && !plan->relative)
        w->nvc = make_register("pathprof_nvc");
    if (!is_piecewise(w) && !plan->always_root && !plan->relative)
        w->on_entry = make_lasting_register("pathprof_on_entry");
    if (plan->may_be_root && !plan->always_root && (!plan->ends || plan->restores))
        w->is_root = make_lasting_register("pathprof_is_root");
    if (plan->num_inner && w->early)
        w->inner = make_register("pathprof_inner");
    if (is_piecewise(w) && plan->begins)
        w->begun = make_register("pathprof_begun");
    for (int i = STATE_CALLEE; plan->restores && i <= last_found(w); i++)
        w->found[i] = make_lasting_register("pathprof_found");
    for (uint32_t i = 0; plan->restores && i < plan->all_heads; i++)
        w->found_heads[i] = make_lasting_register("pathprof_found_head");
    for (uint32_t i = 0; i < plan->heads; i++)
        w->heads[i] = make_lasting_register("pathprof_head");
}

/* The register of a path that begins with VALUE: its number + 1, the key that tables have for it.  So what begins a
   path pays for the addition, which is a constant there, and not what counts it. */
static tree beginning(struct pp_num value)
{
    return word(value.low + 1);
}

tree pp_linear_value(struct pp_writer *w, gimple_seq *seq, struct pp_linear f)
{
    if (pp_is_zero(f.a) || w->e->plan.ends || w->e->plan.relative)
        return word(f.a.low + f.b.low);
    tree value = pp_load(seq, uint64_type_node, w->nvc);
    if (!pp_is_word(f.a, 1))
        value = pp_binary(seq, MULT_EXPR, value, word(f.a.low));
    return pp_is_zero(f.b) ? value : pp_binary(seq, PLUS_EXPR, value, word(f.b.low));
}

tree pp_number(struct pp_writer *w, gimple_seq *seq, struct pp_linear index)
{
    tree number = pp_load(seq, uint64_type_node, w->path);
    if (pp_is_nothing(index))
        return number;
    return pp_binary(seq, PLUS_EXPR, number, pp_linear_value(w, seq, index));
}

/* Word WHICH of what the state has in memory.  Where the words are handed over in registers (in-registers.cc) that is
   something else. */
static tree found_word(const struct pp_writer *w, int which)
{
    tree place = state_word(w, which);
    TREE_THIS_VOLATILE(place) = TREE_SIDE_EFFECTS(place) = 1;
    return place;
}

/* The state as it was found goes into w->found ... */
static void find_state(struct pp_writer *w, gimple_seq *seq)
{
    if (!w->e->plan.restores)
        return;
    for (int i = STATE_CALLEE; i <= last_found(w); i++)
        set(seq, w->found[i], get_word(w, seq, found_word(w, i)));
    for (uint32_t i = 0; i < w->e->plan.all_heads; i++)
        set(seq, w->found_heads[i], get_state(w, seq, STATE_HEADS + i));
}

/* ... and back. */
static void restore_state(struct pp_writer *w, gimple_seq *seq)
{
    if (!w->e->plan.restores)
        return;
    for (int i = STATE_CALLEE; i <= last_found(w); i++)
        set_word(w, seq, found_word(w, i), pp_load(seq, uint64_type_node, w->found[i]));
    for (uint32_t i = 0; i < w->e->plan.all_heads; i++)
        set_state(w, seq, STATE_HEADS + i, pp_load(seq, uint64_type_node, w->found_heads[i]));
}

/* The same, if a path began with this activation. */
static void restore_state_of_root(struct pp_writer *w, gimple_seq *seq)
{
    if (!w->is_root || !w->e->plan.restores) {
        restore_state(w, seq);
        return;
    }
    struct pp_branch branch = {};
    branch.key = pp_load(seq, uint64_type_node, w->is_root);
    branch.wanted = word(0);
    branch.last = gimple_seq_last_stmt(*seq);
    restore_state(w, &branch.unlikely);
    w->branches->safe_push(branch);
}

/* Option recursion=context: what was handed over of the heads of the procedure's cycle; nothing if
   OTHER is true. */
static void take_heads(struct pp_writer *w, gimple_seq *seq, tree other)
{
    const struct pp_plan *plan = &w->e->plan;
    for (uint32_t i = 0; i < plan->heads; i++) {
        tree value = word(0);
        if (!plan->always_root)
            value = get_state(w, seq, STATE_HEADS + i);
        if (other)
            value = select(seq, other, word(0), value);
        if (i == plan->head) {
            tree own = pp_number(w, seq, plan->reentry);
            value = plan->always_root
                        ? own
                        : select(seq, compare(seq, EQ_EXPR, value, word(0)), own, value);
        }
        set(seq, w->heads[i], value);
    }
}

/* ... and what is handed on. */
static void hand_heads(struct pp_writer *w, gimple_seq *seq, const struct pp_handover *h)
{
    for (uint32_t i = 0; i < h->heads; i++) {
        bool given = h->again || (h->in_cycle && i != h->head);
        set_state(w, seq, STATE_HEADS + i,
                  given ? pp_load(seq, uint64_type_node, w->heads[i]) : word(0));
    }
}

/* The path that a recursive call begins. */
static tree path_again(struct pp_writer *w, gimple_seq *seq, const struct pp_handover *h)
{
    tree head = pp_load(seq, uint64_type_node, w->heads[h->head]);
    if (!h->named) /* the callee is no root: nobody comes here but through it */
        return head;
    tree none = compare(seq, EQ_EXPR, head, word(0));
    return select(seq, none, beginning(h->begin_value), head);
}

/* Who enters a procedure that may be a root asks whether it is meant before it looks at the rest: that is half as many
   instructions as choosing between all values.  The state is kept for a root alone. */
static void enter_asking(struct pp_writer *w, gimple_seq *seq)
{
    const struct pp_plan *plan = &w->e->plan;
    struct pp_branch branch = {};
    branch.key = get_state(w, seq, STATE_CALLEE);
    branch.wanted = pp_name_of(w, seq, w->e->index);
    branch.last = gimple_seq_last_stmt(*seq);
    set_state(w, &branch.likely, STATE_CALLEE, word(0));
    if (!plan->relative)
        set(&branch.likely, w->path, take_state(w, &branch.likely, STATE_PATH));
    if (w->nvc)
        set(&branch.likely, w->nvc, take_state(w, &branch.likely, STATE_NVC));
    if (!plan->relative)
        set(&branch.unlikely, w->path, beginning(plan->root_value));
    if (w->nvc)
        set(&branch.unlikely, w->nvc, word(1));
    find_state(w, &branch.unlikely);
    /* The name of whom it interrupted would be taken for that of whom it calls. */
    if (plan->restores)
        set_state(w, &branch.unlikely, STATE_CALLEE, word(0));
    if (w->is_root) {
        set(&branch.likely, w->is_root, word(0));
        set(&branch.unlikely, w->is_root, word(1));
    }
    w->branches->safe_push(branch);
    if (plan->relative)
        set(seq, w->path, word(0));
    if (w->on_entry)
        set(seq, w->on_entry, pp_load(seq, uint64_type_node, w->path));
    if (w->begun)
        set(seq, w->begun, word(0));
}

void pp_write_enter(struct pp_writer *w, gimple_seq *seq)
{
    const struct pp_plan *plan = &w->e->plan;
    if (plan->may_be_root && !plan->always_root && !plan->heads) {
        enter_asking(w, seq);
        return;
    }
    tree path = beginning(plan->root_value), nvc = w->nvc ? word(1) : NULL_TREE;
    find_state(w, seq);
    if (!plan->always_root) {
        /* Who may be a root may find what is meant for another. */
        tree (*read)(struct pp_writer *, gimple_seq *, int) =
            plan->may_be_root ? get_state : take_state;
        path = plan->relative ? word(0) : read(w, seq, STATE_PATH);
        nvc = w->nvc ? read(w, seq, STATE_NVC) : NULL_TREE;
    }
    tree other = NULL_TREE;
    if (plan->may_be_root && !plan->always_root) {
        tree callee = get_state(w, seq, STATE_CALLEE);
        other = compare(seq, NE_EXPR, callee, pp_name_of(w, seq, w->e->index));
        if (!plan->restores)
            set_state(w, seq, STATE_CALLEE, select(seq, other, callee, word(0)));
        if (!plan->relative)
            path = select(seq, other, beginning(plan->root_value), path);
        if (nvc)
            nvc = select(seq, other, word(1), nvc);
        if (w->is_root)
            set(seq, w->is_root, select(seq, other, word(1), word(0)));
    }
    if (plan->restores)
        set_state(w, seq, STATE_CALLEE, word(0));
    set(seq, w->path, path);
    if (nvc)
        set(seq, w->nvc, nvc);
    if (w->on_entry)
        set(seq, w->on_entry, path);
    if (w->begun)
        set(seq, w->begun, word(0));
    take_heads(w, seq, other);
}

/* A path begins in this activation: mode piecewise. */
static void begin_piece(struct pp_writer *w, gimple_seq *seq, struct pp_num value)
{
    set(seq, w->path, beginning(value));
    if (w->nvc)
        set(seq, w->nvc, word(w->e->plan.unbalanced.low));
    if (w->begun)
        set(seq, w->begun, word(1));
}

void pp_write_begin(struct pp_writer *w, gimple_seq *seq, struct pp_linear value)
{
    if (is_piecewise(w)) {
        begin_piece(w, seq, value.b);
        return;
    }
    tree entry = w->on_entry ? pp_load(seq, uint64_type_node, w->on_entry)
                             : beginning(w->e->plan.root_value);
    tree above = pp_linear_value(w, seq, value);
    if (TREE_CODE(entry) == INTEGER_CST && TREE_CODE(above) == INTEGER_CST)
        set(seq, w->path, word(tree_to_uhwi(entry) + tree_to_uhwi(above)));
    else
        set(seq, w->path, pp_binary(seq, PLUS_EXPR, above, entry));
}

/* The callee of H comes back with PATH, and says whether that has BEGUN in it.  A branch is a quarter of the
   instructions of choosing by conditional moves, and goes nearly always the same way behind one call. */
static void take_back_as_begun(struct pp_writer *w, gimple_seq *seq, const struct pp_handover *h,
                               tree path, tree begun)
{
    struct pp_branch branch = {};
    gimple_seq *has_begun = h->mostly_begins ? &branch.likely : &branch.unlikely;
    set(seq, w->path, path);
    if (!pp_is_zero(h->edge_value))
        set(has_begun, w->path, pp_binary(has_begun, PLUS_EXPR, path, word(h->edge_value.low)));
    if (w->nvc)
        set(has_begun, w->nvc, word(w->e->plan.unbalanced.low));
    if (w->begun)
        set(has_begun, w->begun, word(1));
    branch.key = begun;
    branch.wanted = h->mostly_begins ? NULL_TREE : word(0);
    branch.last = gimple_seq_last_stmt(*seq);
    if (*has_begun)
        w->branches->safe_push(branch);
}

/* Mode piecewise, the return edge live, and a path may have begun since the call. */
static void take_back_perhaps_begun(struct pp_writer *w, gimple_seq *seq,
                                    const struct pp_handover *h)
{
    tree path = take_state(w, seq, STATE_PATH), begun = take_state(w, seq, STATE_BEGUN);
    if (!h->begun_returns) {
        struct pp_branch branch = {};
        branch.key = begun;
        branch.wanted = word(0);
        branch.last = gimple_seq_last_stmt(*seq);
        set(&branch.likely, w->path, path);
        pp_count_out_of_line(w, &branch.unlikely, path);
        begin_piece(w, &branch.unlikely, h->begin_value);
        w->branches->safe_push(branch);
        return;
    }
    take_back_as_begun(w, seq, h, path, begun);
}

/* Where the path is behind call H, whose callee is relative: what that has numbered is so many times further on as
   there are ways on from here. */
static tree path_behind(struct pp_writer *w, gimple_seq *seq, const struct pp_handover *h)
{
    tree path = h->cut ? beginning(h->begin_value) : pp_load(seq, uint64_type_node, w->path);
    if (h->single)
        return path;
    tree part = take_state(w, seq, STATE_PATH), ways = pp_linear_value(w, seq, h->nvc);
    return pp_binary(seq, PLUS_EXPR, pp_binary(seq, MULT_EXPR, part, ways), path);
}

void pp_write_back(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    const struct pp_handover *h = &w->e->plan.handovers[action->handover];
    if (h->returns && h->may_begin) {
        take_back_perhaps_begun(w, seq, h);
        return;
    }
    tree path = h->relative ? path_behind(w, seq, h) : take_state(w, seq, STATE_PATH);
    if (h->returns)
        set(seq, w->path, path);
    else
        pp_count(w, seq, path, h->cut && pp_is_rare(w, action));
}

void pp_write_leave(struct pp_writer *w, gimple_seq *seq, struct pp_linear index)
{
    tree number = pp_number(w, seq, index);
    if (w->e->plan.ends) {
        pp_count(w, seq, number, false);
        restore_state_of_root(w, seq);
        return;
    }
    bool single = w->e->plan.single;
    if (!w->is_root) {
        if (!single)
            set_state(w, seq, STATE_PATH, number);
        if (w->begun)
            set_state(w, seq, STATE_BEGUN, pp_load(seq, uint64_type_node, w->begun));
        return;
    }
    struct pp_branch branch = {};
    tree begun = w->begun ? pp_load(seq, uint64_type_node, w->begun) : NULL_TREE;
    branch.key = pp_load(seq, uint64_type_node, w->is_root);
    branch.wanted = word(0);
    branch.last = gimple_seq_last_stmt(*seq);
    if (!single)
        set_state(w, &branch.likely, STATE_PATH, number);
    if (begun)
        set_state(w, &branch.likely, STATE_BEGUN, begun);
    if (w->e->plan.relative)
        number = pp_binary(&branch.unlikely, PLUS_EXPR, number, beginning(w->e->plan.root_value));
    pp_count_out_of_line(w, &branch.unlikely, number);
    /* What called a root gets nothing back: where that is a register, for which pp_hand_in_registers looks for this, it
       need not be kept so far.  In memory, where it may be another's, nothing may be stored. */
    get_word(w, &branch.unlikely, found_word(w, STATE_PATH));
    restore_state(w, &branch.unlikely);
    w->branches->safe_push(branch);
}

void pp_write_call(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    const struct pp_handover *h = &w->e->plan.handovers[action->handover];
    hand_heads(w, seq, h);
    if (!h->relative)
        set_state(w, seq, STATE_PATH,
                  h->again ? path_again(w, seq, h)
                  : h->cut ? beginning(h->begin_value)
                           : pp_number(w, seq, action->index));
    if (!h->ends && !h->relative)
        set_state(w, seq, STATE_NVC, pp_linear_value(w, seq, h->nvc));
    if (h->named)
        set_state(w, seq, STATE_CALLEE, pp_name_of(w, seq, h->callee));
}
