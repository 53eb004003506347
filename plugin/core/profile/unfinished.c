/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where unfinished paths begin, and which calls they made: across procedures. ways.c finds
   which ways they can have taken within one. */
#include "core/profile/unfinished.h"

#include "core/base/scc.h"
#include "core/graph/dfs.h"
#include "core/profile/ways.h"

#include <stdlib.h>
#include <string.h>

struct search {
    struct pp_unfinished *u;
    struct pp_profile *profile;
    struct pp_graph *g;
    struct pp_ways ways;
    uint32_t *callee;    /* by vertex: the only procedure that its call can enter, or PP_NONE */
    uint32_t *site;      /* by procedure: its only call, if it has but one; else PP_NONE */
    uint64_t *sites;     /* by procedure: how often its calls were made */
    uint64_t *over;      /* ... and how often they came back */
    bool *torn;          /* by procedure: its counts contradict each other, or there are none */
    uint32_t *component; /* by procedure */
    uint32_t *order;     /* callees first */
    bool forks;          /* processes of the program fork ... */
    bool may_fork;       /* ... or may have */
};

/* ---- What calls what. */

static bool counts_paths(const struct search *s, const struct pp_proc *p)
{
    const struct pp_params *params = &s->profile->notes->units[p->unit].params;
    return p->storage != PP_STORE_NONE && !pp_mode_row(params->mode)->counts_edges;
}

/* Every procedure whose symbol no other has, here or elsewhere, by its name. */
static void find_callees(struct search *s)
{
    uint32_t *by_name = pp_xcalloc((size_t)s->g->strings_size + 1, sizeof *by_name);
    for (uint32_t p = 0; p < s->g->num_procs; p++) {
        uint32_t *at = &by_name[s->g->procs[p].name];
        *at = *at || s->g->procs[p].replaceable ? UINT32_MAX : p + 1;
    }
    for (uint32_t v = 0; v < s->g->num_vertices; v++) {
        uint32_t name = s->g->vertices[v].callee, found = name ? by_name[name] : 0;
        s->callee[v] =
            s->g->vertices[v].kind == PP_CALL && found && found != UINT32_MAX ? found - 1 : PP_NONE;
    }
    free(by_name);
}

static void find_components(struct search *s)
{
    struct pp_adjacency calls = {.num = s->g->num_procs,
                                 .first = pp_xmalloc((s->g->num_procs + 1) * sizeof(uint32_t)),
                                 .to = pp_xmalloc((s->g->num_vertices + 1) * sizeof(uint32_t))};
    uint32_t num = 0;
    for (uint32_t p = 0; p < s->g->num_procs; p++) {
        const struct pp_proc *proc = &s->g->procs[p];
        calls.first[p] = num;
        for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
            if (s->callee[v] != PP_NONE)
                calls.to[num++] = s->callee[v];
    }
    calls.first[s->g->num_procs] = num;
    pp_components(&calls, s->component, s->order);
    free(calls.first);
    free(calls.to);
}

/* Has P a call that may not come back, by what LEAVES says of others? */
static bool may_leave(const struct search *s, const struct pp_proc *p, const bool *leaves)
{
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        uint32_t callee = s->callee[v];
        if ((s->g->vertices[v].flags & PP_V_MAY_LEAVE) &&
            (callee == PP_NONE || leaves[callee] || !counts_paths(s, &s->g->procs[callee])))
            return true;
    }
    return false;
}

/* Which procedures may be left otherwise than by returning: the rest surely comes back.  Callees
   come first in the order, so that few iterations are needed. */
static void find_leaving(struct search *s, bool *leaves)
{
    const struct pp_graph *g = s->g;
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (g->edges[e].flags & PP_E_NORETURN)
            leaves[g->vertices[g->edges[e].from].proc] = true;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < g->num_procs; i++) {
            uint32_t p = s->order[i];
            if (!leaves[p] && may_leave(s, &g->procs[p], leaves))
                leaves[p] = more = true;
        }
    }
}

static bool is_followed(const struct pp_graph *g, uint32_t c)
{
    uint32_t call = pp_call_edge(g, c);
    return call != PP_NONE && pp_live(g, call);
}

/* ---- Beginnings. */

/* How often control came to V and recorded paths do not go on from there; < 0: the other way. */
static int64_t left_at(const struct search *s, uint32_t v)
{
    const struct pp_graph *g = s->g;
    const uint64_t *counts = s->profile->edge_counts;
    uint64_t in = 0, out = 0;
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (pp_inside(&g->edges[e]))
            in = pp_add(in, counts[e]);
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
        if (pp_inside(&g->edges[e]) || (g->edges[e].flags & PP_E_PENDING))
            out = pp_add(out, counts[e]);
    uint64_t more = in > out ? in - out : out - in;
    int64_t difference = more > INT64_MAX ? INT64_MAX : (int64_t)more;
    return in >= out ? difference : -difference;
}

/* LEFT paths ended before a call that may fork, and none began behind it, at R: they may be in the
   call, for that it came back is not known. */
static void put_before_fork(struct search *s, uint32_t r, uint64_t left)
{
    uint64_t *came = &s->profile->vertex_counts[r];
    for (uint32_t e = s->g->vertices[r].first_in; e != PP_NONE; e = s->g->edges[e].next_in) {
        uint64_t *count = &s->profile->edge_counts[e], less = left < *count ? left : *count;
        if (s->g->edges[e].kind != PP_SUMMARY)
            continue;
        *count -= less;
        *came -= less < *came ? less : *came;
        left -= less;
        uint64_t *supply = &s->ways.supply[s->g->edges[e].from];
        *supply = pp_add(*supply, less);
    }
}

/* Fills s->ways.supply but for Entry's. */
static void find_beginnings(struct search *s, uint32_t p)
{
    const struct pp_proc *proc = &s->g->procs[p];
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        if (v == proc->entry || v == proc->exit)
            continue;
        const struct pp_vertex *vertex = &s->g->vertices[v];
        int64_t left = left_at(s, v);
        if (vertex->kind == PP_CALL && is_followed(s->g, v))
            continue; /* the path that went into the callee ended there, mostly */
        if (left > 0 && (vertex->flags & PP_V_FORKED))
            put_before_fork(s, v, (uint64_t)left);
        else if (left > 0)
            s->ways.supply[v] = (uint64_t)left;
        if (left < 0 && !(vertex->flags & PP_V_RESTART))
            s->torn[p] = true;
        s->forks |= left < 0 && (vertex->flags & PP_V_FORKED);
        s->may_fork |= (vertex->flags & PP_V_FORKED) != 0;
    }
}

/* What calls of each procedure were made, as far as recorded; and those that have but one. */
static void find_sites(struct search *s)
{
    bool *poisoned = pp_xcalloc((size_t)s->g->num_procs + 1, sizeof *poisoned);
    uint32_t *num = pp_xcalloc((size_t)s->g->num_procs + 1, sizeof *num);
    for (uint32_t v = 0; v < s->g->num_vertices; v++) {
        uint32_t callee = s->callee[v], caller = s->g->vertices[v].proc;
        if (callee == PP_NONE)
            continue;
        uint32_t r = pp_return_site(s->g, v);
        s->site[callee] = num[callee]++ ? PP_NONE : v;
        s->sites[callee] = pp_add(s->sites[callee], s->profile->vertex_counts[v]);
        for (uint32_t e = s->g->vertices[v].first_out; r != PP_NONE && e != PP_NONE;
             e = s->g->edges[e].next_out)
            if (s->g->edges[e].kind == PP_SUMMARY)
                s->over[callee] = pp_add(s->over[callee], s->profile->edge_counts[e]);
        poisoned[callee] |= s->torn[caller] || s->component[caller] == s->component[callee] ||
                            (r != PP_NONE && (s->g->vertices[r].flags & PP_V_RESTART));
        s->ways.passed[callee] |= is_followed(s->g, v);
    }
    for (uint32_t p = 0; p < s->g->num_procs; p++)
        if (poisoned[p] || s->forks) {
            s->site[p] = PP_NONE;
            s->sites[p] = UINT64_MAX;
            s->ways.passed[p] = true;
        }
    free(num);
    free(poisoned);
}

/* Marks the procedures of whose calls some may have come back on an unfinished path. */
static void find_passed(struct search *s)
{
    for (uint32_t p = 0; p < s->g->num_procs; p++) {
        const struct pp_proc *proc = &s->g->procs[p];
        uint64_t returned = 0;
        for (uint32_t e = s->g->vertices[proc->exit].first_in; e != PP_NONE;
             e = s->g->edges[e].next_in)
            if (pp_inside(&s->g->edges[e]) && !(s->g->edges[e].flags & PP_E_NORETURN))
                returned = pp_add(returned, s->profile->edge_counts[e]);
        s->ways.passed[p] |= s->torn[p] || returned != s->over[p];
    }
}

static uint64_t total_supply(const struct search *s, const struct pp_proc *proc)
{
    uint64_t total = 0;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        total = pp_add(total, s->ways.supply[v]);
    return total;
}

/* Callees before callers: a procedure that counted more than its calls was called on an unfinished
   path; if by one call only, then by that, and if no path of the caller's own loops can have led
   there, one of its activations has left nothing. */
static void look_up(struct search *s)
{
    for (uint32_t i = 0; i < s->g->num_procs; i++) {
        uint32_t p = s->order[i], c = s->site[p];
        const struct pp_proc *proc = &s->g->procs[p];
        uint64_t entered = pp_add(s->profile->calls[p], s->ways.supply[proc->entry]);
        if (c == PP_NONE || s->torn[p] || entered <= s->sites[p])
            continue;
        const struct pp_proc *caller = &s->g->procs[s->g->vertices[c].proc];
        uint64_t made = entered - s->sites[p];
        uint64_t known = total_supply(s, caller);
        s->ways.made[c] = made;
        if (made > known)
            s->ways.supply[caller->entry] = pp_add(s->ways.supply[caller->entry], made - known);
    }
}

/* How often main was entered and P, if it is that, did not count it.  It was once in each run, but
   a process that was forked is a run as well. */
static uint64_t lost_of_main(const struct search *s, uint32_t p)
{
    const struct pp_proc *proc = &s->g->procs[p];
    uint64_t runs = s->may_fork && s->profile->runs ? 1 : s->profile->runs;
    if (!proc->is_main || s->torn[p])
        return 0;
    return runs > s->profile->calls[p] ? runs - s->profile->calls[p] : 0;
}

/* What look_up has found is believed where it leads back, call by call, to an unfinished path that
   is known otherwise: of main, or of a loop.  Else something called the procedure that nobody has
   counted: a function that is not profiled, or a pointer. */
static void look_back(struct search *s)
{
    bool *believed = pp_xcalloc((size_t)s->g->num_procs + 1, sizeof *believed);
    for (uint32_t i = s->g->num_procs; i-- > 0;) {
        uint32_t p = s->order[i], c = s->site[p];
        const struct pp_proc *proc = &s->g->procs[p];
        uint64_t *entered = &s->ways.supply[proc->entry], lost = lost_of_main(s, p);
        believed[p] = *entered <= lost || (c != PP_NONE && s->ways.made[c]);
        if (!believed[p])
            *entered = 0;
        for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
            if (!believed[p])
                s->ways.made[v] = 0;
        if (lost > *entered)
            *entered = lost;
    }
    free(believed);
}

/* Callers before callees: what was surely called was entered. */
static void look_down(struct search *s)
{
    for (uint32_t i = s->g->num_procs; i-- > 0;) {
        uint32_t p = s->order[i];
        const struct pp_proc *proc = &s->g->procs[p];
        uint64_t entered = pp_add(s->profile->calls[p], s->ways.supply[proc->entry]);
        if (s->torn[p])
            continue;
        if (s->sites[p] != UINT64_MAX && s->sites[p] > entered)
            s->ways.supply[proc->entry] = s->sites[p] - s->profile->calls[p];
        uint64_t paths = total_supply(s, proc);
        if (!paths)
            continue;
        s->u->any = true;
        s->u->paths[p] = paths;
        pp_take_ways(&s->ways, p);
        uint64_t calls = s->ways.supply[proc->entry];
        s->profile->calls[p] = pp_add(s->profile->calls[p], calls);
        for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
            if (s->callee[v] != PP_NONE && s->sites[s->callee[v]] != UINT64_MAX)
                s->sites[s->callee[v]] = pp_add(s->sites[s->callee[v]], s->ways.added[v]);
    }
}

static void begin(struct search *s)
{
    size_t vertices = (size_t)s->g->num_vertices + 1, procs = (size_t)s->g->num_procs + 1;
    s->callee = pp_xmalloc(vertices * sizeof *s->callee);
    s->site = pp_xmalloc(procs * sizeof *s->site);
    memset(s->site, 0xff, procs * sizeof *s->site);
    s->sites = pp_xcalloc(procs, sizeof *s->sites);
    s->over = pp_xcalloc(procs, sizeof *s->over);
    s->torn = pp_xcalloc(procs, sizeof *s->torn);
    s->component = pp_xcalloc(procs, sizeof *s->component);
    s->order = pp_xcalloc(procs, sizeof *s->order);
    s->ways = (struct pp_ways){.profile = s->profile,
                               .u = s->u,
                               .callee = s->callee,
                               .supply = pp_xcalloc(vertices, sizeof(uint64_t)),
                               .made = pp_xcalloc(vertices, sizeof(uint64_t)),
                               .added = pp_xcalloc(vertices, sizeof(uint64_t)),
                               .leaves = pp_xcalloc(procs, sizeof(bool)),
                               .followed = pp_xcalloc(procs, sizeof(bool)),
                               .passed = pp_xcalloc(procs, sizeof(bool))};
}

static void end(struct search *s)
{
    free(s->callee);
    free(s->site);
    free(s->sites);
    free(s->over);
    free(s->torn);
    free(s->component);
    free(s->order);
    free(s->ways.supply);
    free(s->ways.made);
    free(s->ways.added);
    free(s->ways.leaves);
    free(s->ways.followed);
    free(s->ways.passed);
}

void pp_find_unfinished(struct pp_unfinished *u, struct pp_profile *profile)
{
    struct search s = {.u = u, .profile = profile, .g = &profile->notes->graph};
    *u = (struct pp_unfinished){.edges = pp_xcalloc((size_t)s.g->num_edges + 1, sizeof *u->edges),
                                .vertices =
                                    pp_xcalloc((size_t)s.g->num_vertices + 1, sizeof *u->vertices),
                                .paths = pp_xcalloc((size_t)s.g->num_procs + 1, sizeof *u->paths)};
    if (!profile->runs || profile->estimated)
        return;
    begin(&s);
    find_callees(&s);
    find_components(&s);
    find_leaving(&s, s.ways.leaves);
    for (uint32_t p = 0; p < s.g->num_procs; p++) {
        s.torn[p] = !counts_paths(&s, &s.g->procs[p]);
        if (!s.torn[p])
            find_beginnings(&s, p);
    }
    for (uint32_t e = 0; e < s.g->num_edges; e++)
        if (s.g->edges[e].kind == PP_CALL_EDGE && pp_live(s.g, e))
            s.ways.followed[s.g->vertices[s.g->edges[e].to].proc] = true;
    find_sites(&s);
    find_passed(&s);
    look_up(&s);
    look_back(&s);
    look_down(&s);
    end(&s);
}

void pp_unfinished_free(struct pp_unfinished *u)
{
    free(u->edges);
    free(u->vertices);
    free(u->paths);
    *u = (struct pp_unfinished){0};
}
