/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph-check: reading what describes a graph. */
#include "graph-check.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int kind;
    unsigned flags;
} vertex_words[] =
    {
        {"block", PP_BLOCK, 0},          {"call", PP_CALL, 0},
        {"return", PP_RETURN_SITE, 0},   {"restart", -1, PP_V_RESTART},
        {"leaves", -1, PP_V_MAY_LEAVE},  {"goto", -1, PP_V_GOTO},
        {"indirect", -1, PP_V_INDIRECT},
},
  edge_words[] = {
      {"summary", PP_SUMMARY, 0},      {"true", -1, PP_E_TRUE}, {"false", -1, PP_E_FALSE},
      {"case", -1, PP_E_CASE},         {"eh", -1, PP_E_EH},     {"abnormal", -1, PP_E_ABNORMAL},
      {"noreturn", -1, PP_E_NORETURN},
};

/* The procedure that is being described: one called as the graph if no line has begun any. */
static uint32_t current(struct test *t)
{
    if (!t->g.num_procs) {
        pp_add_proc(&t->g, t->name, t->name);
        t->names[t->num_names++] = copy("Entry");
        t->names[t->num_names++] = copy("Exit");
    }
    return t->g.num_procs - 1;
}

static uint32_t new_vertex(struct test *t, enum pp_vertex_kind kind)
{
    uint32_t proc = current(t);
    return pp_add_vertex(&t->g, proc, kind, t->g.num_vertices);
}

/* Calls the vertex that was added last NAME. */
static void give_name(struct test *t, uint32_t v, const char *name)
{
    if (v >= MOST_NAMES)
        die("too many vertices with names");
    while (t->num_names < v) /* vertices without a name */
        t->names[t->num_names++] = NULL;
    t->names[t->num_names++] = copy(name);
}

static bool has_name(const struct test *t, uint32_t v, const char *name)
{
    return v < t->num_names && t->names[v] && !strcmp(t->names[v], name);
}

/* The vertex called NAME in the procedure that is being described, which is made if need be. */
static uint32_t vertex(struct test *t, const char *name)
{
    uint32_t proc = current(t);
    for (uint32_t v = t->g.procs[proc].first_vertex; v < t->g.num_vertices; v++)
        if (has_name(t, v, name))
            return v;
    uint32_t v = new_vertex(t, PP_BLOCK);
    give_name(t, v, name);
    return v;
}

static void read_vertex(struct test *t, const struct words *w)
{
    uint32_t v = vertex(t, word(w, 1));
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
    uint32_t from = vertex(t, word(w, 1)), to = vertex(t, word(w, 2));
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
    uint32_t from = vertex(t, word(w, 1)), last = vertex(t, word(w, 3));
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
    uint32_t from = vertex(t, word(w, 1)), last = vertex(t, word(w, 3));
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

/* proc NAME [outside] [ENTRY EXIT] */
static void read_proc(struct test *t, const struct words *w)
{
    unsigned i = 2;
    uint32_t p = pp_add_proc(&t->g, word(w, 1), word(w, 1));
    t->g.procs[p].index = p;
    if (i < w->num && !strcmp(w->word[i], "outside")) {
        t->g.procs[p].outside = true;
        i++;
    }
    give_name(t, t->g.procs[p].entry, i < w->num ? w->word[i] : "Entry");
    give_name(t, t->g.procs[p].exit, i < w->num ? word(w, i + 1) : "Exit");
}

/* call C R [CALLEE] [W] [FLAG...] */
static void read_call(struct test *t, const struct words *w)
{
    uint32_t c = vertex(t, word(w, 1)), r = vertex(t, word(w, 2));
    t->g.vertices[c].kind = PP_CALL;
    t->g.vertices[r].kind = PP_RETURN_SITE;
    uint32_t e = pp_add_edge(&t->g, c, r, PP_SUMMARY, 0);
    for (unsigned i = 3; i < w->num; i++) {
        char *end;
        double weight = strtod(w->word[i], &end);
        if (!*end) {
            t->g.edges[e].weight = weight;
        } else if (!strcmp(w->word[i], "leaves")) {
            t->g.vertices[c].flags |= PP_V_MAY_LEAVE;
        } else {
            t->calls = pp_xrealloc(t->calls, (t->num_calls + 1) * sizeof *t->calls);
            t->calls[t->num_calls++] = (struct named_call){c, copy(w->word[i])};
        }
    }
}

static enum pp_mode read_mode(const char *name)
{
    enum pp_mode mode = 0;
    while (mode < PP_MODES && strcmp(pp_mode_name(mode), name))
        mode++;
    if (mode == PP_MODES)
        die("no such mode");
    return mode;
}

bool read_description(struct test *t, const struct words *w)
{
    const char *what = w->word[0];
    if (!strcmp(what, "mode")) {
        t->unit.params.mode = read_mode(word(w, 1));
    } else if (!strcmp(what, "max")) {
        t->unit.params.max_paths = strtoull(word(w, 1), NULL, 10);
    } else if (!strcmp(what, "iterations") && w->num == 2) {
        t->unit.params.k = (uint32_t)strtoul(word(w, 1), NULL, 10);
    } else if (!strcmp(what, "iterations")) {
        uint32_t head = vertex(t, word(w, 1));
        t->g.vertices[head].wanted_k = (uint8_t)strtoul(word(w, 2), NULL, 10);
    } else if (!strcmp(what, "cut") || !strcmp(what, "depth")) {
        char *wrong = *what == 'c' ? pp_rules_cut(&t->rules, word(w, 1))
                                   : pp_rules_depth(&t->rules, word(w, 1));
        if (wrong)
            die(wrong);
    } else if (!strcmp(what, "recursion")) {
        t->unit.params.recursion = !strcmp(word(w, 1), "context");
    } else if (!strcmp(what, "loops") && w->num == 2 && !strcmp(word(w, 1), "context")) {
        t->unit.params.loops = true;
    } else if (!strcmp(what, "array")) {
        t->unit.params.array_limit = strtoull(word(w, 1), NULL, 10);
    } else if (!strcmp(what, "entered")) {
        t->by_callers = true;
        t->entered = strtoull(word(w, 1), NULL, 10);
    } else if (!strcmp(what, "wide")) {
        t->unit.params.wide = (unsigned)strtoul(word(w, 1), NULL, 10);
    } else if (!strcmp(what, "proc")) {
        read_proc(t, w);
    } else if (!strcmp(what, "call")) {
        read_call(t, w);
    } else if (!strcmp(what, "vertex")) {
        read_vertex(t, w);
    } else if (!strcmp(what, "edge")) {
        read_edge(t, w);
    } else if (!strcmp(what, "switch")) {
        for (unsigned i = 2; i < w->num; i++) {
            uint32_t from = vertex(t, word(w, 1)), to = vertex(t, w->word[i]);
            pp_add_edge(&t->g, from, to, PP_FLOW, PP_E_CASE);
        }
    } else if (!strcmp(what, "diamonds")) {
        read_diamonds(t, w);
    } else if (!strcmp(what, "nest")) {
        read_nest(t, w);
    } else if (!strcmp(what, "stmts")) {
        t->g.vertices[vertex(t, word(w, 1))].stmts = (uint32_t)atoi(word(w, 2));
    } else if (!strcmp(what, "weights")) {
        t->static_weights = true;
    } else {
        return read_lanes(t, w) || read_super(t, w);
    }
    return true;
}

uint32_t known_proc(const struct test *t, const char *name)
{
    for (uint32_t p = 0; p < t->g.num_procs; p++)
        if (!strcmp(pp_text(&t->g, t->g.procs[p].name), name))
            return p;
    die("no such procedure");
    return PP_NONE;
}

/* Calls are linked in the order of their vertices, as the notes have them. */
static int by_vertex(const void *a, const void *b)
{
    const struct named_call *x = a, *y = b;
    return x->vertex < y->vertex ? -1 : x->vertex > y->vertex;
}

void finish_graph(struct test *t)
{
    current(t);
    if (t->num_calls)
        qsort(t->calls, t->num_calls, sizeof *t->calls, by_vertex);
    for (uint32_t i = 0; i < t->num_calls; i++) {
        pp_link_call(&t->g, t->calls[i].vertex, known_proc(t, t->calls[i].callee));
        free(t->calls[i].callee);
    }
    free(t->calls);
    t->calls = NULL;
}

uint32_t known(const struct test *t, const char *name)
{
    const char *dot = strchr(name, '.'), *in_proc = dot ? dot + 1 : name;
    uint32_t found = PP_NONE;
    for (uint32_t v = 0; v < t->num_names; v++) {
        const char *proc = pp_text(&t->g, t->g.procs[t->g.vertices[v].proc].name);
        size_t length = dot ? (size_t)(dot - name) : 0;
        if (!has_name(t, v, in_proc) ||
            (dot && (strlen(proc) != length || strncmp(proc, name, length))))
            continue;
        if (found != PP_NONE)
            die("two vertices have that name: say which procedure");
        found = v;
    }
    if (found == PP_NONE)
        die("no such vertex");
    return found;
}

const char *name_of(const struct test *t, uint32_t v)
{
    return v < t->num_names && t->names[v] ? t->names[v] : "?";
}
