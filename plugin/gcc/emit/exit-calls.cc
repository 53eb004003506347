/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls by which the process ends without running destructors, or becomes another program (or,
   daemon, goes on as its child): right before them the runtime writes what has been counted, in
   functions that are profiled and in those that are not. */
#include "gcc/base/compat.h"
#include "gcc/mark/emission.h"
#include "gcc/emit/lower.h"
#include "gcc/emit/exit-calls.h"
#include "gcc/base/selected.h"

static const char *const for_good[] = {"_exit", "_Exit",         "quick_exit",
                                       "abort", "__assert_fail", "_ZSt9terminatev"};
static const char *const to_become_another[] = {"execl",   "execle", "execlp",  "execv",
                                                "execve",  "execvp", "execvpe", "execveat",
                                                "fexecve", "daemon"};

template <size_t n> static bool is_among(const char *name, const char *const (&names)[n])
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Whether STMT calls one of the C library's functions of the two lists.  *FOR_GOOD: of the first. */
static bool leaves(const gimple *stmt, bool *ends)
{
    tree decl = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    if (!decl || !DECL_EXTERNAL(decl) || !TREE_PUBLIC(decl) || !DECL_ASSEMBLER_NAME_SET_P(decl))
        return false;
    const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));
    tree result = TREE_TYPE(TREE_TYPE(decl));
    *ends = VOID_TYPE_P(result) && is_among(name, for_good);
    return *ends || (INTEGRAL_TYPE_P(result) && is_among(name, to_become_another));
}

bool pp_is_left_alone(tree function)
{
    tree attributes = DECL_ATTRIBUTES(function);
    return lookup_attribute("no_pathprof", attributes) || lookup_attribute("naked", attributes) ||
           lookup_attribute("no_profile_instrument_function", attributes) ||
           pp_resolves_ifunc(cgraph_node::get(function));
}

void pp_tell_of_leaving(struct function *fn, tree leaving)
{
    bool told = false;
    basic_block bb;
    if (pp_is_left_alone(fn->decl))
        return;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        bool ends;
        if (!leaves(gsi_stmt(gsi), &ends))
            continue;
        gcall *call = gimple_build_call(leaving, 1, build_int_cst(uint64_type_node, ends));
        gimple_set_location(call, gimple_location(gsi_stmt(gsi)));
        gsi_insert_before(&gsi, call, GSI_SAME_STMT);
        told = true;
    }
    if (!told)
        return;
    mark_virtual_operands_for_renaming(fn);
    update_ssa(TODO_update_ssa);
}
