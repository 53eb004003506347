/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transform/collapse.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/dfs.h"
#include "core/transform/transform.h"
#include "core/transform/natural-loops.h"

/* A natural loop. */
struct natural {
    uint32_t head, size;
    uint32_t *body; /* head first */
};

struct naturals {
    struct natural *loops;
    uint32_t num, room;
};

struct collapser {
    struct pp_graph *g;
    const struct pp_proc *p;
    struct naturals chosen; /* to be collapsed */
    /* Indexed by vertex, the procedure's first at 0. */
    uint32_t *marks, *body;
    uint32_t *enters; /* of a collapsed head: its surrogate Entry -> h */
    uint32_t stamp;
};

static struct natural *append(struct naturals *n, uint32_t head, const uint32_t *body,
                              uint32_t size)
{
    n->loops = pp_grow(n->loops, &n->room, n->num, 1, sizeof *n->loops);
    struct natural *loop = &n->loops[n->num++];
    *loop = (struct natural){head, size, pp_xmalloc(size * sizeof *body)};
    memcpy(loop->body, body, size * sizeof *body);
    return loop;
}

static void forget(struct naturals *n)
{
    for (uint32_t i = 0; i < n->num; i++)
        free(n->loops[i].body);
    free(n->loops);
    *n = (struct naturals){0};
}

/* Finds the natural loop of HEAD: in c->body, and marked with c->stamp.  Returns its size. */
static uint32_t find(struct collapser *c, uint32_t head)
{
    return pp_loop_body(c->g, head, c->marks, ++c->stamp, c->body);
}

static bool is_marked(const struct collapser *c, uint32_t v)
{
    return c->marks[v - c->p->first_vertex] == c->stamp;
}

/* The loops inside that of OUTER, which is found, to INNER.  Returns false if one of them is none
   that control enters at its head alone. */
static bool find_inner(struct collapser *c, const struct natural *outer, struct naturals *inner)
{
    for (uint32_t i = 1; i < outer->size; i++) {
        uint32_t head = outer->body[i], size = find(c, head);
        if (!size)
            continue;
        if (is_marked(c, outer->head) || is_marked(c, c->p->entry))
            return false;
        append(inner, head, c->body, size);
    }
    return true;
}

static int largest_first(const void *a, const void *b)
{
    const struct natural *x = a, *y = b;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return x->head < y->head ? -1 : x->head > y->head;
}

/* Keeps those of LOOPS, all inside one, that are in none of the others. */
static void keep_outermost(struct collapser *c, struct naturals *loops)
{
    uint32_t num = 0;
    if (loops->num)
        qsort(loops->loops, loops->num, sizeof *loops->loops, largest_first);
    c->stamp++;
    for (uint32_t i = 0; i < loops->num; i++) {
        if (is_marked(c, loops->loops[i].head)) {
            free(loops->loops[i].body);
            continue;
        }
        loops->loops[num++] = loops->loops[i];
        for (uint32_t k = 0; k < loops->loops[num - 1].size; k++)
            c->marks[loops->loops[num - 1].body[k] - c->p->first_vertex] = c->stamp;
    }
    loops->num = num;
}

/* Can code be placed where control enters and leaves LOOP, whose body is marked, and is every path
   that enters it seen to leave it? */
static bool is_closed(const struct collapser *c, const struct natural *loop)
{
    const struct pp_graph *g = c->g;
    for (uint32_t i = 0; i < loop->size; i++) {
        uint32_t v = loop->body[i];
        if (pp_pending_edge(g, v) != PP_NONE)
            return false;
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
            const struct pp_edge *edge = &g->edges[e];
            bool restarts = g->vertices[edge->to].flags & PP_V_RESTART;
            if (pp_inside(edge) && !is_marked(c, edge->to) &&
                ((edge->flags & PP_E_ABNORMAL) || restarts))
                return false;
        }
    }
    for (uint32_t e = g->vertices[loop->head].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (pp_inside(&g->edges[e]) && (g->edges[e].flags & PP_E_ABNORMAL))
            return false;
    return true;
}

/* Chooses the loops directly inside that of HEAD, which is wanted. */
static void choose(struct collapser *c, uint32_t head)
{
    struct naturals outer = {0}, inner = {0};
    uint32_t size = find(c, head);
    bool good = size > 0 && !is_marked(c, c->p->entry);
    for (uint32_t i = 0; i < size && good; i++)
        good = !(c->g->vertices[c->body[i]].flags & PP_V_RESTART);
    if (good) {
        const struct natural *loop = append(&outer, head, c->body, size);
        good = find_inner(c, loop, &inner);
    }
    keep_outermost(c, &inner);
    for (uint32_t i = 0; i < inner.num && good; i++) {
        find(c, inner.loops[i].head);
        good = is_closed(c, &inner.loops[i]);
    }
    for (uint32_t i = 0; i < inner.num && good; i++)
        append(&c->chosen, inner.loops[i].head, inner.loops[i].body, inner.loops[i].size);
    forget(&outer);
    forget(&inner);
}

/* Says of every vertex in which of the chosen loops it is: the smallest. */
static void set_regions(struct collapser *c)
{
    struct naturals *chosen = &c->chosen;
    qsort(chosen->loops, chosen->num, sizeof *chosen->loops, largest_first);
    for (uint32_t i = chosen->num; i-- > 0;) {
        const struct natural *loop = &chosen->loops[i];
        for (uint32_t k = 0; k < loop->size; k++) {
            struct pp_vertex *v = &c->g->vertices[loop->body[k]];
            if (v->region == PP_NONE)
                v->region = loop->head;
            else if (v->region == loop->body[k] && v->around == PP_NONE)
                v->around = loop->head;
        }
    }
    c->g->num_collapsed += chosen->num;
}

/* E, an edge of the program, leads out of collapsed loops, or into one, or both. */
static void cross(struct collapser *c, uint32_t e)
{
    struct pp_graph *g = c->g;
    uint32_t to = g->edges[e].to, region = pp_region_from(g, &g->edges[e]);
    bool back = g->edges[e].flags & PP_E_BACK, enters = pp_is_collapsed(g, to) && !back;
    uint32_t target = enters ? g->vertices[to].around : g->vertices[to].region;
    uint32_t begins = g->edges[e].begins, at = e;
    while (region != target && region != PP_NONE) {
        if (!(g->edges[at].flags & PP_E_CUT))
            pp_cut_with_surrogate(g, at, c->p->exit);
        uint32_t over =
            pp_add_edge(g, region, to, PP_SURROGATE, PP_E_OVER | (back ? PP_E_BACK : 0));
        pp_set_begin(g, at, over);
        region = g->vertices[region].around;
        at = over;
    }
    if (enters) {
        pp_cut_with_surrogate(g, at, to);
        pp_set_begin(g, at, c->enters[to - c->p->first_vertex]);
    } else if (at != e && back) {
        pp_cut_with_surrogate(g, at, c->p->exit);
        g->edges[at].begins = begins; /* which has the weight already */
    }
}

static void cut(struct collapser *c)
{
    struct pp_graph *g = c->g;
    uint32_t first = c->p->first_vertex;
    for (uint32_t v = first; v < first + c->p->num_vertices; v++)
        if (pp_is_collapsed(g, v))
            c->enters[v - first] = pp_add_edge(g, c->p->entry, v, PP_SURROGATE, PP_E_OVER);
    for (uint32_t e = c->p->first_edge; e < c->p->first_edge + c->p->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        if (!pp_inside(edge))
            continue;
        uint32_t from = g->vertices[edge->from].region;
        bool enters = pp_is_collapsed(g, edge->to) && !(edge->flags & PP_E_BACK);
        if (enters || from != g->vertices[edge->to].region)
            cross(c, e);
    }
}

void pp_collapse_loops(struct pp_graph *g, uint32_t proc)
{
    assert(proc < g->num_procs);
    struct pp_proc p = g->procs[proc];
    struct collapser c = {.g = g, .p = &p};
    c.marks = pp_xcalloc(p.num_vertices, sizeof *c.marks);
    c.body = pp_xmalloc(p.num_vertices * sizeof *c.body);
    c.enters = pp_xcalloc(p.num_vertices, sizeof *c.enters);
    for (uint32_t v = p.first_vertex; v < p.first_vertex + p.num_vertices; v++)
        if (g->vertices[v].wanted_k > 1)
            choose(&c, v);
    if (c.chosen.num) {
        set_regions(&c);
        cut(&c);
    }
    forget(&c.chosen);
    free(c.marks);
    free(c.body);
    free(c.enters);
}
