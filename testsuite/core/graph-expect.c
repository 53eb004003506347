/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph-check: what is expected of one procedure, and of edges in all modes. */
#include "graph-check.h"

#include "core/transform/collapse.h"
#include "core/number/decode.h"

#include <gmp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t find_edge(const struct test *t, uint32_t from, uint32_t to, bool surrogate)
{
    for (uint32_t e = t->g.vertices[from].first_out; e != PP_NONE; e = t->g.edges[e].next_out)
        if (t->g.edges[e].to == to && (t->g.edges[e].kind == PP_SURROGATE) == surrogate)
            return e;
    return PP_NONE;
}

uint32_t named_edge(const struct test *t, const struct words *w, bool surrogate)
{
    uint32_t e = find_edge(t, known(t, word(w, 1)), known(t, word(w, 2)), surrogate);
    if (e == PP_NONE)
        die("no such edge");
    return e;
}

bool text(char *got, size_t size, const char *value, const char *expected)
{
    snprintf(got, size, "%s", value);
    return !strcmp(value, expected);
}

bool number(char *got, size_t size, uint64_t value, const char *expected)
{
    snprintf(got, size, "%" PRIu64, value);
    return !strcmp(got, expected);
}

bool big_number(char *got, size_t size, struct pp_num value, const char *expected)
{
    char *decimal = pp_num_text(value);
    bool good = text(got, size, decimal, expected);
    free(decimal);
    return good;
}

static bool real(char *got, size_t size, double value, const char *expected)
{
    snprintf(got, size, "%.10g", value);
    return fabs(value - strtod(expected, NULL)) < 1e-9;
}

static bool is_inside(const struct pp_edge *e)
{
    return e->kind == PP_FLOW || e->kind == PP_SUMMARY;
}

/* A label; a number is its value where there is one completion. */
static bool linear(const struct test *t, char *got, size_t size, struct pp_linear f,
                   const char *expected)
{
    if (*expected != '<')
        return big_number(got, size, pp_apply(t->n.numbers, f, pp_word(1)), expected);
    char *a = pp_num_text(f.a), *b = pp_num_text(f.b);
    snprintf(got, size, "<%s,%s>", a, b);
    free(a);
    free(b);
    return !strcmp(got, expected);
}

/* The label that the words from I on expect: <A,B>, or N, or "at X N": its value at X. */
static bool labelled(const struct test *t, char *got, size_t size, struct pp_linear f,
                     const struct words *w, unsigned i)
{
    if (strcmp(word(w, i), "at"))
        return linear(t, got, size, f, word(w, i));
    struct pp_num x = pp_word(strtoull(word(w, i + 1), NULL, 10));
    return big_number(got, size, pp_apply(t->n.numbers, f, x), word(w, i + 2));
}

/* Is the set of edges with FLAG what is expected? */
static bool flagged(struct test *t, const struct words *w, unsigned flag, char *got, size_t size)
{
    unsigned num = 0;
    bool good = true;
    snprintf(got, size, "other edges");
    for (uint32_t e = 0; e < t->g.num_edges; e++)
        num += is_inside(&t->g.edges[e]) && (t->g.edges[e].flags & flag);
    if (!strcmp(word(w, 1), "none"))
        return num == 0;
    if (!strcmp(word(w, 1), "some"))
        return num > 0;
    for (unsigned i = 1; i < w->num; i++) {
        char *dash = strchr(w->word[i], '-');
        if (!dash)
            die("edges are written A-B here");
        *dash = '\0';
        uint32_t e = find_edge(t, known(t, w->word[i]), known(t, dash + 1), false);
        good &= e != PP_NONE && (t->g.edges[e].flags & flag);
    }
    return good && num == w->num - 1;
}

static bool exact(const struct test *t, const struct words *w, char *got, size_t size)
{
    const char *total = pp_text(&t->g, t->g.procs[0].exact_paths), *expected = word(w, 1);
    const char *hat = strchr(expected, '^');
    if (!hat)
        return text(got, size, *total ? total : "same", expected);
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, (unsigned long)atol(expected), (unsigned long)atol(hat + 1));
    char *decimal = mpz_get_str(NULL, 10, power);
    bool good = !strcmp(decimal, total);
    snprintf(got, size, "%.40s... of %zu digits", total, strlen(total));
    free(decimal);
    mpz_clear(power);
    return good;
}

/* Writes the path numbered NUMBER to GOT as a file has it. */
static void show_path(const struct test *t, uint64_t number, char *got, size_t size)
{
    uint32_t cap = pp_longest_path(&t->g, &t->n, 0);
    uint32_t *path = pp_xmalloc(cap * sizeof *path);
    uint32_t length = pp_decode(&t->g, &t->n, 0, number, path, cap);
    *got = '\0';
    uint32_t active = pp_active_suffix(&t->g, &t->n, path, length);
    for (uint32_t i = 0; i < length; i++) {
        if (i && i == active)
            append(got, size, "", "|");
        const struct pp_edge *e = &t->g.edges[path[i]];
        bool begins = e->kind == PP_SURROGATE && e->origin == PP_NONE && !pp_is_over(&t->g, e);
        if (begins)
            append(got, size, pp_is_entering(&t->g, e) ? "+ " : "* ", name_of(t, e->to));
        else if (i == 0)
            append(got, size, "", name_of(t, e->from));
        if (pp_leads_to_step(&t->g, e))
            append(got, size, "over ", name_of(t, e->to));
        else if (e->origin != PP_NONE)
            append(got, size, "> ", name_of(t, t->g.edges[e->origin].to));
        else if (!begins)
            append(got, size, "", name_of(t, e->to));
    }
    free(path);
}

const struct pp_action *action(const struct test *t, enum pp_place place, uint32_t at)
{
    for (uint32_t i = 0; i < t->plans[0].num_actions; i++)
        if (t->plans[0].actions[i].place == place && t->plans[0].actions[i].at == at)
            return &t->plans[0].actions[i];
    return NULL;
}

/* How often each number was recorded, in the order in which they first were. */
struct recorded {
    uint64_t number[100], count[100];
    unsigned num;
    bool counts; /* or else they are written one by one */
};

static void record(struct recorded *r, uint64_t number, char *got, size_t size)
{
    char decimal[32];
    unsigned i = 0;
    if (!r->counts) {
        snprintf(decimal, sizeof decimal, "%" PRIu64, number);
        append(got, size, "", decimal);
        return;
    }
    while (i < r->num && r->number[i] != number)
        i++;
    if (i == sizeof r->number / sizeof *r->number)
        die("too many numbers are recorded");
    if (i == r->num) {
        r->number[r->num++] = number;
        r->count[i] = 0;
    }
    r->count[i]++;
}

static void obey(const struct test *t, enum pp_place place, uint32_t at, struct registers *x,
                 struct recorded *r, char *got, size_t size)
{
    uint64_t number;
    for (uint32_t i = 0; i < t->plans[0].num_actions; i++) {
        const struct pp_action *a = &t->plans[0].actions[i];
        if (a->place == place && a->at == at && registers_obey(x, &t->plans[0], a, &number))
            record(r, number, got, size);
    }
}

/* Goes from *V along edge V -> TO. */
static void step(struct test *t, uint32_t *v, uint32_t to, struct registers *x, struct recorded *r,
                 char *got, size_t size)
{
    uint32_t e = find_edge(t, *v, to, false);
    if (e == PP_NONE)
        die("the run leaves the graph");
    obey(t, PP_AT_EDGE, e, x, r, got, size);
    obey(t, PP_AT_VERTEX, to, x, r, got, size);
    *v = to;
}

/* What is recorded along the vertices given. */
static bool run(struct test *t, const struct words *w, bool sideways, char *got, size_t size)
{
    char expected[1000], pair[64];
    struct registers x;
    struct recorded r = {.num = 0};
    unsigned i = 1, again = 0, times = 0;
    uint32_t v = known(t, word(w, i++));
    for (unsigned k = i; k < w->num; k++)
        r.counts |= strchr(w->word[k], ':') != NULL;
    registers_forget(&x, UINT64_C(0x5a5a5a5a5a5a5a5a));
    *got = '\0';
    if (sideways)
        obey(t, PP_AT_VERTEX, v, &x, &r, got, size);
    for (; i < w->num && strcmp(w->word[i], "="); i++) {
        if (!strcmp(w->word[i], "(")) {
            again = i;
        } else if (*w->word[i] == ')') { /* )N: what is in the brackets N times */
            if (++times < strtoul(w->word[i] + 1, NULL, 10))
                i = again;
            else
                times = 0;
        } else {
            step(t, &v, known(t, w->word[i]), &x, &r, got, size);
        }
    }
    for (unsigned k = 0; k < r.num; k++) {
        snprintf(pair, sizeof pair, "%" PRIu64 ":%" PRIu64, r.number[k], r.count[k]);
        append(got, size, "", pair);
    }
    join(w, i + 1, "=", expected, sizeof expected);
    return !strcmp(got, expected);
}

static double cost(const struct test *t)
{
    double sum = 0;
    for (uint32_t i = 0; i < t->plans[0].num_actions; i++)
        sum += t->g.edges[t->plans[0].actions[i].at].weight;
    return sum;
}

bool expect(struct test *t, const struct words *w, char *got, size_t size)
{
    static const char *const storages[] = {"array", "table", "edges", "unit", "none"};
    const char *what = w->word[0];
    const struct pp_proc *p = &t->g.procs[0];
    char expected[1000];
    bool good;
    *got = '\0';
    if (pp_mode_row(t->unit.params.mode)->crosses_calls && expect_in_scope(t, w, got, size, &good))
        return good;
    if (expect_lanes(t, w, got, size, &good) || expect_super(t, w, got, size, &good))
        return good;
    if (!strcmp(what, "numpaths") && !strcmp(word(w, 1), "<=")) {
        number(got, size, p->num_paths, "");
        return p->num_paths && p->num_paths <= strtoull(word(w, 2), NULL, 10);
    }
    if (!strcmp(what, "numbroken")) {
        uint64_t num = 0;
        for (uint32_t e = 0; e < p->num_edges; e++)
            num += !!(t->g.edges[e].flags & PP_E_BROKEN);
        number(got, size, num, "");
        return num <= strtoull(word(w, 2), NULL, 10);
    }
    if (!strcmp(what, "numpaths") || !strcmp(what, "counters"))
        return number(got, size, p->num_paths, word(w, 1));
    if (!strcmp(what, "storage"))
        return text(got, size, storages[p->storage], word(w, 1));
    if (!strcmp(what, "why")) {
        join(w, 1, "=", expected, sizeof expected);
        snprintf(got, size, "%s", pp_text(&t->g, p->why));
        return !t->planned && strstr(got, expected);
    }
    if (!strcmp(what, "exact"))
        return exact(t, w, got, size);
    if (!strcmp(what, "back"))
        return flagged(t, w, PP_E_BACK, got, size);
    if (!strcmp(what, "broken"))
        return flagged(t, w, PP_E_BROKEN, got, size);
    if (!strcmp(what, "weight"))
        return real(got, size, t->g.edges[named_edge(t, w, false)].weight, word(w, 3));
    if (!strcmp(what, "consistent"))
        return t->consistent;
    if (!strcmp(what, "contradictory"))
        return !t->consistent;
    if (!strcmp(what, "count"))
        return number(got, size, t->counts[named_edge(t, w, false)], word(w, 3));
    if (!t->planned) {
        snprintf(got, size, "not planned: %s", pp_text(&t->g, p->why));
        return false;
    }
    if (!strcmp(what, "label"))
        return labelled(t, got, size, t->n.rho[named_edge(t, w, false)], w, 3);
    if (!strcmp(what, "surrogate"))
        return labelled(t, got, size, t->n.rho[named_edge(t, w, true)], w, 3);
    if (!strcmp(what, "psi"))
        return labelled(t, got, size, t->n.psi[known(t, word(w, 1))], w, 2);
    if (!strcmp(what, "val") || !strcmp(what, "paths") || !strcmp(what, "k") ||
        !strcmp(what, "loops"))
        return expect_in_loops(t, w, got, size);
    if (!strcmp(what, "path")) {
        join(w, 3, "=", expected, sizeof expected);
        show_path(t, strtoull(word(w, 1), NULL, 10), got, size);
        return !strcmp(got, expected);
    }
    if (!strcmp(what, "run") || !strcmp(what, "sideways"))
        return run(t, w, *what == 's', got, size);
    if (!strcmp(what, "cost"))
        return real(got, size, cost(t), word(w, 1));
    if (!strcmp(what, "unknown"))
        return !t->known[named_edge(t, w, false)];
    if (!strcmp(what, "free"))
        return !action(t, PP_AT_EDGE, named_edge(t, w, false));
    die("no such line");
    return false;
}
