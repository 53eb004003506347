/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CFG is made equal to a hot-path graph (thesis 2.2.1, last step): blocks are duplicated, edges
   led to the copies that the graph says, and GCC's SSA updater joins what the copies define.

   A basic block is several vertices where it has calls.  It is copied as one piece, except where a
   reduced graph joins copies behind a call: there it is split first.  One hot copy of each piece
   keeps the block that was there. */
#include "gcc/base/compat.h"
#include "gcc/extract/block-parts.h"
#include "gcc/lanes/lanes.h"
#include "gcc/lanes/facts.h"
#include "gcc/lanes/substitute.h"
#include "gcc/base/block.h"
#include "gcc/base/exact-count.h"

/* Consecutive vertices of one basic block that are copied as one. */
struct piece {
    uint32_t first, last;
    basic_block bb;
};

/* One way out of a piece, and what the PHIs of the block it leads to get along it. */
struct arm {
    uint32_t piece;   /* to which it leads; PP_NONE: that has no copies */
    uint32_t edge;    /* of the graph; PP_NONE if that does not show it */
    unsigned phi_arg; /* the first of its PHI arguments */
};

/* A copy of a piece: the hot vertices that it is. */
struct piece_copy {
    uint32_t piece;
    basic_block bb;
    uint32_t hot; /* of the piece's first vertex */
};

struct maker {
    const struct pp_graph *g;
    const struct pp_hot_graph *h;
    const struct pp_proc *proc;
    const struct pp_sites *sites;
    const struct pp_found *found; /* may be NULL */
    double scale;                 /* of counts; 0: they are not set */
    bool *reached;                /* by hot vertex: control can come there */
    vec<struct piece> pieces;
    uint32_t *piece_of; /* by vertex, from the procedure's first */
    basic_block *made;  /* by hot vertex that begins a piece; NULL: nothing leads there */
    vec<unsigned>
        origin; /* by index of a block: that of the block that it is (a part of) a copy of */
    hash_map<edge, uint32_t> *shown; /* the graph's edge of each edge of the CFG */
    vec<struct piece_copy> copies;
    vec<struct arm> arms; /* of each piece, from first_arm on, in the order of its successors */
    vec<unsigned> first_arm;
    vec<tree> phi_args;
    vec<location_t> phi_locations;
    struct pp_lanes_made done;
};

static unsigned count_copies(const struct maker *m, uint32_t v)
{
    unsigned n = 0;
    for (uint32_t c = pp_hot_copies(m->h, v); c != PP_NONE; c = m->h->vertices[c].next_copy)
        n++;
    return n;
}

/* ---- Pieces. */

/* Whether anything stands in V's block from V on. */
static bool has_code_from(const struct maker *m, uint32_t v)
{
    return m->g->vertices[v].stmts ||
           (v + 1 < m->proc->first_vertex + m->proc->num_vertices && pp_inner_vertex(m->g, v + 1));
}

static void note_origin(struct maker *m, basic_block bb, basic_block of)
{
    if (m->origin.length() <= (unsigned)bb->index)
        m->origin.safe_grow_cleared(bb->index + 1);
    m->origin[bb->index] = m->origin[of->index];
}

/* Splits BB before vertex V.  Returns the part that V begins. */
static basic_block split_before(struct maker *m, basic_block bb, uint32_t v)
{
    const struct pp_site *sites = m->sites->vertices + (v - m->proc->first_vertex);
    gimple *last;
    if (m->g->vertices[v].kind == PP_RETURN_SITE) {
        last = sites[-1].before; /* the call */
    } else {
        gimple_stmt_iterator gsi = gsi_for_stmt(sites->before);
        gsi_prev(&gsi);
        last = gsi_end_p(gsi) ? NULL : gsi_stmt(gsi);
    }
    edge between = last ? split_block(bb, last) : split_block_after_labels(bb);
    note_origin(m, between->dest, bb);
    return between->dest;
}

static void find_pieces(struct maker *m)
{
    uint32_t first = m->proc->first_vertex, end = first + m->proc->num_vertices;
    m->piece_of = XNEWVEC(uint32_t, m->proc->num_vertices);
    m->piece_of[0] = m->piece_of[1] = PP_NONE;
    for (uint32_t v = first + 2; v < end; v++) {
        struct piece p = {v, v, NULL};
        if (!pp_inner_vertex(m->g, v)) {
            p.bb = BASIC_BLOCK_FOR_FN(cfun, m->g->vertices[v].block);
            m->pieces.safe_push(p);
        } else if (count_copies(m, v) < count_copies(m, v - 1) && has_code_from(m, v)) {
            p.bb = split_before(m, m->pieces.last().bb, v);
            m->pieces.safe_push(p);
        }
        m->pieces.last().last = v;
        m->piece_of[v - first] = m->pieces.length() - 1;
    }
}

/* ---- What leaves a piece. */

static void find_shown_edges(struct maker *m)
{
    m->shown = new hash_map<edge, uint32_t>;
    for (uint32_t i = 0; i < m->proc->num_edges; i++) {
        edge e = m->sites->edges[i].cfg_edge;
        if (e && !pp_inner_edge(m->g, &m->g->edges[m->proc->first_edge + i]))
            m->shown->put(e, m->proc->first_edge + i);
    }
}

static void add_arms(struct maker *m, basic_block bb)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->succs)
    {
        struct arm arm = {PP_NONE, PP_NONE, m->phi_args.length()};
        if (uint32_t *shown = m->shown->get(e)) {
            arm.edge = *shown;
            arm.piece = m->piece_of[m->g->edges[arm.edge].to - m->proc->first_vertex];
        }
        for (gphi_iterator phi = gsi_start_phis(e->dest); !gsi_end_p(phi); gsi_next(&phi)) {
            m->phi_args.safe_push(gimple_phi_arg_def(phi.phi(), e->dest_idx));
            m->phi_locations.safe_push(gimple_phi_arg_location(phi.phi(), e->dest_idx));
        }
        m->arms.safe_push(arm);
    }
}

/* The pieces' arms, then those of the entry block. */
static void find_arms(struct maker *m)
{
    unsigned i;
    struct piece *p;
    FOR_EACH_VEC_ELT(m->pieces, i, p)
    {
        m->first_arm.safe_push(m->arms.length());
        add_arms(m, p->bb);
    }
    m->first_arm.safe_push(m->arms.length());
    add_arms(m, ENTRY_BLOCK_PTR_FOR_FN(cfun));
}

/* A piece was split before its last part: then the way to the next is a fallthrough edge that the
   graph shows as an inner edge. */
static uint32_t piece_behind(const struct maker *m, uint32_t piece)
{
    return piece + 1 < m->pieces.length() && pp_inner_vertex(m->g, m->pieces[piece + 1].first)
               ? piece + 1
               : PP_NONE;
}

/* The hot vertex in which the copy of a piece that begins as HOT is at vertex V. */
static uint32_t walk_to(const struct maker *m, uint32_t hot, uint32_t v)
{
    while (m->h->vertices[hot].vertex != v) {
        uint32_t e = m->h->vertices[hot].first_out;
        while (!pp_inner_edge(m->g, &m->g->edges[m->h->edges[e].edge]))
            e = m->h->edges[e].next_out;
        hot = m->h->edges[e].to;
    }
    return hot;
}

/* Where arm ARM of COPY leads: the hot vertex, and the hot edge in *TAKEN; PP_NONE if it leads to
   what has no copies. */
static uint32_t target_of(const struct maker *m, const struct piece_copy *copy,
                          const struct arm *arm, uint32_t *taken)
{
    const struct pp_hot_graph *h = m->h;
    *taken = PP_NONE;
    if (copy->piece != PP_NONE && piece_behind(m, copy->piece) != PP_NONE && arm->edge == PP_NONE)
        return walk_to(m, copy->hot, m->pieces[copy->piece + 1].first);
    if (arm->edge == PP_NONE)
        return PP_NONE;
    uint32_t hot = walk_to(m, copy->hot, m->g->edges[arm->edge].from);
    *taken = pp_hot_out(h, hot, arm->edge);
    return arm->piece == PP_NONE || *taken == PP_NONE ? PP_NONE : h->edges[*taken].to;
}

/* ---- What can be reached. */

static uint32_t decided_edge(const struct maker *m, uint32_t hot)
{
    return m->found ? pp_decided_edge(m->found, hot) : PP_NONE;
}

/* From where control comes in, by ways that are not known to be none. */
static void find_reached(struct maker *m)
{
    const struct pp_hot_graph *h = m->h;
    const struct pp_hot_list *entries =
        &h->procs[pp_hot_find_proc(h, m->proc - m->g->procs)].entries;
    auto_vec<uint32_t> todo;
    m->reached = XCNEWVEC(bool, h->num_vertices);
    for (uint32_t i = 0; i < entries->num; i++)
        todo.safe_push(entries->at[i]);
    while (todo.length()) {
        uint32_t v = todo.pop(), only = decided_edge(m, v);
        if (m->reached[v])
            continue;
        m->reached[v] = true;
        for (uint32_t e = h->vertices[v].first_out; e != PP_NONE; e = h->edges[e].next_out)
            if (only == PP_NONE || h->edges[e].edge == only)
                todo.safe_push(h->edges[e].to);
    }
    for (uint32_t v = 0; v < h->num_vertices; v++)
        m->done.dropped += !m->reached[v];
}

/* ---- Copies. */

static unsigned count_statements(basic_block bb)
{
    unsigned n = 0;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        n += pp_is_statement(gsi_stmt(gsi));
    return n;
}

/* The copy of V that keeps the code that is there: the one that runs most, for the loop that V may
   be the header of goes on with it. */
static uint32_t keeper(const struct maker *m, uint32_t v)
{
    const struct pp_hot_graph *h = m->h;
    uint32_t best = PP_NONE;
    for (uint32_t c = pp_hot_copies(h, v); c != PP_NONE; c = h->vertices[c].next_copy)
        if (m->reached[c] && (best == PP_NONE || h->vertices[c].count > h->vertices[best].count))
            best = c;
    return best;
}

static void copy_piece(struct maker *m, uint32_t piece)
{
    const struct pp_hot_graph *h = m->h;
    struct piece *p = &m->pieces[piece];
    uint32_t kept = keeper(m, p->first);
    for (uint32_t c = pp_hot_copies(h, p->first); c != PP_NONE; c = h->vertices[c].next_copy) {
        struct piece_copy copy = {piece, p->bb, c};
        if (!m->reached[c])
            continue;
        if (c != kept) {
            pp_silence_block(p->bb);
            /* The tables of copies tell it to stay in the loop, wherever in it P is: what loops
               there are is found out anew when all is done. */
            set_loop_copy(p->bb->loop_father, p->bb->loop_father);
            copy.bb = duplicate_block(p->bb, NULL, NULL);
            note_origin(m, copy.bb, p->bb);
            m->done.blocks++;
            m->done.statements += count_statements(p->bb);
        }
        m->made[c] = copy.bb;
        m->copies.safe_push(copy);
    }
}

static void lead_edges(struct maker *m, const struct piece_copy *copy)
{
    unsigned arm = m->first_arm[copy->piece == PP_NONE ? m->pieces.length() : copy->piece];
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, copy->bb->succs)
    {
        uint32_t taken, to = target_of(m, copy, &m->arms[arm++], &taken);
        if (to == PP_NONE || !m->made[to] || m->made[to] == e->dest)
            continue;
        edge led = redirect_edge_and_branch(e, m->made[to]);
        gcc_assert(led == e);
        redirect_edge_var_map_clear(e);
    }
}

static void give_phi_args(struct maker *m, const struct piece_copy *copy)
{
    const struct arm *arm =
        &m->arms[m->first_arm[copy->piece == PP_NONE ? m->pieces.length() : copy->piece]];
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, copy->bb->succs)
    {
        unsigned at = arm++->phi_arg;
        for (gphi_iterator phi = gsi_start_phis(e->dest); !gsi_end_p(phi); gsi_next(&phi), at++)
            add_phi_arg(phi.phi(), m->phi_args[at], e, m->phi_locations[at]);
    }
}

static uint64_t scaled(const struct maker *m, uint64_t count)
{
    return m->scale == 1 ? count : (uint64_t)MIN((double)count * m->scale, 0x1p63);
}

static void give_counts(struct maker *m, const struct piece_copy *copy)
{
    const struct pp_hot_graph *h = m->h;
    unsigned n = EDGE_COUNT(copy->bb->succs), first = m->first_arm[copy->piece];
    auto_vec<uint64_t> counts;
    uint64_t sum = 0;
    copy->bb->count = pp_precise(scaled(m, h->vertices[copy->hot].count));
    for (unsigned i = 0; i < n; i++) {
        uint32_t taken;
        target_of(m, copy, &m->arms[first + i], &taken);
        counts.safe_push(taken == PP_NONE ? 0 : h->edges[taken].count);
        sum += counts.last();
    }
    for (unsigned i = 0; i < n && sum; i++)
        EDGE_SUCC(copy->bb, i)->probability =
            profile_probability::probability_in_gcov_type(counts[i], sum);
}

/* ---- Facts. */

/* The block of COPY ends with a branch of which one way is left: ARMS tells which. */
static void decide_branch(struct maker *m, const struct piece_copy *copy, uint32_t only)
{
    const struct arm *arms = &m->arms[m->first_arm[copy->piece]];
    auto_vec<edge> dead;
    edge e;
    edge_iterator i;
    unsigned k = 0;
    FOR_EACH_EDGE(e, i, copy->bb->succs)
    if (arms[k++].edge != only)
        dead.safe_push(e);
    gcc_assert(dead.length() + 1 == k);
    gimple_stmt_iterator last = gsi_last_bb(copy->bb);
    gsi_remove(&last, true);
    for (k = 0; k < dead.length(); k++)
        remove_edge(dead[k]);
    e = single_succ_edge(copy->bb);
    e->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
    e->flags |= EDGE_FALLTHRU;
    e->probability = profile_probability::always();
    m->done.decided++;
}

static void use_facts(struct maker *m, const struct piece_copy *copy)
{
    const struct piece *p = &m->pieces[copy->piece];
    auto_vec<uint32_t> hots;
    for (uint32_t v = p->first; v <= p->last; v++) {
        hots.safe_push(walk_to(m, copy->hot, v));
        if (!m->reached[hots.last()])
            hots.pop(); /* nothing is known to hold there */
    }
    bool cleaned = pp_substitute(m->found, hots, copy->bb);
    uint32_t only = decided_edge(m, walk_to(m, copy->hot, p->last));
    if (only != PP_NONE)
        decide_branch(m, copy, only);
    if (cleaned)
        gimple_purge_dead_eh_edges(copy->bb);
}

/* ---- Loops. */

/* By number of a loop: the indices of its blocks, before the CFG changes. */
typedef auto_delete_vec<auto_bitmap> loop_bodies;

static void remember_loops(loop_bodies *bodies)
{
    basic_block bb;
    for (unsigned i = 0; i < number_of_loops(cfun); i++)
        bodies->safe_push(new auto_bitmap);
    FOR_EACH_BB_FN(bb, cfun)
    for (struct loop *loop = bb->loop_father; loop; loop = loop_outer(loop))
        bitmap_set_bit(*(*bodies)[loop->num], bb->index);
}

static void forget(struct loop *loop)
{
    loop->any_upper_bound = loop->any_likely_upper_bound = loop->any_estimate = false;
    loop->finite_p = false;
    loop->unroll = 0;
    loop->can_be_parallel = false;
}

/* Finds out what loops there are now.  A loop whose header is the header of a loop still is
   believed what it was, unless it has grown: around an inner loop, an outer one may now close. */
static void fix_loops(struct maker *m, const loop_bodies &before)
{
    basic_block bb;
    calculate_dominance_info(CDI_DOMINATORS);
    loops_state_set(LOOPS_MAY_HAVE_MULTIPLE_LATCHES);
    fix_loop_structure(NULL);
    FOR_EACH_BB_FN(bb, cfun)
    for (struct loop *loop = bb->loop_father; loop_outer(loop); loop = loop_outer(loop))
        if ((unsigned)loop->num < before.length() &&
            !bitmap_bit_p(*before[loop->num], m->origin[bb->index]))
            forget(loop);
}

/* ---- All of it. */

static void copy_pieces(struct maker *m)
{
    struct piece_copy *copy, entry = {PP_NONE, ENTRY_BLOCK_PTR_FOR_FN(cfun), PP_NONE};
    unsigned i;
    m->made = XCNEWVEC(basic_block, m->h->num_vertices);
    initialize_original_copy_tables();
    for (i = 0; i < m->pieces.length(); i++)
        copy_piece(m, i);
    free_original_copy_tables();
    entry.hot = pp_hot_copies(m->h, m->proc->entry);
    m->copies.safe_push(entry);
    FOR_EACH_VEC_ELT(m->copies, i, copy)
    lead_edges(m, copy);
    FOR_EACH_VEC_ELT(m->copies, i, copy)
    give_phi_args(m, copy);
    if (m->scale > 0)
        FOR_EACH_VEC_ELT(m->copies, i, copy)
    if (copy->piece != PP_NONE)
        give_counts(m, copy);
    if (m->found)
        FOR_EACH_VEC_ELT(m->copies, i, copy)
    if (copy->piece != PP_NONE)
        use_facts(m, copy);
}

static void clean_up(struct maker *m, const loop_bodies &loops)
{
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
    delete_unreachable_blocks();
    update_ssa(TODO_update_ssa);
    fix_loops(m, loops);
    cleanup_tree_cfg();
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
    cgraph_edge::rebuild_edges();
}

static bool has_lanes(const struct maker *m)
{
    for (uint32_t v = m->proc->first_vertex; v < m->proc->first_vertex + m->proc->num_vertices; v++)
        if (v != m->proc->exit && count_copies(m, v) > 1)
            return true;
    return false;
}

struct pp_lanes_made pp_make_lanes(const struct pp_hot_graph *h, uint32_t proc,
                                   const struct pp_sites *sites, const struct pp_found *found,
                                   double scale)
{
    struct maker m = {};
    m.g = h->graph;
    m.h = h;
    m.proc = &m.g->procs[proc];
    m.sites = sites;
    m.found = found;
    m.scale = scale;
    if (!has_lanes(&m))
        return m.done;
    m.origin.safe_grow(last_basic_block_for_fn(cfun));
    for (unsigned i = 0; i < m.origin.length(); i++)
        m.origin[i] = i;
    loop_bodies loops;
    remember_loops(&loops);
    find_shown_edges(&m);
    find_pieces(&m);
    find_arms(&m);
    find_reached(&m);
    copy_pieces(&m);
    clean_up(&m, loops);
    delete m.shown;
    m.pieces.release();
    m.origin.release();
    m.copies.release();
    m.arms.release();
    m.first_arm.release();
    m.phi_args.release();
    m.phi_locations.release();
    XDELETEVEC(m.piece_of);
    XDELETEVEC(m.made);
    XDELETEVEC(m.reached);
    return m.done;
}
