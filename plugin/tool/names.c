/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What procedures and paths are called. */
#define _GNU_SOURCE /* qsort_r */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"
#include "view.h"

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

/* What tells PROC from others: one of its names and where it is. */
static uint64_t key_of(const struct pp_names *names, uint32_t proc, enum pp_name_key kind)
{
    const struct pp_proc *it = &names->notes->graph.procs[proc];
    uint32_t name = kind == PP_BY_SYMBOL ? it->name : it->pretty;
    uint32_t place = kind == PP_BY_FILE ? it->file : names->unit_class[it->unit];
    return (uint64_t)name << 32 | place;
}

void pp_names_make(struct pp_names *names, const struct pp_notes *notes)
{
    const struct pp_graph *g = &notes->graph;
    *names = (struct pp_names){.notes = notes};
    names->pretty_uses = pp_xcalloc(g->strings_size + 1, sizeof *names->pretty_uses);
    names->name_uses = pp_xcalloc(g->strings_size + 1, sizeof *names->name_uses);
    classify_units(names);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        names->pretty_uses[g->procs[p].pretty]++;
        names->name_uses[g->procs[p].name]++;
    }
    for (int kind = 0; kind < PP_NAME_KEYS; kind++) {
        uint64_t *keys = pp_xcalloc(g->num_procs + 1, sizeof *keys);
        for (uint32_t p = 0; p < g->num_procs; p++)
            keys[p] = key_of(names, p, kind);
        qsort(keys, g->num_procs, sizeof *keys, by_key);
        names->keys[kind] = keys;
    }
}

void pp_names_free(struct pp_names *names)
{
    free(names->pretty_uses);
    free(names->name_uses);
    free(names->unit_class);
    for (int kind = 0; kind < PP_NAME_KEYS; kind++)
        free(names->keys[kind]);
}

static const char *unit_name(const struct pp_names *names, uint32_t proc)
{
    return names->notes->units[names->notes->graph.procs[proc].unit].name;
}

static const char *file_name(const struct pp_names *names, uint32_t proc)
{
    const struct pp_graph *g = &names->notes->graph;
    return pp_text(g, g->procs[proc].file);
}

/* Whether PROC is the only one of its name in units called as its own, or in its file. */
static bool is_only(const struct pp_names *names, uint32_t proc, enum pp_name_key kind)
{
    const uint64_t *keys = names->keys[kind];
    uint32_t num = names->notes->graph.num_procs;
    uint64_t key = key_of(names, proc, kind);
    const uint64_t *found = bsearch(&key, keys, num, sizeof *keys, by_key);
    return (found == keys || found[-1] != key) && (found == keys + num - 1 || found[1] != key);
}

char *pp_proc_name(const struct pp_names *names, uint32_t proc)
{
    const struct pp_graph *g = &names->notes->graph;
    const struct pp_proc *it = &g->procs[proc];
    const char *pretty = pp_text(g, it->pretty), *name = pp_text(g, it->name);
    if (names->pretty_uses[it->pretty] == 1)
        return pp_sentence("%s", pretty);
    if (names->name_uses[it->name] == 1)
        return pp_sentence("%s", name);
    if (is_only(names, proc, PP_BY_PRETTY))
        return pp_sentence("%s@%s", pretty, unit_name(names, proc));
    if (is_only(names, proc, PP_BY_SYMBOL))
        return pp_sentence("%s@%s", name, unit_name(names, proc));
    if (is_only(names, proc, PP_BY_FILE)) /* of a program linked with -flto, which is one unit */
        return pp_sentence("%s@%s", pretty, file_name(names, proc));
    return pp_sentence("%s@%s:%" PRIu32, name, unit_name(names, proc), proc);
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
    const char *start = pretty, *c = pretty;
    unsigned depth = 0; /* of template arguments */
    for (; *c && (depth || *c != '('); c++) {
        if (*c == '<')
            depth++;
        else if (*c == '>' && depth)
            depth--;
        else if (*c == ' ' && !depth)
            start = c + 1;
    }
    *size = (size_t)(c - start);
    return start;
}

/* Whether the SIZE bytes at TEXT are all of NAME. */
static bool is(const char *text, size_t size, const char *name)
{
    return strlen(name) == size && memcmp(text, name, size) == 0;
}

/* Whether NAME, "function", "function@unit", "function@file" or "function@unit:number", may mean
   PROC. */
static bool may_mean(const struct pp_names *names, uint32_t proc, const char *name, size_t size)
{
    const struct pp_graph *g = &names->notes->graph;
    const char *both[] = {pp_text(g, g->procs[proc].pretty), pp_text(g, g->procs[proc].name)};
    size_t bare_size;
    const char *bare = pp_bare_name(both[0], &bare_size);
    if (bare_size == size && memcmp(bare, name, size) == 0)
        return true;
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(both[i]);
        if (is(name, size, both[i]))
            return true;
        if (size <= length || memcmp(name, both[i], length) != 0 || name[length] != '@')
            continue;
        const char *unit = name + length + 1;
        size_t rest = size - length - 1;
        if (is(unit, rest, unit_name(names, proc)) || is(unit, rest, file_name(names, proc)))
            return true;
        char *numbered = pp_sentence("%s:%" PRIu32, unit_name(names, proc), proc);
        bool same = is(unit, rest, numbered);
        free(numbered);
        if (same)
            return true;
    }
    return false;
}

size_t pp_find_procs(const struct pp_names *names, const char *name, size_t size, uint32_t **procs)
{
    const struct pp_graph *g = &names->notes->graph;
    size_t found = 0;
    *procs = pp_xmalloc((g->num_procs + 1) * sizeof **procs);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        if (may_mean(names, p, name, size))
            (*procs)[found++] = p;
    }
    return found;
}
