/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Combines notes and data: counts find their functions, path numbers become paths, and from those
   follow how often each edge and vertex ran. */
#include "core/profile/profile.h"
#include "core/profile/scope-profile.h"
#include "core/number/inner-paths.h"
#include "core/number/path.h"
#include "core/edge/by-callers.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/format.h"
#include "core/transform/collapse.h"
#include "core/plan/plan.h"
#include "core/pipeline/pipeline.h"
#include "core/pipeline/scope.h"
#include "core/transform/split.h"
#include "core/profile/indirect-calls.h"
#include "core/profile/values.h"
#include "core/profile/variances.h"
#include "core/base/text.h"
#include "core/number/decode.h"

/* All decoded paths together have at most this many edges: 1 GiB.  Only a forged file needs more. */
#define MOST_PATH_EDGES (UINT64_C(1) << 28)

/* The counts of one procedure, or of one unit as a whole, as they come from the data's units. Those
   of units stand behind those of procedures. */
struct tally {
    struct pp_count *counts;
    size_t num_counts;
};

static const struct pp_unit *unit_of(const struct pp_notes *notes, const struct pp_proc *proc)
{
    return &notes->units[proc->unit];
}

/* Of units that are linked in twice, the first stands for all: their stamps do not tell them apart. */
static uint32_t find_unit(const struct pp_notes *notes, uint64_t stamp)
{
    for (uint32_t u = 0; u < notes->num_units; u++) {
        if (notes->units[u].stamp == stamp)
            return u;
    }
    return PP_NONE;
}

static void take_counts(struct tally *tally, const struct pp_data_function *function)
{
    size_t more = function->num_counts;
    tally->counts =
        pp_xrealloc(tally->counts, (tally->num_counts + more + 1) * sizeof *tally->counts);
    memcpy(tally->counts + tally->num_counts, function->counts, more * sizeof *tally->counts);
    tally->num_counts += more;
}

static void take_function(struct pp_profile *profile, const struct pp_unit *unit,
                          const struct pp_data_function *function, struct tally *tallies)
{
    const struct pp_graph *g = &profile->notes->graph;
    if (function->num_counts == 0)
        return;
    if (function->index == PATHPROF_WHOLE_UNIT && pp_mode_row(unit->params.mode)->crosses_calls) {
        take_counts(&tallies[g->num_procs + (uint32_t)(unit - profile->notes->units)], function);
        return;
    }
    if (function->index == PATHPROF_BURSTS && unit->params.bursts) {
        pp_take_bursts(&profile->bursts, function);
        return;
    }
    uint32_t p = pp_proc_of_index(profile->notes, unit, function->index);
    if (p == PP_NONE || function->words > 1) {
        pp_append(&profile->warnings,
                  "%s: the data count a function %" PRIu64 ", which the notes do not know\n",
                  unit->name, function->index);
        return;
    }
    if (g->procs[p].checksum != function->checksum || g->procs[p].storage == PP_STORE_NONE) {
        pp_append(&profile->warnings,
                  "%s: the counts of %s belong to another version of it and are left out\n",
                  unit->name, pp_text(g, g->procs[p].pretty));
        return;
    }
    take_counts(&tallies[p], function);
}

static void take_skipped(struct pp_profile *profile, const struct pp_unit *unit,
                         const struct pp_data_unit *counts)
{
    if (!profile->elsewhere)
        profile->elsewhere = pp_xcalloc(1, sizeof *profile->elsewhere);
    pp_elsewhere_add(profile->elsewhere, unit, counts);
}

/* How often the build STAMP ran, as far as its modules are TAKEN; a copy of it has another name. */
static uint64_t count_runs(const struct pp_data *data, const bool *taken, uint64_t stamp)
{
    uint64_t runs = 0;
    for (size_t m = 0; m < data->num_modules; m++)
        if (taken[m] && data->modules[m].stamp == stamp)
            runs = pp_add(runs, data->modules[m].runs);
    return runs;
}

/* MODULE is no part of what the notes are of: a shared object's counts lie beside the program's. */
static void note_other(struct pp_profile *profile, const struct pp_data_module *module)
{
    profile->others =
        pp_xrealloc(profile->others, (profile->num_others + 1) * sizeof *profile->others);
    struct pp_other_module *other = &profile->others[profile->num_others++];
    *other = (struct pp_other_module){.runs = module->runs, .stamp = module->stamp};
    other->name = pp_sentence("%s", module->name);
    if (module->place)
        other->place = pp_sentence("%s", module->place);
}

/* Hands the data's counts to the procedures.  Returns whether anything fitted. */
static bool take_data(struct pp_profile *profile, const struct pp_data *data, struct tally *tallies)
{
    bool any = false;
    struct pp_taken_modules modules;
    pp_take_modules(&modules, profile->notes, data);
    for (size_t m = 0; m < data->num_modules; m++) {
        const struct pp_data_module *module = &data->modules[m];
        if (!modules.taken[m]) {
            note_other(profile, module);
            continue;
        }
        any = true;
        uint64_t runs = modules.borrowed.name ? 0 : count_runs(data, modules.taken, module->stamp);
        profile->runs = runs > profile->runs ? runs : profile->runs;
        size_t unknown = 0;
        for (size_t u = 0; u < module->num_units; u++) {
            const struct pp_data_unit *found = &module->units[u];
            uint32_t at = find_unit(profile->notes, found->stamp);
            if (at == PP_NONE || profile->notes->units[at].params.mode != found->mode) {
                unknown += found->num_functions > 0;
                continue;
            }
            if (profile->notes->units[at].skipped) {
                take_skipped(profile, &profile->notes->units[at], found);
                continue;
            }
            for (size_t f = 0; f < found->num_functions; f++)
                take_function(profile, &profile->notes->units[at], &found->functions[f], tallies);
            pp_take_targets(profile, module, found, &profile->notes->units[at]);
        }
        if (unknown > 0 && !modules.borrowed.name)
            pp_append(
                &profile->warnings,
                "%s: the counts of %zu of its %zu units have no notes here and are left out\n",
                module->name, unknown, module->num_units);
    }
    profile->borrowed = modules.borrowed;
    modules.borrowed.name = NULL;
    pp_taken_modules_free(&modules);
    return any;
}

static int by_path(const void *a, const void *b)
{
    const struct pp_count *x = a, *y = b;
    return pp_num_compare(x->path, y->path);
}

/* Sorts TALLY by path number and sums up equal ones. */
static void sum_up(struct tally *tally)
{
    if (tally->num_counts == 0)
        return;
    qsort(tally->counts, tally->num_counts, sizeof *tally->counts, by_path);
    size_t last = 0;
    for (size_t i = 1; i < tally->num_counts; i++) {
        if (by_path(&tally->counts[i], &tally->counts[last]) == 0)
            tally->counts[last].count = pp_add(tally->counts[last].count, tally->counts[i].count);
        else
            tally->counts[++last] = tally->counts[i];
    }
    tally->num_counts = last + 1;
}

/* Decodes path NUMBER of P into *PATH; BUFFER has ROOM for pp_longest_path edges.  Returns false if
   there is no such path. */
static bool decode(const struct pp_profile *profile, uint32_t p, struct pp_num number,
                   uint32_t *buffer, uint32_t room, struct pp_path *path)
{
    const struct pp_graph *g = &profile->notes->graph;
    uint32_t n = pp_decode(g, &profile->numbering, p, number.low, buffer, room);
    if (n == 0 || number.big)
        return false;
    *path = (struct pp_path){.proc = p, .number = number};
    path->edges = pp_xmalloc(n * sizeof *path->edges);
    memcpy(path->edges, buffer, n * sizeof *path->edges);
    path->num_edges = n;
    path->active = pp_active_suffix(g, &profile->numbering, buffer, n);
    for (uint32_t i = 0; i < n; i++) {
        if (i + 1 < n && pp_is_again(&g->edges[buffer[i + 1]]))
            continue; /* the code of a vertex that is split is vb's */
        if (pp_leads_to_step(g, &g->edges[buffer[i]]))
            continue; /* and that of a collapsed loop is run on paths of its own */
        uint64_t *stmts = i + 1 < path->active ? &path->prefix_stmts : &path->stmts;
        *stmts = pp_add(*stmts, g->vertices[g->edges[buffer[i]].to].stmts);
    }
    return true;
}

bool pp_proc_path(const struct pp_profile *profile, uint32_t p, struct pp_num number,
                  struct pp_path *path)
{
    assert(p < profile->notes->graph.num_procs);
    uint32_t room = pp_longest_path(&profile->notes->graph, &profile->numbering, p);
    uint32_t *buffer = pp_xmalloc(room * sizeof *buffer);
    bool found = decode(profile, p, number, buffer, room, path);
    free(buffer);
    return found;
}

/* Modes path and kpath: the executed paths of P, and what they say about its edges. */
static void count_paths(struct pp_profile *profile, uint32_t p, const struct tally *tally,
                        uint64_t *path_edges)
{
    const struct pp_graph *g = &profile->notes->graph;
    const struct pp_proc *proc = &g->procs[p];
    size_t unknown = 0;
    uint32_t room = pp_longest_path(g, &profile->numbering, p);
    uint32_t *buffer = pp_xmalloc(room * sizeof *buffer);
    profile->paths = pp_xrealloc(profile->paths, (profile->num_paths + tally->num_counts + 1) *
                                                     sizeof *profile->paths);
    bool bursts = unit_of(profile->notes, proc)->params.bursts;
    for (size_t i = 0, variance = 0; i < tally->num_counts; i++) {
        struct pp_path *path = &profile->paths[profile->num_paths];
        if (tally->counts[i].count == 0 ||
            (bursts && pp_is_square(&tally->counts[i], proc->num_paths)))
            continue;
        if (*path_edges > MOST_PATH_EDGES ||
            !decode(profile, p, tally->counts[i].path, buffer, room, path)) {
            unknown++;
            continue;
        }
        path->count = tally->counts[i].count;
        path->variance = pp_variance_of(tally->counts, tally->num_counts, proc->num_paths,
                                        &variance, &tally->counts[i], &profile->bursts);
        profile->num_paths++;
        *path_edges += path->num_edges;
        uint32_t first = path->active;
        if (first && pp_is_again(&g->edges[path->edges[first - 1]]))
            first--;
        for (uint32_t k = first; k < path->num_edges; k++) {
            uint64_t *edge = &profile->edge_counts[path->edges[k]];
            *edge = pp_add(*edge, path->count);
        }
    }
    free(buffer);
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
        if (!pp_live(g, e) && g->edges[e].ends != PP_NONE)
            profile->edge_counts[e] =
                pp_add(profile->edge_counts[e], profile->edge_counts[g->edges[e].ends]);
    }
    if (unknown > 0)
        pp_append(&profile->warnings, "%s: %zu path numbers of %s name no path\n",
                  unit_of(profile->notes, proc)->name, unknown, pp_text(g, proc->pretty));
}

/* Transforms and numbers every procedure as the plugin did.  One whose numbering does not come out
   as the notes say is left without counts. */
static void prepare(struct pp_profile *profile, struct tally *tallies)
{
    struct pp_graph *g = &profile->notes->graph;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_unit *unit = unit_of(profile->notes, &g->procs[p]);
        if (g->procs[p].storage == PP_STORE_NONE || pp_mode_row(unit->params.mode)->crosses_calls)
            continue;
        uint64_t expected = g->procs[p].num_paths;
        bool edges = g->procs[p].storage == PP_STORE_EDGES;
        if (edges == pp_mode_row(unit->params.mode)->counts_edges &&
            g->procs[p].storage != PP_STORE_UNIT &&
            pp_prepare_proc(g, p, &unit->params, &profile->numbering) &&
            g->procs[p].num_paths == expected)
            continue;
        g->procs[p].storage = PP_STORE_NONE;
        tallies[p].num_counts = 0;
        pp_append(&profile->warnings,
                  "%s: the notes of %s contradict themselves; its counts are left out\n",
                  unit->name, pp_text(g, g->procs[p].pretty));
    }
}

/* Are the counts of all of UNIT's procedures the unit's own? */
static bool is_whole(const struct pp_graph *g, const struct pp_unit *unit)
{
    uint8_t own = unit->storage == PP_STORE_NONE ? PP_STORE_NONE : PP_STORE_UNIT;
    for (uint32_t p = unit->first_proc; p < unit->first_proc + unit->num_procs; p++) {
        if (g->procs[p].storage != own && g->procs[p].storage != PP_STORE_NONE)
            return false;
    }
    return true;
}

/* The same for the units of interprocedural modes, each as a whole. */
static void prepare_scopes(struct pp_profile *profile, struct tally *tallies)
{
    struct pp_graph *g = &profile->notes->graph;
    for (uint32_t u = 0; u < profile->notes->num_units; u++) {
        struct pp_unit *unit = &profile->notes->units[u];
        if (!pp_mode_row(unit->params.mode)->crosses_calls ||
            (is_whole(g, unit) &&
             (unit->storage == PP_STORE_NONE || pp_scope_prepare(g, unit, &profile->numbering))))
            continue;
        unit->storage = PP_STORE_NONE;
        for (uint32_t p = unit->first_proc; p < unit->first_proc + unit->num_procs; p++)
            g->procs[p].storage = PP_STORE_NONE;
        tallies[g->num_procs + u].num_counts = 0;
        pp_append(&profile->warnings,
                  "%s: its notes contradict themselves; its counts are left out\n", unit->name);
    }
}

/* The counts of P's inner paths, OWN, go to those of its UNIT, WHOLE, under the numbers that they have there.  Returns
   how many name none. */
static size_t take_inner(const struct pp_profile *profile, const struct pp_unit *unit, uint32_t p,
                         const struct tally *own, struct tally *whole)
{
    struct pp_inner_paths inner;
    size_t unknown = 0;
    const struct pp_graph *g = &profile->notes->graph;
    if (!own->num_counts || unit->storage == PP_STORE_NONE)
        return 0;
    pp_inner_paths_make(&inner, g, p, &unit->params);
    whole->counts =
        pp_xrealloc(whole->counts, (whole->num_counts + own->num_counts) * sizeof *whole->counts);
    for (size_t i = 0; i < own->num_counts; i++) {
        struct pp_num which = own->counts[i].path;
        if (which.big || which.low >= inner.num) {
            unknown++;
            continue;
        }
        whole->counts[whole->num_counts++] = (struct pp_count){
            .path = pp_inner_path_number(&inner, g, p, unit->params.mode, &profile->numbering,
                                         (uint32_t)which.low),
            .count = own->counts[i].count,
        };
    }
    pp_inner_paths_free(&inner);
    return unknown;
}

static void count_scopes(struct pp_profile *profile, struct tally *tallies, uint64_t *path_edges)
{
    for (uint32_t u = 0; u < profile->notes->num_units; u++) {
        const struct pp_unit *unit = &profile->notes->units[u];
        struct tally *tally = &tallies[profile->notes->graph.num_procs + u];
        size_t unknown = 0;
        for (uint32_t p = unit->first_proc; p < unit->first_proc + unit->num_procs; p++)
            if (pp_mode_row(unit->params.mode)->crosses_calls)
                unknown += take_inner(profile, unit, p, &tallies[p], tally);
        sum_up(tally);
        unknown += pp_count_scope(profile, u, tally->counts, tally->num_counts, path_edges,
                                  MOST_PATH_EDGES);
        if (unknown > 0)
            pp_append(&profile->warnings, "%s: %zu path numbers name no path\n",
                      profile->notes->units[u].name, unknown);
        free(tally->counts);
    }
}

/* Is there a unit of whose counts only some are asked for? */
static bool any_asked(const struct pp_notes *notes)
{
    for (uint32_t u = 0; u < notes->num_units; u++)
        if (pp_mode_row(notes->units[u].params.mode)->calls_only)
            return true;
    return false;
}

/* The counts of UNIT's procedures, callers first where theirs tell how often another is entered. */
static void count_procs(struct pp_profile *profile, const struct pp_unit *unit,
                        struct tally *tallies, uint64_t *path_edges)
{
    struct pp_graph *g = &profile->notes->graph;
    struct pp_call_lists callers;
    uint32_t *order = pp_xmalloc(((size_t)unit->num_procs + 1) * sizeof *order);
    uint64_t *entered = pp_xcalloc((size_t)g->num_procs + 1, sizeof *entered);
    pp_call_lists_by_name(&callers, g, unit->first_proc, unit->num_procs);
    pp_order_by_callers(g, &callers, order);
    for (uint32_t i = 0; i < unit->num_procs; i++) {
        uint32_t p = order[i];
        sum_up(&tallies[p]);
        if (g->procs[p].by_callers)
            entered[p] = pp_calls_made(g, &callers, p, profile->edge_counts, profile->vertex_counts,
                                       entered);
        if (g->procs[p].storage == PP_STORE_EDGES)
            pp_count_edges(profile, p, tallies[p].counts, tallies[p].num_counts, entered[p]);
        else if (g->procs[p].storage == PP_STORE_ARRAY || g->procs[p].storage == PP_STORE_TABLE)
            count_paths(profile, p, &tallies[p], path_edges);
        pp_count_vertices(profile, p);
        free(tallies[p].counts);
    }
    pp_call_lists_free(&callers);
    free(order);
    free(entered);
}

char *pp_profile_make(struct pp_profile *profile, struct pp_notes *notes,
                      const struct pp_data *data)
{
    *profile = (struct pp_profile){.notes = notes};
    pp_append(&profile->warnings, "%s", "");
    pp_numbering_init(&profile->numbering);
    struct pp_graph *g = &notes->graph;
    struct tally *tallies =
        pp_xcalloc((size_t)g->num_procs + notes->num_units + 1, sizeof *tallies);
    bool fits = !data || take_data(profile, data, tallies);
    for (uint32_t u = 0; u < notes->num_units; u++)
        profile->estimated |= notes->units[u].params.bursts;
    pp_sum_targets(profile);
    pp_sum_values(profile);
    prepare(profile, tallies);
    prepare_scopes(profile, tallies);
    profile->edge_counts = pp_xcalloc(g->num_edges + 1, sizeof *profile->edge_counts);
    profile->vertex_counts = pp_xcalloc(g->num_vertices + 1, sizeof *profile->vertex_counts);
    profile->calls = pp_xcalloc(g->num_procs + 1, sizeof *profile->calls);
    if (any_asked(notes)) {
        profile->edges_unknown = pp_xcalloc(g->num_edges + 1, sizeof *profile->edges_unknown);
        profile->vertices_unknown =
            pp_xcalloc(g->num_vertices + 1, sizeof *profile->vertices_unknown);
    }
    uint64_t path_edges = 0;
    count_scopes(profile, tallies, &path_edges);
    for (uint32_t u = 0; u < notes->num_units; u++)
        count_procs(profile, &notes->units[u], tallies, &path_edges);
    free(tallies);
    if (fits)
        return NULL;
    pp_profile_free(profile);
    return pp_sentence("the data are of another build or another program");
}

void pp_profile_free(struct pp_profile *profile)
{
    for (size_t i = 0; i < profile->num_paths; i++)
        free(profile->paths[i].edges);
    free(profile->paths);
    for (size_t i = 0; i < profile->num_others; i++) {
        free(profile->others[i].name);
        free(profile->others[i].place);
    }
    free(profile->others);
    free(profile->borrowed.name);
    free(profile->edge_counts);
    free(profile->vertex_counts);
    free(profile->edges_unknown);
    free(profile->vertices_unknown);
    free(profile->calls);
    free(profile->targets);
    free(profile->values);
    free(profile->warnings);
    free(profile->elsewhere);
    pp_numbering_free(&profile->numbering);
    *profile = (struct pp_profile){0};
}
