/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures 57 to 60.  Hopcroft's algorithm splits by all edges but return edges; by summary edges too,
   which need not be and saves work.  Blocks of exits and of calls that lead to a block of return sites
   by which others are split may have conflicts among their edges: they are looked at one at a time,
   exits first, whenever there is nothing else to split by.

   As printed a block of calls that waits for that and is split by its call edges is lost from the
   list with one of its halves (erratum 36): here both halves wait. */
#include "core/reduce/partition.h"

#include <stdlib.h>

#include "core/base/hopcroft.h"
#include "core/base/pair-map.h"

struct partitioning {
    const struct pp_hot_graph *h;
    struct pp_partition p;
    bool *suspect;                 /* by block: it waits to be looked at */
    uint32_t *exits, *calls;       /* stacks of blocks that do */
    uint32_t num_exits, num_calls; /* of a block that is suspect, one place; others are stale */
    uint32_t room_exits, room_calls;
    struct pp_labels labels;
};

static enum pp_vertex_kind kind_of(const struct partitioning *s, uint32_t v)
{
    return s->h->graph->vertices[s->h->vertices[v].vertex].kind;
}

static void suspect(struct partitioning *s, uint32_t b)
{
    if (s->suspect[b])
        return;
    s->suspect[b] = true;
    if (kind_of(s, s->p.at[s->p.blocks[b].first]) == PP_EXIT) {
        s->exits = pp_grow(s->exits, &s->room_exits, s->num_exits, 1, sizeof *s->exits);
        s->exits[s->num_exits++] = b;
    } else {
        s->calls = pp_grow(s->calls, &s->room_calls, s->num_calls, 1, sizeof *s->calls);
        s->calls[s->num_calls++] = b;
    }
}

/* Others are split by block B: if it is one of return sites, its edges may be in conflict with those
   that lead into what was split off from it. */
static void taken(void *context, uint32_t b)
{
    struct partitioning *s = context;
    const struct pp_partition_block *block = &s->p.blocks[b];
    for (uint32_t i = block->first; i < block->first + block->size; i++)
        for (uint32_t e = s->h->vertices[s->p.at[i]].first_in; e != PP_NONE;
             e = s->h->edges[e].next_in) {
            if (s->h->edges[e].call == PP_NONE)
                continue;
            suspect(s, s->p.block[s->h->edges[e].from]);
            suspect(s, s->p.block[s->h->edges[e].call]);
        }
}

static void parted(void *context, uint32_t b, uint32_t part)
{
    struct partitioning *s = context;
    if (s->suspect[b])
        suspect(s, part);
}

/* ---- Conflicts. */

/* The sub-blocks of a block of exits or calls: where their return edges lead for the other end's block.
   AMBIGUOUS: one member's lead into several, which only the other end can mend. */
#define AMBIGUOUS (PP_NONE - 1)

struct division {
    const struct partitioning *s;
    struct pp_pair_map leads; /* (sub-block, block of the other end) -> block of the return site */
    uint32_t parts;
};

/* The return edges of V, an exit or a call: *E is the first, or the next after it; PP_NONE at the
   end. */
static uint32_t first_return(const struct partitioning *s, uint32_t v, uint32_t *i)
{
    *i = s->labels.first[v];
    if (kind_of(s, v) == PP_EXIT)
        return s->h->vertices[v].first_out;
    return *i < s->labels.first[v + 1] ? s->labels.edges[*i] : PP_NONE;
}

static uint32_t next_return(const struct partitioning *s, uint32_t v, uint32_t e, uint32_t *i)
{
    if (kind_of(s, v) == PP_EXIT)
        return s->h->edges[e].next_out;
    return ++*i < s->labels.first[v + 1] ? s->labels.edges[*i] : PP_NONE;
}

static uint32_t other_end(const struct partitioning *s, uint32_t v, uint32_t e)
{
    const struct pp_hot_edge *edge = &s->h->edges[e];
    return s->p.block[kind_of(s, v) == PP_EXIT ? edge->call : edge->from];
}

static bool fits(const struct division *d, uint32_t v, uint32_t part)
{
    uint32_t i;
    for (uint32_t e = first_return(d->s, v, &i); e != PP_NONE; e = next_return(d->s, v, e, &i)) {
        uint32_t lead = pp_pair_get(&d->leads, part, other_end(d->s, v, e));
        if (lead != PP_NONE && lead != d->s->p.block[d->s->h->edges[e].to])
            return false;
    }
    return true;
}

static void put(struct division *d, uint32_t v, uint32_t part)
{
    uint32_t i;
    for (uint32_t e = first_return(d->s, v, &i); e != PP_NONE; e = next_return(d->s, v, e, &i)) {
        uint32_t *lead = pp_pair_at(&d->leads, part, other_end(d->s, v, e));
        uint32_t to = d->s->p.block[d->s->h->edges[e].to];
        *lead = *lead == PP_NONE || *lead == to ? to : AMBIGUOUS;
    }
}

/* Divides block B greedily into sub-blocks without conflicts (figures 59 and 60). */
static void divide(struct partitioning *s, uint32_t b)
{
    const struct pp_partition_block *block = &s->p.blocks[b];
    uint32_t *part = pp_xmalloc(block->size * sizeof *part);
    struct division d = {.s = s};
    for (uint32_t i = 0; i < block->size; i++) {
        uint32_t v = s->p.at[block->first + i];
        part[i] = 0;
        while (part[i] < d.parts && !fits(&d, v, part[i]))
            part[i]++;
        d.parts += part[i] == d.parts;
        put(&d, v, part[i]);
    }
    pp_pair_map_free(&d.leads);
    if (d.parts > 1)
        pp_partition_divide(&s->p, b, part, d.parts);
    free(part);
}

/* ---- Setting up. */

/* Of a vertex and all its copies the edge that is the k-th is a copy of one edge: so one function for
   each k is enough, as one for true branches, one for false ... would be.  The summary edges of a call
   that is followed come behind its call edge, all of them in function 1. */
static size_t make_mappings(const struct pp_hot_graph *h, struct pp_mapping *mappings)
{
    size_t num = 0;
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        uint32_t k = 0;
        for (uint32_t e = h->vertices[v].first_out; e != PP_NONE; e = h->edges[e].next_out) {
            if (h->edges[e].call != PP_NONE)
                continue;
            mappings[num++] = (struct pp_mapping){v, k, h->edges[e].to};
            k += !pp_hot_is_summary(h, e);
        }
    }
    return num;
}

uint32_t pp_partition(const struct pp_hot_graph *h, uint32_t *block)
{
    struct partitioning s = {.h = h};
    struct pp_inverse in;
    uint64_t steps = 0;
    struct pp_mapping *mappings = pp_xmalloc(((size_t)h->num_edges + 1) * sizeof *mappings);
    pp_inverse_make(&in, h->num_vertices, mappings, make_mappings(h, mappings));
    pp_partition_make(&s.p, h->num_vertices, block);
    if (h->calls) {
        s.p.context = &s;
        s.p.taken = taken;
        s.p.parted = parted;
        s.suspect = pp_xcalloc((size_t)h->num_vertices + 2, sizeof *s.suspect);
        pp_labels_make(&s.labels, h);
    }
    pp_partition_refine(&s.p, &in, &steps);
    while (s.num_exits > 0 || s.num_calls > 0) {
        uint32_t b = s.num_exits ? s.exits[--s.num_exits] : s.calls[--s.num_calls];
        s.suspect[b] = false;
        divide(&s, b);
        pp_partition_refine(&s.p, &in, &steps);
    }
    uint32_t num = pp_partition_rename(&s.p, h->num_vertices);
    pp_inverse_free(&in);
    pp_partition_free(&s.p);
    free(mappings);
    free(s.suspect);
    free(s.exits);
    free(s.calls);
    pp_labels_free(&s.labels);
    return num;
}
