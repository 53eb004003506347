/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-lane-calls: vertex subsumption and edge redirection (thesis, chapter 10). */
#include "random-lane-calls.h"

#include "core/lanes/redirect.h"
#include "core/lanes/translate.h"

#include <stdlib.h>

unsigned num_gone, num_subsumed;

/* ---- What constants say, as the algorithms ask for it. */

/* Does A say at least as much as B?  What is not executable says all. */
static bool says(const struct toy_value *a, const struct toy_value *b)
{
    bool more = !a || b;
    for (unsigned x = 0; more && a && x < TOY_VARIABLES; x++)
        more = a->of[x].least >= b->of[x].least && a->of[x].most <= b->of[x].most;
    return more;
}

static bool implies(void *context, uint32_t v, uint32_t w)
{
    const struct calls_case *c = context;
    return says(c->j.in[v], c->j.in[w]);
}

/* Does VALUE, which is freed, say as much as there is known at W? */
static bool suffices(struct calls_case *c, void *value, uint32_t w)
{
    struct pp_flow flow = toy_flow(&c->toy);
    bool good = says(value, c->j.in[w]);
    if (value)
        flow.free(flow.context, value);
    return good;
}

static bool arrives(void *context, uint32_t v, uint32_t edge, uint32_t w)
{
    struct calls_case *c = context;
    struct pp_flow flow = toy_flow(&c->toy);
    if (!c->j.in[v])
        return true;
    void *out = flow.transfer(flow.context, v, c->j.in[v]);
    void *value = flow.refine(flow.context, pp_hot_out(&c->h, v, edge), out);
    flow.free(flow.context, out);
    return suffices(c, value, w);
}

static bool comes_back(void *context, uint32_t x, uint32_t call, uint32_t edge, uint32_t w)
{
    struct calls_case *c = context;
    struct pp_flow flow = toy_flow(&c->toy);
    (void)edge;
    if (!c->j.in[x] || !c->j.in[call])
        return true;
    void *exit = flow.transfer(flow.context, x, c->j.in[x]);
    void *out = flow.transfer(flow.context, call, c->j.in[call]);
    void *value = flow.come_back(flow.context, PP_NONE, exit, out);
    flow.free(flow.context, exit);
    flow.free(flow.context, out);
    return suffices(c, value, w);
}

struct pp_knowledge toy_knowledge(struct calls_case *c)
{
    return (struct pp_knowledge){c, implies, arrives, comes_back, NULL};
}

/* ---- Subsumption, by going along all paths from both vertices. */

#define MOST_STEPS 300
#define MOST_OPEN 30

struct both {
    const struct calls_case *c;
    const struct pp_hot_graph *h;
    uint32_t open1[MOST_OPEN], open2[MOST_OPEN], depth, steps;
};

static uint32_t congruent(const struct pp_hot_graph *h, uint32_t v, uint32_t edge, uint32_t call)
{
    for (uint32_t e = 0; e < h->num_edges; e++)
        if (h->edges[e].from == v && h->edges[e].edge == edge && h->edges[e].call == call)
            return h->edges[e].to;
    return PP_NONE;
}

/* Does V1 do all that V2 does, for so many edges? */
static bool mimics(struct both *b, uint32_t v1, uint32_t v2, uint32_t length)
{
    const struct pp_hot_graph *h = b->h;
    if (!says(b->c->j.in[v1], b->c->j.in[v2]))
        return false;
    if (length == 0 || b->steps++ > MOST_STEPS)
        return true;
    bool good = true;
    for (uint32_t e = h->vertices[v2].first_out; good && e != PP_NONE; e = h->edges[e].next_out) {
        const struct pp_hot_edge *edge = &h->edges[e];
        uint32_t kind = h->graph->edges[edge->edge].kind, label1 = edge->call, depth = b->depth;
        if (kind == PP_SUMMARY && pp_hot_follows(h, edge->edge))
            continue;
        if (kind == PP_RETURN && depth > 0) {
            if (edge->call != b->open2[depth - 1])
                continue;
            label1 = b->open1[--b->depth];
        }
        uint32_t open1 = b->open1[b->depth], open2 = b->open2[b->depth];
        if (kind == PP_CALL_EDGE && depth < MOST_OPEN - 1) {
            b->open1[b->depth] = v1;
            b->open2[b->depth++] = v2;
        }
        uint32_t to = congruent(h, v1, edge->edge, label1);
        if (kind != PP_CALL_EDGE || depth < MOST_OPEN - 1)
            good = to != PP_NONE && mimics(b, to, edge->to, length - 1);
        b->depth = depth;
        if (kind == PP_RETURN && depth > 0) {
            b->open1[depth - 1] = open1;
            b->open2[depth - 1] = open2;
        }
    }
    return good;
}

static void check_subsumption(struct calls_case *c)
{
    struct pp_hot_graph with;
    struct pp_subsumption s;
    struct pp_knowledge k = toy_knowledge(c);
    bool good = true;
    pp_hot_copy(&with, &c->h);
    pp_subsume(&s, &with, &k, NULL);
    for (uint32_t v = 0; good && v < with.num_vertices; v++)
        for (uint32_t w = pp_hot_copies(&with, with.vertices[v].vertex); w != PP_NONE;
             w = with.vertices[w].next_copy) {
            struct both b = {.c = c, .h = &with};
            if (v == w || !*pp_subsumes(&s, v, w))
                continue;
            num_subsumed++;
            good &= mimics(&b, v, w, 14);
        }
    check(C_SUBSUMES, good, "a vertex does not do what one does that it subsumes");
    pp_subsumption_free(&s);
    pp_hot_graph_free(&with);
}

/* ---- Redirection. */

void check_redirected(struct calls_case *c, const struct pp_hot_graph *h, const uint32_t *like,
                      const char *what)
{
    struct toy_value **values = pp_xcalloc((size_t)h->num_vertices + 1, sizeof *values);
    struct call_counts counts;
    bool held;
    for (uint32_t v = 0; v < h->num_vertices; v++)
        values[v] = c->j.in[like[v]];
    check_call_graph(c, h, what);
    bool good = count_runs(c, h, &counts, values, &held);
    check(C_REDIRECTED, good && held, "%s: a fact does not hold", what);
    free_counts(&counts);
    free(values);
}

static void redirect(struct calls_case *c, const bool *pinned, uint32_t *vertex_of)
{
    struct pp_hot_graph out;
    struct pp_knowledge k = toy_knowledge(c);
    pp_redirect(&out, vertex_of, &c->h, &k, pinned);
    uint32_t *like = pp_xmalloc(((size_t)out.num_vertices + 1) * sizeof *like);
    for (uint32_t v = 0; v < out.num_vertices; v++)
        like[v] = out.vertices[v].state;
    num_gone += c->h.num_vertices - out.num_vertices;
    check_redirected(c, &out, like, "redirected graph");
    if (pinned) {
        pp_translate_onto(&out, vertex_of, &c->h, &c->a, &c->profile);
        check_call_counts(c, &out, "redirected graph");
    }
    free(like);
    pp_hot_graph_free(&out);
}

void check_redirection(struct calls_case *c)
{
    uint32_t num = c->h.num_vertices;
    bool *pinned = pp_xcalloc((size_t)num + 1, sizeof *pinned);
    uint32_t *vertex_of = pp_xmalloc(((size_t)num + 1) * sizeof *vertex_of);
    for (uint32_t v = 0; v < num; v++)
        vertex_of[v] = v;
    pp_find_pinned(pinned, &c->h, vertex_of, &c->h, &c->a, &c->profile);
    check_subsumption(c);
    redirect(c, NULL, vertex_of);
    redirect(c, pinned, vertex_of);
    free(pinned);
    free(vertex_of);
}
