/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/base/selected.h"

bool pp_given(const struct plugin_name_args *args, const char *key)
{
    for (int i = 0; i < args->argc; i++)
        if (!strcmp(args->argv[i].key, key))
            return true;
    return false;
}

bool pp_was_given(const struct pp_compilation *c, const char *key)
{
    return pp_given(c->args, key);
}

static bool matches(const regex_t *regex, const char *text)
{
    return !regexec(regex, text, 0, NULL, 0);
}

/* Whether FN returns what another function has returned, by __builtin_return. */
static bool returns_by_builtin(struct function *fn)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    {
        gimple_stmt_iterator last = gsi_last_nondebug_bb(bb);
        if (!gsi_end_p(last) && gimple_call_builtin_p(gsi_stmt(last), BUILT_IN_RETURN))
            return true;
    }
    return false;
}

/* Where paths follow calls, the state of a path has to be put in order behind a call: not so behind one that must be a
   tail call, or returns.  So a function that has such calls is not profiled there, and those who call it take it as one
   of another unit. */
static bool must_leave_by_calls(const struct pp_options *options, tree decl)
{
    struct function *fn = DECL_STRUCT_FUNCTION(decl);
    if (!fn || !pp_mode_row(options->params.mode)->crosses_calls)
        return false;
    return PP_HAS_MUSTTAIL(fn) || (fn->cfg && returns_by_builtin(fn));
}

/* Code in transactions (-fgnu-tm) may have no asm, not even one without text, as markers are. */
static bool is_in_transactions(tree decl)
{
    struct function *fn = DECL_STRUCT_FUNCTION(decl);
    basic_block bb;
    if (!flag_tm || !fn || !fn->cfg)
        return false;
    if (decl_is_tm_clone(decl))
        return true;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (gimple_code(gsi_stmt(gsi)) == GIMPLE_TRANSACTION)
            return true;
    return false;
}

bool pp_selected(const struct pp_options *options, tree decl)
{
    tree attributes = DECL_ATTRIBUTES(decl);
    if (must_leave_by_calls(options, decl) || is_in_transactions(decl))
        return false;
    if (lookup_attribute("no_pathprof", attributes) || lookup_attribute("naked", attributes) ||
        lookup_attribute("no_profile_instrument_function", attributes))
        return false;
    location_t where = DECL_SOURCE_LOCATION(decl);
    if (where <= BUILTINS_LOCATION || DECL_EXTERNAL(decl))
        return false;
    bool named = options->functions || options->exclude;
    return pp_selected_name(options, named ? lang_hooks.decl_printable_name(decl, 1) : "",
                            IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl)), LOCATION_FILE(where));
}

bool pp_selected_name(const struct pp_options *options, const char *pretty, const char *name,
                      const char *file)
{
    if (options->files && (!file || !matches(&options->files_regex, file)))
        return false;
    if (options->functions && !matches(&options->functions_regex, pretty) &&
        !matches(&options->functions_regex, name))
        return false;
    return !options->exclude ||
           (!matches(&options->exclude_regex, pretty) && !matches(&options->exclude_regex, name));
}

bool pp_resolves_ifunc(struct cgraph_node *node)
{
    struct ipa_ref *ref;
    for (unsigned i = 0; node->iterate_direct_aliases(i, ref); i++)
        if (ref->referring->ifunc_resolver)
            return true;
    return node->ifunc_resolver;
}
