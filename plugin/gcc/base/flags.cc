/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GCC's options in the two compiles. */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/base/flags.h"

/* Is this the compile that profiles?  Are functions that GCC would split to be whole in it? */
static bool profiles, wholes;

/* Of what the profiling compile does without, these work before the place where it profiles. */
static struct {
    int modref, pure_const;
} given;

/* Would GCC split functions, if they had not to be whole? */
static bool splits;

/* The second compile: had GCC split functions before they were profiled?  With flag_branch_probabilities it waits with
   that for the profile, so it has that option only behind the place where they were. */
static bool had_split;

void pp_flags_to_profile(bool whole)
{
    profiles = true;
    wholes = whole;
    /* A function found to have no side effects, or to be the same as another. */
    flag_ipa_modref = 0;
    flag_ipa_pure_const = 0;
    flag_ipa_reference = 0;
    flag_ipa_reference_addressable = 0;
    flag_ipa_icf = 0;
    flag_ipa_icf_functions = 0;
    /* Where GCC profiles, or uses a profile, it splits functions behind that place. */
    splits = flag_partial_inlining;
    if (whole)
        flag_partial_inlining = 0;
}

bool pp_would_split_functions(void)
{
    return splits;
}

/* As enable_fdo_optimizations in GCC's opts.c, and what is derived from the options that it sets;
   without flag_ipa_bit_cp: early CCP works otherwise with it, before functions are compared with
   what was profiled.  (-O2 has it.) */
static void enable_optimisations(void)
{
    struct gcc_options *opts = &global_options, *set = &global_options_set;
    opts->x_flag_profile_use = 1;
    SET_OPTION_IF_UNSET(opts, set, flag_branch_probabilities, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_unroll_loops, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_peel_loops, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_tracer, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_inline_functions, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_ipa_cp, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_ipa_cp_clone, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_predictive_commoning, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_split_loops, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_unswitch_loops, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_gcse_after_reload, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_tree_loop_vectorize, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_tree_slp_vectorize, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_version_loops_for_strides, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_vect_cost_model, VECT_COST_MODEL_DYNAMIC);
    SET_OPTION_IF_UNSET(opts, set, flag_tree_loop_distribute_patterns, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_loop_interchange, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_unroll_jam, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_tree_loop_distribution, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_profile_reorder_functions, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_cunroll_grow_size, 1);
    SET_OPTION_IF_UNSET(opts, set, flag_value_profile_transformations, 1);
    /* Computing a value before a branch, since both of its ways do, makes code smaller, not faster: the value waits in
       a register.  (It is done behind the place where functions are profiled.) */
    SET_OPTION_IF_UNSET(opts, set, flag_code_hoisting, 0);
    /* Where hot ways meet, a jump to a block is replaced by a copy of it, of up to so many jumps' size; GCC's 8 are for
       guesses.  Measured, as the above, in doc/measurements/second-compile.md. */
    SET_OPTION_IF_UNSET(opts, set, param_max_grow_copy_bb_insns, 32);
}

bool pp_is_link(void)
{
    return !strcmp(lang_hooks.name, "GNU GIMPLE");
}

void pp_flags_to_use(bool split)
{
    given.modref = flag_ipa_modref;
    given.pure_const = flag_ipa_pure_const;
    if (!pp_is_link()) {
        flag_ipa_modref = 0;
        flag_ipa_pure_const = 0;
    }
    enable_optimisations();
    had_split = split && flag_partial_inlining && flag_branch_probabilities;
    if (had_split)
        flag_branch_probabilities = 0;
}

/* What functions without options of their own are compiled with, as the command line and this file have it; and where
   GCC has that.  A precompiled header brings another such node.  (So do other languages' front ends, with what they
   have found in the source.) */
static struct cl_optimization usual;
static tree usual_node;

void pp_flags_keep(void)
{
    if (!lang_GNU_C() && !lang_GNU_CXX() && !lang_GNU_OBJC())
        return;
    usual_node = optimization_default_node;
    usual = *TREE_OPTIMIZATION(usual_node);
}

/* The copy is in place, as nodes of functions may be this one. */
void pp_flags_after_headers(void)
{
    if (!usual_node || usual_node == optimization_default_node)
        return;
    *TREE_OPTIMIZATION(optimization_default_node) = usual;
    cl_optimization_restore(&global_options, &global_options_set, &usual);
    optimization_current_node = optimization_default_node;
}

static void change_node(tree node, bool give_back)
{
    if (!node || !TREE_OPTIMIZATION(node)->x_optimize)
        return;
    struct cl_optimization *o = TREE_OPTIMIZATION(node);
    o->x_flag_ipa_modref = give_back && given.modref;
    o->x_flag_ipa_pure_const = give_back && given.pure_const;
    if (had_split)
        o->x_flag_branch_probabilities = give_back;
    if (!profiles)
        return;
    o->x_flag_ipa_reference = 0;
    o->x_flag_ipa_reference_addressable = 0;
    o->x_flag_ipa_icf = 0;
    o->x_flag_ipa_icf_functions = 0;
    if (wholes)
        o->x_flag_partial_inlining = 0;
}

static void change_nodes(bool give_back)
{
    struct cgraph_node *node;
    change_node(optimization_default_node, give_back);
    FOR_EACH_FUNCTION(node)
    change_node(DECL_FUNCTION_SPECIFIC_OPTIMIZATION(node->decl), give_back);
}

void pp_flags_of_functions(void)
{
    change_nodes(false);
}

void pp_flags_of_exceptions(void)
{
    struct cgraph_node *node;
    if (!in_lto_p)
        return;
    FOR_EACH_FUNCTION(node)
    if (node->definition &&
        (DECL_FUNCTION_PERSONALITY(node->decl) || opt_for_fn(node->decl, flag_exceptions)))
        flag_exceptions = 1;
}

void pp_flags_give_back(void)
{
    change_nodes(true);
    flag_ipa_modref = given.modref;
    flag_ipa_pure_const = given.pure_const;
    if (had_split)
        flag_branch_probabilities = 1;
}

bool pp_had_split_functions(void)
{
    return had_split;
}

void pp_change_options(struct cl_optimization *before)
{
    cl_optimization_save(before, &global_options, &global_options_set);
}

void pp_changed_options(struct function *fn, struct cl_optimization *before)
{
    tree options = build_optimization_node(&global_options, &global_options_set);
    cl_optimization_restore(&global_options, &global_options_set, before);
    DECL_FUNCTION_SPECIFIC_OPTIMIZATION(fn->decl) = options;
    set_cfun(fn, true); /* the options of the function that is compiled now are in force */
}

/* Options that the driver gives by itself, in a link or with -save-temps, and such as say what is printed or how a
   profile is used. */
static bool shapes_nothing(const char *word)
{
    static const char *const begins[] = {
        "-fwpa",          "-fltrans",         "-fresolution",   "-flto",         "-flinker-output",
        "-fplugin",       "-fdump",           "-fprofile",      "-fdiagnostics", "-fopt-info",
        "-ffile-prefix",  "-fdebug-prefix",   "-fmacro-prefix", "-frandom-seed", "-fsave-optim",
        "-fpreprocessed", "-fdirectives-only"};
    for (unsigned i = 0; i < ARRAY_SIZE(begins); i++)
        if (!strncmp(word, begins[i], strlen(begins[i])))
            return true;
    return !(word[1] == 'O' || word[1] == 'f' || word[1] == 'm' || !strncmp(word, "-std", 4));
}

char *pp_shaping_options(void)
{
    char *text = concat("GCC ", gcc_version.basever, NULL);
    for (unsigned i = 1; i < save_decoded_options_count; i++) {
        const struct cl_decoded_option *o = &save_decoded_options[i];
        const char *word = o->orig_option_with_args_text;
        if (!word || shapes_nothing(word))
            continue;
        char *longer = concat(text, " ", word, NULL);
        free(text);
        text = longer;
    }
    return text;
}

bool pp_generates_code(void)
{
    return !flag_wpa && !flag_syntax_only && !seen_error() &&
           (in_lto_p || !flag_lto || flag_fat_lto_objects) &&
           flag_incremental_link != INCREMENTAL_LINK_LTO;
}

char *pp_made_by(const struct pp_compilation *c)
{
    if (c->made_by)
        return xstrdup(c->made_by);
    return pp_shaping_options();
}
