/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile: a profile read from files takes the place of GCC's own.  Its pass stands
   where GCC's `profile` does, which it replaces, and where the compile that profiled has looked at
   bodies first (prepare.cc): what holds after is what holds after `profile` under -fprofile-use. */
#include "gcc/base/compat.h"
#include "gcc/base/shown-name.h"
#include "gcc/decide/promote-calls.h"
#include "gcc/base/flags.h"
#include "gcc/lanes/report.h"
#include "gcc/use/use.h"
#include "gcc/use/mismatch.h"
#include "gcc/use/counts.h"
#include "gcc/base/selected.h"
#include "gcc/extract/canonical.h"
#include "gcc/use/labels.h"
#include "gcc/use/inlined/marks.h"
#include "gcc/use/inlined/keep-counts.h"
#include "gcc/use/use-calls.h"
#include "gcc/use/call-records.h"
#include "gcc/use/switches.h"
#include "gcc/use/use-supergraph.h"
#include "gcc/use/use-values.h"
extern "C" {
#include "core/format/unit-index.h"
#include "core/lanes/intra.h"
}

/* The name of the source that FILE, the compiler's input, was preprocessed from, malloc'd; NULL if
   it is a source. */
static char *source_of(const char *file)
{
    char line[4096], *begin = NULL, *end = NULL;
    FILE *in = fopen(file, "r");
    if (in && fgets(line, sizeof line, in) && line[0] == '#' && line[1] == ' ' && ISDIGIT(line[2]))
        begin = strchr(line, '"');
    if (in)
        fclose(in);
    if (begin)
        end = strchr(++begin, '"');
    return end ? xstrndup(begin, end - begin) : NULL;
}

/* Reads the profiles, as far as they are of what is compiled.  Returns what is wrong. */
static char *read_profiles(struct pp_use *use)
{
    const char *place = use->c->options.use, *name = num_in_fnames ? in_fnames[0] : "-";
    if (!strcmp(name, "-")) { /* what comes through a pipe may be anything */
        use->known = true;
        return pp_profiles_read(&use->profiles, place, NULL);
    }
    char *source = source_of(name);
    /* Of other units' functions chains want to know which the calls called. */
    struct pp_sources sources = {{pp_source_hash(name)}, 1, use->c->options.chain, false};
    /* And GCC, if it will see the bodies of these. */
    sources.targets = flag_lto && use->c->options.values != PP_VALUES_OFF;
    if (source)
        sources.hashes[sources.num++] = pp_source_hash(source);
    free(source);
    char *wrong = pp_profiles_read(&use->profiles, place, &sources);
    for (uint32_t i = 0; i < use->profiles.num; i++)
        use->known |= use->profiles.list[i]->notes.num_own > 0;
    return wrong;
}

/* Was all that has been read of this unit counted with bursts=on, where functions are not kept whole? */
static bool all_with_bursts(const struct pp_profiles *profiles)
{
    bool any = false;
    for (uint32_t i = 0; i < profiles->num; i++) {
        const struct pp_notes *notes = &profiles->list[i]->notes;
        for (uint32_t u = 0; u < notes->num_units; u++) {
            if (notes->units[u].skipped)
                continue;
            if (!notes->units[u].params.bursts)
                return false;
            any = true;
        }
    }
    return any;
}

struct pp_use *pp_use_begin(struct pp_compilation *c)
{
    struct pp_use *use = XCNEW(struct pp_use);
    use->c = c;
    pp_graph_init(&use->graph);
    use->records = pp_call_records_make();
    use->inlined = pp_inlined_functions_make();
    use->marks = pp_marks_make();
    if (pp_is_link()) {
        pp_call_records_watch(use->records); /* nodes are read, and left out, before IPA passes */
        /* Bodies come with their counts. */
        pp_flags_to_use(false);
        use->known = true;
        return use;
    }
    if (flag_preprocess_only || flag_syntax_only)
        return NULL;
    char *wrong = read_profiles(use);
    if (wrong)
        warning_at(UNKNOWN_LOCATION, 0, "pathprof: %s; %s", pp_shown(wrong),
                   use->profiles.num ? "it is left out" : "compiled without a profile");
    free(wrong);
    if (!use->profiles.num) {
        XDELETE(use);
        return NULL;
    }
    if (use->known)
        pp_flags_to_use(all_with_bursts(&use->profiles));
    return use;
}

/* GCC adds up the counts of a program's blocks, each times what its statements cost, and takes a
   thousand times that, in 64 bits.  By how many bits are counts too large for that?  Those of a
   program that ran for a day may be. */
static unsigned bits_too_many(const struct pp_profiles *profiles)
{
    double all = 0;
    for (uint32_t i = 0; i < profiles->num; i++) {
        const struct pp_profile *profile = &profiles->list[i]->profile;
        const struct pp_graph *g = &profile->notes->graph;
        for (uint32_t v = 0; v < g->num_vertices; v++)
            all += (double)profile->vertex_counts[v] * (g->vertices[v].stmts + 1);
        if (profile->elsewhere)
            all += 2 * (double)profile->elsewhere->stmts;
    }
    unsigned bits = 0;
    while (all > 0x1p47 * (double)((uint64_t)1 << bits))
        bits++;
    return bits;
}

static void lessen(struct pp_use *use, unsigned bits)
{
    unsigned i;
    struct pp_used *used;
    FOR_EACH_VEC_ELT(use->used, i, used)
    {
        const struct pp_proc *p = &use->graph.procs[used->proc];
        used->bits = bits;
        for (uint32_t e = 0; e < p->num_edges && used->edge_counts; e++)
            used->edge_counts[e] = pp_shorten(used->edge_counts[e], bits);
        for (uint32_t v = 0; v < p->num_vertices && used->vertex_counts; v++)
            used->vertex_counts[v] = pp_shorten(used->vertex_counts[v], bits);
    }
}

/* What GCC wants to know of the program as a whole: from here on counts are measured, and BITS bits
   shorter. */
static void summarise_runs(const struct pp_profiles *profiles, unsigned bits)
{
    profile_info = XCNEW(struct gcov_summary);
    uint64_t most = 0, runs = 0;
    for (uint32_t i = 0; i < profiles->num; i++) {
        const struct pp_profile *profile = &profiles->list[i]->profile;
        runs = pp_add(runs, profile->runs);
        for (uint32_t e = 0; e < profile->notes->graph.num_edges; e++)
            most = MAX(most, profile->edge_counts[e]);
        if (profile->elsewhere)
            most = MAX(most, profile->elsewhere->most);
    }
    profile_info->runs = (unsigned)MIN(MAX(runs, 1), UINT_MAX);
    profile_info->sum_max = (gcov_type)pp_shorten(most, bits);
}

static bool has_body(struct cgraph_node *node)
{
    return gimple_has_body_p(node->decl) && !node->clone_of;
}

/* Bodies as they were profiled, and their graphs. */
static void extract_unit(struct pp_use *use)
{
    struct cgraph_node *node;
    FOR_EACH_DEFINED_FUNCTION(node)
    if (has_body(node))
        pp_canonicalise(DECL_STRUCT_FUNCTION(node->decl));
    if (use->c->options.chain)
        pp_chain_unit(use->c);
    FOR_EACH_DEFINED_FUNCTION(node)
    if (has_body(node) && pp_selected(&use->c->options, node->decl) && !pp_resolves_ifunc(node)) {
        struct pp_used used = {};
        used.node = node;
        used.proc = pp_extract(&use->graph, node, &used.sites, NULL, NULL);
        use->used.safe_push(used);
    }
}

/* Bodies as IPA passes expect them. */
static void tidy_bodies(void)
{
    struct cgraph_node *node;
    FOR_EACH_DEFINED_FUNCTION(node)
    if (has_body(node)) {
        push_cfun(DECL_STRUCT_FUNCTION(node->decl));
        free_dominance_info(CDI_DOMINATORS);
        free_dominance_info(CDI_POST_DOMINATORS);
        cleanup_tree_cfg();
        update_ssa(TODO_update_ssa);
        free_dominance_info(CDI_DOMINATORS);
        free_dominance_info(CDI_POST_DOMINATORS);
        cgraph_edge::rebuild_edges();
        pop_cfun();
    }
}

/* Functions without counts that are called often are not cold.  GCC's warning that counts are
   missing is not meant for functions that were not profiled. */
static void settle_missing(void)
{
    int given = flag_profile_correction;
    flag_profile_correction = 1;
    handle_missing_profiles();
    flag_profile_correction = given;
}

static void forget_unit(struct pp_use *use)
{
    unsigned i;
    struct pp_used *used;
    FOR_EACH_VEC_ELT(use->used, i, used)
    {
        pp_sites_free(&used->sites);
        used->profiles.release();
        used->procs.release();
        XDELETEVEC(used->edge_counts);
        XDELETEVEC(used->vertex_counts);
    }
    for (i = 0; i < use->profiles.num; i++)
        pp_profile_free(&use->by_call[i]);
    XDELETEVEC(use->by_call);
    use->used.release();
    pp_graph_free(&use->graph);
    pp_profiles_free(&use->profiles);
}

void pp_use_nothing(const struct pp_compilation *c)
{
    pp_report_end(c, pp_report_begin(c, "there is no profile of it"));
}

/* A module of which the profiles have counts and nobody has notes; NULL if there is none. */
static const char *module_without_notes(const struct pp_use *use)
{
    for (size_t i = 0; i < use->profiles.num; i++)
        if (use->profiles.list[i]->profile.num_others)
            return use->profiles.list[i]->profile.others[0].name;
    return NULL;
}

void pp_use_in_vain(const struct pp_use *use)
{
    struct cgraph_node *node;
    bool wanted = false;
    FOR_EACH_DEFINED_FUNCTION(node)
    wanted |= has_body(node) && pp_selected(&use->c->options, node->decl);
    if (wanted && use->c->options.mismatch != PP_MISMATCH_QUIET) {
        const char *other = module_without_notes(use);
        /* With -Werror a warning would have the tests of a configure script fail. */
        inform(UNKNOWN_LOCATION, "pathprof: %s has no profile of %s; compiled without one",
               pp_shown(use->c->options.use), pp_shown(main_input_filename));
        if (other)
            inform(UNKNOWN_LOCATION,
                   "pathprof: it has counts of %s, too, which is not there as it was profiled, nor "
                   "are its notes",
                   pp_shown(other));
    }
    pp_use_nothing(use->c);
}

/* What is known of calls, here, where bodies still have them all. */
static void divide_by_calls(struct pp_use *use)
{
    use->by_call = XCNEWVEC(struct pp_profile, use->profiles.num + 1);
    for (unsigned i = 0; i < use->profiles.num; i++)
        pp_intra_by_call(&use->by_call[i], &use->profiles.list[i]->profile);
    if (use->c->options.contexts)
        pp_keep_inlined(use, use->inlined);
}

/* Bodies that are still as they were profiled: of others, copies are not known block by block. */
static void remember_marks(const struct pp_use *use)
{
    unsigned i;
    struct pp_used *used;
    FOR_EACH_VEC_ELT(use->used, i, used)
    if (use->c->options.contexts && used->edge_counts && !used->takes_in && !used->has_lanes &&
        use->graph.procs[used->proc].num_vertices <= PP_MOST_MARKS && pp_tells_calls_apart(use, i))
        pp_remember_marks(use->marks, &use->graph, used);
}

static unsigned int use_profile(struct pp_use *use)
{
    unsigned i;
    struct pp_used *used;
    extract_unit(use);
    pp_flags_give_back();
    pp_match(use);
    unsigned bits = bits_too_many(&use->profiles);
    if (bits)
        lessen(use, bits);
    summarise_runs(&use->profiles, bits);
    pp_find_hottest_code(&use->hottest, &use->profiles, bits);
    /* Here bodies are as they were profiled, and use->used says what is known of each. */
    FOR_EACH_VEC_ELT(use->used, i, used)
    {
        if (used->edge_counts)
            pp_set_counts(&use->graph, used);
        pp_keep_together(used->node);
    }
    pp_hang_values(use);
    use->report = pp_report_begin(use->c, pp_why_no_lanes(use));
    pp_use_supergraph(use);
    divide_by_calls(use);
    pp_use_expand(use);
    pp_use_lanes(use);
    remember_marks(use);
    if (use->calls)
        pp_keep_functions(use->records, use);
    if (flag_lto && !flag_fat_lto_objects) /* nothing else is done to this unit */
        pp_report_end(use->c, use->report);
    else
        use->records->report = use->report;
    pp_use_calls_free(use);
    pp_use_values(use);
    if (use->c->options.switches)
        pp_test_before_switches(use);
    tidy_bodies();
    settle_missing();
    forget_unit(use);
    return 0;
}

namespace
{
const pass_data use_data = {
    SIMPLE_IPA_PASS, "pathprof_use", OPTGROUP_NONE, TV_IPA_PROFILE, PROP_ssa | PROP_cfg, 0, 0, 0,
    TODO_dump_symtab};

class use_pass : public simple_ipa_opt_pass
{
  public:
    explicit use_pass(struct pp_use *u) : simple_ipa_opt_pass(use_data, g), use(u) {}
    bool gate(function *) { return !in_lto_p && !seen_error(); }
    unsigned int execute(function *) { return use_profile(use); }

  private:
    struct pp_use *use;
};
} // namespace

opt_pass *pp_make_use_pass(struct pp_use *use)
{
    return new use_pass(use);
}
