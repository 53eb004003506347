/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: loops whose paths span several iterations.  The registers are local variables, of
   which SSA form is made later; at a loop's back edge there is a branch, which is taken one way
   in its first iterations and the other way ever after. */
#include "gcc/base/compat.h"
#include "gcc/emit/kpath.h"

/* A CODE B; what constants make trivial is not written. */
static tree compute(gimple_seq *seq, enum tree_code code, tree a, tree b)
{
    if (TREE_CODE(a) == INTEGER_CST && TREE_CODE(b) == INTEGER_CST)
        return int_const_binop(code, a, b);
    if (code == PLUS_EXPR && integer_zerop(a))
        return b;
    if (code == PLUS_EXPR && integer_zerop(b))
        return a;
    if (code == MULT_EXPR && (integer_zerop(a) || integer_onep(b)))
        return a;
    if (code == MULT_EXPR && (integer_zerop(b) || integer_onep(a)))
        return b;
    return pp_binary(seq, code, a, b);
}

static tree load(gimple_seq *seq, tree variable)
{
    return pp_load(seq, uint64_type_node, variable);
}

static tree make_register(const char *name)
{
    tree decl = pp_local_register(name, uint64_type_node);
    pp_survive_goto(decl); /* a loop that a setjmp is in has none */
    return decl;
}

/* The registers of R's level. */
static struct pp_loop_registers *registers(const struct pp_writer *w, const struct pp_loop_plan *r)
{
    return &w->loops[r->level];
}

void pp_make_loop_registers(struct pp_writer *w)
{
    const struct pp_plan *plan = &w->e->plan;
    uint32_t levels = 0;
    w->path = make_register("pathprof_path");
    for (uint32_t i = 0; i < plan->num_loops; i++)
        levels = MAX(levels, plan->loops[i].level + 1);
    w->loops = XCNEWVEC(struct pp_loop_registers, levels);
    for (uint32_t i = 0; i < plan->num_loops; i++) {
        struct pp_loop_registers *x = registers(w, &plan->loops[i]);
        if (!x->left) {
            x->left = make_register("pathprof_left");
            x->digit = make_register("pathprof_digit");
            x->nvc = make_register("pathprof_nvc");
        }
        for (uint32_t k = 1; k + 1 < plan->loops[i].loop.k; k++)
            if (!x->window[k])
                x->window[k] = make_register("pathprof_window");
    }
}

/* The iteration's digit plus MORE. */
static tree digit(struct pp_writer *w, gimple_seq *seq, const struct pp_loop_plan *r,
                  unsigned HOST_WIDE_INT more)
{
    return r->has_digits ? compute(seq, PLUS_EXPR, load(seq, registers(w, r)->digit), word(more))
                         : word(0);
}

/* nvc, once so much is left. */
static void set_ways_on(struct pp_writer *w, gimple_seq *seq, const struct pp_loop_plan *r,
                        tree left)
{
    if (!r->has_digits)
        return;
    tree value = word(r->loop.on[0]);
    for (uint32_t i = 1; i + 1 < r->loop.k; i++) {
        tree is_left = make_ssa_name(boolean_type_node);
        gimple_seq_add_stmt(seq, gimple_build_assign(is_left, EQ_EXPR, left, word(i)));
        tree chosen = make_ssa_name(uint64_type_node);
        gimple_seq_add_stmt(
            seq, gimple_build_assign(chosen, COND_EXPR, is_left, word(r->loop.on[i]), value));
        value = chosen;
    }
    set(seq, registers(w, r)->nvc, value);
}

/* What is added to path or to a number that is recorded where the loop is left. */
static tree on_leaving(struct pp_writer *w, gimple_seq *seq, const struct pp_loop_plan *r,
                       struct pp_linear f)
{
    if (!r->has_digits)
        return word(f.b.low);
    tree product =
        compute(seq, MULT_EXPR, digit(w, seq, r, f.a.low), load(seq, registers(w, r)->nvc));
    return compute(seq, PLUS_EXPR, product, word(f.b.low));
}

static void enter(struct pp_writer *w, gimple_seq *seq, const struct pp_loop_plan *r)
{
    uint32_t left = r->loop.k - 1;
    set(seq, registers(w, r)->left, word(left));
    if (!r->has_digits)
        return;
    set(seq, registers(w, r)->digit, word(0));
    set(seq, registers(w, r)->nvc, word(r->loop.on[left]));
}

/* The windows that are open grow by an iteration with digit D.  Returns what the next path in
   `path` will be when that has been recorded. */
static tree shift_windows(struct pp_writer *w, gimple_seq *seq, const struct pp_loop_plan *r,
                          tree d)
{
    const struct pp_loop *l = &r->loop;
    tree next = NULL_TREE;
    for (uint32_t i = l->k - 1; i > 0; i--) {
        tree before = i > 1 ? load(seq, registers(w, r)->window[i - 1]) : word(r->begin);
        tree grown =
            compute(seq, PLUS_EXPR, before, compute(seq, MULT_EXPR, d, word(l->whole[l->k - i])));
        if (i == l->k - 1)
            next = grown;
        else
            set(seq, registers(w, r)->window[i], grown);
    }
    return next;
}

static void iterate(struct pp_writer *w, gimple_seq *seq, const struct pp_loop_plan *r,
                    const struct pp_action *action)
{
    /* Its place in the list is before those of its arms: an arm must be in place to be split. */
    unsigned at = w->branches->length();
    w->branches->safe_push(pp_branch());
    struct pp_branch branch = {};
    tree path = load(seq, w->path), before = digit(w, seq, r, 0);
    tree d = r->has_digits ? compute(seq, PLUS_EXPR, before, word(action->value.a.low)) : before;
    tree next = shift_windows(w, seq, r, d);
    if (r->has_digits)
        set(seq, registers(w, r)->digit, word(0));
    tree left = load(seq, registers(w, r)->left);
    branch.last = gimple_seq_last_stmt(*seq);
    branch.key = left;
    branch.wanted = word(0);

    tree number = compute(&branch.likely, PLUS_EXPR, path, before);
    number = compute(&branch.likely, PLUS_EXPR, number, word(pp_at_one(action->index)));
    set(&branch.likely, w->path, next);
    pp_count(w, &branch.likely, number, false);

    tree grown = path;
    if (r->has_digits) {
        tree product =
            compute(&branch.unlikely, MULT_EXPR, d, load(&branch.unlikely, registers(w, r)->nvc));
        grown = compute(&branch.unlikely, PLUS_EXPR, grown, product);
    }
    set(&branch.unlikely, w->path,
        compute(&branch.unlikely, PLUS_EXPR, grown, word(action->value.b.low)));
    /* Of two iterations it is known to be 0 then, whichever arm is taken, which gcc/fold makes use of. */
    tree less = r->loop.k == 2 ? word(0) : compute(&branch.unlikely, MINUS_EXPR, left, word(1));
    set(&branch.unlikely, registers(w, r)->left, less);
    set_ways_on(w, &branch.unlikely, r, less);
    (*w->branches)[at] = branch;
}

/* NUMBER and, in a loop's last iteration, where some edges have other values, what is late. */
static tree with_late(struct pp_writer *w, gimple_seq *seq, tree number,
                      const struct pp_action *action)
{
    const struct pp_loop_plan *r = &w->e->plan.loops[action->loop];
    tree is_last = make_ssa_name(boolean_type_node);
    tree late = make_ssa_name(uint64_type_node);
    gimple_seq_add_stmt(
        seq, gimple_build_assign(is_last, EQ_EXPR, load(seq, registers(w, r)->left), word(0)));
    gimple_seq_add_stmt(seq,
                        gimple_build_assign(late, COND_EXPR, is_last, word(action->late), word(0)));
    return compute(seq, PLUS_EXPR, number, late);
}

tree pp_number_in_loops(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    const struct pp_plan *plan = &w->e->plan;
    tree number = pp_does(action, PP_DO_USES_PATH) ? load(seq, w->path) : word(0);
    if (!pp_does(action, PP_DO_OUT))
        return compute(seq, PLUS_EXPR, number, word(action->index.b.low));
    if (action->late)
        number = with_late(w, seq, number, action);
    return compute(seq, PLUS_EXPR, number,
                   on_leaving(w, seq, &plan->loops[action->loop], action->index));
}

static void add_to_digit(struct pp_writer *w, gimple_seq *seq, const struct pp_loop_plan *r,
                         unsigned HOST_WIDE_INT more)
{
    set(seq, registers(w, r)->digit, digit(w, seq, r, more));
}

void pp_write_in_loops(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    const struct pp_plan *plan = &w->e->plan;
    const struct pp_loop_plan *loop =
        action->loop < plan->num_loops ? &plan->loops[action->loop] : NULL;
    if (action->late)
        set(seq, w->path, with_late(w, seq, load(seq, w->path), action));
    if (pp_does(action, PP_DO_ITERATE)) {
        iterate(w, seq, loop, action);
        return;
    }
    if (pp_does(action, PP_DO_RECORD)) {
        tree number = pp_does(action, PP_DO_USES_PATH) ? load(seq, w->path) : word(0);
        tree more = pp_does(action, PP_DO_OUT) ? on_leaving(w, seq, loop, action->index)
                                               : word(action->index.b.low);
        pp_count(w, seq, compute(seq, PLUS_EXPR, number, more), pp_is_rare(w, action));
    }
    if (action->update == PP_SET) {
        set(seq, w->path, word(action->value.b.low));
    } else if (action->update == PP_ADD) {
        tree more = pp_does(action, PP_DO_OUT) ? on_leaving(w, seq, loop, action->value)
                                               : word(action->value.b.low);
        if (!integer_zerop(more))
            set(seq, w->path, compute(seq, PLUS_EXPR, load(seq, w->path), more));
        if (!pp_does(action, PP_DO_OUT) && !pp_is_zero(action->value.a))
            add_to_digit(w, seq, loop, action->value.a.low);
    } else if (action->update == PP_RESTORE) {
        set(seq, w->path, load(seq, pp_saved_register(w, action)));
    }
    if (pp_does(action, PP_DO_SAVE))
        set(seq, pp_saved_register(w, action), load(seq, w->path));
    if (pp_does(action, PP_DO_IN))
        enter(w, seq, &plan->loops[action->next]);
}
