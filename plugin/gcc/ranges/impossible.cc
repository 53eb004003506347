/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hot-path graph whose states are the outcome that was taken last, so that ranges tell, at each branch, for each
   outcome that may have led there by itself, which way it cannot go on. */
#include "gcc/base/compat.h"
#include "gcc/ranges/impossible.h"
#include "gcc/ranges/relation.h"
extern "C" {
#include "core/base/pair-map.h"
#include "core/transform/transform.h"
}

/* What is told apart at one vertex at most: where more outcomes join, the rest have one copy together, of which nothing
   is told, so that the graph does not grow by more than this factor. */
#define MOST_COPIES 16

/* No outcome that could be told of. */
#define NOTHING 0

struct finding {
    struct pp_graph *g;
    struct function *function;
    bool jumps; /* control may come back to it from elsewhere (setjmp) */
    uint32_t first_edge, num_edges, first_vertex;
    struct pp_hot_graph hot;
    struct pp_pair_map copies; /* (vertex, state) -> hot vertex */
    uint32_t *num_copies;      /* by vertex, from the first */
};

/* ---- States: an outcome, by its edge; behind these, a vertex where a path has begun. */

static uint32_t outcome_state(const struct finding *f, uint32_t e)
{
    return 1 + e - f->first_edge;
}

static uint32_t begin_state(const struct finding *f, uint32_t v)
{
    return 1 + f->num_edges + v - f->first_vertex;
}

static struct pp_turn turn_of(const struct finding *f, uint32_t state, uint32_t to)
{
    if (state <= f->num_edges)
        return {f->first_edge + state - 1, to, false};
    return {f->first_vertex + state - 1 - f->num_edges, to, true};
}

/* Is E one of several ways on that are no handlers'? */
static bool is_choice(const struct pp_graph *g, uint32_t e)
{
    return pp_inside(&g->edges[e]) && !(g->edges[e].flags & PP_E_EH);
}

static bool is_branch(const struct pp_graph *g, uint32_t v)
{
    unsigned ways = 0;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE && ways < 2; e = g->edges[e].next_out)
        ways += is_choice(g, e);
    return ways > 1 || g->vertices[v].kind == PP_ENTRY;
}

static uint32_t step(const struct finding *f, uint32_t state, uint32_t e)
{
    const struct pp_edge *edge = &f->g->edges[e];
    if ((edge->flags & PP_E_BACK) || (f->g->vertices[edge->to].flags & PP_V_RESTART))
        return begin_state(f, edge->to);
    if (edge->flags & PP_E_EH)
        return NOTHING;
    return is_branch(f->g, edge->from) ? outcome_state(f, e) : state;
}

/* ---- The graph. */

static uint32_t copy_of(struct finding *f, uint32_t vertex, uint32_t state)
{
    uint32_t known = pp_pair_get(&f->copies, vertex, state);
    uint32_t *num = &f->num_copies[vertex - f->first_vertex];
    if (known != PP_NONE)
        return known;
    if (state != begin_state(f, vertex) && state != NOTHING && (*num)++ >= MOST_COPIES)
        return copy_of(f, vertex, NOTHING);
    known = pp_hot_add_vertex(&f->hot, vertex, state);
    *pp_pair_at(&f->copies, vertex, state) = known;
    return known;
}

static void grow(struct finding *f, const struct pp_proc *proc)
{
    const struct pp_graph *g = f->g;
    f->hot.procs[0].outside = copy_of(f, proc->entry, NOTHING);
    for (uint32_t i = 0; i < proc->num_vertices; i++)
        if (g->vertices[proc->first_vertex + i].flags & PP_V_RESTART) {
            copy_of(f, proc->first_vertex + i, begin_state(f, proc->first_vertex + i));
            f->jumps = true;
        }
    for (uint32_t v = 0; v < f->hot.num_vertices; v++) {
        uint32_t vertex = f->hot.vertices[v].vertex, state = f->hot.vertices[v].state;
        for (uint32_t e = g->vertices[vertex].first_out; e != PP_NONE; e = g->edges[e].next_out)
            if (pp_inside(&g->edges[e]))
                pp_hot_add_edge(&f->hot, v, copy_of(f, g->edges[e].to, step(f, state, e)), e);
    }
}

/* ---- What decides branches: all else need not be known. */

static void ask_for(tree name, bitmap names, vec<tree> *todo)
{
    if (name && TREE_CODE(name) == SSA_NAME && bitmap_set_bit(names, SSA_NAME_VERSION(name)))
        todo->safe_push(name);
}

/* Marks the names that the branches of FUNCTION are decided by, and those that these are computed of. */
static void find_names(struct function *function, bitmap names)
{
    auto_vec<tree> todo;
    basic_block bb;
    ssa_op_iter i;
    tree name;
    FOR_EACH_BB_FN(bb, function)
    {
        gimple *last = last_nondebug_stmt(bb);
        if (last && (is_a<gcond *>(last) || is_a<gswitch *>(last)))
            FOR_EACH_SSA_TREE_OPERAND(name, last, i, SSA_OP_USE)
        ask_for(name, names, &todo);
    }
    while (!todo.is_empty()) {
        gimple *def = SSA_NAME_DEF_STMT(todo.pop());
        if (gphi *phi = dyn_cast<gphi *>(def)) {
            for (unsigned k = 0; k < gimple_phi_num_args(phi); k++)
                ask_for(gimple_phi_arg_def(phi, k), names, &todo);
        } else if (is_gimple_assign(def) || is_gimple_call(def)) {
            FOR_EACH_SSA_TREE_OPERAND(name, def, i, SSA_OP_USE)
            ask_for(name, names, &todo);
        }
    }
}

/* ---- What it tells. */

static int by_place(const void *a, const void *b)
{
    const struct pp_turn *x = (const struct pp_turn *)a, *y = (const struct pp_turn *)b;
    if (x->begins != y->begins)
        return x->begins ? 1 : -1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

/* The condition that E is an outcome of; NULL: it is none. */
static gcond *condition_of(const struct finding *f, uint32_t e)
{
    const struct pp_vertex *from = &f->g->vertices[f->g->edges[e].from];
    if (from->kind == PP_ENTRY || !(f->g->edges[e].flags & (PP_E_TRUE | PP_E_FALSE)))
        return NULL;
    return safe_dyn_cast<gcond *>(last_nondebug_stmt(BASIC_BLOCK_FOR_FN(f->function, from->block)));
}

/* May TO follow what STATE says, by the conditions alone?  No retreating edge lies between them, so what dominates the
   first, and so all that is computed before it, is not executed again; unless a path goes on behind a non-local
   transfer. */
static bool may_follow(const struct finding *f, uint32_t state, uint32_t to)
{
    struct pp_turn turn = turn_of(f, state, to);
    gcond *first = turn.begins || f->jumps ? NULL : condition_of(f, turn.from),
          *second = first ? condition_of(f, to) : NULL;
    return !second || pp_may_follow(first, f->g->edges[turn.from].flags & PP_E_TRUE, second,
                                    f->g->edges[to].flags & PP_E_TRUE);
}

static void collect(const struct finding *f, uint32_t proc, const struct pp_ranges *ranges)
{
    auto_vec<struct pp_turn> turns;
    for (uint32_t v = 0; v < f->hot.num_vertices; v++) {
        const struct pp_hot_vertex *hot = &f->hot.vertices[v];
        if (hot->state == NOTHING || !pp_is_executable(ranges, v) || !is_branch(f->g, hot->vertex))
            continue;
        for (uint32_t e = hot->first_out; e != PP_NONE; e = f->hot.edges[e].next_out) {
            uint32_t to = f->hot.edges[e].edge;
            if (is_choice(f->g, to) && !(pp_is_taken(ranges, e) && may_follow(f, hot->state, to)))
                turns.safe_push(turn_of(f, hot->state, to));
        }
    }
    turns.qsort(by_place);
    for (unsigned i = 0; i < turns.length(); i++)
        pp_add_turn(f->g, proc, turns[i]);
}

void pp_find_impossible(struct pp_graph *g, uint32_t proc, struct cgraph_node *node,
                        const struct pp_sites *sites)
{
    const struct pp_proc *p = &g->procs[proc];
    auto_bitmap names;
    struct pp_body body = {proc, DECL_STRUCT_FUNCTION(node->decl), sites, names};
    struct finding f = {};
    if (!pp_has_ranges())
        return;
    f.g = g;
    f.function = body.function;
    f.first_edge = p->first_edge;
    f.num_edges = p->num_edges;
    f.first_vertex = p->first_vertex;
    f.num_copies = XCNEWVEC(uint32_t, p->num_vertices);
    find_names(body.function, names);
    pp_mark_backedges(g, proc);
    pp_hot_graph_init(&f.hot, g, &proc, 1);
    grow(&f, p);
    struct pp_ranges *ranges = pp_ranges_make(&f.hot, &body);
    collect(&f, proc, ranges);
    pp_ranges_free(ranges);
    pp_hot_graph_free(&f.hot);
    pp_pair_map_free(&f.copies);
    XDELETEVEC(f.num_copies);
}
