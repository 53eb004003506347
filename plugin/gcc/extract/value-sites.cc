/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same statements as GCC's own gimple_find_values_to_profile takes, but for indirect calls. */
#include "gcc/base/compat.h"
#include "gcc/extract/block-parts.h"
#include "gcc/extract/value-sites.h"
#include "runtime/format.h"

static bool is_division(gimple *stmt, struct pp_value_site *site)
{
    if (!is_gimple_assign(stmt))
        return false;
    enum tree_code code = gimple_assign_rhs_code(stmt);
    tree type = TREE_TYPE(gimple_assign_lhs(stmt));
    if ((code != TRUNC_DIV_EXPR && code != TRUNC_MOD_EXPR) || !INTEGRAL_TYPE_P(type) ||
        TYPE_PRECISION(type) > 64 || TREE_CODE(gimple_assign_rhs2(stmt)) != SSA_NAME)
        return false;
    bool remainder = code == TRUNC_MOD_EXPR && TYPE_UNSIGNED(type);
    site->kind = remainder ? PP_VALUE_REMAINDER : PP_VALUE_DIVISOR;
    site->value = gimple_assign_rhs2(stmt);
    site->other = gimple_assign_rhs1(stmt);
    return true;
}

/* The operand of CALL that is a size; 0: it has none. */
static unsigned size_operand(gcall *call)
{
    if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL))
        return 0;
    switch (DECL_FUNCTION_CODE(gimple_call_fndecl(call))) {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMSET:
        return 2;
    case BUILT_IN_BZERO:
        return 1;
    default:
        return 0;
    }
}

static bool has_size(gimple *stmt, struct pp_value_site *site)
{
    gcall *call = dyn_cast<gcall *>(stmt);
    unsigned operand = call ? size_operand(call) : 0;
    if (!operand || gimple_call_num_args(call) != operand + 1 ||
        TREE_CODE(gimple_call_arg(call, operand)) != SSA_NAME ||
        TYPE_PRECISION(TREE_TYPE(gimple_call_arg(call, operand))) > 64)
        return false;
    site->kind = PP_VALUE_SIZE;
    site->value = gimple_call_arg(call, operand);
    site->other = gimple_call_arg(call, 0);
    return true;
}

void pp_find_value_sites(const struct pp_graph *g, uint32_t proc, struct cgraph_node *node,
                         const struct pp_sites *sites, vec<struct pp_value_site> *found)
{
    struct function *fn = DECL_STRUCT_FUNCTION(node->decl);
    uint32_t first = g->procs[proc].first_vertex;
    for (uint32_t v = 0; v < sites->num_vertices; v++) {
        const struct pp_vertex *vertex = &g->vertices[first + v];
        if (vertex->kind == PP_ENTRY || vertex->kind == PP_EXIT || pp_inner_vertex(g, first + v))
            continue;
        basic_block bb = BASIC_BLOCK_FOR_FN(fn, vertex->block);
        struct pp_value_site site = {};
        site.vertex = v;
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
            uint32_t next = site.vertex + 1;
            site.stmt = gsi_stmt(gsi);
            /* A call that is a vertex ends the part of the block before it. */
            if (next < sites->num_vertices && g->vertices[first + next].kind == PP_CALL &&
                pp_inner_vertex(g, first + next) && sites->vertices[next].before == site.stmt) {
                site.vertex = next + 1;
                site.ordinal = 0;
                if (next + 1 >= sites->num_vertices || !pp_inner_vertex(g, first + next + 1))
                    break;
            } else if ((is_division(site.stmt, &site) || has_size(site.stmt, &site)) &&
                       site.ordinal < PATHPROF_SITES) {
                found->safe_push(site);
                site.ordinal++;
            }
        }
    }
}
