/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where -fprofile-arcs would instrument a function it first alters its graph, and then notes of each basic block which
   lines it has. Here the same blocks are found, and the graph stays as it is. What it would do: in some functions,
   take out empty blocks; end a block behind each call and each volatile asm, here behind an exec as well, which it
   takes for one that fails; make a block for a goto of which nothing is left but that its line is not the branch's;
   make one of the labels that control comes to by a non-local transfer. */
#include "gcc/base/compat.h"
#include "gcc/base/function-name.h"
#include "gcc/base/mapped.h"
#include "gcc/extract/extract.h"
#include "gcc/base/compilation.h"
#include "gcc/extract/forwarders.h"
#include "gcc/extract/line-map.h"

/* A block to be. */
struct piece {
    basic_block bb; /* whose part it is; NULL: it lies on an edge */
    edge way;
    gimple_stmt_iterator from; /* its statements; up to TO, or all */
    gimple *to;
    gimple *ended; /* the call or asm behind which it begins */
    bool labels;   /* of a block that also has others */
    bool with_previous;
    unsigned ways;      /* that lead from its end; at most one of them invented */
    bool nonlocal;      /* and one more would be invented, for a non-local transfer out of it */
    int before, behind; /* its neighbours in the order of the code; -1: none */
};

struct maker {
    struct function *fn;
    auto_vec<struct piece> pieces; /* the first is Entry, the second Exit */
    auto_vec<int> heads, tails;    /* by index of the basic block */
    hash_set<edge> split;          /* edges with a block of their own */
    hash_set<basic_block> gone;    /* basic blocks that GCC takes out before */
};

/* Where E leads to. */
static basic_block dest_of(struct maker *m, edge e)
{
    while (m->gone.contains(e->dest))
        e = single_succ_edge(e->dest);
    return e->dest;
}

/* Appends P behind the piece numbered BEFORE. */
static int add_piece(struct maker *m, const struct piece &p, int before)
{
    int at = m->pieces.length();
    m->pieces.safe_push(p);
    m->pieces[at].before = before;
    m->pieces[at].behind = m->pieces[before].behind;
    m->pieces[before].behind = at;
    if (m->pieces[at].behind >= 0)
        m->pieces[m->pieces[at].behind].before = at;
    return at;
}

static bool is_nonlocal(edge e)
{
    return e->flags & (EDGE_ABNORMAL | EDGE_ABNORMAL_CALL);
}

/* Would an edge from BB's end to Exit be invented, as a non-local transfer leaves BB? */
static bool leaves_nonlocally(struct maker *m, basic_block bb)
{
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->succs)
    if (is_nonlocal(e) && e->dest != EXIT_BLOCK_PTR_FOR_FN(m->fn))
        return true;
    return false;
}

static bool leads_to_exit(struct maker *m, basic_block bb)
{
    return find_edge(bb, EXIT_BLOCK_PTR_FOR_FN(m->fn)) != NULL;
}

/* May a non-local transfer lead to BB, so that an edge from Entry would be invented? */
static bool receives_nonlocal(struct maker *m, basic_block bb)
{
    edge e;
    edge_iterator i;
    bool nonlocal = false;
    FOR_EACH_EDGE(e, i, bb->preds)
    {
        if (e->src == ENTRY_BLOCK_PTR_FOR_FN(m->fn))
            return false;
        nonlocal |= is_nonlocal(e);
    }
    return nonlocal;
}

/* A block whose labels must stay where they are, with what follows. */
static bool keeps_labels(gimple *first)
{
    return is_gimple_call(first) && (gimple_call_builtin_p(first, BUILT_IN_SETJMP_RECEIVER) ||
                                     (gimple_call_flags(first) & ECF_RETURNS_TWICE) ||
                                     gimple_call_internal_p(first, IFN_ABNORMAL_DISPATCHER));
}

static gimple *last_nondebug(basic_block bb)
{
    gimple_stmt_iterator gsi = gsi_last_nondebug_bb(bb);
    return gsi_end_p(gsi) ? NULL : gsi_stmt(gsi);
}

/* May control come to STMT and not to what follows it? */
static bool ends_piece(gimple *stmt)
{
    return stmt_can_terminate_bb_p(stmt) || pp_replaces_program(stmt);
}

/* Cuts BB into pieces, behind the piece numbered BEFORE.  Returns the last. */
static int cut_block(struct maker *m, basic_block bb, int before)
{
    gimple *last = last_nondebug(bb);
    struct piece p = {};
    p.bb = bb;
    p.from = gsi_start_bb(bb);
    int at = add_piece(m, p, before);
    m->heads[bb->index] = at;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        if (stmt == last || !ends_piece(stmt))
            continue;
        m->pieces[at].to = stmt;
        p.from = gsi;
        gsi_next(&p.from);
        p.ended = stmt;
        at = add_piece(m, p, at);
    }
    bool call = last && ends_piece(last);
    m->pieces[at].ways = EDGE_COUNT(bb->succs) + call;
    m->pieces[at].nonlocal = !call && leaves_nonlocally(m, bb) && !leads_to_exit(m, bb);
    m->tails[bb->index] = at;
    return at;
}

/* If non-local transfers lead to BB, and what follows its labels may leave for Exit at once, the
   labels are a block of their own. */
static void cut_labels(struct maker *m, basic_block bb)
{
    int head = m->heads[bb->index];
    bool exits = head != m->tails[bb->index] || leads_to_exit(m, bb) || leaves_nonlocally(m, bb);
    gimple *last = last_nondebug(bb);
    exits |= last && ends_piece(last);
    gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb(bb);
    if (!exits || gsi_end_p(gsi) || !receives_nonlocal(m, bb) || keeps_labels(gsi_stmt(gsi)))
        return;
    struct piece rest = m->pieces[head];
    m->pieces[head].labels = true;
    m->pieces[head].ways = 2;
    rest.with_previous = true;
    rest.from = gsi_after_labels(bb);
    int at = add_piece(m, rest, head);
    if (m->tails[bb->index] == head)
        m->tails[bb->index] = at;
}

/* The statement whose line a branch at the end of piece P is on; NULL: it has none. */
static gimple *located_end(const struct piece &p)
{
    for (gimple_stmt_iterator gsi = gsi_last_nondebug_bb(p.bb);
         !gsi_end_p(gsi) && gsi_stmt(gsi) != p.ended; gsi_prev_nondebug(&gsi))
        if (!RESERVED_LOCATION_P(gimple_location(gsi_stmt(gsi))))
            return gsi_stmt(gsi);
    return NULL;
}

/* The piece at BEFORE leads to BB, by an ordinary edge that has no block. */
static bool leads_to(struct maker *m, int before, basic_block bb)
{
    const struct piece &p = m->pieces[before];
    edge e;
    edge_iterator i;
    if (p.way)
        return dest_of(m, p.way) == bb;
    if (p.bb && m->tails[p.bb->index] != before)
        return false;
    FOR_EACH_EDGE(e, i, (p.bb ? p.bb : ENTRY_BLOCK_PTR_FOR_FN(m->fn))->succs)
    if (dest_of(m, e) == bb)
        return !(e->flags & EDGE_COMPLEX) && !m->split.contains(e);
    return false;
}

/* Gives E, a goto on a line of its own, a block, where GCC would put it. */
static void split_way(struct maker *m, edge e)
{
    basic_block dest = dest_of(m, e);
    int before = m->pieces[m->heads[dest->index]].before;
    if (leads_to(m, before, dest))
        before = m->tails[e->src->index];
    struct piece p = {};
    p.way = e;
    p.ways = 1;
    add_piece(m, p, before);
    m->split.add(e);
}

static void split_ways(struct maker *m, basic_block bb)
{
    const struct piece tail = m->pieces[m->tails[bb->index]];
    gimple *stmt = tail.ways == 1 ? NULL : located_end(tail);
    if (!stmt)
        return;
    location_t at = gimple_location(stmt);
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, bb->succs)
    {
        location_t jump = e->goto_locus;
        if (!RESERVED_LOCATION_P(jump) && !(e->flags & EDGE_ABNORMAL) &&
            (LOCATION_FILE(jump) != LOCATION_FILE(at) || LOCATION_LINE(jump) != LOCATION_LINE(at)))
            split_way(m, e);
    }
}

static void make_pieces(struct maker *m)
{
    basic_block bb;
    struct piece end = {};
    m->heads.safe_grow_cleared(last_basic_block_for_fn(m->fn), true);
    m->tails.safe_grow_cleared(last_basic_block_for_fn(m->fn), true);
    end.before = end.behind = -1;
    m->pieces.safe_push(end);
    m->heads[EXIT_BLOCK] = add_piece(m, end, 0);
    int at = 0;
    bool loses = pp_loses_forwarders(m->fn);
    FOR_EACH_BB_FN(bb, m->fn)
    {
        if (loses && pp_is_forwarder(bb))
            m->gone.add(bb);
        else
            at = cut_block(m, bb, at);
    }
    FOR_EACH_BB_FN(bb, m->fn)
    {
        if (m->gone.contains(bb))
            continue;
        split_ways(m, bb);
        cut_labels(m, bb);
    }
}

/* ---- Their lines. */

typedef hash_set<int_hash<location_t, UNKNOWN_LOCATION, location_t(-1)>> locations;

/* Where a line number was seen last. */
struct sighting {
    const char *file;
    unsigned block;
};

struct lister {
    struct pp_line_map *map;
    locations seen; /* of statements */
    hash_map<int_hash<int, -1, -2>, struct sighting> last;
};

static bool is_same_file(const char *a, const char *b)
{
    return a == b || strcmp(a, b) == 0;
}

/* Adds the line of LOCATION to the last block of the map, unless it has it. */
static void add_line(struct lister *l, location_t location)
{
    expanded_location where = expand_location(location);
    unsigned block = l->map->blocks.length() - 1;
    vec<struct pp_source_line> *lines = &l->map->blocks[block].lines;
    if (!where.file)
        return;
    struct pp_source_line line = {where.file, MAX(1, where.line)};
    bool existed;
    struct sighting &last = l->last.get_or_insert(line.line, &existed);
    if (existed && last.block == block) {
        if (is_same_file(last.file, line.file))
            return;
        for (unsigned i = 0; i < lines->length(); i++)
            if ((*lines)[i].line == line.line && is_same_file((*lines)[i].file, line.file))
                return;
    }
    last = {line.file, block};
    lines->safe_push(line);
}

static void add_statements(struct lister *l, const struct piece &p)
{
    for (gimple_stmt_iterator gsi = p.from; !gsi_end_p(gsi); gsi_next(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        if (p.labels && gimple_code(stmt) != GIMPLE_LABEL)
            return;
        location_t location = gimple_location(stmt);
        if (!RESERVED_LOCATION_P(location)) {
            l->seen.add(pp_place_seen(location));
            add_line(l, location);
        }
        if (stmt == p.to)
            return;
    }
}

/* A goto that is no statement any more, if no statement had its place. */
static void add_goto(struct lister *l, const struct piece &p)
{
    edge e = p.way;
    if (!e && p.ways == 1 && !p.nonlocal && single_succ_p(p.bb))
        e = single_succ_edge(p.bb);
    if (e && !RESERVED_LOCATION_P(e->goto_locus) && !l->seen.contains(pp_place_seen(e->goto_locus)))
        add_line(l, e->goto_locus);
}

/* Says what block I, made of P, begins with. */
static void name_block(struct pp_line_map *map, const struct piece &p, unsigned i)
{
    if (p.way) {
        map->ways->put(p.way, i);
    } else if (p.ended && !p.with_previous) {
        map->afters->put(p.ended, i);
    } else if (!p.with_previous) {
        gimple_stmt_iterator gsi = p.from;
        while (!gsi_end_p(gsi) && !pp_is_statement(gsi_stmt(gsi)))
            gsi_next(&gsi);
        if (!gsi_end_p(gsi))
            map->firsts->put(gsi_stmt(gsi), i);
        else if (single_succ_p(p.bb))
            map->empty->put(single_succ_edge(p.bb), i);
    }
}

static void list_pieces(struct lister *l, const struct maker *m)
{
    struct function *fn = m->fn;
    for (int at = m->pieces[0].behind; at != m->heads[EXIT_BLOCK]; at = m->pieces[at].behind) {
        const struct piece &p = m->pieces[at];
        unsigned i = l->map->blocks.length();
        struct pp_line_map_block block = {};
        block.lines = vNULL;
        block.others = vNULL;
        block.with_previous = p.with_previous;
        block.at = PP_LINES_NOWHERE;
        l->map->blocks.safe_push(block);
        if (i == 0) {
            l->seen.add(pp_place_seen(DECL_SOURCE_LOCATION(fn->decl)));
            add_line(l, DECL_SOURCE_LOCATION(fn->decl));
        }
        if (!p.way)
            add_statements(l, p);
        add_goto(l, p);
        name_block(l->map, p, i);
    }
}

struct pp_line_map *pp_line_map_make(struct function *fn)
{
    struct pp_line_map *map = XCNEW(struct pp_line_map);
    struct maker m;
    struct lister l;
    map->firsts = new hash_map<gimple *, unsigned>;
    map->afters = new hash_map<gimple *, unsigned>;
    map->empty = new hash_map<edge, unsigned>;
    map->ways = new hash_map<edge, unsigned>;
    m.fn = fn;
    l.map = map;
    push_cfun(fn);
    make_pieces(&m);
    list_pieces(&l, &m);
    pop_cfun();
    return map;
}

/* The first statement of BB behind BEFORE, or of all; NULL if there is none. */
static gimple *statement_behind(basic_block bb, gimple *before)
{
    gimple_stmt_iterator gsi = gsi_start_bb(bb);
    if (before) {
        gsi = gsi_for_stmt(before);
        gsi_next(&gsi);
    }
    while (!gsi_end_p(gsi) && !pp_is_statement(gsi_stmt(gsi)))
        gsi_next(&gsi);
    return gsi_end_p(gsi) ? NULL : gsi_stmt(gsi);
}

struct pp_line_place_of_call pp_line_map_call_place(gimple *call)
{
    gimple_stmt_iterator gsi = gsi_for_stmt(call);
    gsi_prev(&gsi);
    return {call, gsi_end_p(gsi) ? NULL : gsi_stmt(gsi), gimple_bb(call)};
}

void pp_line_map_tested(struct pp_line_map *map, const struct pp_line_place_of_call *at,
                        unsigned tests)
{
    unsigned *first = map->firsts->get(at->call), *after = map->afters->get(at->call);
    if (first) {
        unsigned i = *first;
        map->firsts->remove(at->call);
        map->firsts->put(statement_behind(at->head, at->before), i);
    }
    if (!after)
        return;
    unsigned i = *after;
    basic_block meeting = gimple_bb(at->call);
    while (tests--) /* each has made a block where its two ways meet */
        meeting = find_fallthru_edge(meeting->succs)->dest;
    map->afters->remove(at->call);
    if (gimple *stmt = statement_behind(meeting, NULL))
        map->firsts->put(stmt, i);
    else if (single_succ_p(meeting))
        map->empty->put(single_succ_edge(meeting), i);
}

void pp_line_map_place(struct pp_line_map *map, unsigned i, enum pp_line_place at, uint32_t where)
{
    if (at == PP_LINES_NOWHERE && map->blocks[i].where)
        map->blocks[i].others.safe_push(map->blocks[i].where);
    do {
        map->blocks[i].at = at;
        map->blocks[i].where = where;
    } while (++i < map->blocks.length() && map->blocks[i].with_previous);
}

/* Is FN what the front end has made of the body of a coroutine?  (It is artificial, as lambdas are, and what destroys
   its frame, which has no lines of its own.) */
static bool is_coroutine_body(struct function *fn)
{
    const char *end = fn->coroutine_component ? strrchr(pp_assembler_name(fn->decl), '.') : NULL;
    return end && !strcmp(end, ".actor");
}

void pp_line_map_give(const struct pp_line_map *map, struct pp_graph *g, uint32_t proc,
                      struct function *fn)
{
    expanded_location first = expand_location(DECL_SOURCE_LOCATION(fn->decl));
    expanded_location last = expand_location(fn->function_end_locus);
    bool ends = first.file == last.file && last.line > first.line;
    g->procs[proc].last_line = ends ? last.line : first.line;
    g->procs[proc].artificial = DECL_ARTIFICIAL(fn->decl) && !DECL_FUNCTION_VERSIONED(fn->decl) &&
                                !DECL_LAMBDA_FUNCTION_P(fn->decl) && !is_coroutine_body(fn);
    for (unsigned i = 0; i < map->blocks.length(); i++) {
        const struct pp_line_map_block &block = map->blocks[i];
        for (unsigned k = 0; k < block.others.length(); k++)
            pp_add_line_block(g, proc, PP_LINES_NOWHERE, block.others[k]);
        uint32_t b = pp_add_line_block(g, proc, block.at, block.where);
        for (unsigned k = 0; k < block.lines.length(); k++)
            pp_add_block_line(g, b, pp_mapped(block.lines[k].file), block.lines[k].line);
    }
}

struct pp_line_map *pp_lines_of(const struct pp_compilation *c, struct cgraph_node *node)
{
    struct pp_line_map **lines = c->lines ? c->lines->get(node->decl) : NULL;
    return lines ? *lines : NULL;
}
