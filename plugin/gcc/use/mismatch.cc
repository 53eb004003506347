/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile: finds the profile of each function by its unit, its name and the checksum of
   its CFG, and names those that are not what they were. */
#include "gcc/base/compat.h"
#include "gcc/base/flags.h"
#include "gcc/base/compilation.h"
#include "gcc/base/shown-name.h"
#include "gcc/use/use.h"
#include "gcc/use/mismatch.h"
#include "gcc/base/mapped.h"

/* So many functions are named; of more it is said how many. */
#define MOST_NAMED 10

static void add_counts(struct pp_used *used, const struct pp_proc *p,
                       const struct pp_profile *profile, uint32_t proc)
{
    const struct pp_proc *found = &profile->notes->graph.procs[proc];
    if (!used->edge_counts) {
        used->edge_counts = XCNEWVEC(uint64_t, p->num_edges + 1);
        used->vertex_counts = XCNEWVEC(uint64_t, p->num_vertices + 1);
    }
    used->profiles.safe_push(profile);
    used->procs.safe_push(proc);
    used->calls = pp_add(used->calls, profile->calls[proc]);
    for (uint32_t i = 0; i < p->num_edges; i++)
        used->edge_counts[i] =
            pp_add(used->edge_counts[i], profile->edge_counts[found->first_edge + i]);
    for (uint32_t i = 0; i < p->num_vertices; i++)
        used->vertex_counts[i] =
            pp_add(used->vertex_counts[i], profile->vertex_counts[found->first_vertex + i]);
}

/* Is the option at WORD, LENGTH bytes long, among the words of TEXT? */
static bool has_word(const char *text, const char *word, size_t length)
{
    for (const char *w = text; *w; w += strcspn(w, " "), w += strspn(w, " "))
        if (strcspn(w, " ") == length && !strncmp(w, word, length))
            return true;
    return false;
}

/* So many options are named; -march=native is a hundred of them here. */
#define MOST_WORDS 8

/* The words of A that B has not, malloc'd: the first of them, and how many more there are. */
static char *words_without(const char *a, const char *b)
{
    char *text = xstrdup("");
    unsigned num = 0;
    for (const char *w = a; *w; w += strcspn(w, " "), w += strspn(w, " ")) {
        size_t length = strcspn(w, " ");
        if (has_word(b, w, length) || has_word(text, w, length))
            continue;
        if (++num > MOST_WORDS)
            continue;
        char *word = xstrndup(w, length), *longer = concat(text, *text ? " " : "", word, NULL);
        free(word);
        free(text);
        text = longer;
    }
    if (num <= MOST_WORDS)
        return text;
    char *all = xasprintf("%s and %u more", text, num - MOST_WORDS);
    free(text);
    return all;
}

/* The unit of W in which a function of this name, or of this file, is. */
static const struct pp_unit *unit_like(const struct pp_weights *w, const struct pp_graph *g,
                                       const struct pp_proc *p)
{
    for (uint32_t i = 0; i < w->num_by_symbol; i++) {
        const struct pp_proc *q = &w->notes.graph.procs[w->by_symbol[i]];
        if (!strcmp(pp_text(&w->notes.graph, q->name), pp_text(g, p->name)))
            return &w->notes.units[q->unit];
    }
    return NULL;
}

/* How the options with which a profile was made and this unit is compiled differ, as words; malloc'd.  SPLIT: with
   bursts=on GCC may have split functions before they were profiled, and has not here. */
struct other_options {
    char *there, *here;
    bool split;
};

/* Another GCC or other options give another CFG of the same source. */
static struct other_options find_options(const struct pp_weights *w, const struct pp_graph *g,
                                         const struct pp_proc *p)
{
    const struct pp_unit *unit = unit_like(w, g, p);
    if (!unit || !unit->command)
        return {xstrdup(""), xstrdup(""), false};
    char *now = pp_shaping_options();
    struct other_options found = {
        words_without(unit->command, now), words_without(now, unit->command),
        unit->params.bursts && flag_partial_inlining && !pp_had_split_functions()};
    free(now);
    return found;
}

/* What was linked with -flto is one unit with the name of its first, so this one is named by what is compiled. */
static void name_options(const char *there, const char *here)
{
    if (*there && *here)
        inform(UNKNOWN_LOCATION, "pathprof: %s was profiled with %qs, and is compiled with %qs now",
               pp_shown(main_input_filename), there, here);
    else if (*there)
        inform(UNKNOWN_LOCATION, "pathprof: %s was profiled with %qs, which is not given now",
               pp_shown(main_input_filename), there);
    else if (*here)
        inform(UNKNOWN_LOCATION, "pathprof: %s was profiled without %qs, which is given now",
               pp_shown(main_input_filename), here);
}

static void name_splitting(void)
{
    inform(UNKNOWN_LOCATION,
           "pathprof: %s was profiled with %<bursts=on%>, where GCC may split functions before it "
           "is, and without, where it does not; give %<-fno-partial-inlining%> to the first",
           pp_shown(main_input_filename));
}

/* GCC keeps warnings there to itself. */
static bool is_in_system_header(const struct pp_used *used)
{
    return in_system_header_at(DECL_SOURCE_LOCATION(used->node->decl));
}

static void name_function(const struct pp_use *use, const struct pp_used *used, const char *file)
{
    location_t where = DECL_SOURCE_LOCATION(used->node->decl);
    const struct pp_graph *g = &use->graph;
    const char *name = pp_text(g, g->procs[used->proc].pretty);
    const char *format =
        "pathprof: %qs has changed since it was profiled: its counts in %s are not used";
    if (use->c->options.mismatch == PP_MISMATCH_ERROR)
        error_at(where, format, name, pp_shown(file));
    else
        warning_at(is_in_system_header(used) ? UNKNOWN_LOCATION : where, 0, format, name,
                   pp_shown(file));
}

static void name_rest(const struct pp_use *use, uint32_t changed)
{
    const char *format = changed == 1 ? "pathprof: and %u more function has changed"
                                      : "pathprof: and %u more functions have changed";
    if (use->c->options.mismatch == PP_MISMATCH_ERROR)
        error_at(UNKNOWN_LOCATION, format, changed);
    else
        warning_at(UNKNOWN_LOCATION, 0, format, changed);
}

/* A function that is not what it was when the profile was made that knows its name. */
struct changed {
    const struct pp_used *used;
    uint32_t profile;
};

/* Of ALL, first what people have written themselves, then what is in system headers. */
static vec<struct changed> own_first(const vec<struct changed> &all)
{
    vec<struct changed> sorted = vNULL;
    for (int system = 0; system < 2; system++)
        for (unsigned i = 0; i < all.length(); i++)
            if (is_in_system_header(all[i].used) == (system == 1))
                sorted.safe_push(all[i]);
    return sorted;
}

/* If other options explain it the first function stands for all: a project may compile each source twice, for a static
   and for a shared library, and not run both. */
static void name_changed(const struct pp_use *use, const vec<struct changed> &all)
{
    const struct pp_graph *g = &use->graph;
    vec<struct changed> changed = own_first(all);
    struct other_options options =
        find_options(use->profiles.list[changed[0].profile], g, &g->procs[changed[0].used->proc]);
    unsigned most = *options.there || *options.here || options.split ? 1 : MOST_NAMED;
    for (unsigned i = 0; i < changed.length() && i < most; i++)
        name_function(use, changed[i].used, use->profiles.files[changed[i].profile]);
    name_options(options.there, options.here);
    if (options.split && !*options.there && !*options.here)
        name_splitting();
    if (changed.length() > most)
        name_rest(use, changed.length() - most);
    free(options.there);
    free(options.here);
    changed.release();
}

void pp_match(struct pp_use *use)
{
    const struct pp_graph *g = &use->graph;
    bool loud = use->c->options.mismatch != PP_MISMATCH_QUIET;
    uint32_t found = 0;
    auto_vec<struct changed> changed;
    /* GCC lists what comes first in the source last. */
    for (unsigned i = use->used.length(); i-- > 0;) {
        struct pp_used *used = &use->used[i];
        const struct pp_proc *p = &g->procs[used->proc];
        uint32_t other = PP_NONE;
        for (uint32_t k = 0; k < use->profiles.num; k++) {
            const struct pp_weights *w = use->profiles.list[k];
            uint32_t n;
            bool others;
            uint32_t *procs = pp_weights_find(w, g, used->proc, pp_mapped_input(), &n, &others);
            for (uint32_t q = 0; q < n; q++)
                add_counts(used, p, &w->profile, procs[q]);
            free(procs);
            if (others && other == PP_NONE)
                other = k;
        }
        found += used->edge_counts != NULL;
        used->changed = !used->edge_counts && other != PP_NONE;
        if (used->edge_counts || other == PP_NONE || !loud)
            continue;
        /* GCC makes several functions of a constructor or destructor; it is one for who has written it. */
        if (changed.is_empty() ||
            DECL_ORIGIN(changed.last().used->node->decl) != DECL_ORIGIN(used->node->decl))
            changed.safe_push({used, other});
    }
    if (!changed.is_empty())
        name_changed(use, changed);
    if (use->used.length() && !found && changed.is_empty() && loud)
        inform(UNKNOWN_LOCATION, "pathprof: %s has no profile of any function of %s",
               pp_shown(use->c->options.use), pp_shown(main_input_filename));
}
