/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plugin's door: options, passes, callbacks.  To debug: gcc -wrapper gdb,--args ..., or look at
   what was emitted with -fdump-tree-all (the passes after IPA show it) and -S. */
#include "gcc/base/compat.h"
#include "gcc/base/shown-name.h"
#include "gcc/mark/emission.h"
#include "gcc/base/arguments.h"
#include "gcc/base/roots.h"
#include "gcc/base/flags.h"
#include "gcc/base/machine.h"
#include "gcc/ranges/ranges.h"
#include "gcc/extract/early-inlined.h"
#include "gcc/emit/bursts.h"
#include "gcc/loops/loop-counts.h"
#include "gcc/emit/in-registers.h"
#include "gcc/emit/lower.h"
#include "gcc/lto/summary.h"
#include "gcc/mark/count-targets.h"
#include "gcc/mark/never-throw.h"
#include "gcc/mark/decls.h"
#include "gcc/decide/list-targets.h"
#include "gcc/use/call-records.h"
#include "gcc/use/integer-slp.h"
#include "gcc/use/left-calls.h"
#include "gcc/use/inlined/carry.h"
#include "gcc/use/inlined/settle-copies.h"
#include "gcc/use/superblocks.h"
#include "gcc/use/use.h"
#include "gcc/base/selected.h"
#include "gcc/base/spared.h"
#include "gcc/decide/prepare.h"
#include "gcc/lanes/stress.h"
#include "gcc/carry/carry.h"
#include "gcc/unit/instrument.h"
#include "gcc/base/mapped.h"

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
    if (lookup_attribute_spec(get_identifier(no_pathprof.name)))
        error("pathprof: the plugin is loaded twice, under two names; give one %<-fplugin%>");
    else
        register_attribute(&no_pathprof);
}

static void ipa_done(void *, void *data)
{
    pp_instrument_unit((struct pp_compilation *)data);
    if (in_lto_p)
        pp_flags_of_functions();
    pp_flags_of_exceptions();
}

static void unit_done(void *, void *data)
{
    pp_carry_unit((struct pp_compilation *)data);
}

/* In a link functions have the options that their objects gave them, until IPA passes are over: GCC's pure-const does
   not wait for a callee whose option is off, and takes what is known of its body alone for the whole truth. */
static void ipa_begins(void *, void *data)
{
    if (!in_lto_p) {
        pp_flags_of_functions();
        pp_watch_inlining((struct pp_compilation *)data);
    }
    if (flag_lto && !in_lto_p && !seen_error())
        pp_leave_link_guard();
}

static void use_begins(void *, void *data)
{
    const struct pp_use *use = (const struct pp_use *)data;
    if (!pp_is_link()) {
        pp_call_records_watch(use->records);
        pp_flags_after_headers();
        pp_flags_of_functions(); /* (in a link: as ipa_begins) */
    }
}

static void unit_begins(void *, void *)
{
    pp_flags_keep();
}

static void use_done(void *, void *)
{
    pp_flags_of_exceptions();
}

static void used_in_vain(void *, void *data)
{
    pp_use_in_vain((const struct pp_use *)data);
}

static void nothing_used(void *, void *data)
{
    pp_use_nothing((const struct pp_compilation *)data);
}

/* The end of a link that is told of a profile: if a unit had one, GCC knows it by now. */
static void link_used(void *, void *data)
{
    const struct pp_compilation *c = (const struct pp_compilation *)data;
    /* Units that have no profile may well have been told of it, as probes of a configure script and programs that make
       sources are: as there, a note, which -Werror does not make an error. */
    if (!flag_ltrans && !profile_info && !seen_error() && c->options.mismatch != PP_MISMATCH_QUIET)
        inform(
            UNKNOWN_LOCATION,
            "pathprof: option %<use%> reads no profile where a program is linked, and none of its "
            "units has got one: give %<use=%s%> where units are compiled, with a profile of them",
            pp_shown(c->options.use));
}

/* The driver tells cc1 and lto1 its options in the environment; -pthread reaches neither otherwise. */
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

/* How a unit counts that was not told how.  Goroutines go from thread to thread, so that none has counters of its
   own. */
static enum pp_update_how usual_update(void)
{
    if (!strcmp(lang_hooks.name, "GNU Go"))
        return PP_UPDATE_ATOMIC;
    return pthread_given() ? PP_UPDATE_THREAD : PP_UPDATE_SINGLE;
}

/* The option that has GCC gather a profile. */
static const char *gathering_option(void)
{
    for (unsigned i = 1; i < save_decoded_options_count; i++)
        if (save_decoded_options[i].opt_index == OPT_fprofile_generate ||
            save_decoded_options[i].opt_index == OPT_fprofile_generate_)
            return "-fprofile-generate";
    return "-fprofile-arcs";
}

/* Where GCC would use a profile of its own, or count for one, pathprof's is used instead. */
static bool check_gcc_profile(void)
{
    const char *other = flag_auto_profile           ? "-fauto-profile"
                        : flag_branch_probabilities ? "-fprofile-use"
                        : profile_arc_flag          ? gathering_option()
                                                    : NULL;
    if (other)
        error("pathprof: option %<use%> takes the place of GCC%'s own profile, which %qs %s: give "
              "one or the other",
              other, profile_arc_flag ? "would gather" : "would use");
    return !other;
}

/* A compilation gathers a profile or uses one: what tells how to gather has no say in the other.
   But where paths were gathered over chains, the chains must be made again, of the same weights. */
static bool check_use(const struct pp_options *options, const struct plugin_name_args *args)
{
    static const char *const gather[] = {"mode",        "update", "break",   "max-paths", "trace",
                                         "record",      "notes",  "runtime", "targets",   "wide",
                                         "k",           "kloops", "kouter",  "kcover",    "pending",
                                         "sample-rate", "cut",    "depth",   "recursion", "loops",
                                         "secure-dir",  "bursts", "weights"};
    unsigned num = ARRAY_SIZE(gather) - options->chain;
    bool good = true;
    for (unsigned i = 0; i < num; i++)
        if (pp_given(args, gather[i])) {
            error("pathprof: options %<use%> and %qs exclude each other: one compilation gathers a "
                  "profile, another one uses it",
                  gather[i]);
            good = false;
        }
    return good && check_gcc_profile();
}

/* OPTION, if it is GIVEN, says something about paths over calls, and the mode has none. */
static bool check_crossing(const struct pp_options *options, bool given, const char *option)
{
    if (given)
        error(
            "pathprof: %qs is for modes that follow calls (%<context%>, %<piecewise%>, "
            "%<context-values%>, %<piecewise-values%>), and the mode is %qs; leave it out, or give "
            "another %<mode=%>",
            option, pp_mode_name(options->params.mode));
    return !given;
}

/* The same of OPTION and the iterations that paths span. */
static bool check_iterations(const struct pp_options *options, bool given, const char *option)
{
    if (given)
        error("pathprof: %qs is for mode %<kpath%>, and the mode is %qs; leave it out, or give "
              "another %<mode=%>",
              option, pp_mode_name(options->params.mode));
    return !given;
}

/* The same of OPTION and paths that have a context-prefix.  LINK: the mode is not known. */
static bool check_context(const struct pp_options *options, bool link, bool given,
                          const char *option)
{
    if (given && options->params.wide) {
        error("pathprof: %<wide=1%> and %qs exclude each other: leave out one of them", option);
        return false;
    }
    if (!given || link ||
        (pp_mode_row(options->params.mode)->crosses_calls &&
         !pp_mode_row(options->params.mode)->in_pieces))
        return true;
    error("pathprof: %qs is for modes %<context%> and %<context-values%>, and the mode is %qs; "
          "leave it out, or give another %<mode=%>",
          option, pp_mode_name(options->params.mode));
    return false;
}

/* Option bursts= and what asks for something of every activation. */
static bool check_bursts(const struct pp_options *options, const struct plugin_name_args *args)
{
    const char *other = options->params.pending               ? "pending=on"
                        : options->trace                      ? "trace=on"
                        : options->values == PP_VALUES_ON     ? "values=on"
                        : options->count_targets              ? "targets=count"
                        : options->sample_rate                ? "sample-rate="
                        : options->update == PP_UPDATE_ATOMIC ? "update=atomic"
                                                              : NULL;
    if (!options->params.bursts)
        return true;
    bool good = pp_can_burst(options->params.mode);
    if (!good)
        error("pathprof: %<bursts=on%> is for modes %<path%> and %<path-context%>, and the mode is "
              "%qs; leave it out, or give another %<mode=%>",
              pp_mode_name(options->params.mode));
    else if (other) /* else it may be what the mode counts unasked */
        error("pathprof: %<bursts=on%> and %qs exclude each other: leave out one of them", other);
    if (options->params.max_paths > PP_BURSTS_MAX_PATHS && pp_given(args, "max-paths")) {
        error("pathprof: option %<max-paths%> can be 2^62 at most with %<bursts=on%>");
        good = false;
    }
    return good && !other;
}

/* Does each option that is given mean something in the mode? */
static bool check_mode(const struct pp_options *options, const struct plugin_name_args *args)
{
    bool good = true;
    if (options->params.wide && options->params.pending) {
        error("pathprof: %<wide=1%> and %<pending=on%> exclude each other: leave out one of them");
        good = false;
    }
    bool link = pp_is_link() && !pp_given(args, "mode");
    good &= check_context(options, link, options->params.recursion, "recursion=context");
    good &= check_context(options, link, options->params.loops, "loops=context");
    if (link)
        return good;
    if (!pp_mode_row(options->params.mode)->crosses_calls) {
        good &= check_crossing(options, options->params.wide, "wide=1");
        good &= check_crossing(options, options->chain, "indirect=chain");
        good &= check_crossing(options, options->compute_only, "record=off");
        good &= check_crossing(options, pp_given(args, "cut"), "cut=");
        good &= check_crossing(options, pp_given(args, "depth"), "depth=");
    }
    good &= check_bursts(options, args);
    if (options->params.pending && pp_mode_row(options->params.mode)->counts_edges) {
        error("pathprof: %<pending=on%> is for modes that count paths; mode %qs counts the edges "
              "of unfinished paths in any case: leave it out",
              pp_mode_name(options->params.mode));
        good = false;
    }
    if (!pp_mode_row(options->params.mode)->iterates) {
        good &= check_iterations(options, pp_given(args, "k"), "k");
        good &= check_iterations(options, pp_given(args, "kloops"), "kloops");
        good &= check_iterations(options, pp_given(args, "kouter"), "kouter");
        good &= check_iterations(options, pp_given(args, "kcover"), "kcover");
    }
    if (pp_given(args, "max-targets") && !options->chain && !pp_is_link()) {
        error("pathprof: option %<max-targets%> is for %<indirect=chain%>: give that, too, or "
              "leave it out");
        good = false;
    }
    return good;
}

/* What is said of the second compile needs a profile.  Lanes at random need none. */
static bool check_no_use(const struct pp_options *options, const struct plugin_name_args *args)
{
    static const char *const second[] = {"report", "coverage", "growth",   "price",   "switches",
                                         "lanes",  "calls",    "mismatch", "contexts"};
    bool good = true;
    for (unsigned i = 0; i < ARRAY_SIZE(second) && !options->stress; i++)
        if (pp_given(args, second[i])) {
            error("pathprof: option %qs is about the second compile, which a profile drives: give "
                  "%<use=%>, too, or leave it out",
                  second[i]);
            good = false;
        }
    return good;
}

/* Options that do not go together.  Where a program is linked the objects say what is not given. */
static bool check_options(const struct pp_options *options, const struct plugin_name_args *args)
{
    if (options->use)
        return check_use(options, args);
    if (!pp_is_link() && !check_no_use(options, args))
        return false;
    return check_mode(options, args);
}

/* Of several places of profiles the last one holds, as of GCC's own options. */
static void name_unused(const struct pp_options *options, const struct plugin_name_args *args)
{
    for (int i = 0; i < args->argc; i++) {
        const char *place = args->argv[i].value ? args->argv[i].value : ".";
        if (!strcmp(args->argv[i].key, "use") && strcmp(place, options->use))
            warning_at(UNKNOWN_LOCATION, 0,
                       "pathprof: option %<use%> is given again: %<use=%s%> is not used, "
                       "%<use=%s%> is; to use several, put them into a directory",
                       pp_shown(place), pp_shown(options->use));
    }
}

/* Takes the arguments; every bad one is an error, so that all are seen in one compilation. */
static bool take_options(struct pp_options *options, const struct plugin_name_args *args)
{
    bool good = true;
    pp_options_init(options);
    for (int i = 0; i < args->argc; i++) {
        char *problem = pp_options_take(options, args->argv[i].key, args->argv[i].value);
        if (problem) {
            error("pathprof: %s", pp_shown(problem));
            free(problem);
            good = false;
        }
    }
    /* What the arcs of indirect calls are, nothing else tells. */
    if (pp_mode_row(options->params.mode)->calls_only && !pp_given(args, "targets"))
        options->count_targets = true;
    /* What the second compile makes of values it makes of calls, too. */
    if (options->values == PP_VALUES_ON && !options->use)
        options->count_targets = true;
    /* A signal may find no room on a split stack. */
    if (pp_mode_row(options->params.mode)->calls_only && !pp_given(args, "sample-rate") &&
        flag_split_stack <= 0)
        options->sample_rate = 1000;
    if (options->help)
        pp_options_help(stdout);
    good = good && check_options(options, args);
    if (options->params.bursts)
        options->params.max_paths = MIN(options->params.max_paths, PP_BURSTS_MAX_PATHS);
    if (good && options->use && !pp_is_link())
        name_unused(options, args);
    return good;
}

/* Whether there is a runtime for the code that is to be made.  A profile may be used for any. */
static bool check_target(void)
{
    const char *option = PP_UNSUPPORTED_TARGET;
    if (option)
        error("pathprof: %qs is not supported: doc/manual.md, Other machines, says what is",
              option);
    else if (!pp_carries_runtime())
        error("pathprof: %qs is not supported: this plugin was built without headers of a 32-bit C "
              "library",
              "-m32");
    return !option && pp_carries_runtime();
}

static void spare_the_optimiser(struct pp_compilation *c, bool profiles, const char *name)
{
    struct register_pass_info pass = {pp_make_spare_pass(c, profiles), "optimized", 1,
                                      PASS_POS_INSERT_AFTER};
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
}

static void begin_to_profile(struct pp_compilation *c, const char *name)
{
    if (!check_target())
        return;
    pp_flags_to_profile(!c->options.params.bursts);
    pp_keep_out_of_blocks();
    if (c->options.count_targets)
        pp_keep_pointers();
    struct register_pass_info prepare = {pp_make_prepare_pass(c), "profile", 1,
                                         PASS_POS_INSERT_AFTER};
    struct register_pass_info summary = {pp_make_summary_pass(c), "whole-program", 1,
                                         PASS_POS_INSERT_AFTER};
    struct register_pass_info never_throw = {pp_make_never_throw_pass(c), "ehdisp", 1,
                                             PASS_POS_INSERT_BEFORE};
    struct register_pass_info bursts = {pp_make_bursts_pass(c), "ehdisp", 1, PASS_POS_INSERT_AFTER};
    struct register_pass_info loops = {pp_make_loop_counts_pass(c), "fix_loops", 1,
                                       PASS_POS_INSERT_AFTER};
    struct register_pass_info lower = {pp_make_lower_pass(c), "optimized", 1,
                                       PASS_POS_INSERT_AFTER};
    struct register_pass_info declared = {pp_make_declared_pass(c), "expand", 1,
                                          PASS_POS_INSERT_AFTER};
    pp_register_roots(name);
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &prepare);
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &summary);
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &never_throw);
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &bursts);
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &loops);
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &lower);
    /* In front of that: until `declared` a function may have a type by which the front end cannot print its name. */
    spare_the_optimiser(c, true, name);
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &declared);
    register_callback(name, PLUGIN_ALL_IPA_PASSES_START, ipa_begins, c);
    register_callback(name, PLUGIN_ALL_IPA_PASSES_END, ipa_done, c);
    register_callback(name, PLUGIN_FINISH_UNIT, unit_done, c);
}

static void begin_to_use(struct pp_compilation *c, const char *name)
{
    struct pp_use *use = pp_use_begin(c);
    if (!use && !pp_is_link())
        register_callback(name, PLUGIN_ALL_IPA_PASSES_START, nothing_used, c);
    if (use && !use->known)
        register_callback(name, PLUGIN_ALL_IPA_PASSES_START, used_in_vain, use);
    if (!use || !use->known)
        return;
    if (pp_is_link())
        register_callback(name, PLUGIN_FINISH, link_used, c);
    if (!pp_has_ranges() && c->options.lanes && pp_was_given(c, "lanes"))
        warning_at(
            UNKNOWN_LOCATION, 0,
            "pathprof: GCC %s has no interface for ranges of values, so there are no lanes, only "
            "counts; lanes need GCC 12 or later",
            gcc_version.basever);
    if (!pp_is_link())
        register_callback(name, PLUGIN_START_UNIT, unit_begins, NULL);
    register_callback(name, PLUGIN_ALL_IPA_PASSES_START, use_begins, use);
    register_callback(name, PLUGIN_ALL_IPA_PASSES_END, use_done, NULL);
    struct register_pass_info pass = {pp_make_use_pass(use), "profile", 1, PASS_POS_REPLACE};
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
    struct register_pass_info calls = {pp_make_left_calls_pass(c, use->records), "inline", 1,
                                       PASS_POS_INSERT_AFTER};
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &calls);
    struct register_pass_info carry = {pp_make_carry_inlined_pass(use->inlined, use->marks),
                                       "inline", 1, PASS_POS_INSERT_AFTER};
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &carry);
    struct register_pass_info settle = {pp_make_settle_inlined_pass(use->inlined), "ehdisp", 1,
                                        PASS_POS_INSERT_BEFORE};
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &settle);
    struct register_pass_info slp = {pp_make_integer_slp_pass(c), "ehdisp", 1,
                                     PASS_POS_INSERT_AFTER};
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &slp);
    struct register_pass_info hottest = {pp_make_hottest_code_pass(&use->hottest), "inline", 1,
                                         PASS_POS_INSERT_AFTER};
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &hottest);
    struct register_pass_info superblocks = {pp_make_superblocks_pass(c, &use->hottest), "tracer",
                                             1, PASS_POS_INSERT_AFTER};
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &superblocks);
    spare_the_optimiser(c, false, name);
}

static void begin_to_stress(struct pp_compilation *c, const char *name)
{
    struct register_pass_info pass = {pp_make_stress_pass(&c->options), "profile", 1,
                                      PASS_POS_INSERT_AFTER};
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
}

/* All that the plugin refers to and GCC defines, each weakly; the Makefile makes it. */
extern "C" const struct pp_gcc_symbol {
    const char *name;
    void *address;
} pp_gcc_symbols[];

/* Whether the plugin and the GCC that has loaded it belong together.  Until that is known nothing
   may be taken from GCC but what every version has, which is error (). */
static bool check_version(const struct plugin_gcc_version *version)
{
    size_t major = strcspn(version->basever, ".");
    if (strncmp(version->basever, gcc_version.basever, major + 1)) {
        error("pathprof: built for GCC %s, loaded into GCC %s; build it with make GCC=gcc-%.*s",
              gcc_version.basever, version->basever, (int)major, version->basever);
        return false;
    }
    for (const struct pp_gcc_symbol *s = pp_gcc_symbols; s->name; s++)
        if (!s->address) {
            error("pathprof: built for a GCC %s other than the one that has loaded it, which has "
                  "no %qs; build it again with this one",
                  gcc_version.basever, s->name);
            return false;
        }
    return true;
}

extern "C" int plugin_init(struct plugin_name_args *args, struct plugin_gcc_version *version)
{
    if (!check_version(version))
        return 1;
    struct pp_compilation *c = XCNEW(struct pp_compilation);
    pp_restore_arguments(args);
    if (!take_options(&c->options, args))
        return 0; /* the errors stop the compilation */
    c->args = args;
    pp_hide_places();
    c->update = c->options.update;
    if (c->update == PP_UPDATE_AUTO)
        c->update = usual_update();
    pp_graph_init(&c->graph);
    const char *name = args->base_name;
    register_callback(name, PLUGIN_INFO, NULL, &info);
    register_callback(name, PLUGIN_ATTRIBUTES, register_attributes, NULL);
    if (c->options.stress)
        begin_to_stress(c, name);
    else if (c->options.use)
        begin_to_use(c, name);
    else
        begin_to_profile(c, name);
    return 0;
}
