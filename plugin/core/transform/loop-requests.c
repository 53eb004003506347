/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: loops by their lines, and by how much they run. */
#include "core/transform/loop-requests.h"

#include "core/graph/dfs.h"
#include "core/base/path-names.h"
#include "core/base/text.h"
#include "core/transform/transform.h"
#include "core/transform/natural-loops.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The number behind the last colon of TEXT, at most MOST, in *NUMBER; the colon becomes the end. */
static bool take_number(char *text, unsigned long most, uint32_t *number)
{
    char *colon = strrchr(text, ':'), *end;
    if (!colon || colon[1] < '0' || colon[1] > '9')
        return false;
    unsigned long value = strtoul(colon + 1, &end, 10);
    *colon = '\0';
    *number = (uint32_t)value;
    return !*end && value >= 1 && value <= most;
}

/* One FILE:LINE:K, SIZE characters at TEXT. */
static bool parse_wish(struct pp_wish *wish, const char *text, size_t size)
{
    *wish = (struct pp_wish){.file = pp_xmalloc(size + 1)};
    memcpy(wish->file, text, size);
    wish->file[size] = '\0';
    return take_number(wish->file, PP_MOST_ITERATIONS, &wish->k) &&
           take_number(wish->file, INT32_MAX, &wish->line) && *wish->file;
}

char *pp_wishes_parse(struct pp_wishes *wishes, const char *text)
{
    *wishes = (struct pp_wishes){NULL, 0};
    for (const char *p = text; *p;) {
        size_t size = strcspn(p, ",");
        wishes->wishes = pp_xrealloc(wishes->wishes, (wishes->num + 1) * sizeof *wishes->wishes);
        if (!parse_wish(&wishes->wishes[wishes->num++], p, size))
            return pp_sentence("'%.*s' is not FILE:LINE:K with K from 1 to %d", (int)size, p,
                               PP_MOST_ITERATIONS);
        p += size + (p[size] == ',');
    }
    return NULL;
}

void pp_wishes_free(struct pp_wishes *wishes)
{
    for (uint32_t i = 0; i < wishes->num; i++)
        free(wishes->wishes[i].file);
    free(wishes->wishes);
    *wishes = (struct pp_wishes){NULL, 0};
}

char *pp_wish_text(const struct pp_wish *wish)
{
    return pp_sentence("%s:%" PRIu32 ":%" PRIu32, wish->file, wish->line, wish->k);
}

bool pp_wish_has_file(const struct pp_wish *wish, const struct pp_graph *g, const char *directory)
{
    uint32_t last = PP_NONE; /* lines of one file stand together */
    for (uint32_t i = 0; i < g->num_lines; i++) {
        if (g->lines[i].file == last)
            continue;
        last = g->lines[i].file;
        if (pp_place_is(directory, pp_text(g, last), wish->file))
            return true;
    }
    return false;
}

/* Where a loop is looked for. */
struct search {
    const struct pp_graph *g;
    const struct pp_proc *p;
    const char *directory;
    const struct pp_wish *wish;
};

static bool has_line(const struct search *s, uint32_t v)
{
    const struct pp_vertex *vertex = &s->g->vertices[v];
    for (uint32_t i = 0; i < vertex->num_lines; i++) {
        const struct pp_line *line = &s->g->lines[vertex->first_line + i];
        if (line->line == s->wish->line &&
            pp_place_is(s->directory, pp_text(s->g, line->file), s->wish->file))
            return true;
    }
    return false;
}

/* The loops of a procedure, by their heads. */
struct bodies {
    uint32_t *marks, *body, size;
};

static void bodies_init(struct bodies *b, const struct pp_proc *p)
{
    b->marks = pp_xcalloc(p->num_vertices, sizeof *b->marks);
    b->body = pp_xmalloc(p->num_vertices * sizeof *b->body);
}

static void bodies_free(struct bodies *b)
{
    free(b->marks);
    free(b->body);
}

/* The smallest loop with the line; PP_NONE if there is none. */
static uint32_t find_loop(const struct search *s, struct bodies *b)
{
    const struct pp_proc *p = s->p;
    uint32_t found = PP_NONE, smallest = PP_NONE;
    memset(b->marks, 0, p->num_vertices * sizeof *b->marks);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        b->size = pp_loop_body(s->g, v, b->marks, v + 1, b->body);
        bool has = false;
        for (uint32_t i = 0; i < b->size && !has; i++)
            has = has_line(s, b->body[i]);
        if (has && b->size < smallest) {
            smallest = b->size;
            found = v;
        }
    }
    return found;
}

static bool is_in(const struct search *s)
{
    for (uint32_t v = s->p->first_vertex; v < s->p->first_vertex + s->p->num_vertices; v++)
        if (has_line(s, v))
            return true;
    return false;
}

void pp_wishes_apply(struct pp_wishes *wishes, struct pp_graph *g, uint32_t proc,
                     const char *directory)
{
    const struct pp_proc *p = &g->procs[proc];
    struct bodies b;
    bool marked = false;
    bodies_init(&b, p);
    for (uint32_t i = 0; i < wishes->num; i++) {
        struct pp_wish *wish = &wishes->wishes[i];
        struct search search = {g, p, directory, wish};
        if (!is_in(&search))
            continue;
        wish->has_code = true;
        if (!marked)
            pp_mark_backedges(g, proc);
        marked = true;
        uint32_t head = find_loop(&search, &b);
        if (head == PP_NONE)
            continue;
        g->vertices[head].wanted_k = (uint8_t)wish->k;
        wish->met = true;
    }
    bodies_free(&b);
}

/* ---- By how much they run. */

struct hot_loop {
    uint32_t head;
    double statements;
};

static int hottest_first(const void *a, const void *b)
{
    const struct hot_loop *x = a, *y = b;
    if (x->statements != y->statements)
        return x->statements > y->statements ? -1 : 1;
    return x->head < y->head ? -1 : x->head > y->head;
}

static double statements_of(const struct pp_graph *g, const struct bodies *b)
{
    double sum = 0;
    for (uint32_t i = 0; i < b->size; i++)
        for (uint32_t e = g->vertices[b->body[i]].first_in; e != PP_NONE; e = g->edges[e].next_in)
            if (pp_inside(&g->edges[e]))
                sum += g->edges[e].weight * g->vertices[b->body[i]].stmts;
    return sum;
}

static void find_hot(struct pp_graph *g, uint32_t proc, struct hot_loop **loops, uint32_t *num)
{
    const struct pp_proc *p = &g->procs[proc];
    struct bodies b;
    bodies_init(&b, p);
    pp_mark_backedges(g, proc);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        if (g->vertices[v].wanted_k || pp_find_loop(g, v, b.marks, v + 1, b.body, &b.size))
            continue;
        *loops = pp_xrealloc(*loops, (*num + 1) * sizeof **loops);
        (*loops)[(*num)++] =
            (struct hot_loop){v, statements_of(g, &b) * (p->calls < 0 ? 1 : p->calls)};
    }
    bodies_free(&b);
}

void pp_want_hottest(struct pp_graph *g, const struct pp_params *params, unsigned percent)
{
    assert(percent <= 100);
    struct hot_loop *loops = NULL;
    uint32_t num = 0;
    double total = 0, covered = 0;
    for (uint32_t p = 0; p < g->num_procs; p++)
        find_hot(g, p, &loops, &num);
    for (uint32_t i = 0; i < num; i++)
        total += loops[i].statements;
    if (num)
        qsort(loops, num, sizeof *loops, hottest_first);
    for (uint32_t i = 0; i < num; i++) {
        bool hot = covered < total * percent / 100;
        g->vertices[loops[i].head].wanted_k = hot ? (uint8_t)params->k : 1;
        covered += loops[i].statements;
    }
    free(loops);
}

void pp_want_outer(struct pp_graph *g, uint32_t proc, uint32_t k)
{
    assert(k >= 1 && k <= PP_MOST_ITERATIONS);
    const struct pp_proc *p = &g->procs[proc];
    struct bodies b;
    bodies_init(&b, p);
    pp_mark_backedges(g, proc);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        if (!g->vertices[v].wanted_k &&
            pp_find_loop(g, v, b.marks, v + 1, b.body, &b.size) == PP_LOOP_OUTER)
            g->vertices[v].wanted_k = (uint8_t)k;
    bodies_free(&b);
}
