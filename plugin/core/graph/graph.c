/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building and walking the supergraph; its strings; its checksum. */
#include "core/graph/graph.h"

#include "core/base/endian.h"
#include "core/base/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The flags that are the program's own; the others are what pathprof found out or chose. */
#define SHAPE_FLAGS (PP_E_TRUE | PP_E_FALSE | PP_E_CASE | PP_E_EH | PP_E_ABNORMAL | PP_E_NORETURN)

void pp_graph_init(struct pp_graph *g)
{
    memset(g, 0, sizeof *g);
    pp_string(g, "");
}

void pp_graph_free(struct pp_graph *g)
{
    free(g->vertices);
    free(g->edges);
    free(g->procs);
    free(g->lines);
    free(g->line_blocks);
    free(g->targets);
    free(g->aliases);
    free(g->passages);
    free(g->turns);
    free(g->strings);
    free(g->string_hash);
    memset(g, 0, sizeof *g);
}

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    unsigned char bytes[8];
    pp_word_to(bytes, number);
    return pp_fnv(hash, bytes, sizeof bytes);
}

/* Returns the slot of the interned string S: the one that holds it, or a free one (PP_NONE). */
static uint32_t string_slot(const struct pp_graph *g, const char *s)
{
    uint32_t mask = g->string_slots - 1;
    uint32_t slot = (uint32_t)pp_fnv(PP_FNV_START, s, strlen(s)) & mask;
    while (g->string_hash[slot] != PP_NONE && strcmp(g->strings + g->string_hash[slot], s))
        slot = (slot + 1) & mask;
    return slot;
}

static void rehash(struct pp_graph *g)
{
    uint32_t *old = g->string_hash, old_slots = g->string_slots;
    g->string_slots = old_slots ? old_slots * 2 : 64;
    g->string_hash = pp_xmalloc(g->string_slots * sizeof *g->string_hash);
    for (uint32_t i = 0; i < g->string_slots; i++)
        g->string_hash[i] = PP_NONE;
    for (uint32_t i = 0; i < old_slots; i++)
        if (old[i] != PP_NONE)
            g->string_hash[string_slot(g, g->strings + old[i])] = old[i];
    free(old);
}

uint32_t pp_string(struct pp_graph *g, const char *s)
{
    if (g->num_strings >= g->string_slots / 2)
        rehash(g);
    uint32_t slot = string_slot(g, s);
    if (g->string_hash[slot] != PP_NONE)
        return g->string_hash[slot];
    size_t size = strlen(s) + 1;
    /* S may be the end of a string in the arena, which moves when it grows. */
    uintptr_t within = (uintptr_t)s - (uintptr_t)g->strings;
    bool own = g->strings && within < g->strings_size;
    g->strings = pp_grow(g->strings, &g->cap_strings, g->strings_size, size, 1);
    uint32_t offset = g->strings_size;
    memcpy(g->strings + offset, own ? g->strings + within : s, size);
    g->strings_size += (uint32_t)size;
    g->string_hash[slot] = offset;
    g->num_strings++;
    return offset;
}

/* What is shown otherwise stands right behind what it is shown as; nothing else there has control characters. */
uint32_t pp_shown_string(struct pp_graph *g, const char *name)
{
    char *shown = pp_printable(name);
    uint32_t before = g->num_strings, s = pp_string(g, shown);
    if (g->num_strings > before && strcmp(shown, name) != 0) {
        size_t size = strlen(name) + 1;
        g->strings = pp_grow(g->strings, &g->cap_strings, g->strings_size, size, 1);
        memcpy(g->strings + g->strings_size, name, size);
        g->strings_size += (uint32_t)size;
    }
    free(shown);
    return s;
}

const char *pp_real_text(const struct pp_graph *g, uint32_t s)
{
    const char *shown = pp_text(g, s);
    size_t size = strlen(shown) + 1;
    const char *next = shown + size;
    bool real = s + size < g->strings_size && strlen(next) + 1 == size &&
                strcmp(shown, next) != 0 && pp_shown_as(shown, next, size - 1);
    return real ? next : shown;
}

uint32_t pp_add_proc(struct pp_graph *g, const char *name, const char *pretty)
{
    g->procs = pp_grow(g->procs, &g->cap_procs, g->num_procs, 1, sizeof *g->procs);
    uint32_t proc = g->num_procs++;
    struct pp_proc *p = &g->procs[proc];
    memset(p, 0, sizeof *p);
    p->name = pp_string(g, name);
    p->is_main = !strcmp(name, "main");
    p->pretty = pp_string(g, pretty);
    p->index = proc;
    p->calls = -1;
    p->storage = PP_STORE_NONE;
    p->first_vertex = g->num_vertices;
    p->first_edge = g->num_edges;
    p->entry = pp_add_vertex(g, proc, PP_ENTRY, 0);
    p->exit = pp_add_vertex(g, proc, PP_EXIT, 1);
    return proc;
}

uint32_t pp_add_vertex(struct pp_graph *g, uint32_t proc, enum pp_vertex_kind kind, uint32_t block)
{
    assert(proc + 1 == g->num_procs && kind < PP_VERTEX_KINDS);
    g->vertices = pp_grow(g->vertices, &g->cap_vertices, g->num_vertices, 1, sizeof *g->vertices);
    uint32_t vertex = g->num_vertices++;
    g->vertices[vertex] = (struct pp_vertex){
        .kind = (uint8_t)kind,
        .proc = proc,
        .block = block,
        .split = PP_NONE,
        .numbered_first = PP_NONE,
        .region = PP_NONE,
        .around = PP_NONE,
        .first_line = g->num_lines,
        .first_out = PP_NONE,
        .last_out = PP_NONE,
        .first_in = PP_NONE,
        .last_in = PP_NONE,
    };
    g->procs[proc].num_vertices++;
    return vertex;
}

uint32_t pp_add_target(struct pp_graph *g, const char *symbol, const char *pretty, uint32_t proc)
{
    struct pp_target target = {pp_string(g, symbol), pp_string(g, pretty), proc};
    g->targets = pp_grow(g->targets, &g->cap_targets, g->num_targets, 1, sizeof target);
    g->targets[g->num_targets] = target;
    return g->num_targets++;
}

void pp_add_alias(struct pp_graph *g, const char *symbol, const char *pretty, uint32_t proc)
{
    struct pp_alias alias = {pp_string(g, symbol), pp_string(g, pretty), proc};
    g->aliases = pp_grow(g->aliases, &g->cap_aliases, g->num_aliases, 1, sizeof alias);
    g->aliases[g->num_aliases++] = alias;
}

void pp_add_passage(struct pp_graph *g, const char *symbol, uint32_t proc)
{
    struct pp_passage passage = {pp_string(g, symbol), proc};
    g->passages = pp_grow(g->passages, &g->cap_passages, g->num_passages, 1, sizeof passage);
    g->passages[g->num_passages++] = passage;
}

void pp_add_turn(struct pp_graph *g, uint32_t proc, struct pp_turn turn)
{
    struct pp_proc *p = &g->procs[proc];
    if (p->num_turns == 0)
        p->first_turn = g->num_turns;
    assert(p->first_turn + p->num_turns == g->num_turns);
    g->turns = pp_grow(g->turns, &g->cap_turns, g->num_turns, 1, sizeof turn);
    g->turns[g->num_turns++] = turn;
    p->num_turns++;
}

static void append_line(struct pp_graph *g, struct pp_line line)
{
    g->lines = pp_grow(g->lines, &g->cap_lines, g->num_lines, 1, sizeof *g->lines);
    g->lines[g->num_lines++] = line;
}

void pp_add_line(struct pp_graph *g, uint32_t vertex, const char *file, uint32_t line)
{
    assert(vertex + 1 == g->num_vertices);
    struct pp_line it = {pp_string(g, file), line};
    struct pp_vertex *v = &g->vertices[vertex];
    if (v->num_lines) {
        const struct pp_line *last = &g->lines[v->first_line + v->num_lines - 1];
        if (last->file == it.file && last->line == it.line)
            return;
    } else {
        v->first_line = g->num_lines;
    }
    append_line(g, it);
    v->num_lines++;
}

uint32_t pp_add_line_block(struct pp_graph *g, uint32_t proc, enum pp_line_place at, uint32_t where)
{
    assert(proc < g->num_procs);
    struct pp_line_block block = {(uint8_t)at, where, g->num_lines, 0};
    g->line_blocks =
        pp_grow(g->line_blocks, &g->cap_line_blocks, g->num_line_blocks, 1, sizeof block);
    g->line_blocks[g->num_line_blocks] = block;
    struct pp_proc *p = &g->procs[proc];
    if (!p->num_line_blocks++)
        p->first_line_block = g->num_line_blocks;
    return g->num_line_blocks++;
}

void pp_add_block_line(struct pp_graph *g, uint32_t block, const char *file, uint32_t line)
{
    assert(block + 1 == g->num_line_blocks);
    append_line(g, (struct pp_line){pp_string(g, file), line});
    g->line_blocks[block].num_lines++;
}

uint32_t pp_add_edge(struct pp_graph *g, uint32_t from, uint32_t to, enum pp_edge_kind kind,
                     unsigned flags)
{
    assert(from < g->num_vertices && to < g->num_vertices && kind < PP_EDGE_KINDS);
    g->edges = pp_grow(g->edges, &g->cap_edges, g->num_edges, 1, sizeof *g->edges);
    uint32_t edge = g->num_edges++;
    g->edges[edge] = (struct pp_edge){
        .from = from,
        .to = to,
        .kind = (uint8_t)kind,
        .flags = (uint16_t)flags,
        .next_out = PP_NONE,
        .next_in = PP_NONE,
        .ends = PP_NONE,
        .begins = PP_NONE,
        .origin = PP_NONE,
    };
    struct pp_vertex *u = &g->vertices[from], *v = &g->vertices[to];
    if (u->first_out == PP_NONE)
        u->first_out = edge;
    else
        g->edges[u->last_out].next_out = edge;
    u->last_out = edge;
    if (v->first_in == PP_NONE)
        v->first_in = edge;
    else
        g->edges[v->last_in].next_in = edge;
    v->last_in = edge;
    if (kind == PP_FLOW || kind == PP_SUMMARY) {
        struct pp_proc *p = &g->procs[u->proc];
        if (!p->num_edges)
            p->first_edge = edge;
        p->num_edges++;
    }
    return edge;
}

uint32_t pp_first_numbered(const struct pp_graph *g, uint32_t v)
{
    uint32_t first = g->vertices[v].numbered_first;
    return first != PP_NONE ? first : g->vertices[v].first_out;
}

uint32_t pp_next_numbered(const struct pp_graph *g, uint32_t e)
{
    const struct pp_vertex *v = &g->vertices[g->edges[e].from];
    uint32_t next = e == v->numbered_first ? v->first_out : g->edges[e].next_out;
    return next != PP_NONE && next == v->numbered_first ? g->edges[next].next_out : next;
}

uint32_t pp_link_call(struct pp_graph *g, uint32_t c, uint32_t callee)
{
    assert(g->vertices[c].kind == PP_CALL && callee < g->num_procs);
    struct pp_vertex *v = &g->vertices[c];
    uint32_t r = PP_NONE, first = v->first_out, last = v->last_out;
    for (uint32_t e = first; e != PP_NONE; e = g->edges[e].next_out)
        if (g->edges[e].kind == PP_SUMMARY)
            r = g->edges[e].to;
    v->first_out = v->last_out = PP_NONE;
    uint32_t call = pp_add_edge(g, c, g->procs[callee].entry, PP_CALL_EDGE, 0);
    g->edges[call].next_out = first;
    g->vertices[c].last_out = last;
    pp_add_edge(g, g->procs[callee].exit, r, PP_RETURN, 0);
    return call;
}

uint64_t pp_cfg_checksum(const struct pp_graph *g, uint32_t proc)
{
    assert(proc < g->num_procs);
    const struct pp_proc *p = &g->procs[proc];
    uint64_t hash = hash_number(PP_FNV_START, p->num_vertices);
    for (uint32_t i = 0; i < p->num_vertices; i++) {
        const struct pp_vertex *v = &g->vertices[p->first_vertex + i];
        hash = hash_number(hash, v->kind);
        unsigned known = v->flags & PP_V_FORKED ? PP_V_FORKED | PP_V_RESTART : 0;
        hash = hash_number(hash, v->flags & ~(known | PP_V_MAY_LEAVE));
        hash = hash_number(hash, v->block);
    }
    hash = hash_number(hash, p->num_edges);
    for (uint32_t i = 0; i < p->num_edges; i++) {
        const struct pp_edge *e = &g->edges[p->first_edge + i];
        hash = hash_number(hash, e->from - p->first_vertex);
        hash = hash_number(hash, e->to - p->first_vertex);
        hash = hash_number(hash, e->kind);
        hash = hash_number(hash, e->flags & SHAPE_FLAGS);
    }
    return hash;
}

static uint32_t live_out(const struct pp_graph *g, uint32_t e)
{
    while (e != PP_NONE && !pp_live(g, e))
        e = g->edges[e].next_out;
    return e;
}

static uint32_t live_in(const struct pp_graph *g, uint32_t e)
{
    while (e != PP_NONE && !pp_live(g, e))
        e = g->edges[e].next_in;
    return e;
}

uint32_t pp_first_out(const struct pp_graph *g, uint32_t v)
{
    assert(v < g->num_vertices);
    return live_out(g, g->vertices[v].first_out);
}

uint32_t pp_next_out(const struct pp_graph *g, uint32_t e)
{
    assert(e < g->num_edges);
    return live_out(g, g->edges[e].next_out);
}

uint32_t pp_first_in(const struct pp_graph *g, uint32_t v)
{
    assert(v < g->num_vertices);
    return live_in(g, g->vertices[v].first_in);
}

uint32_t pp_next_in(const struct pp_graph *g, uint32_t e)
{
    assert(e < g->num_edges);
    return live_in(g, g->edges[e].next_in);
}
