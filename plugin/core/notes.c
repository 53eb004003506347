/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writer of notes: one unit's supergraph, serialised, deflated, under a header. */
#include "notes.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "notes-format.h"

struct buffer {
    unsigned char *bytes;
    size_t size, cap;
};

static void put_bytes(struct buffer *b, const void *bytes, size_t size)
{
    if (size > b->cap - b->size) {
        b->cap = (b->cap + size) * 2;
        b->bytes = pp_xrealloc(b->bytes, b->cap);
    }
    if (size)
        memcpy(b->bytes + b->size, bytes, size);
    b->size += size;
}

/* LEB128, unsigned. */
static void put(struct buffer *b, uint64_t value)
{
    unsigned char bytes[10];
    size_t size = 0;
    do {
        unsigned char low = value & 0x7f;
        value >>= 7;
        bytes[size++] = (unsigned char)(low | (value ? 0x80 : 0));
    } while (value);
    put_bytes(b, bytes, size);
}

/* A weight: a single's bits, little-endian. */
static void put_weight(struct buffer *b, double weight)
{
    float single = (float)weight;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    unsigned char bytes[4] = {(unsigned char)bits, (unsigned char)(bits >> 8),
                              (unsigned char)(bits >> 16), (unsigned char)(bits >> 24)};
    put_bytes(b, bytes, sizeof bytes);
}

/* The graph's own arena, then the unit's three strings, each with its final NUL. */
static void put_strings(struct buffer *b, const struct pp_graph *g, const struct pp_unit *unit)
{
    const char *own[] = {unit->name, unit->directory, unit->command};
    size_t size = g->strings_size;
    for (int i = 0; i < 3; i++)
        size += strlen(own[i] ? own[i] : "") + 1;
    put(b, size);
    put_bytes(b, g->strings, g->strings_size);
    size_t at[3], offset = g->strings_size;
    for (int i = 0; i < 3; i++) {
        const char *text = own[i] ? own[i] : "";
        at[i] = offset;
        offset += strlen(text) + 1;
        put_bytes(b, text, strlen(text) + 1);
    }
    for (int i = 0; i < 3; i++)
        put(b, at[i]);
}

static void put_proc(struct buffer *b, const struct pp_graph *g, const struct pp_proc *proc)
{
    put(b, proc->name);
    put(b, proc->pretty);
    put(b, proc->file);
    put(b, proc->line);
    put(b, proc->why);
    put(b, proc->index);
    for (int i = 0; i < 8; i++) {
        unsigned char byte = (unsigned char)(proc->checksum >> 8 * i);
        put_bytes(b, &byte, 1);
    }
    put(b, proc->storage);
    put(b, (unsigned)proc->root | (unsigned)proc->outside << 1);
    put(b, proc->num_paths);
    put(b, proc->exact_paths);
    put(b, proc->num_vertices);
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        const struct pp_vertex *vertex = &g->vertices[v];
        put(b, vertex->kind);
        put(b, vertex->flags);
        put(b, vertex->block);
        put(b, vertex->stmts);
        put(b, vertex->callee);
        put(b, vertex->kind == PP_ENTRY ? 0 : vertex->num_lines);
        if (vertex->kind == PP_ENTRY)
            continue; /* no code, so no lines */
        for (uint32_t i = 0; i < vertex->num_lines; i++) {
            put(b, g->lines[vertex->first_line + i].file);
            put(b, g->lines[vertex->first_line + i].line);
        }
    }
}

static void put_edges(struct buffer *b, const struct pp_graph *g, const struct pp_proc *proc)
{
    /* CUT and the surrogates are the transformation's, which the reader repeats. */
    put(b, proc->num_edges);
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        put(b, edge->from);
        put(b, edge->to);
        put(b, edge->kind);
        put(b, edge->flags & ~(unsigned)PP_E_CUT);
        put_weight(b, edge->weight);
    }
}

/* The call and return edges of interprocedural modes, by call vertex: the reader links them in the
   same order, so that Exit_Q has its return edges in the same order. */
static void put_calls(struct buffer *b, const struct pp_graph *g)
{
    uint64_t calls = 0;
    for (uint32_t c = 0; c < g->num_vertices; c++)
        calls += g->vertices[c].kind == PP_CALL && pp_call_edge(g, c) != PP_NONE;
    put(b, calls);
    for (uint32_t c = 0; c < g->num_vertices; c++) {
        uint32_t e = g->vertices[c].kind == PP_CALL ? pp_call_edge(g, c) : PP_NONE;
        if (e == PP_NONE)
            continue;
        put(b, c);
        put(b, g->vertices[g->edges[e].to].proc);
        put(b, g->edges[e].flags);
        put(b, g->edges[e + 1].flags);
        put_weight(b, g->edges[e].weight);
    }
}

/* Returns the deflated payload behind room for a header, zeros up to a multiple of 8. */
static unsigned char *deflated(const struct buffer *raw, size_t *size)
{
    uLongf packed = compressBound(raw->size);
    unsigned char *image = pp_xcalloc(1, PP_NOTES_HEADER + packed + 8);
    int status = compress2(image + PP_NOTES_HEADER, &packed, raw->bytes, raw->size, 6);
    if (status != Z_OK)
        abort(); /* only for want of memory: compressBound is enough room */
    *size = (PP_NOTES_HEADER + packed + 7) / 8 * 8;
    memset(image + PP_NOTES_HEADER + packed, 0, *size - PP_NOTES_HEADER - packed);
    return image;
}

unsigned char *pp_notes_write(const struct pp_graph *g, const struct pp_unit *unit, size_t *size)
{
    struct buffer raw = {0};
    put_strings(&raw, g, unit);
    put(&raw, unit->params.mode);
    put(&raw, unit->params.max_paths);
    put(&raw, unit->params.array_limit);
    put(&raw, unit->storage);
    put(&raw, unit->num_paths);
    put(&raw, g->num_procs);
    for (uint32_t p = 0; p < g->num_procs; p++)
        put_proc(&raw, g, &g->procs[p]);
    for (uint32_t p = 0; p < g->num_procs; p++)
        put_edges(&raw, g, &g->procs[p]);
    put_calls(&raw, g);

    unsigned char *image = deflated(&raw, size);
    pp_put_word_at(image, PP_NOTES_WORD_MAGIC, PP_NOTES_MAGIC);
    pp_put_word_at(image, PP_NOTES_WORD_VERSION, PP_NOTES_VERSION);
    pp_put_word_at(image, PP_NOTES_WORD_SIZE, *size);
    pp_put_word_at(image, PP_NOTES_WORD_RAW, raw.size);
    pp_put_word_at(image, PP_NOTES_WORD_STAMP, unit->stamp);
    pp_put_word_at(image, PP_NOTES_WORD_CHECK, pp_notes_check(image, *size));
    free(raw.bytes);
    return image;
}
