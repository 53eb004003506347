/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs in text with what is expected of them: graph-check FILE...

   A file is a sequence of lines; # begins a comment.  What describes a graph:

     graph NAME              begins a graph; Entry and Exit are there
     mode path|edge          (path)
     max N                   most paths before edges are broken (2^64 - 1)
     array N                 most paths that are counted in an array (4096)
     vertex NAME FLAG...     block (needs no line of its own unless it has flags), call, return;
                             restart, leaves, goto
     edge A B [W] [FLAG...]  W is its weight; summary, true, false, case, eh, abnormal, noreturn
     switch A B...           an edge from A to each B
     diamonds A N B          N two-armed diamonds in a row between A and B
     nest A N B              N nested do-while loops around one block
     weights static          weights by the rules, for all edges

   What is expected; each line is a test that passes or fails:

     numpaths N | numpaths <= N    storage array|table|edges|none      why TEXT (a part of it)
     exact N | exact A^B | exact same         paths before any edge was broken
     back A-B ... | back none                 exactly these edges are BACK
     broken A-B ... | broken none | broken some      exactly these are BROKEN
     numbroken <= N
     label A B N             value of the edge A -> B of the graph
     surrogate A B N         the same for a surrogate
     path N = V...           * V: begins at V after a recording edge; U > V: ends as that is taken
     weight A B W
     run V... = N...         numbers recorded when control goes along these vertices
     sideways V... = N...    the same for control that first arrives from elsewhere
     counters N              mode edge: |E| - (|V| - 1)
     cost W                  the counters' edges' weights together
     counter A B N           not a test: what is counted on A -> B; and then
     count A B N             what its count must be
     consistent | contradictory     pp_propagate's opinion of the counters
     free A B                there is no code on A -> B */
#include "graph.h"
#include "mode.h"
#include "number.h"
#include "plan.h"
#include "profile.h"
#include "transform.h"
#include "weights.h"

#include <gmp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_WORDS 256
#define MOST_NAMES 512
#define MOST_LINES 256

struct test {
    char name[80];
    struct pp_graph g;
    struct pp_params params;
    bool static_weights;
    char *names[MOST_NAMES]; /* of the first vertices */
    uint32_t num_names;
    char *expectations[MOST_LINES];
    unsigned num_expectations;
    struct pp_numbering n;
    struct pp_plan plan;
    uint64_t *counters, *counts;
    bool planned, consistent;
};

struct words {
    char *word[MOST_WORDS];
    unsigned num;
    char *text;
};

static unsigned num_failed;
static const char *file_name;
static unsigned line_number;

static void die(const char *what)
{
    printf("FAIL: %s: line %u: %s\n", file_name, line_number, what);
    exit(1);
}

static char *copy(const char *s)
{
    size_t size = strlen(s) + 1;
    return memcpy(pp_xmalloc(size), s, size);
}

static void split(struct words *w, const char *line)
{
    w->num = 0;
    w->text = copy(line);
    for (char *p = strtok(w->text, " \t\n"); p && w->num < MOST_WORDS; p = strtok(NULL, " \t\n"))
        w->word[w->num++] = p;
}

static const char *word(const struct words *w, unsigned i)
{
    if (i >= w->num)
        die("a word is missing");
    return w->word[i];
}

/* ---- Reading a graph. */

static const struct {
    const char *name;
    int kind;
    unsigned flags;
} vertex_words[] =
    {
        {"block", PP_BLOCK, 0},         {"call", PP_CALL, 0},
        {"return", PP_RETURN_SITE, 0},  {"restart", -1, PP_V_RESTART},
        {"leaves", -1, PP_V_MAY_LEAVE}, {"goto", -1, PP_V_GOTO},
},
  edge_words[] = {
      {"summary", PP_SUMMARY, 0},      {"true", -1, PP_E_TRUE}, {"false", -1, PP_E_FALSE},
      {"case", -1, PP_E_CASE},         {"eh", -1, PP_E_EH},     {"abnormal", -1, PP_E_ABNORMAL},
      {"noreturn", -1, PP_E_NORETURN},
};

static uint32_t new_vertex(struct test *t, enum pp_vertex_kind kind)
{
    return pp_add_vertex(&t->g, 0, kind, t->g.num_vertices);
}

/* The vertex called NAME, which is made if there is none and MAKE; else PP_NONE. */
static uint32_t vertex(struct test *t, const char *name, bool make)
{
    for (uint32_t i = 0; i < t->num_names; i++)
        if (t->names[i] && !strcmp(t->names[i], name))
            return i;
    if (!make)
        return PP_NONE;
    uint32_t v = new_vertex(t, PP_BLOCK);
    if (v >= MOST_NAMES)
        die("too many vertices with names");
    while (t->num_names < v) /* vertices without a name */
        t->names[t->num_names++] = NULL;
    t->names[t->num_names++] = copy(name);
    return v;
}

static void read_vertex(struct test *t, const struct words *w)
{
    uint32_t v = vertex(t, word(w, 1), true);
    for (unsigned i = 2; i < w->num; i++) {
        unsigned k = 0, num = sizeof vertex_words / sizeof *vertex_words;
        while (k < num && strcmp(vertex_words[k].name, w->word[i]))
            k++;
        if (k == num)
            die("no such kind or flag of a vertex");
        if (vertex_words[k].kind >= 0)
            t->g.vertices[v].kind = (uint8_t)vertex_words[k].kind;
        t->g.vertices[v].flags |= (uint8_t)vertex_words[k].flags;
    }
}

static void read_edge(struct test *t, const struct words *w)
{
    uint32_t from = vertex(t, word(w, 1), true), to = vertex(t, word(w, 2), true);
    enum pp_edge_kind kind = PP_FLOW;
    unsigned flags = 0;
    double weight = 0;
    for (unsigned i = 3; i < w->num; i++) {
        char *end;
        double number = strtod(w->word[i], &end);
        if (!*end) {
            weight = number;
            continue;
        }
        unsigned k = 0, num = sizeof edge_words / sizeof *edge_words;
        while (k < num && strcmp(edge_words[k].name, w->word[i]))
            k++;
        if (k == num)
            die("no such kind or flag of an edge");
        if (edge_words[k].kind >= 0)
            kind = (enum pp_edge_kind)edge_words[k].kind;
        flags |= edge_words[k].flags;
    }
    uint32_t e = pp_add_edge(&t->g, from, to, kind, flags);
    t->g.edges[e].weight = weight;
}

static void read_diamonds(struct test *t, const struct words *w)
{
    uint32_t from = vertex(t, word(w, 1), true), last = vertex(t, word(w, 3), true);
    unsigned num = (unsigned)atoi(word(w, 2));
    for (unsigned i = 0; i < num; i++) {
        uint32_t left = new_vertex(t, PP_BLOCK), right = new_vertex(t, PP_BLOCK);
        uint32_t to = i + 1 < num ? new_vertex(t, PP_BLOCK) : last;
        pp_add_edge(&t->g, from, left, PP_FLOW, PP_E_TRUE);
        pp_add_edge(&t->g, from, right, PP_FLOW, PP_E_FALSE);
        pp_add_edge(&t->g, left, to, PP_FLOW, 0);
        pp_add_edge(&t->g, right, to, PP_FLOW, 0);
        from = to;
    }
}

static void read_nest(struct test *t, const struct words *w)
{
    uint32_t from = vertex(t, word(w, 1), true), last = vertex(t, word(w, 3), true);
    unsigned num = (unsigned)atoi(word(w, 2));
    uint32_t *heads = pp_xmalloc((num + 1) * sizeof *heads);
    for (unsigned i = 0; i <= num; i++) {
        heads[i] = new_vertex(t, PP_BLOCK);
        pp_add_edge(&t->g, i ? heads[i - 1] : from, heads[i], PP_FLOW, 0);
    }
    uint32_t v = heads[num];
    for (unsigned i = num; i-- > 0;) {
        uint32_t tail = new_vertex(t, PP_BLOCK);
        pp_add_edge(&t->g, v, tail, PP_FLOW, 0);
        pp_add_edge(&t->g, tail, heads[i], PP_FLOW, PP_E_TRUE);
        v = tail;
    }
    pp_add_edge(&t->g, v, last, PP_FLOW, PP_E_FALSE);
    free(heads);
}

/* Returns false if the line is an expectation. */
static bool read_description(struct test *t, const struct words *w)
{
    const char *what = w->word[0];
    if (!strcmp(what, "mode")) {
        t->params.mode = 0;
        while (t->params.mode < PP_MODES && strcmp(pp_mode_name(t->params.mode), word(w, 1)))
            t->params.mode++;
        if (t->params.mode == PP_MODES)
            die("no such mode");
    } else if (!strcmp(what, "max")) {
        t->params.max_paths = strtoull(word(w, 1), NULL, 10);
    } else if (!strcmp(what, "array")) {
        t->params.array_limit = strtoull(word(w, 1), NULL, 10);
    } else if (!strcmp(what, "vertex")) {
        read_vertex(t, w);
    } else if (!strcmp(what, "edge")) {
        read_edge(t, w);
    } else if (!strcmp(what, "switch")) {
        for (unsigned i = 2; i < w->num; i++) {
            uint32_t from = vertex(t, word(w, 1), true), to = vertex(t, w->word[i], true);
            pp_add_edge(&t->g, from, to, PP_FLOW, PP_E_CASE);
        }
    } else if (!strcmp(what, "diamonds")) {
        read_diamonds(t, w);
    } else if (!strcmp(what, "nest")) {
        read_nest(t, w);
    } else if (!strcmp(what, "weights")) {
        t->static_weights = true;
    } else {
        return false;
    }
    return true;
}

/* ---- Expectations. */

static uint32_t known(struct test *t, const char *name)
{
    uint32_t v = vertex(t, name, false);
    if (v == PP_NONE)
        die("no such vertex");
    return v;
}

/* The edge FROM -> TO that is, or is not, a surrogate; PP_NONE if there is none. */
static uint32_t find_edge(const struct test *t, uint32_t from, uint32_t to, bool surrogate)
{
    for (uint32_t e = t->g.vertices[from].first_out; e != PP_NONE; e = t->g.edges[e].next_out)
        if (t->g.edges[e].to == to && (t->g.edges[e].kind == PP_SURROGATE) == surrogate)
            return e;
    return PP_NONE;
}

static uint32_t named_edge(struct test *t, const struct words *w, bool surrogate)
{
    uint32_t e = find_edge(t, known(t, word(w, 1)), known(t, word(w, 2)), surrogate);
    if (e == PP_NONE)
        die("no such edge");
    return e;
}

static const char *name_of(const struct test *t, uint32_t v)
{
    return v < t->num_names && t->names[v] ? t->names[v] : "?";
}

static bool text(char *got, size_t size, const char *value, const char *expected)
{
    snprintf(got, size, "%s", value);
    return !strcmp(value, expected);
}

static bool number(char *got, size_t size, uint64_t value, const char *expected)
{
    snprintf(got, size, "%" PRIu64, value);
    return !strcmp(got, expected);
}

static bool real(char *got, size_t size, double value, const char *expected)
{
    snprintf(got, size, "%.10g", value);
    return fabs(value - strtod(expected, NULL)) < 1e-9;
}

/* Is the set of edges with FLAG what is expected? */
static bool flagged(struct test *t, const struct words *w, unsigned flag, char *got, size_t size)
{
    unsigned num = 0;
    bool good = true;
    snprintf(got, size, "other edges");
    for (uint32_t e = 0; e < t->g.procs[0].num_edges; e++)
        num += !!(t->g.edges[e].flags & flag);
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

static void append(char *got, size_t size, const char *sign, const char *name)
{
    size_t used = strlen(got);
    snprintf(got + used, size - used, "%s%s%s", used ? " " : "", sign, name);
}

/* Writes the path numbered NUMBER to GOT as a file has it. */
static void show_path(const struct test *t, uint64_t number, char *got, size_t size)
{
    uint32_t cap = t->g.num_vertices;
    uint32_t *path = pp_xmalloc(cap * sizeof *path);
    uint32_t length = pp_decode(&t->g, &t->n, 0, number, path, cap);
    *got = '\0';
    for (uint32_t i = 0; i < length; i++) {
        const struct pp_edge *e = &t->g.edges[path[i]];
        if (e->origin != PP_NONE) {
            if (i == 0)
                append(got, size, "", name_of(t, e->from));
            append(got, size, "> ", name_of(t, t->g.edges[e->origin].to));
        } else if (e->kind == PP_SURROGATE) {
            append(got, size, "* ", name_of(t, e->to));
        } else {
            if (i == 0)
                append(got, size, "", name_of(t, e->from));
            append(got, size, "", name_of(t, e->to));
        }
    }
    free(path);
}

/* Joins the words from FIRST to the one before the word STOP (or the end).  Returns the index
 * after. */
static unsigned join(const struct words *w, unsigned first, const char *stop, char *to, size_t size)
{
    unsigned i = first;
    *to = '\0';
    for (; i < w->num && strcmp(w->word[i], stop); i++)
        append(to, size, "", w->word[i]);
    return i + 1;
}

static const struct pp_action *action(const struct test *t, enum pp_place place, uint32_t at)
{
    for (uint32_t i = 0; i < t->plan.num_actions; i++)
        if (t->plan.actions[i].place == place && t->plan.actions[i].at == at)
            return &t->plan.actions[i];
    return NULL;
}

static void obey(const struct pp_action *a, uint64_t *path, char *got, size_t size)
{
    char decimal[32];
    if (!a)
        return;
    if (a->record) {
        snprintf(decimal, sizeof decimal, "%" PRIu64, (a->uses_path ? *path : 0) + a->index.b);
        append(got, size, "", decimal);
    }
    if (a->update != PP_KEEP)
        *path = a->value.b + (a->update == PP_ADD ? *path : 0);
}

/* What is recorded along the vertices given. */
static bool run(struct test *t, const struct words *w, bool sideways, char *got, size_t size)
{
    char expected[1000];
    uint64_t path = 0x5a5a5a5a5a5a5a5a; /* nobody has set it */
    unsigned i = 1;
    uint32_t v = known(t, word(w, i++));
    *got = '\0';
    if (sideways)
        obey(action(t, PP_AT_VERTEX, v), &path, got, size);
    for (; i < w->num && strcmp(w->word[i], "="); i++) {
        uint32_t to = known(t, w->word[i]), e = find_edge(t, v, to, false);
        if (e == PP_NONE)
            die("the run leaves the graph");
        obey(action(t, PP_AT_EDGE, e), &path, got, size);
        obey(action(t, PP_AT_VERTEX, to), &path, got, size);
        v = to;
    }
    join(w, i + 1, "=", expected, sizeof expected);
    return !strcmp(got, expected);
}

static double cost(const struct test *t)
{
    double sum = 0;
    for (uint32_t i = 0; i < t->plan.num_actions; i++)
        sum += t->g.edges[t->plan.actions[i].at].weight;
    return sum;
}

static bool expect(struct test *t, const struct words *w, char *got, size_t size)
{
    static const char *const storages[] = {"array", "table", "edges", "unit", "none"};
    const char *what = w->word[0];
    const struct pp_proc *p = &t->g.procs[0];
    char expected[1000];
    *got = '\0';
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
        return number(got, size, pp_apply(t->n.rho[named_edge(t, w, false)], 1), word(w, 3));
    if (!strcmp(what, "surrogate"))
        return number(got, size, pp_apply(t->n.rho[named_edge(t, w, true)], 1), word(w, 3));
    if (!strcmp(what, "path")) {
        join(w, 3, "=", expected, sizeof expected);
        show_path(t, strtoull(word(w, 1), NULL, 10), got, size);
        return !strcmp(got, expected);
    }
    if (!strcmp(what, "run") || !strcmp(what, "sideways"))
        return run(t, w, *what == 's', got, size);
    if (!strcmp(what, "cost"))
        return real(got, size, cost(t), word(w, 1));
    if (!strcmp(what, "free"))
        return !action(t, PP_AT_EDGE, named_edge(t, w, false));
    die("no such line");
    return false;
}

/* ---- One graph after the other. */

static void begin(struct test *t, const char *name)
{
    memset(t, 0, sizeof *t);
    snprintf(t->name, sizeof t->name, "%s", name);
    t->params = (struct pp_params){PP_MODE_PATH, UINT64_MAX, 4096};
    pp_graph_init(&t->g);
    pp_numbering_init(&t->n);
    pp_plan_init(&t->plan);
    pp_add_proc(&t->g, name, name);
    t->names[t->num_names++] = copy("Entry");
    t->names[t->num_names++] = copy("Exit");
}

/* Takes the counters' values from the lines that give them, and propagates. */
static void propagate(struct test *t)
{
    t->counters = pp_xcalloc(t->plan.num_actions + 1, sizeof *t->counters);
    t->counts = pp_xcalloc(t->g.num_edges + 1, sizeof *t->counts);
    for (unsigned i = 0; i < t->num_expectations; i++) {
        struct words w;
        split(&w, t->expectations[i]);
        if (!strcmp(w.word[0], "counter")) {
            const struct pp_action *a = action(t, PP_AT_EDGE, named_edge(t, &w, false));
            if (a)
                t->counters[a->index.b] = strtoull(word(&w, 3), NULL, 10);
            else
                die("there is no counter on that edge");
        }
        free(w.text);
    }
    t->consistent = pp_propagate(&t->g, 0, t->counters, t->counts);
}

static void end(struct test *t)
{
    pp_mark_backedges(&t->g, 0);
    if (t->static_weights)
        pp_static_weights(&t->g, 0);
    t->planned = pp_pipeline(&t->g, 0, &t->params, &t->n, &t->plan);
    if (t->planned && t->params.mode == PP_MODE_EDGE)
        propagate(t);
    for (unsigned i = 0; i < t->num_expectations; i++) {
        static char got[4000];
        struct words w;
        split(&w, t->expectations[i]);
        if (strcmp(w.word[0], "counter")) {
            bool good = expect(t, &w, got, sizeof got);
            num_failed += !good;
            printf("%s: %s: %s%s%s\n", good ? "PASS" : "FAIL", t->name, t->expectations[i],
                   good ? "" : ": it is ", good ? "" : got);
        }
        free(w.text);
        free(t->expectations[i]);
    }
    for (uint32_t i = 0; i < t->num_names; i++)
        free(t->names[i]);
    free(t->counters);
    free(t->counts);
    pp_graph_free(&t->g);
    pp_numbering_free(&t->n);
    pp_plan_free(&t->plan);
}

static void read_line(struct test *t, bool *open, char *line)
{
    struct words w;
    line[strcspn(line, "#\n")] = '\0';
    while (*line && strchr(" \t", line[strlen(line) - 1]))
        line[strlen(line) - 1] = '\0';
    split(&w, line);
    if (w.num && !strcmp(w.word[0], "graph")) {
        char name[80];
        if (*open)
            end(t);
        join(&w, 1, "", name, sizeof name);
        begin(t, name);
        *open = true;
    } else if (w.num && !*open) {
        die("no graph has begun");
    } else if (w.num && !read_description(t, &w)) {
        if (t->num_expectations == MOST_LINES)
            die("too many lines");
        t->expectations[t->num_expectations++] = copy(line);
    }
    free(w.text);
}

int main(int argc, char **argv)
{
    static struct test test;
    for (int i = 1; i < argc; i++) {
        char line[4000];
        bool open = false;
        FILE *f = fopen(argv[i], "r");
        file_name = argv[i];
        line_number = 0;
        if (!f)
            die("cannot be opened");
        while (fgets(line, sizeof line, f)) {
            line_number++;
            read_line(&test, &open, line);
        }
        if (open)
            end(&test);
        fclose(f);
    }
    return num_failed != 0;
}
