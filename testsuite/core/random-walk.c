/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-lanes: a toy program on a random supergraph, walks of control that do what it says, and
   the intraprocedural paths that these are made of, by definition. */
#include "random-lanes.h"

#include "core/lanes/intra.h"
#include "core/number/path.h"
#include "toy-program.h"

#include <stdlib.h>
#include <string.h>

unsigned num_rounds;

void make_code(struct lanes_case *c)
{
    c->code = toy_program(&c->g);
}

static uint32_t random_restart(const struct pp_graph *g, uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    uint32_t chosen = PP_NONE, num = 0;
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        if ((g->vertices[v].flags & PP_V_RESTART) && !below(++num))
            chosen = v;
    return chosen;
}

static void walk(const struct lanes_case *c, struct lane_walk *w)
{
    const struct pp_graph *g = &c->g;
    uint32_t v = g->procs[w->proc].entry, exit = g->procs[w->proc].exit;
    bool sideways = chance(30);
    for (unsigned x = 0; x < TOY_VARIABLES; x++)
        w->states[0][x] = toy_random();
    w->complete = true;
    while (v != exit) {
        struct lane_step step = {PP_NONE, PP_NONE};
        int state[TOY_VARIABLES];
        if (w->num == LANE_STEPS) {
            w->complete = false;
            return;
        }
        memcpy(state, w->states[w->num], sizeof state);
        toy_run(&c->code[v].op, state);
        if (sideways && (g->vertices[v].flags & PP_V_MAY_LEAVE) && chance(20)) {
            step.to = random_restart(g, w->proc);
            w->complete = false;
        } else {
            step.edge = toy_way(g, v, &c->code[v], state);
            if (step.edge == PP_NONE) {
                w->complete = false;
                return;
            }
            step.to = g->edges[step.edge].to;
        }
        w->steps[w->num++] = step;
        memcpy(w->states[w->num], state, sizeof state);
        v = step.to;
        if (v == PP_NONE)
            return;
    }
}

/* ---- Segments. */

static struct segment *find_segment(struct lanes_case *c, const struct segment *s)
{
    for (uint32_t i = 0; i < c->num_segments; i++)
        if (c->segments[i].begin == s->begin && c->segments[i].num == s->num &&
            !memcmp(c->segments[i].edges, s->edges, s->num * sizeof *s->edges))
            return &c->segments[i];
    c->segments[c->num_segments] = *s;
    return &c->segments[c->num_segments++];
}

/* A path under way. */
struct window {
    uint32_t begin, first; /* vertex, and step of the walk */
    uint32_t active;       /* step at which the last iteration of its loop begins */
    uint32_t iterations;   /* of the loop that it is in */
    bool whole;            /* all of them have to be there */
};

struct cutter {
    struct lanes_case *c;
    struct lane_walk *w;
    struct window open[MOST_K]; /* the oldest first */
    uint32_t num;
};

static void begin_window(struct cutter *u, uint32_t v, uint32_t step, bool whole)
{
    u->open[u->num++] =
        (struct window){.begin = v, .first = step, .active = step, .iterations = 1, .whole = whole};
}

/* WINDOW is complete with step LAST. */
static void end_window(struct cutter *u, const struct window *window, uint32_t last)
{
    const struct pp_graph *g = &u->c->g;
    struct segment s = {.proc = u->w->proc, .begin = window->begin};
    s.active = window->active - window->first;
    for (uint32_t i = window->first; i <= last; i++)
        s.edges[s.num++] = u->w->steps[i].edge;
    for (uint32_t i = s.active; i < s.num; i++)
        s.stmts += g->vertices[g->edges[s.edges[i]].from].stmts;
    if (!is_recording(g, s.edges[s.num - 1]))
        s.stmts += g->vertices[g->edges[s.edges[s.num - 1]].to].stmts;
    u->w->ends[last] = true;
    if (u->c->num_segments < MOST_SEGMENTS)
        find_segment(u->c, &s)->count++;
}

/* An iteration of a loop whose paths span K is over with step I. */
static void iterate(struct cutter *u, uint32_t i, uint32_t k)
{
    uint32_t kept = 0;
    for (uint32_t n = 0; n < u->num; n++) {
        struct window *window = &u->open[n];
        if (window->iterations == k) {
            end_window(u, window, i);
            continue;
        }
        if (++window->iterations == k && window->whole)
            window->active = i + 1;
        u->open[kept++] = *window;
    }
    u->num = kept;
    begin_window(u, u->w->steps[i].to, i + 1, true);
}

/* Step I leads out of a loop whose paths span K iterations. */
static void go_out(struct cutter *u, uint32_t k)
{
    uint32_t kept = 0;
    for (uint32_t n = 0; n < u->num; n++)
        if (!u->open[n].whole || u->open[n].iterations == k)
            u->open[kept++] = u->open[n];
    u->num = kept;
}

static void cut_up(struct lanes_case *c, struct lane_walk *w)
{
    const struct pp_graph *g = &c->g;
    struct cutter u = {.c = c, .w = w};
    begin_window(&u, g->procs[w->proc].entry, 0, false);
    for (uint32_t i = 0; i < w->num; i++) {
        uint32_t e = w->steps[i].edge, to = w->steps[i].to;
        if (e == PP_NONE) {
            u.num = 0;
            begin_window(&u, to, i + 1, false);
            continue;
        }
        uint32_t from_loop = pp_loop_of(&c->n, g->edges[e].from), loop = pp_loop_of(&c->n, to);
        if (is_recording(g, e) && g->vertices[to].k > 1 && from_loop == loop) {
            iterate(&u, i, g->vertices[to].k);
            continue;
        }
        if (from_loop != PP_NONE && from_loop != loop)
            go_out(&u, c->n.loops[from_loop].k);
        bool ends = is_recording(g, e) || to == g->procs[w->proc].exit;
        for (uint32_t n = 0; n < u.num; n++) {
            if (ends)
                end_window(&u, &u.open[n], i);
            if (from_loop != loop) {
                u.open[n].iterations = 1;
                u.open[n].whole = false;
            }
        }
        if (is_recording(g, e)) {
            u.num = 0;
            begin_window(&u, to, i + 1, false);
        }
    }
}

void make_walks(struct lanes_case *c)
{
    c->num_walks = c->g.num_procs * LANE_WALKS;
    c->walks = pp_xcalloc(c->num_walks, sizeof *c->walks);
    c->segments = pp_xcalloc(MOST_SEGMENTS, sizeof *c->segments);
    for (uint32_t i = 0; i < c->num_walks; i++) {
        c->walks[i].proc = i / LANE_WALKS;
        walk(c, &c->walks[i]);
        cut_up(c, &c->walks[i]);
    }
}

static void cut_lane(struct lanes_case *c, const struct segment *s)
{
    struct segment lane = {.proc = s->proc, .begin = s->begin};
    uint32_t num = s->num - is_recording(&c->g, s->edges[s->num - 1]);
    for (uint32_t i = 0; i < num; i++) {
        num_rounds += is_recording(&c->g, s->edges[i]);
        uint32_t to = c->g.edges[s->edges[i]].to;
        if (c->g.vertices[to].flags & PP_V_SINGLE) {
            c->lanes[c->num_lanes++] = lane;
            lane.num = 0;
            lane.begin = to;
        } else {
            lane.edges[lane.num++] = s->edges[i];
        }
    }
    c->lanes[c->num_lanes++] = lane;
}

void make_lane_pieces(struct lanes_case *c)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < c->num_segments; i++)
        most += c->segments[i].hot * (c->segments[i].num + 1);
    c->lanes = pp_xmalloc(most * sizeof *c->lanes);
    for (uint32_t i = 0; i < c->num_segments; i++)
        if (c->segments[i].hot)
            cut_lane(c, &c->segments[i]);
}

/* ---- The same by way of a profile. */

/* The surrogate Entry -> V behind which paths begin. */
static uint32_t begin_edge(const struct pp_graph *g, uint32_t v)
{
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (g->edges[e].kind == PP_SURROGATE && g->edges[e].to == v &&
            g->edges[e].origin == PP_NONE && g->vertices[g->edges[e].from].kind == PP_ENTRY)
            return e;
    return PP_NONE;
}

/* The path that the mode's profile has for S. */
static struct pp_path path_of(const struct pp_graph *g, const struct segment *s)
{
    struct pp_path path = {.proc = s->proc, .count = s->count};
    path.edges = pp_xmalloc((s->num + 2) * sizeof *path.edges);
    if (g->vertices[s->begin].kind != PP_ENTRY)
        path.edges[path.num_edges++] = begin_edge(g, s->begin);
    path.active = s->active ? path.num_edges + s->active : 0;
    for (uint32_t i = 0; i < s->num; i++) {
        bool ends = i + 1 == s->num && is_recording(g, s->edges[i]);
        path.edges[path.num_edges++] = ends ? g->edges[s->edges[i]].ends : s->edges[i];
    }
    return path;
}

static const struct pp_path *find_path(const struct pp_profile *intra, const struct segment *s)
{
    for (size_t i = 0; i < intra->num_paths; i++)
        if (intra->paths[i].num_edges == s->num &&
            !memcmp(intra->paths[i].edges, s->edges, s->num * sizeof *s->edges))
            return &intra->paths[i];
    return NULL;
}

void check_segments(struct lanes_case *c)
{
    struct pp_profile profile = {.notes = &c->notes};
    profile.paths = pp_xcalloc(c->num_segments + 1, sizeof *profile.paths);
    for (uint32_t i = 0; i < c->num_segments; i++)
        profile.paths[profile.num_paths++] = path_of(&c->g, &c->segments[i]);
    pp_intra_make(&c->intra, &profile);
    pp_profile_free(&profile);
    bool good = c->intra.num_paths == c->num_segments;
    for (uint32_t i = 0; i < c->num_segments; i++) {
        const struct pp_path *path = find_path(&c->intra, &c->segments[i]);
        good = good && path && path->proc == c->segments[i].proc &&
               path->count == c->segments[i].count && path->stmts == c->segments[i].stmts &&
               path->active == c->segments[i].active;
    }
    for (uint32_t p = 0; p < c->g.num_procs; p++) {
        size_t num, of = 0;
        const struct pp_path *paths = pp_intra_of(&c->intra, p, &num);
        for (size_t i = 0; i < c->intra.num_paths; i++)
            of += c->intra.paths[i].proc == p;
        good = good && num == of;
        for (size_t i = 0; i < num; i++)
            good = good && paths[i].proc == p && pp_is_word(paths[i].number, i);
    }
    check(L_PATHS, good, "other intraprocedural paths than have been gone");
}
