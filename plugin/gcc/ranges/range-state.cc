/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/ranges/range-state.h"

#if PP_RANGES

/* ---- What holds. */

/* What GCC knows of NAME wherever it is. */
static void global_range(pp_range_max &r, tree name)
{
    pp_range_global(r, name);
    if (r.undefined_p())
        r.set_varying(TREE_TYPE(name));
}

void pp_range_now(const struct pp_point *at, pp_range_max &r, tree name)
{
    const pp_range *known = at->now[SSA_NAME_VERSION(name)].range;
    if (known)
        r = *known;
    else
        global_range(r, name);
}

/* GCC's evaluator asks this for the ranges of operands. */
class pp_point_query : public pp_range_query
{
  public:
    explicit pp_point_query(const struct pp_point *p) : point(p) {}
    bool range_of_expr(pp_any_range &r, tree expr, gimple *stmt = NULL) override
    {
        pp_range_max now;
        if (!pp_range_ssa_p(expr))
            return other_range(r, expr, stmt);
        pp_range_now(point, now, expr);
        static_cast<pp_range &>(r) = static_cast<const pp_range &>(now);
        return true;
    }

  private:
    const struct pp_point *point;
};

struct pp_point *pp_point_new(void)
{
    struct pp_point *at = new pp_point();
    at->query = new pp_point_query(at);
    at->now.safe_grow_cleared(num_ssa_names);
    return at;
}

void pp_point_free(struct pp_point *at)
{
    delete at->query;
    delete at;
}

/* What GCC knows of the bits of NAME wherever it is. */
static struct pp_bits global_bits(tree name)
{
    unsigned width = TYPE_PRECISION(TREE_TYPE(name));
    uint64_t all = width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
    return {0, all & ~get_nonzero_bits(name).to_uhwi()};
}

/* All that is known of the bits of OPERAND now. */
static struct pp_bits bits_now(const struct pp_point *at, tree operand)
{
    pp_range_max r;
    struct pp_bits bits = {0, 0};
    if (!pp_has_bits(TREE_TYPE(operand)))
        return bits;
    pp_prepare(r, TREE_TYPE(operand));
    if (TREE_CODE(operand) == SSA_NAME) {
        bits = pp_bits_or(global_bits(operand), at->now[SSA_NAME_VERSION(operand)].bits);
        if (pp_range_ssa_p(operand))
            pp_range_now(at, r, operand);
    } else if (!get_range_query(cfun)->range_of_expr(r, operand)) {
        return bits;
    }
    return r.undefined_p() ? bits : pp_bits_or(bits, pp_bits_of_range(r));
}

static void set_now(struct pp_point *at, tree name, const pp_range &range, struct pp_bits bits)
{
    unsigned version = SSA_NAME_VERSION(name);
    pp_range_max everywhere, r = range;
    struct pp_known *known = &at->now[version];
    global_range(everywhere, name);
    if (bits.known && !r.undefined_p()) /* an empty range has no type */
        pp_bits_narrow(r, bits);
    r.intersect(everywhere);
    /* A contradiction: control does not come here. */
    bool nothing = r.undefined_p() || pp_same_range(r, everywhere);
    *known = {nothing ? NULL : at->pool.keep(r), bits};
    at->touched.safe_push(version);
}

void pp_point_load(struct pp_point *at, const struct pp_env *env)
{
    unsigned i, version;
    FOR_EACH_VEC_ELT(at->touched, i, version)
    at->now[version] = {};
    at->touched.truncate(0);
    for (i = 0; i < env->num; i++) {
        at->now[env->slots[i].name] = env->slots[i].known;
        at->touched.safe_push(env->slots[i].name);
    }
}

static int by_version(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return x < y ? -1 : x > y;
}

struct pp_env *pp_point_store(struct pp_point *at, const_bitmap live)
{
    unsigned i, version, last = 0;
    at->touched.qsort(by_version);
    struct pp_env *env =
        (struct pp_env *)xmalloc(sizeof *env + at->touched.length() * sizeof *env->slots);
    env->num = 0;
    FOR_EACH_VEC_ELT(at->touched, i, version)
    {
        if ((i > 0 && version == last) || pp_is_nothing(&at->now[version]) ||
            (live && !bitmap_bit_p(live, version)))
            continue;
        last = version;
        env->slots[env->num++] = {version, 0, 0, 0, 0, at->now[version]};
    }
    return env;
}

/* ---- Statements. */

/* STMT has been executed, so the pointers that it follows are not null. */
static void learn_from(struct pp_point *at, gimple *stmt)
{
    tree name;
    ssa_op_iter i;
    if (!flag_delete_null_pointer_checks || cfun->can_throw_non_call_exceptions)
        return;
    FOR_EACH_SSA_TREE_OPERAND(name, stmt, i, SSA_OP_USE)
    if (POINTER_TYPE_P(TREE_TYPE(name)) && pp_matters(at, name) && pp_range_ssa_p(name) &&
        infer_nonnull_range(stmt, name)) {
        pp_range_max r, nonnull;
        pp_range_now(at, r, name);
        nonnull.set_nonzero(TREE_TYPE(name));
        r.intersect(nonnull);
        set_now(at, name, r, at->now[SSA_NAME_VERSION(name)].bits);
    }
}

/* The bits of what STMT computes. */
static struct pp_bits fold_bits(const struct pp_point *at, gimple *stmt)
{
    struct pp_bits a, b = {0, 0};
    tree type, first, second;
    if (!is_gimple_assign(stmt) || !pp_has_bits(type = TREE_TYPE(gimple_assign_lhs(stmt))))
        return {0, 0};
    first = gimple_assign_rhs1(stmt);
    second = gimple_num_ops(stmt) == 3 ? gimple_assign_rhs2(stmt) : NULL_TREE;
    if (gimple_num_ops(stmt) > 3 || !pp_has_bits(TREE_TYPE(first)) ||
        (second && !pp_has_bits(TREE_TYPE(second))))
        return {0, 0};
    a = bits_now(at, first);
    if (gimple_assign_single_p(stmt))
        return a;
    if (second)
        b = bits_now(at, second);
    return pp_bits_fold(gimple_assign_rhs_code(stmt), type, TREE_TYPE(first), a,
                        second ? TREE_TYPE(second) : NULL_TREE, b);
}

void pp_execute(struct pp_point *at, gimple *stmt)
{
    tree result = pp_range_ssa_p(gimple_get_lhs(stmt)), name;
    ssa_op_iter i;
    /* An asm defines names as well. */
    FOR_EACH_SSA_TREE_OPERAND(name, stmt, i, SSA_OP_DEF)
    at->now[SSA_NAME_VERSION(name)] = {};
    if (result && pp_matters(at, result)) {
        pp_range_max r;
        pp_prepare(r, TREE_TYPE(result));
        if (!fold_range(r, stmt, at->query))
            r.set_varying(TREE_TYPE(result));
        set_now(at, result, r, fold_bits(at, stmt));
    }
    learn_from(at, stmt);
}

/* ---- Edges. */

/* NAME, which an edge has just refined, may be some bits of another name. */
static void learn_bits(struct pp_point *at, tree name)
{
    gimple *def = SSA_NAME_DEF_STMT(name);
    pp_range_max r;
    if (!is_gimple_assign(def) || gimple_assign_rhs_code(def) != BIT_AND_EXPR ||
        !pp_has_bits(TREE_TYPE(name)))
        return;
    tree of = gimple_assign_rhs1(def), which = gimple_assign_rhs2(def);
    if (!pp_range_ssa_p(of) || TREE_CODE(which) != INTEGER_CST)
        return;
    uint64_t mask = bits_now(at, which).value;
    struct pp_bits bits = bits_now(at, name), known = at->now[SSA_NAME_VERSION(of)].bits;
    pp_range_now(at, r, name);
    if (pow2p_hwi(mask) && !pp_may_be_zero(r))
        bits = {mask, mask};
    bits = {bits.value & mask, bits.known & mask};
    if (!(bits.known & ~known.known))
        return;
    pp_range_now(at, r, of);
    set_now(at, of, r, pp_bits_or(known, bits));
}

bool pp_take_branch(struct pp_point *at, edge e)
{
    int_range_max chosen, value;
    gimple *control = at->outgoing.edge_range_p(chosen, e);
    if (!control)
        return true;
    if (gswitch *choice = dyn_cast<gswitch *>(control)) {
        if (at->query->range_of_expr(value, gimple_switch_index(choice), choice))
            chosen.intersect(value);
    } else if (fold_range(value, control, at->query)) {
        chosen.intersect(value);
    }
    if (chosen.undefined_p())
        return false;
    tree name;
    auto_vec<tree> names;
    auto_delete_vec<pp_range_max> ranges;
    PP_FOR_EACH_EXPORT(at->gori, e->src, name)
    {
        pp_range_max r, known;
        if (!pp_range_ssa_p(name) || !pp_matters(at, name))
            continue;
        pp_prepare(r, TREE_TYPE(name));
        if (!at->gori.outgoing_edge_range_p(r, e, name, *at->query))
            continue;
        pp_range_now(at, known, name);
        r.intersect(known);
        if (r.undefined_p())
            return false;
        names.safe_push(name);
        ranges.safe_push(new pp_range_max(r));
    }
    for (unsigned i = 0; i < names.length(); i++)
        set_now(at, names[i], *ranges[i], at->now[SSA_NAME_VERSION(names[i])].bits);
    for (unsigned i = 0; i < names.length(); i++)
        learn_bits(at, names[i]);
    return true;
}

void pp_take_phis(struct pp_point *at, edge e)
{
    auto_vec<tree> names;
    auto_vec<struct pp_bits> bits;
    auto_delete_vec<pp_range_max> ranges;
    for (gphi_iterator i = gsi_start_phis(e->dest); !gsi_end_p(i); gsi_next(&i)) {
        tree result = pp_range_ssa_p(gimple_phi_result(i.phi()));
        if (!result || !pp_matters(at, result))
            continue;
        pp_range_max r;
        pp_prepare(r, TREE_TYPE(result));
        if (!at->query->range_of_expr(r, PHI_ARG_DEF_FROM_EDGE(i.phi(), e), NULL) ||
            r.undefined_p())
            r.set_varying(TREE_TYPE(result));
        else if (r.type() != TREE_TYPE(result))
            range_cast(r, TREE_TYPE(result));
        names.safe_push(result);
        ranges.safe_push(new pp_range_max(r));
        bits.safe_push(bits_now(at, PHI_ARG_DEF_FROM_EDGE(i.phi(), e)));
    }
    for (unsigned i = 0; i < names.length(); i++)
        set_now(at, names[i], *ranges[i], bits[i]);
}

/* ---- Over calls. */

struct pp_bits pp_value_of(const struct pp_point *at, pp_range_max &r, tree expr)
{
    pp_prepare(r, TREE_TYPE(expr));
    if (!pp_has_range(TREE_TYPE(expr)) || !at->query->range_of_expr(r, expr, NULL))
        return {0, 0};
    return bits_now(at, expr);
}

/* R and BITS, of a value, become those of what it is when it is passed as one of type TO.  Returns
   false if that is not known. */
static bool pass(pp_range_max &r, struct pp_bits *bits, tree to)
{
    if (r.undefined_p())
        return false;
    tree from = r.type();
    if (INTEGRAL_TYPE_P(from) != INTEGRAL_TYPE_P(to) || TYPE_PRECISION(from) < TYPE_PRECISION(to))
        return false;
    if (TYPE_PRECISION(from) != TYPE_PRECISION(to))
        *bits = {0, 0};
    if (!useless_type_conversion_p(to, from))
        range_cast(r, to);
    return true;
}

void pp_take_arguments(struct pp_point *at, const auto_delete_vec<pp_range_max> &ranges,
                       const auto_vec<struct pp_bits> &bits)
{
    static const struct pp_env nothing = {};
    unsigned i = 0;
    pp_point_load(at, &nothing);
    for (tree p = DECL_ARGUMENTS(cfun->decl); p && i < ranges.length(); p = DECL_CHAIN(p), i++) {
        tree name = is_gimple_reg(p) ? pp_range_ssa_p(ssa_default_def(cfun, p)) : NULL_TREE;
        struct pp_bits known = bits[i];
        if (name && !has_zero_uses(name) && pass(*ranges[i], &known, TREE_TYPE(name)))
            set_now(at, name, *ranges[i], known);
    }
}

void pp_take_result(struct pp_point *at, edge e)
{
    greturn *back = safe_dyn_cast<greturn *>(last_nondebug_stmt(e->src));
    tree value = back ? gimple_return_retval(back) : NULL_TREE;
    pp_range_max r;
    if (!value || !pp_has_range(TREE_TYPE(value)))
        return;
    struct pp_bits bits = pp_value_of(at, r, value);
    bool known = !r.undefined_p() && !r.varying_p();
    at->now[PP_RESULT] = {known ? at->pool.keep(r) : NULL, bits};
    at->touched.safe_push(PP_RESULT);
}

void pp_give_result(struct pp_point *at, gimple *call, const struct pp_env *exit)
{
    tree name = pp_range_ssa_p(gimple_get_lhs(call));
    if (!name || !exit->num || exit->slots[0].name != PP_RESULT)
        return;
    struct pp_bits bits = exit->slots[0].known.bits;
    pp_range_max r, now;
    if (!exit->slots[0].known.range)
        return;
    r = *exit->slots[0].known.range;
    if (!pass(r, &bits, TREE_TYPE(name)))
        return;
    pp_range_now(at, now, name);
    r.intersect(now);
    set_now(at, name, r, pp_bits_or(bits, at->now[SSA_NAME_VERSION(name)].bits));
}

#endif
