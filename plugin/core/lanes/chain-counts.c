/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lanes/chain-counts.h"

#include <stdlib.h>

#include "core/base/pair-map.h"
#include "core/lanes/intra.h"
#include "core/lanes/join.h"

/* A chain, found by the one that is a call shorter, at its far end, and that call. */
struct node {
    uint32_t shorter; /* node, or a procedure with IS_PROC */
    uint32_t call;
    unsigned num;
    double stmts;    /* executed in the callee */
    uint64_t *edges; /* NULL: not wanted */
};

#define IS_PROC 0x80000000u

struct search {
    const struct pp_graph *g;
    uint32_t most_vertices;
    struct pp_pair_map map;
    struct node *nodes;
    uint32_t num, room;
    bool again; /* stmts are known, counts are taken */
};

static uint32_t node_of(struct search *s, uint32_t shorter, uint32_t call, unsigned num)
{
    uint32_t *node = pp_pair_at(&s->map, shorter, call);
    if (*node == PP_NONE) {
        *node = s->num;
        s->nodes = pp_grow(s->nodes, &s->room, s->num, 1, sizeof *s->nodes);
        s->nodes[s->num++] = (struct node){.shorter = shorter, .call = call, .num = num};
    }
    return *node;
}

static double statements(const struct search *s, const struct pp_fragment *part)
{
    double stmts = 0;
    for (uint32_t k = part->active; k < part->num; k++)
        stmts += s->g->vertices[s->g->edges[part->edges[k]].to].stmts;
    return stmts * (double)part->count;
}

static void add_edges(const struct search *s, struct node *node, const struct pp_fragment *part)
{
    uint32_t first = s->g->procs[part->proc].first_edge;
    for (uint32_t k = part->active; k < part->num && node->edges; k++) {
        uint64_t *count = &node->edges[part->edges[k] - first];
        *count = pp_add(*count, part->count);
    }
}

static void look_at_part(void *data, const struct pp_fragment *part,
                         const struct pp_fragment *stack, uint32_t depth)
{
    struct search *s = data;
    uint32_t node = IS_PROC | part->proc;
    if (depth < 2 || s->g->procs[part->proc].num_vertices > s->most_vertices)
        return;
    double stmts = s->again ? 0 : statements(s, part);
    for (unsigned num = 1; num <= PP_LONGEST_CHAIN && num <= depth; num++) {
        const struct pp_fragment *callee = num == 1 ? part : &stack[depth - num + 1];
        uint32_t call = stack[depth - num].call;
        if (call == PP_NONE || callee->recursive)
            return;
        node = node_of(s, node, call, num);
        s->nodes[node].stmts += stmts;
        if (s->again)
            add_edges(s, &s->nodes[node], part);
    }
}

static void list_chain(const struct search *s, const struct node *node, struct pp_call_chain *chain)
{
    *chain = (struct pp_call_chain){.num = node->num, .edges = node->edges};
    for (unsigned i = node->num; i-- > 0; node = &s->nodes[node->shorter]) {
        chain->calls[i] = node->call;
        if (node->shorter & IS_PROC) {
            chain->callee = node->shorter & ~IS_PROC;
            break;
        }
    }
}

void pp_call_chains_make(struct pp_call_chains *c, const struct pp_profile *profile, double least,
                         uint32_t most_vertices)
{
    struct search s = {.g = &profile->notes->graph, .most_vertices = most_vertices};
    pp_intra_tell(profile, look_at_part, &s);
    *c = (struct pp_call_chains){.list = pp_xmalloc(((size_t)s.num + 1) * sizeof *c->list)};
    for (uint32_t i = 0; i < s.num; i++) {
        struct node *node = &s.nodes[i];
        struct pp_call_chain *chain = &c->list[c->num];
        if (node->num < 2 || node->stmts < least)
            continue;
        list_chain(&s, node, chain);
        node->edges = chain->edges =
            pp_xcalloc((size_t)s.g->procs[chain->callee].num_edges + 1, sizeof *chain->edges);
        c->num++;
    }
    s.again = true;
    if (c->num)
        pp_intra_tell(profile, look_at_part, &s);
    pp_pair_map_free(&s.map);
    free(s.nodes);
}

void pp_call_chains_free(struct pp_call_chains *c)
{
    for (size_t i = 0; i < c->num; i++)
        free(c->list[i].edges);
    free(c->list);
    *c = (struct pp_call_chains){0};
}
