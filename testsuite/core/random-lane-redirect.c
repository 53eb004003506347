/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-lane-calls: vertex subsumption and edge redirection (thesis, chapter 10). */
#include "random-lane-calls.h"

#include "core/redirect/redirect.h"
#include "core/lanes/translate.h"

#include <stdlib.h>

unsigned num_gone, num_led, num_subsumed;

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
    if (!toy_says(b->c->j.in[v1], b->c->j.in[v2]))
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

static void check_pairs(struct calls_case *c, const struct pp_knowledge *k, const bool *pinned)
{
    struct pp_hot_graph with;
    struct pp_subsumption s;
    pp_hot_copy(&with, &c->h);
    pp_subsume(&s, &with, k, pinned);
    check(C_SUBSUMES, subsumes_plainly(&s, &with, &c->h, k, pinned),
          "not what comes out pair by pair");
    pp_subsumption_free(&s);
    pp_hot_graph_free(&with);
}

static void check_subsumption(struct calls_case *c, const bool *pinned)
{
    struct pp_hot_graph with;
    struct pp_subsumption s;
    struct toy_known known = {&c->toy, &c->j};
    struct pp_knowledge k = toy_knowledge(&known);
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
    check_pairs(c, &k, NULL);
    check_pairs(c, &k, pinned);
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

/* Figure 72, asking for each edge and each copy. */
static uint32_t plain_target(const struct pp_hot_graph *h, const struct pp_knowledge *k,
                             const struct pp_subsumption *s, uint32_t e)
{
    const struct pp_hot_edge *edge = &h->edges[e];
    uint32_t best = edge->to;
    for (uint32_t v = pp_hot_copies(h, h->vertices[best].vertex); v != PP_NONE;
         v = h->vertices[v].next_copy)
        if (v != best && *pp_subsumes(s, v, best) &&
            (edge->call == PP_NONE
                 ? k->arrives(k->context, edge->from, edge->edge, v)
                 : k->comes_back(k->context, edge->from, edge->call, edge->edge, v)))
            best = v;
    return best;
}

/* OUT is the redirected graph: does each of its edges lead there? */
static bool leads_plainly(const struct calls_case *c, const struct pp_hot_graph *out,
                          const struct pp_knowledge *k, const bool *pinned)
{
    struct pp_hot_graph with;
    struct pp_subsumption s;
    bool good = true;
    pp_hot_copy(&with, &c->h);
    pp_subsume(&s, &with, k, pinned);
    for (uint32_t f = 0; f < out->num_edges; f++) {
        const struct pp_hot_edge *edge = &out->edges[f];
        uint32_t from = out->vertices[edge->from].state, e = 0;
        uint32_t call = edge->call == PP_NONE ? PP_NONE : out->vertices[edge->call].state;
        if (pp_hot_is_summary(out, f))
            continue;
        while (e < with.num_edges &&
               (with.edges[e].from != from || with.edges[e].edge != edge->edge ||
                with.edges[e].call != call))
            e++;
        good = good && e < with.num_edges &&
               out->vertices[edge->to].state == plain_target(&with, k, &s, e);
        num_led += good && with.edges[e].to != out->vertices[edge->to].state;
    }
    pp_subsumption_free(&s);
    pp_hot_graph_free(&with);
    return good;
}

static void redirect(struct calls_case *c, const bool *pinned, uint32_t *vertex_of)
{
    struct pp_hot_graph out;
    struct toy_known known = {&c->toy, &c->j};
    struct pp_knowledge k = toy_knowledge(&known);
    pp_redirect(&out, vertex_of, &c->h, &k, pinned);
    uint32_t *like = pp_xmalloc(((size_t)out.num_vertices + 1) * sizeof *like);
    for (uint32_t v = 0; v < out.num_vertices; v++)
        like[v] = out.vertices[v].state;
    num_gone += c->h.num_vertices - out.num_vertices;
    check_redirected(c, &out, like, "redirected graph");
    check(C_REDIRECTED, leads_plainly(c, &out, &k, pinned),
          "an edge is not redirected as figure 72 has it");
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
    check_subsumption(c, pinned);
    redirect(c, NULL, vertex_of);
    redirect(c, pinned, vertex_of);
    free(pinned);
    free(vertex_of);
}
