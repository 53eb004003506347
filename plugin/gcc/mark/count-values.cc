/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option values=: a call of the runtime before each statement whose values are counted. */
#include "gcc/base/compat.h"
#include "gcc/extract/value-sites.h"
#include "gcc/mark/count-values.h"
#include "runtime/format.h"

/* VALUE as a word, extended as its type says; what that takes goes to SEQ. */
static tree as_word(gimple_seq *seq, tree value)
{
    tree type = TREE_TYPE(value);
    if (INTEGRAL_TYPE_P(type) && !TYPE_UNSIGNED(type))
        value = gimple_convert(seq, long_long_integer_type_node, value);
    else if (POINTER_TYPE_P(type))
        value = gimple_convert(seq, pointer_sized_int_node, value);
    return gimple_convert(seq, uint64_type_node, value);
}

void pp_write_values(const struct pp_emission *e, const struct pp_sites *sites,
                     struct cgraph_node *node, vec<gcall *> *calls)
{
    auto_vec<struct pp_value_site> found;
    unsigned i;
    struct pp_value_site *site;
    tree slot =
        e->update == PP_UPDATE_THREAD ? build_fold_addr_expr(e->decls->block) : null_pointer_node;
    pp_find_value_sites(e->g, e->proc, node, sites, &found);
    FOR_EACH_VEC_ELT(found, i, site)
    {
        uint64_t vertex = (uint64_t)e->first_vertex + site->vertex;
        if (vertex > PATHPROF_LAST_SITE_VERTEX)
            continue;
        uint64_t how = site->kind == PP_VALUE_SIZE        ? PATHPROF_COUNT_SIZE
                       : site->kind == PP_VALUE_REMAINDER ? PATHPROF_COUNT_REMAINDER
                                                          : PATHPROF_COUNT_DIVISOR;
        uint64_t name = how << 32 | PATHPROF_SITE(vertex, site->ordinal);
        gimple_seq seq = NULL;
        tree value = as_word(&seq, site->value), other = as_word(&seq, site->other);
        gcall *call = gimple_build_call(e->decls->value, 5, build_fold_addr_expr(e->decls->unit),
                                        slot, build_int_cstu(uint64_type_node, name), value, other);
        gimple_seq_add_stmt(&seq, call);
        gimple_stmt_iterator gsi = gsi_for_stmt(site->stmt);
        gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
        calls->safe_push(call);
    }
}
