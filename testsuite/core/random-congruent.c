/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-lanes: path congruence (thesis 7.4) by enumeration of all paths of some length, in arrays
   of edges that are searched from end to end. */
#include "random-lanes.h"

#include <stdlib.h>

#define MOST_LISTED 3000

/* Paths, each by its edges mixed into one number. */
struct listing {
    const struct pp_graph *g;
    const struct pp_hot_graph *h; /* NULL: the paths of g */
    uint64_t *paths;
    uint32_t num;
    bool full;
};

static uint64_t mix(uint64_t path, uint32_t what)
{
    return (path ^ what) * UINT64_C(0x100000001b3) + (path >> 29);
}

static void list(struct listing *l, uint32_t v, uint32_t length, uint64_t path)
{
    if (l->num == MOST_LISTED) {
        l->full = true;
        return;
    }
    l->paths[l->num++] = path;
    if (length == 0)
        return;
    if (l->h) {
        for (uint32_t e = 0; e < l->h->num_edges; e++)
            if (l->h->edges[e].from == v)
                list(l, l->h->edges[e].to, length - 1, mix(path, l->h->edges[e].edge));
        return;
    }
    for (uint32_t e = 0; e < l->g->num_edges; e++)
        if (is_inside(&l->g->edges[e]) && l->g->edges[e].from == v)
            list(l, l->g->edges[e].to, length - 1, mix(path, e));
}

static int rising(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* All paths of PROC of at most LENGTH edges from where control comes into it. */
static void list_all(struct listing *l, uint32_t proc, uint32_t length)
{
    const struct pp_proc *p = &l->g->procs[proc];
    l->num = 0;
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        if (v != p->entry && !(l->g->vertices[v].flags & PP_V_RESTART))
            continue;
        if (!l->h) {
            list(l, v, length, mix(0, v));
            continue;
        }
        const struct pp_hot_list *entries = &l->h->procs[pp_hot_find_proc(l->h, proc)].entries;
        for (uint32_t i = 0; i < entries->num; i++)
            if (l->h->vertices[entries->at[i]].vertex == v)
                list(l, entries->at[i], length, mix(0, v));
    }
    qsort(l->paths, l->num, sizeof *l->paths, rising);
}

void check_congruent(const struct pp_hot_graph *h, const char *what)
{
    struct listing in_g = {.g = h->graph}, in_h = {.g = h->graph, .h = h};
    in_g.paths = pp_xmalloc(MOST_LISTED * sizeof *in_g.paths);
    in_h.paths = pp_xmalloc(MOST_LISTED * sizeof *in_h.paths);
    for (uint32_t i = 0; i < h->num_procs; i++) {
        in_g.full = in_h.full = false;
        for (uint32_t length = 3; length <= 12; length += 3) {
            list_all(&in_g, h->procs[i].proc, length);
            list_all(&in_h, h->procs[i].proc, length);
            if (in_g.full || in_h.full)
                break;
            bool good = in_g.num == in_h.num;
            for (uint32_t k = 0; good && k < in_g.num; k++)
                good = in_g.paths[k] == in_h.paths[k];
            check(L_CONGRUENT, good, "%s: %u paths of length %u for %u", what, in_h.num, length,
                  in_g.num);
        }
    }
    free(in_g.paths);
    free(in_h.paths);
}
