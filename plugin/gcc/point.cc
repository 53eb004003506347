/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compat.h"
#include "point.h"

#if PP_RANGES

/* ---- What holds. */

/* What GCC knows of NAME wherever it is. */
static void global_range(irange &r, tree name)
{
    r = gimple_range_global(name);
    if (r.undefined_p())
        r.set_varying(TREE_TYPE(name));
}

void pp_range_now(const struct pp_point *at, irange &r, tree name)
{
    const irange *known = at->now[SSA_NAME_VERSION(name)];
    if (known)
        r = *known;
    else
        global_range(r, name);
}

/* GCC's evaluator asks this for the ranges of operands. */
class pp_point_query : public range_query
{
  public:
    explicit pp_point_query(const struct pp_point *p) : point(p) {}
    bool range_of_expr(irange &r, tree expr, gimple *stmt) OVERRIDE
    {
        if (!gimple_range_ssa_p(expr))
            return get_tree_range(r, expr, stmt);
        pp_range_now(point, r, expr);
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

static void set_now(struct pp_point *at, tree name, const irange &range)
{
    unsigned version = SSA_NAME_VERSION(name);
    int_range_max everywhere, r = range;
    global_range(everywhere, name);
    r.intersect(everywhere);
    /* A contradiction: control does not come here. */
    bool nothing = r.undefined_p() || r == everywhere;
    at->now[version] = nothing ? NULL : at->pool.allocate(r);
    at->touched.safe_push(version);
}

void pp_point_load(struct pp_point *at, const struct pp_env *env)
{
    unsigned i, version;
    FOR_EACH_VEC_ELT(at->touched, i, version)
    at->now[version] = NULL;
    at->touched.truncate(0);
    for (i = 0; i < env->num; i++) {
        at->now[env->slots[i].name] = env->slots[i].range;
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
        if ((i > 0 && version == last) || !at->now[version] ||
            (live && !bitmap_bit_p(live, version)))
            continue;
        last = version;
        env->slots[env->num++] = {version, 0, 0, 0, at->now[version]};
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
    if (POINTER_TYPE_P(TREE_TYPE(name)) && gimple_range_ssa_p(name) &&
        infer_nonnull_range(stmt, name)) {
        int_range_max r, nonnull;
        pp_range_now(at, r, name);
        nonnull.set_nonzero(TREE_TYPE(name));
        r.intersect(nonnull);
        set_now(at, name, r);
    }
}

void pp_execute(struct pp_point *at, gimple *stmt)
{
    tree result = gimple_range_ssa_p(gimple_get_lhs(stmt)), name;
    ssa_op_iter i;
    /* An asm defines names as well. */
    FOR_EACH_SSA_TREE_OPERAND(name, stmt, i, SSA_OP_DEF)
    at->now[SSA_NAME_VERSION(name)] = NULL;
    if (result) {
        int_range_max r;
        if (!fold_range(r, stmt, at->query))
            r.set_varying(TREE_TYPE(result));
        set_now(at, result, r);
    }
    learn_from(at, stmt);
}

/* ---- Edges. */

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
    auto_delete_vec<int_range_max> ranges;
    FOR_EACH_GORI_EXPORT_NAME(at->gori, e->src, name)
    {
        int_range_max r, known;
        if (!gimple_range_ssa_p(name) || !at->gori.outgoing_edge_range_p(r, e, name, *at->query))
            continue;
        pp_range_now(at, known, name);
        r.intersect(known);
        if (r.undefined_p())
            return false;
        names.safe_push(name);
        ranges.safe_push(new int_range_max(r));
    }
    for (unsigned i = 0; i < names.length(); i++)
        set_now(at, names[i], *ranges[i]);
    return true;
}

void pp_take_phis(struct pp_point *at, edge e)
{
    auto_vec<tree> names;
    auto_delete_vec<int_range_max> ranges;
    for (gphi_iterator i = gsi_start_phis(e->dest); !gsi_end_p(i); gsi_next(&i)) {
        tree result = gimple_range_ssa_p(gimple_phi_result(i.phi()));
        if (!result)
            continue;
        int_range_max r;
        if (!at->query->range_of_expr(r, PHI_ARG_DEF_FROM_EDGE(i.phi(), e), NULL) ||
            r.undefined_p())
            r.set_varying(TREE_TYPE(result));
        else if (r.type() != TREE_TYPE(result))
            range_cast(r, TREE_TYPE(result));
        names.safe_push(result);
        ranges.safe_push(new int_range_max(r));
    }
    for (unsigned i = 0; i < names.length(); i++)
        set_now(at, names[i], *ranges[i]);
}

#endif
