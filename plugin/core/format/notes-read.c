/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader of notes.  Two steps an image that is needed: its payload is inflated; then it is read
   item by item into the graph.  Nothing in the input is believed: every count is held against the
   bytes that are left, every index against what it points into, and the lists of the graph are
   built anew. */
#include "core/format/notes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/format/unit-index.h"
#include "core/format/notes-format.h"
#include "core/format/notes-image.h"
#include "core/base/bytes.h"
#include "core/base/num.h"
#include "core/base/text.h"

struct input {
    unsigned char *bytes, *end;
    const char *wrong; /* what was wrong first; reads give 0 from then on */
    const char *strings;
    size_t strings_size;
    uint32_t *interned; /* offset in the payload's strings -> offset in the graph's, plus 1 */
    struct pp_graph *graph;
};

static void fail(struct input *in, const char *wrong)
{
    if (!in->wrong)
        in->wrong = wrong;
    in->bytes = in->end;
}

static size_t left(const struct input *in)
{
    return (size_t)(in->end - in->bytes);
}

static uint64_t get(struct input *in)
{
    uint64_t value = 0;
    const unsigned char *at = in->bytes;
    const char *wrong = pp_get_leb128(&at, in->end, &value);
    in->bytes += at - in->bytes;
    if (wrong)
        fail(in, wrong);
    return value;
}

/* A number that is at most MOST, or WRONG. */
static uint32_t get_within(struct input *in, uint64_t most, const char *wrong)
{
    uint64_t value = get(in);
    if (value <= most)
        return (uint32_t)value;
    fail(in, wrong);
    return 0;
}

/* How many items of at least LEAST bytes follow. */
static uint32_t get_count(struct input *in, size_t least)
{
    uint64_t value = get(in);
    if (value <= left(in) / least && value < PP_NONE / 4)
        return (uint32_t)value;
    fail(in, "it counts more items than it holds");
    return 0;
}

/* A string of the graph: the payload's must be whole ones, each is interned once.  No escape sequences to a terminal,
   and no lines of their own in a message. */
static uint32_t get_string(struct input *in)
{
    uint64_t at = get(in);
    if (in->wrong)
        return 0;
    if (at >= in->strings_size || (at > 0 && in->strings[at - 1] != '\0')) {
        fail(in, "a name is not in the table of names");
        return 0;
    }
    if (!in->interned[at])
        in->interned[at] = pp_shown_string(in->graph, in->strings + at) + 1;
    return in->interned[at] - 1;
}

static uint64_t get_fixed(struct input *in, size_t size)
{
    if (left(in) < size) {
        fail(in, "it ends too early");
        return 0;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)in->bytes[i] << 8 * i;
    in->bytes += size;
    return value;
}

static double get_weight(struct input *in)
{
    uint32_t bits = (uint32_t)get_fixed(in, 4);
    float weight;
    memcpy(&weight, &bits, sizeof weight);
    if (isfinite(weight) && weight >= 0)
        return weight;
    fail(in, "a weight is not a number");
    return 0;
}

static void get_vertex(struct input *in, uint32_t proc, uint32_t at)
{
    struct pp_graph *g = in->graph;
    static const char wrong[] = "a vertex is of no known kind";
    uint32_t kind = get_within(in, PP_VERTEX_KINDS - 1, wrong);
    if (at < 2 ? kind != (at == 0 ? PP_ENTRY : PP_EXIT) : kind == PP_ENTRY || kind == PP_EXIT)
        fail(in, "a procedure does not begin with its Entry and Exit");
    uint32_t column = get_within(in, INT32_MAX, "a column is too large");
    uint32_t flags = get_within(in, at < 2 ? 0 : UINT8_MAX, wrong);
    uint32_t block = get_within(in, UINT32_MAX, wrong);
    if (in->wrong)
        return;
    uint32_t v = at < 2 ? g->procs[proc].first_vertex + at
                        : pp_add_vertex(g, proc, (enum pp_vertex_kind)kind, block);
    g->vertices[v].column = column;
    g->vertices[v].flags = (uint8_t)flags;
    g->vertices[v].block = block;
    g->vertices[v].stmts = get_within(in, UINT32_MAX, "a vertex has too many statements");
    g->vertices[v].callee = get_string(in);
    uint32_t lines = get_count(in, PP_NOTES_MIN_LINE);
    if (at == 0 && lines > 0)
        fail(in, "an Entry has source lines");
    for (uint32_t i = 0; i < lines && !in->wrong; i++) {
        uint32_t file = get_string(in);
        uint32_t line = get_within(in, INT32_MAX, "a line number is too large");
        if (!in->wrong)
            pp_add_line(g, v, pp_text(g, file), line);
    }
}

static void get_proc(struct input *in, uint32_t unit, enum pp_mode mode)
{
    struct pp_graph *g = in->graph;
    uint32_t name = get_string(in), pretty = get_string(in);
    if (in->wrong)
        return;
    uint32_t p = pp_add_proc(g, pp_text(g, name), pp_text(g, pretty));
    struct pp_proc *proc = &g->procs[p];
    proc->unit = unit;
    proc->file = get_string(in);
    proc->line = get_within(in, INT32_MAX, "a line number is too large");
    proc->why = get_string(in);
    proc->index = get_within(in, UINT32_MAX, "a function's number is too large");
    proc->checksum = get_fixed(in, 8);
    proc->storage = (uint8_t)get_within(in, PP_STORES - 1, "counters are kept in an unknown way");
    uint32_t ways = pp_mode_row(mode)->counts_edges ? 7 : 3;
    uint32_t entered = get_within(in, ways, "a function is entered in an unknown way");
    proc->root = entered & 1;
    proc->outside = entered >> 1 & 1;
    proc->by_callers = entered >> 2;
    proc->num_paths = get(in);
    proc->exact_paths = get_string(in);
    uint32_t vertices = get_count(in, PP_NOTES_MIN_VERTEX);
    if (vertices < 2 || vertices > PP_NONE / 4 - g->num_vertices) {
        fail(in, "a procedure does not begin with its Entry and Exit");
        return;
    }
    for (uint32_t at = 0; at < vertices && !in->wrong; at++)
        get_vertex(in, p, at);
}

/* Whether an edge of that kind may join these vertices. */
static bool fits(const struct pp_graph *g, uint32_t proc, uint32_t from, uint32_t to, unsigned kind)
{
    const struct pp_vertex *v = &g->vertices[from], *w = &g->vertices[to];
    if (v->proc != proc)
        return false;
    switch (kind) {
    case PP_FLOW:
        return w->proc == proc && v->kind != PP_EXIT && w->kind != PP_ENTRY;
    case PP_SUMMARY:
        return w->proc == proc && v->kind == PP_CALL && w->kind == PP_RETURN_SITE;
    default:
        return false; /* calls and returns come apart (get_calls) */
    }
}

static void get_edges(struct input *in, uint32_t p, uint32_t first_vertex)
{
    struct pp_graph *g = in->graph;
    uint32_t vertices = g->num_vertices - first_vertex;
    uint32_t count = get_count(in, PP_NOTES_MIN_EDGE);
    if (count > PP_NONE / 4 - g->num_edges)
        fail(in, "it has too many edges");
    uint32_t first = g->num_edges;
    static const char wrong[] = "an edge joins what it cannot join";
    for (uint32_t i = 0; i < count && !in->wrong; i++) {
        uint32_t from = get_within(in, vertices - 1, wrong);
        uint32_t to = get_within(in, vertices - 1, wrong);
        uint32_t kind = get_within(in, 2 * PP_EDGE_KINDS - 1, wrong), first_out = kind % 2;
        kind /= 2;
        uint32_t flags = get_within(in, 2 * PP_E_COUNTED - 1, "an edge has unknown flags");
        double weight = get_weight(in);
        if (flags & (PP_E_CUT | PP_E_FAKE))
            fail(in, "an edge has flags that only a transformation sets");
        if (first_out && kind != PP_FLOW)
            fail(in, "an edge over a call is marked as the likeliest");
        flags |= first_out ? PP_E_FIRST : 0;
        from += first_vertex;
        to += first_vertex;
        if (in->wrong || !fits(g, p, from, to, kind)) {
            fail(in, wrong);
            break;
        }
        uint32_t e = pp_add_edge(g, from, to, (enum pp_edge_kind)kind, flags);
        g->edges[e].weight = weight;
    }
    g->procs[p].first_edge = first;
    g->procs[p].num_edges = g->num_edges - first;
}

/* A line block of procedure P. */
static void get_line_block(struct input *in, uint32_t p)
{
    struct pp_graph *g = in->graph;
    static const char wrong[] = "a block of lines is nowhere";
    const struct pp_proc *proc = &g->procs[p];
    uint64_t place = get(in);
    enum pp_line_place at = (enum pp_line_place)(place % PP_LINE_PLACES);
    place /= PP_LINE_PLACES;
    bool on_edge = at == PP_LINES_AT_EDGE;
    if (place >= (on_edge ? proc->num_edges : proc->num_vertices) ||
        (at == PP_LINES_AT_VERTEX && place < 2)) {
        fail(in, wrong);
        return;
    }
    uint32_t where = (on_edge ? proc->first_edge : proc->first_vertex) + (uint32_t)place;
    if (at == PP_LINES_NOWHERE && place < 2)
        where = 0;
    uint32_t block = pp_add_line_block(g, p, at, where);
    for (uint32_t lines = get_count(in, PP_NOTES_MIN_LINE); lines && !in->wrong; lines--) {
        uint32_t file = get_string(in);
        uint32_t line = get_within(in, INT32_MAX, "a line number is too large");
        if (!in->wrong)
            pp_add_block_line(g, block, pp_text(g, file), line);
    }
}

static void get_line_blocks(struct input *in, uint32_t p)
{
    struct pp_graph *g = in->graph;
    uint32_t last = get_within(in, INT32_MAX, "a line number is too large");
    uint32_t written = get_within(in, 63, "a function is written in an unknown way");
    uint32_t count = get_count(in, PP_NOTES_MIN_LINE_BLOCK);
    if (in->wrong)
        return;
    g->procs[p].last_line = last;
    g->procs[p].artificial = written & 1;
    g->procs[p].inlined = written >> 1 & 1;
    g->procs[p].comdat = written >> 2 & 1;
    g->procs[p].weak = written >> 3 & 1;
    g->procs[p].exported = written >> 4 & 1;
    g->procs[p].static_weights = written >> 5;
    for (uint32_t i = 0; i < count && !in->wrong; i++)
        get_line_block(in, p);
}

/* Whether C is a call vertex as pp_link_call wants it: nothing leaves it but its summary edge, and
   nothing else comes to its return site. */
static bool can_be_linked(const struct pp_graph *g, uint32_t c)
{
    uint32_t summary = g->vertices[c].first_out;
    if (g->vertices[c].kind != PP_CALL || summary == PP_NONE ||
        g->edges[summary].kind != PP_SUMMARY || g->edges[summary].next_out != PP_NONE)
        return false;
    const struct pp_vertex *r = &g->vertices[g->edges[summary].to];
    return r->first_in == summary && r->last_in == summary;
}

/* A call edge of vertex FIRST_VERTEX + ... and its return edge.  LAST is the call vertex before. */
static void get_call(struct input *in, const struct pp_unit *unit, uint32_t first_vertex,
                     uint32_t *last)
{
    struct pp_graph *g = in->graph;
    static const char wrong[] = "a call joins what it cannot join";
    const unsigned known = PP_E_CUT | PP_E_BACK | PP_E_BROKEN | PP_E_UNBALANCED | PP_E_CHOSEN;
    uint32_t c = get_within(in, g->num_vertices - first_vertex - 1, wrong) + first_vertex;
    uint32_t callee = get_within(in, unit->num_procs - 1, wrong) + unit->first_proc;
    uint32_t call = get_within(in, 2 * PP_E_CHOSEN - 1, wrong);
    uint32_t back = get_within(in, 2 * PP_E_CHOSEN - 1, wrong);
    double weight = get_weight(in);
    if (in->wrong)
        return;
    bool cut =
        ((call & PP_E_CUT) && !(back & PP_E_CUT)) || ((call & PP_E_BACK) && !(call & PP_E_CUT));
    if (((call | back) & ~known) || cut || (*last != PP_NONE && c <= *last) ||
        !can_be_linked(g, c)) {
        fail(in, wrong);
        return;
    }
    *last = c;
    uint32_t e = pp_link_call(g, c, callee);
    g->edges[e].flags |= (uint16_t)call;
    struct pp_edge *back_edge = &g->edges[pp_return_edge(g, e)];
    back_edge->flags |= (uint16_t)back;
    g->edges[e].weight = back_edge->weight = weight;
}

static void get_calls(struct input *in, const struct pp_unit *unit, uint32_t first_vertex)
{
    uint32_t count = get_count(in, PP_NOTES_MIN_CALL), last = PP_NONE;
    if (count && !pp_mode_row(unit->params.mode)->crosses_calls)
        fail(in, "its mode follows no calls, and it has some");
    if (count && !unit->num_procs)
        fail(in, "it has calls and no functions");
    if (count > PP_NONE / 8 - in->graph->num_edges)
        fail(in, "it has too many edges");
    for (uint32_t i = 0; i < count && !in->wrong; i++)
        get_call(in, unit, first_vertex, &last);
}

static void get_loops(struct input *in, uint32_t first_vertex)
{
    struct pp_graph *g = in->graph;
    static const char wrong[] = "a loop is none";
    uint32_t count = get_count(in, PP_NOTES_MIN_LOOP);
    for (uint32_t i = 0; i < count && !in->wrong; i++) {
        if (g->num_vertices == first_vertex) {
            fail(in, wrong);
            break;
        }
        uint32_t v = get_within(in, g->num_vertices - first_vertex - 1, wrong) + first_vertex;
        uint32_t wanted = get_within(in, PP_MOST_ITERATIONS, wrong);
        uint32_t k = get_within(in, PP_MOST_ITERATIONS, wrong);
        if (in->wrong)
            break;
        g->vertices[v].wanted_k = (uint8_t)wanted;
        g->vertices[v].k = (uint8_t)k;
    }
}

static void get_strings(struct input *in)
{
    in->strings_size = get_count(in, 1);
    if (in->wrong)
        return;
    in->strings = (const char *)in->bytes;
    in->bytes += in->strings_size;
    if (in->strings_size == 0 || in->strings[in->strings_size - 1] != '\0') {
        fail(in, "its table of names does not end");
        return;
    }
    in->interned = pp_xcalloc(in->strings_size, sizeof *in->interned);
}

/* Strings of the unit's own; a place is what it really is. */

static char *get_text(struct input *in)
{
    uint32_t text = get_string(in);
    return pp_sentence("%s", in->wrong ? "" : pp_text(in->graph, text));
}

static char *get_place(struct input *in)
{
    uint32_t text = get_string(in);
    return pp_sentence("%s", in->wrong ? "" : pp_real_text(in->graph, text));
}

static void get_targets(struct input *in, struct pp_unit *unit)
{
    struct pp_graph *g = in->graph;
    uint32_t count = get_count(in, PP_NOTES_MIN_TARGET);
    if (count > PP_NONE / 4 - g->num_targets)
        fail(in, "it has too many targets of calls");
    unit->first_target = g->num_targets;
    for (uint32_t i = 0; i < count && !in->wrong; i++) {
        uint32_t symbol = get_string(in), pretty = get_string(in);
        uint32_t proc = get_within(in, unit->num_procs, "a target is a function that is not there");
        if (!in->wrong)
            pp_add_target(g, pp_text(g, symbol), pp_text(g, pretty),
                          proc ? unit->first_proc + proc - 1 : PP_NONE);
    }
    unit->num_targets = g->num_targets - unit->first_target;
}

static void get_aliases(struct input *in, struct pp_unit *unit)
{
    struct pp_graph *g = in->graph;
    uint32_t count = get_count(in, PP_NOTES_MIN_ALIAS);
    if (count > PP_NONE / 4 - g->num_aliases)
        fail(in, "it has too many aliases");
    unit->first_alias = g->num_aliases;
    for (uint32_t i = 0; i < count && !in->wrong; i++) {
        uint32_t symbol = get_string(in), pretty = get_string(in);
        uint32_t proc = get_within(in, unit->num_procs, "an alias is of what is not there");
        if (!in->wrong)
            pp_add_alias(g, pp_text(g, symbol), pp_text(g, pretty),
                         proc ? unit->first_proc + proc - 1 : PP_NONE);
    }
    unit->num_aliases = g->num_aliases - unit->first_alias;
}

static void get_passages(struct input *in, struct pp_unit *unit)
{
    struct pp_graph *g = in->graph;
    uint32_t count = get_count(in, PP_NOTES_MIN_PASSAGE);
    if (count > PP_NONE / 4 - g->num_passages)
        fail(in, "it has too many passages");
    for (uint32_t i = 0; i < count && !in->wrong; i++) {
        uint32_t symbol = get_string(in);
        uint32_t proc = get_within(in, (uint64_t)unit->num_procs - 1, "a passage leads nowhere");
        if (!in->wrong && proc >= unit->num_procs)
            fail(in, "a passage leads nowhere");
        if (!in->wrong)
            pp_add_passage(g, pp_text(g, symbol), unit->first_proc + proc);
    }
}

static void get_turn(struct input *in, uint32_t p)
{
    struct pp_graph *g = in->graph;
    const struct pp_proc *proc = &g->procs[p];
    static const char wrong[] = "a turn is between edges that are not there";
    uint64_t from = get(in), to = get(in);
    struct pp_turn turn = {.begins = from & 1};
    if (to >= proc->num_edges || from / 2 >= (turn.begins ? proc->num_vertices : proc->num_edges)) {
        fail(in, wrong);
        return;
    }
    turn.from = (uint32_t)(from / 2) + (turn.begins ? proc->first_vertex : proc->first_edge);
    turn.to = (uint32_t)to + proc->first_edge;
    if (!in->wrong)
        pp_add_turn(g, p, turn);
}

static void get_turns(struct input *in, struct pp_unit *unit)
{
    struct pp_graph *g = in->graph;
    uint32_t count = get_count(in, PP_NOTES_MIN_TURNS), next = 0;
    for (uint32_t i = 0; i < count && !in->wrong; i++) {
        uint64_t p = get(in);
        uint32_t turns = get_count(in, PP_NOTES_MIN_TURN);
        if (!in->wrong && (p < next || p >= unit->num_procs))
            fail(in, "turns are of a function that is not there");
        if (turns > PP_NONE / 4 - g->num_turns)
            fail(in, "it has too many turns");
        next = (uint32_t)p + 1;
        for (uint32_t t = 0; t < turns && !in->wrong; t++)
            get_turn(in, unit->first_proc + (uint32_t)p);
    }
}

/* Appends what IN says to NOTES.  Returns NULL or what is wrong. */
static const char *read_payload(struct pp_notes *notes, struct input *in, struct pp_unit *unit)
{
    struct pp_graph *g = in->graph;
    get_strings(in);
    unit->name = get_text(in);
    unit->directory = get_place(in);
    unit->command = get_text(in);
    unit->params.mode = (enum pp_mode)get_within(in, PP_MODES - 1, "its mode is unknown");
    unit->params.max_paths = get(in);
    unit->params.wide = get_within(in, PP_MOST_WORDS, "its path numbers are too large");
    uint32_t ways = get_within(in, 15, "its paths begin or end in an unknown way");
    unit->params.pending = ways & 1;
    unit->params.recursion = ways & 2;
    unit->params.loops = ways & 4;
    unit->params.bursts = ways & 8;
    unit->params.array_limit = get(in);
    if (!in->wrong && (unit->params.recursion || unit->params.loops) &&
        (!pp_mode_row(unit->params.mode)->crosses_calls ||
         pp_mode_row(unit->params.mode)->in_pieces || unit->params.wide))
        fail(in, "its mode cannot keep its context");
    if (!in->wrong && unit->params.bursts &&
        (!pp_can_burst(unit->params.mode) || unit->params.max_paths > PP_BURSTS_MAX_PATHS))
        fail(in, "its mode cannot count in bursts");
    if (!in->wrong && (unit->params.max_paths == 0 || unit->params.wide == 1))
        fail(in, "it allows no paths");
    unit->storage = (uint8_t)get_within(in, PP_STORES - 1, "counters are kept in an unknown way");
    unit->num_paths = get(in);
    unit->exact_paths = get_string(in);
    uint32_t first_vertex = g->num_vertices;
    unit->first_proc = g->num_procs;
    unit->num_procs = get_count(in, PP_NOTES_MIN_PROC);
    if (unit->num_procs > PP_NONE / 4 - g->num_procs)
        fail(in, "it has too many functions");
    for (uint32_t p = 0; p < unit->num_procs && !in->wrong; p++)
        get_proc(in, notes->num_units, unit->params.mode);
    for (uint32_t p = 0; p < unit->num_procs && !in->wrong; p++)
        get_edges(in, unit->first_proc + p, first_vertex);
    for (uint32_t p = 0; p < unit->num_procs && !in->wrong; p++)
        get_line_blocks(in, unit->first_proc + p);
    if (!in->wrong)
        get_calls(in, unit, first_vertex);
    if (!in->wrong)
        get_targets(in, unit);
    if (!in->wrong)
        get_aliases(in, unit);
    if (!in->wrong && pp_mode_row(unit->params.mode)->iterates)
        get_loops(in, first_vertex);
    if (!in->wrong && in->bytes != in->end)
        get_passages(in, unit);
    if (!in->wrong && in->bytes != in->end)
        get_turns(in, unit);
    if (!in->wrong && in->bytes != in->end)
        fail(in, "something follows its end");
    return in->wrong;
}

/* Inflates the payload of IMAGE.  Returns NULL if it is not what the header says. */
static unsigned char *inflated(const struct pp_image *image)
{
    if (image->raw_size > PP_NOTES_MAX_RAW || image->raw_size > image->size * PP_NOTES_MAX_RATIO)
        return NULL;
    unsigned char *raw = pp_xmalloc(image->raw_size + 1);
    uLongf got = image->raw_size + 1;
    int status = uncompress(raw, &got, image->payload, image->payload_size);
    if (status == Z_OK && got == image->raw_size)
        return raw;
    free(raw);
    return NULL;
}

static void free_unit(struct pp_unit *unit)
{
    free(unit->name);
    free(unit->directory);
    free(unit->command);
    free(unit->sources);
    free(unit->listed);
}

static void add_unit(struct pp_notes *notes, const struct pp_unit *unit)
{
    notes->units = pp_xrealloc(notes->units, (notes->num_units + 1) * sizeof *notes->units);
    notes->units[notes->num_units++] = *unit;
}

/* Takes over the sources that LISTING has. */
static void take_sources(struct pp_unit *unit, struct pp_listing *listing)
{
    unit->sources = listing->sources;
    unit->num_sources = listing->num_sources;
    listing->sources = NULL;
}

/* Appends what IMAGE says.  Returns NULL, or a sentence. */
static char *read_image(struct pp_notes *notes, const struct pp_image *image)
{
    unsigned char *raw = inflated(image);
    if (!raw)
        return pp_sentence("the notes are damaged (they do not inflate); compile it again");
    struct input in = {.bytes = raw, .end = raw + image->raw_size, .graph = &notes->graph};
    struct pp_graph before = notes->graph;
    struct pp_unit unit = {.stamp = image->stamp};
    const char *wrong = read_payload(notes, &in, &unit);
    free(in.interned);
    free(raw);
    if (wrong) {
        char *text =
            pp_sentence("the notes of '%s' are damaged: %s; compile it again", unit.name, wrong);
        free_unit(&unit);
        /* No edge of a unit touches another's, so its part can be cut off. */
        notes->graph.num_procs = before.num_procs;
        notes->graph.num_vertices = before.num_vertices;
        notes->graph.num_edges = before.num_edges;
        notes->graph.num_lines = before.num_lines;
        notes->graph.num_line_blocks = before.num_line_blocks;
        notes->graph.num_targets = before.num_targets;
        notes->graph.num_aliases = before.num_aliases;
        notes->graph.num_passages = before.num_passages;
        notes->graph.num_turns = before.num_turns;
        return text;
    }
    struct pp_listing listing;
    if (pp_listing_read(&listing, image->listing, image->listing_size))
        take_sources(&unit, &listing);
    pp_listing_free(&listing);
    add_unit(notes, &unit);
    return NULL;
}

/* Notes that there is the unit of IMAGE, and takes over the procedures of its LISTING. */
static void skip_image(struct pp_notes *notes, const struct pp_image *image,
                       struct pp_listing *listing)
{
    struct pp_unit unit = {.stamp = image->stamp,
                           .params.mode = listing->mode,
                           .name = pp_sentence("%s", ""),
                           .directory = pp_sentence("%s", ""),
                           .command = pp_sentence("%s", ""),
                           .first_proc = notes->graph.num_procs,
                           .skipped = true,
                           .listed = listing->procs,
                           .num_listed = listing->num_procs};
    listing->procs = NULL;
    add_unit(notes, &unit);
}

/* Which of IMAGES are needed: malloc'd, with their LISTINGS.  Where a listing cannot be read all
   are, and what is wrong with the notes will be found. */
static bool *choose(struct pp_notes *notes, const struct pp_images *images,
                    struct pp_listing *listings)
{
    bool *needed = pp_xcalloc((size_t)images->num + 1, sizeof *needed), sound = true;
    for (uint32_t i = 0; i < images->num && notes->sources; i++)
        sound &=
            pp_listing_read(&listings[i], images->list[i].listing, images->list[i].listing_size);
    if (notes->sources)
        notes->num_own += pp_listing_choose(listings, images->num, notes->sources, needed);
    if (!notes->sources || notes->sources->all || !sound)
        memset(needed, true, images->num);
    return needed;
}

void pp_notes_init(struct pp_notes *notes)
{
    pp_graph_init(&notes->graph);
    notes->units = NULL;
    notes->num_units = 0;
    notes->sources = NULL;
    notes->num_own = 0;
    notes->of_one_module = false;
    notes->program = notes->path = NULL;
}

void pp_notes_free(struct pp_notes *notes)
{
    for (uint32_t u = 0; u < notes->num_units; u++)
        free_unit(&notes->units[u]);
    free(notes->units);
    pp_graph_free(&notes->graph);
}

char *pp_notes_read(struct pp_notes *notes, const unsigned char *bytes, size_t size)
{
    struct pp_images images;
    char *damaged = pp_images_find(&images, bytes, size), *wrong = NULL;
    struct pp_listing *listings = pp_xcalloc((size_t)images.num + 1, sizeof *listings);
    bool *needed = choose(notes, &images, listings);
    for (uint32_t i = 0; i < images.num && !wrong; i++) {
        if (needed[i])
            wrong = read_image(notes, &images.list[i]);
        else
            skip_image(notes, &images.list[i], &listings[i]);
    }
    for (uint32_t i = 0; i < images.num; i++)
        pp_listing_free(&listings[i]);
    free(listings);
    free(needed);
    free(images.list);
    if (!wrong)
        return damaged;
    free(damaged);
    return wrong;
}
