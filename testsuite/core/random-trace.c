/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-lanes: automaton, hot-path graph and translated profile against what they mean.  Where
   control is in the hot-path graph tells two things and nothing else: at which vertex it is, and,
   if it is on a hot path, which, and how far it has come.  A path begins behind a recording edge or
   at a SINGLE vertex, or, with joins, wherever control comes to its first vertex; of several, the
   one that began first is told. */
#include "random-lanes.h"

#include <stdlib.h>
#include <string.h>

uint32_t lane_edge(const struct pp_hot_graph *h, uint32_t v, uint32_t e)
{
    uint32_t found = PP_NONE;
    for (uint32_t i = 0; i < h->num_edges; i++) {
        if (h->edges[i].from != v || h->edges[i].edge != e)
            continue;
        if (found != PP_NONE)
            return PP_NONE; /* there are two */
        found = i;
    }
    return found;
}

uint32_t lane_start(const struct pp_hot_graph *h, const struct lane_walk *walk)
{
    for (uint32_t v = 0; v < h->num_vertices; v++)
        if (h->vertices[v].vertex == h->graph->procs[walk->proc].entry)
            return v;
    return PP_NONE;
}

uint32_t lane_next(const struct pp_hot_graph *h, uint32_t v, const struct lane_step *step)
{
    if (step->edge != PP_NONE) {
        uint32_t e = lane_edge(h, v, step->edge);
        return e == PP_NONE ? PP_NONE : h->edges[e].to;
    }
    for (v = 0; v < h->num_vertices; v++)
        if (h->vertices[v].vertex == step->to)
            return v;
    return PP_NONE;
}

/* ---- States. */

/* A prefix of a hot path: the first of those that have it, and its length. */
struct prefix {
    uint32_t path, length;
};

static const struct prefix cold = {PP_NONE, 0};

static struct prefix prefix_of(const struct lanes_case *c, const struct segment *s)
{
    if (s->num == 0 && c->g.vertices[s->begin].kind == PP_ENTRY)
        return cold;
    for (uint32_t i = 0; i < c->num_lanes; i++) {
        const struct segment *hot = &c->lanes[i];
        if (hot->begin == s->begin && hot->num >= s->num &&
            !memcmp(hot->edges, s->edges, s->num * sizeof *s->edges))
            return (struct prefix){i, s->num};
    }
    return cold;
}

/* How many different prefixes hot paths of the procedures in H have. */
static uint32_t count_prefixes(const struct lanes_case *c)
{
    uint32_t num = 0;
    for (uint32_t i = 0; i < c->num_lanes; i++) {
        struct segment s = c->lanes[i];
        uint32_t length = s.num;
        for (s.num = 0; s.num <= length; s.num++) {
            struct prefix p = prefix_of(c, &s);
            num += p.path == i; /* counted with the first that has it */
        }
    }
    return num;
}

/* Which hot vertex stands for what. */
struct meaning {
    uint32_t vertex;
    struct prefix prefix;
    bool known;
};

/* The same of the longest end of S that is one, if it begins behind a recording edge, or where
   paths are joined anywhere. */
static struct prefix longest_prefix_of(const struct lanes_case *c, const struct segment *s)
{
    struct prefix longest = prefix_of(c, s);
    for (uint32_t i = 0; longest.path == PP_NONE && i < s->num; i++) {
        if (!c->a.joins && !is_recording(&c->g, s->edges[i]))
            continue;
        struct segment end = {.begin = c->g.edges[s->edges[i]].to, .num = s->num - i - 1};
        memcpy(end.edges, s->edges + i + 1, end.num * sizeof *end.edges);
        longest = prefix_of(c, &end);
    }
    return longest;
}

/* Goes along WALK; every hot vertex must mean the same each time, and no two the same. */
static bool means(const struct lanes_case *c, const struct lane_walk *walk, struct meaning *of)
{
    struct segment s = {.proc = walk->proc, .begin = c->g.procs[walk->proc].entry};
    uint32_t v = lane_start(&c->h, walk), at = s.begin;
    for (uint32_t i = 0; v != PP_NONE; i++) {
        struct meaning m = {at, longest_prefix_of(c, &s), true};
        for (uint32_t u = 0; u < c->h.num_vertices; u++) {
            bool same = of[u].known && of[u].vertex == m.vertex &&
                        of[u].prefix.path == m.prefix.path &&
                        of[u].prefix.length == m.prefix.length;
            if (same != (u == v) && (same || of[u].known))
                return false;
        }
        of[v] = m;
        if (i == walk->num || walk->steps[i].to == PP_NONE)
            return c->h.vertices[v].vertex == at;
        uint32_t e = walk->steps[i].edge;
        v = lane_next(&c->h, v, &walk->steps[i]);
        at = walk->steps[i].to;
        if (e == PP_NONE || (c->g.vertices[at].flags & PP_V_SINGLE)) {
            s.num = 0;
            s.begin = at;
        } else {
            s.edges[s.num++] = e;
        }
    }
    return false;
}

static bool is_traced(const struct lanes_case *c, uint32_t proc)
{
    return pp_hot_find_proc(&c->h, proc) != PP_NONE;
}

void check_trace(const struct lanes_case *c)
{
    check(L_AUTOMATON, c->a.num_states == c->a.num_procs + count_prefixes(c),
          "%u states for %u prefixes in %u procedures", c->a.num_states, count_prefixes(c),
          c->a.num_procs);
    char *wrong = pp_hot_sound(&c->h);
    check(L_SOUND, !wrong, "hot-path graph: %s", wrong);
    free(wrong);
    check_congruent(&c->h, "hot-path graph");
    for (uint32_t v = 0; v < c->g.num_vertices; v++) {
        uint32_t copies = 0;
        for (uint32_t u = 0; u < c->h.num_vertices; u++)
            copies += c->h.vertices[u].vertex == v;
        if (c->g.vertices[v].flags & (PP_V_SINGLE | PP_V_RESTART))
            check(L_SOUND, copies <= 1, "%u copies of a vertex that may not have them", copies);
    }
    struct meaning *of = pp_xcalloc(c->h.num_vertices + 1, sizeof *of);
    bool good = true;
    for (uint32_t i = 0; i < c->num_walks; i++)
        if (is_traced(c, c->walks[i].proc))
            good = good && means(c, &c->walks[i], of);
    check(L_WALKS, good, "a walk comes to another copy than it should");
    free(of);
}

/* ---- Counts: of the walks, as far as they have been recorded. */

struct counts {
    uint64_t *vertices, *edges;
};

static void count_walk(const struct pp_hot_graph *h, const struct lane_walk *walk,
                       struct counts *counts)
{
    const struct pp_graph *g = h->graph;
    uint32_t vertices[LANE_STEPS + 1], edges[LANE_STEPS], num = 0;
    uint32_t v = lane_start(h, walk);
    vertices[0] = v;
    for (uint32_t i = 0; i < walk->num && walk->steps[i].to != PP_NONE; i++) {
        uint32_t e = walk->steps[i].edge;
        uint32_t hot = e == PP_NONE ? PP_NONE : lane_edge(h, v, e);
        v = lane_next(h, v, &walk->steps[i]);
        if (e != PP_NONE) {
            edges[num] = hot;
            vertices[++num] = v;
        }
        if (walk->ends[i]) {
            for (uint32_t k = 0; k < num; k++) {
                counts->vertices[vertices[k]]++;
                counts->edges[edges[k]]++;
            }
            counts->vertices[v] += g->vertices[h->vertices[v].vertex].kind == PP_EXIT;
        }
        if (e == PP_NONE || walk->ends[i]) {
            num = 0;
            vertices[0] = v;
        }
    }
}

void check_counts(const struct lanes_case *c, const struct pp_hot_graph *h, const char *what)
{
    struct counts counts = {pp_xcalloc(h->num_vertices + 1, sizeof *counts.vertices),
                            pp_xcalloc(h->num_edges + 1, sizeof *counts.edges)};
    bool good = true, complete = true;
    for (uint32_t i = 0; i < c->num_walks; i++) {
        if (!is_traced(c, c->walks[i].proc))
            continue;
        count_walk(h, &c->walks[i], &counts);
        complete &= c->walks[i].complete;
    }
    for (uint32_t v = 0; v < h->num_vertices; v++)
        good &= h->vertices[v].count == counts.vertices[v];
    for (uint32_t e = 0; e < h->num_edges; e++)
        good &= h->edges[e].count == counts.edges[e];
    check(L_COUNTS, good, "%s: other counts than walks have", what);
    if (complete)
        check(L_BALANCE, pp_hot_unbalanced(h) == PP_NONE, "%s: what comes does not go", what);
    free(counts.vertices);
    free(counts.edges);
}
