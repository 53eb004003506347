/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph-check: what is expected of the procedures of a unit together. */
#include "graph-check.h"

#include "core/transform/call-order.h"
#include "core/profile/profile.h"
#include "core/number/path.h"
#include "roundtrip.h"
#include "core/pipeline/scope.h"
#include "core/number/scope-decode.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void make_scope(struct test *t)
{
    t->unit.num_procs = t->g.num_procs;
    pp_scope_pipeline(&t->g, &t->unit, &t->n, t->plans);
    t->planned = t->unit.storage != PP_STORE_NONE;
    machine_init(&t->machine, &t->g, t->plans, &t->unit.params, &t->n);
}

bool notes_agree(const struct test *t, char *got, size_t size)
{
    const char *wrong = roundtrip(&t->g, &t->unit, &t->n);
    snprintf(got, size, "%s", wrong ? wrong : "");
    return !wrong;
}

/* ---- Sets of calls and procedures. */

/* The edge of call vertex C that has to do with WHAT: its call edge or its return edge. */
static uint32_t edge_of_call(const struct test *t, uint32_t c, bool back)
{
    uint32_t e = t->g.vertices[c].kind == PP_CALL ? pp_call_edge(&t->g, c) : PP_NONE;
    return e == PP_NONE ? PP_NONE : e + back;
}

/* Are the calls whose call edges, or return edges, have FLAGS, of those in MASK, the ones named? */
static bool calls(const struct test *t, const struct words *w, bool back, unsigned mask,
                  unsigned flags, char *got, size_t size)
{
    bool good = true;
    unsigned num = 0;
    for (uint32_t c = 0; c < t->g.num_vertices; c++) {
        uint32_t e = edge_of_call(t, c, back);
        if (e == PP_NONE || (t->g.edges[e].flags & mask) != flags)
            continue;
        num++;
        append(got, size, "", name_of(t, c));
    }
    if (!num)
        snprintf(got, size, "none");
    if (!strcmp(word(w, 1), "none"))
        return num == 0;
    if (!strcmp(word(w, 1), "some"))
        return num > 0;
    for (unsigned i = 1; i < w->num; i++) {
        uint32_t e = edge_of_call(t, known(t, w->word[i]), back);
        if (e == PP_NONE)
            die("that is no call of a procedure");
        good &= (t->g.edges[e].flags & mask) == flags;
    }
    return good && num == w->num - 1;
}

static bool roots(const struct test *t, const struct words *w, char *got, size_t size)
{
    bool good = true;
    unsigned num = 0;
    for (uint32_t p = 0; p < t->g.num_procs; p++) {
        if (!t->g.procs[p].root)
            continue;
        num++;
        append(got, size, "", pp_text(&t->g, t->g.procs[p].name));
    }
    for (unsigned i = 1; i < w->num; i++)
        good &= t->g.procs[known_proc(t, w->word[i])].root;
    return good && num == w->num - 1;
}

/* ---- Paths. */

static void append_vertex(const struct test *t, char *got, size_t size, const char *sign,
                          uint32_t v)
{
    append(got, size, sign, name_of(t, v));
}

/* Writes edge E of a path; ACTIVE: the active-suffix begins behind it. */
static void append_edge(const struct test *t, char *got, size_t size, uint32_t e, bool active)
{
    const struct pp_edge *edge = &t->g.edges[e];
    const char *sign = "";
    uint32_t to = edge->to;
    if (edge->origin != PP_NONE) {
        sign = "> ";
        to = t->g.edges[edge->origin].to;
    } else if (edge->kind == PP_SURROGATE) {
        sign = active ? "| " : "* ";
    } else if (edge->kind == PP_CALL_EDGE) {
        sign = "( ";
    } else if (edge->kind == PP_RETURN) {
        sign = ") ";
    } else if (edge->flags & PP_E_NORETURN) {
        sign = "! ";
    } else if (active) {
        sign = "| ";
    }
    append_vertex(t, got, size, sign, to);
}

/* Is NUMBER below the unit's number of paths? */
static bool is_number(const struct test *t, struct pp_num number)
{
    struct pp_num total = pp_word(t->unit.num_paths);
    const char *exact = pp_text(&t->g, t->unit.exact_paths);
    if (*exact)
        pp_num_parse(t->n.numbers, exact, strlen(exact), &total);
    return pp_num_compare(number, total) < 0;
}

static void show_path(const struct test *t, const char *decimal, char *got, size_t size)
{
    struct pp_num number;
    struct pp_path path = {0};
    if (!pp_num_parse(t->n.numbers, decimal, strlen(decimal), &number) || !is_number(t, number) ||
        !pp_decode_scope(&t->g, &t->n, t->unit.params.mode, t->n.starts, t->n.num_starts, number,
                         1000, &path)) {
        snprintf(got, size, "no path");
        free(path.edges);
        return;
    }
    const struct pp_edge *first = &t->g.edges[path.edges[0]];
    bool gentry = pp_mode_row(t->unit.params.mode)->in_pieces && first->kind == PP_SURROGATE &&
                  first->origin == PP_NONE;
    if (!gentry)
        append_vertex(t, got, size, "", first->from);
    for (uint32_t i = 0; i < path.num_edges; i++)
        append_edge(t, got, size, path.edges[i], path.active == i + 1);
    uint32_t at = path.active < path.num_edges ? path.active : path.num_edges - 1;
    if (t->g.vertices[t->g.edges[path.edges[at]].from].proc != path.proc)
        append(got, size, "", "(in another procedure)");
    free(path.edges);
}

/* ---- Runs. */

static void clear_stack(struct machine *m)
{
    while (m->depth)
        machine_pop(m);
}

/* Control goes on to vertex V: into a procedure, along an edge, or back to where one was entered. */
static void go_to(struct test *t, uint32_t v)
{
    struct machine *m = &t->machine;
    if (m->depth && t->g.vertices[m->stack[m->depth - 1].vertex].kind == PP_EXIT)
        machine_pop(m);
    if (t->g.vertices[v].kind == PP_ENTRY) {
        machine_enter(m, t->g.vertices[v].proc);
        return;
    }
    uint32_t e = m->depth ? find_edge(t, m->stack[m->depth - 1].vertex, v, false) : PP_NONE;
    if (e == PP_NONE)
        die("the run leaves the graph");
    machine_take(m, e);
}

static void go(struct test *t, const struct words *w, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++) {
        if (!strcmp(w->word[i], "~"))
            clear_stack(&t->machine);
        else
            go_to(t, known(t, w->word[i]));
    }
}

static bool run(struct test *t, const struct words *w, char *got, size_t size)
{
    char expected[1000];
    unsigned end = 1;
    while (end < w->num && strcmp(w->word[end], "="))
        end++;
    join(w, end + 1, "=", expected, sizeof expected);
    clear_stack(&t->machine);
    t->machine.num_records = 0;
    go(t, w, 1, end);
    for (uint32_t i = 0; i < t->machine.num_records; i++) {
        char *decimal = pp_num_text(t->machine.records[i]);
        append(got, size, "", decimal);
        free(decimal);
    }
    t->machine.num_records = 0;
    return !strcmp(got, expected);
}

static void go_on(struct test *t, const struct words *w)
{
    struct machine *m = &t->machine;
    char *end;
    unsigned long times = strtoul(word(w, 1), &end, 10);
    bool counted = !*end;
    m->num_records = 0;
    for (unsigned long i = 0; i < (counted ? times : 1); i++)
        go(t, w, counted ? 2 : 1, w->num);
    t->went = pp_xrealloc(t->went, (t->num_went + m->num_records + 1) * sizeof *t->went);
    for (uint32_t i = 0; i < m->num_records; i++)
        t->went[t->num_went++] = m->records[i];
    m->num_records = 0;
}

static int by_value(const void *a, const void *b)
{
    return pp_num_compare(*(const struct pp_num *)a, *(const struct pp_num *)b);
}

static bool counts(struct test *t, const struct words *w, char *got, size_t size)
{
    char expected[4000];
    if (t->num_went)
        qsort(t->went, t->num_went, sizeof *t->went, by_value);
    for (uint32_t i = 0, next; i < t->num_went; i = next) {
        for (next = i; next < t->num_went && !by_value(&t->went[next], &t->went[i]);)
            next++;
        char *decimal = pp_num_text(t->went[i]), text[1000];
        snprintf(text, sizeof text, "%s:%u", decimal, next - i);
        append(got, size, "", text);
        free(decimal);
    }
    t->num_went = 0;
    clear_stack(&t->machine);
    join(w, 1, "=", expected, sizeof expected);
    return !strcmp(got, expected);
}

/* ---- The lines. */

static bool refused(const struct test *t, const struct words *w, char *got, size_t size)
{
    const struct pp_proc *p = &t->g.procs[known_proc(t, word(w, 1))];
    char expected[1000];
    join(w, 2, "=", expected, sizeof expected);
    snprintf(got, size, "%s", p->storage == PP_STORE_NONE ? pp_text(&t->g, p->why) : "planned");
    return p->storage == PP_STORE_NONE && strstr(got, expected);
}

/* Lines about one procedure.  Likewise. */
static bool expect_of_proc(const struct test *t, const struct words *w, char *got, size_t size,
                           bool *good)
{
    static const struct {
        const char *word;
        size_t offset;
    } values[] = {
        {"root", offsetof(struct pp_proc_label, root_value)},
        {"gentry", offsetof(struct pp_proc_label, gentry_value)},
        {"unbalanced", offsetof(struct pp_proc_label, unbalanced)},
    };
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        if (!strcmp(w->word[0], values[i].word)) {
            struct pp_num value;
            const char *label = (const char *)&t->n.procs[known_proc(t, word(w, 1))];
            memcpy(&value, label + values[i].offset, sizeof value);
            *good = t->planned && big_number(got, size, value, word(w, 2));
            return true;
        }
    if (!strcmp(w->word[0], "begins")) {
        bool begins = t->n.procs[known_proc(t, word(w, 1))].begins;
        *good = text(got, size, begins ? "yes" : "no", word(w, 2));
        return true;
    }
    if (!strcmp(w->word[0], "refused")) {
        *good = refused(t, w, got, size);
        return true;
    }
    return false;
}

/* Lines about sets.  Likewise. */
static bool expect_set(const struct test *t, const struct words *w, char *got, size_t size,
                       bool *good)
{
    static const struct {
        const char *word;
        bool back;
        unsigned mask, flags;
    } sets[] = {
        {"recursive", false, PP_E_CUT | PP_E_BACK, PP_E_CUT | PP_E_BACK},
        {"brokencalls", false, PP_E_CUT | PP_E_BROKEN, PP_E_CUT | PP_E_BROKEN},
        {"brokenreturns", true, PP_E_CUT | PP_E_BROKEN, PP_E_CUT | PP_E_BROKEN},
        {"cutcalls", false, PP_E_CHOSEN, PP_E_CHOSEN},
        {"cutreturns", true, PP_E_CUT | PP_E_CHOSEN, PP_E_CUT | PP_E_CHOSEN},
        {"unbalancedreturns", true, PP_E_UNBALANCED, PP_E_UNBALANCED},
    };
    for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++)
        if (!strcmp(w->word[0], sets[i].word)) {
            *good = calls(t, w, sets[i].back, sets[i].mask, sets[i].flags, got, size);
            return true;
        }
    if (!strcmp(w->word[0], "roots")) {
        *good = roots(t, w, got, size);
        return true;
    }
    return false;
}

bool expect_in_scope(struct test *t, const struct words *w, char *got, size_t size, bool *good)
{
    static const char *const storages[] = {"array", "table", "edges", "unit", "none", "wide"};
    const char *what = w->word[0];
    char expected[2000];
    *good = true;
    if (!strcmp(what, "total")) {
        bool most = !strcmp(word(w, 1), "<=");
        const char *exact = pp_text(&t->g, t->unit.exact_paths);
        *good = *exact ? text(got, size, exact, word(w, 1 + most))
                       : number(got, size, t->unit.num_paths, word(w, 1 + most));
        if (most)
            *good = t->planned && t->unit.num_paths <= strtoull(word(w, 2), NULL, 10);
    } else if (!strcmp(what, "storage")) {
        *good = text(got, size, storages[t->unit.storage], word(w, 1));
    } else if (!strcmp(what, "path")) {
        join(w, 3, "=", expected, sizeof expected);
        show_path(t, word(w, 1), got, size);
        *good = !strcmp(got, expected);
    } else if (!strcmp(what, "run")) {
        *good = run(t, w, got, size);
    } else if (!strcmp(what, "go")) {
        go_on(t, w);
    } else if (!strcmp(what, "counts")) {
        *good = counts(t, w, got, size);
    } else {
        return expect_of_proc(t, w, got, size, good) || expect_set(t, w, got, size, good);
    }
    return true;
}
