/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GCC's options in the two compiles.  A flag that is turned off is also marked as if the user had
   done so, or an attribute optimize("O2") would turn it on again in its function. */
#include "compat.h"
#include "flags.h"

#define TURN_OFF(flag) (global_options.x_##flag = 0, global_options_set.x_##flag = 1)

/* Global common subexpressions on RTL: an instrumented program has thousands of counter addresses,
   and the pass takes twice as long to find out that none is worth a register.  Measured on lua,
   zlib and sqlite3: a third of what the plugin adds to the compile time.  At run time lua gains 1 %
   of its instructions by that and bzip2 loses 2 %.
 */
static void spare_the_optimiser(const struct pp_options *options)
{
    if (options->params.mode == PP_MODE_PATH && !global_options_set.x_flag_gcse)
        flag_gcse = 0;
}

void pp_flags_to_profile(const struct pp_options *options)
{
    /* A function found to have no side effects, or to be the same as another. */
    TURN_OFF(flag_ipa_modref);
    TURN_OFF(flag_ipa_pure_const);
    TURN_OFF(flag_ipa_reference);
    TURN_OFF(flag_ipa_reference_addressable);
    TURN_OFF(flag_ipa_icf);
    TURN_OFF(flag_ipa_icf_functions);
    /* Where GCC profiles, or uses a profile, it splits functions behind that place. */
    TURN_OFF(flag_partial_inlining);
    spare_the_optimiser(options);
}

/* Of what the profiling compile does without, these work before the place where it profiles. */
static struct {
    int modref, pure_const;
} given;

/* As enable_fdo_optimizations in GCC's opts.c, and what is derived from the options that it sets;
   without the transformations that need profiles of values. */
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
    SET_OPTION_IF_UNSET(opts, set, flag_ipa_bit_cp, 1);
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
}

void pp_flags_to_use(void)
{
    given.modref = flag_ipa_modref;
    given.pure_const = flag_ipa_pure_const;
    if (!in_lto_p) {
        TURN_OFF(flag_ipa_modref);
        TURN_OFF(flag_ipa_pure_const);
    }
    enable_optimisations();
}

/* In the options NODE of a function, or of all without their own. */
static void give_back_in(tree node)
{
    if (!node || !TREE_OPTIMIZATION(node)->x_optimize)
        return;
    TREE_OPTIMIZATION(node)->x_flag_ipa_modref = given.modref;
    TREE_OPTIMIZATION(node)->x_flag_ipa_pure_const = given.pure_const;
}

void pp_flags_give_back(void)
{
    struct cgraph_node *node;
    give_back_in(optimization_default_node);
    FOR_EACH_FUNCTION(node)
    give_back_in(DECL_FUNCTION_SPECIFIC_OPTIMIZATION(node->decl));
    flag_ipa_modref = given.modref;
    flag_ipa_pure_const = given.pure_const;
}

/* Options that the driver gives one of the processes of a link. */
static bool is_of_process(const char *word)
{
    return !strncmp(word, "-fwpa", 5) || !strncmp(word, "-fltrans", 8) ||
           !strncmp(word, "-fresolution", 12) || !strncmp(word, "-flto-partition", 15) ||
           !strncmp(word, "-flinker-output", 15);
}

char *pp_shaping_options(void)
{
    char *text = xstrdup("");
    for (unsigned i = 1; i < save_decoded_options_count; i++) {
        const struct cl_decoded_option *o = &save_decoded_options[i];
        const char *word = o->orig_option_with_args_text;
        if (!word || !strncmp(word, "-fplugin", 8) || is_of_process(word) ||
            !(word[1] == 'O' || word[1] == 'f' || word[1] == 'm' || !strncmp(word, "-std", 4)))
            continue;
        char *longer = concat(text, *text ? " " : "", word, NULL);
        free(text);
        text = longer;
    }
    return text;
}
