/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/coverage/by-call.h"

#include <stdlib.h>

#include "core/base/count.h"
#include "core/base/pair-map.h"
#include "tool/coverage/turns.h"
#include "tool/path/route.h"

/* A path, and by which entrance of its function it was executed: its index, PP_NONE if that is not known. */
struct taken {
    uint32_t proc, entrance;
    uint64_t number, count;
};

/* The turns of the function at hand. */
struct turn {
    uint32_t from, to;
    uint32_t stamp;  /* of the entrance behind which it was taken last */
    uint32_t others; /* entrances behind which it was taken */
    bool unknown;    /* it was taken where that is not known */
};

struct looking {
    struct pp_by_call *to;
    const struct pp_coverage *coverage;
    const struct pp_graph *g;
    struct taken *taken;       /* by procedure, then entrance */
    size_t num_taken, part;    /* and of what is known in parts: the next */
    struct pp_pair_map places; /* (from, to): in turns */
    struct turn *turns;
    uint32_t num_turns, room_turns;
    uint32_t stamp;
    uint32_t *stamps; /* by live edge: of the entrance behind which it was taken last, so often: */
    uint64_t *counts;
    struct pp_call_row *row; /* of the entrance at hand; NULL: it is not known */
    uint64_t count;          /* of the path at hand */
};

static int by_entrance(const void *a, const void *b)
{
    const struct taken *x = a, *y = b;
    if (x->proc != y->proc)
        return x->proc < y->proc ? -1 : 1;
    if (x->entrance != y->entrance)
        return x->entrance < y->entrance ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Tells the paths apart by the entrances, and counts the chains of calls. */
static void sort_taken(struct looking *l, const bool *shown)
{
    const struct pp_entrances *from = &l->coverage->tests->entrances;
    bool *seen = pp_xcalloc((size_t)from->tree.num + 1, sizeof *seen);
    l->taken = pp_xmalloc((from->num_taken + 1) * sizeof *l->taken);
    for (size_t i = 0; i < from->num_taken; i++) {
        const struct pp_taken_there *it = &from->taken[i];
        uint32_t entrance = pp_entrance_of(from, l->g, it->node);
        if (!shown[it->proc] || !l->coverage->tests->counts[it->proc])
            continue;
        l->taken[l->num_taken++] = (struct taken){it->proc, entrance, it->number, it->count};
        if (from->tree.nodes[it->node].proc == it->proc && from->chains[it->proc] >= 0) {
            l->to->chains += !seen[it->node];
            seen[it->node] = true;
        }
    }
    free(seen);
    if (l->num_taken)
        qsort(l->taken, l->num_taken, sizeof *l->taken, by_entrance);
}

/* Lists the turns of PROC that are possible. */
static void list_turns(struct looking *l, uint32_t proc)
{
    const struct pp_graph *g = l->g;
    const struct pp_proc *p = &g->procs[proc];
    const struct pp_coverage *c = l->coverage;
    l->num_turns = 0;
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        if (v != p->entry && !pp_is_turning(g, v))
            continue;
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e)) {
            uint32_t w = pp_is_choice(g, e) ? pp_next_turning(g, e) : PP_NONE;
            for (uint32_t b = w == PP_NONE ? PP_NONE : pp_first_out(g, w); b != PP_NONE;
                 b = pp_next_out(g, b)) {
                if (!pp_is_choice(g, b) || pp_is_impossible(&c->impossible, &c->turns, e, b))
                    continue;
                *pp_pair_at(&l->places, e, b) = l->num_turns;
                l->turns = pp_grow(l->turns, &l->room_turns, l->num_turns, 1, sizeof *l->turns);
                l->turns[l->num_turns++] = (struct turn){.from = e, .to = b};
            }
        }
    }
}

static void take_turn(void *to, uint32_t before, uint32_t taken, bool counted)
{
    struct looking *l = to;
    (void)counted;
    if (l->stamps[taken] != l->stamp)
        l->counts[taken] = 0;
    l->stamps[taken] = l->stamp;
    l->counts[taken] = pp_add(l->counts[taken], l->count);
    uint32_t place = before == PP_NONE ? PP_NONE : pp_pair_get(&l->places, before, taken);
    if (place != PP_NONE)
        l->turns[place].stamp = l->stamp;
}

/* Walks the paths from FROM on that have one entrance, and adds them to the row at hand; returns where those of the
   next begin. */
static size_t walk(struct looking *l, size_t from)
{
    const struct pp_profile *profile = &l->coverage->tests->load.profile;
    struct pp_path path;
    size_t i = from;
    l->stamp++;
    for (; i < l->num_taken && l->taken[i].proc == l->taken[from].proc &&
           l->taken[i].entrance == l->taken[from].entrance;
         i++) {
        const struct taken *it = &l->taken[i];
        bool again = i > from && l->taken[i - 1].number == it->number;
        if (!pp_proc_path(profile, it->proc, pp_word(it->number), &path))
            continue;
        l->count = it->count;
        pp_turns_of_path(l->g, &path, take_turn, l);
        if (l->row) {
            l->row->paths += !again;
            if (pp_program_edge(l->g, path.edges[0]) != PP_NONE)
                l->row->count = pp_add(l->row->count, it->count);
        }
        free(path.edges);
    }
    return i;
}

/* What was taken behind the entrances of the procedure whose paths begin at FROM. */
static size_t count_taken(struct looking *l, size_t from)
{
    uint32_t proc = l->taken[from].proc;
    size_t i = from;
    while (i < l->num_taken && l->taken[i].proc == proc) {
        uint32_t entrance = l->taken[i].entrance;
        l->row = entrance == PP_NONE ? NULL : &l->to->rows[entrance];
        i = walk(l, i);
        for (uint32_t t = 0; t < l->num_turns; t++) {
            struct turn *turn = &l->turns[t];
            if (turn->stamp != l->stamp)
                continue;
            turn->others += l->row != NULL;
            turn->unknown |= l->row == NULL;
            if (l->row)
                l->row->turns.executed++;
        }
    }
    return i;
}

/* Of what is known in parts alone it is not known by which entrance. */
static void mark_parts(struct looking *l, uint32_t proc)
{
    const struct pp_part_turns *parts = &l->coverage->tests->part_turns;
    for (; l->part < parts->num && parts->list[l->part].proc <= proc; l->part++) {
        const struct pp_part_turn *turn = &parts->list[l->part];
        uint32_t place = turn->proc != proc || turn->from == PP_NONE
                             ? PP_NONE
                             : pp_pair_get(&l->places, turn->from, turn->to);
        if (place != PP_NONE)
            l->turns[place].unknown = true;
    }
}

static uint64_t count_there(const struct looking *l, uint32_t e)
{
    return l->stamps[e] == l->stamp ? l->counts[e] : 0;
}

/* Notes what is missing behind entrance N, whose paths have just been walked, or was never entered. */
static void note_missing(struct looking *l, uint32_t n)
{
    struct pp_by_call *to = l->to;
    for (uint32_t t = 0; t < l->num_turns; t++) {
        const struct turn *turn = &l->turns[t];
        if (turn->stamp == l->stamp)
            continue;
        to->rows[n].unknown += turn->unknown;
        uint64_t first = count_there(l, turn->from);
        if (turn->unknown || turn->others == 0 || first == 0)
            continue;
        to->missing =
            pp_grow_long(to->missing, &to->room_missing, to->num_missing, sizeof *to->missing);
        to->missing[to->num_missing++] =
            (struct pp_missing_there){.entrance = n,
                                      .from = turn->from,
                                      .to = turn->to,
                                      .from_count = first,
                                      .to_count = count_there(l, turn->to),
                                      .others = turn->others};
    }
}

/* The procedure PROC, whose paths are those from FROM up to END. */
static void find_missing(struct looking *l, uint32_t proc, size_t from, size_t end)
{
    const struct pp_entrances *all = &l->coverage->tests->entrances;
    struct pp_by_call *to = l->to;
    l->row = NULL; /* they have been counted */
    for (uint32_t n = all->first[proc]; n < all->first[proc + 1]; n++) {
        if (from < end && l->taken[from].entrance == n)
            from = walk(l, from);
        else
            l->stamp++;
        note_missing(l, n);
        to->rows[n].turns.all = l->num_turns;
        to->calls.all++;
        to->rows[n].count = pp_add(to->rows[n].count, all->entered[n]);
        to->calls.executed += to->rows[n].paths > 0 || to->rows[n].count > 0;
        to->turns.all += to->rows[n].turns.all;
        to->turns.executed += to->rows[n].turns.executed;
        to->unknown += to->rows[n].unknown;
    }
}

static uint64_t missing_of(const struct pp_by_call *by, const struct pp_entrances *all, uint32_t p)
{
    uint64_t missing = 0;
    for (uint32_t n = all->first[p]; n < all->first[p + 1]; n++)
        if (by->rows[n].paths)
            missing += by->rows[n].turns.all - by->rows[n].turns.executed - by->rows[n].unknown;
    return missing;
}

static int by_missing(const void *a, const void *b, void *weights)
{
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    const uint64_t *w = weights;
    if (w[p] != w[q])
        return w[p] > w[q] ? -1 : 1;
    return (p > q) - (p < q);
}

static int by_count(const void *a, const void *b)
{
    const struct pp_missing_there *x = a, *y = b;
    if ((x->to_count > 0) != (y->to_count > 0))
        return x->to_count > 0 ? -1 : 1;
    if (x->from_count != y->from_count)
        return x->from_count > y->from_count ? -1 : 1;
    if (x->entrance != y->entrance)
        return x->entrance < y->entrance ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static void sort(struct pp_by_call *by, const struct pp_entrances *all, uint32_t num_procs)
{
    uint64_t *weights = pp_xcalloc((size_t)num_procs + 1, sizeof *weights);
    for (uint32_t i = 0; i < by->num_procs; i++)
        weights[by->procs[i]] = missing_of(by, all, by->procs[i]);
    if (by->num_procs)
        qsort_r(by->procs, by->num_procs, sizeof *by->procs, by_missing, weights);
    free(weights);
    if (by->num_missing)
        qsort(by->missing, by->num_missing, sizeof *by->missing, by_count);
}

void pp_by_call_make(struct pp_by_call *by, const struct pp_coverage *coverage, const bool *shown)
{
    const struct pp_entrances *all = &coverage->tests->entrances;
    struct looking l = {.to = by, .coverage = coverage, .g = &coverage->tests->load.notes.graph};
    *by = (struct pp_by_call){.all_chains = -1};
    if (!all->first)
        return;
    by->rows = pp_xcalloc((size_t)all->num + 1, sizeof *by->rows);
    by->procs = pp_xmalloc(((size_t)l.g->num_procs + 1) * sizeof *by->procs);
    l.stamps = pp_xcalloc((size_t)l.g->num_edges + 1, sizeof *l.stamps);
    l.counts = pp_xmalloc(((size_t)l.g->num_edges + 1) * sizeof *l.counts);
    sort_taken(&l, shown);
    for (uint32_t n = 0; n < all->num; n++)
        by->rows[n].entrance = n;
    size_t at = 0;
    for (uint32_t p = 0; p < l.g->num_procs; p++) {
        size_t from = at;
        if (!shown[p] || !coverage->tests->counts[p] || !pp_has_entrances(all, p))
            continue;
        list_turns(&l, p);
        if (at < l.num_taken && l.taken[at].proc == p)
            at = count_taken(&l, at);
        mark_parts(&l, p);
        find_missing(&l, p, from, at);
        if (coverage->rows[p].called)
            by->procs[by->num_procs++] = p;
        if (all->chains[p] >= 0)
            by->all_chains = (by->all_chains < 0 ? 0 : by->all_chains) + all->chains[p];
    }
    sort(by, all, l.g->num_procs);
    free(l.taken);
    free(l.turns);
    free(l.stamps);
    free(l.counts);
    pp_pair_map_free(&l.places);
}

void pp_by_call_free(struct pp_by_call *by)
{
    free(by->rows);
    free(by->procs);
    free(by->missing);
    *by = (struct pp_by_call){0};
}
