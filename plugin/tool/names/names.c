/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What procedures and paths are called. */
#define _GNU_SOURCE /* qsort_r */
#include "tool/names/names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/names/demangled-name.h"
#include "tool/names/place-ends.h"
#include "tool/names/short-name.h"

static int by_unit_name(const void *a, const void *b, void *units)
{
    const struct pp_unit *all = units;
    return strcmp(all[*(const uint32_t *)a].name, all[*(const uint32_t *)b].name);
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void classify_units(struct pp_names *names)
{
    uint32_t num = names->notes->num_units, *order = pp_xmalloc((num + 1) * sizeof *order);
    struct pp_unit *units = names->notes->units;
    names->unit_class = pp_xcalloc(num + 1, sizeof *names->unit_class);
    for (uint32_t u = 0; u < num; u++)
        order[u] = u;
    qsort_r(order, num, sizeof *order, by_unit_name, units);
    for (uint32_t i = 0; i < num; i++) {
        bool same = i > 0 && strcmp(units[order[i]].name, units[order[i - 1]].name) == 0;
        names->unit_class[order[i]] = same ? names->unit_class[order[i - 1]] : i;
    }
    free(order);
}

static void find_ends(struct pp_names *names)
{
    const struct pp_graph *g = &names->notes->graph;
    uint32_t units = names->notes->num_units, files = 0;
    size_t most = (size_t)units + g->num_procs + 1;
    const char **paths = pp_xmalloc(most * sizeof *paths), **ends = pp_xmalloc(most * sizeof *ends);
    names->unit_ends = pp_xmalloc(most * sizeof *names->unit_ends);
    names->file_ends = pp_xcalloc(g->strings_size + 1, sizeof *names->file_ends);
    for (uint32_t u = 0; u < units; u++)
        paths[u] = names->unit_ends[u] = names->notes->units[u].name;
    if (!names->whole)
        pp_find_ends(paths, units, names->unit_ends);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const char **end = &names->file_ends[g->procs[p].file];
        if (!*end)
            paths[files++] = *end = pp_text(g, g->procs[p].file);
    }
    if (!names->whole)
        pp_find_ends(paths, files, ends);
    for (uint32_t f = 0; f < files && !names->whole; f++)
        names->file_ends[paths[f] - g->strings] = ends[f];
    free(paths);
    free(ends);
}

/* What tells PROC from others: one of its names and where it is. */
static uint64_t key_of(const struct pp_names *names, uint32_t proc, enum pp_name_key kind)
{
    const struct pp_proc *it = &names->notes->graph.procs[proc];
    uint32_t name = kind == PP_BY_SYMBOL ? it->name : it->pretty;
    uint32_t place = kind == PP_BY_FILE ? it->file : names->unit_class[it->unit];
    return (uint64_t)name << 32 | place;
}

/* ---- Constructors and destructors have several bodies, all of one name as written: the one that
   makes or destroys whole objects keeps it. */

const char *pp_variant_text(enum pp_variant variant)
{
    return variant == PP_DELETING ? " [deleting]" : variant == PP_BASE ? " [base]" : "";
}

static int by_both_names(const void *a, const void *b, void *graph)
{
    const struct pp_graph *g = graph;
    const struct pp_proc *x = &g->procs[*(const uint32_t *)a], *y = &g->procs[*(const uint32_t *)b];
    if (x->pretty != y->pretty)
        return x->pretty < y->pretty ? -1 : 1;
    return strcmp(pp_text(g, x->name), pp_text(g, y->name));
}

/* The character in which A and B differ if they are variants of one: '2' of "_ZN1AC1Ev" and
   "_ZN1AC2Ev", in *FIRST that of A (Itanium C++ ABI, 5.1.4.3).  0 if they differ otherwise. */
static char other_variant(const char *a, const char *b, char *first)
{
    size_t at = 0;
    while (a[at] && a[at] == b[at])
        at++;
    bool digits = a[at] >= '0' && a[at] <= '2' && b[at] >= '0' && b[at] <= '2';
    bool kind = at > 0 && (a[at - 1] == 'C' || a[at - 1] == 'D' || a[at - 1] == 'I');
    *first = a[at];
    return digits && kind && strcmp(a + at + 1, b + at + 1) == 0 ? b[at] : '\0';
}

static void find_variants(struct pp_names *names)
{
    const struct pp_graph *g = &names->notes->graph;
    uint32_t *order = pp_xmalloc((g->num_procs + 1) * sizeof *order), first = 0;
    names->variants = pp_xcalloc(g->num_procs + 1, sizeof *names->variants);
    for (uint32_t p = 0; p < g->num_procs; p++)
        order[p] = p;
    qsort_r(order, g->num_procs, sizeof *order, by_both_names, (void *)g);
    /* FIRST: where those that are called as the one before begin. */
    for (uint32_t i = 1; i < g->num_procs; i++) {
        const struct pp_proc *x = &g->procs[order[i - 1]], *y = &g->procs[order[i]];
        char before, digit = '\0';
        if (x->name == y->name && x->pretty == y->pretty)
            names->variants[order[i]] = names->variants[order[i - 1]]; /* of another unit */
        else if (x->pretty == y->pretty)
            digit = other_variant(pp_text(g, x->name), pp_text(g, y->name), &before);
        for (uint32_t k = first; digit && k < i; k++)
            names->variants[order[k]] = before == '0' ? PP_DELETING : PP_COMPLETE;
        if (digit)
            names->variants[order[i]] = before == '1' ? PP_BASE : PP_COMPLETE;
        if (x->name != y->name)
            first = i;
    }
    free(order);
}

/* What PP_NUMBERED tells apart: below 0, 0 or above as A is before, with or behind B. */
static int by_numbered(const void *a, const void *b, void *arg)
{
    const struct pp_names *names = arg;
    const struct pp_proc *procs = names->notes->graph.procs;
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    uint32_t x = names->unit_class[procs[p].unit], y = names->unit_class[procs[q].unit];
    if (procs[p].pretty != procs[q].pretty)
        return procs[p].pretty < procs[q].pretty ? -1 : 1;
    if (names->variants[p] != names->variants[q])
        return names->variants[p] < names->variants[q] ? -1 : 1;
    return (x > y) - (x < y);
}

static int by_numbered_then_proc(const void *a, const void *b, void *names)
{
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    int order = by_numbered(a, b, names);
    return order ? order : (p > q) - (p < q);
}

/* Absent ones count, too: what is absent depends on what has run. */
static void find_numbers(struct pp_names *names)
{
    uint32_t num = names->notes->graph.num_procs, *order = pp_xmalloc((num + 1) * sizeof *order);
    names->numbers = pp_xcalloc(num + 1, sizeof *names->numbers);
    for (uint32_t p = 0; p < num; p++) {
        names->numbers[p] = 1;
        order[p] = p;
    }
    qsort_r(order, num, sizeof *order, by_numbered_then_proc, names);
    /* From 1: in a loop from 0 that asks for i > 0 GCC 14 reads order[-1]. */
    for (uint32_t i = 1; i < num; i++)
        if (by_numbered(&order[i - 1], &order[i], names) == 0)
            names->numbers[order[i]] = names->numbers[order[i - 1]] + 1;
    free(order);
}

/* A name to be shortened, and the name as written (string) that it is of. */
struct long_name {
    char *text;
    uint32_t pretty;
};

/* SHORTS[pretty] of LONGS (NUM of them), of which several may be equal. */
static void find_shorts(const struct long_name *longs, uint32_t num, char **shorts)
{
    const char **texts = pp_xmalloc((num + 1) * sizeof *texts);
    char **found = pp_xcalloc(num + 1, sizeof *found);
    for (uint32_t i = 0; i < num; i++)
        texts[i] = longs[i].text;
    pp_shorten(texts, num, found);
    for (uint32_t i = 0; i < num; i++)
        shorts[longs[i].pretty] = found[i];
    free(found);
    free(texts);
}

/* Short forms of all that functions are called in the source, callees that are not in the notes
   too. */
static void shorten(struct pp_names *names)
{
    const struct pp_graph *g = &names->notes->graph;
    struct long_name *longs = pp_xmalloc((g->strings_size + 1) * sizeof *longs);
    bool *seen = pp_xcalloc(g->strings_size + 1, sizeof *seen);
    uint32_t num = 0, all = g->strings_size + g->num_procs;
    for (uint32_t s = 0; s < all; s++) {
        uint32_t pretty =
            s < g->strings_size ? names->written[s] : g->procs[s - g->strings_size].pretty;
        if (pretty && !seen[pretty])
            longs[num++] = (struct long_name){pp_sentence("%s", pp_text(g, pretty)), pretty};
        seen[pretty] = true;
    }
    names->shorts = pp_xcalloc(g->strings_size + 1, sizeof *names->shorts);
    names->bares = pp_xcalloc(g->strings_size + 1, sizeof *names->bares);
    find_shorts(longs, num, names->shorts);
    for (uint32_t i = 0; i < num; i++) {
        size_t size;
        const char *bare = pp_bare_name(pp_text(g, longs[i].pretty), &size);
        free(longs[i].text);
        longs[i].text = pp_sentence("%.*s", (int)size, bare);
    }
    find_shorts(longs, num, names->bares);
    for (uint32_t i = 0; i < num; i++)
        free(longs[i].text);
    free(longs);
    free(seen);
}

void pp_names_make(struct pp_names *names, const struct pp_notes *notes, bool whole)
{
    const struct pp_graph *g = &notes->graph;
    *names = (struct pp_names){.notes = notes, .whole = whole};
    names->pretty_uses = pp_xcalloc(g->strings_size + 1, sizeof *names->pretty_uses);
    names->name_uses = pp_xcalloc(g->strings_size + 1, sizeof *names->name_uses);
    names->written = pp_xcalloc(g->strings_size + 1, sizeof *names->written);
    for (uint32_t i = 0; i < g->num_aliases; i++)
        names->written[g->aliases[i].symbol] = g->aliases[i].pretty;
    classify_units(names);
    find_ends(names);
    find_variants(names);
    find_numbers(names);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        names->written[g->procs[p].name] = g->procs[p].pretty;
        names->pretty_uses[g->procs[p].pretty] += !g->procs[p].absent;
        names->name_uses[g->procs[p].name] += !g->procs[p].absent;
        names->num_keys += !g->procs[p].absent;
    }
    for (int kind = 0; kind < PP_NAME_KEYS; kind++) {
        uint64_t *keys = pp_xcalloc(names->num_keys + 1, sizeof *keys), *next = keys;
        for (uint32_t p = 0; p < g->num_procs; p++)
            if (!g->procs[p].absent)
                *next++ = key_of(names, p, kind);
        qsort(keys, names->num_keys, sizeof *keys, by_key);
        names->keys[kind] = keys;
    }
    shorten(names);
}

void pp_names_free(struct pp_names *names)
{
    for (size_t s = 0; s < names->notes->graph.strings_size; s++) {
        free(names->shorts[s]);
        free(names->bares[s]);
    }
    free(names->shorts);
    free(names->bares);
    free(names->pretty_uses);
    free(names->name_uses);
    free(names->written);
    free(names->unit_class);
    free(names->unit_ends);
    free(names->file_ends);
    free(names->variants);
    free(names->numbers);
    for (int kind = 0; kind < PP_NAME_KEYS; kind++)
        free(names->keys[kind]);
}

/* Whether PROC is the only one of its name in units called as its own, or in its file. */
static bool is_only(const struct pp_names *names, uint32_t proc, enum pp_name_key kind)
{
    const uint64_t *keys = names->keys[kind];
    uint32_t num = names->num_keys;
    uint64_t key = key_of(names, proc, kind);
    const uint64_t *found = bsearch(&key, keys, num, sizeof *keys, by_key);
    return !found ||
           ((found == keys || found[-1] != key) && (found == keys + num - 1 || found[1] != key));
}

const char *pp_written(const struct pp_names *names, uint32_t pretty)
{
    const char *brief = names->whole ? NULL : names->shorts[pretty];
    return brief ? brief : pp_text(&names->notes->graph, pretty);
}

/* The symbol of PROC, or what tells as much to people. */
static char *symbol_of(const struct pp_names *names, uint32_t proc)
{
    const struct pp_graph *g = &names->notes->graph;
    const struct pp_proc *it = &g->procs[proc];
    if (!names->variants[proc])
        return pp_sentence("%s", pp_text(g, it->name));
    return pp_sentence("%s%s", pp_written(names, it->pretty),
                       pp_variant_text(names->variants[proc]));
}

enum pp_name_form pp_name_form(const struct pp_names *names, uint32_t proc)
{
    const struct pp_graph *g = &names->notes->graph;
    const struct pp_proc *it = &g->procs[proc];
    bool own = names->name_uses[it->name] <= 1;
    bool readable = names->variants[proc] || strncmp(pp_text(g, it->name), "_Z", 2) != 0;
    if (names->pretty_uses[it->pretty] <= 1)
        return PP_AS_WRITTEN;
    if (own && readable)
        return PP_OWN_SYMBOL;
    if (is_only(names, proc, PP_BY_PRETTY))
        return PP_AT_UNIT;
    if (is_only(names, proc, PP_BY_FILE))
        return PP_AT_FILE;
    if (own)
        return PP_OWN_SYMBOL;
    return readable && is_only(names, proc, PP_BY_SYMBOL) ? PP_SYMBOL_UNIT : PP_NUMBERED;
}

char *pp_proc_name(const struct pp_names *names, uint32_t proc)
{
    const struct pp_proc *it = &names->notes->graph.procs[proc];
    enum pp_name_form form = pp_name_form(names, proc);
    bool symbol = form == PP_OWN_SYMBOL || form == PP_SYMBOL_UNIT;
    char *text = symbol ? symbol_of(names, proc) : pp_sentence("%s", pp_written(names, it->pretty));
    if (form == PP_NUMBERED)
        pp_append(&text, "%s", pp_variant_text(names->variants[proc]));
    if (form == PP_AT_FILE)
        pp_append(&text, "@%s", names->file_ends[it->file]);
    else if (form != PP_AS_WRITTEN && form != PP_OWN_SYMBOL)
        pp_append(&text, "@%s", names->unit_ends[it->unit]);
    if (form == PP_NUMBERED)
        pp_append(&text, ":%" PRIu32, names->numbers[proc]);
    return text;
}

const char *pp_callee_name(const struct pp_names *names, uint32_t symbol)
{
    return pp_written(names, names->written[symbol] ? names->written[symbol] : symbol);
}

char *pp_path_name(const struct pp_names *names, uint32_t proc, struct pp_num number)
{
    char *name = pp_proc_name(names, proc), *digits = pp_num_text(number);
    pp_append(&name, "#%s", digits);
    free(digits);
    return name;
}

const char *pp_bare_name(const char *pretty, size_t *size)
{
    struct pp_spelling it = pp_spell(pretty);
    *size = (size_t)(it.params - it.start);
    return it.start;
}

char *pp_short_name(const struct pp_names *names, uint32_t proc)
{
    const struct pp_graph *g = &names->notes->graph;
    uint32_t pretty = g->procs[proc].pretty;
    size_t size;
    if (!names->whole && names->bares[pretty])
        return pp_sentence("%s", names->bares[pretty]);
    const char *name = pp_bare_name(pp_text(g, pretty), &size);
    return pp_sentence("%.*s", (int)size, name);
}
