/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches backward from the back edges, by the definition. */
#include "core/transform/natural-loops.h"

#include "core/graph/dfs.h"

#include <assert.h>

/* A loop being found. */
struct search {
    const struct pp_graph *g;
    const struct pp_proc *p;
    uint32_t head;
    uint32_t *marks, stamp;
    uint32_t *body, size;
};

static void visit(struct search *s, uint32_t v)
{
    uint32_t *mark = &s->marks[v - s->p->first_vertex];
    if (*mark == s->stamp)
        return;
    *mark = s->stamp;
    s->body[s->size++] = v;
}

static bool is_inside(const struct search *s, uint32_t v)
{
    return s->marks[v - s->p->first_vertex] == s->stamp;
}

static bool is_back(const struct pp_edge *e)
{
    return pp_inside(e) && (e->flags & PP_E_BACK);
}

bool pp_is_loop_head(const struct pp_graph *g, uint32_t v)
{
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (is_back(&g->edges[e]))
            return true;
    return false;
}

static void visit_predecessors(struct search *s, uint32_t v)
{
    const struct pp_graph *g = s->g;
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (pp_inside(&g->edges[e]))
            visit(s, g->edges[e].from);
}

/* Is V, found in the search, a step: the head of a collapsed loop? */
static bool is_step(const struct search *s, uint32_t v)
{
    return s->g->vertices[v].region != s->g->vertices[s->head].region;
}

/* Visits where E comes from in the graph in which S searches: a collapsed loop is one step. */
static void visit_source(struct search *s, const struct pp_edge *e)
{
    const struct pp_graph *g = s->g;
    uint32_t own = g->vertices[s->head].region, v = e->from;
    uint32_t region = g->vertices[v].region;
    while (region != own && region != PP_NONE) {
        v = region;
        region = g->vertices[region].around;
    }
    visit(s, v);
}

/* Visits what has been found and what leads there.  Another head is met before the rest of its
   loop, so that nested loops are not searched again and again. */
static enum pp_loop_kind search_back(struct search *s)
{
    const struct pp_graph *g = s->g;
    for (uint32_t next = 0; next < s->size; next++) {
        uint32_t v = s->body[next];
        bool step = is_step(s, v);
        if (v == s->p->entry)
            return PP_LOOP_IRREDUCIBLE;
        if (g->vertices[v].flags & PP_V_RESTART)
            return PP_LOOP_NONLOCAL;
        if (v == s->head)
            continue;
        if (!step && pp_is_loop_head(g, v))
            return PP_LOOP_OUTER;
        for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
            if (pp_inside(&g->edges[e]) && !(step && (g->edges[e].flags & PP_E_BACK)))
                visit_source(s, &g->edges[e]);
    }
    return PP_LOOP_GOOD;
}

/* Can E, which has an end in the loop, be what it is if the loop's paths span several iterations? */
static enum pp_loop_kind judge(const struct search *s, const struct pp_edge *e, bool from_tail)
{
    if (!pp_inside(e))
        return PP_LOOP_GOOD;
    bool from = is_inside(s, e->from), to = is_inside(s, e->to);
    bool back = to && e->to == s->head && (e->flags & PP_E_BACK);
    if ((e->flags & PP_E_BROKEN) && to && !back)
        return PP_LOOP_BROKEN;
    if ((e->flags & PP_E_ABNORMAL) && (back || from != to || from_tail))
        return PP_LOOP_NONLOCAL;
    return PP_LOOP_GOOD;
}

static enum pp_loop_kind judge_edges(const struct search *s)
{
    const struct pp_graph *g = s->g;
    for (uint32_t i = 0; i < s->size; i++) {
        uint32_t v = s->body[i];
        bool tail = false;
        enum pp_loop_kind kind = PP_LOOP_GOOD;
        if (is_step(s, v))
            continue; /* of whose ways in and out collapse.c has judged */
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
            tail |= is_back(&g->edges[e]);
        for (uint32_t e = g->vertices[v].first_out; !kind && e != PP_NONE; e = g->edges[e].next_out)
            kind = judge(s, &g->edges[e], tail);
        for (uint32_t e = g->vertices[v].first_in; !kind && e != PP_NONE; e = g->edges[e].next_in)
            kind = judge(s, &g->edges[e], false);
        if (kind)
            return kind;
    }
    return PP_LOOP_GOOD;
}

/* Begins with the head and the sources of its back edges; STEPS: with steps in the place of
   collapsed loops.  Returns whether it has any. */
static bool begin(struct search *s, bool steps)
{
    const struct pp_graph *g = s->g;
    if (!pp_is_loop_head(g, s->head))
        return false;
    visit(s, s->head);
    for (uint32_t e = g->vertices[s->head].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (is_back(&g->edges[e]) && steps)
            visit_source(s, &g->edges[e]);
        else if (is_back(&g->edges[e]))
            visit(s, g->edges[e].from);
    return true;
}

uint32_t pp_loop_body(const struct pp_graph *g, uint32_t head, uint32_t *marks, uint32_t stamp,
                      uint32_t *body)
{
    assert(stamp);
    struct search s = {g, &g->procs[g->vertices[head].proc], head, marks, stamp, body, 0};
    if (begin(&s, false))
        for (uint32_t next = 1; next < s.size; next++)
            visit_predecessors(&s, s.body[next]);
    return s.size;
}

enum pp_loop_kind pp_find_loop(const struct pp_graph *g, uint32_t head, uint32_t *marks,
                               uint32_t stamp, uint32_t *body, uint32_t *size)
{
    struct search s = {g, &g->procs[g->vertices[head].proc], head, marks, stamp, body, 0};
    *size = 0;
    if (!begin(&s, true))
        return PP_LOOP_NONE;
    enum pp_loop_kind kind = search_back(&s);
    if (!kind)
        kind = judge_edges(&s);
    *size = s.size;
    return kind;
}
