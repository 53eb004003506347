/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records moved up.  Vertices are visited from Exit backward, so that a record which has been moved
   onto an edge can be moved on over the vertex where that edge begins. */
#include "core/plan/hoist.h"

#include "core/graph/dfs.h"

#include <assert.h>
#include <stdlib.h>

/* A record is a few bytes of code in an array, a look-up in a table. */
enum { MOST_WAYS_ARRAY = 16, MOST_WAYS_TABLE = 3 };

/* What is saved, in instructions: the register set or added to; and, where the counter is known,
   its address.  A jump that code on an edge may need costs nothing beside a record in an array: without that cost
   bzip2, cjpeg and expat run 0.4 % fewer instructions, and phalanx, whose paths are in tables, would run 0.7 % more. */
enum { SAVED_UPDATE = 1, SAVED_ADDRESS = 2, COST_OF_JUMP_TABLE = 1 };

/* Below so many instructions a call of the procedure, smaller code is worth more. */
static const double LEAST_GAIN = 0.05;

struct hoist {
    const struct pp_graph *g;
    const struct pp_proc *p;
    struct pp_places *places;
    struct pp_path_value *values;
    bool table;
};

static struct pp_action *at_edge(const struct hoist *h, uint32_t e)
{
    return &h->places->at_edge[e - h->p->first_edge];
}

/* The one live edge out of V, or PP_NONE. */
static uint32_t only_way_out(const struct pp_graph *g, uint32_t v)
{
    uint32_t e = pp_first_out(g, v);
    return e != PP_NONE && pp_next_out(g, e) == PP_NONE ? e : PP_NONE;
}

/* Whether V ends in a branch of the program: then code on an edge out of it may need a jump. */
static bool branches(const struct pp_graph *g, uint32_t v)
{
    uint32_t ways = 0;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
        ways += g->edges[e].kind == PP_FLOW;
    return ways > 1;
}

static bool leaves(const struct pp_vertex *v)
{
    return v->kind == PP_CALL && (v->flags & PP_V_MAY_LEAVE);
}

/* Whether a record may be placed on D instead of behind the vertex that it enters. */
static bool can_hold(const struct hoist *h, const struct pp_edge *d)
{
    return (d->kind == PP_FLOW || d->kind == PP_SUMMARY) &&
           !(d->flags & (PP_E_CUT | PP_E_ABNORMAL)) &&
           !(d->kind == PP_SUMMARY && leaves(&h->g->vertices[d->from]));
}

/* Whether RECORD is of path + index and no more.  (Mode kpath: else it is in a loop, or leaves one.) */
static bool can_move(const struct pp_action *record)
{
    return pp_does(record, PP_DO_RECORD) && pp_does(record, PP_DO_USES_PATH) &&
           !pp_does(record, PP_DO_OUT | PP_DO_ITERATE) && !record->late;
}

/* What moving the record from behind V onto the edges into it saves, or -1 if it cannot be done. */
static double gain(const struct hoist *h, uint32_t v)
{
    double saved = 0;
    uint32_t ways = 0, first = h->g->vertices[v].first_in;
    uint32_t most_ways = h->table ? MOST_WAYS_TABLE : MOST_WAYS_ARRAY;
    bool merge = first != PP_NONE && h->g->edges[first].next_in != PP_NONE;
    for (uint32_t d = h->g->vertices[v].first_in; d != PP_NONE; d = h->g->edges[d].next_in) {
        const struct pp_edge *edge = &h->g->edges[d];
        if (!can_hold(h, edge) || ++ways > most_ways)
            return -1;
        const struct pp_action *a = at_edge(h, d);
        if (pp_does(a, PP_DO_RECORD | PP_DO_IN))
            return -1;
        bool known = a->update == PP_SET ||
                     (h->values[edge->from - h->p->first_vertex].known == PP_CONSTANT &&
                      !pp_does(a, PP_DO_OUT));
        double each = (known ? SAVED_ADDRESS : 0) + (a->update != PP_KEEP ? SAVED_UPDATE : 0);
        if (h->table && merge && a->update == PP_KEEP && branches(h->g, edge->from))
            each -= COST_OF_JUMP_TABLE;
        saved += each * edge->weight;
    }
    return saved;
}

/* Moves RECORD onto the edges into V. */
static void move(const struct hoist *h, uint32_t v, struct pp_action *record)
{
    for (uint32_t d = h->g->vertices[v].first_in; d != PP_NONE; d = h->g->edges[d].next_in) {
        struct pp_action *a = at_edge(h, d);
        pp_have_do(a, PP_DO_RECORD, true);
        pp_have_do(a, PP_DO_USES_PATH, a->update != PP_SET);
        a->index = record->index;
        if (a->update != PP_KEEP) {
            a->index.a = a->value.a; /* of an edge out of a loop of several iterations */
            a->index.b.low += a->value.b.low;
        }
        a->update = PP_KEEP;
    }
    pp_have_do(record, PP_DO_RECORD, false);
}

void pp_hoist(const struct pp_graph *g, uint32_t proc, enum pp_storage storage,
              struct pp_places *places)
{
    assert(storage == PP_STORE_ARRAY || storage == PP_STORE_TABLE);
    const struct pp_proc *p = &g->procs[proc];
    struct hoist h = {
        .g = g,
        .p = p,
        .places = places,
        .values = pp_path_values(g, proc, places),
        .table = storage == PP_STORE_TABLE,
    };
    struct pp_order order;
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    for (uint32_t i = 0; i < order.num_vertices; i++) {
        uint32_t v = order.postorder[i], e = only_way_out(g, v);
        if (e == PP_NONE || v == p->entry || leaves(&g->vertices[v]) ||
            (g->vertices[v].flags & PP_V_RESTART))
            continue;
        if (g->edges[e].origin != PP_NONE)
            e = g->edges[e].origin;
        else if (g->edges[e].kind == PP_SURROGATE)
            continue;
        struct pp_action *record = at_edge(&h, e);
        if (can_move(record) && gain(&h, v) > LEAST_GAIN)
            move(&h, v, record);
    }
    pp_order_free(&order);
    free(h.values);
}
