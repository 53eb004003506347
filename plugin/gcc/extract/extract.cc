/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GIMPLE -> supergraph (thesis 3.1): each basic block becomes a chain of vertices, cut at its calls
   into  block, c, r, c, r ...;  control flow that GCC itself factors or invents is undone:
   the abnormal dispatcher of setjmp and nonlocal goto vanishes (its targets are RESTART vertices,
   the calls that may reach it MAY_LEAVE), and blocks that hold only __builtin_unreachable are left
   out. */
#include "gcc/base/compat.h"
#include "gcc/extract/extract.h"
#include "gcc/base/function-name.h"
#include "gcc/base/mapped.h"
#include "gcc/extract/line-map.h"

/* The vertices of one basic block, by their index in the graph. */
struct chain {
    uint32_t head, tail; /* PP_NONE: the block has no vertex */
};

struct extraction {
    struct pp_graph *g;
    uint32_t proc;
    struct function *fn;
    struct chain *chains; /* by block index */
    gimple **tail_calls;  /* by block index: the call that must be a tail call, or NULL */
    vec<struct pp_site> edge_sites, vertex_sites;
    profile_count entry_count;
    struct pp_beliefs *beliefs; /* may be NULL */
    hash_map<gimple *, unsigned char> *believed;
    struct pp_line_map *lines; /* may be NULL */
};

static bool ends_in_computed_goto(basic_block bb)
{
    gimple *last = last_nondebug_stmt(bb);
    return last && computed_goto_p(last);
}

static bool is_dispatcher(basic_block bb)
{
    gimple *first = first_stmt(bb);
    return first && gimple_call_internal_p(first, IFN_ABNORMAL_DISPATCHER);
}

bool pp_replaces_program(gimple *stmt)
{
    tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    if (!callee || !fndecl_built_in_p(callee, BUILT_IN_NORMAL))
        return false;
    switch (DECL_FUNCTION_CODE(callee)) {
    case BUILT_IN_EXECL:
    case BUILT_IN_EXECLE:
    case BUILT_IN_EXECLP:
    case BUILT_IN_EXECV:
    case BUILT_IN_EXECVE:
    case BUILT_IN_EXECVP:
        return true;
    default:
        return false;
    }
}

/* A call that the graph shows: any that may run code of the program or not come back.  Syntactic,
   so that every phase decides alike; the rule is that of GCC's need_stmt_fake_edge_p, which thinks
   that every exec fails. */
static bool is_shown(gimple *call, int flags)
{
    tree callee = gimple_call_fndecl(call);
    return !(callee && fndecl_built_in_p(callee) && (flags & ECF_NOTHROW) &&
             !(flags & ECF_RETURNS_TWICE) && !pp_replaces_program(call));
}

/* Does CALL make a second process, which goes on behind it with counts of its own? */
static bool makes_process(gimple *call)
{
    tree callee = gimple_call_fndecl(call);
    if (!callee || !DECL_EXTERNAL(callee) || !TREE_PUBLIC(callee))
        return false;
    const char *name = pp_assembler_name(callee);
    return !strcmp(name, "fork") || !strcmp(name, "forkpty");
}

/* Must nothing be behind CALL? */
static bool is_last(gimple *call)
{
    return gimple_call_must_tail_p(as_a<gcall *>(call)) ||
           gimple_call_builtin_p(call, BUILT_IN_RETURN);
}

bool pp_ends_in_jump(struct function *fn)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        gcall *call = dyn_cast<gcall *>(gsi_stmt(gsi));
        if (call && (is_last(call) || gimple_call_tail_p(call)))
            return true;
    }
    return false;
}

static unsigned char look_at_call(gimple *call)
{
    int flags = gimple_call_flags(call);
    unsigned char belief = is_shown(call, flags) ? PP_BELIEF_VERTEX : 0;
    if (makes_process(call))
        belief |= PP_BELIEF_VERTEX | PP_BELIEF_FORKS;
    if (!(flags & (ECF_CONST | ECF_PURE)) || (flags & ECF_LOOPING_CONST_OR_PURE))
        belief |= PP_BELIEF_MAY_LEAVE;
    if (flags & ECF_NORETURN)
        belief |= PP_BELIEF_NORETURN;
    /* What it returns is the function's result: for this activation it is as one that does not come back. */
    if (is_last(call))
        belief |= PP_BELIEF_VERTEX | PP_BELIEF_NORETURN | PP_BELIEF_TAIL;
    if (gimple_call_tail_p(as_a<gcall *>(call)))
        belief |= PP_BELIEF_JUMP;
    if (flags & ECF_RETURNS_TWICE)
        belief |= PP_BELIEF_RETURNS_TWICE;
    return belief;
}

/* enum pp_belief, or-ed, of STMT; 0 if it is no call. */
static unsigned char belief(const struct extraction *x, gimple *stmt)
{
    if (!is_gimple_call(stmt) || gimple_call_internal_p(stmt))
        return 0;
    unsigned char *believed = x->believed ? x->believed->get(stmt) : NULL;
    return believed ? *believed : look_at_call(stmt);
}

static bool is_call_vertex(const struct extraction *x, gimple *stmt)
{
    return belief(x, stmt) & PP_BELIEF_VERTEX;
}

/* Writes down what is believed of the calls, or learns it. */
static void settle_beliefs(struct extraction *x)
{
    unsigned next = 0;
    if (x->beliefs->given)
        x->believed = new hash_map<gimple *, unsigned char>;
    for (int i = NUM_FIXED_BLOCKS; i < last_basic_block_for_fn(x->fn); i++) {
        basic_block bb = BASIC_BLOCK_FOR_FN(x->fn, i);
        if (!bb)
            continue;
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
            gimple *stmt = gsi_stmt(gsi);
            if (!is_gimple_call(stmt) || gimple_call_internal_p(stmt))
                continue;
            if (!x->beliefs->given)
                x->beliefs->calls.safe_push(look_at_call(stmt));
            else if (next < x->beliefs->calls.length())
                x->believed->put(stmt, x->beliefs->calls[next++]);
        }
    }
}

static bool is_unreachable_block(basic_block bb)
{
    if (EDGE_COUNT(bb->succs))
        return false;
    gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb(bb);
    return !gsi_end_p(gsi) && gimple_call_builtin_p(gsi_stmt(gsi), BUILT_IN_UNREACHABLE);
}

/* Finds the calls that must be tail calls: what their blocks have behind them becomes no code. */
static void find_tail_calls(struct extraction *x)
{
    x->tail_calls = XCNEWVEC(gimple *, last_basic_block_for_fn(x->fn));
    basic_block bb;
    FOR_EACH_BB_FN(bb, x->fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (belief(x, gsi_stmt(gsi)) & PP_BELIEF_TAIL)
            x->tail_calls[bb->index] = gsi_stmt(gsi);
}

/* Whether only calls that must be tail calls come to BB, which becomes no code: it returns their results. */
static bool follows_tail_calls(const struct extraction *x, basic_block bb)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->preds)
    if (!x->tail_calls[e->src->index] && !(single_pred_p(bb) && follows_tail_calls(x, e->src)))
        return false;
    return EDGE_COUNT(bb->preds) > 0;
}

/* Whether BB is left out: control never comes there, and every predecessor can go elsewhere. */
static bool is_left_out(const struct extraction *x, basic_block bb)
{
    if (is_dispatcher(bb) || follows_tail_calls(x, bb))
        return true;
    if (!is_unreachable_block(bb))
        return false;
    edge e, other;
    edge_iterator i, j;
    FOR_EACH_EDGE(e, i, bb->preds)
    {
        bool elsewhere = false;
        FOR_EACH_EDGE(other, j, e->src->succs)
        elsewhere |= !is_unreachable_block(other->dest);
        if (!elsewhere || (e->flags & EDGE_ABNORMAL))
            return false;
    }
    return true;
}

/* Whether control may arrive at BB from a call that never comes back to its own return site. */
static bool receives_nonlocal(basic_block bb)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->preds)
    if ((e->flags & EDGE_ABNORMAL) && !ends_in_computed_goto(e->src))
        return true;
    return false;
}

static void add_lines(struct extraction *x, uint32_t v, location_t location)
{
    location = LOCATION_LOCUS(location);
    if (location <= BUILTINS_LOCATION)
        return;
    expanded_location where = expand_location(location);
    if (where.file && where.line > 0)
        pp_add_line(x->g, v, pp_mapped(where.file), where.line);
}

/* Which of several branches or calls of its line STMT, which V ends with, is. */
static void set_column(struct extraction *x, uint32_t v, gimple *stmt)
{
    location_t location = LOCATION_LOCUS(gimple_location(stmt));
    int column = location > BUILTINS_LOCATION ? expand_location(location).column : 0;
    x->g->vertices[v].column = column > 0 ? (uint32_t)column : 0;
}

static uint32_t add_vertex(struct extraction *x, enum pp_vertex_kind kind, basic_block bb)
{
    uint32_t v = pp_add_vertex(x->g, x->proc, kind, bb->index);
    struct pp_site none = {};
    x->vertex_sites.safe_push(none);
    return v;
}

static void add_edge(struct extraction *x, uint32_t from, uint32_t to, enum pp_edge_kind kind,
                     unsigned flags, struct pp_site site, profile_count count)
{
    uint32_t e = pp_add_edge(x->g, from, to, kind, flags);
    if (count.initialized_p() && x->entry_count.nonzero_p())
        x->g->edges[e].weight = count.to_sreal_scale(x->entry_count).to_double();
    else
        x->g->edges[e].weight = -1; /* unknown: the static rules will say */
    x->edge_sites.safe_push(site);
}

/* Adds the vertex c of call STMT, and r unless the call never returns.  Returns the last added. */
static uint32_t add_call(struct extraction *x, basic_block bb, gimple *stmt)
{
    struct pp_graph *g = x->g;
    unsigned flags = belief(x, stmt);
    uint32_t c = add_vertex(x, PP_CALL, bb);
    g->vertices[c].stmts = 1;
    add_lines(x, c, gimple_location(stmt));
    set_column(x, c, stmt);
    x->vertex_sites[c - g->procs[x->proc].first_vertex].before = stmt;
    tree callee = gimple_call_fndecl(stmt);
    if (callee)
        g->vertices[c].callee = pp_string(g, pp_assembler_name(callee));
    else
        g->vertices[c].flags |= PP_V_INDIRECT;
    if (flags & PP_BELIEF_MAY_LEAVE)
        g->vertices[c].flags |= PP_V_MAY_LEAVE;
    if (flags & PP_BELIEF_NORETURN)
        return c;
    uint32_t r = add_vertex(x, PP_RETURN_SITE, bb);
    add_lines(x, r, gimple_location(stmt));
    if (flags & PP_BELIEF_RETURNS_TWICE)
        g->vertices[r].flags |= PP_V_RESTART;
    if (flags & PP_BELIEF_FORKS)
        g->vertices[r].flags |= PP_V_RESTART | PP_V_FORKED;
    struct pp_site *site = &x->vertex_sites[r - g->procs[x->proc].first_vertex];
    /* Whether a call alters the flow of control does not travel with its body (-flto). */
    bool ends =
        stmt_ends_bb_p(stmt) || (stmt == last_nondebug_stmt(bb) && EDGE_COUNT(bb->succs) > 1);
    if (ends)
        site->cfg_edge = find_fallthru_edge(bb->succs);
    else
        site->after = stmt;
    return r;
}

/* STMT is in vertex V; what follows it, in NEXT. */
static void place_lines(struct extraction *x, gimple *stmt, uint32_t v, uint32_t next)
{
    if (!x->lines)
        return;
    pp_line_map_note(x->lines, x->lines->firsts, stmt, PP_LINES_AT_VERTEX, v);
    pp_line_map_note(x->lines, x->lines->afters, stmt, PP_LINES_AT_VERTEX, next);
}

/* E of GCC's became the edge that was added last. */
static void place_way(struct extraction *x, edge e)
{
    if (x->lines)
        pp_line_map_note(x->lines, x->lines->ways, e, PP_LINES_AT_EDGE, x->g->num_edges - 1);
}

/* BB, which V leads to, is left out. */
static void place_nowhere(struct extraction *x, basic_block bb, uint32_t v)
{
    gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb(bb);
    if (x->lines && !gsi_end_p(gsi))
        pp_line_map_note(x->lines, x->lines->firsts, gsi_stmt(gsi), PP_LINES_NOWHERE, v);
}

/* Adds a vertex for statements of BB that are no calls. */
static uint32_t add_plain(struct extraction *x, basic_block bb)
{
    uint32_t v = add_vertex(x, PP_BLOCK, bb);
    x->vertex_sites[v - x->g->procs[x->proc].first_vertex].at = bb;
    return v;
}

/* Adds the vertices of BB and the edges between them. */
static void add_block(struct extraction *x, basic_block bb)
{
    struct pp_graph *g = x->g;
    uint32_t first = g->procs[x->proc].first_vertex, v = PP_NONE;
    bool nonlocal = receives_nonlocal(bb), twice = false, ended = false;
    uint32_t head = PP_NONE;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        if (!pp_is_statement(stmt))
            continue;
        if (ended) {
            place_lines(x, stmt, v, v);
            continue;
        }
        unsigned flags = belief(x, stmt);
        ended = flags & PP_BELIEF_TAIL;
        if (!(flags & PP_BELIEF_VERTEX)) {
            if (v == PP_NONE)
                head = v = add_plain(x, bb);
            g->vertices[v].stmts++;
            add_lines(x, v, gimple_location(stmt));
            if (is_ctrl_stmt(stmt))
                set_column(x, v, stmt);
            place_lines(x, stmt, v, v);
            continue;
        }
        if (v == PP_NONE && nonlocal && !(flags & PP_BELIEF_RETURNS_TWICE))
            head = v = add_plain(x, bb);
        twice |= (flags & PP_BELIEF_RETURNS_TWICE) != 0;
        uint32_t before = v, last = add_call(x, bb, stmt);
        uint32_t c = g->vertices[last].kind == PP_CALL ? last : last - 1;
        place_lines(x, stmt, c, last);
        if (head == PP_NONE)
            head = c;
        v = last;
        struct pp_site site = {};
        site.before = stmt;
        if (before != PP_NONE)
            add_edge(x, before, c, PP_FLOW, 0, site, bb->count);
        /* A path that ends between c and r has seen the call come back; but one that ends before
           the second return of a setjmp ends once. */
        if (last != c)
            add_edge(x, c, last, PP_SUMMARY, 0,
                     g->vertices[last].flags & PP_V_RESTART ? site : x->vertex_sites[last - first],
                     bb->count);
    }
    if (v == PP_NONE)
        head = v = add_plain(x, bb);
    if (single_succ_p(bb)) {
        edge way = single_succ_edge(bb);
        add_lines(x, v, way->goto_locus);
        if (x->lines)
            pp_line_map_note(x->lines, x->lines->empty, way, PP_LINES_AT_VERTEX, head);
    }
    if (nonlocal && !twice)
        g->vertices[head].flags |= PP_V_RESTART;
    if (ends_in_computed_goto(bb))
        g->vertices[v].flags |= PP_V_GOTO;
    x->chains[bb->index].head = head;
    x->chains[bb->index].tail = v;
}

static unsigned edge_flags(edge e)
{
    gimple *last = last_nondebug_stmt(e->src);
    unsigned flags = 0;
    if (e->flags & EDGE_TRUE_VALUE)
        flags |= PP_E_TRUE;
    if (e->flags & EDGE_FALSE_VALUE)
        flags |= PP_E_FALSE;
    if (e->flags & EDGE_EH)
        flags |= PP_E_EH;
    if (e->flags & EDGE_ABNORMAL)
        flags |= PP_E_ABNORMAL | PP_E_CASE;
    if (last && gimple_code(last) == GIMPLE_SWITCH)
        flags |= PP_E_CASE;
    return flags;
}

/* Where the record of a return goes. */
static struct pp_site return_site(struct extraction *x, edge e, uint32_t tail)
{
    struct pp_site site = {};
    const struct pp_vertex *r = &x->g->vertices[tail];
    site.cfg_edge = e;
    gimple_stmt_iterator gsi = gsi_last_nondebug_bb(e->src);
    if (gsi_end_p(gsi) || gimple_code(gsi_stmt(gsi)) != GIMPLE_RETURN)
        return site;
    if (r->kind != PP_RETURN_SITE || (r->flags & PP_V_RESTART) || r->stmts != 1)
        return site;
    gsi_prev_nondebug(&gsi);
    if (!gsi_end_p(gsi) && is_call_vertex(x, gsi_stmt(gsi)))
        site.tail_call = gsi_stmt(gsi);
    return site;
}

/* Adds the edges that leave BB. */
static void add_out_edges(struct extraction *x, basic_block bb)
{
    const struct pp_proc *proc = &x->g->procs[x->proc];
    struct chain *from = &x->chains[bb->index];
    gimple *last = last_nondebug_stmt(bb);
    /* What may be thrown or jumped leaves from c, what comes back from r. */
    uint32_t c =
        x->g->vertices[from->tail].kind == PP_RETURN_SITE && last && is_call_vertex(x, last)
            ? from->tail - 1
            : from->tail;
    bool leaves = false;
    edge e;
    edge_iterator i;
    if (!x->tail_calls[bb->index])
        FOR_EACH_EDGE(e, i, bb->succs)
        {
            struct pp_site site = {};
            site.cfg_edge = e;
            if (e->dest == EXIT_BLOCK_PTR_FOR_FN(x->fn)) {
                site = return_site(x, e, from->tail);
                add_edge(x, from->tail, proc->exit, PP_FLOW, edge_flags(e), site, e->count());
                place_way(x, e);
                leaves = true;
                continue;
            }
            if ((e->flags & EDGE_ABNORMAL) && !ends_in_computed_goto(bb))
                continue;
            uint32_t to = x->chains[e->dest->index].head;
            uint32_t source = e->flags & EDGE_EH ? c : from->tail;
            if (to == PP_NONE) {
                place_nowhere(x, e->dest, source);
                continue;
            }
            if (e->flags & EDGE_ABNORMAL)
                site.cfg_edge = NULL;
            add_edge(x, source, to, PP_FLOW, edge_flags(e), site, e->count());
            place_way(x, e);
            leaves = true;
        }
    if (!leaves) {
        struct pp_site site = {};
        site.before = x->tail_calls[bb->index] ? x->tail_calls[bb->index] : last;
        site.at = last ? NULL : bb;
        add_edge(x, from->tail, proc->exit, PP_FLOW, PP_E_NORETURN, site, bb->count);
        if (x->tail_calls[bb->index] && single_succ_p(bb))
            place_way(x, single_succ_edge(bb));
    }
}

/* Fills what the procedure's record says of its declaration. */
static void describe(struct pp_graph *g, uint32_t proc, tree decl)
{
    expanded_location where = expand_location(DECL_SOURCE_LOCATION(decl));
    g->procs[proc].file = pp_string(g, where.file ? pp_mapped(where.file) : "");
    g->procs[proc].line = where.line;
}

uint32_t pp_extract(struct pp_graph *g, struct cgraph_node *node, struct pp_sites *sites,
                    struct pp_beliefs *beliefs, struct pp_line_map *lines)
{
    tree decl = node->decl;
    struct extraction x = {};
    x.g = g;
    x.fn = DECL_STRUCT_FUNCTION(decl);
    x.beliefs = beliefs;
    x.lines = lines;
    push_cfun(x.fn);
    if (beliefs)
        settle_beliefs(&x);
    char *name = pp_function_name(decl);
    x.proc = pp_add_proc(g, pp_assembler_name(decl), name);
    free(name);
    g->procs[x.proc].local = !TREE_PUBLIC(decl);
    g->procs[x.proc].comdat = DECL_COMDAT(decl);
    g->procs[x.proc].weak = DECL_WEAK(decl);
    g->procs[x.proc].exported = TREE_PUBLIC(decl) && DECL_VISIBILITY(decl) == VISIBILITY_DEFAULT;
    describe(g, x.proc, decl);
    x.entry_count = ENTRY_BLOCK_PTR_FOR_FN(x.fn)->count;
    x.edge_sites.create(64);
    x.vertex_sites.create(64);
    struct pp_site none = {};
    x.vertex_sites.safe_push(none); /* Entry */
    x.vertex_sites.safe_push(none); /* Exit */
    int blocks = last_basic_block_for_fn(x.fn);
    find_tail_calls(&x);
    x.chains = XNEWVEC(struct chain, blocks);
    memset(x.chains, 0xff, blocks * sizeof *x.chains);
    for (int i = NUM_FIXED_BLOCKS; i < blocks; i++) {
        basic_block bb = BASIC_BLOCK_FOR_FN(x.fn, i);
        if (bb && !is_left_out(&x, bb))
            add_block(&x, bb);
    }
    edge entry = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(x.fn));
    struct pp_site at_entry = {};
    at_entry.cfg_edge = entry;
    add_edge(&x, g->procs[x.proc].entry, x.chains[entry->dest->index].head, PP_FLOW, 0, at_entry,
             entry->count());
    for (int i = NUM_FIXED_BLOCKS; i < blocks; i++)
        if (x.chains[i].head != PP_NONE)
            add_out_edges(&x, BASIC_BLOCK_FOR_FN(x.fn, i));
    if (lines)
        pp_line_map_give(lines, g, x.proc, x.fn);
    g->procs[x.proc].checksum = pp_cfg_checksum(g, x.proc);
    if (sites) {
        sites->num_edges = x.edge_sites.length();
        sites->num_vertices = x.vertex_sites.length();
        sites->edges = XNEWVEC(struct pp_site, sites->num_edges);
        sites->vertices = XNEWVEC(struct pp_site, sites->num_vertices);
        memcpy(sites->edges, x.edge_sites.address(), sites->num_edges * sizeof *sites->edges);
        memcpy(sites->vertices, x.vertex_sites.address(),
               sites->num_vertices * sizeof *sites->vertices);
    }
    x.edge_sites.release();
    x.vertex_sites.release();
    XDELETEVEC(x.chains);
    XDELETEVEC(x.tail_calls);
    delete x.believed;
    pop_cfun();
    return x.proc;
}

void pp_sites_free(struct pp_sites *sites)
{
    XDELETEVEC(sites->edges);
    XDELETEVEC(sites->vertices);
}
