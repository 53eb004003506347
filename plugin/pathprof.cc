/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plugin's door: options, passes, callbacks.  To debug: gcc -wrapper gdb,--args ..., or look at
   what was emitted with -fdump-tree-all (the passes after IPA show it) and -S. */
#include "gcc/compat.h"
#include "gcc/emit.h"
#include "gcc/lower.h"
#include "gcc/summary.h"

int plugin_is_GPL_compatible;

static struct plugin_info info = {PATHPROF_VERSION,
                                  "pathprof: path profiles of C and C++ programs.\n"
                                  "Options: -fplugin-arg-pathprof-help"};

static tree check_attribute(tree *node, tree name, tree, int, bool *no_add)
{
    if (TREE_CODE(*node) != FUNCTION_DECL) {
        warning(OPT_Wattributes, "%qE attribute applies to functions only", name);
        *no_add = true;
    }
    return NULL_TREE;
}

static struct attribute_spec no_pathprof = {"no_pathprof",   0,   0, true, false, false, false,
                                            check_attribute, NULL};

static void register_attributes(void *, void *)
{
    register_attribute(&no_pathprof);
}

static void ipa_done(void *, void *data)
{
    pp_instrument_unit((struct pp_compilation *)data);
}

static void unit_done(void *, void *data)
{
    pp_carry_unit((struct pp_compilation *)data);
}

static void ipa_begins(void *, void *)
{
    if (flag_lto && !in_lto_p && !seen_error())
        pp_leave_link_guard();
}

/* The driver tells cc1 and lto1 its options in the environment; -pthread reaches neither otherwise.
 */
static bool pthread_given(void)
{
    const char *options = getenv("COLLECT_GCC_OPTIONS");
    if (options && strstr(options, "'-pthread'"))
        return true;
    for (unsigned i = 1; i < save_decoded_options_count; i++)
        if (save_decoded_options[i].opt_index == OPT_D &&
            !strcmp(save_decoded_options[i].arg, "_REENTRANT"))
            return true;
    return false;
}

/* What GCC derives from bodies that it believes final would be wrong once they count: a function
   found to have no side effects, or to be the same as another. */
static void forbid_wrong_assumptions(void)
{
    flag_ipa_modref = 0;
    flag_ipa_pure_const = 0;
    flag_ipa_reference = 0;
    flag_ipa_reference_addressable = 0;
    flag_ipa_icf = 0;
    flag_ipa_icf_functions = 0;
}

/* Global common subexpressions on RTL: an instrumented program has thousands of counter addresses,
   and the pass takes twice as long to find out that none is worth a register.  Measured on lua,
   zlib and sqlite3: a third of what the plugin adds to the compile time.  At run time lua gains 1 %
   of its instructions by that and bzip2 loses 2 %.
 */
static void spare_the_optimiser(const struct pp_options *options)
{
    bool late = options->params.mode == PP_MODE_PATH || options->params.mode == PP_MODE_KPATH;
    if (late && !global_options_set.x_flag_gcse)
        flag_gcse = 0;
}

/* Whether this is lto1. */
static bool is_link(void)
{
    return !strcmp(lang_hooks.name, "GNU GIMPLE");
}

static bool given(const struct plugin_name_args *args, const char *key)
{
    for (int i = 0; i < args->argc; i++)
        if (!strcmp(args->argv[i].key, key))
            return true;
    return false;
}

bool pp_was_given(const struct pp_compilation *c, const char *key)
{
    return given(c->args, key);
}

/* Options that do not go together.  Where a program is linked the objects say what is not given. */
static bool check_options(const struct pp_options *options, const struct plugin_name_args *args)
{
    if (!options->params.wide || pp_interprocedural(options->params.mode) ||
        (is_link() && !given(args, "mode")))
        return true;
    error("pathprof: %<wide=1%> is for modes %<context%> and %<piecewise%>, and the mode is %qs; "
          "leave it out, or give another %<mode=%>",
          pp_mode_name(options->params.mode));
    return false;
}

/* Takes the arguments; every bad one is an error, so that all are seen in one compilation. */
static bool take_options(struct pp_options *options, const struct plugin_name_args *args)
{
    bool good = true;
    pp_options_init(options);
    for (int i = 0; i < args->argc; i++) {
        char *problem = pp_options_take(options, args->argv[i].key, args->argv[i].value);
        if (problem) {
            error("pathprof: %s", problem);
            free(problem);
            good = false;
        }
    }
    if (options->help)
        pp_options_help(stdout);
    return good && check_options(options, args);
}

extern "C" int plugin_init(struct plugin_name_args *args, struct plugin_gcc_version *version)
{
    if (strncmp(version->basever, gcc_version.basever, strcspn(gcc_version.basever, "."))) {
        error("pathprof: built for GCC %s, loaded into GCC %s; build it with make GCC=gcc-%.*s",
              gcc_version.basever, version->basever, (int)strcspn(version->basever, "."),
              version->basever);
        return 1;
    }
    struct pp_compilation *c = XCNEW(struct pp_compilation);
    if (!take_options(&c->options, args))
        return 0; /* the errors stop the compilation */
    c->args = args;
    c->update = c->options.update;
    if (c->update == PP_UPDATE_AUTO)
        c->update = pthread_given() ? PP_UPDATE_THREAD : PP_UPDATE_SINGLE;
    pp_graph_init(&c->graph);
    forbid_wrong_assumptions();
    spare_the_optimiser(&c->options);
    struct register_pass_info prepare = {pp_make_prepare_pass(&c->options), "profile", 1,
                                         PASS_POS_INSERT_AFTER};
    struct register_pass_info summary = {pp_make_summary_pass(c), "whole-program", 1,
                                         PASS_POS_INSERT_AFTER};
    struct register_pass_info lower = {pp_make_lower_pass(c), "optimized", 1,
                                       PASS_POS_INSERT_AFTER};
    const char *name = args->base_name;
    pp_register_roots(name);
    register_callback(name, PLUGIN_INFO, NULL, &info);
    register_callback(name, PLUGIN_ATTRIBUTES, register_attributes, NULL);
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &prepare);
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &summary);
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &lower);
    register_callback(name, PLUGIN_ALL_IPA_PASSES_START, ipa_begins, NULL);
    register_callback(name, PLUGIN_ALL_IPA_PASSES_END, ipa_done, c);
    register_callback(name, PLUGIN_FINISH_UNIT, unit_done, c);
    return 0;
}
