/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option wide=1: an action on numbers of several words is one call of the runtime's wide.c, with
   the activation's frame and a constant that says what to do (runtime/format.h). */
#include "gcc/base/compat.h"
#include "gcc/emit/call-protocol.h"
#include "gcc/emit/wide.h"
#include "runtime/format.h"

static_assert(PATHPROF_MOST_WORDS == PP_MOST_WORDS, "the runtime's limit");

void pp_make_wide_frame(struct pp_writer *w)
{
    const struct pp_emission *e = w->e;
    unsigned numbers = e->plan.restores ? 5 : e->plan.in_pieces ? 2 : 3;
    unsigned head = offsetof(struct pathprof_wide_frame, numbers) / 8;
    tree range = build_index_type(size_int(head + numbers * e->words - 1));
    w->frame = create_tmp_var(build_array_type(uint64_type_node, range), "pathprof_frame");
    TREE_ADDRESSABLE(w->frame) = 1;
    DECL_IGNORED_P(w->frame) = 1;
}

/* The constant under construction. */
struct bytes {
    auto_vec<char> text;
};

static void put_word(struct bytes *out, uint64_t word)
{
    for (int i = 0; i < 8; i++)
        out->text.safe_push((char)(word >> 8 * (BYTES_BIG_ENDIAN ? 7 - i : i)));
}

static void put_num(struct bytes *out, struct pp_num x)
{
    unsigned size = pp_is_zero(x) ? 0 : pp_num_size(x);
    put_word(out, size);
    for (unsigned i = 0; i < size; i++)
        put_word(out, pp_num_word(x, i));
}

static void put_linear(struct bytes *out, struct pp_linear f)
{
    put_num(out, f.a);
    put_num(out, f.b);
}

static uint64_t bits_of(const struct pp_emission *e, const struct pp_action *a)
{
    const struct pp_plan *plan = &e->plan;
    uint64_t bits = 0;
    bits |= e->plan.in_pieces ? PATHPROF_WIDE_PIECEWISE : 0;
    bits |= plan->always_root ? PATHPROF_WIDE_ALWAYS_ROOT : 0;
    bits |= plan->may_be_root ? PATHPROF_WIDE_MAY_BE_ROOT : 0;
    bits |= plan->restores ? PATHPROF_WIDE_RESTORES : 0;
    bits |= plan->ends ? PATHPROF_WIDE_ENDS : 0;
    bits |= pp_does(a, PP_DO_ENTER) ? PATHPROF_WIDE_ENTER : 0;
    bits |= pp_does(a, PP_DO_BACK) ? PATHPROF_WIDE_BACK : 0;
    bits |= pp_does(a, PP_DO_RECORD) ? PATHPROF_WIDE_RECORD : 0;
    bits |= a->update == PP_ADD ? PATHPROF_WIDE_ADD : 0;
    bits |= a->update == PP_SET ? PATHPROF_WIDE_SET : 0;
    bits |= pp_does(a, PP_DO_LEAVE) ? PATHPROF_WIDE_LEAVE : 0;
    bits |= pp_does(a, PP_DO_CALL) ? PATHPROF_WIDE_CALL : 0;
    if (!pp_does(a, PP_DO_BACK | PP_DO_CALL))
        return bits;
    const struct pp_handover *h = &plan->handovers[a->handover];
    bits |= h->named ? PATHPROF_WIDE_NAMED : 0;
    bits |= h->returns ? PATHPROF_WIDE_RETURNS : 0;
    bits |= h->may_begin ? PATHPROF_WIDE_MAY_BEGIN : 0;
    bits |= h->begun_returns ? PATHPROF_WIDE_BEGUN_RETURNS : 0;
    return bits;
}

static void put_operands(struct bytes *out, const struct pp_emission *e, const struct pp_action *a)
{
    const struct pp_plan *plan = &e->plan;
    const struct pp_handover *h =
        pp_does(a, PP_DO_BACK | PP_DO_CALL) ? &plan->handovers[a->handover] : NULL;
    if (pp_does(a, PP_DO_ENTER))
        put_num(out, plan->root_value);
    if (pp_does(a, PP_DO_BACK) && h->returns && h->may_begin) {
        put_num(out, h->begun_returns ? h->edge_value : h->begin_value);
        put_num(out, plan->unbalanced);
    }
    if (pp_does(a, PP_DO_RECORD))
        put_linear(out, a->index);
    if (a->update != PP_KEEP)
        put_linear(out, a->value);
    if (a->update == PP_SET && e->plan.in_pieces)
        put_num(out, plan->unbalanced);
    if (pp_does(a, PP_DO_LEAVE))
        put_linear(out, a->index);
    if (pp_does(a, PP_DO_CALL)) {
        put_linear(out, a->index);
        put_linear(out, h->nvc);
    }
}

void pp_write_wide(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action)
{
    const struct pp_emission *e = w->e;
    struct bytes bytes;
    put_word(&bytes, e->words);
    put_word(&bytes, bits_of(e, action));
    put_operands(&bytes, e, action);
    tree constant = build_string_literal(bytes.text.length(), bytes.text.address());
    tree map = e->compute_only ? null_pointer_node : build_fold_addr_expr(e->counters);
    uint32_t whose =
        pp_does(action, PP_DO_CALL) ? e->plan.handovers[action->handover].callee : e->index;
    tree name = pp_name_of(w, seq, whose);
    pp_add_call(
        w, seq,
        gimple_build_call(e->decls->wide, 4, build_fold_addr_expr(w->frame), map, constant, name));
}
