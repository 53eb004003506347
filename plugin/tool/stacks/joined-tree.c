/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/stacks/joined-tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parts are integers of this one: what is handed out is handed out once. */
#define WHOLE (UINT64_C(1) << 62)
/* What is less comes from rounding. */
#define ROUNDING (WHOLE >> 30)

/* A copy of a root whose calls are being followed.  Where it calls roots of its own cycle, entries that
   come back to a root that is pending are to be left out: with A the roots of the cycle that are
   pending when x is entered,

       visits without (A and x) [i][j] = visits without A [i][j] - column [i] * row [j],
       column [i] = visits without A [i][x],  row [j] = visits without A [x][j] / [x][x]. */
struct copy {
    uint32_t root, base; /* base: its first node */
    uint32_t arc;        /* the next one to follow */
    uint32_t below;      /* the first of the pending copies that are of its cycle */
    double part;
    bool main, apportioned;
    long double *column, *row, inclusive; /* NULL: no other root of its cycle is to be entered */
};

struct joining {
    const struct pp_joins *joins;
    struct pp_tree *tree;
    struct copy *stack;
    uint32_t depth, cap;
    uint64_t *given, *given_main; /* by root: what its copies have of it; those beneath main */
    uint32_t *last;               /* by root: base of its last copy; PP_NONE: none */
    uint32_t main;                /* the node that is main; PP_NONE: none */
    double least;
};

/* ---- Nodes. */

static uint64_t part_of(uint64_t count, uint64_t from, uint64_t to)
{
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)((wide)count * to / WHOLE) - (uint64_t)((wide)count * from / WHOLE);
}

/* Copies what is beneath ROOT; PART, of WHOLE, of its counts.  Returns the first node. */
static uint32_t copy_root(struct joining *j, uint32_t root, uint64_t part, struct pp_node head)
{
    const struct pp_joins *joins = j->joins;
    struct pp_tree *tree = j->tree;
    uint32_t num = joins->first[root + 1] - joins->first[root], base = tree->num;
    tree->nodes = pp_grow(tree->nodes, &tree->cap, tree->num, num, sizeof *tree->nodes);
    for (uint32_t i = 0; i < num; i++) {
        const struct pp_node *from = &joins->tree.nodes[joins->order[joins->first[root] + i]];
        struct pp_node *to = &tree->nodes[base + i];
        *to = i == 0 ? head : (struct pp_node){.parent = base + joins->place[from->parent]};
        to->proc = from->proc;
        to->call = from->call;
        to->part = head.part;
        to->first_child = to->last_child = to->next = PP_NONE;
        to->calls = part_of(from->calls, j->given[root], j->given[root] + part);
        to->stmts = part_of(from->stmts, j->given[root], j->given[root] + part);
        to->time = from->time * ((double)part / (double)WHOLE);
        pp_tree_hang(tree, base + i);
    }
    tree->num += num;
    j->given[root] += part;
    j->last[root] = base;
    return base;
}

/* ---- Following calls. */

/* Of the visits of X to Y in their cycle, both members: those that do not pass a copy that is pending,
   from BELOW on. */
static long double visits_of(const struct joining *j, const struct pp_join_cycle *cycle,
                             uint32_t below, uint32_t x, uint32_t y)
{
    long double visits = cycle->visits[(size_t)x * cycle->num + y];
    for (uint32_t k = below; k < j->depth; k++)
        visits -= j->stack[k].column[x] * j->stack[k].row[y];
    return visits > 0 ? visits : 0;
}

/* The statements that an entry of ROOT brings about; in its cycle, without what passes a pending copy. */
static long double inclusive_of(const struct joining *j, uint32_t below, uint32_t root)
{
    long double inclusive = j->joins->inclusive[root];
    for (uint32_t k = below; k < j->depth; k++)
        inclusive -= j->stack[k].column[j->joins->index[root]] * j->stack[k].inclusive;
    return inclusive > 0 ? inclusive : 0;
}

/* Enters ROOT: FLOW times, beneath node PARENT. */
static void enter(struct joining *j, uint32_t root, double flow, struct pp_node head, bool main)
{
    const struct pp_joins *joins = j->joins;
    const struct pp_join_cycle *cycle = &joins->cycles[joins->cycle[root]];
    struct copy copy = {
        .root = root, .arc = joins->first_arc[root], .main = main, .below = j->depth};
    uint32_t x = joins->index[root];
    if (j->depth && pp_in_one_cycle(joins, root, j->stack[j->depth - 1].root))
        copy.below = j->stack[j->depth - 1].below;
    if (cycle->visits) {
        long double own = visits_of(j, cycle, copy.below, x, x);
        copy.part = (double)(flow * own / joins->calls[root]);
        copy.inclusive = own > 0 ? inclusive_of(j, copy.below, root) / own : 0;
        copy.column = pp_xmalloc(2 * (size_t)cycle->num * sizeof *copy.column);
        copy.row = copy.column + cycle->num;
        for (uint32_t i = 0; i < cycle->num; i++) {
            copy.column[i] = visits_of(j, cycle, copy.below, i, x);
            copy.row[i] = own > 0 ? visits_of(j, cycle, copy.below, x, i) / own : 0;
        }
    }
    copy.part = joins->certain[root] ? 1 : copy.part > 0 ? fmin(copy.part, 1) : 0;
    uint64_t left = WHOLE - j->given[root], part = (uint64_t)(copy.part * (double)WHOLE);
    part = part > left ? left : part;
    copy.apportioned = head.part = !joins->certain[root];
    copy.base = copy_root(j, root, part, head);
    j->given_main[root] += main ? part : 0;
    if (joins->is_main[root] && head.parent == PP_NONE)
        j->main = copy.base;
    j->stack = pp_grow(j->stack, &j->cap, j->depth, 1, sizeof *j->stack);
    j->stack[j->depth++] = copy;
}

static bool is_pending(const struct joining *j, uint32_t root)
{
    uint32_t below = j->stack[j->depth - 1].below;
    for (uint32_t k = j->depth; k-- > below;) {
        if (j->stack[k].root == root)
            return true;
    }
    return false;
}

/* Enters what the innermost copy calls by ARC, if it is to be shown. */
static void follow(struct joining *j, const struct pp_join *arc)
{
    const struct pp_joins *joins = j->joins;
    const struct copy *top = &j->stack[j->depth - 1];
    bool inner = pp_in_one_cycle(joins, arc->from, arc->to), certain = joins->certain[arc->to];
    if (inner && is_pending(j, arc->to))
        return;
    double flow = top->part * arc->count;
    if (!certain && inner && !top->column)
        return;
    if (!certain && !joins->cycles[joins->cycle[arc->to]].visits)
        return;
    if (!certain &&
        (double)inclusive_of(j, inner ? top->below : j->depth, arc->to) * flow < j->least)
        return;
    if (!certain && j->tree->num >= PP_MOST_NODES)
        return;
    struct pp_node head = {.parent = top->base + joins->place[arc->node],
                           .joint = certain ? PP_JOINED : PP_APPORTIONED};
    enter(j, arc->to, flow, head, top->main);
}

static void follow_all(struct joining *j)
{
    while (j->depth > 0) {
        struct copy *top = &j->stack[j->depth - 1];
        if (top->arc < j->joins->first_arc[top->root + 1])
            follow(j, &j->joins->arcs[top->arc++]);
        else
            free(j->stack[--j->depth].column);
    }
}

/* ---- What is left. */

static void add_rounding(struct joining *j, uint32_t root)
{
    const struct pp_joins *joins = j->joins;
    for (uint32_t i = joins->first[root]; i < joins->first[root + 1]; i++) {
        const struct pp_node *from = &joins->tree.nodes[joins->order[i]];
        struct pp_node *to = &j->tree->nodes[j->last[root] + i - joins->first[root]];
        to->calls += part_of(from->calls, j->given[root], WHOLE);
        to->stmts += part_of(from->stmts, j->given[root], WHOLE);
        to->time += from->time * ((double)(WHOLE - j->given[root]) / (double)WHOLE);
    }
    j->given[root] = WHOLE;
}

static void scatter(struct joining *j, uint32_t root)
{
    uint64_t left = WHOLE - j->given[root];
    if (left <= ROUNDING && j->last[root] != PP_NONE) {
        add_rounding(j, root);
        return;
    }
    uint64_t main = (uint64_t)(j->joins->from_main[root] * (double)WHOLE);
    main = main > j->given_main[root] ? main - j->given_main[root] : 0;
    main = main + ROUNDING >= left ? left : main;
    struct pp_node head = {.parent = j->main, .joint = PP_SCATTERED, .part = true};
    if (j->main != PP_NONE && main > ROUNDING) {
        copy_root(j, root, main, head);
        left -= main;
    }
    head = (struct pp_node){.parent = PP_NONE, .open = true, .joint = PP_APPORTIONED, .part = true};
    if (left > ROUNDING)
        copy_root(j, root, left, head);
    else
        add_rounding(j, root);
}

void pp_joined_tree(struct pp_tree *tree, const struct pp_joins *joins)
{
    size_t size = (size_t)joins->num + 1;
    struct joining j = {.joins = joins, .tree = tree, .main = PP_NONE};
    pp_tree_init(tree, false);
    tree->full = joins->tree.full;
    j.given = pp_xcalloc(size, sizeof *j.given);
    j.given_main = pp_xcalloc(size, sizeof *j.given_main);
    j.last = pp_xmalloc(size * sizeof *j.last);
    memset(j.last, 0xff, size * sizeof *j.last);
    for (uint32_t n = 0; n < joins->tree.num; n++)
        j.least += (double)joins->tree.nodes[n].stmts / PP_LEAST_JOINT;
    for (uint32_t r = 0; r < joins->num; r++) {
        const struct pp_node *root = &joins->tree.nodes[joins->root[r]];
        struct pp_node head = {.parent = PP_NONE,
                               .open = root->open,
                               .joint = joins->certain[r] ? PP_FOLLOWED : PP_APPORTIONED};
        if (joins->outside[r] > 0 && (joins->certain[r] || joins->cycles[joins->cycle[r]].visits)) {
            enter(&j, r, joins->outside[r], head, joins->is_main[r]);
            follow_all(&j);
        }
    }
    for (uint32_t r = 0; r < joins->num; r++) {
        if (j.given[r] < WHOLE)
            scatter(&j, r);
    }
    pp_tree_sum_up(tree);
    free(j.stack);
    free(j.given);
    free(j.given_main);
    free(j.last);
}

struct pp_tree_share pp_tree_share(const struct pp_tree *tree, const struct pp_graph *g)
{
    bool *in_main = pp_xcalloc((size_t)tree->num + 1, sizeof *in_main);
    struct pp_tree_share share = {0};
    for (uint32_t n = 0; n < tree->num; n++) { /* parents come before their children */
        const struct pp_node *node = &tree->nodes[n];
        in_main[n] = node->parent != PP_NONE ? in_main[node->parent]
                                             : !node->open && g->procs[node->proc].is_main;
        for (int k = 0; k < 1 + in_main[n] + (in_main[n] && !node->part); k++) {
            share.stmts[k] = pp_add(share.stmts[k], node->stmts);
            share.calls[k] = pp_add(share.calls[k], node->calls);
        }
    }
    free(in_main);
    return share;
}
