/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that are repeated (their back edge taken) so many times nearly always they are entered.  Of paths that
   end at every back edge, mode path's, that is known for none at all; of k iterations (mode kpath) for less than
   k.  Modes whose paths follow calls are as mode path. */
#include <math.h>
#include <stdlib.h>

#include "core/base/count.h"
#include "core/base/pair-map.h"
#include "core/profile/hot.h"
#include "core/transform/collapse.h"
#include "core/transform/natural-loops.h"
#include "tool/insights/repeats.h"
#include "tool/path/route.h"
#include "tool/path/walk.h"

/* A loop that the path at hand has entered. */
struct inside {
    uint32_t head;
    uint32_t repeats;
};

/* What is known of a loop that is left after so many repeats. */
struct left {
    uint64_t count;       /* so often it was */
    uint64_t stmts;       /* of the paths on which it was */
    uint64_t most;        /* of the one of these that executes most, ... */
    size_t example, last; /* ... which is this one; and the last one */
};

struct finding {
    const struct pp_graph *g;
    bool *heads;              /* by vertex */
    uint64_t *entered;        /* by vertex, a head */
    struct pp_pair_map times; /* (head, repeats): index into lefts */
    struct left *lefts;
    uint32_t num_lefts, cap_lefts;
    struct pp_pair_map bodies; /* (head, vertex): 1 if it is in the loop; (head, head): is known */
    uint32_t *marks, *body, stamp; /* for pp_loop_body */
    struct inside *inside;         /* of the path at hand */
    uint32_t num_inside, cap_inside;
};

static void begin(struct finding *f, const struct pp_graph *g)
{
    uint32_t most = 0;
    *f = (struct finding){.g = g};
    f->heads = pp_xcalloc(g->num_vertices + 1, sizeof *f->heads);
    f->entered = pp_xcalloc(g->num_vertices + 1, sizeof *f->entered);
    for (uint32_t v = 0; v < g->num_vertices; v++)
        f->heads[v] = pp_is_loop_head(g, v);
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (g->procs[p].num_vertices > most)
            most = g->procs[p].num_vertices;
    f->marks = pp_xcalloc(most + 1, sizeof *f->marks);
    f->body = pp_xmalloc((most + 1) * sizeof *f->body);
}

static void end(struct finding *f)
{
    free(f->heads);
    free(f->entered);
    free(f->lefts);
    free(f->marks);
    free(f->body);
    free(f->inside);
    pp_pair_map_free(&f->times);
    pp_pair_map_free(&f->bodies);
}

/* Is vertex V in the loop of HEAD? */
static bool is_in_loop(struct finding *f, uint32_t head, uint32_t v)
{
    if (pp_pair_get(&f->bodies, head, head) == PP_NONE) {
        uint32_t size = pp_loop_body(f->g, head, f->marks, ++f->stamp, f->body);
        *pp_pair_at(&f->bodies, head, head) = 1;
        for (uint32_t i = 0; i < size; i++)
            *pp_pair_at(&f->bodies, head, f->body[i]) = 1;
    }
    return pp_pair_get(&f->bodies, head, v) != PP_NONE;
}

/* LOOP was entered on PATH, number NUMBER, repeated as it says, and left. */
static void count(struct finding *f, const struct pp_path *path, size_t number, struct inside loop)
{
    uint32_t *index = pp_pair_at(&f->times, loop.head, loop.repeats);
    uint64_t work = pp_path_work(path);
    if (*index == PP_NONE) {
        *index = f->num_lefts;
        f->lefts = pp_grow(f->lefts, &f->cap_lefts, f->num_lefts, 1, sizeof *f->lefts);
        f->lefts[f->num_lefts++] = (struct left){.example = number, .last = SIZE_MAX};
    }
    struct left *left = &f->lefts[*index];
    left->count = pp_add(left->count, path->count);
    if (left->last == number)
        return;
    left->last = number;
    left->stmts = pp_add(left->stmts, work);
    if (work > left->most) {
        left->most = work;
        left->example = number;
    }
}

static void enter(struct finding *f, const struct pp_path *path, size_t number, uint32_t head)
{
    uint32_t i = 0;
    while (i < f->num_inside && f->inside[i].head != head)
        i++;
    if (i < f->num_inside) { /* again: it has been left in between */
        count(f, path, number, f->inside[i]);
    } else {
        f->inside = pp_grow(f->inside, &f->cap_inside, f->num_inside, 1, sizeof *f->inside);
        f->num_inside++;
    }
    f->inside[i] = (struct inside){.head = head};
    f->entered[head] = pp_add(f->entered[head], path->count);
}

/* Edge I of PATH is taken. */
static void step(struct finding *f, const struct pp_path *path, size_t number, uint32_t i)
{
    const struct pp_edge *edge = &f->g->edges[path->edges[i]];
    bool over = i + 1 < path->num_edges && pp_leaves_step(f->g, &f->g->edges[path->edges[i + 1]]);
    if (!f->heads[edge->to] || over) /* what is stepped over is entered by another path */
        return;
    if (pp_iterates(edge)) {
        for (uint32_t n = 0; n < f->num_inside; n++)
            f->inside[n].repeats += f->inside[n].head == edge->to;
    } else if (pp_inside(edge) || pp_is_entering(f->g, edge)) {
        enter(f, path, number, edge->to);
    }
}

/* PATH ends: which of the loops that it has entered has it left? */
static void leave(struct finding *f, const struct pp_path *path, size_t number)
{
    uint32_t last = path->edges[path->num_edges - 1], own = pp_program_edge(f->g, last);
    for (uint32_t i = 0; i < f->num_inside && own != PP_NONE; i++) {
        uint32_t head = f->inside[i].head;
        const struct pp_edge *edge = &f->g->edges[own];
        /* It goes on in the loop, and paths behind this one know when it ends. */
        if (own != last && edge->kind != PP_CALL_EDGE && is_in_loop(f, head, edge->to))
            continue;
        if (edge->kind == PP_CALL_EDGE && is_in_loop(f, head, edge->from))
            continue;
        count(f, path, number, f->inside[i]);
    }
    f->num_inside = 0;
}

/* The most frequent number of repeats of HEAD, and what is known of it. */
static struct inside usual(const struct finding *f, uint32_t head, struct left *left)
{
    struct inside best = {.head = head};
    *left = (struct left){.example = SIZE_MAX};
    for (uint32_t n = 0; n <= PP_MOST_ITERATIONS; n++) {
        uint32_t index = pp_pair_get(&f->times, head, n);
        if (index != PP_NONE && f->lefts[index].count > left->count) {
            *left = f->lefts[index];
            best.repeats = n;
        }
    }
    return best;
}

/* The share of the times that the loop of HEAD would be repeated so often if its back edges were taken as often
   as they were, but by chance. */
static double expected_share(const struct finding *f, const struct pp_profile *profile,
                             struct inside loop)
{
    const struct pp_graph *g = f->g;
    double back = 0;
    for (uint32_t e = g->vertices[loop.head].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (pp_inside(&g->edges[e]) && (g->edges[e].flags & PP_E_BACK))
            back += (double)profile->edge_counts[e];
    double again = back / (back + (double)f->entered[loop.head]);
    return pow(again, loop.repeats) * (1 - again);
}

void pp_find_repeats(struct pp_insights *insights, const struct pp_profile *profile,
                     const struct pp_insight_bounds *bounds, const bool *shown)
{
    const struct pp_graph *g = &profile->notes->graph;
    struct finding f;
    begin(&f, g);
    for (size_t n = 0; n < profile->num_paths; n++) {
        const struct pp_path *path = &profile->paths[n];
        if (g->procs[path->proc].storage == PP_STORE_UNIT || path->active)
            continue;
        for (uint32_t i = 0; i < path->num_edges; i++)
            step(&f, path, n, i);
        leave(&f, path, n);
    }
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        struct left left;
        if (!f.heads[v] || (double)f.entered[v] < bounds->times || !shown[g->vertices[v].proc])
            continue;
        struct inside loop = usual(&f, v, &left);
        double expected = expected_share(&f, profile, loop), entered = (double)f.entered[v];
        if ((double)left.count < bounds->repeats * entered ||
            !pp_insight_beats_chance(bounds, (double)left.count, entered, expected))
            continue;
        pp_insight_add(insights, (struct pp_insight){.kind = PP_REPEATS,
                                                     .proc = g->vertices[v].proc,
                                                     .vertex = v,
                                                     .holds = left.count,
                                                     .of = f.entered[v],
                                                     .expected = expected,
                                                     .number = loop.repeats,
                                                     .stmts = left.stmts,
                                                     .example = left.example});
    }
    end(&f);
}
