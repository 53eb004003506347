/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What procedures and paths are called. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"
#include "view.h"

void pp_names_make(struct pp_names *names, const struct pp_notes *notes)
{
    const struct pp_graph *g = &notes->graph;
    names->notes = notes;
    names->pretty_uses = pp_xcalloc(g->strings_size + 1, sizeof *names->pretty_uses);
    names->name_uses = pp_xcalloc(g->strings_size + 1, sizeof *names->name_uses);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        names->pretty_uses[g->procs[p].pretty]++;
        names->name_uses[g->procs[p].name]++;
    }
}

void pp_names_free(struct pp_names *names)
{
    free(names->pretty_uses);
    free(names->name_uses);
}

static const char *unit_name(const struct pp_names *names, uint32_t proc)
{
    return names->notes->units[names->notes->graph.procs[proc].unit].name;
}

/* How many procedures with either name TEXT are in units called as that of PROC. */
static uint32_t uses_in_unit(const struct pp_names *names, uint32_t proc, bool pretty)
{
    const struct pp_graph *g = &names->notes->graph;
    uint32_t uses = 0;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        bool same = pretty ? g->procs[p].pretty == g->procs[proc].pretty
                           : g->procs[p].name == g->procs[proc].name;
        uses += same && strcmp(unit_name(names, p), unit_name(names, proc)) == 0;
    }
    return uses;
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
    if (uses_in_unit(names, proc, true) == 1)
        return pp_sentence("%s@%s", pretty, unit_name(names, proc));
    if (uses_in_unit(names, proc, false) == 1)
        return pp_sentence("%s@%s", name, unit_name(names, proc));
    return pp_sentence("%s@%s:%" PRIu32, name, unit_name(names, proc), proc);
}

char *pp_path_name(const struct pp_names *names, uint32_t proc, uint64_t number)
{
    char *name = pp_proc_name(names, proc);
    pp_append(&name, "#%" PRIu64, number);
    return name;
}

/* Whether the SIZE bytes at TEXT are all of NAME. */
static bool is(const char *text, size_t size, const char *name)
{
    return strlen(name) == size && memcmp(text, name, size) == 0;
}

/* Whether NAME, "function", "function@unit" or "function@unit:number", may mean PROC. */
static bool may_mean(const struct pp_names *names, uint32_t proc, const char *name, size_t size)
{
    const struct pp_graph *g = &names->notes->graph;
    const char *both[] = {pp_text(g, g->procs[proc].pretty), pp_text(g, g->procs[proc].name)};
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(both[i]);
        if (is(name, size, both[i]))
            return true;
        if (size <= length || memcmp(name, both[i], length) != 0 || name[length] != '@')
            continue;
        const char *unit = name + length + 1;
        size_t rest = size - length - 1;
        if (is(unit, rest, unit_name(names, proc)))
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
