/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what a user calls a procedure to those that may be meant. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/names/demangled-name.h"
#include "tool/names/names.h"
#include "tool/names/place-ends.h"

static const char *unit_name(const struct pp_names *names, uint32_t proc)
{
    return names->notes->units[names->notes->graph.procs[proc].unit].name;
}

static const char *file_name(const struct pp_names *names, uint32_t proc)
{
    const struct pp_graph *g = &names->notes->graph;
    return pp_text(g, g->procs[proc].file);
}

/* Whether the SIZE bytes at TEXT are all of NAME. */
static bool is(const char *text, size_t size, const char *name)
{
    return strlen(name) == size && memcmp(text, name, size) == 0;
}

/* How well the SIZE bytes at TEXT say PLACE: 1 whole, 2 by the end; 0 not at all. */
static unsigned rank_end(const char *place, const char *text, size_t size)
{
    return is(text, size, place) ? 1 : pp_ends_path(place, text, size) ? 2 : 0;
}

/* The worst of rank_place. */
#define PLACES 4

/* How well the SIZE bytes at TEXT say where PROC is: 1 or 2 by that of unit and file which is shown of it, or by
   "unit:number"; 3 or 4 by the other; 0 not at all.  What is linked with -flto is one unit with the name of one of its
   files: that is the unit of what is in the others, too, which is shown by its file. */
static unsigned rank_place(const struct pp_names *names, uint32_t proc, const char *text,
                           size_t size)
{
    enum pp_name_form form = pp_name_form(names, proc);
    bool by_unit = form == PP_AT_UNIT || form == PP_SYMBOL_UNIT || form == PP_NUMBERED;
    const char *unit = unit_name(names, proc), *file = file_name(names, proc);
    unsigned shown = rank_end(by_unit ? unit : file, text, size);
    unsigned other = rank_end(by_unit ? file : unit, text, size);
    if (shown || other)
        return shown ? shown : other + 2;
    char *numbered = pp_sentence("%s:%" PRIu32, unit, names->numbers[proc]);
    unsigned same = rank_end(numbered, text, size);
    free(numbered);
    return same;
}

/* How well NAME without any "@unit" names PROC: 1 is best, 0 not at all. */
static unsigned rank_bare(const struct pp_names *names, uint32_t proc, const char *name,
                          size_t size)
{
    const struct pp_graph *g = &names->notes->graph;
    const char *variant = pp_variant_text(names->variants[proc]);
    size_t length = strlen(variant);
    bool exact = size > length && memcmp(name + size - length, variant, length) == 0;
    if (is(name, size, pp_text(g, g->procs[proc].name)))
        return 1;
    size -= exact ? length : 0;
    unsigned spelt = pp_spelling_rank(pp_text(g, g->procs[proc].pretty), name, size);
    const char *brief = names->shorts[g->procs[proc].pretty];
    const char *bare = names->bares[g->procs[proc].pretty];
    if (!spelt && brief)
        spelt = pp_spelling_rank(brief, name, size);
    if (!spelt && bare)
        spelt = pp_spelling_rank(bare, name, size);
    return spelt ? 2 * spelt - exact : 0;
}

/* Likewise "function", "function@unit", "function@file" or "function@unit:number". */
static unsigned rank(const struct pp_names *names, uint32_t proc, const char *name, size_t size)
{
    unsigned best = PLACES * rank_bare(names, proc, name, size);
    for (size_t at = 1; at < size && best != PLACES; at++) {
        unsigned place =
            name[at] == '@' ? rank_place(names, proc, name + at + 1, size - at - 1) : 0;
        unsigned it = place ? rank_bare(names, proc, name, at) : 0;
        it = it ? PLACES * (it - 1) + place : 0;
        best = it && (!best || it < best) ? it : best;
    }
    return best;
}

size_t pp_find_procs(const struct pp_names *names, const char *name, size_t size, uint32_t **procs)
{
    const struct pp_graph *g = &names->notes->graph;
    size_t found = 0;
    unsigned best = 0;
    *procs = pp_xmalloc((g->num_procs + 1) * sizeof **procs);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        unsigned it = g->procs[p].absent ? 0 : rank(names, p, name, size);
        if (!it || (best && it > best))
            continue;
        found = it == best ? found : 0;
        best = it;
        (*procs)[found++] = p;
    }
    return found;
}
