/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a procedure in an earlier profile and takes its counts as weights. */
#define _GNU_SOURCE /* qsort_r */
#include "core/profile/earlier-profile.h"

#include "core/profile/unfinished-paths.h"
#include "core/base/path-names.h"
#include "core/profile/indirect-calls.h"
#include "core/base/text.h"
#include "core/base/symbol.h"

#include <stdlib.h>
#include <string.h>

/* What never ran against what ran once. */
#define NEVER 1e-9

/* Components of a path that are compared. */
#define MOST_SHARED 63u

static int by_symbol(const void *a, const void *b, void *graph)
{
    const struct pp_graph *g = graph;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    int order = pp_symbol_compare(pp_text(g, g->procs[x].name), pp_text(g, g->procs[y].name));
    return order ? order : (x > y) - (x < y);
}

void pp_weights_init(struct pp_weights *w)
{
    memset(w, 0, sizeof *w);
    pp_notes_init(&w->notes);
}

void pp_weights_free(struct pp_weights *w)
{
    pp_profile_free(&w->profile);
    pp_notes_free(&w->notes);
    free(w->by_symbol);
    free(w->paths_run);
    free(w->records_run);
    free(w->directory);
    w->paths_run = w->records_run = NULL;
    w->directory = NULL;
    w->by_symbol = NULL;
    w->num_by_symbol = 0;
}

/* Does DATA count unit U?  Of those linked in twice the first stands for all. */
static bool is_counted(const struct pp_notes *notes, uint32_t u, const struct pp_data *data)
{
    uint64_t stamp = notes->units[u].stamp;
    for (uint32_t i = 0; i < u; i++)
        if (notes->units[i].stamp == stamp)
            return false;
    for (size_t m = 0; m < data->num_modules; m++)
        for (size_t i = 0; i < data->modules[m].num_units; i++)
            if (data->modules[m].units[i].stamp == stamp)
                return true;
    return false;
}

char *pp_weights_make(struct pp_weights *w, const struct pp_data *data)
{
    char *wrong = pp_profile_make(&w->profile, &w->notes, data);
    if (wrong)
        return wrong;
    bool named = w->notes.sources && w->notes.sources->targets && w->profile.targets_skipped;
    w->needs_all = w->profile.elsewhere && (named || pp_has_lost(&w->profile));
    if (!w->needs_all)
        pp_find_lost(&w->profile);
    const struct pp_graph *g = &w->notes.graph;
    w->paths_run = pp_xcalloc(g->num_procs + 1, sizeof *w->paths_run);
    w->records_run = pp_xcalloc(g->num_procs + 1, sizeof *w->records_run);
    for (size_t i = 0; i < w->profile.num_paths; i++) {
        const struct pp_path *path = &w->profile.paths[i];
        w->paths_run[path->proc]++;
        w->records_run[path->proc] = pp_add(w->records_run[path->proc], path->count);
    }
    bool *counted = pp_xcalloc(w->notes.num_units + 1, sizeof *counted);
    for (uint32_t u = 0; u < w->notes.num_units; u++)
        counted[u] = !w->notes.units[u].skipped && is_counted(&w->notes, u, data);
    w->calls_only = w->notes.num_units > 0;
    for (uint32_t u = 0; u < w->notes.num_units; u++) {
        bool calls = pp_mode_row(w->notes.units[u].params.mode)->calls_only;
        w->calls_only &= calls;
        counted[u] &= !calls; /* of most edges nothing is known */
    }
    w->by_symbol = pp_xmalloc((g->num_procs + 1) * sizeof *w->by_symbol);
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (counted[g->procs[p].unit])
            w->by_symbol[w->num_by_symbol++] = p;
    free(counted);
    if (w->num_by_symbol)
        qsort_r(w->by_symbol, w->num_by_symbol, sizeof *w->by_symbol, by_symbol, &w->notes.graph);
    return NULL;
}

/* The first in w->by_symbol that is not below SYMBOL. */
static uint32_t find_first(const struct pp_weights *w, const char *symbol)
{
    const struct pp_graph *g = &w->notes.graph;
    uint32_t low = 0, high = w->num_by_symbol;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pp_symbol_compare(pp_text(g, g->procs[w->by_symbol[middle]].name), symbol) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* How many components, from the last on, are the same in file THERE of unit U of W and file HERE.
   Each is seen from where its compiler runs. */
static unsigned shared(const struct pp_weights *w, const struct pp_unit *u, const char *there,
                       const char *here)
{
    char *a = pp_place(u->directory, there), *b = pp_place(w->directory, here);
    unsigned same = pp_places_share(a, b);
    free(a);
    free(b);
    return same < MOST_SHARED ? same : MOST_SHARED;
}

/* How surely procedure Q of W, which has the symbol of P, is it, if its checksum is the same; 0: it
   is not. */
static unsigned likeness(const struct pp_weights *w, uint32_t q, const struct pp_graph *g,
                         const struct pp_proc *p, const char *unit)
{
    const struct pp_graph *measured = &w->notes.graph;
    const struct pp_proc *found = &measured->procs[q];
    if (found->storage == PP_STORE_NONE)
        return 0;
    const struct pp_unit *in = &w->notes.units[found->unit];
    const char *there = pp_text(measured, found->file), *here = pp_text(g, p->file);
    bool exact = !strcmp(pp_text(measured, found->name), pp_text(g, p->name));
    unsigned file = shared(w, in, there, here);
    if (!p->local)
        return 1 + exact + 2 * file;
    unsigned whole = unit ? shared(w, in, in->name, unit) : 0;
    return file || whole ? 1 + exact + 2 * (whole + (MOST_SHARED + 1) * file) : 0;
}

/* Has procedure Q of W the shape of P?  That notes say so is not enough: they may be forged. */
static bool same_shape(const struct pp_weights *w, uint32_t q, const struct pp_proc *p)
{
    const struct pp_proc *found = &w->notes.graph.procs[q];
    return found->checksum == p->checksum && found->num_vertices == p->num_vertices &&
           found->num_edges == p->num_edges && pp_cfg_checksum(&w->notes.graph, q) == p->checksum;
}

/* By unit of W: how many of the symbols of G that other units see it defines, too.  Malloc'd. */
static uint32_t *in_common(const struct pp_weights *w, const struct pp_graph *g)
{
    const struct pp_graph *measured = &w->notes.graph;
    uint32_t *common = pp_xcalloc((size_t)w->notes.num_units + 1, sizeof *common);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const char *symbol = pp_text(g, g->procs[p].name);
        if (g->procs[p].local)
            continue;
        for (uint32_t i = find_first(w, symbol); i < w->num_by_symbol; i++) {
            const struct pp_proc *q = &measured->procs[w->by_symbol[i]];
            if (pp_symbol_compare(pp_text(measured, q->name), symbol))
                break;
            common[q->unit]++;
        }
    }
    return common;
}

/* Of the NUM local procedures of LIST, which are alike, keeps those whose units have most in common with G: one source
   may have been compiled several times, with other macros.  Returns how many. */
static uint32_t keep_kin(const struct pp_weights *w, const struct pp_graph *g, uint32_t *list,
                         uint32_t num)
{
    uint32_t kept = 0, most = 0;
    if (num < 2)
        return num;
    uint32_t *common = in_common(w, g);
    for (uint32_t i = 0; i < num; i++) {
        uint32_t its = common[w->notes.graph.procs[list[i]].unit];
        if (its < most)
            continue;
        kept = its > most ? 0 : kept;
        most = its;
        list[kept++] = list[i];
    }
    free(common);
    return kept;
}

/* The procedures of W that are likest to PROC of G: malloc'd, *NUM of them.  Of another shape they
   are of no use unless ANY_SHAPE; *OTHERS is then whether there are such. */
static uint32_t *find_alike(const struct pp_weights *w, const struct pp_graph *g, uint32_t proc,
                            const char *unit, bool any_shape, uint32_t *num, bool *others)
{
    const struct pp_proc *p = &g->procs[proc];
    const char *symbol = pp_text(g, p->name);
    uint32_t first = find_first(w, symbol), end = first;
    unsigned best = 0;
    *num = 0;
    *others = false;
    for (; end < w->num_by_symbol; end++) {
        uint32_t q = w->by_symbol[end];
        if (pp_symbol_compare(pp_text(&w->notes.graph, w->notes.graph.procs[q].name), symbol))
            break;
        unsigned like = likeness(w, q, g, p, unit);
        if (!any_shape && !same_shape(w, q, p))
            *others |= like > 0;
        else if (like > best)
            best = like;
    }
    uint32_t *list = pp_xmalloc((end - first + 1) * sizeof *list);
    for (uint32_t i = first; best && i < end; i++) {
        uint32_t q = w->by_symbol[i];
        if ((any_shape || same_shape(w, q, p)) && likeness(w, q, g, p, unit) == best)
            list[(*num)++] = q;
    }
    if (p->local)
        *num = keep_kin(w, g, list, *num);
    return list;
}

uint32_t *pp_weights_find(const struct pp_weights *w, const struct pp_graph *g, uint32_t proc,
                          const char *unit, uint32_t *found, bool *others)
{
    bool other;
    uint32_t *list = find_alike(w, g, proc, unit, false, found, &other);
    if (others)
        *others = !*found && other;
    return list;
}

/* Adds the counts of procedure Q of W to those of an equal one.  Returns its calls. */
static double add_counts(const struct pp_weights *w, uint32_t q, double *counts)
{
    const struct pp_proc *found = &w->notes.graph.procs[q];
    for (uint32_t i = 0; i < found->num_edges; i++)
        counts[i] += (double)w->profile.edge_counts[found->first_edge + i];
    return (double)w->profile.calls[q];
}

bool pp_weights_apply(struct pp_graph *g, uint32_t proc, const struct pp_weights *w,
                      const char *unit)
{
    struct pp_proc *p = &g->procs[proc];
    uint32_t n, *found = pp_weights_find(w, g, proc, unit, &n, NULL);
    double calls = 0, *counts = pp_xcalloc(p->num_edges + 1, sizeof *counts);
    p->paths_run = p->records_run = 0;
    for (uint32_t i = 0; i < n; i++) {
        calls += add_counts(w, found[i], counts);
        p->paths_run += w->paths_run[found[i]];
        p->records_run = pp_add(p->records_run, w->records_run[found[i]]);
    }
    free(found);
    if (!n) {
        free(counts);
        return false;
    }
    p->calls = calls > 1 ? calls : 1;
    for (uint32_t i = 0; i < p->num_edges; i++) {
        double *weight = &g->edges[p->first_edge + i].weight;
        *weight = counts[i] > 0 ? counts[i] / p->calls : *weight * NEVER;
    }
    free(counts);
    return true;
}

/* ---- Indirect calls. */

static bool counted_calls(const struct pp_weights *w, uint32_t q)
{
    const struct pp_proc *proc = &w->notes.graph.procs[q];
    const struct pp_called *first;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        if (pp_targets_of(&w->profile, v, &first))
            return true;
    return false;
}

bool pp_weights_knew(struct pp_graph *g, uint32_t proc, const struct pp_weights *w,
                     const char *unit)
{
    double calls = 0;
    bool any = false, others;
    uint32_t num, *alike = find_alike(w, g, proc, unit, true, &num, &others);
    for (uint32_t i = 0; i < num; i++) {
        calls += (double)w->profile.calls[alike[i]];
        any |= counted_calls(w, alike[i]);
    }
    if (any)
        g->procs[proc].calls = calls > 1 ? calls : 1;
    free(alike);
    return any;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* Adds what CALLED, of G, tells to the NUM of LIST, which has room for one more. */
static size_t add_target(const struct pp_graph *g, const struct pp_called *called,
                         struct pp_measured_target *list, size_t num)
{
    struct pp_measured_target it = {.count = called->count};
    if (called->target != PP_NONE) {
        uint32_t proc = g->targets[called->target].proc;
        it.symbol = pp_text(g, g->targets[called->target].symbol);
        it.file = proc == PP_NONE ? NULL : pp_text(g, g->procs[proc].file);
    }
    for (size_t i = 0; i < num; i++)
        if (same_text(list[i].symbol, it.symbol) && same_text(list[i].file, it.file)) {
            list[i].count = pp_add(list[i].count, it.count);
            return num;
        }
    list[num] = it;
    return num + 1;
}

static int by_count(const void *a, const void *b)
{
    const struct pp_measured_target *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return x->symbol && y->symbol ? strcmp(x->symbol, y->symbol) : !x->symbol - !y->symbol;
}

size_t pp_add_measured(const struct pp_profile *profile, uint32_t call,
                       struct pp_measured_target **list, size_t num)
{
    const struct pp_called *first;
    size_t more = pp_targets_of(profile, call, &first);
    *list = pp_xrealloc(*list, (num + more + 1) * sizeof **list);
    for (size_t k = 0; k < more; k++)
        num = add_target(&profile->notes->graph, &first[k], *list, num);
    if (num)
        qsort(*list, num, sizeof **list, by_count);
    return num;
}

size_t pp_measured_targets(const struct pp_graph *g, uint32_t proc, const struct pp_weights *w,
                           const char *unit, uint32_t offset, struct pp_measured_target **list)
{
    uint32_t alikes, *alike = pp_weights_find(w, g, proc, unit, &alikes, NULL);
    size_t num = 0;
    *list = NULL;
    for (uint32_t i = 0; i < alikes; i++)
        num = pp_add_measured(&w->profile, w->notes.graph.procs[alike[i]].first_vertex + offset,
                              list, num);
    free(alike);
    return num;
}
