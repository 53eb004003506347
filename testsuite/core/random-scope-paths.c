/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The finite-path graph of a scope, and the enumeration of its paths, by definition:
   unbalanced-left paths (thesis 3.2), unbalanced-right-left paths (4.0). */
#include "random-scope.h"

#include "core/transform/rules.h"
#include "core/pipeline/scope.h"
#include "core/number/scope-decode.h"
#include "core/number/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LENGTH 400
#define MOST_STEPS 2000000

static bool is_live(const struct pp_graph *g, uint32_t e)
{
    return e != PP_NONE && !(g->edges[e].flags & PP_E_CUT);
}

static bool is_left_out(const struct pp_graph *g, uint32_t proc)
{
    return g->procs[proc].storage == PP_STORE_NONE;
}

/* Is E a surrogate that begins a path? */
static bool is_begin(const struct pp_edge *e)
{
    return e->kind == PP_SURROGATE && e->origin == PP_NONE && !(e->flags & PP_E_PENDING);
}

static bool is_split(const struct pp_graph *g, uint32_t proc)
{
    return g->vertices[g->procs[proc].entry].split != PP_NONE;
}

/* Is call edge E recursive, and keeps the context? */
static bool is_kept(const struct pp_graph *g, uint32_t e)
{
    return (g->edges[e].flags & PP_E_BACK) && is_split(g, g->vertices[g->edges[e].to].proc);
}

/* ---- The graph. */

/* Does a live path lead from a vertex to itself?  COLOUR: 0 new, 1 open, 2 done. */
static bool acyclic(const struct pp_graph *g, uint32_t v, unsigned char *colour)
{
    if (colour[v])
        return colour[v] == 2;
    colour[v] = 1;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
        uint32_t to = g->edges[e].to;
        if (!is_live(g, e) || g->edges[e].kind == PP_RETURN)
            continue;
        if (g->edges[e].kind == PP_CALL_EDGE) /* over the call, and into it */
            to = g->edges[g->edges[e].next_out].to;
        if (!acyclic(g, to, colour) || !acyclic(g, g->edges[e].to, colour))
            return false;
    }
    colour[v] = 2;
    return true;
}

/* Can procedure TO be called, over calls, by FROM? */
static bool calls(const struct pp_graph *g, uint32_t from, uint32_t to, bool *seen)
{
    if (from == to)
        return true;
    if (seen[from])
        return false;
    seen[from] = true;
    for (uint32_t c = 0; c < g->num_vertices; c++) {
        uint32_t e = g->vertices[c].proc == from ? link_of(g, c) : PP_NONE;
        if (e != PP_NONE && calls(g, g->vertices[g->edges[e].to].proc, to, seen))
            return true;
    }
    return false;
}

/* Do the rules of KIND have one for PROC?  The last of them in *RULE. */
static bool has_rule(const struct made *m, uint32_t proc, enum pp_rule_kind kind,
                     const struct pp_rule **rule)
{
    const struct pp_rules *rules = m->unit.params.rules;
    char name[20];
    snprintf(name, sizeof name, "^%s$", pp_text(&m->g, m->g.procs[proc].name));
    *rule = NULL;
    for (uint32_t i = 0; rules && i < rules->num; i++)
        if (rules->rules[i].kind == kind && !strcmp(rules->rules[i].names, name))
            *rule = &rules->rules[i];
    return *rule;
}

/* The longest chain of calls that are followed, from PROC. */
static uint32_t longest_chain(const struct pp_graph *g, uint32_t proc)
{
    uint32_t longest = 0;
    for (uint32_t c = 0; c < g->num_vertices; c++) {
        uint32_t e = g->vertices[c].proc == proc ? link_of(g, c) : PP_NONE;
        if (!is_live(g, e))
            continue;
        uint32_t chain = 1 + longest_chain(g, g->vertices[g->edges[e].to].proc);
        longest = chain > longest ? chain : longest;
    }
    return longest;
}

/* Call edge E from P to Q: is what is cut by choice what the mode and the rules say? */
static void check_choice(const struct made *m, uint32_t p, uint32_t q, uint32_t e)
{
    const struct pp_graph *g = &m->g;
    unsigned call = g->edges[e].flags, back = g->edges[e + 1].flags;
    const struct pp_rule *rule;
    bool cut = has_rule(m, q, PP_RULE_CALLS, &rule) || has_rule(m, q, PP_RULE_FUNCTIONS, &rule) ||
               has_rule(m, p, PP_RULE_FUNCTIONS, &rule);
    bool ends =
        pp_mode_row(m->unit.params.mode)->cuts_returns || has_rule(m, q, PP_RULE_RETURNS, &rule);
    bool deep = has_rule(m, p, PP_RULE_DEPTH, &rule);
    check(P_TRANSFORM, !cut || (call & PP_E_CUT), "a call is followed against the rules");
    check(P_TRANSFORM, !deep || longest_chain(g, p) <= rule->depth, "paths go down too deep");
    /* The limit may have cut more since, so that chains may have become shorter. */
    check(P_TRANSFORM, !(call & PP_E_CHOSEN) || cut || deep, "a call is cut by nobody's choice");
    if (call & PP_E_CUT)
        return;
    check(P_TRANSFORM, ends == !!(back & PP_E_CHOSEN), "a return is cut by choice or is not");
}

static void check_call(const struct made *m, uint32_t c, uint32_t e)
{
    const struct pp_graph *g = &m->g;
    bool pieces = !pp_mode_row(m->unit.params.mode)->goes_over, seen[MOST_PROCS] = {false};
    unsigned call = g->edges[e].flags, back = g->edges[e + 1].flags;
    uint32_t p = g->vertices[c].proc, q = g->vertices[g->edges[e].to].proc;
    check(P_TRANSFORM, !(call & PP_E_CUT) || (back & PP_E_CUT), "a return without its call");
    check(P_TRANSFORM, !(call & PP_E_CUT) == !(call & (PP_E_BACK | PP_E_BROKEN | PP_E_CHOSEN)),
          "a call is cut for no reason");
    check(P_TRANSFORM, !(back & PP_E_CUT) == !(back & (PP_E_BACK | PP_E_BROKEN | PP_E_CHOSEN)),
          "a return is cut for no reason");
    check(P_TRANSFORM, !(back & PP_E_UNBALANCED) || (pieces && !(back & PP_E_CUT)),
          "a return is broken twice");
    check(P_TRANSFORM, !(call & PP_E_BACK) || calls(g, q, p, seen), "a call is not recursive");
    check(P_TRANSFORM, (call & PP_E_CUT) || (!is_left_out(g, p) && !is_left_out(g, q)),
          "a call is followed to where nothing is counted");
    check(P_TRANSFORM, !(call & PP_E_CUT) || g->procs[q].root || is_kept(g, e),
          "what is called is no root");
    check_choice(m, p, q, e);
}

static void check_inside(const struct made *m, uint32_t e)
{
    const struct pp_graph *g = &m->g;
    const struct pp_edge *edge = &g->edges[e];
    const struct pp_proc *p = &g->procs[g->vertices[edge->from].proc];
    uint32_t call = edge->kind == PP_SUMMARY ? link_of(g, edge->from) : PP_NONE;
    bool restart = g->vertices[edge->to].flags & PP_V_RESTART;
    bool cut = restart || (edge->flags & (PP_E_BACK | PP_E_BROKEN)), followed = false;
    if (is_live(g, call))
        followed = !pp_mode_row(m->unit.params.mode)->goes_over || is_live(g, call + 1);
    check(P_TRANSFORM, (cut || followed) == !is_live(g, e), "edge %u is cut or is not", e);
    if (edge->ends != PP_NONE || cut) {
        const struct pp_edge *ends = &g->edges[edge->ends];
        check(P_TRANSFORM,
              cut && ends->kind == PP_SURROGATE && ends->from == edge->from &&
                  ends->to == p->exit && ends->origin == e,
              "the end of edge %u", e);
    }
    if (edge->begins != PP_NONE || cut) {
        const struct pp_edge *begins = &g->edges[edge->begins];
        bool again = (edge->flags & PP_E_BACK) && g->vertices[edge->to].split != PP_NONE;
        check(P_TRANSFORM,
              is_begin(begins) && begins->from == (again ? edge->to : p->entry) &&
                  begins->to == edge->to,
              "the beginning after edge %u", e);
    }
    if (followed && !pp_mode_row(m->unit.params.mode)->goes_over) {
        bool may = !is_live(g, call + 1) || (g->edges[call + 1].flags & PP_E_UNBALANCED);
        check(P_TRANSFORM, may == (edge->begins != PP_NONE), "what begins at return site of %u", e);
    }
}

/* Can control come from a root to a recursive call of HEAD, over calls that are followed or
   recursive and keep context, without having come through HEAD? */
static bool misses(const struct pp_graph *g, uint32_t p, uint32_t head, bool *seen)
{
    if (p == head || seen[p] || is_left_out(g, p))
        return false;
    seen[p] = true;
    for (uint32_t c = 0; c < g->num_vertices; c++) {
        uint32_t e = g->vertices[c].proc == p ? link_of(g, c) : PP_NONE;
        if (e == PP_NONE || !(is_live(g, e) || is_kept(g, e)))
            continue;
        uint32_t q = g->vertices[g->edges[e].to].proc;
        if ((q == head && is_kept(g, e)) || misses(g, q, head, seen))
            return true;
    }
    return false;
}

/* Whether control comes to P otherwise than by a call that is followed, or not at all. */
static void check_root(const struct pp_graph *g, uint32_t p)
{
    bool root = g->procs[p].outside, followed = false;
    for (uint32_t c = 0; c < g->num_vertices; c++) {
        uint32_t e = link_of(g, c);
        if (e == PP_NONE || g->edges[e].to != g->procs[p].entry)
            continue;
        root |= !is_live(g, e) && !is_kept(g, e);
        followed |= is_live(g, e);
    }
    for (uint32_t from = 0; is_split(g, p) && from < g->num_procs; from++) {
        bool seen[MOST_PROCS] = {false};
        root |= from != p && g->procs[from].root && misses(g, from, p, seen);
    }
    check(P_TRANSFORM, (root || !followed) == g->procs[p].root, "procedure %u is a root or is not",
          p);
}

void check_transform(const struct made *m)
{
    const struct pp_graph *g = &m->g;
    unsigned char *colour = calloc(g->num_vertices, 1);
    bool good = true;
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        if (!is_left_out(g, g->vertices[v].proc))
            good &= acyclic(g, v, colour);
        if (link_of(g, v) != PP_NONE)
            check_call(m, v, link_of(g, v));
    }
    free(colour);
    check(P_TRANSFORM, good, "a cycle is left");
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (is_inside(&g->edges[e]) && !is_left_out(g, g->vertices[g->edges[e].from].proc))
            check_inside(m, e);
    for (uint32_t p = 0; p < g->num_procs; p++)
        check_root(g, p);
}

/* ---- The paths. */

static struct pp_num total_of(const struct made *m)
{
    struct pp_num total = pp_word(m->unit.num_paths);
    const char *exact = pp_text(&m->g, m->unit.exact_paths);
    if (*exact)
        pp_num_parse(m->n.numbers, exact, strlen(exact), &total);
    return total;
}

struct search {
    const struct made *m;
    const struct pp_graph *g;
    bool piecewise;
    uint32_t path[MOST_LENGTH], length; /* edges */
    uint32_t open[MOST_LENGTH], depth;  /* call edges */
    bool inside;                        /* it began in the middle of a procedure */
    uint64_t found, steps;
    /* One decodes all paths, one after the other; one few of them, and what is no path in between. */
    struct pp_scope_decoder *all, *few;
    bool decoded;
};

/* Whether D, which may have decoded others, says that path NUMBER has these edges. */
static bool comes_back(const struct made *m, struct pp_scope_decoder *d, struct pp_num number,
                       const uint32_t *edges, uint32_t num)
{
    const struct pp_graph *g = &m->g;
    struct pp_path path = {.number = number};
    if (!pp_decode_next(d, number, num, &path))
        return false;
    bool good = path.num_edges == num && !memcmp(path.edges, edges, num * sizeof *edges);
    free(path.edges);
    /* The active-suffix: what comes after the last surrogate. */
    uint32_t active = 0;
    for (uint32_t i = 0; i < num; i++)
        if (is_begin(&g->edges[edges[i]]) || (g->edges[edges[i]].kind == PP_SUMMARY &&
                                              is_live(g, link_of(g, g->edges[edges[i]].from))))
            active = i + 1;
    return good && active < num && path.active == active &&
           path.proc == g->vertices[g->edges[edges[active]].from].proc;
}

static struct pp_scope_decoder *make_decoder(const struct made *m)
{
    return pp_scope_decoder_make(&m->g, &m->n, m->unit.params.mode, m->n.starts, m->n.num_starts);
}

bool is_path(const struct made *m, struct pp_num number, const uint32_t *edges, uint32_t num)
{
    struct pp_scope_decoder *d = make_decoder(m);
    bool good = comes_back(m, d, number, edges, num);
    pp_scope_decoder_free(d);
    return good;
}

static void found_path(struct search *s)
{
    struct pp_path path = {0};
    struct pp_num number = pp_word(s->found);
    s->decoded &= is_path(s->m, number, s->path, s->length) &&
                  comes_back(s->m, s->all, number, s->path, s->length);
    if (s->found % 5 == 3)
        s->decoded &= comes_back(s->m, s->few, number, s->path, s->length);
    if (s->found % 13 == 7)
        s->decoded &= !pp_decode_next(s->few, number, s->length - 1, &path);
    if (s->found % 17 == 11)
        s->decoded &= !pp_decode_next(s->few, total_of(s->m), MOST_LENGTH, &path);
    s->found++;
}

static void go_on(struct search *s, uint32_t v);

static void follow(struct search *s, uint32_t e)
{
    const struct pp_graph *g = s->g;
    const struct pp_edge *edge = &g->edges[e];
    if (s->length == MOST_LENGTH || s->steps++ > MOST_STEPS)
        return;
    s->path[s->length++] = e;
    if (edge->kind == PP_CALL_EDGE)
        s->open[s->depth++] = e;
    if (g->vertices[edge->to].kind == PP_EXIT &&
        (edge->kind == PP_SURROGATE || (edge->flags & PP_E_NORETURN)))
        found_path(s); /* at GExit */
    else
        go_on(s, edge->to);
    if (edge->kind == PP_CALL_EDGE)
        s->depth--;
    s->length--;
}

/* From Exit_P without an open parenthesis: anywhere. */
static void go_anywhere(struct search *s, uint32_t exit)
{
    const struct pp_graph *g = s->g;
    bool leaves = g->procs[g->vertices[exit].proc].root;
    for (uint32_t e = g->vertices[exit].first_out; e != PP_NONE; e = g->edges[e].next_out)
        leaves |= !is_live(g, e) || (g->edges[e].flags & PP_E_UNBALANCED);
    if (leaves)
        found_path(s);
    for (uint32_t e = g->vertices[exit].first_out; e != PP_NONE; e = g->edges[e].next_out)
        if (is_live(g, e) && !(g->edges[e].flags & PP_E_UNBALANCED))
            follow(s, e);
}

static void go_back(struct search *s, uint32_t exit)
{
    if (s->depth == 0) {
        if (s->inside)
            go_anywhere(s, exit);
        else
            found_path(s);
        return;
    }
    uint32_t call = s->open[--s->depth];
    if (call != PP_NONE && is_live(s->g, call + 1))
        follow(s, call + 1);
    else
        found_path(s);
    s->open[s->depth++] = call;
}

static void go_on(struct search *s, uint32_t v)
{
    const struct pp_graph *g = s->g;
    if (g->vertices[v].kind == PP_EXIT) {
        go_back(s, v);
        return;
    }
    for (uint32_t e = pp_first_numbered(g, v); e != PP_NONE; e = pp_next_numbered(g, e))
        if (is_live(g, e) && !(s->piecewise && is_begin(&g->edges[e])))
            follow(s, e);
    uint32_t again = g->vertices[v].split;
    if (again == PP_NONE || (s->length && s->path[s->length - 1] == again))
        return;
    if (g->vertices[v].kind == PP_ENTRY)
        s->open[s->depth++] = PP_NONE; /* the path ends where this comes back */
    follow(s, again);
    if (g->vertices[v].kind == PP_ENTRY)
        s->depth--;
}

void check_paths(const struct made *m)
{
    const struct pp_graph *g = &m->g;
    uint32_t none = 0;
    check(P_DECODE, !is_path(m, total_of(m), &none, 1), "a number too great has a path");
    if (m->unit.num_paths > MOST_PATHS)
        return;
    struct search s = {.m = m, .g = g, .decoded = true};
    s.all = make_decoder(m);
    s.few = make_decoder(m);
    s.piecewise = pp_mode_row(m->unit.params.mode)->in_pieces;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        if (!g->procs[p].root || is_left_out(g, p))
            continue;
        if (s.found <= MOST_PATHS)
            check(P_NUMBERS, pp_is_word(m->n.procs[p].root_value, s.found), "the root value of %u",
                  p);
        go_on(&s, g->procs[p].entry);
    }
    s.inside = true;
    for (uint32_t p = 0; s.piecewise && p < g->num_procs; p++) {
        uint32_t e = is_left_out(g, p) ? PP_NONE : g->vertices[g->procs[p].entry].first_out;
        for (; e != PP_NONE; e = g->edges[e].next_out)
            if (is_begin(&g->edges[e]) && is_live(g, e))
                follow(&s, e);
    }
    pp_scope_decoder_free(s.all);
    pp_scope_decoder_free(s.few);
    if (s.steps > MOST_STEPS)
        return; /* dead ends */
    check(P_NUMBERS, s.found == m->unit.num_paths, "%" PRIu64 " paths for %" PRIu64, s.found,
          m->unit.num_paths);
    check(P_DECODE, s.decoded, "a path comes back as another, or its active-suffix is not it");
}
