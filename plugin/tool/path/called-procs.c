/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/path/called-procs.h"

#include <stdlib.h>
#include <string.h>

#include "tool/load/load.h"
#include "tool/names/names.h"

/* PROC is a body that calls of NAME may enter. */
static void offer(struct pp_called_procs *it, uint32_t *uses, uint32_t *ran, uint32_t name,
                  uint32_t proc)
{
    bool runs = it->load->profile.calls[proc] > 0;
    if (uses[name]++ == 0 || (runs && ran[name] == 0))
        it->global[name] = proc;
    ran[name] += runs;
}

/* Of an inline function with a body in several units the linker keeps one: the one that ran. */
static void find_globals(struct pp_called_procs *it, const struct pp_names *names)
{
    const struct pp_graph *g = &it->load->notes.graph;
    uint32_t *uses = pp_xcalloc(2 * ((size_t)g->strings_size + 1), sizeof *uses);
    uint32_t *ran = uses + g->strings_size + 1;
    for (uint32_t p = 0; p < g->num_procs; p++)
        offer(it, uses, ran, g->procs[p].name, p);
    for (uint32_t i = 0; i < g->num_aliases; i++) {
        const struct pp_alias *alias = &g->aliases[i];
        /* Where a function has that name, the alias gave way to it. */
        if (alias->proc != PP_NONE && names->name_uses[alias->symbol] == 0)
            offer(it, uses, ran, alias->symbol, alias->proc);
    }
    for (uint32_t name = 0; name <= g->strings_size; name++) {
        if (uses[name] > 1 && ran[name] != 1)
            it->global[name] = PP_NONE;
    }
    free(uses);
}

void pp_called_procs_make(struct pp_called_procs *callees, const struct pp_load *load,
                          const struct pp_names *names)
{
    size_t size = (size_t)load->notes.graph.strings_size + 1;
    *callees = (struct pp_called_procs){.load = load, .unit = PP_NONE};
    callees->local = pp_xcalloc(size, sizeof *callees->local);
    callees->local_unit = pp_xmalloc(size * sizeof *callees->local_unit);
    callees->global = pp_xmalloc(size * sizeof *callees->global);
    memset(callees->local_unit, 0xff, size * sizeof *callees->local_unit);
    memset(callees->global, 0xff, size * sizeof *callees->global);
    find_globals(callees, names);
}

void pp_called_procs_free(struct pp_called_procs *callees)
{
    free(callees->local);
    free(callees->local_unit);
    free(callees->global);
}

static void enter_name(struct pp_called_procs *it, uint32_t name, uint32_t proc)
{
    it->local[name] = proc;
    it->local_unit[name] = it->unit;
}

/* Calls of unit U are asked for from now on. */
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

uint32_t pp_callee_of(struct pp_called_procs *callees, uint32_t c)
{
    const struct pp_graph *g = &callees->load->notes.graph;
    uint32_t e = pp_call_edge(g, c), name = g->vertices[c].callee;
    uint32_t unit = g->procs[g->vertices[c].proc].unit;
    if (e != PP_NONE)
        return g->vertices[g->edges[e].to].proc;
    if (unit != callees->unit)
        enter_unit(callees, unit);
    uint32_t global = callees->global[name], local = callees->local[name];
    if (callees->local_unit[name] != unit)
        return global;
    return callees->load->profile.calls[local] == 0 && global != PP_NONE ? global : local;
}
