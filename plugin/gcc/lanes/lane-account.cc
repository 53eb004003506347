/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a report says of one function's lanes. */
#include "gcc/base/compat.h"
#include "gcc/extract/block-parts.h"
#include "gcc/lanes/report.h"
#include "gcc/lanes/lane-account.h"
#include "tree-pretty-print.h"
extern "C" {
#include "core/number/path.h"
}
#include "gcc/extract/uncopyable.h"

void pp_tell_routes(struct pp_told *told, const struct pp_hot_graph *h,
                    const struct pp_automaton *a, const struct pp_profile *intra,
                    const size_t *paths, size_t num)
{
    for (size_t i = 0; i < num; i++) {
        const struct pp_path *path = &intra->paths[paths[i]];
        uint32_t v = pp_hot_begin(h, a, path);
        told->first.safe_push(told->vertices.length());
        for (uint32_t k = path->active; v != PP_NONE && k < path->num_edges; k++) {
            told->vertices.safe_push(v);
            v = h->edges[pp_hot_out(h, v, path->edges[k])].to;
        }
    }
    told->first.safe_push(told->vertices.length());
}

/* ---- Sizes, sums and fates. */

static int compare_texts(const char *a, const char *b)
{
    return a == b ? 0 : !a ? -1 : !b ? 1 : strcmp(a, b);
}

/* Basic blocks with code of their own: each is one vertex or several in a row.  COMES, if not NULL:
   to which vertices control comes; others do not count. */
static uint64_t count_blocks(const struct pp_hot_graph *h, const bool *comes)
{
    uint64_t n = 0;
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        uint32_t of = h->vertices[v].vertex;
        unsigned kind = h->graph->vertices[of].kind;
        n += (!comes || comes[v]) && kind != PP_ENTRY && kind != PP_EXIT &&
             !pp_inner_vertex(h->graph, of);
    }
    return n;
}

static void add_to(struct pp_lane_function *f, enum pp_lane_stage stage,
                   const unsigned counts[PP_FACT_KINDS], uint64_t times)
{
    for (unsigned kind = 0; kind < PP_FACT_KINDS; kind++) {
        struct pp_lane_sum *sum = &f->facts[kind][stage];
        sum->places += counts[kind];
        for (unsigned i = 0; i < counts[kind]; i++)
            sum->times = pp_add(sum->times, times);
    }
}

static void add_up(struct pp_lane_function *f, enum pp_lane_stage stage,
                   const struct pp_gains *gains, bool all)
{
    const struct pp_hot_graph *h = gains->found->h;
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        unsigned counts[PP_FACT_KINDS] = {};
        pp_count_facts(gains, v, all ? NULL : counts, all ? counts : NULL);
        add_to(f, stage, counts, h->vertices[v].count);
    }
}

static void add_chances(struct pp_lane_function *f, const struct pp_found *base)
{
    for (uint32_t v = 0; v < base->h->num_vertices; v++)
        add_to(f, PP_LANE_ALL, base->chances[v].of, base->h->vertices[v].count);
}

static bool has_gain(const struct pp_gains *gains, uint32_t v)
{
    unsigned counts[PP_FACT_KINDS] = {}, sum = 0;
    pp_count_facts(gains, v, counts, NULL);
    for (unsigned kind = 0; kind < PP_FACT_KINDS; kind++)
        sum += counts[kind];
    return sum;
}

/* Does control come to V from several places? */
static bool is_join(const struct pp_graph *g, uint32_t v)
{
    uint32_t e = pp_first_in(g, v);
    return e != PP_NONE && pp_next_in(g, e) != PP_NONE;
}

/* Where in told->vertices the first vertex of hot path PATH stands that cannot be copied though
   several lanes come to it: there they are joined, whatever they know.  0: there is none. */
static unsigned find_barrier(const struct pp_told *told, unsigned path,
                             const struct pp_hot_graph *h)
{
    for (unsigned i = told->first[path] + 1; i < told->first[path + 1]; i++) {
        uint32_t v = h->vertices[told->vertices[i]].vertex;
        if ((h->graph->vertices[v].flags & PP_V_SINGLE) && is_join(h->graph, v))
            return i;
    }
    return 0;
}

static enum pp_lane_fate fate_of(const struct pp_told *told, unsigned path,
                                 const struct pp_reduction *reduction, const struct pp_gains *gains,
                                 const struct pp_gains *kept, bool copies)
{
    const struct pp_hot_graph *h = gains->found->h;
    bool gained = false;
    for (unsigned i = told->first[path]; i < told->first[path + 1]; i++) {
        uint32_t v = told->vertices[i];
        if (copies && has_gain(kept, reduction->vertex_of[v]))
            return PP_LANE_MADE;
        gained |= has_gain(gains, v);
    }
    if (!gained)
        return find_barrier(told, path, h) ? PP_LANE_NOT_COPIED : PP_LANE_NO_FACT;
    return reduction->limited ? PP_LANE_GROWTH : PP_LANE_LITTLE;
}

/* The barrier at told->vertices[AT]. */
static struct pp_lane_barrier describe_barrier(const struct pp_told *told, unsigned at,
                                               unsigned end, const struct pp_hot_graph *h)
{
    const struct pp_graph *g = h->graph;
    uint32_t v = h->vertices[told->vertices[at]].vertex;
    const char *why = pp_why_single(BASIC_BLOCK_FOR_FN(cfun, g->vertices[v].block));
    struct pp_lane_barrier barrier = {
        xstrdup(why ? why : "transactions and OpenACC code are left as they are"), NULL, 0, 1};
    /* What GCC has made up is of no line: what comes behind it is. */
    while (!g->vertices[v].num_lines && ++at < end)
        v = h->vertices[told->vertices[at]].vertex;
    if (at < end) {
        const struct pp_line *line = &g->lines[g->vertices[v].first_line];
        barrier.file = xstrdup(pp_text(g, line->file));
        barrier.line = line->line;
    }
    return barrier;
}

static int by_lanes(const void *a, const void *b)
{
    const struct pp_lane_barrier *x = (const struct pp_lane_barrier *)a;
    const struct pp_lane_barrier *y = (const struct pp_lane_barrier *)b;
    if (x->lanes != y->lanes)
        return x->lanes < y->lanes ? 1 : -1;
    return x->line != y->line ? (x->line < y->line ? -1 : 1) : strcmp(x->why, y->why);
}

/* F's list has what cuts hot path PATH. */
static void add_barrier(struct pp_lane_function *f, const struct pp_told *told, unsigned path,
                        const struct pp_hot_graph *h)
{
    struct pp_lane_barrier barrier =
        describe_barrier(told, find_barrier(told, path, h), told->first[path + 1], h);
    for (size_t i = 0; i < f->num_barriers; i++) {
        struct pp_lane_barrier *b = &f->barriers[i];
        if (b->line == barrier.line && !strcmp(b->why, barrier.why) &&
            !compare_texts(b->file, barrier.file)) {
            b->lanes++;
            free(barrier.why);
            free(barrier.file);
            return;
        }
    }
    f->barriers = XRESIZEVEC(struct pp_lane_barrier, f->barriers, f->num_barriers + 1);
    f->barriers[f->num_barriers++] = barrier;
}

/* ---- Lines. */

/* One fact at one place or, without one (kind PP_FACT_KINDS), a vertex's copies. */
struct note {
    const char *file;
    uint32_t line;
    unsigned kind;
    const char *name;
    char *value; /* owned */
    uint64_t copies, times;
};

/* Do they go into one line of the report?  0 if so. */
static int by_line(const struct note *x, const struct note *y)
{
    int order = compare_texts(x->file, y->file);
    return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

static int by_fact(const struct note *x, const struct note *y)
{
    int order = by_line(x, y);
    if (!order)
        order = x->kind > y->kind ? -1 : x->kind < y->kind; /* copies first, then branches */
    if (!order)
        order = compare_texts(x->name, y->name);
    return order ? order : compare_texts(x->value, y->value);
}

static int compare_notes(const void *a, const void *b)
{
    return by_fact((const struct note *)a, (const struct note *)b);
}

static void note_copies(vec<struct note> *notes, const struct pp_found *met)
{
    const struct pp_hot_graph *h = met->h;
    const struct pp_graph *g = h->graph;
    for (uint32_t v = h->first_vertex; v < h->first_vertex + h->num_of; v++) {
        uint64_t copies = 0;
        for (uint32_t c = pp_hot_copies(h, v); c != PP_NONE; c = h->vertices[c].next_copy)
            copies += met->executable[c];
        for (uint32_t i = 0; i < g->vertices[v].num_lines; i++) {
            const struct pp_line *line = &g->lines[g->vertices[v].first_line + i];
            notes->safe_push(
                {pp_text(g, line->file), line->line, PP_FACT_KINDS, NULL, NULL, copies, 0});
        }
    }
}

/* As the programmer wrote it; NULL if GCC made it up: then it has a dot. */
static const char *name_of(tree name)
{
    tree var = name && TREE_CODE(name) == SSA_NAME ? SSA_NAME_IDENTIFIER(name) : NULL_TREE;
    return var && !strchr(IDENTIFIER_POINTER(var), '.') ? IDENTIFIER_POINTER(var) : NULL;
}

static void note_fact(vec<struct note> *notes, const struct pp_graph *g, gimple *stmt,
                      const struct pp_fact *fact, uint64_t times)
{
    expanded_location at = expand_location(gimple_location(stmt));
    struct note n = {at.file, (uint32_t)at.line, fact->kind, NULL, NULL, 1, times};
    if (!at.file || !at.line)
        return;
    if (fact->kind == PP_FACT_BRANCH) {
        unsigned flags = g->edges[fact->edge].flags;
        n.value = xstrdup(flags & PP_E_TRUE ? "true" : flags & PP_E_FALSE ? "false" : "case");
    } else {
        n.name =
            name_of(fact->kind == PP_FACT_RESULT ? gimple_get_lhs(stmt) : ssa_name(fact->name));
        n.value = print_generic_expr_to_str(fact->value);
    }
    notes->safe_push(n);
}

static void note_facts(vec<struct note> *notes, const struct pp_gains *kept)
{
    const struct pp_hot_graph *h = kept->found->h;
    hash_map<int_hash<unsigned, 0>, gimple *> stmts; /* by uid, from 1 */
    basic_block bb;
    FOR_EACH_BB_FN(bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (!is_gimple_debug(gsi_stmt(gsi)))
            stmts.put(gimple_uid(gsi_stmt(gsi)) + 1, gsi_stmt(gsi));
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        auto_vec<const struct pp_fact *> facts;
        pp_list_gains(kept, v, &facts);
        for (unsigned i = 0; i < facts.length(); i++)
            if (gimple **stmt = stmts.get(facts[i]->stmt + 1))
                note_fact(notes, h->graph, *stmt, facts[i], h->vertices[v].count);
    }
}

static void add_fact(struct pp_lane_line *line, const struct note *n)
{
    line->facts = XRESIZEVEC(struct pp_lane_fact, line->facts, line->num_facts + 1);
    line->facts[line->num_facts++] = {
        n->kind, n->name ? xstrdup(n->name) : NULL, xstrdup(n->value), {n->copies, n->times}};
}

/* The notes, sorted, are those of lines. */
static void list_lines(struct pp_lane_function *f, const vec<struct note> &notes)
{
    for (unsigned i = 0; i < notes.length(); i++) {
        const struct note *n = &notes[i];
        if (!i || by_line(n, n - 1)) {
            f->lines = XRESIZEVEC(struct pp_lane_line, f->lines, f->num_lines + 1);
            f->lines[f->num_lines++] = {xstrdup(n->file), n->line, 0, NULL, 0};
        }
        struct pp_lane_line *line = &f->lines[f->num_lines - 1];
        if (n->kind == PP_FACT_KINDS) {
            line->copies = MAX(line->copies, n->copies);
        } else if (!i || by_fact(n, n - 1)) {
            add_fact(line, n);
        } else {
            struct pp_lane_sum *sum = &line->facts[line->num_facts - 1].sum;
            sum->places += n->copies;
            sum->times = pp_add(sum->times, n->times);
        }
    }
}

static void tell_lines(struct pp_lane_function *f, const struct pp_gains *kept)
{
    auto_vec<struct note> notes;
    note_copies(&notes, kept->found);
    note_facts(&notes, kept);
    notes.qsort(compare_notes);
    list_lines(f, notes);
    for (unsigned i = 0; i < notes.length(); i++)
        free(notes[i].value);
}

void pp_tell_lanes(struct pp_told *told, const struct pp_hot_graph *h,
                   const struct pp_reduction *reduction, const struct pp_gains *gains,
                   const struct pp_gains *kept)
{
    struct pp_lane_function *f = told->function;
    const struct pp_gains plain = {gains->base, NULL, NULL};
    bool copies = reduction->graph.num_vertices > gains->base->h->num_vertices;
    f->blocks = {count_blocks(gains->base->h, NULL), count_blocks(h, NULL),
                 count_blocks(&reduction->graph, reduction->comes)};
    f->stmts = {reduction->stmts, reduction->hot_stmts, reduction->reduced_stmts};
    f->limited = reduction->limited;
    f->plain_steps = gains->base->steps;
    f->traced_steps = gains->found->steps;
    add_chances(f, gains->base);
    add_up(f, PP_LANE_PLAIN, &plain, true);
    add_up(f, PP_LANE_GAINED, gains, false);
    if (copies)
        add_up(f, PP_LANE_KEPT, kept, false);
    for (unsigned i = 0; i + 1 < told->first.length(); i++) {
        enum pp_lane_fate fate = fate_of(told, i, reduction, gains, kept, copies);
        f->fates[fate]++;
        if (fate == PP_LANE_NOT_COPIED)
            add_barrier(f, told, i, h);
    }
    if (f->num_barriers)
        qsort(f->barriers, f->num_barriers, sizeof *f->barriers, by_lanes);
    if (copies)
        tell_lines(f, kept);
}
