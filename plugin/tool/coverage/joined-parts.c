/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/coverage/joined-parts.h"

#include <stdlib.h>

#include "core/base/count.h"
#include "core/base/pair-map.h"
#include "core/profile/function-profile.h"
#include "core/transform/transform.h"
#include "tool/coverage/turns.h"

/* What a part chooses first and last. */
struct ends {
    uint32_t first, last; /* live edges; PP_NONE: nothing, or a handler comes before or behind */
    bool
        through; /* nothing at all: what is chosen before is what comes before what is chosen behind */
};

/* Of one procedure. */
struct joining {
    struct pp_part_turns *turns;
    const struct pp_parts *parts;
    const struct pp_profile *profile;
    const struct pp_graph *g;
    size_t from, end; /* its parts */
    struct ends *ends;
    uint32_t first_vertex;
    uint64_t *breaking; /* by vertex, a call: how often parts break off there */
    double *ways;       /* likewise: ways_behind; < 0: not yet known */
    uint32_t *edges;    /* of parts that are joined */
    uint32_t num, room;
    uint64_t certain; /* paths */
    pp_joined_taken *take;
    void *to;
};

static void add(struct joining *j, uint32_t from, uint32_t to, uint64_t count, bool unknown)
{
    struct pp_part_turns *t = j->turns;
    t->list = pp_grow_long(t->list, &t->room, t->num, sizeof *t->list);
    t->list[t->num++] =
        (struct pp_part_turn){j->parts->list[j->from].proc, from, to, count, unknown};
}

/* One choice of part N, live edge E. */
static void choose(struct joining *j, size_t n, uint32_t e)
{
    const struct pp_graph *g = j->g;
    struct ends *ends = &j->ends[n - j->from];
    uint32_t from = g->edges[e].from;
    if (!pp_is_choice(g, e)) {
        ends->last = PP_NONE;
        ends->through = false;
    } else if (g->vertices[from].kind == PP_ENTRY || pp_is_turning(g, from)) {
        add(j, PP_NONE, e, j->parts->list[n].count, false);
        if (ends->last != PP_NONE)
            add(j, ends->last, e, 0, false);
        if (ends->through)
            ends->first = e;
        ends->last = e;
        ends->through = false;
    }
}

/* Notes what part N chooses. */
static void look_at(struct joining *j, size_t n)
{
    const struct pp_graph *g = j->g;
    const struct pp_part *part = &j->parts->list[n];
    const struct pp_proc *p = &g->procs[part->proc];
    j->ends[n - j->from] = (struct ends){PP_NONE, PP_NONE, true};
    if (!part->open && part->begin != p->entry) {
        uint32_t begins = pp_function_begin(g, part->proc, part->begin);
        if (begins != PP_NONE)
            choose(j, n, begins);
    }
    for (uint32_t i = 0; i < part->num; i++) {
        uint32_t e = j->parts->edges[part->first + i];
        bool live = pp_live(g, e), on = i + 1 < part->num || part->call != PP_NONE;
        if (live || g->edges[e].ends != PP_NONE)
            choose(j, n, live ? e : g->edges[e].ends);
        if (!live && on && g->edges[e].begins != PP_NONE) {
            j->ends[n - j->from].last = PP_NONE;
            choose(j, n, g->edges[e].begins);
        }
    }
}

/* The first of the parts at hand that does not begin before vertex V. */
static size_t from_vertex(const struct joining *j, uint32_t v)
{
    size_t low = j->from, high = j->end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (j->parts->list[middle].begin < v)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The first of the parts from Y on that go on behind call C, whose return site is the vertex behind it; j->end: none
   does. */
static size_t behind(const struct joining *j, uint32_t c, size_t y)
{
    const struct pp_part *list = j->parts->list;
    while (y < j->end && list[y].begin == c + 1 && !list[y].open)
        y++;
    return y < j->end && list[y].begin == c + 1 ? y : j->end;
}

static size_t first_behind(const struct joining *j, uint32_t c)
{
    return behind(j, c, from_vertex(j, c + 1));
}

static void append(struct joining *j, const struct pp_part *part)
{
    for (uint32_t i = 0; i < part->num; i++) {
        j->edges = pp_grow(j->edges, &j->room, j->num, 1, sizeof *j->edges);
        j->edges[j->num++] = j->parts->edges[part->first + i];
    }
}

/* The edge over call C, whose return site is the next vertex. */
static uint32_t over(const struct pp_graph *g, uint32_t c)
{
    uint32_t e = g->vertices[c].first_out;
    while (e != PP_NONE && g->edges[e].kind != PP_SUMMARY)
        e = g->edges[e].next_out;
    return e;
}

/* A whole path, that certainly ran: its edges are those of the joined parts. */
static void take_number(void *to, uint32_t proc, uint64_t number)
{
    struct joining *j = to;
    j->take(j->to, proc, number);
}

/* How often call C, at which parts break off, did not come back, and the path there ended so (option pending=); *E: the
   surrogate. */
static uint64_t never_back(const struct joining *j, uint32_t c, uint32_t *e)
{
    uint64_t came = 0, all = j->breaking[c - j->first_vertex];
    *e = pp_pending_edge(j->g, c);
    if (*e == PP_NONE)
        return 0;
    for (size_t y = first_behind(j, c); y < j->end; y = behind(j, c, y + 1))
        came = pp_add(came, j->parts->list[y].count);
    return came < all ? all - came : 0;
}

/* Joins to what has been joined, of which part N is the last and that ran FLOW times at least, all that certainly goes
   on. */
static void go_on(struct joining *j, size_t first, size_t n, uint64_t flow)
{
    const struct pp_part *list = j->parts->list;
    if (list[n].call == PP_NONE) {
        j->certain++;
        pp_function_path(j->profile, list[n].proc, list[first].begin, j->edges, j->num, PP_NONE,
                         take_number, j);
        return;
    }
    uint64_t others = j->breaking[list[n].call - j->first_vertex] - flow;
    uint32_t num = j->num, summary = over(j->g, list[n].call), pending;
    if (never_back(j, list[n].call, &pending) > others) {
        j->certain++;
        pp_function_path(j->profile, list[n].proc, list[first].begin, j->edges, num, list[n].call,
                         take_number, j);
    }
    for (size_t y = first_behind(j, list[n].call); y < j->end; y = behind(j, list[n].call, y + 1)) {
        if (list[y].count <= others || summary == PP_NONE)
            continue;
        j->edges = pp_grow(j->edges, &j->room, j->num, 1, sizeof *j->edges);
        j->edges[j->num++] = summary;
        append(j, &list[y]);
        go_on(j, first, y, list[y].count - others);
        j->num = num;
    }
}

/* How many ways lead on behind call C, if any part behind a call may come after any before it. */
static double ways_behind(struct joining *j, uint32_t c)
{
    double *ways = &j->ways[c - j->first_vertex];
    if (*ways >= 0)
        return *ways;
    *ways =
        0; /* the graph of a procedure is acyclic where paths do not end: nothing comes back here */
    uint32_t pending;
    double sum = never_back(j, c, &pending) > 0;
    for (size_t y = first_behind(j, c); y < j->end; y = behind(j, c, y + 1))
        sum += j->parts->list[y].call == PP_NONE ? 1 : ways_behind(j, j->parts->list[y].call);
    return *ways = sum;
}

/* So deep it is looked for a choice behind calls between which there is none. */
#define MOST_THROUGH 4

/* How often call C came back to a path that goes on behind it. */
static uint64_t back(const struct joining *j, uint32_t c)
{
    uint64_t sum = 0;
    for (size_t y = first_behind(j, c); y < j->end; y = behind(j, c, y + 1))
        sum = pp_add(sum, j->parts->list[y].count);
    return sum;
}

/* The turns from E, the last choice before call C, of which coming back is an outcome: what comes behind it is no turn
   from E. */
static void cross_outcome(struct joining *j, uint32_t c, uint32_t e, uint64_t same, unsigned depth)
{
    uint32_t pending;
    uint64_t never = never_back(j, c, &pending), all = j->breaking[c - j->first_vertex];
    if (back(j, c))
        add(j, e, over(j->g, c), 0, depth || same <= never);
    if (never)
        add(j, e, pending, 0, depth || pp_add(same, never) <= all);
}

/* The turns from E, the last choice before call C: certain where counts say so, SAME being how many parts have it
   there. */
static void cross(struct joining *j, uint32_t c, uint32_t e, uint64_t same, unsigned depth)
{
    uint64_t all = j->breaking[c - j->first_vertex];
    struct pp_pair_map like = {0}; /* (0, choice): in sums */
    uint64_t *sums = NULL;
    uint32_t room = 0, num = 0;
    if (pp_is_turning(j->g, c)) {
        cross_outcome(j, c, e, same, depth);
        return;
    }
    for (size_t y = first_behind(j, c); y < j->end; y = behind(j, c, y + 1)) {
        const struct ends *ends = &j->ends[y - j->from];
        const struct pp_part *part = &j->parts->list[y];
        if (ends->through && part->call != PP_NONE && depth < MOST_THROUGH)
            cross(j, part->call, e, 0, depth + 1);
        if (ends->first == PP_NONE)
            continue;
        uint32_t *place = pp_pair_at(&like, 0, ends->first);
        if (*place == PP_NONE) {
            *place = num;
            sums = pp_grow(sums, &room, num, 1, sizeof *sums);
            sums[num++] = 0;
        }
        sums[*place] = pp_add(sums[*place], part->count);
    }
    for (uint32_t i = 0; i < like.num_slots; i++)
        if (like.slots[i].value != PP_NONE)
            add(j, e, like.slots[i].b, 0, depth || pp_add(same, sums[like.slots[i].value]) <= all);
    free(sums);
    pp_pair_map_free(&like);
}

/* What is certain of call C, at which parts break off, by itself: how often it came back or did not, where these are
   outcomes, and what was chosen first then. */
static void look_behind(struct joining *j, uint32_t c)
{
    uint32_t pending, on = over(j->g, c);
    uint64_t never = never_back(j, c, &pending), came = back(j, c);
    if (!pp_is_turning(j->g, c))
        return;
    if (never)
        add(j, PP_NONE, pending, never, false);
    if (came)
        add(j, PP_NONE, on, came, false);
    for (size_t y = first_behind(j, c); y < j->end; y = behind(j, c, y + 1)) {
        if (j->ends[y - j->from].first != PP_NONE)
            add(j, on, j->ends[y - j->from].first, 0, false);
        if (j->ends[y - j->from].through && j->parts->list[y].call != PP_NONE)
            cross(j, j->parts->list[y].call, on, 0, 1);
    }
}

struct tail {
    uint32_t call, last;
    uint64_t count;
};

static int by_tail(const void *a, const void *b)
{
    const struct tail *x = a, *y = b;
    if (x->call != y->call)
        return x->call < y->call ? -1 : 1;
    return (x->last > y->last) - (x->last < y->last);
}

/* All turns over calls. */
static void cross_all(struct joining *j)
{
    struct tail *tails = pp_xmalloc((j->end - j->from + 1) * sizeof *tails);
    size_t num = 0;
    for (size_t n = j->from; n < j->end; n++)
        if (j->parts->list[n].call != PP_NONE && j->ends[n - j->from].last != PP_NONE)
            tails[num++] = (struct tail){j->parts->list[n].call, j->ends[n - j->from].last,
                                         j->parts->list[n].count};
    if (num)
        qsort(tails, num, sizeof *tails, by_tail);
    for (size_t i = 0, next; i < num; i = next) {
        uint64_t same = 0;
        for (next = i; next < num && by_tail(&tails[i], &tails[next]) == 0; next++)
            same = pp_add(same, tails[next].count);
        cross(j, tails[i].call, tails[i].last, same, 0);
    }
    free(tails);
}

static void join_proc(struct joining *j)
{
    const struct pp_part *list = j->parts->list;
    const struct pp_proc *p = &j->g->procs[list[j->from].proc];
    double all = 0;
    j->first_vertex = p->first_vertex;
    j->ends = pp_xmalloc((j->end - j->from) * sizeof *j->ends);
    j->breaking = pp_xcalloc(p->num_vertices, sizeof *j->breaking);
    j->ways = pp_xmalloc(p->num_vertices * sizeof *j->ways);
    j->certain = 0;
    for (uint32_t v = 0; v < p->num_vertices; v++)
        j->ways[v] = -1;
    for (size_t n = j->from; n < j->end; n++) {
        look_at(j, n);
        if (list[n].call != PP_NONE)
            j->breaking[list[n].call - j->first_vertex] =
                pp_add(j->breaking[list[n].call - j->first_vertex], list[n].count);
    }
    for (size_t n = j->from; n < j->end; n++) {
        if (list[n].open || list[n].call == PP_NONE)
            continue;
        j->num = 0;
        append(j, &list[n]);
        go_on(j, n, n, list[n].count);
        all += ways_behind(j, list[n].call);
    }
    cross_all(j);
    for (uint32_t v = 0; v < p->num_vertices; v++)
        if (j->breaking[v])
            look_behind(j, p->first_vertex + v);
    j->turns->more[list[j->from].proc] += all - (double)j->certain;
    free(j->ends);
    free(j->breaking);
    free(j->ways);
}

void pp_join_parts(struct pp_part_turns *turns, const struct pp_parts *parts,
                   const struct pp_profile *profile, pp_joined_taken *take, void *to)
{
    struct joining j = {.turns = turns,
                        .parts = parts,
                        .profile = profile,
                        .g = &profile->notes->graph,
                        .take = take,
                        .to = to};
    for (j.from = 0; j.from < parts->num; j.from = j.end) {
        j.end = j.from;
        while (j.end < parts->num && parts->list[j.end].proc == parts->list[j.from].proc)
            j.end++;
        if (j.g->procs[parts->list[j.from].proc].storage != PP_STORE_NONE)
            join_proc(&j);
    }
    free(j.edges);
}

void pp_part_turns_free(struct pp_part_turns *turns)
{
    free(turns->list);
    free(turns->more);
    *turns = (struct pp_part_turns){0};
}
