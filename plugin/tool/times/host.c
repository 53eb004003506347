/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/times/host.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/path-names.h"
#include "core/base/text.h"

/* What GCC calls units that are made when a program is linked. */
#define MADE_BY_LINK "<artificial>"

struct finder {
    const struct pp_load *load;
    const struct pp_graph *g;
    const struct pp_symbol_procs *procs;
};

/* ---- Procedures by what the debug information says of functions. */

/* How sure it is that FUNCTION is PROC, which has its name; 0: it is not. */
static unsigned likeness(const struct finder *f, const struct pp_code_function *function,
                         uint32_t p)
{
    const struct pp_proc *proc = &f->g->procs[p];
    char *unit = pp_place(function->directory, function->unit);
    char *own = pp_place(f->load->directory, f->load->notes.units[proc->unit].name);
    char *file = pp_place(function->directory, function->file);
    unsigned units = pp_places_share(own, unit);
    unsigned files = pp_places_share(pp_text(f->g, proc->file), file);
    bool same_line = function->line == proc->line && files > 0;
    /* A program that is linked as a whole is one unit, which has the name of one of its files. */
    unsigned found = units > 0 || same_line ? 1 + units + (same_line ? 1000 + files : 0) : 0;
    free(unit);
    free(own);
    free(file);
    return found;
}

/* The procedure that is called NAME and is most like FUNCTION; of those equally like, the only one that
   ran.  PP_NONE if it is not clear which it is. */
static uint32_t named_proc(const struct finder *f, const struct pp_code_function *function,
                           const char *name)
{
    uint32_t found = PP_NONE;
    unsigned best = 0;
    bool clear = false;
    size_t size = strlen(name);
    for (uint32_t i = pp_symbol_procs_first(f->procs, name, size);
         pp_symbol_procs_is(f->procs, i, name, size); i++) {
        uint32_t p = f->procs->list[i].proc;
        unsigned like = likeness(f, function, p);
        if (like == 0 || like < best || p == found)
            continue;
        bool ran = f->load->profile.calls[p] > 0;
        bool had = found != PP_NONE && f->load->profile.calls[found] > 0;
        if (like > best || (ran && !had)) {
            found = p;
            clear = true;
        } else if (ran == had) {
            clear = false;
        }
        best = like;
    }
    return clear ? found : PP_NONE;
}

/* The digit of a constructor's or destructor's kind in the mangled NAME, if that is 4, by which the debug
   information means all kinds; NULL if it is not. */
static const char *kind_of_all(const char *name)
{
    if (strncmp(name, "_Z", 2) != 0)
        return NULL;
    for (const char *c = name + 2; (c = strchr(c, '4')); c++)
        if ((c[-1] == 'C' || c[-1] == 'D') && c[1] == 'E')
            return c;
    return NULL;
}

static uint32_t proc_of(const struct finder *f, const struct pp_code_function *function)
{
    uint32_t found = named_proc(f, function, function->symbol);
    const char *kind = kind_of_all(function->symbol);
    if (found != PP_NONE || !kind)
        return found;
    char *name = pp_sentence("%s", function->symbol);
    for (char digit = '0'; digit <= '2' && found == PP_NONE; digit++) {
        name[kind - function->symbol] = digit;
        found = named_proc(f, function, name);
    }
    free(name);
    return found;
}

/* ---- Lines. */

bool pp_vertex_has_line(const struct pp_graph *g, uint32_t v, struct pp_line line)
{
    const struct pp_vertex *vertex = &g->vertices[v];
    for (uint32_t i = vertex->first_line; i < vertex->first_line + vertex->num_lines; i++)
        if (g->lines[i].line == line.line && g->lines[i].file == line.file)
            return true;
    return false;
}

/* The line of one of PROC's blocks that line LINE of FILE is: that of the file whose name is most like
   it.  Line 0 if there is none. */
static struct pp_line own_line(const struct pp_graph *g, const struct pp_proc *proc,
                               const char *file, uint32_t line)
{
    struct pp_line best = {0};
    unsigned share = 0;
    for (uint32_t v = proc->first_vertex; line && v < proc->first_vertex + proc->num_vertices;
         v++) {
        const struct pp_vertex *vertex = &g->vertices[v];
        for (uint32_t i = vertex->first_line; i < vertex->first_line + vertex->num_lines; i++) {
            const struct pp_line *it = &g->lines[i];
            if (it->line != line || (best.line && it->file == best.file))
                continue;
            unsigned like = pp_places_share(pp_text(g, it->file), file);
            if (like > share) {
                best = *it;
                share = like;
            }
        }
    }
    return best;
}

/* The first line of PROC's blocks that is in its own file and not before it; UINT32_MAX: there is none.
   What is on lines before that, and not before PROC's own, is of its parameters. */
static uint32_t first_line(const struct pp_graph *g, const struct pp_proc *proc)
{
    uint32_t first = UINT32_MAX;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        const struct pp_vertex *vertex = &g->vertices[v];
        for (uint32_t i = vertex->first_line; i < vertex->first_line + vertex->num_lines; i++) {
            const struct pp_line *it = &g->lines[i];
            if (it->file == proc->file && it->line >= proc->line && it->line < first)
                first = it->line;
        }
    }
    return first;
}

/* ---- Which function's code it is. */

/* Does PROC's graph have the call by which FUNCTION was inlined? */
static bool has_call(const struct finder *f, const struct pp_proc *proc,
                     const struct pp_code_function *function)
{
    const struct pp_graph *g = f->g;
    struct pp_line line = own_line(g, proc, function->call_file, function->call_line);
    const char *kind = kind_of_all(function->symbol);
    if (!line.line)
        return false;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        if (g->vertices[v].kind != PP_CALL || !pp_vertex_has_line(g, v, line))
            continue;
        const char *callee = pp_text(g, g->vertices[v].callee);
        /* Of a call through a pointer the compiler may have found out whom it calls. */
        if (!*callee || strcmp(callee, function->symbol) == 0)
            return true;
        size_t before = kind ? (size_t)(kind - function->symbol) : 0;
        if (kind && strncmp(callee, function->symbol, before) == 0 && callee[before] &&
            strcmp(callee + before + 1, kind + 1) == 0)
            return true;
    }
    return false;
}

/* The part of HOST that PLACE is, which is function OUTERMOST of it; those further in were inlined there before. */
static void find_part(const struct finder *f, struct pp_host *host,
                      const struct pp_code_place *place, uint32_t outermost)
{
    const struct pp_proc *proc = &f->g->procs[host->proc];
    host->part = PP_HOST_LINE;
    host->line = own_line(f->g, proc, place->file, place->line);
    if (host->line.line)
        return;
    bool own_file = pp_places_share(pp_text(f->g, proc->file), place->file) > 0;
    if (own_file && outermost == 0 &&
        (place->line == proc->line ||
         (place->line > proc->line && place->line < first_line(f->g, proc)))) {
        host->part = PP_HOST_ENTRY;
        return;
    }
    if (own_file && outermost == 0 && place->line == proc->last_line) {
        host->part = PP_HOST_EXIT;
        return;
    }
    /* Code of an inlined function that is on none of its statements' lines is that of its call. */
    for (uint32_t i = 0; i < outermost && !host->line.line; i++)
        host->line =
            own_line(f->g, proc, place->functions[i].call_file, place->functions[i].call_line);
    if (!host->line.line)
        host->part = PP_HOST_ELSEWHERE;
}

struct pp_host pp_find_host(const struct pp_load *load, const struct pp_symbol_procs *procs,
                            const struct pp_code_place *place)
{
    struct finder f = {load, &load->notes.graph, procs};
    uint32_t at = place->num_functions - 1;
    struct pp_host host = {.proc = proc_of(&f, &place->functions[at])};
    for (uint32_t i = at; host.proc != PP_NONE && i-- > 0;) {
        const struct pp_code_function *function = &place->functions[i];
        if (!has_call(&f, &f.g->procs[host.proc], function))
            continue;
        uint32_t inner = proc_of(&f, function);
        if (inner == PP_NONE)
            return host; /* the notes know of its call and not of its code */
        host.proc = inner;
        at = i;
    }
    if (host.proc != PP_NONE)
        find_part(&f, &host, place, at);
    return host;
}
