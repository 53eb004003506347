/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vertex subsumption (thesis 10.2): which copies of a vertex can do all that another one does. */
#ifndef PATHPROF_SUBSUME_H
#define PATHPROF_SUBSUME_H

#include "core/lanes/hotgraph.h"

/* What is known, J, on a hot-path graph: no more than a greatest fixed point, so that what arrives along
   each edge implies what is known where it leads.  Vertices are those of the graph that J was solved
   on; edges are the supergraph's.  Nothing is implied by more than by what cannot be executed. */
struct pp_knowledge {
    void *context;
    /* Does what is known at V imply what is known at W, another copy of the same vertex? */
    bool (*implies)(void *context, uint32_t v, uint32_t w);
    /* Does what arrives from V along EDGE, no return edge, imply what is known at W? */
    bool (*arrives)(void *context, uint32_t v, uint32_t edge, uint32_t w);
    /* The same of what comes back along EDGE from Exit X to call C. */
    bool (*comes_back)(void *context, uint32_t x, uint32_t c, uint32_t edge, uint32_t w);
    /* What J says of the I-th vertex of the graph at hand it says of LIKE[I]; NULL: of I itself. */
    const uint32_t *like;
};

static inline uint32_t pp_like(const struct pp_knowledge *k, uint32_t v)
{
    return k->like ? k->like[v] : v;
}

/* V' subsumes V if for each unbalanced-right-left path from V there is a congruent one from V', on which
   as much is known everywhere, and whose unmatched return edges have the same labels. */
struct pp_subsumption {
    const struct pp_hot_graph *h;
    uint32_t *block; /* by vertex: of those copies at which the same is known (pp_find_alike) */
    uint32_t *rank;  /* by vertex: among the copies of one */
    uint32_t *num;   /* by vertex of the supergraph, from first_vertex on: of how many copies */
    size_t *first;   /* likewise: where its pairs begin in subsumes */
    uint32_t *copy;  /* by vertex of the supergraph, from first_copy on, and by rank: the vertex */
    size_t *first_copy;
    /* v' and v at [rank of v * num + rank of v'], so that those that subsume v lie in a row. */
    uint8_t *subsumes;
};

static inline uint8_t *pp_subsumes(const struct pp_subsumption *s, uint32_t v1, uint32_t v2)
{
    uint32_t of = s->h->vertices[v1].vertex - s->h->first_vertex;
    return &s->subsumes[s->first[of] + (size_t)s->rank[v2] * s->num[of] + s->rank[v1]];
}

/* By rank: does that copy subsume V (1) or not (0)? */
static inline const uint8_t *pp_all_subsuming(const struct pp_subsumption *s, uint32_t v)
{
    uint32_t of = s->h->vertices[v].vertex - s->h->first_vertex;
    return &s->subsumes[s->first[of] + (size_t)s->rank[v] * s->num[of]];
}

/* The first copy behind AFTER, in the order of the copies of V, that subsumes V, which may be V; PP_NONE for AFTER: the
   first at all. */
uint32_t pp_next_subsuming(const struct pp_subsumption *s, uint32_t v, uint32_t after);

/* The Vertex Subsumption Algorithm (figures 67 to 69): what it says is true of H as it is then; where it
   says no it may be wrong.  It adds return edges to H that cannot be executed, and have no summary edges,
   so that more can be subsumed.  PINNED vertices (may be NULL) are subsumed by themselves alone. */
void pp_subsume(struct pp_subsumption *s, struct pp_hot_graph *h,
                const struct pp_knowledge *knowledge, const bool *pinned);
void pp_subsumption_free(struct pp_subsumption *s);

#endif
