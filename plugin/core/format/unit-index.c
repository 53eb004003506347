/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/format/unit-index.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/symbol.h"
#include "core/base/path-names.h"

/* Statements a count are written in parts of so much, and nobody needs to know of more. */
#define PARTS 16
#define MOST_STMTS 1e9

uint64_t pp_source_hash(const char *name)
{
    const char *base = pp_last_part(name);
    return pp_fnv(PP_FNV_START, (const unsigned char *)base, strcspn(base, "."));
}

uint64_t pp_symbol_hash(const char *symbol)
{
    return pp_fnv(PP_FNV_START, (const unsigned char *)symbol, pp_symbol_length(symbol));
}

/* ---- Writing. */

static void put_hash(struct pp_bytes *b, uint64_t hash)
{
    unsigned char bytes[8];
    pp_put_word_at(bytes, 0, hash);
    pp_put_block(b, bytes, sizeof bytes);
}

/* Appends HASH to the NUM of HASHES, unless it is there.  Returns how many they are then. */
static uint32_t add_hash(uint64_t *hashes, uint32_t num, uint64_t hash)
{
    for (uint32_t i = 0; i < num; i++)
        if (hashes[i] == hash)
            return num;
    hashes[num] = hash;
    return num + 1;
}

/* The unit's own name, the other sources that it was made of, and the files that its functions are declared in.  A
   source may declare none: it includes others, or a generator gave its lines other names (#line). */
static void put_sources(struct pp_bytes *b, const struct pp_graph *g, const struct pp_unit *unit)
{
    uint64_t *hashes = pp_xmalloc(((size_t)g->num_procs + unit->num_sources + 1) * sizeof *hashes);
    uint32_t num = add_hash(hashes, 0, pp_source_hash(unit->name ? unit->name : ""));
    for (uint32_t i = 0; i < unit->num_sources; i++)
        num = add_hash(hashes, num, unit->sources[i]);
    for (uint32_t p = 0, last = PP_NONE; p < g->num_procs; p++) {
        if (g->procs[p].file != last)
            num = add_hash(hashes, num, pp_source_hash(pp_text(g, g->procs[p].file)));
        last = g->procs[p].file;
    }
    pp_put(b, num);
    for (uint32_t i = 0; i < num; i++)
        put_hash(b, hashes[i]);
    free(hashes);
}

/* Statements of P that run for each count of a path, or, in mode edge, of a counter. */
static double stmts_a_count(const struct pp_graph *g, const struct pp_proc *p)
{
    double stmts = g->vertices[p->entry].stmts, counts = p->storage != PP_STORE_EDGES;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        bool records =
            edge->flags & (p->storage == PP_STORE_EDGES ? PP_E_COUNTED : PP_E_BACK | PP_E_BROKEN);
        stmts += edge->weight * g->vertices[edge->to].stmts;
        counts += records ? edge->weight : 0;
    }
    double each = counts > 0 ? stmts / counts : stmts;
    return each < MOST_STMTS ? each : MOST_STMTS;
}

void pp_listing_write(struct pp_bytes *b, const struct pp_graph *g, const struct pp_unit *unit)
{
    uint32_t counted = 0;
    pp_put(b, unit->params.mode);
    put_sources(b, g, unit);
    for (uint32_t p = 0; p < g->num_procs; p++)
        counted += g->procs[p].storage != PP_STORE_NONE;
    pp_put(b, counted);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        if (proc->storage == PP_STORE_NONE)
            continue;
        put_hash(b, pp_symbol_hash(pp_text(g, proc->name)));
        pp_put(b, proc->index);
        pp_put(b, (uint64_t)(stmts_a_count(g, proc) * PARTS));
    }
    static const unsigned char zeros[8];
    pp_put_block(b, zeros, -b->size % 8);
}

/* ---- Reading. */

static uint64_t get_hash(struct pp_input *in)
{
    const unsigned char *bytes = pp_get_block(in, 8);
    return bytes ? pp_word_at(bytes, 0) : 0;
}

/* A number of items, each of which takes LEAST bytes. */
static uint32_t get_count(struct pp_input *in, size_t least)
{
    uint32_t count = pp_get_count(in);
    in->bad |= count > (size_t)(in->end - in->at) / least;
    return in->bad ? 0 : count;
}

bool pp_listing_read(struct pp_listing *l, const unsigned char *bytes, size_t size)
{
    struct pp_input in = {.at = bytes, .end = bytes + size};
    *l = (struct pp_listing){0};
    uint64_t mode = pp_get(&in);
    in.bad |= mode >= PP_MODES;
    l->mode = (enum pp_mode)(in.bad ? 0 : mode);
    l->num_sources = get_count(&in, 8);
    l->sources = pp_xmalloc(((size_t)l->num_sources + 1) * sizeof *l->sources);
    for (uint32_t i = 0; i < l->num_sources; i++)
        l->sources[i] = get_hash(&in);
    l->num_procs = get_count(&in, PP_NOTES_MIN_LISTED);
    l->procs = pp_xmalloc(((size_t)l->num_procs + 1) * sizeof *l->procs);
    for (uint32_t i = 0; i < l->num_procs; i++) {
        l->procs[i].symbol = get_hash(&in);
        uint64_t index = pp_get(&in), parts = pp_get(&in);
        in.bad |= index > UINT32_MAX || (double)parts > MOST_STMTS * PARTS;
        l->procs[i].index = (uint32_t)index;
        l->procs[i].stmts = (double)parts / PARTS;
    }
    if (in.bad)
        pp_listing_free(l);
    return !in.bad;
}

void pp_listing_free(struct pp_listing *l)
{
    free(l->sources);
    free(l->procs);
    *l = (struct pp_listing){0};
}

/* ---- Choosing. */

static bool knows(const struct pp_listing *l, const struct pp_sources *sources)
{
    for (uint32_t i = 0; i < l->num_sources; i++)
        for (uint32_t k = 0; k < sources->num; k++)
            if (l->sources[i] == sources->hashes[k])
                return true;
    return false;
}

static int by_hash(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The symbols of the units that are NEEDED so far, sorted: malloc'd, *FOUND of them. */
static uint64_t *symbols_of(const struct pp_listing *listings, uint32_t num, const bool *needed,
                            size_t *found)
{
    size_t all = 0;
    for (uint32_t i = 0; i < num; i++)
        all += needed[i] ? listings[i].num_procs : 0;
    uint64_t *symbols = pp_xmalloc((all + 1) * sizeof *symbols);
    *found = 0;
    for (uint32_t i = 0; i < num; i++)
        for (uint32_t p = 0; needed[i] && p < listings[i].num_procs; p++)
            symbols[(*found)++] = listings[i].procs[p].symbol;
    if (*found)
        qsort(symbols, *found, sizeof *symbols, by_hash);
    return symbols;
}

uint32_t pp_listing_choose(const struct pp_listing *listings, uint32_t num,
                           const struct pp_sources *sources, bool *needed)
{
    uint32_t own = 0;
    size_t found;
    for (uint32_t i = 0; i < num; i++)
        own += needed[i] = knows(&listings[i], sources);
    uint64_t *symbols = symbols_of(listings, num, needed, &found);
    for (uint32_t i = 0; i < num; i++) {
        /* Of what is counted by the unit as a whole nothing can be said without its graph. */
        needed[i] |= own && pp_mode_row(listings[i].mode)->crosses_calls;
        for (uint32_t p = 0; !needed[i] && found && p < listings[i].num_procs; p++)
            needed[i] = bsearch(&listings[i].procs[p].symbol, symbols, found, sizeof *symbols,
                                by_hash) != NULL;
    }
    free(symbols);
    return own;
}
