/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A block from which no circuit was found is blocked until one of its successors lies on a
   circuit; its arcs wait meanwhile. The textbook recursion is a stack here, since a line may
   have any number of blocks. */
#include "core/lines/line-cycles.h"

#include <stdlib.h>

/* A block on the way from the start. */
struct pp_line_cycle_step {
    uint32_t block, arc; /* the next of its arcs */
    uint32_t by;         /* the arc that led to it */
    bool found;          /* a circuit through it */
};

void pp_line_cycles_init(struct pp_line_cycles *r, const struct pp_line_graph *lines)
{
    size_t blocks = (size_t)lines->num_blocks + 1, arcs = (size_t)lines->num_arcs + 1;
    *r = (struct pp_line_cycles){.lines = lines};
    r->member = pp_xcalloc(blocks, sizeof *r->member);
    r->left = pp_xcalloc(arcs, sizeof *r->left);
    r->blocked = pp_xcalloc(blocks, sizeof *r->blocked);
    r->waits = pp_xcalloc(arcs, sizeof *r->waits);
    r->steps = pp_xcalloc(blocks, sizeof *r->steps);
    r->free_next = pp_xcalloc(arcs, sizeof *r->free_next);
}

void pp_line_cycles_free(struct pp_line_cycles *r)
{
    free(r->member);
    free(r->left);
    free(r->blocked);
    free(r->waits);
    free(r->steps);
    free(r->free_next);
}

void pp_line_cycles_set(struct pp_line_cycles *r, const uint32_t *blocks, size_t num)
{
    r->set++;
    for (size_t i = 0; i < num; i++)
        r->member[blocks[i]] = r->set;
}

/* Does ARC lead on, in a search from START? */
static bool leads_on(const struct pp_line_cycles *r, uint32_t arc, uint32_t start)
{
    uint32_t to = r->lines->arcs[arc].to;
    return r->left[arc] > 0 && pp_line_cycles_has(r, to) && to >= start;
}

/* BLOCK has been on a circuit: what waited for it may be as well. */
static void unblock(struct pp_line_cycles *r, uint32_t block)
{
    size_t num = 0;
    for (;;) {
        r->blocked[block] = 0;
        for (uint32_t i = r->lines->first_in[block]; i < r->lines->first_in[block + 1]; i++) {
            uint32_t arc = r->lines->in[i];
            if (r->waits[arc] != r->search)
                continue;
            r->waits[arc] = 0;
            r->free_next[num++] = r->lines->arcs[arc].from;
        }
        while (num > 0 && r->blocked[r->free_next[num - 1]] != r->search)
            num--;
        if (num == 0)
            return;
        block = r->free_next[--num];
    }
}

/* A circuit: the arcs by which the DEPTH steps were made, and ARC back to the start.  Adds to
 *COUNT; returns the first step whose arc has nothing left, or DEPTH. */
static size_t take_circuit(struct pp_line_cycles *r, size_t depth, uint32_t arc, uint64_t *count)
{
    uint64_t least = r->left[arc];
    size_t spent = depth;
    for (size_t i = 1; i < depth; i++)
        if (r->left[r->steps[i].by] < least)
            least = r->left[r->steps[i].by];
    *count = pp_add(*count, least);
    r->left[arc] -= least;
    for (size_t i = depth - 1; i >= 1; i--) {
        r->left[r->steps[i].by] -= least;
        if (r->left[r->steps[i].by] == 0)
            spent = i;
    }
    return spent;
}

/* Adds the circuits through START and blocks behind it to *COUNT. */
static void search(struct pp_line_cycles *r, uint32_t start, uint64_t *count)
{
    const struct pp_line_graph *lines = r->lines;
    size_t depth = 1, spent = SIZE_MAX; /* steps[spent] was made by an arc with nothing left */
    r->search++;
    r->steps[0] = (struct pp_line_cycle_step){start, lines->first_out[start], PP_NONE, false};
    r->blocked[start] = r->search;
    while (depth > 0) {
        struct pp_line_cycle_step *step = &r->steps[depth - 1];
        if (step->arc < lines->first_out[step->block + 1]) {
            uint32_t arc = step->arc++, to = lines->arcs[arc].to;
            if (!leads_on(r, arc, start))
                continue;
            if (to == start) {
                size_t first = take_circuit(r, depth, arc, count);
                spent = first < depth && first < spent ? first : spent;
                step->found = true;
            } else if (spent == SIZE_MAX && r->blocked[to] != r->search) {
                r->blocked[to] = r->search;
                r->steps[depth++] =
                    (struct pp_line_cycle_step){to, lines->first_out[to], arc, false};
            }
            continue;
        }
        depth--;
        if (spent != SIZE_MAX && spent >= depth)
            spent = SIZE_MAX;
        if (step->found) {
            unblock(r, step->block);
            if (depth > 0)
                r->steps[depth - 1].found = true;
            continue;
        }
        for (uint32_t a = lines->first_out[step->block]; a < lines->first_out[step->block + 1]; a++)
            if (leads_on(r, a, start))
                r->waits[a] = r->search;
    }
}

uint64_t pp_line_cycles_count(struct pp_line_cycles *r, const uint32_t *blocks, size_t num)
{
    const struct pp_line_graph *lines = r->lines;
    uint64_t count = 0;
    for (size_t i = 0; i < num; i++)
        for (uint32_t a = lines->first_out[blocks[i]]; a < lines->first_out[blocks[i] + 1]; a++)
            r->left[a] = lines->arcs[a].count;
    for (size_t i = 0; i < num; i++)
        search(r, blocks[i], &count);
    return count;
}
