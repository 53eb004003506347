/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/ranges/layout.h"
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

/* Moves the bounds of R that differ from those of OLD as the thesis does: each once by what came,
   then to the last value but one, so that one more step does not wrap, then to the last. */
static void widen(pp_range_max &r, const pp_range &old, struct pp_slot *slot)
{
    tree type = r.type();
    signop sign = TYPE_SIGN(type);
    unsigned bits = TYPE_PRECISION(type);
    wide_int from = pp_lower_bound(r), to = pp_upper_bound(r), low = from, high = to;
    wide_int least = wi::min_value(bits, sign), most = wi::max_value(bits, sign);
    if (POINTER_TYPE_P(type) || bits < 3) {
        r.set_varying(type);
        return;
    }
    if (wi::gt_p(high, pp_upper_bound(old), sign) && slot->up++ > 0)
        high = slot->up == 2 && high != most ? most - 1 : most;
    if (wi::lt_p(low, pp_lower_bound(old), sign) && slot->down++ > 0)
        low = slot->down == 2 && low != least ? least + 1 : least;
    r.union_(pp_range_between(type, to, high));
    r.union_(pp_range_between(type, low, from));
    if (slot->changes > 6) /* holes fill up one at a time otherwise */
        r = pp_range_between(type, low, high);
}

/* RANGE of SLOT is met with OTHER.  Returns whether that changed it. */
static bool meet_range(struct pp_ranges *x, struct pp_slot *slot, const pp_range *other,
                       bool widening)
{
    const pp_range **range = &slot->known.range;
    if (!*range || *range == other)
        return false;
    if (!other) {
        *range = NULL;
        return true;
    }
    pp_range_max r = **range;
    r.union_(*other);
    if (pp_same_range(r, **range))
        return false;
    slot->changes++;
    if (widening) {
        widen(r, **range, slot);
        x->widened = true;
    }
    *range = r.varying_p() ? NULL : x->at->pool.keep(r);
    return true;
}

/* The bits of SLOT are met with OTHER.  Returns whether that changed them.  What counts in a loop
   loses them one at a time, from the lowest up, since carries go up: from the third time on all
   above the lowest that is lost go with it. */
static bool meet_bits(struct pp_ranges *x, struct pp_slot *slot, struct pp_bits other,
                      bool widening)
{
    struct pp_bits *bits = &slot->known.bits, met = pp_bits_and(*bits, other);
    uint64_t lost = bits->known & ~met.known;
    if (!lost)
        return false;
    if (widening && slot->lost++ > 1) {
        uint64_t below = (lost & -lost) - 1;
        met = {met.value & below, met.known & below};
        x->widened = true;
    }
    *bits = met;
    return true;
}

/* SLOT is met with OTHER.  Returns whether that changed it. */
static bool meet_slot(struct pp_ranges *x, struct pp_slot *slot, const struct pp_known *other,
                      bool widening)
{
    bool changed = meet_bits(x, slot, other->bits, widening);
    return meet_range(x, slot, other->range, widening) || changed;
}

static bool meet(void *context, uint32_t, void *into, const void *value, uint32_t lowered)
{
    struct pp_ranges *x = (struct pp_ranges *)context;
    struct pp_env *a = (struct pp_env *)into;
    const struct pp_env *b = (const struct pp_env *)value;
    unsigned kept = 0, j = 0;
    bool changed = false;
    for (unsigned i = 0; i < a->num; i++) {
        struct pp_slot slot = a->slots[i];
        while (j < b->num && b->slots[j].name < slot.name)
            j++;
        if (j == b->num || b->slots[j].name != slot.name)
            slot.known = {}, changed = true;
        else
            changed |= meet_slot(x, &slot, &b->slots[j].known, lowered > 0);
        if (!pp_is_nothing(&slot.known))
            a->slots[kept++] = slot;
    }
    a->num = kept;
    return changed;
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

/* ---- Knowledge. */

/* Does what A says imply what B says? */
static bool says(const struct pp_env *a, const struct pp_env *b)
{
    unsigned i = 0;
    for (unsigned j = 0; j < b->num; j++) {
        const struct pp_known *of_b = &b->slots[j].known;
        while (i < a->num && a->slots[i].name < b->slots[j].name)
            i++;
        if (i == a->num || a->slots[i].name != b->slots[j].name)
            return false;
        const struct pp_known *of_a = &a->slots[i].known;
        uint64_t known = of_b->bits.known;
        if ((known & ~of_a->bits.known) || ((of_a->bits.value ^ of_b->bits.value) & known))
            return false;
        if (!of_b->range || of_b->range == of_a->range)
            continue;
        if (!of_a->range)
            return false;
        pp_range_max both = *of_a->range;
        both.union_(*of_b->range);
        if (!pp_same_range(both, *of_b->range))
            return false;
    }
    return true;
}

static bool implies(void *context, uint32_t v, uint32_t w)
{
    const struct pp_ranges *x = (const struct pp_ranges *)context;
    const struct pp_env *a = (const struct pp_env *)x->solution.in[v];
    const struct pp_env *b = (const struct pp_env *)x->solution.in[w];
    return !a || (b && says(a, b));
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
    bool enough = !value || (b && says((const struct pp_env *)value, b));
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

struct pp_knowledge pp_ranges_knowledge(struct pp_ranges *)
{
    gcc_unreachable();
}

#endif
