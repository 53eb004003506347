/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/ranges/layout.h"
#include "gcc/ranges/range-env.h"
#include "gcc/ranges/range-state.h"

#if PP_RANGES

struct pp_ranges {
    const struct pp_hot_graph *h;
    const struct pp_graph *g;
    auto_vec<struct pp_layout *> layouts; /* by procedure of h */
    auto_vec<struct pp_point *> points;   /* likewise: where it is gone through */
    /* The procedure that is gone through; NULL: none yet. */
    const struct pp_layout *in;
    struct pp_point *at;
    struct pp_flow flow;
    struct pp_solution solution;
    bool widened;
    uint64_t steps;
    /* Knowledge: what holds behind vertices, as far as it was asked for; NULL: not yet. */
    auto_vec<struct pp_env *> behind;
};

/* The body of vertex VERTEX of the supergraph is the one that is gone through from here on. */
static void enter(struct pp_ranges *x, uint32_t vertex)
{
    uint32_t i = pp_hot_find_proc(x->h, x->g->vertices[vertex].proc);
    if (x->in == x->layouts[i])
        return;
    if (x->in)
        pop_cfun();
    x->in = x->layouts[i];
    x->at = x->points[i];
    push_cfun(x->in->function);
}

static void go_through(struct pp_ranges *x, uint32_t vertex, pp_visitor *visitor)
{
    const struct pp_part *part = &x->in->parts[vertex - x->in->proc->first_vertex];
    if (!part->begin)
        return;
    for (gimple_stmt_iterator gsi = gsi_for_stmt(part->begin); !gsi_end_p(gsi); gsi_next(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        if (stmt == part->end)
            break;
        if (is_gimple_debug(stmt) || gimple_code(stmt) == GIMPLE_LABEL)
            continue;
        if (visitor)
            visitor->before(stmt);
        pp_execute(x->at, stmt);
        if (visitor)
            visitor->after(stmt);
    }
}

/* ---- The frame's functions. */

static void *start(void *, uint32_t)
{
    return XCNEW(struct pp_env); /* no slots */
}

static void *transfer(void *context, uint32_t v, const void *in)
{
    struct pp_ranges *x = (struct pp_ranges *)context;
    x->steps++;
    enter(x, x->h->vertices[v].vertex);
    pp_point_load(x->at, (const struct pp_env *)in);
    go_through(x, x->h->vertices[v].vertex, NULL);
    return pp_point_store(x->at, NULL);
}

/* What holds now, as far as it matters inside a block, at VERTEX. */
static struct pp_env *store_inside(const struct pp_ranges *x, uint32_t vertex)
{
    uint32_t i = vertex - x->in->proc->first_vertex;
    return pp_point_store(x->at, x->h->calls && x->in->rest[i] ? (bitmap)*x->in->rest[i] : NULL);
}

/* CALL, behind which OUT holds, enters its callee at ENTRY. */
static void *enter_callee(struct pp_ranges *x, gimple *call, uint32_t entry, const void *out)
{
    auto_delete_vec<pp_range_max> ranges;
    auto_vec<struct pp_bits> bits;
    pp_point_load(x->at, (const struct pp_env *)out);
    for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
        ranges.safe_push(new pp_range_max);
        bits.safe_push(pp_value_of(x->at, *ranges[i], gimple_call_arg(call, i)));
    }
    enter(x, entry);
    pp_take_arguments(x->at, ranges, bits);
    return pp_point_store(x->at, NULL);
}

/* Does control that leaves the function that is gone through by exit (), abort () or an exception get
   back to a caller?  Then what that tells of the result is nothing. */
static bool may_throw(const struct pp_ranges *x)
{
    return flag_exceptions && !TREE_NOTHROW(x->in->function->decl);
}

/* What holds where edge EDGE of the supergraph arrives if OUT holds behind what it comes from. */
static void *cross(struct pp_ranges *x, uint32_t edge, const void *out)
{
    const struct pp_edge *e = &x->g->edges[edge];
    enter(x, e->from);
    if (e->kind == PP_CALL_EDGE)
        return enter_callee(x, x->in->calls[e->from - x->in->proc->first_vertex], e->to, out);
    pp_point_load(x->at, (const struct pp_env *)out);
    ::edge way = x->in->ways[edge - x->in->proc->first_edge];
    if (!way && e->to != x->in->proc->exit)
        return store_inside(x, e->to);
    if (!way)
        return x->h->calls && !may_throw(x) ? NULL : start(x, PP_NONE);
    if (!pp_take_branch(x->at, way))
        return NULL;
    pp_take_phis(x->at, way);
    if (x->h->calls && e->to == x->in->proc->exit)
        pp_take_result(x->at, way);
    return pp_point_store(x->at, *x->in->live[way->dest->index]);
}

static void *refine(void *context, uint32_t e, const void *out)
{
    struct pp_ranges *x = (struct pp_ranges *)context;
    return cross(x, x->h->edges[e].edge, out);
}

/* What holds at return site R if EXIT holds behind its callee's Exit and CALL behind its call. */
static void *cross_back(struct pp_ranges *x, uint32_t r, const void *exit, const void *call)
{
    uint32_t c = pp_call_of_site(x->g, r);
    enter(x, c);
    pp_point_load(x->at, (const struct pp_env *)call);
    pp_give_result(x->at, x->in->calls[c - x->in->proc->first_vertex], (const struct pp_env *)exit);
    return store_inside(x, r);
}

static void *come_back(void *context, uint32_t e, const void *exit, const void *call)
{
    struct pp_ranges *x = (struct pp_ranges *)context;
    return cross_back(x, x->g->edges[x->h->edges[e].edge].to, exit, call);
}

static bool meet(void *context, uint32_t, void *into, const void *value, uint32_t lowered)
{
    struct pp_ranges *x = (struct pp_ranges *)context;
    return pp_env_meet((struct pp_env *)into, (const struct pp_env *)value, lowered > 0,
                       &x->at->pool, &x->widened);
}

static void release(void *, void *value)
{
    XDELETE((struct pp_env *)value);
}

/* ---- Narrowing. */

/* What comes to V along the edges that can be taken, from a solution that holds.  NULL: nothing. */
static struct pp_env *gather(struct pp_ranges *x, uint32_t v)
{
    const struct pp_hot_graph *h = x->h;
    struct pp_env *in = NULL;
    uint32_t vertex = h->vertices[v].vertex;
    if (vertex == x->g->procs[x->g->vertices[vertex].proc].entry ||
        (x->g->vertices[vertex].flags & PP_V_RESTART))
        in = (struct pp_env *)start(x, v);
    for (uint32_t e = h->vertices[v].first_in; e != PP_NONE; e = h->edges[e].next_in) {
        uint32_t from = h->edges[e].from;
        x->solution.executable[e] = false;
        if (!x->solution.in[from])
            continue;
        void *out = transfer(x, from, x->solution.in[from]);
        void *value = refine(x, e, out);
        release(x, out);
        if (!value)
            continue;
        x->solution.executable[e] = true;
        if (in) {
            meet(x, v, in, value, 0);
            release(x, value);
        } else {
            in = (struct pp_env *)value;
        }
    }
    return in;
}

/* Widening went too far where a loop has a bound.  The transfer functions applied to what holds
   give what holds, too, so one more iteration takes some of that back. */
static void narrow(struct pp_ranges *x)
{
    for (uint32_t v = 0; v < x->h->num_vertices; v++)
        if (x->solution.in[v]) {
            struct pp_env *in = gather(x, v);
            release(x, x->solution.in[v]);
            x->solution.in[v] = in;
        }
}

bool pp_has_ranges(void)
{
    return true;
}

struct pp_ranges *pp_ranges_make(const struct pp_hot_graph *h, const struct pp_body *bodies)
{
    struct pp_ranges *x = new pp_ranges();
    x->h = h;
    x->g = h->graph;
    for (uint32_t i = 0; i < h->num_procs; i++) {
        push_cfun(bodies[i].function);
        x->layouts.safe_push(pp_layout_make(h->graph, &bodies[i], h->calls));
        x->points.safe_push(pp_point_new());
        x->points[i]->names = bodies[i].names;
        pop_cfun();
    }
    x->flow = {x, start, transfer, refine, meet, release, come_back};
    pp_solve(&x->solution, h, &x->flow);
    /* Redirection asks that what arrives implies what is known, which narrowing does not promise. */
    if (x->widened && !h->calls)
        narrow(x);
    return x;
}

void pp_ranges_free(struct pp_ranges *x)
{
    pp_solution_free(&x->solution, x->h, &x->flow);
    if (x->in)
        pop_cfun();
    for (uint32_t i = 0; i < x->h->num_procs; i++) {
        pp_layout_free(x->layouts[i]);
        pp_point_free(x->points[i]);
    }
    for (unsigned v = 0; v < x->behind.length(); v++)
        XDELETE(x->behind[v]);
    delete x;
}

bool pp_is_executable(const struct pp_ranges *x, uint32_t v)
{
    return x->solution.in[v] != NULL;
}

bool pp_is_taken(const struct pp_ranges *x, uint32_t e)
{
    return x->solution.executable[e];
}

void pp_visit(struct pp_ranges *x, uint32_t v, pp_visitor *visitor)
{
    enter(x, x->h->vertices[v].vertex);
    pp_point_load(x->at, (const struct pp_env *)x->solution.in[v]);
    go_through(x, x->h->vertices[v].vertex, visitor);
}

tree pp_constant_of(struct pp_ranges *x, tree name)
{
    pp_range_max r;
    tree value;
    if (!pp_range_ssa_p(name))
        return NULL_TREE;
    pp_range_now(x->at, r, name);
    return r.singleton_p(&value) ? value : NULL_TREE;
}

uint64_t pp_ranges_steps(const struct pp_ranges *x)
{
    return x->steps;
}

uint64_t pp_ranges_kept(const struct pp_ranges *x)
{
    uint64_t kept = 0;
    for (unsigned i = 0; i < x->points.length(); i++)
        kept += x->points[i]->pool.kept();
    return kept;
}

/* ---- Knowledge. */

static bool implies(void *context, uint32_t v, uint32_t w)
{
    const struct pp_ranges *x = (const struct pp_ranges *)context;
    const struct pp_env *a = (const struct pp_env *)x->solution.in[v];
    const struct pp_env *b = (const struct pp_env *)x->solution.in[w];
    return !a || (b && pp_env_implies(a, b));
}

/* What holds behind V; NULL: control does not come to it. */
static const struct pp_env *behind(struct pp_ranges *x, uint32_t v)
{
    if (!x->solution.in[v])
        return NULL;
    if (x->behind.is_empty())
        x->behind.safe_grow_cleared(x->h->num_vertices);
    if (!x->behind[v])
        x->behind[v] = (struct pp_env *)transfer(x, v, x->solution.in[v]);
    return x->behind[v];
}

/* Does VALUE, which is freed, and NULL if nothing arrives, imply what is known at W? */
static bool suffices(struct pp_ranges *x, void *value, uint32_t w)
{
    const struct pp_env *b = (const struct pp_env *)x->solution.in[w];
    bool enough = !value || (b && pp_env_implies((const struct pp_env *)value, b));
    release(x, value);
    return enough;
}

static bool arrives(void *context, uint32_t v, uint32_t edge, uint32_t w)
{
    struct pp_ranges *x = (struct pp_ranges *)context;
    const struct pp_env *out = behind(x, v);
    return suffices(x, out ? cross(x, edge, out) : NULL, w);
}

static bool comes_back(void *context, uint32_t exit, uint32_t c, uint32_t edge, uint32_t w)
{
    struct pp_ranges *x = (struct pp_ranges *)context;
    const struct pp_env *a = behind(x, exit), *b = behind(x, c);
    return suffices(x, a && b ? cross_back(x, x->g->edges[edge].to, a, b) : NULL, w);
}

struct pp_knowledge pp_ranges_knowledge(struct pp_ranges *x)
{
    return {x, implies, arrives, comes_back, NULL};
}

#else

/* Lanes are not made where this says no; nothing else is called then. */
bool pp_has_ranges(void)
{
    return false;
}

struct pp_ranges *pp_ranges_make(const struct pp_hot_graph *, const struct pp_body *)
{
    gcc_unreachable();
}

void pp_ranges_free(struct pp_ranges *)
{
    gcc_unreachable();
}

bool pp_is_executable(const struct pp_ranges *, uint32_t)
{
    gcc_unreachable();
}

bool pp_is_taken(const struct pp_ranges *, uint32_t)
{
    gcc_unreachable();
}

void pp_visit(struct pp_ranges *, uint32_t, pp_visitor *)
{
    gcc_unreachable();
}

tree pp_constant_of(struct pp_ranges *, tree)
{
    gcc_unreachable();
}

uint64_t pp_ranges_steps(const struct pp_ranges *)
{
    gcc_unreachable();
}

uint64_t pp_ranges_kept(const struct pp_ranges *)
{
    gcc_unreachable();
}

struct pp_knowledge pp_ranges_knowledge(struct pp_ranges *)
{
    gcc_unreachable();
}

#endif
