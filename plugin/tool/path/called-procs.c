/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/path/called-procs.h"

#include <stdlib.h>
#include <string.h>

#include "input/elf/symbols.h"
#include "tool/load/load.h"
#include "tool/names/names.h"

/* Bodies that calls of each name may enter. */
struct offers {
    const struct pp_called_procs *of;
    uint32_t *found;      /* by name: the only one, or the only one that ran */
    uint32_t *uses, *ran; /* how many there are; that ran */
    bool (*takes)(const struct offers *offers, uint32_t proc, uint32_t name);
    const bool
        *given; /* for takes_given: by name; module M's begin at M times the number of names */
};

static void offer(struct offers *offers, uint32_t name, uint32_t proc)
{
    bool runs = offers->of->load->profile.calls[proc] > 0;
    if (!offers->takes(offers, proc, name))
        return;
    if (offers->uses[name]++ == 0 || (runs && offers->ran[name] == 0))
        offers->found[name] = proc;
    offers->ran[name] += runs;
}

/* Of an inline function with a body in several units the linker keeps one: the one that ran. */
static void find(struct offers *offers)
{
    const struct pp_graph *g = &offers->of->load->notes.graph;
    size_t size = (size_t)g->strings_size + 1;
    memset(offers->found, 0xff, size * sizeof *offers->found);
    offers->uses = pp_xcalloc(2 * size, sizeof *offers->uses);
    offers->ran = offers->uses + size;
    for (uint32_t p = 0; p < g->num_procs; p++)
        offer(offers, g->procs[p].name, p);
    for (uint32_t i = 0; i < g->num_aliases; i++) {
        const struct pp_alias *alias = &g->aliases[i];
        /* Where a function has that name, the alias gave way to it. */
        if (alias->proc != PP_NONE && offers->of->names->name_uses[alias->symbol] == 0)
            offer(offers, alias->symbol, alias->proc);
    }
    for (uint32_t name = 0; name < size; name++) {
        if (offers->uses[name] > 1 && offers->ran[name] != 1)
            offers->found[name] = PP_NONE;
    }
    free(offers->uses);
}

static bool takes_own(const struct offers *offers, uint32_t proc, uint32_t name)
{
    (void)name;
    return pp_module_of(offers->of->load, proc) == offers->of->module;
}

static bool takes_given(const struct offers *offers, uint32_t proc, uint32_t name)
{
    size_t size = (size_t)offers->of->load->notes.graph.strings_size + 1;
    return offers->given[pp_module_of(offers->of->load, proc) * size + name];
}

/* ---- Several modules. */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Notes in GIVEN, by string of G, which names FILE has a function for that others see. */
static void note_given(const struct pp_graph *g, const char *file, bool *given)
{
    struct pp_symbols symbols;
    char *wrong = pp_symbols_read(&symbols, file);
    const char **names = pp_xmalloc(((size_t)symbols.num + 1) * sizeof *names);
    size_t num = 0;
    for (uint32_t i = 0; i < symbols.num; i++)
        if (!symbols.list[i].local)
            names[num++] = symbols.list[i].name;
    qsort(names, num, sizeof *names, by_name);
    for (uint32_t p = 0; p < g->num_procs + g->num_aliases; p++) {
        uint32_t name = p < g->num_procs ? g->procs[p].name : g->aliases[p - g->num_procs].symbol;
        const char *text = pp_text(g, name);
        given[name] |= bsearch(&text, names, num, sizeof *names, by_name) != NULL;
    }
    free(names);
    pp_symbols_free(&symbols);
    free(wrong); /* notes in a file of their own: there are no symbols */
}

static void find_shared(struct pp_called_procs *it)
{
    const struct pp_graph *g = &it->load->notes.graph;
    size_t size = (size_t)g->strings_size + 1;
    bool *given = pp_xcalloc(size * it->load->num_modules, sizeof *given);
    for (uint32_t m = 0; m < it->load->num_modules; m++)
        note_given(g, it->load->modules[m].file, given + m * size);
    it->shared = pp_xmalloc(size * sizeof *it->shared);
    struct offers offers = {.of = it, .found = it->shared, .takes = takes_given, .given = given};
    find(&offers);
    free(given);
}

/* ---- */

void pp_called_procs_make(struct pp_called_procs *callees, const struct pp_load *load,
                          const struct pp_names *names)
{
    size_t size = (size_t)load->notes.graph.strings_size + 1;
    *callees =
        (struct pp_called_procs){.load = load, .names = names, .module = PP_NONE, .unit = PP_NONE};
    callees->local = pp_xcalloc(size, sizeof *callees->local);
    callees->local_unit = pp_xmalloc(size * sizeof *callees->local_unit);
    callees->global = pp_xmalloc(size * sizeof *callees->global);
    memset(callees->local_unit, 0xff, size * sizeof *callees->local_unit);
    if (load->num_modules > 1)
        find_shared(callees);
}

void pp_called_procs_free(struct pp_called_procs *callees)
{
    free(callees->local);
    free(callees->local_unit);
    free(callees->global);
    free(callees->shared);
}

static void enter_name(struct pp_called_procs *it, uint32_t name, uint32_t proc)
{
    it->local[name] = proc;
    it->local_unit[name] = it->unit;
}

/* Calls of the module that PROC is in are asked for from now on. */
static void enter_module(struct pp_called_procs *it, uint32_t proc)
{
    uint32_t module = pp_module_of(it->load, proc);
    if (it->module == module)
        return;
    struct offers offers = {.of = it, .found = it->global, .takes = takes_own};
    it->module = module;
    find(&offers);
}

/* Likewise of unit U. */
static void enter_unit(struct pp_called_procs *it, uint32_t u)
{
    const struct pp_graph *g = &it->load->notes.graph;
    const struct pp_unit *unit = &it->load->notes.units[u];
    uint32_t end = unit->first_proc + unit->num_procs;
    it->unit = u;
    for (uint32_t i = unit->first_alias; i < unit->first_alias + unit->num_aliases; i++)
        if (g->aliases[i].proc != PP_NONE)
            enter_name(it, g->aliases[i].symbol, g->aliases[i].proc);
    for (uint32_t p = unit->first_proc; p < end; p++)
        enter_name(it, g->procs[p].name, p);
}

/* The body OWN of the module at hand, or what another has of that NAME if it has none, or none that ever ran: the
   loader takes one for all modules. */
static uint32_t if_it_ran(const struct pp_called_procs *it, uint32_t own, uint32_t name)
{
    uint32_t shared = it->shared ? it->shared[name] : PP_NONE;
    const uint64_t *calls = it->load->profile.calls;
    return shared != PP_NONE && (own == PP_NONE || (calls[own] == 0 && calls[shared] > 0)) ? shared
                                                                                           : own;
}

uint32_t pp_callee_of_name(struct pp_called_procs *callees, uint32_t p, uint32_t name)
{
    enter_module(callees, p);
    return if_it_ran(callees, callees->global[name], name);
}

uint32_t pp_callee_of(struct pp_called_procs *callees, uint32_t c)
{
    const struct pp_graph *g = &callees->load->notes.graph;
    uint32_t e = pp_call_edge(g, c), name = g->vertices[c].callee, caller = g->vertices[c].proc;
    if (e != PP_NONE)
        return g->vertices[g->edges[e].to].proc;
    uint32_t unit = g->procs[caller].unit;
    if (unit != callees->unit)
        enter_unit(callees, unit);
    uint32_t global = pp_callee_of_name(callees, caller, name), local = callees->local[name];
    if (callees->local_unit[name] != unit)
        return global;
    return callees->load->profile.calls[local] == 0 && global != PP_NONE ? global : local;
}
