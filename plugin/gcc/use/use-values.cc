/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values become histograms of the form in which GCC reads its own (profile.cc of GCC, compute_value_histograms):
   what is made of them, and whether, GCC's passes decide.  Indirect calls are promoted by ipa-profile, which knows
   functions by a number: where it looks for one all units of the program have to agree on it, so it is made of what
   names the function in a profile. */
#include "gcc/base/compat.h"
#include "gcc/base/function-name.h"
#include "gcc/decide/profiled-targets.h"
#include "gcc/extract/value-sites.h"
#include "gcc/use/use-values.h"
extern "C" {
#include "core/base/symbol.h"
#include "core/base/text.h"
#include "core/profile/earlier-profile.h"
#include "core/profile/values.h"
}

/* GCC promotes a call to functions that take half of it or more. */
#define MOST_TARGETS 4

/* What GCC is to know the function SYMBOL of FILE by: not 0, and no negative number. */
static int profile_id(const char *symbol, const char *file)
{
    hashval_t hash = iterative_hash(symbol, pp_symbol_length(symbol), 0);
    int id = (int)(iterative_hash(file, strlen(file), hash) & 0x7fffffff);
    return id ? id : 1;
}

/* Whether there is anything to hang; of a program, that its units have. */
static bool has_values(const struct pp_use *use)
{
    bool any = flag_lto;
    for (uint32_t i = 0; i < use->profiles.num; i++)
        any |=
            use->profiles.list[i]->profile.num_targets || use->profiles.list[i]->profile.num_values;
    return any && use->c->options.values != PP_VALUES_OFF;
}

static void number_functions(void)
{
    struct cgraph_node *node;
    FOR_EACH_DEFINED_FUNCTION(node)
    node->profile_id = profile_id(pp_assembler_name(node->decl), pp_file_of_function(node->decl));
}

/* Hangs the NUM values of COUNTERS, each with its count, on STMT of FN, which ran ALL times. */
static void hang_most_common(struct function *fn, gimple *stmt, enum hist_type type, tree value,
                             uint64_t all, const vec<gcov_type> &counters)
{
    unsigned num = counters.length();
    histogram_value hist = gimple_alloc_histogram_value(fn, type, stmt, value);
    hist->n_counters = 2 + num;
    hist->hvalue.counters = XNEWVEC(gcov_type, hist->n_counters);
    hist->hvalue.counters[0] = (gcov_type)all;
    hist->hvalue.counters[1] = num / 2;
    for (unsigned i = 0; i < num; i++)
        hist->hvalue.counters[2 + i] = counters[i];
    gimple_add_histogram_value(fn, stmt, hist);
}

/* What the call STMT of USED, at the OFFSET-th vertex, called. */
static void hang_targets(const struct pp_used *used, uint32_t offset, gimple *stmt,
                         pp_by_symbol *functions)
{
    struct pp_measured_target *list = NULL;
    size_t num = 0;
    for (unsigned i = 0; i < used->profiles.length(); i++) {
        const struct pp_profile *profile = used->profiles[i];
        uint32_t first = profile->notes->graph.procs[used->procs[i]].first_vertex;
        num = pp_add_measured(profile, first + offset, &list, num);
    }
    uint64_t all = 0;
    auto_vec<gcov_type> counters;
    for (size_t i = 0; i < num; i++) {
        uint64_t count = pp_shorten(list[i].count, used->bits);
        all = pp_add(all, count);
        if (!list[i].symbol || counters.length() == 2 * MOST_TARGETS)
            continue;
        struct cgraph_node *node = pp_function_called(functions, list[i].symbol, list[i].file);
        bool here = node && node->definition;
        counters.safe_push(here ? node->ultimate_alias_target()->profile_id
                                : profile_id(list[i].symbol, list[i].file ? list[i].file : ""));
        counters.safe_push((gcov_type)count);
    }
    free(list);
    if (all && all <= (uint64_t)profile_count::max_count && counters.length())
        hang_most_common(DECL_STRUCT_FUNCTION(used->node->decl), stmt, HIST_TYPE_INDIR_CALL,
                         gimple_call_fn(stmt), all, counters);
}

/* GCC's inliner slows down growing where a function is large already.  What is inlined there costs the rest of it
   registers: in sqlite3's interpreter more than the calls were (doc/measurements/values.md). */
static bool is_large(const struct pp_used *used)
{
    tree decl = used->node->decl;
    return estimate_num_insns_fn(decl, &eni_size_weights) >
           opt_for_fn(decl, param_large_function_insns);
}

static void hang_calls(const struct pp_use *use, const struct pp_used *used,
                       pp_by_symbol *functions)
{
    if (is_large(used))
        return;
    for (uint32_t v = 0; v < used->sites.num_vertices; v++) {
        const struct pp_vertex *vertex =
            &use->graph.vertices[use->graph.procs[used->proc].first_vertex + v];
        gimple *stmt = used->sites.vertices[v].before;
        if (vertex->kind == PP_CALL && (vertex->flags & PP_V_INDIRECT) && is_gimple_call(stmt) &&
            !gimple_call_internal_p(stmt) && !gimple_call_fndecl(stmt))
            hang_targets(used, v, stmt, functions);
    }
}

/* ---- Divisors and sizes. */

/* So many GCC reads. */
#define MOST_VALUES 32

/* Hangs N counters of its own on the statement of SITE; returns them, all 0. */
static gcov_type *hang(struct function *fn, const struct pp_value_site *site, enum hist_type type,
                       unsigned n)
{
    histogram_value hist = gimple_alloc_histogram_value(fn, type, site->stmt, site->value);
    hist->n_counters = n;
    hist->hvalue.counters = XCNEWVEC(gcov_type, n);
    if (type == HIST_TYPE_INTERVAL)
        hist->hdata.intvl.steps = 2;
    gimple_add_histogram_value(fn, site->stmt, hist);
    return hist->hvalue.counters;
}

/* As GCC's own counters of a power of two: those that are none, those that are. */
static void hang_powers(struct function *fn, const struct pp_value_site *site,
                        const struct pp_value_sum *sum, unsigned bits)
{
    gcov_type *counters = hang(fn, site, HIST_TYPE_POW2, 2);
    for (size_t i = 0; i < sum->num; i++) {
        uint64_t which;
        bool power =
            pp_is_told(&sum->values[i], &which) && which != 0 && (which & (which - 1)) == 0;
        counters[power] += (gcov_type)pp_shorten(sum->values[i].count, bits);
    }
}

/* As GCC's of an interval: 0, 1, more. */
static void hang_times(struct function *fn, const struct pp_value_site *site,
                       const struct pp_value_sum *sum, unsigned bits)
{
    gcov_type *counters = hang(fn, site, HIST_TYPE_INTERVAL, 4);
    for (unsigned i = 0; i < 3; i++)
        counters[i] = (gcov_type)pp_shorten(sum->times[i], bits);
}

/* The average size and the alignment, if that is a word or less.  Sizes that were not told apart are taken for the
   middle of what they may be.  Given an average, GCC expands the operation inline, where it would call the library:
   that takes fewer instructions up to a word, and more above (doc/measurements/values.md). */
static void hang_block(struct function *fn, const struct pp_value_site *site,
                       const struct pp_value_sum *sum)
{
    double size = 0;
    for (size_t i = 0; i < sum->num; i++) {
        uint64_t which;
        double one = pp_is_told(&sum->values[i], &which)
                         ? (double)which
                         : 1.5 * (double)((uint64_t)1 << pp_value_log(&sum->values[i]));
        size += one * ((double)sum->values[i].count / (double)sum->all);
    }
    if (size > UNITS_PER_WORD)
        return;
    gcov_type *average = hang(fn, site, HIST_TYPE_AVERAGE, 2);
    average[0] = (gcov_type)(size + 0.5);
    average[1] = 1;
    for (unsigned zeros = 0; zeros < 63; zeros++)
        if (sum->aligned[zeros]) {
            hang(fn, site, HIST_TYPE_IOR, 1)[0] = (gcov_type)1 << zeros;
            break;
        }
}

/* Has SUM what is counted at a site like SITE, and nothing else?  Of the same graph may be another
   statement. */
static bool fits(const struct pp_value_site *site, const struct pp_value_sum *sum)
{
    uint64_t times = 0, aligned = 0;
    for (unsigned i = 0; i < 3; i++)
        times = pp_add(times, sum->times[i]);
    for (unsigned i = 0; i < 64; i++)
        aligned = pp_add(aligned, sum->aligned[i]);
    return sum->all && sum->all <= (uint64_t)profile_count::max_count &&
           times == (site->kind == PP_VALUE_REMAINDER ? sum->all : 0) &&
           aligned == (site->kind == PP_VALUE_SIZE ? sum->all : 0);
}

/* What SITE of USED used. */
static void hang_values(const struct pp_use *use, const struct pp_used *used,
                        const struct pp_value_site *site)
{
    const struct pp_graph *g = &use->graph;
    const struct pp_vertex *vertex = &g->vertices[g->procs[used->proc].first_vertex + site->vertex];
    struct function *fn = DECL_STRUCT_FUNCTION(used->node->decl);
    struct pp_value_sum sum = {};
    for (unsigned i = 0; i < used->profiles.length(); i++) {
        const struct pp_profile *profile = used->profiles[i];
        const struct pp_graph *there = &profile->notes->graph;
        uint32_t v = there->procs[used->procs[i]].first_vertex + site->vertex;
        /* Of the same graph may be what has other statements. */
        if (there->vertices[v].stmts == vertex->stmts)
            pp_add_values(&sum, profile, v, site->ordinal);
    }
    auto_vec<gcov_type> counters;
    for (size_t i = 0; i < sum.num && counters.length() < 2 * MOST_VALUES; i++) {
        uint64_t which;
        if (!pp_is_told(&sum.values[i], &which))
            continue;
        counters.safe_push((gcov_type)which);
        counters.safe_push((gcov_type)pp_shorten(sum.values[i].count, used->bits));
    }
    if (fits(site, &sum)) {
        hang_most_common(fn, site->stmt, HIST_TYPE_TOPN_VALUES, site->value,
                         pp_shorten(sum.all, used->bits), counters);
        if (site->kind == PP_VALUE_REMAINDER) {
            hang_powers(fn, site, &sum, used->bits);
            hang_times(fn, site, &sum, used->bits);
        } else if (site->kind == PP_VALUE_SIZE) {
            hang_block(fn, site, &sum);
        }
    }
    free(sum.values);
}

static void hang_sites(const struct pp_use *use, const struct pp_used *used)
{
    auto_vec<struct pp_value_site> found;
    unsigned i;
    struct pp_value_site *site;
    pp_find_value_sites(&use->graph, used->proc, used->node, &used->sites, &found);
    FOR_EACH_VEC_ELT(found, i, site)
    hang_values(use, used, site);
}

/* ---- When bodies are as they will be. */

/* COUNT of ALL, as a part of NOW. */
static gcov_type part_of(gcov_type count, gcov_type all, gcov_type now)
{
    return (gcov_type)((unsigned __int128)count * (uint64_t)now / (uint64_t)MAX(all, 1));
}

/* Lets the N COUNTERS, of which each run is in one, add up to NOW. */
static void scale_all(gcov_type *counters, unsigned n, gcov_type now)
{
    gcov_type all = 0, rest = now;
    unsigned most = 0;
    for (unsigned i = 0; i < n; i++) {
        all += counters[i];
        if (counters[i] > counters[most])
            most = i;
    }
    for (unsigned i = 0; i < n; i++) {
        counters[i] = part_of(counters[i], all, now);
        rest -= counters[i];
    }
    counters[most] += rest;
}

/* GCC demands that a histogram has as many runs as its statement.  A copy of a statement has the
   histogram of all copies; and a run that was cut short may have used a value that no path tells of. */
static void scale(histogram_value hist, gcov_type now)
{
    gcov_type *counters = hist->hvalue.counters;
    switch (hist->type) {
    case HIST_TYPE_TOPN_VALUES:
        for (unsigned i = 3; i < hist->n_counters; i += 2)
            counters[i] = part_of(counters[i], counters[0], now);
        counters[0] = now;
        break;
    case HIST_TYPE_POW2:
    case HIST_TYPE_INTERVAL:
        scale_all(counters, hist->n_counters, now);
        break;
    default:
        break;
    }
}

/* Names are others in copies. */
static tree value_of(gimple *stmt, tree before)
{
    return is_gimple_assign(stmt) && gimple_num_ops(stmt) == 3 ? gimple_assign_rhs2(stmt) : before;
}

static void settle_histograms(struct function *fn)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        histogram_value hist = gimple_histogram_value(fn, gsi_stmt(gsi));
        profile_count count = bb->count.ipa();
        if (hist && !count.initialized_p())
            gimple_remove_stmt_histograms(fn, gsi_stmt(gsi));
        else
            for (; hist; hist = hist->hvalue.next) {
                hist->hvalue.value = value_of(gsi_stmt(gsi), hist->hvalue.value);
                scale(hist, count.to_gcov_type());
            }
    }
}

void pp_use_values(const struct pp_use *use)
{
    unsigned i;
    struct pp_used *used;
    if (!has_values(use))
        return;
    init_node_map(false);
    FOR_EACH_VEC_ELT(use->used, i, used)
    {
        struct function *fn = DECL_STRUCT_FUNCTION(used->node->decl);
        if (!VALUE_HISTOGRAMS(fn))
            continue;
        push_cfun(fn);
        settle_histograms(fn);
        if (flag_value_profile_transformations && profile_status_for_fn(fn) == PROFILE_READ)
            gimple_value_profile_transformations();
        pop_cfun();
    }
    del_node_map();
}

/* ---- All of it. */

void pp_hang_values(const struct pp_use *use)
{
    unsigned i;
    struct pp_used *used;
    if (!has_values(use))
        return;
    number_functions();
    pp_by_symbol *functions = pp_functions_by_symbol();
    FOR_EACH_VEC_ELT(use->used, i, used)
    if (used->edge_counts) {
        hang_calls(use, used, functions);
        hang_sites(use, used);
    }
    delete functions;
}
