/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph-check: what is made of hot-path supergraphs, whether traced or given: facts, partitions,
   subsumption, redirection. */
#include "graph-super.h"

#include "core/reduce/partition.h"
#include "core/reduce/quotient.h"
#include "core/redirect/redirect.h"
#include "core/redirect/alternate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading. */

static const char *const given[] = {"copy", "edge", "return", "known", "pinned"};

bool read_hot_graph(struct test *t, const struct words *w)
{
    struct super *s = t->super;
    const char *what = word(w, 1);
    char line[300];
    for (unsigned i = 0; i < sizeof given / sizeof *given; i++) {
        if (strcmp(what, given[i]))
            continue;
        if (s->num_given == MOST_GIVEN)
            die("too many lines");
        join(w, 1, "", line, sizeof line);
        s->given[s->num_given++] = copy(line);
        return true;
    }
    if (strcmp(what, "set") && strcmp(what, "sum") && strcmp(what, "unknown"))
        return false;
    struct toy_op *op = &s->code[known(t, word(w, 2))].op;
    *op = (struct toy_op){.x = (unsigned)atoi(word(w, 3))};
    op->kind = !strcmp(what, "set") ? TOY_SET : *what == 'u' ? TOY_UNKNOWN : TOY_SUM;
    if (op->kind == TOY_SUM)
        op->y = (unsigned)atoi(word(w, 4));
    if (op->kind != TOY_UNKNOWN)
        op->c = atoi(word(w, op->kind == TOY_SUM ? 5 : 4));
    return true;
}

/* NAME of a vertex that is given, or V:Q. */
uint32_t hot_vertex(const struct test *t, const char *name)
{
    const struct super *s = t->super;
    const char *colon = strchr(name, ':');
    for (uint32_t i = 0; i < s->num_copies; i++)
        if (!strcmp(s->copies[i], name))
            return i;
    char of[80];
    snprintf(of, sizeof of, "%.*s", colon ? (int)(colon - name) : 0, name);
    uint32_t v = colon ? pp_hot_find(&s->h, known(t, of), (uint32_t)atoi(colon + 1)) : PP_NONE;
    if (v == PP_NONE)
        die("there is no such copy");
    return v;
}

static void add_given(struct test *t, const struct words *w)
{
    struct super *s = t->super;
    struct pp_hot_graph *h = &s->h;
    const char *what = word(w, 0);
    if (!strcmp(what, "copy")) {
        s->copies[s->num_copies++] = copy(word(w, 1));
        uint32_t of = known(t, word(w, 2)), v = pp_hot_add_vertex(h, of, s->num_copies);
        struct pp_hot_proc *p = &h->procs[t->g.vertices[of].proc];
        if (t->g.vertices[of].kind == PP_ENTRY && t->g.procs[p->proc].outside &&
            p->outside == PP_NONE)
            p->outside = v;
        return;
    }
    uint32_t from = hot_vertex(t, word(w, 1));
    if (!strcmp(what, "known")) {
        s->known[from] = atoi(word(w, 2));
        s->by_hand = true;
    } else if (!strcmp(what, "pinned")) {
        s->pinned[from] = true;
    } else {
        uint32_t to = hot_vertex(t, word(w, 2));
        uint32_t e = find_edge(t, h->vertices[from].vertex, h->vertices[to].vertex, false);
        if (e == PP_NONE)
            die("there is no such edge in the program");
        e = pp_hot_add_edge(h, from, to, e);
        if (*what == 'r')
            h->edges[e].call = hot_vertex(t, word(w, 3));
    }
}

/* ---- What is known by hand, which statements leave as it is. */

static bool implies(void *context, uint32_t v, uint32_t w)
{
    const struct super *s = context;
    return s->known[w] == 0 || s->known[v] == s->known[w];
}

static bool arrives(void *context, uint32_t v, uint32_t edge, uint32_t w)
{
    (void)edge;
    return implies(context, v, w);
}

static bool comes_back(void *context, uint32_t x, uint32_t c, uint32_t edge, uint32_t w)
{
    (void)x, (void)edge;
    return implies(context, c, w);
}

void make_hot_graph(struct test *t)
{
    struct super *s = t->super;
    struct toy_known known = {&s->toy, &s->j};
    struct pp_knowledge k = toy_knowledge(&known);
    uint32_t procs[16];
    if (s->num_given) {
        pp_hot_graph_free(&s->h);
        for (uint32_t p = 0; p < t->g.num_procs; p++)
            procs[p] = p;
        pp_hot_graph_init(&s->h, &t->g, procs, t->g.num_procs);
        s->h.calls = true;
    }
    for (uint32_t i = 0; i < s->num_given; i++) {
        struct words w;
        split(&w, s->given[i]);
        add_given(t, &w);
        free(w.text);
    }
    s->toy = (struct toy){.h = &s->h, .code = s->code};
    struct pp_flow flow = toy_flow(&s->toy);
    pp_solve(&s->j, &s->h, &flow);
    if (s->by_hand)
        k = (struct pp_knowledge){s, implies, arrives, comes_back, NULL};
    pp_hot_copy(&s->with_returns, &s->h);
    pp_subsume(&s->subsumption, &s->with_returns, &k, s->pinned);
    s->vertex_of = pp_xmalloc(((size_t)s->h.num_vertices + 1) * sizeof *s->vertex_of);
    pp_redirect(&s->redirected, s->vertex_of, &s->h, &k, s->pinned);
    pp_alternate(&s->alternation, &s->h, &s->a, NULL, &k, NULL);
}

void free_hot_graph(struct test *t)
{
    struct super *s = t->super;
    struct pp_flow flow = toy_flow(&s->toy);
    pp_solution_free(&s->j, &s->h, &flow);
    pp_subsumption_free(&s->subsumption);
    pp_hot_graph_free(&s->with_returns);
    pp_hot_graph_free(&s->redirected);
    pp_alternation_free(&s->alternation);
    free(s->vertex_of);
    for (uint32_t i = 0; i < s->num_given; i++)
        free(s->given[i]);
    for (uint32_t i = 0; i < s->num_copies; i++)
        free(s->copies[i]);
}

/* ---- What is expected. */

/* The blocks into which the blocks that are given (others are alone) are split; one is named by the
   first of its members. */
static void show_partition(const struct test *t, const struct words *w, char *got, size_t size)
{
    const struct pp_hot_graph *h = &t->super->h;
    uint32_t *block = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *block);
    uint32_t *compact = pp_xcalloc((size_t)h->num_vertices * 2 + 2, sizeof *compact), num = 0;
    unsigned i = 2;
    for (uint32_t v = 0; v < h->num_vertices; v++)
        block[v] = v;
    uint32_t first = PP_NONE;
    for (; strcmp(word(w, i), "="); i++) {
        if (!strcmp(w->word[i], "|")) {
            first = PP_NONE;
            continue;
        }
        uint32_t v = hot_vertex(t, w->word[i]);
        first = first == PP_NONE ? v : first;
        block[v] = first;
    }
    for (uint32_t v = 0; v < h->num_vertices; v++)
        if (block[v] == v)
            compact[v] = num++;
    for (uint32_t v = 0; v < h->num_vertices; v++)
        block[v] = compact[block[v]];
    pp_partition(h, block);
    uint32_t last = PP_NONE;
    for (unsigned k = i + 1; k < w->num; k++) {
        if (!strcmp(w->word[k], "|"))
            continue;
        uint32_t b = block[hot_vertex(t, w->word[k])];
        append(got, size, "", last == PP_NONE || last == b ? "" : "|");
        append(got, size, "", w->word[k]);
        last = b;
    }
    free(block);
    free(compact);
}

static uint32_t find_return(const struct pp_hot_graph *h, uint32_t x, uint32_t r, uint32_t c)
{
    for (uint32_t e = h->vertices[x].first_out; e != PP_NONE; e = h->edges[e].next_out)
        if (h->edges[e].to == r && h->edges[e].call == c)
            return e;
    return PP_NONE;
}

/* Is there an edge between what words 2 and 3 have become, labelled with what word 4 has? */
static bool redirected(const struct test *t, const struct words *w)
{
    const struct super *s = t->super;
    uint32_t from = s->vertex_of[hot_vertex(t, word(w, 2))];
    uint32_t to = s->vertex_of[hot_vertex(t, word(w, 3))];
    uint32_t call = w->num > 4 ? s->vertex_of[hot_vertex(t, word(w, 4))] : PP_NONE;
    return from != PP_NONE && to != PP_NONE &&
           find_return(&s->redirected, from, to, call) != PP_NONE;
}

static void squeeze(char *text)
{
    char *to = text;
    for (char *p = text; *p; p++)
        if (*p != ' ' || (to > text && to[-1] != ' '))
            *to++ = *p;
    *to = '\0';
}

bool expect_hot_graph(struct test *t, const struct words *w, char *got, size_t size, bool *good)
{
    struct super *s = t->super;
    const char *what = word(w, 1);
    if (!strcmp(what, "value")) {
        const struct toy_value *v = s->j.in[hot_vertex(t, word(w, 2))];
        unsigned x = (unsigned)atoi(word(w, 3));
        if (toy_constant(v, x))
            snprintf(got, size, "%d", v->of[x].least);
        else
            snprintf(got, size, "%s", v ? "any" : "dead");
        *good = !strcmp(got, word(w, 5));
    } else if (!strcmp(what, "partition")) {
        char expected[1000];
        unsigned i = 2;
        while (strcmp(word(w, i), "="))
            i++;
        join(w, i + 1, "=", expected, sizeof expected);
        show_partition(t, w, got, size);
        squeeze(got);
        *good = !strcmp(got, expected);
    } else if (!strcmp(what, "subsumes") || !strcmp(what, "nosubsumes")) {
        *good = *pp_subsumes(&s->subsumption, hot_vertex(t, word(w, 2)),
                             hot_vertex(t, word(w, 3))) == (*what == 's');
    } else if (!strcmp(what, "added")) {
        uint32_t x = hot_vertex(t, word(w, 2)), r = hot_vertex(t, word(w, 3));
        uint32_t e = find_return(&s->with_returns, x, r, hot_vertex(t, word(w, 4)));
        *good = e != PP_NONE && e >= s->h.num_edges;
    } else if (!strcmp(what, "redirected")) {
        *good = redirected(t, w);
    } else if (!strcmp(what, "gone")) {
        *good = true;
        for (unsigned i = 2; i < w->num; i++)
            *good &= s->vertex_of[hot_vertex(t, w->word[i])] == PP_NONE;
    } else if (!strcmp(what, "left")) {
        *good = number(got, size, s->redirected.num_vertices, word(w, 2));
    } else if (!strcmp(what, "alternated")) {
        *good = number(got, size, s->alternation.graph.num_vertices, word(w, 2));
    } else if (!strcmp(what, "together") || !strcmp(what, "apart")) {
        *good = (s->alternation.vertex_of[hot_vertex(t, word(w, 2))] ==
                 s->alternation.vertex_of[hot_vertex(t, word(w, 3))]) == (*what == 't');
    } else {
        return false;
    }
    return true;
}
