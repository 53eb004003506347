/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/path/picture-nodes.h"

#include <stdlib.h>

#include "tool/path/route.h"

bool pp_is_end(const struct pp_graph *g, uint32_t v)
{
    return g->vertices[v].kind == PP_ENTRY || g->vertices[v].kind == PP_EXIT;
}

/* The only edge that is drawn out of V, or into it; PP_NONE if there is none or several. */
static uint32_t only_edge(const struct pp_picture *p, uint32_t v, bool out)
{
    const struct pp_graph *g = &p->load->notes.graph;
    const struct pp_vertex *vertex = &g->vertices[v];
    uint32_t found = PP_NONE, e = out ? vertex->first_out : vertex->first_in;
    for (; e != PP_NONE; e = out ? g->edges[e].next_out : g->edges[e].next_in) {
        if (!p->edge_shown[e])
            continue;
        if (found != PP_NONE)
            return PP_NONE;
        found = e;
    }
    return found;
}

/* Do E and both its ends say the same, so that one node can say it of all? */
static bool says_nothing(const struct pp_picture *p, uint32_t e)
{
    const struct pp_graph *g = &p->load->notes.graph;
    const struct pp_profile *profile = &p->load->profile;
    const struct pp_edge *edge = &g->edges[e];
    uint32_t v = edge->from, w = edge->to;
    bool known = pp_edge_known(profile, e);
    if (!pp_live(g, e) || (edge->flags & PP_E_BACK) || *pp_outcome(g, e))
        return false;
    if (pp_vertex_known(profile, v) != known || pp_vertex_known(profile, w) != known)
        return false;
    return profile->vertex_counts[v] == profile->edge_counts[e] &&
           profile->vertex_counts[w] == profile->edge_counts[e] &&
           p->vertex_hot[v] == p->edge_hot[e] && p->vertex_hot[w] == p->edge_hot[e];
}

/* Cycles, which only a forged graph has, get a beginning. */
static void cut_cycles(struct pp_picture_nodes *n)
{
    bool *seen = pp_xcalloc((size_t)n->num + 1, sizeof *seen);
    for (int cycles = 0; cycles < 2; cycles++) {
        for (uint32_t i = 0; i < n->num; i++) {
            if (seen[i] || (!cycles && n->before[i] != PP_NONE))
                continue;
            if (n->before[i] != PP_NONE) {
                n->next[n->before[i] - n->first] = PP_NONE;
                n->before[i] = PP_NONE;
            }
            for (uint32_t v = n->first + i; v != PP_NONE; v = n->next[v - n->first])
                seen[v - n->first] = true;
        }
    }
    free(seen);
}

void pp_picture_nodes_make(struct pp_picture_nodes *n, const struct pp_picture *picture,
                           const bool *first, const bool *last)
{
    const struct pp_graph *g = &picture->load->notes.graph;
    const struct pp_proc *proc = &g->procs[picture->proc];
    size_t size = ((size_t)proc->num_vertices + 1) * sizeof *n->next;
    *n = (struct pp_picture_nodes){.first = proc->first_vertex,
                                   .num = proc->num_vertices,
                                   .next = pp_xmalloc(size),
                                   .before = pp_xmalloc(size)};
    for (uint32_t i = 0; i < n->num; i++)
        n->next[i] = n->before[i] = PP_NONE;
    for (uint32_t i = 0; i < n->num; i++) {
        uint32_t v = n->first + i;
        if (!picture->vertex_shown[v] || pp_is_end(g, v) || (last && last[i]))
            continue;
        uint32_t e = only_edge(picture, v, true), w = e == PP_NONE ? v : g->edges[e].to;
        if (e == PP_NONE || pp_is_end(g, w) || (first && first[w - n->first]) ||
            only_edge(picture, w, false) != e)
            continue;
        if (!says_nothing(picture, e))
            continue;
        n->next[i] = w;
        n->before[w - n->first] = v;
    }
    cut_cycles(n);
}

void pp_picture_nodes_free(struct pp_picture_nodes *n)
{
    free(n->next);
    free(n->before);
}

uint32_t pp_picture_node(const struct pp_picture_nodes *n, uint32_t v)
{
    while (n->before[v - n->first] != PP_NONE)
        v = n->before[v - n->first];
    return v;
}
