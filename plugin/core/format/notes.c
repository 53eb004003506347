/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writer of notes: one unit's supergraph, serialised, deflated, under a header. */
#include "core/format/notes.h"

#include "core/base/bytes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/format/unit-index.h"
#include "core/format/notes-format.h"

/* A weight: a single's bits, little-endian. */
static void put_weight(struct pp_bytes *b, double weight)
{
    float single = (float)weight;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    unsigned char bytes[4] = {(unsigned char)bits, (unsigned char)(bits >> 8),
                              (unsigned char)(bits >> 16), (unsigned char)(bits >> 24)};
    pp_put_block(b, bytes, sizeof bytes);
}

/* The graph's own arena, then the unit's three strings, each with its final NUL. */
static void put_strings(struct pp_bytes *b, const struct pp_graph *g, const struct pp_unit *unit)
{
    const char *own[] = {unit->name, unit->directory, unit->command};
    size_t size = g->strings_size;
    for (int i = 0; i < 3; i++)
        size += strlen(own[i] ? own[i] : "") + 1;
    pp_put(b, size);
    pp_put_block(b, g->strings, g->strings_size);
    size_t at[3], offset = g->strings_size;
    for (int i = 0; i < 3; i++) {
        const char *text = own[i] ? own[i] : "";
        at[i] = offset;
        offset += strlen(text) + 1;
        pp_put_block(b, text, strlen(text) + 1);
    }
    for (int i = 0; i < 3; i++)
        pp_put(b, at[i]);
}

/* NUM lines of G, from FIRST on. */
static void put_lines(struct pp_bytes *b, const struct pp_graph *g, uint32_t first, uint32_t num)
{
    pp_put(b, num);
    for (uint32_t i = first; i < first + num; i++) {
        pp_put(b, g->lines[i].file);
        pp_put(b, g->lines[i].line);
    }
}

static void put_proc(struct pp_bytes *b, const struct pp_graph *g, const struct pp_proc *proc)
{
    pp_put(b, proc->name);
    pp_put(b, proc->pretty);
    pp_put(b, proc->file);
    pp_put(b, proc->line);
    pp_put(b, proc->why);
    pp_put(b, proc->index);
    for (int i = 0; i < 8; i++) {
        unsigned char byte = (unsigned char)(proc->checksum >> 8 * i);
        pp_put_block(b, &byte, 1);
    }
    pp_put(b, proc->storage);
    pp_put(b,
           (unsigned)proc->root | (unsigned)proc->outside << 1 | (unsigned)proc->by_callers << 2);
    pp_put(b, proc->num_paths);
    pp_put(b, proc->exact_paths);
    pp_put(b, proc->num_vertices);
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        const struct pp_vertex *vertex = &g->vertices[v];
        pp_put(b, vertex->kind);
        pp_put(b, vertex->column);
        pp_put(b, vertex->flags);
        pp_put(b, vertex->block);
        pp_put(b, vertex->stmts);
        pp_put(b, vertex->callee);
        put_lines(b, g, vertex->first_line, vertex->kind == PP_ENTRY ? 0 : vertex->num_lines);
    }
}

static void put_edges(struct pp_bytes *b, const struct pp_graph *g, const struct pp_proc *proc)
{
    /* CUT and the surrogates are the transformation's, which the reader repeats. */
    pp_put(b, proc->num_edges);
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        pp_put(b, edge->from);
        pp_put(b, edge->to);
        pp_put(b, 2 * (uint64_t)edge->kind + ((edge->flags & PP_E_FIRST) != 0));
        pp_put(b, edge->flags & ~(unsigned)(PP_E_CUT | PP_E_FIRST));
        put_weight(b, edge->weight);
    }
}

/* Its line blocks, behind the lines that its text spans. */
static void put_line_blocks(struct pp_bytes *b, const struct pp_graph *g,
                            const struct pp_proc *proc)
{
    pp_put(b, proc->last_line);
    pp_put(b, (unsigned)proc->artificial | (unsigned)proc->inlined << 1 |
                  (unsigned)proc->comdat << 2 | (unsigned)proc->weak << 3 |
                  (unsigned)proc->exported << 4 | (unsigned)proc->static_weights << 5);
    pp_put(b, proc->num_line_blocks);
    for (uint32_t i = 0; i < proc->num_line_blocks; i++) {
        const struct pp_line_block *block = &g->line_blocks[proc->first_line_block + i];
        uint32_t where = 0;
        if (block->at == PP_LINES_AT_VERTEX || (block->at == PP_LINES_NOWHERE && block->where))
            where = block->where - proc->first_vertex;
        else if (block->at == PP_LINES_AT_EDGE)
            where = block->where - proc->first_edge;
        pp_put(b, (uint64_t)where * PP_LINE_PLACES + block->at);
        put_lines(b, g, block->first_line, block->num_lines);
    }
}

/* The call and return edges of interprocedural modes, by call vertex: the reader links them in the
   same order, so that Exit_Q has its return edges in the same order. */
static void put_calls(struct pp_bytes *b, const struct pp_graph *g)
{
    uint64_t calls = 0;
    for (uint32_t c = 0; c < g->num_vertices; c++)
        calls += g->vertices[c].kind == PP_CALL && pp_call_edge(g, c) != PP_NONE;
    pp_put(b, calls);
    for (uint32_t c = 0; c < g->num_vertices; c++) {
        uint32_t e = g->vertices[c].kind == PP_CALL ? pp_call_edge(g, c) : PP_NONE;
        if (e == PP_NONE)
            continue;
        pp_put(b, c);
        pp_put(b, g->vertices[g->edges[e].to].proc);
        pp_put(b, g->edges[e].flags);
        pp_put(b, g->edges[pp_return_edge(g, e)].flags);
        put_weight(b, g->edges[e].weight);
    }
}

/* Mode kpath: the heads of loops of which something is said or chosen. */
static void put_loops(struct pp_bytes *b, const struct pp_graph *g)
{
    uint64_t heads = 0;
    for (uint32_t v = 0; v < g->num_vertices; v++)
        heads += g->vertices[v].wanted_k > 0;
    pp_put(b, heads);
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        if (!g->vertices[v].wanted_k)
            continue;
        pp_put(b, v);
        pp_put(b, g->vertices[v].wanted_k);
        pp_put(b, g->vertices[v].k);
    }
}

/* Option targets=: what the data file calls the k-th. */
static void put_targets(struct pp_bytes *b, const struct pp_graph *g)
{
    pp_put(b, g->num_targets);
    for (uint32_t i = 0; i < g->num_targets; i++) {
        const struct pp_target *target = &g->targets[i];
        pp_put(b, target->symbol);
        pp_put(b, target->pretty);
        pp_put(b, target->proc == PP_NONE ? 0 : (uint64_t)target->proc + 1);
    }
}

static void put_aliases(struct pp_bytes *b, const struct pp_graph *g)
{
    pp_put(b, g->num_aliases);
    for (uint32_t i = 0; i < g->num_aliases; i++) {
        const struct pp_alias *alias = &g->aliases[i];
        pp_put(b, alias->symbol);
        pp_put(b, alias->pretty);
        pp_put(b, alias->proc == PP_NONE ? 0 : (uint64_t)alias->proc + 1);
    }
}

/* Only where there are any, or something follows: notes without are as they always were. */
static void put_passages(struct pp_bytes *b, const struct pp_graph *g)
{
    if (g->num_passages == 0 && g->num_turns == 0)
        return;
    pp_put(b, g->num_passages);
    for (uint32_t i = 0; i < g->num_passages; i++) {
        pp_put(b, g->passages[i].symbol);
        pp_put(b, g->passages[i].proc);
    }
}

/* Impossible turns, of procedures that have any; likewise. */
static void put_turns(struct pp_bytes *b, const struct pp_graph *g)
{
    uint64_t procs = 0;
    for (uint32_t p = 0; p < g->num_procs; p++)
        procs += g->procs[p].num_turns > 0;
    if (procs == 0)
        return;
    pp_put(b, procs);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        if (proc->num_turns == 0)
            continue;
        pp_put(b, p);
        pp_put(b, proc->num_turns);
        for (uint32_t i = 0; i < proc->num_turns; i++) {
            const struct pp_turn *turn = &g->turns[proc->first_turn + i];
            uint32_t from = turn->from - (turn->begins ? proc->first_vertex : proc->first_edge);
            pp_put(b, 2 * (uint64_t)from + turn->begins);
            pp_put(b, turn->to - proc->first_edge);
        }
    }
}

/* Returns LISTING and the deflated payload behind room for a header, zeros up to a multiple of 8. */
static unsigned char *deflated(const struct pp_bytes *listing, const struct pp_bytes *raw,
                               size_t *size)
{
    uLongf packed = compressBound(raw->size);
    size_t before = PP_NOTES_HEADER + listing->size;
    unsigned char *image = pp_xcalloc(1, before + packed + 8);
    memcpy(image + PP_NOTES_HEADER, listing->bytes, listing->size);
    int status = compress2(image + before, &packed, raw->bytes, raw->size, 6);
    if (status != Z_OK)
        abort(); /* only for want of memory: compressBound is enough room */
    *size = (before + packed + 7) / 8 * 8;
    memset(image + before + packed, 0, *size - before - packed);
    return image;
}

unsigned char *pp_notes_write(const struct pp_graph *g, const struct pp_unit *unit, size_t *size)
{
    assert(unit->params.mode < PP_MODES && unit->params.max_paths);
    struct pp_bytes raw = {0};
    put_strings(&raw, g, unit);
    pp_put(&raw, unit->params.mode);
    pp_put(&raw, unit->params.max_paths);
    pp_put(&raw, unit->params.wide);
    pp_put(&raw, (uint64_t)unit->params.pending | (uint64_t)unit->params.recursion << 1 |
                     (uint64_t)unit->params.loops << 2 | (uint64_t)unit->params.bursts << 3);
    pp_put(&raw, unit->params.array_limit);
    pp_put(&raw, unit->storage);
    pp_put(&raw, unit->num_paths);
    pp_put(&raw, unit->exact_paths);
    pp_put(&raw, g->num_procs);
    for (uint32_t p = 0; p < g->num_procs; p++)
        put_proc(&raw, g, &g->procs[p]);
    for (uint32_t p = 0; p < g->num_procs; p++)
        put_edges(&raw, g, &g->procs[p]);
    for (uint32_t p = 0; p < g->num_procs; p++)
        put_line_blocks(&raw, g, &g->procs[p]);
    put_calls(&raw, g);
    put_targets(&raw, g);
    put_aliases(&raw, g);
    if (pp_mode_row(unit->params.mode)->iterates)
        put_loops(&raw, g);
    put_passages(&raw, g);
    put_turns(&raw, g);

    struct pp_bytes listing = {0};
    pp_listing_write(&listing, g, unit);
    unsigned char *image = deflated(&listing, &raw, size);
    pp_put_word_at(image, PP_NOTES_WORD_MAGIC, PP_NOTES_MAGIC);
    pp_put_word_at(image, PP_NOTES_WORD_VERSION, PP_NOTES_VERSION);
    pp_put_word_at(image, PP_NOTES_WORD_SIZE, *size);
    pp_put_word_at(image, PP_NOTES_WORD_RAW, raw.size);
    pp_put_word_at(image, PP_NOTES_WORD_STAMP, unit->stamp);
    pp_put_word_at(image, PP_NOTES_WORD_LISTING, listing.size);
    pp_put_word_at(image, PP_NOTES_WORD_CHECK, pp_notes_check(image, *size));
    free(raw.bytes);
    free(listing.bytes);
    return image;
}

uint64_t pp_module_stamp(const struct pp_notes *notes)
{
    uint64_t stamp = PP_FNV_START;
    for (uint32_t u = 0; u < notes->num_units; u++) {
        unsigned char bytes[8];
        pp_word_to(bytes, notes->units[u].stamp);
        stamp = pp_fnv(stamp, bytes, sizeof bytes);
    }
    return stamp;
}

uint32_t pp_proc_of_index(const struct pp_notes *notes, const struct pp_unit *unit, uint64_t index)
{
    /* Nearly always it stands where its index says. */
    const struct pp_proc *procs = notes->graph.procs + unit->first_proc;
    if (index < unit->num_procs && procs[index].index == index)
        return unit->first_proc + (uint32_t)index;
    for (uint32_t p = 0; p < unit->num_procs; p++)
        if (procs[p].index == index)
            return unit->first_proc + p;
    return PP_NONE;
}
