/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option sample-rate=: what code does so that the time of its threads is sampled.  A thread begins
   in a library and comes to the program by a pointer.

   With update=thread it then looks for its copy of the counters, and the runtime, which makes that,
   sees to it.  Otherwise functions test a thread-local word when they are entered: two
   instructions, of the function as it is in the end, not of its inlined copies.  With update=atomic
   these are all that anything but direct calls may enter.  With update=single, where one thread is
   all that is promised to be counted right, those are left out whose address is not taken in their
   own unit. */
#include "gcc/base/compat.h"
#include "gcc/extract/calls.h"
#include "gcc/extract/callers.h"
#include "gcc/mark/emission.h"
#include "gcc/mark/decls.h"
#include "gcc/emit/code.h"
#include "gcc/emit/lower.h"
#include "gcc/emit/sampled.h"
#include "gcc/emit/exit-calls.h"

/* if (!sampled) sample_thread (); */
static void look_at_entry(struct function *fn, const struct pp_unit_decls *decls)
{
    struct pp_branch branch = {};
    gimple_seq seq = NULL;
    tree sampled = build4(ARRAY_REF, TREE_TYPE(TREE_TYPE(decls->sampled)), decls->sampled,
                          size_zero_node, NULL_TREE, NULL_TREE);
    branch.key = pp_load(&seq, ptr_type_node, sampled);
    branch.wanted = NULL_TREE; /* anything but NULL is the likely way */
    branch.last = gimple_seq_last_stmt(seq);
    gimple_seq_add_stmt(&branch.unlikely, gimple_build_call(decls->sample_thread, 0));
    edge entry = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fn));
    gsi_insert_seq_on_edge_immediate(entry, seq);
    pp_make_branch(&branch);
    if (current_loops)
        loops_state_set(LOOPS_NEED_FIXUP);
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
}

/* Whether STMT calls the C library's dlclose. */
static bool closes(const gimple *stmt)
{
    tree decl = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    return decl && DECL_EXTERNAL(decl) && TREE_PUBLIC(decl) && DECL_ASSEMBLER_NAME_SET_P(decl) &&
           strcmp(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl)), "dlclose") == 0;
}

/* A module that is not profiled does not tell when it goes. */
static bool settle_before_closing(struct function *fn, const struct pp_unit_decls *decls)
{
    basic_block bb;
    bool settled = false;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        if (!closes(gsi_stmt(gsi)))
            continue;
        gcall *call = gimple_build_call(decls->settle_samples, 0);
        gimple_set_location(call, gimple_location(gsi_stmt(gsi)));
        gsi_insert_before(&gsi, call, GSI_SAME_STMT);
        settled = true;
    }
    return settled;
}

static bool has_to_look(const struct pp_compilation *c, struct cgraph_node *node)
{
    if (c->update == PP_UPDATE_ATOMIC)
        return pp_called_from_elsewhere(node);
    return c->update == PP_UPDATE_SINGLE && node->address_taken;
}

void pp_sample_threads(struct function *fn, const struct pp_compilation *c)
{
    if (pp_is_left_alone(fn->decl))
        return;
    bool changed = settle_before_closing(fn, c->decls);
    if (has_to_look(c, cgraph_node::get(fn->decl))) {
        look_at_entry(fn, c->decls);
        changed = true;
    }
    if (!changed)
        return;
    mark_virtual_operands_for_renaming(fn);
    update_ssa(TODO_update_ssa);
    free_dominance_info(CDI_DOMINATORS);
}
