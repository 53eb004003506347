/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/builds/build-routes.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/count.h"
#include "core/lines/columns.h"
#include "core/profile/hot.h"
#include "tool/path/route.h"

/* Which of the builds a number in a key is of: what both have is called as it is after. */
enum { OF_AFTER, OF_BEFORE };

struct key {
    uint32_t *words;
    size_t num, room;
};

static void put(struct key *key, uint32_t word)
{
    key->words = pp_grow_long(key->words, &key->room, key->num, sizeof *key->words);
    key->words[key->num++] = word;
}

static void put_proc(struct key *key, const struct pp_build *build, bool after, uint32_t p)
{
    bool both = !after && build->other[p] != PP_NONE;
    put(key, after || both ? OF_AFTER : OF_BEFORE);
    put(key, both ? build->other[p] : p);
}

static void put_line(struct key *key, const struct pp_build *build, bool after, uint32_t file,
                     uint32_t line)
{
    struct pp_spot spot = pp_spot_of(&build->texts, file, line);
    bool both = false;
    if (spot.file != PP_NONE && !after) {
        struct pp_spot other = pp_line_at(&build->texts, spot)->other;
        both = other.file != PP_NONE;
        spot = both ? other : spot;
    }
    put(key, after || both || spot.file == PP_NONE ? OF_AFTER : OF_BEFORE);
    put(key, spot.file);
    put(key, spot.line);
}

/* The how-manieth of the branches of its line V is: columns move when a line is edited. */
static uint32_t rank_on_line(const struct pp_graph *g, uint32_t v)
{
    struct pp_line line = pp_last_line(g, v);
    const struct pp_proc *proc = &g->procs[g->vertices[v].proc];
    uint32_t rank = 0;
    for (uint32_t w = proc->first_vertex; w < proc->first_vertex + proc->num_vertices; w++) {
        struct pp_line its = pp_last_line(g, w);
        rank += g->vertices[w].by_column && its.line == line.line && its.file == line.file &&
                g->vertices[w].column < g->vertices[v].column;
    }
    return rank;
}

/* Ranks by vertex, found when they are asked for. */
struct ranks {
    uint32_t *of;
};

static uint32_t rank_of(struct ranks *ranks, const struct pp_graph *g, const struct pp_step *step)
{
    if (!step->column)
        return 0;
    if (ranks->of[step->vertex] == PP_NONE)
        ranks->of[step->vertex] = rank_on_line(g, step->vertex);
    return ranks->of[step->vertex];
}

static void put_step(struct key *key, struct pp_build_pair *pair, struct pp_build *build,
                     struct ranks *ranks, const struct pp_step *step)
{
    bool after = build == &pair->after;
    put(key, pp_string(&pair->words, step->outcome));
    put(key, step->iteration);
    put(key, rank_of(ranks, &build->load.notes.graph, step));
    put_line(key, build, after, step->line.file, step->line.line);
    put_line(key, build, after, step->line.file, step->target);
    if (step->proc != PP_NONE)
        put_proc(key, build, after, step->proc);
}

/* Where a function begins and where it returns is not part of its routes: only how they go. */
static bool is_told(const struct pp_route *route, size_t i)
{
    const char *outcome = route->steps[i].outcome;
    return !(i == 0 && !*outcome) && !(i + 1 == route->num && strcmp(outcome, "return") == 0);
}

static void make_key(struct key *key, struct pp_build_pair *pair, struct pp_build *build,
                     struct ranks *ranks, const struct pp_path *path)
{
    struct pp_route route;
    pp_route_make(&route, &build->load.profile, &build->names, path);
    put_proc(key, build, build == &pair->after, path->proc);
    put(key, route.context ? pp_string(&pair->words, route.context) : 0);
    for (size_t i = 0; i < route.num; i++)
        if (is_told(&route, i))
            put_step(key, pair, build, ranks, &route.steps[i]);
    pp_route_free(&route);
}

static void add_build(struct pp_build_routes *routes, struct pp_build_pair *pair,
                      struct pp_build *build)
{
    const struct pp_profile *profile = &build->load.profile;
    struct ranks ranks = {
        pp_xmalloc(((size_t)profile->notes->graph.num_vertices + 1) * sizeof *ranks.of)};
    memset(ranks.of, 0xff, (size_t)profile->notes->graph.num_vertices * sizeof *ranks.of);
    for (size_t i = 0; i < profile->num_paths; i++) {
        const struct pp_path *path = &profile->paths[i];
        struct key key = {0};
        make_key(&key, pair, build, &ranks, path);
        routes->list = pp_grow_long(routes->list, &routes->room, routes->num, sizeof *routes->list);
        struct pp_route_pair *row = &routes->list[routes->num++];
        *row = (struct pp_route_pair){.key = key.words, .length = key.num};
        *(build == &pair->after ? &row->after : &row->before) =
            (struct pp_route_side){path, path->count, pp_path_work(path)};
    }
    free(ranks.of);
}

static int by_key(const void *a, const void *b)
{
    const struct pp_route_pair *x = a, *y = b;
    if (x->length != y->length)
        return x->length < y->length ? -1 : 1;
    return memcmp(x->key, y->key, x->length * sizeof *x->key);
}

static void add_side(struct pp_route_side *to, const struct pp_route_side *more)
{
    if (!to->path || (more->path && more->count > to->path->count))
        to->path = more->path;
    to->count = pp_add(to->count, more->count);
    to->stmts = pp_add(to->stmts, more->stmts);
}

void pp_build_routes_make(struct pp_build_routes *routes, struct pp_build_pair *pair)
{
    *routes = (struct pp_build_routes){0};
    add_build(routes, pair, &pair->before);
    add_build(routes, pair, &pair->after);
    if (routes->num == 0)
        return;
    qsort(routes->list, routes->num, sizeof *routes->list, by_key);
    size_t last = 0;
    for (size_t i = 1; i < routes->num; i++) {
        if (by_key(&routes->list[i], &routes->list[last]) != 0) {
            routes->list[++last] = routes->list[i];
            continue;
        }
        add_side(&routes->list[last].before, &routes->list[i].before);
        add_side(&routes->list[last].after, &routes->list[i].after);
        free(routes->list[i].key);
    }
    routes->num = last + 1;
}

void pp_build_routes_free(struct pp_build_routes *routes)
{
    for (size_t i = 0; i < routes->num; i++)
        free(routes->list[i].key);
    free(routes->list);
    *routes = (struct pp_build_routes){0};
}
