/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/inner/projected.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/count.h"
#include "core/lines/columns.h"
#include "core/profile/function-profile.h"
#include "input/notes.h"
#include "tool/load/complain.h"
#include "tool/load/places.h"
#include "tool/inner/inner-paths.h"
#include "tool/inner/never-back.h"
#include "tool/print/view.h"

/* A path of a function, and in which context, PP_NONE if that is not asked. */
struct taken {
    uint32_t proc, node;
    uint64_t number, count;
};

/* So many are gathered before what is equal is added up for the first time: 24 MB. */
#define FIRST_LIMIT ((size_t)1 << 20)

struct projecting {
    struct pp_profile to;
    struct pp_entrances *entrances;
    struct pp_parts *parts;
    struct pp_ways_to_calls ways;
    bool forgets;                     /* the path at hand may not know its callers */
    const struct pp_inner_path *path; /* at hand */
    struct taken *list;
    size_t num, room, limit;
    uint32_t num_edges; /* that the program has: surrogates come behind them */
    uint64_t unknown;   /* paths that it has not */
};

bool pp_must_project(const struct pp_notes *notes)
{
    for (uint32_t u = 0; u < notes->num_units; u++)
        if (pp_is_foreign(&notes->units[u]))
            return true;
    return false;
}

static int by_path(const void *a, const void *b)
{
    const struct taken *x = a, *y = b;
    if (x->proc != y->proc)
        return x->proc < y->proc ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

/* Sorts what was taken and adds up what is equal. */
static void gather(struct projecting *p)
{
    size_t num = 0;
    if (p->num)
        qsort(p->list, p->num, sizeof *p->list, by_path);
    for (size_t i = 0; i < p->num; i++) {
        if (num && by_path(&p->list[num - 1], &p->list[i]) == 0)
            p->list[num - 1].count = pp_add(p->list[num - 1].count, p->list[i].count);
        else
            p->list[num++] = p->list[i];
    }
    p->num = num;
    p->limit = 2 * num > FIRST_LIMIT ? 2 * num : FIRST_LIMIT;
}

static void add(struct projecting *p, uint32_t proc, uint32_t node, uint64_t number, uint64_t count)
{
    if (p->num == p->limit)
        gather(p);
    p->list = pp_grow_long(p->list, &p->room, p->num, sizeof *p->list);
    p->list[p->num++] = (struct taken){proc, node, number, count};
}

static void take_number(void *to, uint32_t proc, uint64_t number)
{
    struct projecting *p = to;
    add(p, proc, p->path->node, number, p->path->count);
}

static void add_part(struct pp_parts *parts, const struct pp_inner_path *path)
{
    parts->list = pp_grow_long(parts->list, &parts->room, parts->num, sizeof *parts->list);
    parts->list[parts->num++] = (struct pp_part){.proc = path->proc,
                                                 .begin = path->begin,
                                                 .call = path->call,
                                                 .open = path->open,
                                                 .count = path->count,
                                                 .first = parts->num_edges,
                                                 .num = path->num};
    for (uint32_t i = 0; i < path->num; i++) {
        parts->edges =
            pp_grow_long(parts->edges, &parts->room_edges, parts->num_edges, sizeof *parts->edges);
        parts->edges[parts->num_edges++] = path->edges[i];
    }
}

static int by_content(const void *a, const void *b, void *edges)
{
    const struct pp_part *x = a, *y = b;
    const uint32_t *all = edges;
    const uint32_t p[] = {x->proc, x->begin, x->call, x->open, x->num},
                   q[] = {y->proc, y->begin, y->call, y->open, y->num};
    for (unsigned i = 0; i < sizeof p / sizeof *p; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    for (uint32_t i = 0; i < x->num; i++)
        if (all[x->first + i] != all[y->first + i])
            return all[x->first + i] < all[y->first + i] ? -1 : 1;
    return 0;
}

static void gather_parts(struct pp_parts *parts)
{
    size_t num = 0;
    if (parts->num)
        qsort_r(parts->list, parts->num, sizeof *parts->list, by_content, parts->edges);
    for (size_t i = 0; i < parts->num; i++) {
        struct pp_part *last = num ? &parts->list[num - 1] : NULL;
        if (last && by_content(last, &parts->list[i], parts->edges) == 0)
            last->count = pp_add(last->count, parts->list[i].count);
        else
            parts->list[num++] = parts->list[i];
    }
    parts->num = num;
}

void pp_parts_free(struct pp_parts *parts)
{
    free(parts->list);
    free(parts->edges);
    *parts = (struct pp_parts){0};
}

static void take_inner(void *to, const struct pp_inner_path *path)
{
    struct projecting *p = to;
    if (path->open || (path->call != PP_NONE && !path->pending)) {
        if (!p->parts)
            return;
        add_part(p->parts, path);
        const struct pp_graph *g = &p->to.notes->graph;
        if (!path->open && path->begin == g->procs[path->proc].entry && path->node != PP_NONE)
            pp_entrances_enter(p->entrances, g, path->node, path->count);
        return;
    }
    p->path = path;
    p->unknown += !pp_function_path(&p->to, path->proc, path->begin, path->edges, path->num,
                                    path->call, take_number, p);
}

static void take_call(void *to, const struct pp_inner_path *path, enum pp_call_event what)
{
    struct projecting *p = to;
    pp_note_call(&p->ways, path, what, p->forgets);
}

/* Takes apart PATH of a foreign unit. */
static void take_foreign(struct projecting *p, const struct pp_load *load,
                         const struct pp_path *path)
{
    const struct pp_unit *unit = &load->notes.units[load->notes.graph.procs[path->proc].unit];
    const struct pp_mode_row *mode = pp_mode_row(unit->params.mode);
    struct pp_tree *tree = p->entrances && mode->crosses_calls ? &p->entrances->tree : NULL;
    struct pp_inner_taker taker = {take_inner, unit->params.pending ? take_call : NULL, p};
    p->forgets = mode->in_pieces;
    pp_inner_paths(&load->notes, path, tree, &taker);
}

/* Makes the profile's paths of all that was taken, and hands on in which contexts. */
static void settle(struct projecting *p)
{
    struct pp_profile *to = &p->to;
    gather(p);
    to->paths = pp_xmalloc((p->num + 1) * sizeof *to->paths);
    for (size_t i = 0; i < p->num; i++) {
        const struct taken *it = &p->list[i];
        struct pp_path *last = to->num_paths ? &to->paths[to->num_paths - 1] : NULL;
        if (it->node != PP_NONE)
            pp_entrances_take(p->entrances, it->proc, it->node, it->number, it->count);
        if (last && last->proc == it->proc && last->number.low == it->number)
            last->count = pp_add(last->count, it->count);
        else if (pp_proc_path(to, it->proc, pp_word(it->number), &to->paths[to->num_paths]))
            to->paths[to->num_paths++].count = it->count;
    }
    for (size_t i = 0; i < to->num_paths; i++)
        for (uint32_t k = to->paths[i].active; k < to->paths[i].num_edges; k++) {
            uint32_t e = to->paths[i].edges[k];
            if (e >= p->num_edges) /* the others have theirs */
                to->edge_counts[e] = pp_add(to->edge_counts[e], to->paths[i].count);
        }
}

/* What FROM knows of the program's own edges and vertices, of which there are NUM_EDGES, is so in TO as well; and it
   gets what FROM has of calls and other modules. */
static void take_over(struct pp_profile *to, struct pp_profile *from, uint32_t num_edges)
{
    const struct pp_graph *g = &to->notes->graph;
    memcpy(to->edge_counts, from->edge_counts, num_edges * sizeof *to->edge_counts);
    memcpy(to->vertex_counts, from->vertex_counts, g->num_vertices * sizeof *to->vertex_counts);
    memcpy(to->calls, from->calls, g->num_procs * sizeof *to->calls);
    if (from->edges_unknown) {
        to->edges_unknown = pp_xcalloc((size_t)g->num_edges + 1, sizeof *to->edges_unknown);
        memcpy(to->edges_unknown, from->edges_unknown, num_edges * sizeof *to->edges_unknown);
        to->vertices_unknown = from->vertices_unknown;
        from->vertices_unknown = NULL;
    }
    to->others = from->others;
    to->num_others = from->num_others;
    to->warnings = from->warnings;
    to->runs = from->runs;
    to->borrowed = from->borrowed;
    from->others = NULL;
    from->num_others = 0;
    from->warnings = NULL;
    from->borrowed.name = NULL;
}

/* The notes of LOAD's program again, not transformed. */
static bool read_again(struct pp_notes *notes, const struct pp_load *load)
{
    const struct pp_graph *g = &load->notes.graph;
    pp_notes_init(notes);
    char *wrong = pp_file_notes(notes, load->modules[0].file, NULL);
    bool good = !wrong && notes->graph.num_procs == g->num_procs &&
                notes->graph.num_vertices == g->num_vertices &&
                notes->graph.num_edges <= g->num_edges && notes->num_units == load->notes.num_units;
    if (wrong)
        pp_complain("%s", wrong);
    else if (!good)
        pp_complain("%s: it has changed while it was read", load->program);
    free(wrong);
    if (good) {
        free(pp_place_files(notes));
        pp_find_columns(&notes->graph);
    } else {
        pp_notes_free(notes);
    }
    return good;
}

/* What could not be counted does not count here either. */
static void leave_out(struct pp_notes *notes, const struct pp_notes *of)
{
    for (uint32_t p = 0; p < notes->graph.num_procs; p++)
        if (of->graph.procs[p].storage == PP_STORE_NONE)
            notes->graph.procs[p].storage = PP_STORE_NONE;
}

bool pp_project(struct pp_load *load, struct pp_entrances *entrances, struct pp_parts *parts)
{
    struct pp_notes notes;
    struct projecting p = {.entrances = entrances, .parts = parts, .limit = FIRST_LIMIT};
    const struct pp_profile *from = &load->profile;
    if (!read_again(&notes, load))
        return false;
    p.num_edges = notes.graph.num_edges;
    leave_out(&notes, &load->notes);
    pp_function_profile_make(&p.to, &notes);
    for (size_t i = 0; i < from->num_paths; i++) {
        const struct pp_path *path = &from->paths[i];
        if (pp_is_foreign(&load->notes.units[load->notes.graph.procs[path->proc].unit]))
            take_foreign(&p, load, path);
        else
            add(&p, path->proc, PP_NONE, path->number.low, path->count);
    }
    pp_never_back(&p.ways, entrances ? &entrances->tree : NULL, take_inner, &p);
    pp_ways_to_calls_free(&p.ways);
    take_over(&p.to, &load->profile, p.num_edges);
    settle(&p);
    if (parts)
        gather_parts(parts);
    free(p.list);
    if (p.unknown)
        pp_complain("warning: %s: %" PRIu64 " path%s of functions %s left out", load->program,
                    p.unknown, pp_s(p.unknown), p.unknown == 1 ? "is" : "are");
    pp_profile_free(&load->profile);
    pp_notes_free(&load->notes);
    load->notes = notes;
    load->profile = p.to;
    load->profile.notes = &load->notes;
    return true;
}
