/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of values as each version of GCC has them.  In GCC 12 to 14 an irange is a range of integers or pointers;
   GCC 15 has those of pointers apart (prange), and both are vranges.  Included by compat.h, and by nobody else. */
#ifndef PATHPROF_COMPAT_RANGES_H
#define PATHPROF_COMPAT_RANGES_H

/* GCC 12 evaluates ranges for whoever tells it those of the operands; GCC 11 keeps that to itself. */
#define PP_RANGES (GCCPLUGIN_VERSION >= 12000)

#if PP_RANGES
#include "gimple-range.h"
#if GCCPLUGIN_VERSION >= 13000
#include "value-range-storage.h"
#endif

/* pp_range: a range of what an SSA name may be, integer or pointer.  pp_any_range: the one that GCC gives a query to
   fill, which since GCC 13 may be for floating-point numbers as well.  pp_range_max: a variable for a pp_range,
   undefined until something is assigned. */
#if GCCPLUGIN_VERSION < 13000
typedef irange pp_range;
typedef irange pp_any_range;
typedef int_range_max pp_range_max;
#elif GCCPLUGIN_VERSION < 15000
typedef irange pp_range;
typedef vrange pp_any_range;
typedef int_range_max pp_range_max;
#else
typedef vrange pp_range;
typedef vrange pp_any_range;
/* A value_range is of no kind, and may not even be asked, until it is given one. */
class pp_range_max : public value_range
{
  public:
    pp_range_max() : value_range(void_type_node) {}
    pp_range_max(const vrange &r) : value_range(r) {}
    using value_range::operator=;
    void set_varying(tree type)
    {
        set_type(type);
        value_range::set_varying(type);
    }
    void set_nonzero(tree type)
    {
        set_type(type);
        value_range::set_nonzero(type);
    }
};
#endif

static inline bool pp_has_range(tree type)
{
#if GCCPLUGIN_VERSION < 13000
    return irange::supports_type_p(type);
#elif GCCPLUGIN_VERSION < 15000
    return irange::supports_p(type);
#else
    return irange::supports_p(type) || prange::supports_p(type);
#endif
}

/* NAME if it is an SSA name that has a pp_range; else NULL.  Since GCC 13 gimple_range_ssa_p takes names of
   floating-point numbers, too. */
static inline tree pp_range_ssa_p(tree name)
{
    name = gimple_range_ssa_p(name);
    return name && pp_has_range(TREE_TYPE(name)) ? name : NULL_TREE;
}

/* Makes R, which is undefined then, one that GCC can fill with the range of a value of TYPE. */
static inline void pp_prepare(pp_range_max &r, tree type)
{
#if GCCPLUGIN_VERSION < 15000
    (void)type;
    r.set_undefined();
#else
    r.set_type(type);
#endif
}

/* What GCC knows of NAME wherever it is; undefined if it thinks that it is nowhere. */
static inline void pp_range_global(pp_range_max &r, tree name)
{
#if GCCPLUGIN_VERSION < 13000
    r = gimple_range_global(name);
#else
    pp_prepare(r, TREE_TYPE(name));
    gimple_range_global(r, name);
#endif
}

/* Who answers GCC's evaluator.  Of what is no SSA name, or one that has no pp_range, it has OTHER_RANGE say what GCC
   knows.  Since GCC 15 get_tree_range asks the query again for any name, without end. */
class pp_range_query : public range_query
{
  protected:
    bool other_range(pp_any_range &r, tree expr, gimple *stmt)
    {
#if GCCPLUGIN_VERSION >= 15000
        if (TREE_CODE(expr) == SSA_NAME) {
            if (!value_range::supports_type_p(TREE_TYPE(expr)))
                return false;
            if (gimple_range_ssa_p(expr))
                gimple_range_global(r, expr);
            else
                r.set_varying(TREE_TYPE(expr));
            return true;
        }
#endif
        return get_tree_range(r, expr, stmt);
    }
};

/* The range from LOW to HIGH, of TYPE. */
static inline pp_range_max pp_range_between(tree type, const wide_int &low, const wide_int &high)
{
#if GCCPLUGIN_VERSION >= 15000
    if (prange::supports_p(type))
        return prange(type, low, high);
#endif
    return int_range<2>(type, low, high);
}

/* The bounds of R, which is not undefined. */
static inline wide_int pp_lower_bound(const pp_range &r)
{
#if GCCPLUGIN_VERSION >= 15000
    if (is_a<prange>(r))
        return as_a<prange>(r).lower_bound();
    return as_a<irange>(r).lower_bound();
#else
    return r.lower_bound();
#endif
}

static inline wide_int pp_upper_bound(const pp_range &r)
{
#if GCCPLUGIN_VERSION >= 15000
    if (is_a<prange>(r))
        return as_a<prange>(r).upper_bound();
    return as_a<irange>(r).upper_bound();
#else
    return r.upper_bound();
#endif
}

static inline bool pp_same_range(const pp_range &a, const pp_range &b)
{
    return a == b;
}

/* Whether R may be zero. */
static inline bool pp_may_be_zero(const pp_range &r)
{
    wide_int zero = wi::zero(TYPE_PRECISION(r.type()));
    pp_range_max none = pp_range_between(r.type(), zero, zero);
    none.intersect(r);
    return !none.undefined_p();
}

/* Ranges that live as long as this, each in as little as it needs. */
class pp_range_pool
{
  public:
    const pp_range *keep(const pp_range &r)
    {
#if GCCPLUGIN_VERSION < 13000
        return memory.allocate(r);
#elif GCCPLUGIN_VERSION < 14000
        return memory.clone<irange>(r);
#else
#if GCCPLUGIN_VERSION >= 15000
        if (is_a<prange>(r))
            return *pointers.safe_push(new prange(as_a<prange>(r)));
#endif
        const irange &integers = as_a<irange>(r);
        if (integers.num_pairs() == 1)
            return *simple.safe_push(new int_range<1>(integers));
        return *several.safe_push(new int_range_max(integers));
#endif
    }

  private:
#if GCCPLUGIN_VERSION < 13000
    irange_allocator memory;
#elif GCCPLUGIN_VERSION < 14000
    obstack_vrange_allocator memory;
#else
    auto_delete_vec<int_range<1>> simple;
    auto_delete_vec<int_range_max> several;
#if GCCPLUGIN_VERSION >= 15000
    auto_delete_vec<prange> pointers;
#endif
#endif
};

/* What branches say of names.  GCC 15 has the map of what depends on what apart, and gives up at switches unless it is
   told how large they may be. */
#if GCCPLUGIN_VERSION < 15000
typedef gori_compute pp_gori;
#define PP_FOR_EACH_EXPORT(gori, bb, name) FOR_EACH_GORI_EXPORT_NAME(gori, bb, name)
#else
class pp_gori : public gori_map
{
  public:
    pp_gori() : compute(*this, 0, INT_MAX) {}
    bool outgoing_edge_range_p(vrange &r, edge e, tree name, range_query &q)
    {
        return compute.edge_range_p(r, e, name, q);
    }

  private:
    gori_compute compute;
};
#define PP_FOR_EACH_EXPORT(gori, bb, name) FOR_EACH_GORI_EXPORT_NAME(&(gori), bb, name)
#endif

/* What a switch's edges say of its index. */
class pp_outgoing : public gimple_outgoing_range
{
  public:
    pp_outgoing() : gimple_outgoing_range(INT_MAX) {}
};

#endif
#endif
