/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From samples to functions, by the symbol tables of the files that the code is in.  As in gprof, a
   sample is of the function whose symbol it is in, whatever was inlined there. */
#include <stdlib.h>
#include <string.h>

#include "core/base/path-names.h"
#include "core/base/text.h"
#include "input/elf/symbols.h"
#include "tool/callgraph/callgraph.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/own-module.h"
#include "tool/names/demangle.h"
#include "tool/names/short-name.h"
#include "tool/names/symbol-procs.h"

/* Only a forged file has more functions of one name. */
#define MOST_NAMESAKES 1000

/* All that the runtime defines begins so (doc/internals.md). */
#define OF_RUNTIME "__pathprof_"
/* In the place of a function's number: the time is the runtime's. */
#define RUNTIME (PP_NONE - 1)

struct times {
    struct pp_callgraph *graph;
    const struct pp_samples *samples;
    struct pp_symbol_procs procs;
    /* The module at hand. */
    struct pp_symbols symbols;
    const struct pp_load_module *own; /* NULL: it is none that the notes are of */
    /* Of samples in a symbol, by symbol; behind it in no symbol, by symbol; in no symbol at all, by
       section with code; elsewhere.  PP_NONE: not made yet. */
    uint32_t *function;
};

/* ---- Procedures by the names of their symbols. */

/* Is PROC of the file that the local SYMBOL is under?  The linker puts units' notes in the order of
   their symbols, so among equally called files it is the one with the same number; if some of these
   have no notes, none is known to be. */
static bool is_of_file(const struct times *t, uint32_t proc, const struct pp_symbol *symbol)
{
    const struct pp_notes *notes = &t->graph->load->notes;
    uint32_t unit = notes->graph.procs[proc].unit, all = 0, before = 0, files = 0, ahead = 0;
    if (!symbol->file || strcmp(pp_last_part(notes->units[unit].name), symbol->file) != 0)
        return false;
    for (uint32_t u = t->own->first_unit; u < t->own->first_unit + t->own->num_units; u++) {
        bool same = strcmp(pp_last_part(notes->units[u].name), symbol->file) == 0;
        all += same;
        before += same && u < unit;
    }
    for (uint32_t f = 0; f < t->symbols.num_files; f++) {
        bool same = strcmp(t->symbols.files[f], symbol->file) == 0;
        files += same;
        ahead += same && f + 1 < symbol->file_number;
    }
    return all == 1 || (all == files && before == ahead);
}

/* Is PROC another module's, or SYMBOL a local one of a file that no unit of PROC's name is?  It is then of a unit that
   is not counted.  (Link-time optimisation knows no files.) */
static bool is_elsewhere(const struct times *t, uint32_t proc, const struct pp_symbol *symbol)
{
    const struct pp_notes *notes = &t->graph->load->notes;
    if (&t->graph->load->modules[pp_module_of(t->graph->load, proc)] != t->own)
        return true;
    const char *unit = pp_last_part(notes->units[notes->graph.procs[proc].unit].name);
    return symbol->file && symbol->file[0] != '<' && strcmp(unit, symbol->file) != 0;
}

/* The only procedure of those called NAME that SYMBOL can be. */
static uint32_t choose(const struct times *t, const char *name, size_t size,
                       const struct pp_symbol *symbol)
{
    const struct pp_profile *profile = &t->graph->load->profile;
    uint32_t first = pp_symbol_procs_first(&t->procs, name, size), found = PP_NONE, num = 0;
    uint32_t ran = PP_NONE, num_ran = 0, of_file = PP_NONE, num_of_file = 0;
    for (uint32_t i = first; pp_symbol_procs_is(&t->procs, i, name, size); i++) {
        uint32_t proc = t->procs.list[i].proc;
        if (proc == found || is_elsewhere(t, proc, symbol))
            continue;
        if (++num == MOST_NAMESAKES)
            return PP_NONE;
        found = proc;
        if (profile->calls[proc] > 0) {
            ran = proc;
            num_ran++;
        }
    }
    if (num <= 1)
        return found;
    /* An inline function with bodies in several units: the linker has kept the one that ran. */
    if (!symbol->file)
        return num_ran == 1 ? ran : PP_NONE;
    for (uint32_t i = first; pp_symbol_procs_is(&t->procs, i, name, size); i++) {
        uint32_t proc = t->procs.list[i].proc;
        if (proc != of_file && is_of_file(t, proc, symbol)) {
            of_file = proc;
            num_of_file++;
        }
    }
    return num_of_file == 1 ? of_file : PP_NONE;
}

/* What SYMBOL is called in the source: GCC appends ".part.0", ".constprop.1", ".cold" and the like
   to what it makes of a function. */
static uint32_t proc_of(const struct times *t, const struct pp_symbol *symbol)
{
    size_t size = strlen(symbol->name);
    for (;;) {
        uint32_t proc = choose(t, symbol->name, size, symbol);
        if (proc != PP_NONE)
            return proc;
        while (size > 0 && symbol->name[size - 1] != '.')
            size--;
        if (size <= 1)
            return PP_NONE;
        size--;
    }
}

/* ---- Modules. */

/* The function of the symbol at index S, which is the first at its address. */
static uint32_t of_symbol(struct times *t, uint32_t s)
{
    const struct pp_symbol *first = &t->symbols.list[s];
    const struct pp_symbol *end = t->symbols.list + t->symbols.num;
    for (const struct pp_symbol *it = first; t->own && it < end && it->address == first->address;
         it++) {
        uint32_t proc = proc_of(t, it);
        if (proc != PP_NONE)
            return proc;
    }
    if (strncmp(first->name, OF_RUNTIME, strlen(OF_RUNTIME)) == 0)
        return RUNTIME;
    return pp_callgraph_add(t->graph, pp_sentence("%s", first->name), PP_NONE);
}

/* What is in no symbol is of the one BEFORE it in its section, else of the section, CODE, else of
   the file. */
static uint32_t of_no_symbol(struct times *t, const struct pp_symbol *before,
                             const struct pp_code *code)
{
    const char *name = before ? before->name : code ? code->name : "";
    return pp_callgraph_add(t->graph, pp_sentence("%s", name), PP_NONE);
}

/* The function that ADDRESS of the module is in. */
static uint32_t function_at(struct times *t, uint64_t address)
{
    const struct pp_symbols *symbols = &t->symbols;
    const struct pp_symbol *symbol = pp_symbol_at(symbols, address);
    const struct pp_symbol *before = symbol ? NULL : pp_symbol_before(symbols, address);
    const struct pp_code *code = symbol ? NULL : pp_code_at(symbols, address);
    if (before && (!code || before->address < code->address))
        before = NULL; /* of another section */
    size_t place = symbol   ? (size_t)(symbol - symbols->list)
                   : before ? symbols->num + (size_t)(before - symbols->list)
                   : code   ? 2 * (size_t)symbols->num + (size_t)(code - symbols->code)
                            : 2 * (size_t)symbols->num + symbols->num_code;
    uint32_t *function = &t->function[place];
    if (*function == PP_NONE)
        *function = symbol ? of_symbol(t, (uint32_t)place) : of_no_symbol(t, before, code);
    return *function;
}

/* Reads the symbols of MODULE, if the file is still the one that ran. */
static void open_module(struct times *t, const struct pp_module *module)
{
    const char *path = module->path;
    const struct pp_load *load = t->graph->load;
    enum pp_whose whose = PP_OTHER_MODULE;
    t->own = NULL;
    t->symbols = (struct pp_symbols){0};
    if (path[0] == '[')
        return; /* no file */
    for (uint32_t m = 0; m < load->num_modules && whose == PP_OTHER_MODULE; m++) {
        whose = pp_whose_module(&t->symbols, module, &load->modules[m]);
        if (whose == PP_OWN_MODULE)
            t->own = &load->modules[m];
    }
    if (t->own)
        return;
    char *wrong = whose == PP_REPLACED_MODULE ? NULL : pp_symbols_read(&t->symbols, path);
    bool same = whose != PP_REPLACED_MODULE && !wrong &&
                (!module->build_id || !t->symbols.build_id ||
                 strcmp(module->build_id, t->symbols.build_id) == 0);
    if (wrong)
        pp_complain("warning: %s; the names of its functions are not known", wrong);
    else if (!same)
        pp_complain(
            "warning: %s has changed since it ran; the names of its functions are not known", path);
    if (!same)
        pp_symbols_free(&t->symbols);
    free(wrong);
}

/* Sets NAMES to what the functions from FIRST on are called, which have the names of their symbols; and to what all
   procedures are, where those are of the same module.  Returns how many there are. */
static uint32_t list_written(const struct times *t, uint32_t first, char ***names)
{
    const struct pp_graph *g = &t->graph->load->notes.graph;
    uint32_t num = t->graph->gprof.num_functions - first;
    const char **symbols = pp_xcalloc((size_t)num + 1, sizeof *symbols);
    *names = pp_xcalloc((size_t)num + g->num_procs + 1, sizeof **names);
    for (uint32_t i = 0; i < num; i++)
        symbols[i] = t->graph->functions[first + i].name;
    pp_demangle(symbols, num, *names);
    free(symbols);
    for (uint32_t p = 0; t->own && p < g->num_procs; p++)
        (*names)[num++] = pp_sentence("%s", pp_text(g, g->procs[p].pretty));
    return num;
}

/* Names the functions from FIRST on, which are of the module PATH and have the names of their symbols, for people.
   With AFTER is what comes behind the symbol; NOWHERE is what is in no section. */
static void name_functions(struct times *t, uint32_t first, const bool *after, uint32_t nowhere,
                           const char *path)
{
    char **names, **shorts;
    uint32_t num = list_written(t, first, &names);
    shorts = pp_xcalloc((size_t)num + 1, sizeof *shorts);
    if (!t->graph->names.whole)
        pp_shorten((const char *const *)names, num, shorts);
    for (uint32_t f = first; f < t->graph->gprof.num_functions; f++) {
        const char *name = shorts[f - first] ? shorts[f - first] : names[f - first];
        const char *prefix = after[f - first] ? "after " : "", *file = pp_last_part(path);
        char **shown = &t->graph->functions[f].name;
        free(*shown);
        bool program = t->own == t->graph->load->modules;
        t->graph->functions[f].module = program ? NULL : path;
        if (f == nowhere)
            *shown = path[0] == '[' ? pp_sentence("%s", path) : pp_sentence("(%s)", file);
        else if (program)
            *shown = pp_sentence("%s%s", prefix, name);
        else
            *shown = pp_sentence("%s%s (%s)", prefix, name, file);
    }
    for (uint32_t i = 0; i < num; i++) {
        free(names[i]);
        free(shorts[i]);
    }
    free(names);
    free(shorts);
}

static void name_module(struct times *t, uint32_t first, const char *path)
{
    uint32_t num = t->symbols.num;
    bool *after = pp_xcalloc((size_t)t->graph->gprof.num_functions - first + 1, sizeof *after);
    for (uint32_t i = num; i < 2 * num; i++)
        if (t->function[i] != PP_NONE)
            after[t->function[i] - first] = true;
    if (t->graph->gprof.num_functions > first)
        name_functions(t, first, after, t->function[2 * (size_t)num + t->symbols.num_code], path);
    free(after);
}

/* Takes the samples of module M, which begin at index I.  Returns where the next one's begin. */
static uint64_t take_module(struct times *t, uint32_t m, uint64_t i)
{
    const struct pp_module *module = &t->samples->modules[m];
    uint32_t first = t->graph->gprof.num_functions;
    open_module(t, module);
    size_t places = 2 * (size_t)t->symbols.num + t->symbols.num_code + 1;
    t->function = pp_xmalloc(places * sizeof *t->function);
    for (size_t i = 0; i < places; i++)
        t->function[i] = PP_NONE;
    for (; i < t->samples->num_samples && t->samples->samples[i].module == m; i++) {
        const struct pp_sample *sample = &t->samples->samples[i];
        uint32_t function = function_at(t, sample->address);
        double *time =
            function == RUNTIME ? &t->graph->runtime : &t->graph->gprof.functions[function].self;
        *time += (double)sample->count;
    }
    name_module(t, first, module->path);
    free(t->function);
    pp_symbols_free(&t->symbols);
    return i;
}

/* ---- */

/* Local functions of MODULE have their file behind their name in the index, as in gprof. */
static void find_files(struct times *t, const struct pp_load_module *module)
{
    const struct pp_graph *g = &t->graph->load->notes.graph;
    char *wrong = pp_symbols_read(&t->symbols, module->file);
    t->own = module;
    for (uint32_t i = 0; i < t->symbols.num; i++) {
        const struct pp_symbol *symbol = &t->symbols.list[i];
        uint32_t proc = symbol->file ? proc_of(t, symbol) : PP_NONE;
        if (proc != PP_NONE)
            t->graph->functions[proc].file = pp_last_part(pp_text(g, g->procs[proc].file));
    }
    pp_symbols_free(&t->symbols);
    free(wrong); /* notes in a file of their own: there are no symbols */
}

void pp_callgraph_times(struct pp_callgraph *graph, const struct pp_samples *samples)
{
    struct times t = {.graph = graph, .samples = samples};
    pp_symbol_procs_make(&t.procs, &graph->load->notes.graph);
    for (uint32_t m = 0; m < graph->load->num_modules; m++)
        find_files(&t, &graph->load->modules[m]);
    if (samples && samples->period_ns) {
        graph->hz = 1e9 / (double)samples->period_ns;
        graph->lost = samples->lost;
        graph->looks = samples->looks;
        uint64_t next = 0;
        for (uint32_t m = 0; m < samples->num_modules; m++)
            next = take_module(&t, m, next);
    }
    pp_symbol_procs_free(&t.procs);
}
