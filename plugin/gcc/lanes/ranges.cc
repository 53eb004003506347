/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/lanes/range-state.h"
#include "gcc/lanes/ranges.h"
extern "C" {
#include "core/graph/dfs.h"
}

#if PP_RANGES

/* Where the statements of a vertex are. */
struct part {
    gimple *begin; /* NULL: there are none */
    gimple *end;   /* the first that is the next part's; NULL: the block ends with it */
};

struct pp_ranges {
    const struct pp_hot_graph *h;
    const struct pp_graph *g;
    const struct pp_proc *proc;
    struct pp_point *at; /* where it is gone through */
    struct part *parts;  /* by vertex, from the procedure's first */
    edge *ways;          /* by edge, from the procedure's first: NULL inside a block */
    auto_delete_vec<auto_bitmap> live; /* by index of a block: names used in it or behind it */
    struct pp_flow flow;
    struct pp_solution solution;
    bool widened;
    uint64_t steps;
};

static void go_through(struct pp_ranges *x, uint32_t vertex, pp_visitor *visitor)
{
    const struct part *part = &x->parts[vertex - x->proc->first_vertex];
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
    pp_point_load(x->at, (const struct pp_env *)in);
    go_through(x, x->h->vertices[v].vertex, NULL);
    return pp_point_store(x->at, NULL);
}

static void *refine(void *context, uint32_t e, const void *out)
{
    struct pp_ranges *x = (struct pp_ranges *)context;
    pp_point_load(x->at, (const struct pp_env *)out);
    edge way = x->ways[x->h->edges[e].edge - x->proc->first_edge];
    if (!way)
        return pp_point_store(x->at, NULL);
    if (!pp_take_branch(x->at, way))
        return NULL;
    pp_take_phis(x->at, way);
    return pp_point_store(x->at, *x->live[way->dest->index]);
}

/* Moves the bounds of R that differ from those of OLD as the thesis does: each once by what came,
   then to the last value but one, so that one more step does not wrap, then to the last. */
static void widen(irange &r, const irange &old, struct pp_slot *slot)
{
    tree type = r.type();
    signop sign = TYPE_SIGN(type);
    unsigned bits = TYPE_PRECISION(type);
    wide_int low = r.lower_bound(), high = r.upper_bound();
    wide_int least = wi::min_value(bits, sign), most = wi::max_value(bits, sign);
    if (POINTER_TYPE_P(type) || bits < 3) {
        r.set_varying(type);
        return;
    }
    if (wi::gt_p(high, old.upper_bound(), sign) && slot->up++ > 0)
        high = slot->up == 2 && high != most ? most - 1 : most;
    if (wi::lt_p(low, old.lower_bound(), sign) && slot->down++ > 0)
        low = slot->down == 2 && low != least ? least + 1 : least;
    int_range<2> above(type, r.upper_bound(), high), below(type, low, r.lower_bound());
    r.union_(above);
    r.union_(below);
    if (slot->changes > 6) /* holes fill up one at a time otherwise */
        r = int_range<2>(type, low, high);
}

/* RANGE of SLOT is met with OTHER.  Returns whether that changed it. */
static bool meet_range(struct pp_ranges *x, struct pp_slot *slot, const irange *other,
                       bool widening)
{
    const irange **range = &slot->known.range;
    if (!*range || *range == other)
        return false;
    if (!other) {
        *range = NULL;
        return true;
    }
    int_range_max r = **range;
    r.union_(*other);
    if (r == **range)
        return false;
    slot->changes++;
    if (widening) {
        widen(r, **range, slot);
        x->widened = true;
    }
    *range = r.varying_p() ? NULL : x->at->pool.allocate(r);
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
    if (vertex == x->proc->entry || (x->g->vertices[vertex].flags & PP_V_RESTART))
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

/* ---- What does not change while it is solved. */

/* It may have another value at each use: what a branch says of one does not hold for the next. */
static bool is_uninitialised(tree name)
{
    tree var = SSA_NAME_VAR(name);
    return SSA_NAME_IS_DEFAULT_DEF(name) && !(var && TREE_CODE(var) == PARM_DECL);
}

/* Marks NAME as used at the end of BB, or in it. */
static void mark_live(struct pp_ranges *x, tree name, basic_block bb, vec<basic_block> *todo)
{
    if (!gimple_range_ssa_p(name) || is_uninitialised(name))
        return;
    basic_block home = gimple_bb(SSA_NAME_DEF_STMT(name));
    todo->safe_push(bb);
    while (todo->length()) {
        edge e;
        edge_iterator i;
        bb = todo->pop();
        if (bb == home || bb == ENTRY_BLOCK_PTR_FOR_FN(cfun) ||
            !bitmap_set_bit(*x->live[bb->index], SSA_NAME_VERSION(name)))
            continue;
        FOR_EACH_EDGE(e, i, bb->preds)
        todo->safe_push(e->src);
    }
}

/* Names that hold on entry to a block; those of its own PHIs, too. */
static void find_live(struct pp_ranges *x)
{
    basic_block bb;
    auto_vec<basic_block> todo;
    ssa_op_iter i;
    tree name;
    for (int b = 0; b < last_basic_block_for_fn(cfun); b++)
        x->live.safe_push(new auto_bitmap);
    FOR_EACH_BB_FN(bb, cfun)
    {
        for (gphi_iterator phi = gsi_start_phis(bb); !gsi_end_p(phi); gsi_next(&phi))
            for (unsigned k = 0; k < gimple_phi_num_args(phi.phi()); k++) {
                tree arg = gimple_phi_arg_def(phi.phi(), k);
                if (TREE_CODE(arg) == SSA_NAME)
                    mark_live(x, arg, gimple_phi_arg_edge(phi.phi(), k)->src, &todo);
            }
        for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb(bb); !gsi_end_p(gsi);
             gsi_next_nondebug(&gsi))
            FOR_EACH_SSA_TREE_OPERAND(name, gsi_stmt(gsi), i, SSA_OP_USE)
        mark_live(x, name, bb, &todo);
    }
    FOR_EACH_BB_FN(bb, cfun)
    for (gphi_iterator phi = gsi_start_phis(bb); !gsi_end_p(phi); gsi_next(&phi))
        bitmap_set_bit(*x->live[bb->index], SSA_NAME_VERSION(gimple_phi_result(phi.phi())));
}

static gimple *stmt_after(gimple *stmt)
{
    gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
    gsi_next(&gsi);
    return gsi_end_p(gsi) ? NULL : gsi_stmt(gsi);
}

static void find_parts(struct pp_ranges *x, const struct pp_sites *sites)
{
    uint32_t first = x->proc->first_vertex, num = x->proc->num_vertices;
    x->parts = XCNEWVEC(struct part, num);
    for (uint32_t i = 2; i < num; i++) {
        const struct pp_vertex *v = &x->g->vertices[first + i];
        bool head = !pp_inner_vertex(x->g, first + i);
        bool last = i + 1 == num || !pp_inner_vertex(x->g, first + i + 1);
        if (v->kind == PP_RETURN_SITE)
            x->parts[i].begin = stmt_after(sites->vertices[i - 1].before);
        else if (head)
            x->parts[i].begin = gsi_stmt(gsi_start_bb(BASIC_BLOCK_FOR_FN(cfun, v->block)));
        else
            x->parts[i].begin = sites->vertices[i].before;
        if (v->kind == PP_CALL)
            x->parts[i].end = stmt_after(sites->vertices[i].before);
        else if (!last)
            x->parts[i].end = sites->vertices[i + 1].before;
        if (x->parts[i].begin == x->parts[i].end)
            x->parts[i].begin = NULL;
    }
}

static basic_block block_of(const struct pp_ranges *x, uint32_t v)
{
    if (v == x->proc->entry)
        return ENTRY_BLOCK_PTR_FOR_FN(cfun);
    if (v == x->proc->exit)
        return EXIT_BLOCK_PTR_FOR_FN(cfun);
    return BASIC_BLOCK_FOR_FN(cfun, x->g->vertices[v].block);
}

static void find_ways(struct pp_ranges *x)
{
    x->ways = XCNEWVEC(edge, x->proc->num_edges);
    for (uint32_t i = 0; i < x->proc->num_edges; i++) {
        const struct pp_edge *e = &x->g->edges[x->proc->first_edge + i];
        if (pp_inside(e) && !pp_inner_edge(x->g, e))
            x->ways[i] = find_edge(block_of(x, e->from), block_of(x, e->to));
    }
}

bool pp_has_ranges(void)
{
    return true;
}

struct pp_ranges *pp_ranges_make(const struct pp_hot_graph *h, uint32_t proc,
                                 const struct pp_sites *sites)
{
    struct pp_ranges *x = new pp_ranges();
    x->h = h;
    x->g = h->graph;
    x->proc = &h->graph->procs[proc];
    x->at = pp_point_new();
    x->flow = {x, start, transfer, refine, meet, release, NULL};
    find_parts(x, sites);
    find_ways(x);
    find_live(x);
    pp_solve(&x->solution, h, &x->flow);
    if (x->widened)
        narrow(x);
    return x;
}

void pp_ranges_free(struct pp_ranges *x)
{
    pp_solution_free(&x->solution, x->h, &x->flow);
    XDELETEVEC(x->parts);
    XDELETEVEC(x->ways);
    pp_point_free(x->at);
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
    pp_point_load(x->at, (const struct pp_env *)x->solution.in[v]);
    go_through(x, x->h->vertices[v].vertex, visitor);
}

tree pp_constant_of(struct pp_ranges *x, tree name)
{
    int_range_max r;
    tree value;
    if (!gimple_range_ssa_p(name))
        return NULL_TREE;
    pp_range_now(x->at, r, name);
    return r.singleton_p(&value) ? value : NULL_TREE;
}

uint64_t pp_ranges_steps(const struct pp_ranges *x)
{
    return x->steps;
}

#else

/* Lanes are not made where this says no; nothing else is called then. */
bool pp_has_ranges(void)
{
    return false;
}

struct pp_ranges *pp_ranges_make(const struct pp_hot_graph *, uint32_t, const struct pp_sites *)
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

#endif
