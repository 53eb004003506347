/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compat.h"
#include "links.h"

#if PP_RANGES

/* No more are kept at a point. */
#define MOST 64

static int compare(const struct pp_link *x, unsigned a, unsigned b)
{
    if (x->a != a)
        return x->a < a ? -1 : 1;
    return x->b < b ? -1 : x->b > b;
}

void pp_links::clear()
{
    all.truncate(0);
}

void pp_links::load(const struct pp_link *links, unsigned num)
{
    all.truncate(0);
    for (unsigned i = 0; i < num; i++)
        all.safe_push(links[i]);
}

void pp_links::add(unsigned a, relation_kind kind, unsigned b)
{
    unsigned i = 0;
    if (a == b || kind == VREL_NONE)
        return;
    if (a > b) {
        std::swap(a, b);
        kind = relation_swap(kind);
    }
    while (i < all.length() && compare(&all[i], a, b) < 0)
        i++;
    if (i < all.length() && !compare(&all[i], a, b)) {
        kind = relation_intersect(all[i].kind, kind);
        if (kind != VREL_EMPTY)
            all[i].kind = kind;
    } else if (all.length() < MOST) {
        all.safe_insert(i, {a, b, kind});
    }
}

void pp_links::forget(unsigned name)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < all.length(); i++)
        if (all[i].a != name && all[i].b != name)
            all[kept++] = all[i];
    all.truncate(kept);
}

relation_kind pp_links::find(unsigned a, unsigned b) const
{
    bool swapped = a > b;
    if (swapped)
        std::swap(a, b);
    for (unsigned i = 0; i < all.length(); i++)
        if (!compare(&all[i], a, b))
            return swapped ? relation_swap(all[i].kind) : all[i].kind;
    return VREL_NONE;
}

void pp_links::take_phis(edge e)
{
    auto_vec<struct pp_link> before;
    auto_vec<unsigned> results, taken;
    before.safe_splice(all);
    for (gphi_iterator i = gsi_start_phis(e->dest); !gsi_end_p(i); gsi_next(&i)) {
        tree result = gimple_range_ssa_p(gimple_phi_result(i.phi()));
        tree arg = PHI_ARG_DEF_FROM_EDGE(i.phi(), e);
        if (!result)
            continue;
        results.safe_push(SSA_NAME_VERSION(result));
        taken.safe_push(gimple_range_ssa_p(arg) ? SSA_NAME_VERSION(arg) : 0);
        forget(SSA_NAME_VERSION(result));
    }
    for (unsigned i = 0; i < results.length(); i++) {
        if (!taken[i])
            continue;
        if (!results.contains(taken[i]))
            add(results[i], EQ_EXPR, taken[i]);
        for (unsigned k = 0; k < i; k++)
            if (taken[k] == taken[i])
                add(results[k], EQ_EXPR, results[i]);
        for (unsigned n = 0; n < before.length(); n++) {
            bool first = before[n].a == taken[i];
            if (!first && before[n].b != taken[i])
                continue;
            unsigned other = first ? before[n].b : before[n].a;
            relation_kind kind = first ? before[n].kind : relation_swap(before[n].kind);
            if (!results.contains(other))
                add(results[i], kind, other);
            for (unsigned k = 0; k < results.length(); k++)
                if (taken[k] == other)
                    add(results[i], kind, results[k]);
        }
    }
}

relation_kind pp_links::query_relation(basic_block, tree x, tree y)
{
    unsigned a = SSA_NAME_VERSION(x), b = SSA_NAME_VERSION(y);
    if (a == b)
        return EQ_EXPR;
    relation_kind kind = find(a, b);
    for (unsigned i = 0; kind == VREL_NONE && i < all.length(); i++) {
        const struct pp_link *l = &all[i];
        if (l->kind != EQ_EXPR)
            continue;
        if (l->a == a || l->b == a)
            kind = find(l->a == a ? l->b : l->a, b);
        else if (l->a == b || l->b == b)
            kind = find(a, l->a == b ? l->b : l->a);
    }
    return kind;
}

/* What nobody asks. */
const_bitmap pp_links::equiv_set(tree, basic_block)
{
    return NULL;
}

void pp_links::register_relation(basic_block, relation_kind, tree, tree) {}

relation_kind pp_links::query_relation(basic_block, const_bitmap, const_bitmap)
{
    return VREL_NONE;
}

void pp_links::dump(FILE *, basic_block) const {}

void pp_links::dump(FILE *) const {}

bool pp_links_meet(struct pp_link *a, unsigned *num, const struct pp_link *b, unsigned num_b)
{
    unsigned kept = 0, j = 0;
    bool changed = false;
    for (unsigned i = 0; i < *num; i++) {
        while (j < num_b && compare(&b[j], a[i].a, a[i].b) < 0)
            j++;
        relation_kind kind = j < num_b && !compare(&b[j], a[i].a, a[i].b)
                                 ? relation_union(a[i].kind, b[j].kind)
                                 : VREL_NONE;
        changed |= kind != a[i].kind;
        if (kind != VREL_NONE)
            a[kept++] = {a[i].a, a[i].b, kind};
    }
    *num = kept;
    return changed;
}

#endif
