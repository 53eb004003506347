/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph-check: a procedure takes in what it calls.  `super taken C...` says which call vertices become copies. */
#include "graph-super.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/lanes/intra.h"
#include "core/lanes/joined.h"

bool read_joined(struct test *t, const struct words *w)
{
    if (strcmp(word(w, 1), "taken"))
        return false;
    for (unsigned i = 2; i < w->num; i++)
        t->super->taken[t->super->num_taken++] = known(t, w->word[i]);
    return true;
}

/* The counts that a profile of these paths has. */
static void count(struct super *s)
{
    const struct pp_graph *g = &s->notes.graph;
    struct pp_profile intra;
    if (s->profile.edge_counts)
        return;
    s->profile.edge_counts = pp_xcalloc((size_t)g->num_edges + 1, sizeof(uint64_t));
    s->profile.vertex_counts = pp_xcalloc((size_t)g->num_vertices + 1, sizeof(uint64_t));
    pp_intra_make(&intra, &s->profile);
    for (size_t i = 0; i < intra.num_paths; i++)
        for (uint32_t k = 0; k < intra.paths[i].num_edges; k++)
            s->profile.edge_counts[intra.paths[i].edges[k]] += intra.paths[i].count;
    for (uint32_t e = 0; e < g->num_edges; e++) {
        s->profile.vertex_counts[g->edges[e].to] += s->profile.edge_counts[e];
        if (g->vertices[g->edges[e].from].kind == PP_ENTRY)
            s->profile.vertex_counts[g->edges[e].from] += s->profile.edge_counts[e];
    }
    pp_profile_free(&intra);
}

static uint32_t callee_of(const struct pp_graph *g, uint32_t c)
{
    return g->vertices[g->edges[pp_call_edge(g, c)].to].proc;
}

/* How CALLEE is divided among the calls of it that are taken. */
static void divide(const struct super *s, const struct pp_profile *by_call, uint32_t callee,
                   struct pp_division *d)
{
    uint32_t calls[MOST_TOOK];
    size_t num = 0;
    for (uint32_t i = 0; i < s->num_taken; i++)
        if (callee_of(&s->notes.graph, s->taken[i]) == callee)
            calls[num++] = s->taken[i];
    pp_divide(d, &s->profile, by_call, callee, calls, num);
}

static size_t copy_for(const struct pp_division *d, uint32_t c)
{
    size_t k = 0;
    while (k < d->num && d->calls[k] != c)
        k++;
    return k;
}

/* share PROC C FROM TO = N, exact PROC C = yes; C may be `rest`. */
static bool expect_share(const struct test *t, const struct words *w, char *got, size_t size)
{
    const struct super *s = t->super;
    struct pp_profile by_call;
    struct pp_division d;
    uint32_t callee = known_proc(t, word(w, 2));
    bool rest = !strcmp(word(w, 3), "rest"), good;
    pp_intra_by_call(&by_call, &s->profile);
    divide(s, &by_call, callee, &d);
    size_t k = rest ? d.num : copy_for(&d, known(t, word(w, 3)));
    if (!rest && k == d.num)
        die("this call is not taken");
    const struct pp_proc *p = &t->g.procs[callee];
    if (!strcmp(word(w, 1), "exact"))
        good = text(got, size, d.exact[k] ? "yes" : "no", word(w, 5));
    else
        good = number(got, size,
                      d.edges[k * p->num_edges +
                              find_edge(t, known(t, word(w, 4)), known(t, word(w, 5)), false) -
                              p->first_edge],
                      word(w, 7));
    pp_division_free(&d);
    pp_profile_free(&by_call);
    return good;
}

/* ---- Joined bodies. */

struct joint {
    const struct super *s;
    struct pp_notes notes; /* with the joined graph, of one procedure */
    uint32_t *is;          /* by its vertices: which one it is a copy of */
    struct pp_taken_in copies[MOST_TOOK];
    struct pp_division divisions[MOST_TOOK];
    uint32_t *edges[MOST_TOOK + 1];
    uint32_t num;
};

/* Puts the body of PROC into the graph; C: the call whose copy it is, leading from FROM to TO; PP_NONE: it is the
   caller. */
static uint32_t *put_in(struct joint *j, uint32_t proc, uint32_t from, uint32_t to)
{
    const struct pp_graph *g = &j->s->notes.graph;
    struct pp_graph *joined = &j->notes.graph;
    const struct pp_proc *p = &g->procs[proc];
    uint32_t *vertices = pp_xmalloc(p->num_vertices * sizeof *vertices);
    uint32_t *edges = pp_xmalloc((p->num_edges + 1) * sizeof *edges);
    for (uint32_t v = 0; v < p->num_vertices; v++) {
        uint32_t old = p->first_vertex + v;
        vertices[v] = old == p->entry  ? from
                      : old == p->exit ? to
                                       : pp_add_vertex(joined, 0, PP_BLOCK, joined->num_vertices);
        if (old != p->entry && old != p->exit)
            j->is[vertices[v]] = old;
    }
    for (uint32_t i = 0; i < p->num_edges; i++) {
        const struct pp_edge *e = &g->edges[p->first_edge + i];
        bool taken = false;
        for (uint32_t k = 0; k < j->s->num_taken; k++)
            taken |= e->kind == PP_SUMMARY && e->from == j->s->taken[k];
        edges[i] = PP_NONE;
        if (!pp_inside(e) || taken)
            continue;
        edges[i] =
            pp_add_edge(joined, vertices[e->from - p->first_vertex],
                        vertices[e->to - p->first_vertex], PP_FLOW, e->flags & PP_E_NORETURN);
        if (pp_is_recording(g, p->first_edge + i)) {
            joined->edges[edges[i]].flags |= PP_E_CUT;
            joined->edges[edges[i]].ends = 0;
        }
    }
    free(vertices);
    return edges;
}

static uint32_t vertex_that_is(const struct joint *j, uint32_t old)
{
    uint32_t v = 2;
    while (j->is[v] != old)
        v++;
    return v;
}

static void make_joint(struct joint *j, const struct super *s, uint32_t caller,
                       const struct pp_profile *by_call)
{
    const struct pp_graph *g = &s->notes.graph;
    *j = (struct joint){.s = s};
    pp_graph_init(&j->notes.graph);
    pp_add_proc(&j->notes.graph, "joined", "joined");
    j->is = pp_xcalloc(10 * ((size_t)g->num_vertices + 1), sizeof *j->is);
    j->edges[0] = put_in(j, caller, 0, 1);
    for (uint32_t i = 0; i < s->num_taken; i++) {
        uint32_t c = s->taken[i];
        if (g->vertices[c].proc != caller)
            continue;
        uint32_t r = g->edges[pp_return_edge(g, pp_call_edge(g, c))].to, k = j->num++;
        j->edges[k + 1] = put_in(j, callee_of(g, c), vertex_that_is(j, c), vertex_that_is(j, r));
        divide(s, by_call, callee_of(g, c), &j->divisions[k]);
        j->copies[k] =
            (struct pp_taken_in){&j->divisions[k], copy_for(&j->divisions[k], c), j->edges[k + 1]};
    }
}

static void free_joint(struct joint *j)
{
    for (uint32_t k = 0; k <= j->num; k++)
        free(j->edges[k]);
    for (uint32_t k = 0; k < j->num; k++)
        pp_division_free(&j->divisions[k]);
    free(j->is);
    pp_graph_free(&j->notes.graph);
}

static void show_path(const struct test *t, const struct joint *j, const struct pp_path *path,
                      char *got, size_t size)
{
    const struct pp_graph *g = &j->notes.graph;
    char decimal[24];
    snprintf(decimal, sizeof decimal, "%" PRIu64, path->count);
    if (*got)
        append(got, size, "", "|");
    append(got, size, "", decimal);
    for (uint32_t k = 0; k <= path->num_edges; k++) {
        uint32_t v =
            k < path->num_edges ? g->edges[path->edges[k]].from : g->edges[path->edges[k - 1]].to;
        append(got, size, "", v > 1 ? name_of(t, j->is[v]) : v ? "Exit" : "Entry");
    }
}

/* joined CALLER = COUNT V... | COUNT V...: its paths, those between what is known across calls, and the others. */
static bool expect_joined(const struct test *t, const struct words *w, char *got, size_t size)
{
    const struct super *s = t->super;
    struct pp_profile by_call, across, intra;
    struct joint joint;
    uint32_t caller = known_proc(t, word(w, 2));
    bool *calls = pp_xcalloc((size_t)t->g.num_vertices + 1, sizeof *calls);
    char expected[1000];
    for (uint32_t i = 0; i < s->num_taken; i++)
        calls[s->taken[i]] = true;
    pp_intra_by_call(&by_call, &s->profile);
    pp_intra_across(&across, &s->profile, calls);
    make_joint(&joint, s, caller, &by_call);
    struct pp_joined j = {
        &by_call, &across, caller, joint.edges[0], joint.copies, joint.num, &joint.notes.graph, 0};
    intra = (struct pp_profile){.notes = &joint.notes};
    pp_join_paths(&j, &intra);
    pp_intra_settle(&intra);
    for (size_t i = 0; i < intra.num_paths; i++)
        show_path(t, &joint, &intra.paths[i], got, size);
    join(w, 4, "", expected, sizeof expected);
    pp_profile_free(&intra);
    pp_profile_free(&across);
    pp_profile_free(&by_call);
    free_joint(&joint);
    free(calls);
    return !strcmp(got, expected);
}

bool expect_taken_in(struct test *t, const struct words *w, char *got, size_t size, bool *good)
{
    const char *what = word(w, 1);
    count(t->super);
    if (!strcmp(what, "share") || !strcmp(what, "exact"))
        *good = expect_share(t, w, got, size);
    else if (!strcmp(what, "joined"))
        *good = expect_joined(t, w, got, size);
    else
        return false;
    return true;
}
