/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GCC asks can_inline_edge_p, can_inline_edge_by_limits_p (ipa-inline.c) and
   tree_inlinable_function_p (tree-inline.c) before it inlines; what does it is not exported, or says
   only that it cannot be.  Here the same is asked, and where GCC would allow a difference between
   caller and callee after a closer look, no difference is allowed. */
#include "gcc/base/compat.h"
#include "gcc/extract/calls.h"
#include "gcc/expand/expandable.h"

struct cgraph_node *pp_callee_with_body(struct cgraph_edge *e)
{
    bool bound;
    struct cgraph_node *callee = e->callee ? pp_certain_target(e->caller, e->callee, &bound) : NULL;
    if (!callee || !callee->definition || !gimple_has_body_p(callee->decl))
        return NULL;
    return e->callee->ultimate_alias_target() == callee ? callee : NULL;
}

/* Why no copy of the body that STMT is in can stand in another one; NULL if it can. */
static const char *why_forbidden(gimple *stmt)
{
    gcall *call = dyn_cast<gcall *>(stmt);
    if (computed_goto_p(stmt))
        return "it has a computed goto";
    if (gimple_code(stmt) == GIMPLE_TRANSACTION)
        return "it has a transaction";
    if (!call)
        return NULL;
    if (gimple_maybe_alloca_call_p(call) && !gimple_call_alloca_for_var_p(call))
        return "it calls alloca";
    if (gimple_call_flags(call) & ECF_RETURNS_TWICE)
        return "it calls setjmp, or what may come back twice as well";
    tree callee = gimple_call_fndecl(call);
    if (!callee || DECL_BUILT_IN_CLASS(callee) != BUILT_IN_NORMAL)
        return NULL;
    switch (DECL_FUNCTION_CODE(callee)) {
    case BUILT_IN_VA_START:
    case BUILT_IN_NEXT_ARG:
    case BUILT_IN_VA_END:
        return "it has a variable number of arguments";
    case BUILT_IN_LONGJMP:
    case BUILT_IN_NONLOCAL_GOTO:
        return "it has a nonlocal goto";
    case BUILT_IN_RETURN:
    case BUILT_IN_APPLY_ARGS:
        return "it passes on arguments or results as they lie";
    default:
        return NULL;
    }
}

static const char *why_body(struct function *fn)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (const char *why = why_forbidden(gsi_stmt(gsi)))
            return why;
    return NULL;
}

/* What its declaration forbids. */
static const char *why_not_declared(struct cgraph_node *callee)
{
    static const char *const keep[] = {"noipa",  "noinline", "noclone",
                                       "no_icf", "naked",    "target_clones"};
    for (unsigned i = 0; i < ARRAY_SIZE(keep); i++)
        if (lookup_attribute(keep[i], DECL_ATTRIBUTES(callee->decl)))
            return i < 3 ? "it is declared noinline, noclone or noipa"
                         : "it has an attribute that forbids copies";
    return NULL;
}

/* What GCC has found, or finds now: attributes of the target, -fno-inline. */
static const char *why_not_summary(struct cgraph_node *callee)
{
    ipa_fn_summary *summary = ipa_fn_summaries ? ipa_fn_summaries->get(callee) : NULL;
    if (!summary || !summary->inlinable)
        return flag_no_inline ? "-fno-inline" : "GCC says that it is not inlinable";
    if (callee->calls_comdat_local || callee->comdat_local_p())
        return cgraph_inline_failed_string(CIF_USES_COMDAT_LOCAL);
    return NULL;
}

static const char *why_not_callee(struct cgraph_node *callee)
{
    struct function *fn = DECL_STRUCT_FUNCTION(callee->decl);
    const char *why = why_not_declared(callee);
    if (!why)
        why = why_body(fn);
    if (why)
        return why;
    if (fn->has_nonlocal_label || fn->calls_setjmp)
        return "a nonlocal goto may lead there";
    if (!tree_inlinable_function_p(callee->decl))
        return flag_no_inline ? "-fno-inline" : "GCC says that it is not inlinable";
    return why_not_summary(callee);
}

static bool sanitizers_differ(tree a, tree b)
{
    static const unsigned flags[] = {SANITIZE_ADDRESS,   SANITIZE_USER_ADDRESS, SANITIZE_THREAD,
                                     SANITIZE_UNDEFINED, SANITIZE_LEAK,         SANITIZE_HWADDRESS};
    for (unsigned i = 0; i < ARRAY_SIZE(flags); i++)
        if (sanitize_flags_p(flags[i], a) != sanitize_flags_p(flags[i], b))
            return true;
    return false;
}

static const char *why_not_together(struct cgraph_node *caller, struct cgraph_node *callee)
{
    tree a = caller->decl, b = callee->decl;
    tree catches = DECL_FUNCTION_PERSONALITY(a), throws = DECL_FUNCTION_PERSONALITY(b);
    if (catches && throws && catches != throws)
        return "caller and callee handle exceptions in different ways";
    if (DECL_FUNCTION_SPECIFIC_OPTIMIZATION(a) != DECL_FUNCTION_SPECIFIC_OPTIMIZATION(b))
        return cgraph_inline_failed_string(CIF_OPTIMIZATION_MISMATCH);
    if (!targetm.target_option.can_inline_p(a, b))
        return cgraph_inline_failed_string(CIF_TARGET_OPTION_MISMATCH);
    if (sanitizers_differ(a, b))
        return cgraph_inline_failed_string(CIF_SANITIZE_ATTRIBUTE_MISMATCH);
    return NULL;
}

static const char *why_not_caller(struct cgraph_node *caller)
{
    struct function *fn = DECL_STRUCT_FUNCTION(caller->decl);
    if (flag_tm || lookup_attribute("oacc function", DECL_ATTRIBUTES(caller->decl)) ||
        lookup_attribute("naked", DECL_ATTRIBUTES(caller->decl)))
        return "the caller is left as it is";
    if (fn->has_nonlocal_label || fn->calls_setjmp)
        return "the caller calls setjmp, or a nonlocal goto may lead there";
    if (opt_for_fn(caller->decl, optimize_debug))
        return "-Og";
    return NULL;
}

const char *pp_why_never_inlined(struct cgraph_node *caller, struct cgraph_node *callee)
{
    const char *why = why_not_declared(callee);
    if (!why)
        why = why_not_summary(callee);
    if (!why)
        why = why_not_together(caller, callee);
    return why || !opt_for_fn(caller->decl, flag_no_inline) ? why : "-fno-inline";
}

const char *pp_why_not_expanded(struct cgraph_edge *e)
{
    struct cgraph_node *caller = e->caller, *callee = pp_callee_with_body(e);
    const char *why;
    if (callee == caller)
        return "it calls itself";
    if (MAIN_NAME_P(DECL_NAME(callee->decl)) && TREE_PUBLIC(callee->decl))
        return "it is main";
    if (e->call_stmt_cannot_inline_p ||
        cgraph_inline_failed_type(e->inline_failed) == CIF_FINAL_ERROR)
        return cgraph_inline_failed_string(e->inline_failed);
    why = why_not_caller(caller);
    if (!why)
        why = why_not_callee(callee);
    if (!why)
        why = why_not_together(caller, callee);
    if (!why && lookup_stmt_eh_lp(e->call_stmt))
        why = "the caller handles what it throws";
    return why;
}

/* GCC allows so many times --param max-inline-insns-auto, if inlining seems to bring much, which with a
   profile is so for most calls that are executed often.  The body that is left is smaller than what is counted here. */
#define PART_OF_LIMIT 0.75

/* A function that is called from one place only is inlined there, unless it is large. */
#define LARGE_IF_CALLED_ONCE 300

int pp_growth_by_inlining(struct cgraph_edge *e)
{
    ipa_size_summary *summary = ipa_size_summaries->get(pp_callee_with_body(e));
    int size = summary ? summary->self_size : 0;
    return size - estimate_num_insns(e->call_stmt, &eni_size_weights);
}

bool pp_is_left_to_inliner(struct cgraph_edge *e, int growth)
{
    struct cgraph_node *callee = pp_callee_with_body(e);
    tree decl = e->caller->decl;
    if (flag_no_inline)
        return false;
    int most = DECL_DECLARED_INLINE_P(callee->decl)
                   ? opt_for_fn(decl, param_max_inline_insns_single)
                   : opt_for_fn(decl, param_max_inline_insns_auto);
    most = most * opt_for_fn(decl, param_inline_heuristics_hint_percent) / 100;
    bool once = !TREE_PUBLIC(callee->decl) && !callee->address_taken && callee->callers &&
                !callee->callers->next_caller;
    return growth < most * PART_OF_LIMIT || (once && growth < LARGE_IF_CALLED_ONCE);
}
