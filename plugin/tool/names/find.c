/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what the user names: a function, a path. */
#include "tool/names/find.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/number/path.h"
#include "core/profile/hot.h"
#include "core/profile/scope-profile.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/names/names.h"

/* No program's path is longer; a forged one's may be. */
#define MOST_EDGES (UINT64_C(1) << 28)

static void complain_ambiguous(const struct pp_names *names, const char *what, size_t size,
                               const uint32_t *procs, size_t num)
{
    char *list = NULL;
    for (size_t i = 0; i < num && i < 10; i++) {
        char *name = pp_proc_name(names, procs[i]);
        pp_append(&list, "%s %s", i ? "," : "", name);
        free(name);
    }
    pp_complain("'%.*s' is ambiguous:%s%s", (int)size, what, list, num > 10 ? ", ..." : "");
    free(list);
}

bool pp_one_proc(const struct pp_names *names, const char *what, size_t size, uint32_t *proc)
{
    uint32_t *procs;
    size_t found = pp_find_procs(names, what, size, &procs);
    if (found == 0)
        pp_complain("no function '%.*s' in the notes; 'pathprof edges' lists them", (int)size,
                    what);
    else if (found > 1)
        complain_ambiguous(names, what, size, procs, found);
    else
        *proc = procs[0];
    free(procs);
    return found == 1;
}

/* The only unit with interprocedural paths that WHAT (SIZE bytes) names, by its own name or by that
   of a function; PP_NONE if there is none or several. */
static uint32_t unit_of(const struct pp_names *names, const char *what, size_t size)
{
    const struct pp_notes *notes = names->notes;
    uint32_t found = PP_NONE, *procs;
    size_t num = pp_find_procs(names, what, size, &procs);
    bool several = false;
    for (size_t i = 0; i < num; i++) {
        uint32_t u = notes->graph.procs[procs[i]].unit;
        several |= found != PP_NONE && found != u;
        found = u;
    }
    for (uint32_t u = 0; u < notes->num_units && num == 0; u++) {
        if (strlen(notes->units[u].name) != size || memcmp(notes->units[u].name, what, size) != 0)
            continue;
        several |= found != PP_NONE;
        found = u;
    }
    free(procs);
    return several || found == PP_NONE ||
                   !pp_mode_row(notes->units[found].params.mode)->crosses_calls
               ? PP_NONE
               : found;
}

/* How often the path was taken. */
static void count(const struct pp_profile *profile, struct pp_path *path)
{
    for (size_t i = 0; i < profile->num_paths; i++) {
        const struct pp_path *other = &profile->paths[i];
        if (other->proc == path->proc && pp_num_compare(other->number, path->number) == 0)
            path->count = other->count;
    }
}

static bool path_of_unit(const struct pp_load *load, uint32_t u, struct pp_num number,
                         struct pp_path *path)
{
    const struct pp_unit *unit = &load->notes.units[u];
    if (pp_scope_path(&load->profile, u, number, MOST_EDGES, path))
        return true;
    char *digits = pp_num_text(number);
    if (unit->storage == PP_STORE_WIDE)
        pp_complain("%s has no path %s: it has %s, from 0 on", unit->name, digits,
                    pp_text(&load->notes.graph, unit->exact_paths));
    else if (unit->num_paths)
        pp_complain("%s has no path %s: its paths are 0 to %" PRIu64, unit->name, digits,
                    unit->num_paths - 1);
    else
        pp_complain("%s has no path %s: it has none", unit->name, digits);
    free(digits);
    return false;
}

static bool path_of_proc(const struct pp_load *load, const struct pp_names *names, uint32_t proc,
                         struct pp_num number, struct pp_path *path)
{
    const struct pp_proc *it = &load->notes.graph.procs[proc];
    bool counted = it->storage == PP_STORE_ARRAY || it->storage == PP_STORE_TABLE;
    if (counted && pp_proc_path(&load->profile, proc, number, path))
        return true;
    char *digits = pp_num_text(number);
    pp_complain("%s has no path %s: its paths are 0 to %" PRIu64, pp_written(names, it->pretty),
                digits, it->num_paths ? it->num_paths - 1 : 0);
    free(digits);
    return false;
}

/* The path of the N-th rank in the report. */
static bool path_of_rank(const struct pp_load *load, uint64_t n, struct pp_path *path)
{
    const struct pp_profile *profile = &load->profile;
    if (n < 1 || n > profile->num_paths) {
        pp_complain("no path of rank %" PRIu64 ": there are %zu executed paths", n,
                    profile->num_paths);
        return false;
    }
    struct pp_hot hot;
    pp_hot_make(&hot, profile, PP_HOT_STMTS);
    *path = profile->paths[hot.order[n - 1]];
    pp_hot_free(&hot);
    uint32_t *edges = pp_xmalloc(path->num_edges * sizeof *edges);
    memcpy(edges, path->edges, path->num_edges * sizeof *edges);
    path->edges = edges;
    return true;
}

/* Says so if WHAT (SIZE bytes) are functions, and none of them is the one that PATH is named by. */
static void tell_other(const struct pp_names *names, const char *what, size_t size,
                       const struct pp_path *path)
{
    const struct pp_notes *notes = names->notes;
    uint32_t *procs;
    size_t num = pp_find_procs(names, what, size, &procs);
    bool other = num > 0;
    for (size_t i = 0; i < num; i++)
        other &= procs[i] != path->proc;
    free(procs);
    if (!other)
        return;
    char *name = pp_path_name(names, path->proc, path->number);
    pp_complain("warning: this is %s: mode %s numbers the paths of all functions together", name,
                pp_mode_name(notes->units[notes->graph.procs[path->proc].unit].params.mode));
    free(name);
}

bool pp_find_path(const struct pp_load *load, const struct pp_names *names, const char *what,
                  struct pp_path *path)
{
    const char *hash = strrchr(what, '#'), *digits = hash ? hash + 1 : what;
    struct pp_numbers *numbers = load->profile.numbering.numbers;
    struct pp_num number = pp_word(0);
    size_t size = strspn(digits, "0123456789");
    numbers->words = PP_MOST_WORDS;
    if (!size || digits[size] || !pp_num_parse(numbers, digits, size, &number)) {
        pp_complain("'%s' names no path; a path is 'function#number' or a rank, as 'pathprof"
                    " report' prints them",
                    what);
        return false;
    }
    if (!hash)
        return path_of_rank(load, number.big ? UINT64_MAX : number.low, path);
    uint32_t unit = unit_of(names, what, (size_t)(hash - what)), proc;
    bool found = unit != PP_NONE ? path_of_unit(load, unit, number, path)
                                 : pp_one_proc(names, what, (size_t)(hash - what), &proc) &&
                                       path_of_proc(load, names, proc, number, path);
    if (found)
        count(&load->profile, path);
    if (found && unit != PP_NONE)
        tell_other(names, what, (size_t)(hash - what), path);
    return found;
}
