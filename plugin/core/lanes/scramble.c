/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any choice of a copy of its target for each hot edge gives a graph that is path congruent to the
   program (thesis 7.4): that is all that has to hold, so nothing else is done. */
#include "core/lanes/scramble.h"

enum { STATES = 4 };

/* Splitmix64, by Sebastiano Vigna (public domain). */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The copy of VERTEX to which control comes from one in STATE: mostly it stays in its lane. */
static uint32_t choose(struct pp_hot_graph *h, uint32_t vertex, uint32_t state, uint64_t *random,
                       uint32_t most)
{
    uint64_t r = draw(random);
    if (h->graph->vertices[vertex].flags & (PP_V_SINGLE | PP_V_RESTART))
        state = 0;
    else if (r % 4 == 0)
        state = (uint32_t)(r >> 8) % STATES;
    uint32_t copy = pp_hot_find(h, vertex, state);
    if (copy == PP_NONE && h->num_vertices >= most)
        copy = pp_hot_copies(h, vertex);
    if (copy != PP_NONE)
        return copy;
    copy = pp_hot_add_vertex(h, vertex, state);
    h->vertices[copy].count = (r >> 16) % 1000;
    return copy;
}

void pp_scramble(struct pp_hot_graph *h, uint32_t proc, uint64_t seed, uint32_t most)
{
    const struct pp_graph *g = h->graph;
    const struct pp_proc *p = &g->procs[proc];
    uint64_t random = seed;
    uint32_t next = h->num_vertices;
    pp_hot_add_vertex(h, p->entry, 0);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        if (g->vertices[v].flags & PP_V_RESTART)
            pp_hot_add_vertex(h, v, 0);
    for (; next < h->num_vertices; next++)
        for (uint32_t e = g->vertices[h->vertices[next].vertex].first_out; e != PP_NONE;
             e = g->edges[e].next_out) {
            if (!pp_inside(&g->edges[e]))
                continue;
            uint32_t to = choose(h, g->edges[e].to, h->vertices[next].state, &random, most);
            uint32_t hot = pp_hot_add_edge(h, next, to, e);
            h->edges[hot].count = draw(&random) % 1000;
        }
}
