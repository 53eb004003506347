/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a procedure in an earlier profile and takes its counts as weights. */
#define _GNU_SOURCE /* qsort_r */
#include "measured.h"

#include <stdlib.h>
#include <string.h>

/* What never ran against what ran once. */
#define NEVER 1e-9

/* Under LTO the names of local symbols are made unique. */
static size_t symbol_length(const char *name)
{
    const char *unique = strstr(name, ".lto_priv");
    return unique ? (size_t)(unique - name) : strlen(name);
}

static int compare_symbols(const char *a, const char *b)
{
    size_t x = symbol_length(a), y = symbol_length(b);
    int order = memcmp(a, b, x < y ? x : y);
    return order ? order : (x > y) - (x < y);
}

static int by_symbol(const void *a, const void *b, void *graph)
{
    const struct pp_graph *g = graph;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    int order = compare_symbols(pp_text(g, g->procs[x].name), pp_text(g, g->procs[y].name));
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
    w->by_symbol = NULL;
}

char *pp_weights_make(struct pp_weights *w, const struct pp_data *data)
{
    char *wrong = pp_profile_make(&w->profile, &w->notes, data);
    if (wrong)
        return wrong;
    uint32_t n = w->notes.graph.num_procs;
    w->by_symbol = pp_xmalloc((n + 1) * sizeof *w->by_symbol);
    for (uint32_t p = 0; p < n; p++)
        w->by_symbol[p] = p;
    if (n)
        qsort_r(w->by_symbol, n, sizeof *w->by_symbol, by_symbol, &w->notes.graph);
    return NULL;
}

/* The first in w->by_symbol that is not below SYMBOL. */
static uint32_t find_first(const struct pp_weights *w, const char *symbol)
{
    const struct pp_graph *g = &w->notes.graph;
    uint32_t low = 0, high = g->num_procs;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_symbols(pp_text(g, g->procs[w->by_symbol[middle]].name), symbol) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* How surely procedure Q of W is the one that is looked for; 0: it is not. */
static unsigned likeness(const struct pp_weights *w, uint32_t q, const struct pp_graph *g,
                         const struct pp_proc *p, const char *unit)
{
    const struct pp_proc *found = &w->notes.graph.procs[q];
    if (found->checksum != p->checksum || found->num_vertices != p->num_vertices ||
        found->num_edges != p->num_edges || found->storage == PP_STORE_NONE)
        return 0;
    bool exact = !strcmp(pp_text(&w->notes.graph, found->name), pp_text(g, p->name));
    bool same_unit = unit && !strcmp(unit, w->notes.units[found->unit].name);
    bool same_file = !strcmp(pp_text(&w->notes.graph, found->file), pp_text(g, p->file));
    if (p->local)
        return same_unit || same_file ? 2u * same_unit + 4u * same_file + exact : 0;
    return 2 + 2u * same_file + exact;
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
    const char *symbol = pp_text(g, p->name);
    uint32_t first = find_first(w, symbol), end = first;
    unsigned best = 0;
    for (; end < w->notes.graph.num_procs; end++) {
        uint32_t q = w->by_symbol[end];
        if (compare_symbols(pp_text(&w->notes.graph, w->notes.graph.procs[q].name), symbol))
            break;
        unsigned like = likeness(w, q, g, p, unit);
        best = like > best ? like : best;
    }
    if (!best)
        return false;
    double calls = 0, *counts = pp_xcalloc(p->num_edges + 1, sizeof *counts);
    for (uint32_t i = first; i < end; i++)
        if (likeness(w, w->by_symbol[i], g, p, unit) == best)
            calls += add_counts(w, w->by_symbol[i], counts);
    p->calls = calls > 1 ? calls : 1;
    for (uint32_t i = 0; i < p->num_edges; i++) {
        double *weight = &g->edges[p->first_edge + i].weight;
        *weight = counts[i] > 0 ? counts[i] / p->calls : *weight * NEVER;
    }
    free(counts);
    return true;
}
