/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph-check: express lanes over calls; every line begins with the word `super`. */
#include "graph-super.h"

#include "core/lanes/automaton.h"
#include "core/lanes/hot-trace.h"
#include "core/lanes/translate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is given. */

bool read_super(struct test *t, const struct words *w)
{
    if (strcmp(w->word[0], "super"))
        return false;
    if (!t->super)
        t->super = pp_xcalloc(1, sizeof *t->super);
    struct super *s = t->super;
    if (!strcmp(word(w, 1), "took")) {
        char line[1000];
        if (s->num_took == MOST_TOOK)
            die("too many paths");
        join(w, 2, "", line, sizeof line);
        s->took[s->num_took++] = copy(line);
    } else if (!strcmp(word(w, 1), "hot")) {
        for (unsigned i = 2; i < w->num && s->num_hot < MOST_TOOK; i++)
            s->hot[s->num_hot++] = strtoull(w->word[i], NULL, 10) - 1;
    } else {
        return read_joined(t, w) || read_hot_graph(t, w);
    }
    return true;
}

/* COUNT V...; * V: a surrogate leads there; > V: a recording edge does, and the path ends. */
static struct pp_path read_path(const struct test *t, const char *line)
{
    struct words w;
    split(&w, line);
    struct pp_path path = {.count = strtoull(word(&w, 0), NULL, 10)};
    path.edges = pp_xmalloc(w.num * sizeof *path.edges);
    uint32_t v = PP_NONE;
    for (unsigned i = 1; i < w.num; i++) {
        bool begins = !strcmp(w.word[i], "*"), ends = !strcmp(w.word[i], ">");
        i += begins || ends;
        uint32_t to = known(t, word(&w, i)), e = PP_NONE;
        if (begins) {
            e = find_edge(t, t->g.procs[t->g.vertices[to].proc].entry, to, true);
            path.active = path.num_edges + 1;
        } else if (v != PP_NONE) {
            e = find_edge(t, v, to, false);
        }
        if (e == PP_NONE && (v != PP_NONE || begins))
            die("a path that is none");
        if (e != PP_NONE)
            path.edges[path.num_edges++] = ends ? t->g.edges[e].ends : e;
        v = to;
    }
    path.proc = t->g.vertices[t->g.edges[path.edges[path.active]].from].proc;
    free(w.text);
    return path;
}

void make_super(struct test *t)
{
    struct super *s = t->super;
    if (!s)
        return;
    s->notes = (struct pp_notes){.graph = t->g, .units = &t->unit, .num_units = 1};
    s->profile = (struct pp_profile){.notes = &s->notes};
    s->profile.paths = pp_xcalloc(s->num_took + 1, sizeof *s->profile.paths);
    for (uint32_t i = 0; i < s->num_took; i++)
        s->profile.paths[s->profile.num_paths++] = read_path(t, s->took[i]);
    uint32_t *procs = pp_xmalloc(t->g.num_procs * sizeof *procs);
    for (uint32_t p = 0; p < t->g.num_procs; p++)
        procs[p] = p;
    pp_automaton_init(&s->a, &t->g, procs, t->g.num_procs);
    pp_automaton_follow_calls(&s->a, !pp_mode_row(t->unit.params.mode)->in_pieces);
    pp_automaton_add_all(&s->a, &s->profile, s->hot, s->num_hot, UINT32_MAX);
    pp_trace(&s->h, &s->a);
    pp_translate(&s->h, &s->a, &s->profile);
    free(procs);
    make_hot_graph(t);
}

void free_super(struct test *t)
{
    struct super *s = t->super;
    if (!s)
        return;
    for (uint32_t i = 0; i < s->num_took; i++)
        free(s->took[i]);
    free_hot_graph(t);
    pp_hot_graph_free(&s->h);
    pp_automaton_free(&s->a);
    pp_profile_free(&s->profile);
    free(s);
}

/* ---- What is expected. */

static uint32_t state(const struct words *w, unsigned i)
{
    return (uint32_t)strtoul(word(w, i), NULL, 10);
}

/* The copy that words I and I + 1 name; PP_NONE if there is none. */
static uint32_t copy_at(const struct test *t, const struct words *w, unsigned i)
{
    return pp_hot_find(&t->super->h, known(t, word(w, i)), state(w, i + 1));
}

/* From the copy at words 2 and 3 to that at 4 and 5, labelled CALL; PP_NONE if there is none. */
static uint32_t link_at(const struct test *t, const struct words *w, uint32_t call)
{
    const struct pp_hot_graph *h = &t->super->h;
    uint32_t from = copy_at(t, w, 2), to = copy_at(t, w, 4);
    if (from == PP_NONE || to == PP_NONE)
        return PP_NONE;
    uint32_t e = h->vertices[from].first_out;
    while (e != PP_NONE && (h->edges[e].to != to || h->edges[e].call != call))
        e = h->edges[e].next_out;
    return e;
}

static uint32_t next_state(const struct test *t, const struct words *w)
{
    const struct pp_automaton *a = &t->super->a;
    uint32_t to = known(t, word(w, 4));
    if (!strcmp(word(w, 3), "*"))
        return pp_automaton_resume(
            a, state(w, 2), find_edge(t, t->g.procs[t->g.vertices[to].proc].entry, to, true));
    uint32_t e = find_edge(t, known(t, word(w, 3)), to, false);
    if (e == PP_NONE)
        die("there is no such edge");
    return t->g.edges[e].kind == PP_CALL_EDGE ? pp_automaton_call(a, state(w, 2), e)
                                              : pp_automaton_step(a, state(w, 2), e);
}

/* The states of V's copies, rising. */
static void show_copies(const struct test *t, uint32_t vertex, char *got, size_t size)
{
    char decimal[16];
    for (uint32_t q = 0; q < t->super->a.num_states; q++) {
        if (pp_hot_find(&t->super->h, vertex, q) == PP_NONE)
            continue;
        snprintf(decimal, sizeof decimal, "%u", q);
        append(got, size, "", decimal);
    }
}

bool expect_super(struct test *t, const struct words *w, char *got, size_t size, bool *good)
{
    const struct super *s = t->super;
    if (strcmp(w->word[0], "super"))
        return false;
    const char *what = word(w, 1);
    *good = false;
    if (!strcmp(what, "states")) {
        *good = number(got, size, s->a.num_states, word(w, 2));
    } else if (!strcmp(what, "vertices")) {
        *good = number(got, size, s->h.num_vertices, word(w, 2));
    } else if (!strcmp(what, "edges")) {
        *good = number(got, size, s->h.num_edges, word(w, 2));
    } else if (!strcmp(what, "next")) {
        *good = number(got, size, next_state(t, w), word(w, 6));
    } else if (!strcmp(what, "back")) {
        uint32_t call = pp_call_edge(&t->g, known(t, word(w, 3)));
        *good = number(got, size, pp_automaton_return(&s->a, state(w, 2), call, state(w, 4)),
                       word(w, 6));
    } else if (!strcmp(what, "copies")) {
        char expected[200];
        join(w, 4, "=", expected, sizeof expected);
        show_copies(t, known(t, word(w, 2)), got, size);
        *good = !strcmp(got, expected);
    } else if (!strcmp(what, "link") || !strcmp(what, "nolink")) {
        *good = (link_at(t, w, PP_NONE) != PP_NONE) == (*what == 'l');
    } else if (!strcmp(what, "comes")) {
        *good = link_at(t, w, copy_at(t, w, 6)) != PP_NONE;
    } else if (!strcmp(what, "count")) {
        uint32_t v = copy_at(t, w, 2), e = w->num > 5 ? link_at(t, w, PP_NONE) : PP_NONE;
        if (v == PP_NONE || (w->num > 5 && e == PP_NONE))
            die("there is no such copy");
        *good = number(got, size, e == PP_NONE ? s->h.vertices[v].count : s->h.edges[e].count,
                       word(w, w->num - 1));
    } else if (!expect_taken_in(t, w, got, size, good) && !expect_hot_graph(t, w, got, size, good)) {
        die("no such line");
    }
    return true;
}
