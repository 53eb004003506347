/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compat.h"
#include "ranges.h"
extern "C" {
#include "core/order.h"
}

#if PP_RANGES

/* What is known of one SSA name, beyond what GCC knows of it wherever it is. */
struct slot {
    unsigned name;          /* version */
    unsigned char up, down; /* how often a meet has moved its bounds (thesis, chapter 8) */
    unsigned char changes;  /* and changed anything of it */
    const irange *range;
};

/* The value of the analysis: slots by rising name.  A name without one may be anything. */
struct env {
    unsigned num;
    struct slot slots[];
};

/* Where the statements of a vertex are. */
struct part {
    gimple *begin; /* NULL: there are none */
    gimple *end;   /* the first that is the next part's; NULL: the block ends with it */
};

class env_query;

struct pp_ranges {
    const struct pp_hot_graph *h;
    const struct pp_graph *g;
    const struct pp_proc *proc;
    irange_allocator pool;
    struct part *parts;           /* by vertex, from the procedure's first */
    edge *ways;                   /* by edge, from the procedure's first: NULL inside a block */
    auto_vec<const irange *> now; /* by version of a name: what holds at the point gone through */
    auto_vec<unsigned> touched;   /* the versions that are, or were, in now */
    auto_delete_vec<auto_bitmap> live; /* by index of a block: names used in it or behind it */
    gori_compute gori;
    gimple_outgoing_range outgoing;
    env_query *query;
    struct pp_flow flow;
    struct pp_solution solution;
    bool widened;
    uint64_t steps;
};

/* ---- What holds at the point gone through. */

/* What GCC knows of NAME wherever it is. */
static void global_range(irange &r, tree name)
{
    r = gimple_range_global(name);
    if (r.undefined_p())
        r.set_varying(TREE_TYPE(name));
}

static void range_now(const struct pp_ranges *x, irange &r, tree name)
{
    const irange *known = x->now[SSA_NAME_VERSION(name)];
    if (known)
        r = *known;
    else
        global_range(r, name);
}

/* GCC's evaluator asks this for the ranges of operands. */
class env_query : public range_query
{
  public:
    explicit env_query(const struct pp_ranges *r) : ranges(r) {}
    bool range_of_expr(irange &r, tree expr, gimple *stmt) OVERRIDE
    {
        if (!gimple_range_ssa_p(expr))
            return get_tree_range(r, expr, stmt);
        range_now(ranges, r, expr);
        return true;
    }

  private:
    const struct pp_ranges *ranges;
};

static void set_now(struct pp_ranges *x, tree name, const irange &range)
{
    unsigned version = SSA_NAME_VERSION(name);
    int_range_max everywhere, r = range;
    global_range(everywhere, name);
    r.intersect(everywhere);
    /* A contradiction: control does not come here. */
    bool nothing = r.undefined_p() || r == everywhere;
    x->now[version] = nothing ? NULL : x->pool.allocate(r);
    x->touched.safe_push(version);
}

static void load(struct pp_ranges *x, const struct env *env)
{
    unsigned i, version;
    FOR_EACH_VEC_ELT(x->touched, i, version)
    x->now[version] = NULL;
    x->touched.truncate(0);
    for (i = 0; i < env->num; i++) {
        x->now[env->slots[i].name] = env->slots[i].range;
        x->touched.safe_push(env->slots[i].name);
    }
}

static int by_version(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return x < y ? -1 : x > y;
}

/* What holds now of the names that are LIVE, or of all. */
static struct env *store(struct pp_ranges *x, const_bitmap live)
{
    unsigned i, version, last = 0;
    x->touched.qsort(by_version);
    struct env *env = (struct env *)xmalloc(sizeof *env + x->touched.length() * sizeof *env->slots);
    env->num = 0;
    FOR_EACH_VEC_ELT(x->touched, i, version)
    {
        if ((i > 0 && version == last) || !x->now[version] ||
            (live && !bitmap_bit_p(live, version)))
            continue;
        last = version;
        env->slots[env->num++] = {version, 0, 0, 0, x->now[version]};
    }
    return env;
}

/* ---- Statements. */

/* STMT has been executed, so the pointers that it follows are not null. */
static void learn_from(struct pp_ranges *x, gimple *stmt)
{
    tree name;
    ssa_op_iter i;
    if (!flag_delete_null_pointer_checks || cfun->can_throw_non_call_exceptions)
        return;
    FOR_EACH_SSA_TREE_OPERAND(name, stmt, i, SSA_OP_USE)
    if (POINTER_TYPE_P(TREE_TYPE(name)) && gimple_range_ssa_p(name) &&
        infer_nonnull_range(stmt, name)) {
        int_range_max r, nonnull;
        range_now(x, r, name);
        nonnull.set_nonzero(TREE_TYPE(name));
        r.intersect(nonnull);
        set_now(x, name, r);
    }
}

static void execute(struct pp_ranges *x, gimple *stmt)
{
    tree result = gimple_range_ssa_p(gimple_get_lhs(stmt)), name;
    ssa_op_iter i;
    /* An asm defines names as well. */
    FOR_EACH_SSA_TREE_OPERAND(name, stmt, i, SSA_OP_DEF)
    x->now[SSA_NAME_VERSION(name)] = NULL;
    if (result) {
        int_range_max r;
        if (!fold_range(r, stmt, x->query))
            r.set_varying(TREE_TYPE(result));
        set_now(x, result, r);
    }
    learn_from(x, stmt);
}

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
        execute(x, stmt);
        if (visitor)
            visitor->after(stmt);
    }
}

/* ---- Edges. */

/* Whether the statement that ends E's source can choose E; if so, refines what it tells of. */
static bool take_branch(struct pp_ranges *x, edge e)
{
    int_range_max chosen, value;
    gimple *control = x->outgoing.edge_range_p(chosen, e);
    if (!control)
        return true;
    if (gswitch *choice = dyn_cast<gswitch *>(control)) {
        if (x->query->range_of_expr(value, gimple_switch_index(choice), choice))
            chosen.intersect(value);
    } else if (fold_range(value, control, x->query)) {
        chosen.intersect(value);
    }
    if (chosen.undefined_p())
        return false;
    tree name;
    auto_vec<tree> names;
    auto_delete_vec<int_range_max> ranges;
    FOR_EACH_GORI_EXPORT_NAME(x->gori, e->src, name)
    {
        int_range_max r, known;
        if (!gimple_range_ssa_p(name) || !x->gori.outgoing_edge_range_p(r, e, name, *x->query))
            continue;
        range_now(x, known, name);
        r.intersect(known);
        if (r.undefined_p())
            return false;
        names.safe_push(name);
        ranges.safe_push(new int_range_max(r));
    }
    for (unsigned i = 0; i < names.length(); i++)
        set_now(x, names[i], *ranges[i]);
    return true;
}

/* All PHIs of E's target at once. */
static void take_phis(struct pp_ranges *x, edge e)
{
    auto_vec<tree> names;
    auto_delete_vec<int_range_max> ranges;
    for (gphi_iterator i = gsi_start_phis(e->dest); !gsi_end_p(i); gsi_next(&i)) {
        tree result = gimple_range_ssa_p(gimple_phi_result(i.phi()));
        if (!result)
            continue;
        int_range_max r;
        if (!x->query->range_of_expr(r, PHI_ARG_DEF_FROM_EDGE(i.phi(), e), NULL) || r.undefined_p())
            r.set_varying(TREE_TYPE(result));
        else if (r.type() != TREE_TYPE(result))
            range_cast(r, TREE_TYPE(result));
        names.safe_push(result);
        ranges.safe_push(new int_range_max(r));
    }
    for (unsigned i = 0; i < names.length(); i++)
        set_now(x, names[i], *ranges[i]);
}

/* ---- The frame's functions. */

static void *start(void *, uint32_t)
{
    return XCNEW(struct env); /* no slots */
}

static void *transfer(void *context, uint32_t v, const void *in)
{
    struct pp_ranges *x = (struct pp_ranges *)context;
    x->steps++;
    load(x, (const struct env *)in);
    go_through(x, x->h->vertices[v].vertex, NULL);
    return store(x, NULL);
}

static void *refine(void *context, uint32_t e, const void *out)
{
    struct pp_ranges *x = (struct pp_ranges *)context;
    load(x, (const struct env *)out);
    edge way = x->ways[x->h->edges[e].edge - x->proc->first_edge];
    if (!way)
        return store(x, NULL);
    if (!take_branch(x, way))
        return NULL;
    take_phis(x, way);
    return store(x, *x->live[way->dest->index]);
}

/* Moves the bounds of R that differ from those of OLD as the thesis does: each once by what came,
   then to the last value but one, so that one more step does not wrap, then to the last. */
static void widen(irange &r, const irange &old, struct slot *slot)
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

/* SLOT, whose range is met with OTHER.  Returns whether that changed it. */
static bool meet_slot(struct pp_ranges *x, struct slot *slot, const irange *other, bool widening)
{
    if (slot->range == other || *slot->range == *other)
        return false;
    int_range_max r = *slot->range;
    r.union_(*other);
    if (r == *slot->range)
        return false;
    slot->changes++;
    if (widening) {
        widen(r, *slot->range, slot);
        x->widened = true;
    }
    slot->range = r.varying_p() ? NULL : x->pool.allocate(r);
    return true;
}

static bool meet(void *context, uint32_t, void *into, const void *value, uint32_t lowered)
{
    struct pp_ranges *x = (struct pp_ranges *)context;
    struct env *a = (struct env *)into;
    const struct env *b = (const struct env *)value;
    unsigned kept = 0, j = 0;
    bool changed = false;
    for (unsigned i = 0; i < a->num; i++) {
        struct slot slot = a->slots[i];
        while (j < b->num && b->slots[j].name < slot.name)
            j++;
        if (j == b->num || b->slots[j].name != slot.name)
            slot.range = NULL, changed = true;
        else
            changed |= meet_slot(x, &slot, b->slots[j].range, lowered > 0);
        if (slot.range)
            a->slots[kept++] = slot;
    }
    a->num = kept;
    return changed;
}

static void release(void *, void *value)
{
    XDELETE((struct env *)value);
}

/* ---- Narrowing. */

/* What comes to V along the edges that can be taken, from a solution that holds.  NULL: nothing. */
static struct env *gather(struct pp_ranges *x, uint32_t v)
{
    const struct pp_hot_graph *h = x->h;
    struct env *in = NULL;
    uint32_t vertex = h->vertices[v].vertex;
    if (vertex == x->proc->entry || (x->g->vertices[vertex].flags & PP_V_RESTART))
        in = (struct env *)start(x, v);
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
            in = (struct env *)value;
        }
    }
    return in;
}

/* Widening went too far where a loop has a bound.  The transfer functions applied to what holds
   give what holds, too, so one more time round takes some of that back. */
static void narrow(struct pp_ranges *x)
{
    for (uint32_t v = 0; v < x->h->num_vertices; v++)
        if (x->solution.in[v]) {
            struct env *in = gather(x, v);
            release(x, x->solution.in[v]);
            x->solution.in[v] = in;
        }
}

/* ---- What does not change while it is solved. */

/* Marks NAME as used at the end of BB, or in it. */
static void mark_live(struct pp_ranges *x, tree name, basic_block bb, vec<basic_block> *todo)
{
    if (!gimple_range_ssa_p(name) || SSA_NAME_IS_DEFAULT_DEF(name))
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
    x->query = new env_query(x);
    x->now.safe_grow_cleared(num_ssa_names);
    x->flow = {x, start, transfer, refine, meet, release};
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
    delete x->query;
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
    load(x, (const struct env *)x->solution.in[v]);
    go_through(x, x->h->vertices[v].vertex, visitor);
}

tree pp_constant_of(struct pp_ranges *x, tree name)
{
    int_range_max r;
    tree value;
    if (!gimple_range_ssa_p(name))
        return NULL_TREE;
    range_now(x, r, name);
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
