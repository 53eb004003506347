/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option targets=: counting what indirect calls call.  Before the call a function of the runtime is
   given the pointer; what it points to is found out when counts are written, in a list of the
   functions whose address is taken.  GCC's own way, the caller leaves the pointer and the callee
   compares it with itself, would cost every such function's entry a test, and miss thunks. */
#include "gcc/base/compat.h"
#include "gcc/extract/calls.h"
#include "gcc/mark/count-targets.h"
#include "gcc/mark/put-before.h"
#include "gcc/decide/list-targets.h"
#include "runtime/format.h"
#include "gcc/base/unit-symbol.h"
#include "gcc/base/roots.h"
#include "gcc/base/function-name.h"

void pp_print_targets(FILE *out, const struct pp_compilation *c)
{
    char *unit = pp_unit_symbol(c, "unit");
    for (unsigned i = 0; i < c->listed.length(); i++) {
        const struct pp_listed *listed = &c->listed[i];
        tree name = DECL_ASSEMBLER_NAME(listed->decl);
        if (!TREE_ASM_WRITTEN(listed->decl) && !TREE_SYMBOL_REFERENCED(name))
            continue;
        fprintf(out,
                "\t.section pathprof_targets,\"" PP_FOUND_BY_NAME "\",%%progbits\n\t.balign 8\n");
        fputs(POINTER_SIZE == 64 ? "\t.quad " : "\t.long ", out);
        assemble_name(out, IDENTIFIER_POINTER(name));
        fprintf(out, POINTER_SIZE == 64 ? ", %s\n" : ", 0, %s, 0\n", unit);
        fprintf(out, "\t.quad %" PRIu64 "\n",
                listed->number + (listed->elsewhere ? (uint64_t)PATHPROF_TARGET_ELSEWHERE : 0));
    }
    free(unit);
}

/* ---- The calls. */

/* The pointer through which STMT calls. */
static tree called_pointer(gimple *stmt)
{
    tree pointer = gimple_call_fn(stmt);
    return TREE_CODE(pointer) == OBJ_TYPE_REF ? OBJ_TYPE_REF_EXPR(pointer) : pointer;
}

void pp_write_targets(const struct pp_emission *e, const struct pp_sites *sites,
                      vec<gcall *> *calls)
{
    const struct pp_graph *g = e->g;
    uint32_t first = g->procs[e->proc].first_vertex;
    tree slot =
        e->update == PP_UPDATE_THREAD ? build_fold_addr_expr(e->decls->block) : null_pointer_node;
    for (uint32_t v = 0; v < sites->num_vertices; v++) {
        gimple *stmt = sites->vertices[v].before;
        if (g->vertices[first + v].kind != PP_CALL || gimple_call_fndecl(stmt) ||
            !(g->vertices[first + v].flags & PP_V_INDIRECT))
            continue;
        gcall *call = gimple_build_call(e->decls->target, 4, build_fold_addr_expr(e->decls->unit),
                                        slot, build_int_cstu(uint64_type_node, e->first_vertex + v),
                                        called_pointer(stmt));
        pp_put_before(stmt, call);
        calls->safe_push(call);
    }
}
