/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes and profiles on random graphs: notes-check SEED GRAPHS.

   For each graph: what is written is read back, in company of another unit; the reader numbers it
   as the writer did; the profile of random walks has each edge, vertex and call as often as the
   walks had; and damage of every sort, under a checksum made right again, is refused or survived. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/profile/hot.h"
#include "core/profile/hot-code.h"
#include "core/lines/line-counts.h"
#include "core/format/unit-index.h"
#include "core/format/notes-format.h"
#include "core/plan/plan.h"
#include "core/pipeline/pipeline.h"
#include "core/profile/profile.h"
#include "core/graph/weights.h"

static uint64_t state;

static uint64_t roll(uint64_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % below;
}

static unsigned failures;

static void expect(bool right, const char *what)
{
    if (right)
        return;
    printf("FAIL: %s\n", what);
    failures++;
}

/* ---- Random graphs. */

static void add_random_edges(struct pp_graph *g, uint32_t p, uint32_t blocks)
{
    uint32_t first = g->procs[p].first_vertex + 2;
    pp_add_edge(g, g->procs[p].entry, first, PP_FLOW, 0);
    for (uint32_t i = 0; i < blocks; i++) {
        uint32_t v = first + i;
        uint32_t next = i + 1 < blocks ? v + 1 : g->procs[p].exit;
        if (g->vertices[v].kind == PP_CALL) {
            pp_add_edge(g, v, v + 1, PP_SUMMARY, 0);
            continue;
        }
        unsigned ways = (unsigned)roll(4);
        pp_add_edge(g, v, next, PP_FLOW, ways ? PP_E_FALSE : 0);
        for (unsigned k = 0; k < ways; k++) {
            uint32_t to = first + (uint32_t)roll(blocks);
            if (g->vertices[to].kind != PP_RETURN_SITE)
                pp_add_edge(g, v, to, PP_FLOW, k == 0 ? PP_E_TRUE : PP_E_CASE);
        }
    }
}

/* Line blocks at random vertices and edges of P, in no sensible order. */
static void add_random_line_blocks(struct pp_graph *g, uint32_t p)
{
    const struct pp_proc *proc = &g->procs[p];
    for (uint64_t n = roll(2 * (uint64_t)proc->num_vertices); n > 0; n--) {
        enum pp_line_place at = (enum pp_line_place)roll(PP_LINE_PLACES);
        uint32_t v = proc->first_vertex + 2 + (uint32_t)roll(proc->num_vertices - 2);
        uint32_t where = at == PP_LINES_AT_EDGE ? proc->first_edge + (uint32_t)roll(proc->num_edges)
                         : at == PP_LINES_NOWHERE && roll(2) ? 0
                                                             : v;
        uint32_t block = pp_add_line_block(g, p, at, where);
        for (uint64_t k = roll(4); k > 0; k--)
            pp_add_block_line(g, block, roll(8) ? "a.c" : "dir/b.h", 1 + (uint32_t)roll(30));
    }
    g->procs[p].last_line = g->procs[p].line + (uint32_t)roll(20);
    g->procs[p].artificial = roll(9) == 0;
}

static void add_random_proc(struct pp_graph *g, const char *file, char letter)
{
    char name[20];
    snprintf(name, sizeof name, "%c%u", letter, g->num_procs);
    uint32_t p = pp_add_proc(g, name, roll(2) ? name : "pretty");
    uint32_t blocks = 1 + (uint32_t)roll(12);
    g->procs[p].file = pp_string(g, file);
    g->procs[p].line = 1 + (uint32_t)roll(9);
    for (uint32_t i = 0; i < blocks; i++) {
        bool call = i + 1 < blocks && roll(5) == 0;
        uint32_t v = pp_add_vertex(g, p, call ? PP_CALL : PP_BLOCK, i + 2);
        g->vertices[v].stmts = (uint32_t)roll(9);
        g->vertices[v].column = (uint32_t)roll(200);
        for (uint64_t k = roll(4); k > 0; k--)
            pp_add_line(g, v, roll(8) ? "a.c" : "dir/b.h", 1 + (uint32_t)roll(30));
        if (!call)
            continue;
        g->vertices[v].callee = roll(2) ? pp_string(g, "callee") : 0;
        g->vertices[v].flags = (uint8_t)(roll(2) ? PP_V_MAY_LEAVE : 0);
        pp_add_vertex(g, p, PP_RETURN_SITE, i + 2);
        i++;
    }
    blocks = g->procs[p].num_vertices - 2;
    add_random_edges(g, p, blocks);
    add_random_line_blocks(g, p);
    g->procs[p].checksum = pp_cfg_checksum(g, p);
}

/* A unit with its numbering and plans made, as the plugin has it when it writes the notes. */
struct made {
    struct pp_graph g;
    struct pp_numbering n;
    struct pp_unit unit;
    unsigned char *image;
    size_t size;
};

static void make(struct made *m, enum pp_mode mode, uint64_t stamp, char *file, char letter)
{
    memset(m, 0, sizeof *m);
    pp_graph_init(&m->g);
    pp_numbering_init(&m->n);
    m->unit = (struct pp_unit){.stamp = stamp, .name = file, .directory = "/somewhere"};
    m->unit.command = "GCC";
    m->unit.params = (struct pp_params){.mode = mode, .max_paths = 20 + roll(1000)};
    m->unit.params.array_limit = 1 + roll(100);
    m->unit.params.likely_first = roll(2);
    for (uint64_t procs = 1 + roll(4); procs > 0; procs--)
        add_random_proc(&m->g, file, letter);
    for (uint32_t p = 0; p < m->g.num_procs; p++) {
        struct pp_plan plan;
        pp_plan_init(&plan);
        for (uint32_t i = 0; i < m->g.procs[p].num_edges; i++)
            m->g.edges[m->g.procs[p].first_edge + i].weight = (double)roll(1000) / 8;
        pp_pipeline(&m->g, p, &m->unit.params, &m->n, &plan);
        pp_plan_free(&plan);
    }
    m->image = pp_notes_write(&m->g, &m->unit, &m->size);
}

static void unmake(struct made *m)
{
    pp_graph_free(&m->g);
    pp_numbering_free(&m->n);
    free(m->image);
}

/* ---- Round trip. */

static bool same_text(const struct pp_graph *a, uint32_t x, const struct pp_graph *b, uint32_t y)
{
    return strcmp(pp_text(a, x), pp_text(b, y)) == 0;
}

static bool same_lines(const struct pp_graph *a, uint32_t x, const struct pp_graph *b, uint32_t y,
                       uint32_t num)
{
    bool same = true;
    for (uint32_t i = 0; same && i < num; i++)
        same = a->lines[x + i].line == b->lines[y + i].line &&
               same_text(a, a->lines[x + i].file, b, b->lines[y + i].file);
    return same;
}

static bool same_vertex(const struct pp_graph *a, uint32_t x, const struct pp_graph *b, uint32_t y)
{
    const struct pp_vertex *v = &a->vertices[x], *w = &b->vertices[y];
    bool same = v->kind == w->kind && v->flags == w->flags && v->block == w->block &&
                v->stmts == w->stmts && v->column == w->column &&
                same_text(a, v->callee, b, w->callee);
    return same && v->num_lines == w->num_lines &&
           same_lines(a, v->first_line, b, w->first_line, v->num_lines);
}

/* Whether block K of A's procedure X, block K of B's procedure Y, are the same. */
static bool same_line_block(const struct pp_graph *a, const struct pp_proc *x,
                            const struct pp_graph *b, const struct pp_proc *y, uint32_t k)
{
    const struct pp_line_block *c = &a->line_blocks[x->first_line_block + k];
    const struct pp_line_block *d = &b->line_blocks[y->first_line_block + k];
    bool edge = c->at == PP_LINES_AT_EDGE, none = !edge && c->where == 0;
    uint32_t first = edge ? x->first_edge : x->first_vertex;
    uint32_t second = edge ? y->first_edge : y->first_vertex;
    return c->at == d->at && c->num_lines == d->num_lines &&
           (none ? d->where == 0 : c->where - first == d->where - second) &&
           same_lines(a, c->first_line, b, d->first_line, c->num_lines);
}

/* Compares procedure P of M with the procedure READ of NOTES, before it is transformed. */
static void compare_proc(const struct made *m, uint32_t p, const struct pp_notes *notes,
                         uint32_t read)
{
    const struct pp_graph *a = &m->g, *b = &notes->graph;
    const struct pp_proc *x = &a->procs[p], *y = &b->procs[read];
    expect(same_text(a, x->name, b, y->name) && same_text(a, x->pretty, b, y->pretty) &&
               same_text(a, x->file, b, y->file) && same_text(a, x->why, b, y->why) &&
               same_text(a, x->exact_paths, b, y->exact_paths) && x->line == y->line &&
               x->index == y->index && x->checksum == y->checksum && x->storage == y->storage &&
               x->num_paths == y->num_paths,
           "a procedure is read as it was written");
    expect(pp_cfg_checksum(b, read) == x->checksum, "the checksum of what was read");
    expect(x->num_vertices == y->num_vertices && x->num_edges == y->num_edges &&
               x->num_line_blocks == y->num_line_blocks && x->last_line == y->last_line &&
               x->artificial == y->artificial,
           "sizes");
    for (uint32_t i = 0; i < x->num_line_blocks && i < y->num_line_blocks; i++)
        expect(same_line_block(a, x, b, y, i), "a block of lines");
    for (uint32_t i = 0; i < x->num_vertices && i < y->num_vertices; i++)
        expect(same_vertex(a, x->first_vertex + i, b, y->first_vertex + i), "a vertex");
    for (uint32_t i = 0; i < x->num_edges && i < y->num_edges; i++) {
        const struct pp_edge *d = &a->edges[x->first_edge + i], *e = &b->edges[y->first_edge + i];
        expect(d->from - x->first_vertex == e->from - y->first_vertex &&
                   d->to - x->first_vertex == e->to - y->first_vertex && d->kind == e->kind &&
                   (d->flags & ~PP_E_CUT) == e->flags && (float)d->weight == (float)e->weight,
               "an edge");
    }
}

/* Both units in one section, with the padding that a linker may put between them. */
static unsigned char *join(const struct made *a, const struct made *b, size_t *size)
{
    size_t gap = 8 * roll(3);
    unsigned char *bytes = pp_xcalloc(1, a->size + gap + b->size);
    memcpy(bytes, a->image, a->size);
    memcpy(bytes + a->size + gap, b->image, b->size);
    *size = a->size + gap + b->size;
    return bytes;
}

/* ---- Walks. */

struct tally {
    uint64_t *edges, *vertices; /* as the walks went; indexed as in M's graph */
    struct pp_data_function *functions;
    uint64_t *calls;
};

static void record(struct pp_data_function *f, uint64_t path)
{
    size_t at = 0;
    while (at < f->num_counts && f->counts[at].path.low < path)
        at++;
    if (at == f->num_counts || f->counts[at].path.low != path) {
        f->counts = pp_xrealloc(f->counts, (f->num_counts + 1) * sizeof *f->counts);
        memmove(f->counts + at + 1, f->counts + at, (f->num_counts - at) * sizeof *f->counts);
        f->counts[at] = (struct pp_count){pp_word(path), 0};
        f->num_counts++;
    }
    f->counts[at].count++;
}

/* Number of edge E among those that have counters. */
static uint64_t counter_of(const struct made *m, uint32_t p, uint32_t edge)
{
    uint64_t k = 0;
    for (uint32_t e = m->g.procs[p].first_edge; e < edge; e++)
        k += (m->g.edges[e].flags & PP_E_COUNTED) != 0;
    return k;
}

/* One activation of P, counted by the definition of its labels. */
static void walk(const struct made *m, uint32_t p, struct tally *t)
{
    const struct pp_graph *g = &m->g;
    uint32_t v = g->procs[p].entry;
    uint64_t path = 0;
    t->calls[p]++;
    t->vertices[v]++;
    for (unsigned step = 0; v != g->procs[p].exit; step++) {
        uint32_t ways[64];
        unsigned num = 0;
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
            if (g->edges[e].kind != PP_SURROGATE && num < 64)
                ways[num++] = e;
        }
        uint32_t e = ways[step > 200 ? 0 : roll(num)]; /* the first way leads out */
        t->edges[e]++;
        t->vertices[g->edges[e].to]++;
        if (m->unit.params.mode == PP_MODE_EDGE) {
            if (g->edges[e].flags & PP_E_COUNTED)
                record(&t->functions[p], counter_of(m, p, e));
        } else if (pp_live(g, e)) {
            path += m->n.rho[e].b.low;
        } else {
            record(&t->functions[p], path + m->n.rho[g->edges[e].ends].b.low);
            path = m->n.rho[g->edges[e].begins].b.low;
        }
        v = g->edges[e].to;
    }
    if (m->unit.params.mode == PP_MODE_PATH)
        record(&t->functions[p], path);
}

static void walk_all(const struct made *m, struct tally *t)
{
    t->edges = pp_xcalloc(m->g.num_edges, sizeof *t->edges);
    t->vertices = pp_xcalloc(m->g.num_vertices, sizeof *t->vertices);
    t->functions = pp_xcalloc(m->g.num_procs, sizeof *t->functions);
    t->calls = pp_xcalloc(m->g.num_procs, sizeof *t->calls);
    for (uint32_t p = 0; p < m->g.num_procs; p++) {
        t->functions[p].index = m->g.procs[p].index;
        t->functions[p].checksum = m->g.procs[p].checksum;
        for (uint64_t k = m->g.procs[p].storage == PP_STORE_NONE ? 0 : roll(20); k > 0; k--)
            walk(m, p, t);
    }
}

static void free_tally(const struct made *m, struct tally *t)
{
    for (uint32_t p = 0; p < m->g.num_procs; p++)
        free(t->functions[p].counts);
    free(t->edges);
    free(t->vertices);
    free(t->functions);
    free(t->calls);
}

/* Every count of M is TIMES what the walks had. */
static void compare_profile(const struct made *m, const struct tally *t, uint64_t times,
                            const struct pp_profile *profile, uint32_t first_proc)
{
    for (uint32_t p = 0; p < m->g.num_procs; p++) {
        const struct pp_proc *x = &m->g.procs[p];
        const struct pp_proc *y = &profile->notes->graph.procs[first_proc + p];
        expect(profile->calls[first_proc + p] == times * t->calls[p], "calls of a procedure");
        for (uint32_t i = 0; i < x->num_edges; i++)
            expect(profile->edge_counts[y->first_edge + i] == times * t->edges[x->first_edge + i],
                   "count of an edge");
        for (uint32_t i = 0; i < x->num_vertices; i++)
            expect(profile->vertex_counts[y->first_vertex + i] ==
                       times * t->vertices[x->first_vertex + i],
                   "count of a vertex");
    }
}

/* Statements on executed paths are those of the vertices that control came to. */
static void compare_work(const struct pp_profile *profile)
{
    const struct pp_graph *g = &profile->notes->graph;
    uint64_t by_vertex = 0, by_path = 0;
    struct pp_hot hot;
    pp_hot_make(&hot, profile, PP_HOT_STMTS);
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        if (g->procs[g->vertices[v].proc].storage != PP_STORE_EDGES)
            by_vertex += g->vertices[v].stmts * profile->vertex_counts[v];
    }
    for (size_t i = 0; i < hot.num; i++) {
        uint64_t work = pp_path_work(&profile->paths[hot.order[i]]);
        by_path += work;
        if (i > 0)
            expect(work <= pp_path_work(&profile->paths[hot.order[i - 1]]), "hottest first");
    }
    expect(by_vertex == by_path && by_path == hot.total_stmts, "statements executed");
    size_t all = pp_hot_cover(&hot, profile, 100, NULL),
           half = pp_hot_cover(&hot, profile, 50, NULL);
    expect(all <= hot.num && half <= all && (hot.total_stmts == 0 || half > 0), "coverage");
    /* As much again elsewhere: of half of it all nothing is here if that is hotter, else all is. */
    if (all > 0) {
        struct pp_elsewhere elsewhere = {.stmts = hot.total_stmts};
        unsigned hottest = pp_work_class(pp_path_work(&profile->paths[hot.order[0]]));
        elsewhere.work[hottest + 1] = hot.total_stmts;
        expect(pp_hot_cover(&hot, profile, 50, &elsewhere) == 0, "what is elsewhere is hotter");
        elsewhere.work[hottest + 1] = 0;
        elsewhere.work[0] = hot.total_stmts;
        expect(pp_hot_cover(&hot, profile, 50, &elsewhere) == all, "what is elsewhere is colder");
    }
    pp_hot_free(&hot);
}

/* Statements that ran LEAST times or oftener. */
static uint64_t code_above(const struct pp_profile *profile, uint64_t least)
{
    const struct pp_graph *g = &profile->notes->graph;
    uint64_t stmts = 0;
    for (uint32_t v = 0; v < g->num_vertices; v++)
        if (profile->vertex_counts[v] >= least)
            stmts += g->vertices[v].stmts + 1;
    return stmts;
}

/* The least count of the class of the most that is less than LEAST. */
static uint64_t below(const struct pp_profile *profile, uint64_t least)
{
    uint64_t most = 0;
    for (uint32_t v = 0; v < profile->notes->graph.num_vertices; v++)
        if (profile->vertex_counts[v] < least && profile->vertex_counts[v] > most)
            most = profile->vertex_counts[v];
    unsigned class = pp_work_class(most);
    while (most > 0 && pp_work_class(most - 1) == class)
        most--;
    return most;
}

static void check_hot_code(struct pp_profile *profile)
{
    struct pp_hot_code code = {{0}};
    if (profile->elsewhere) /* it is not told exactly */
        return;
    pp_hot_code_add(&code, profile);
    uint64_t all = code_above(profile, 1), before = UINT64_MAX;
    for (uint64_t stmts = 1; stmts < 2 * all; stmts *= 2) {
        uint64_t least = pp_hot_code_least(&code, stmts);
        expect(least <= before, "more code is of code that ran less");
        expect(least == 0 || code_above(profile, least) <= stmts, "it is of so many statements");
        expect(least == 0 || code_above(profile, below(profile, least)) > stmts,
               "what ran less often is of more");
        before = least;
    }
    expect(pp_hot_code_least(&code, all) == 0, "all of it");
    if (all == 0)
        return;
    /* What is hotter elsewhere takes the place. */
    struct pp_elsewhere elsewhere = {.stmts = 1}, *own = profile->elsewhere;
    elsewhere.code[PP_WORK_CLASSES - 1] = all;
    profile->elsewhere = &elsewhere;
    pp_hot_code_add(&code, profile);
    profile->elsewhere = own;
    expect(pp_hot_code_least(&code, all - 1) == UINT64_MAX, "hotter code elsewhere");
}

/* ---- Damage. */

static unsigned char *raw_of(const struct made *m, uLongf *size)
{
    size_t listing = pp_word_at(m->image, PP_NOTES_WORD_LISTING);
    *size = pp_word_at(m->image, PP_NOTES_WORD_RAW);
    unsigned char *raw = pp_xmalloc(*size);
    expect(uncompress(raw, size, m->image + PP_NOTES_HEADER + listing,
                      m->size - PP_NOTES_HEADER - listing) == Z_OK,
           "the payload inflates");
    return raw;
}

/* RAW behind the listing of M, some of whose bytes may change, as an image whose header is right. */
static unsigned char *image_of(const struct made *m, const unsigned char *raw, uLongf raw_size,
                               size_t *size)
{
    uLongf packed = compressBound(raw_size);
    size_t listing = pp_word_at(m->image, PP_NOTES_WORD_LISTING),
           before = PP_NOTES_HEADER + listing;
    unsigned char *image = pp_xcalloc(1, before + packed + 8);
    memcpy(image + PP_NOTES_HEADER, m->image + PP_NOTES_HEADER, listing);
    for (uint64_t k = roll(4); k > 1; k--)
        image[PP_NOTES_HEADER + roll(listing)] = (unsigned char)(roll(3) ? roll(256) : 0xff);
    if (roll(16) == 0)
        listing = roll(2) ? roll(before) : UINT64_MAX - roll(99);
    expect(compress(image + before, &packed, raw, raw_size) == Z_OK, "deflates");
    *size = (before + packed + 7) / 8 * 8;
    pp_put_word_at(image, PP_NOTES_WORD_LISTING, listing);
    pp_put_word_at(image, PP_NOTES_WORD_MAGIC, PP_NOTES_MAGIC);
    pp_put_word_at(image, PP_NOTES_WORD_VERSION, PP_NOTES_VERSION);
    pp_put_word_at(image, PP_NOTES_WORD_SIZE, *size);
    pp_put_word_at(image, PP_NOTES_WORD_RAW, raw_size);
    pp_put_word_at(image, PP_NOTES_WORD_STAMP, 1);
    pp_put_word_at(image, PP_NOTES_WORD_CHECK, pp_notes_check(image, *size));
    return image;
}

/* Reads an image and makes what it can of it.  Returns whether it was accepted. */
static bool survive(const unsigned char *image, size_t size, const struct pp_data *data)
{
    struct pp_notes notes;
    struct pp_profile profile;
    struct pp_sources sources = {.hashes = {pp_source_hash(roll(2) ? "a.c" : "c.c")}, .num = 1};
    pp_notes_init(&notes);
    notes.sources = roll(2) ? &sources : NULL;
    char *wrong = pp_notes_read(&notes, image, size);
    bool accepted = !wrong;
    if (wrong)
        expect(strlen(wrong) > 10 && !strchr(wrong, '\n'), "one line says what is wrong");
    free(wrong);
    wrong = pp_profile_make(&profile, &notes, accepted ? data : NULL);
    if (!wrong) {
        struct pp_line_counts counts;
        pp_line_counts_make(&counts, &profile);
        pp_line_counts_free(&counts);
        pp_profile_free(&profile);
    }
    free(wrong);
    pp_notes_free(&notes);
    return accepted;
}

static void damage(const struct made *m, const struct pp_data *data, unsigned times,
                   unsigned *accepted)
{
    uLongf raw_size;
    unsigned char *raw = raw_of(m, &raw_size);
    for (unsigned i = 0; i < times; i++) {
        unsigned char *copy = pp_xmalloc(raw_size);
        uLongf length = roll(8) == 0 ? roll(raw_size) : raw_size;
        size_t size;
        memcpy(copy, raw, raw_size);
        for (uint64_t k = roll(4); k > 0; k--)
            copy[roll(raw_size)] = (unsigned char)(roll(3) ? roll(256) : 0x7f);
        unsigned char *image = image_of(m, copy, length, &size);
        *accepted += survive(image, size, data);
        free(image);
        free(copy);
    }
    free(raw);
    for (unsigned i = 0; i < times; i++) {
        unsigned char *copy = pp_xmalloc(m->size);
        memcpy(copy, m->image, m->size);
        copy[roll(m->size)] ^= (unsigned char)(1 << roll(8));
        expect(!survive(copy, m->size, data), "a flipped bit is noticed");
        if (m->size > 8)
            expect(!survive(m->image, 1 + roll(m->size - 1), data), "a cut image is noticed");
        free(copy);
    }
}

/* Notes whose procedures are counted in ways that their mode does not have, or whose numbers of
   paths are others: nothing is counted, and a line says so. */
static void contradict(struct made *m, const struct pp_data *data)
{
    uint32_t counted = 0;
    for (uint32_t p = 0; p < m->g.num_procs; p++) {
        struct pp_proc *proc = &m->g.procs[p];
        if (proc->storage == PP_STORE_NONE)
            continue;
        counted++;
        if (roll(2))
            proc->storage = proc->storage == PP_STORE_EDGES ? PP_STORE_ARRAY : PP_STORE_EDGES;
        else
            proc->num_paths++;
    }
    size_t size;
    unsigned char *image = pp_notes_write(&m->g, &m->unit, &size);
    struct pp_notes notes;
    struct pp_profile profile;
    pp_notes_init(&notes);
    char *wrong = pp_notes_read(&notes, image, size);
    if (!wrong)
        wrong = pp_profile_make(&profile, &notes, data);
    expect(!wrong, "contradictory notes are read");
    if (!wrong) {
        uint32_t lines = 0;
        for (const char *c = profile.warnings; *c; c++)
            lines += *c == '\n';
        expect(lines == counted, "each contradiction has its line");
        expect(profile.num_paths == 0, "nothing is counted");
        for (uint32_t e = 0; e < notes.graph.num_edges; e++)
            expect(profile.edge_counts[e] == 0, "no edge is counted");
        pp_profile_free(&profile);
    }
    free(wrong);
    free(image);
    pp_notes_free(&notes);
}

/* Reads BOTH for who wants to know of the second's source alone: SHARED, which the first has, too,
   it must be read as well; else it is skipped, and estimated from its counts. */
static void skip(const struct made *both, const struct tally *tallies, const struct pp_data *data,
                 bool shared)
{
    struct pp_sources sources = {.hashes = {pp_source_hash("elsewhere/b.cc")}, .num = 1};
    struct pp_notes notes;
    struct pp_profile profile;
    size_t size;
    unsigned char *bytes = join(&both[0], &both[1], &size);
    pp_notes_init(&notes);
    notes.sources = &sources;
    char *wrong = pp_notes_read(&notes, bytes, size);
    if (!wrong)
        wrong = pp_profile_make(&profile, &notes, data);
    expect(!wrong, wrong ? wrong : "");
    if (!wrong) {
        uint64_t most = 0;
        bool edges = both[0].unit.params.mode == PP_MODE_EDGE;
        for (uint32_t p = 0; p < both[0].g.num_procs; p++) {
            const struct pp_data_function *f = &tallies[0].functions[p];
            uint64_t all = 0, one = 0;
            for (size_t i = 0; i < f->num_counts; i++) {
                all += f->counts[i].count;
                one = f->counts[i].count > one ? f->counts[i].count : one;
            }
            most = most > (edges ? one : all) ? most : edges ? one : all;
        }
        expect(notes.num_own == 1 && notes.num_units == 2, "one unit knows the source");
        expect(notes.units[0].skipped != shared && !notes.units[1].skipped, "what is skipped");
        expect(*profile.warnings == '\0', profile.warnings);
        expect(!profile.elsewhere == shared, "nothing is estimated that was read");
        compare_profile(&both[1], &tallies[1], 1, &profile, shared ? both[0].g.num_procs : 0);
        check_hot_code(&profile);
        if (!shared && profile.elsewhere)
            expect(profile.elsewhere->most == most, "the most that ran elsewhere");
        pp_profile_free(&profile);
    }
    free(wrong);
    free(bytes);
    pp_notes_free(&notes);
}

/* main calls f.  What EXTRA adds to a call that is followed must be refused. */
enum extra { NOTHING, A_WAY_TO_R, A_WAY_FROM_C, ANOTHER_R, EXTRAS };

static uint32_t add_chain(struct pp_graph *g, const char *name, const uint8_t *kinds, uint32_t num)
{
    uint32_t p = pp_add_proc(g, name, name), v = g->procs[p].entry;
    for (uint32_t i = 0; i < num; i++) {
        uint32_t next = pp_add_vertex(g, p, (enum pp_vertex_kind)kinds[i], 2 + i);
        pp_add_edge(g, v, next, kinds[i] == PP_RETURN_SITE ? PP_SUMMARY : PP_FLOW, 0);
        v = next;
    }
    pp_add_edge(g, v, g->procs[p].exit, PP_FLOW, 0);
    return p;
}

static void check_followed_call(enum extra extra)
{
    static const uint8_t caller[] = {PP_BLOCK, PP_CALL, PP_RETURN_SITE}, callee[] = {PP_BLOCK};
    char text[] = "a.c";
    struct pp_unit unit = {.stamp = 1, .name = text, .directory = text, .command = text};
    unit.params = (struct pp_params){.mode = PP_MODE_PIECEWISE, .max_paths = 1000};
    struct pp_graph g;
    pp_graph_init(&g);
    uint32_t p = add_chain(&g, "main", caller, 3), b = g.procs[p].first_vertex + 2;
    if (extra == A_WAY_TO_R)
        pp_add_edge(&g, b, b + 2, PP_FLOW, PP_E_CASE);
    else if (extra == A_WAY_FROM_C)
        pp_add_edge(&g, b + 1, g.procs[p].exit, PP_FLOW, 0);
    else if (extra == ANOTHER_R)
        pp_add_edge(&g, b + 1, pp_add_vertex(&g, p, PP_RETURN_SITE, 9), PP_SUMMARY, 0);
    pp_link_call(&g, b + 1, add_chain(&g, "f", callee, 1));

    size_t size;
    struct pp_notes notes;
    unsigned char *image = pp_notes_write(&g, &unit, &size);
    pp_notes_init(&notes);
    char *wrong = pp_notes_read(&notes, image, size);
    if (extra == NOTHING)
        expect(!wrong, wrong ? wrong : "");
    else
        expect(wrong && strstr(wrong, "a call joins what it cannot join"),
               "a followed call with another way around it is refused");
    free(wrong);
    free(image);
    pp_notes_free(&notes);
    pp_graph_free(&g);
}

static void check(uint64_t seed, unsigned *accepted)
{
    state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    struct made both[2];
    char names[2][4] = {"a.c", "b.c"};
    bool shared = roll(4) == 0;
    make(&both[0], roll(2) ? PP_MODE_PATH : PP_MODE_EDGE, 1, names[0], shared ? 'g' : 'f');
    make(&both[1], roll(2) ? PP_MODE_PATH : PP_MODE_EDGE, 2, names[1], 'g');

    struct pp_notes notes;
    size_t size;
    unsigned char *bytes = join(&both[0], &both[1], &size);
    pp_notes_init(&notes);
    char *wrong = pp_notes_read(&notes, bytes, size);
    expect(!wrong, wrong ? wrong : "");
    free(wrong);
    free(bytes);
    expect(notes.num_units == 2, "both units are read");
    uint32_t at = 0;
    for (int u = 0; u < 2 && notes.num_units == 2; u++) {
        expect(strcmp(notes.units[u].name, names[u]) == 0 &&
                   strcmp(notes.units[u].directory, "/somewhere") == 0 &&
                   strcmp(notes.units[u].command, "GCC") == 0 &&
                   notes.units[u].stamp == both[u].unit.stamp && notes.units[u].first_proc == at &&
                   notes.units[u].params.mode == both[u].unit.params.mode &&
                   notes.units[u].params.max_paths == both[u].unit.params.max_paths,
               "a unit is read as it was written");
        for (uint32_t p = 0; p < both[u].g.num_procs; p++)
            compare_proc(&both[u], p, &notes, at++);
    }

    struct tally tallies[2];
    struct pp_data_unit units[2];
    for (int u = 0; u < 2; u++) {
        walk_all(&both[u], &tallies[u]);
        units[u] = (struct pp_data_unit){both[u].unit.stamp, both[u].unit.params.mode,
                                         tallies[u].functions, both[u].g.num_procs};
    }
    /* As of a program and two libraries that share a unit: counts add up, in any order. */
    struct pp_data_module modules[3] = {
        {1, 3, "prog", &units[1], 1}, {2, 5, "lib", &units[0], 1}, {3, 2, "lib2", &units[0], 1}};
    struct pp_data data = {.modules = modules, .num_modules = 3};
    struct pp_profile profile;
    wrong = pp_profile_make(&profile, &notes, &data);
    expect(!wrong, wrong ? wrong : "");
    if (!wrong) {
        expect(*profile.warnings == '\0', profile.warnings);
        expect(profile.runs == 5, "runs");
        compare_profile(&both[0], &tallies[0], 2, &profile, 0);
        compare_profile(&both[1], &tallies[1], 1, &profile, both[0].g.num_procs);
        compare_work(&profile);
        pp_profile_free(&profile);
    }
    free(wrong);
    pp_notes_free(&notes);
    skip(both, tallies, &data, shared);
    contradict(&both[0], &data);
    damage(&both[0], &data, 20, accepted);
    for (int u = 0; u < 2; u++) {
        free_tally(&both[u], &tallies[u]);
        unmake(&both[u]);
    }
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    unsigned graphs = argc > 2 ? (unsigned)atoi(argv[2]) : 300, accepted = 0;
    for (enum extra extra = NOTHING; extra < EXTRAS; extra++)
        check_followed_call(extra);
    for (unsigned i = 0; i < graphs && failures < 10; i++) {
        unsigned before = failures;
        check(seed + i, &accepted);
        if (failures > before)
            printf("seed %" PRIu64 "\n", seed + i);
    }
    /* Damage that the reader cannot tell from notes exists (a changed statement count, say): if
       none was accepted, the forged images did not get past the header and tested nothing. */
    expect(accepted > 0, "some damage gets past the reader");
    printf("%u damaged images were accepted\n", accepted);
    if (!failures)
        printf("PASS: %u random units and what becomes of them\n", 2 * graphs);
    return failures != 0;
}
