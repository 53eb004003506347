/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figure 50 for all functions at once: a block that is taken from the worklist splits the
   others by each function in turn. A mapping is processed when the block of its target is
   taken; between two such times that block has at least halved, because the smaller half goes
   on the worklist. Hence n log n. */
#include "core/base/hopcroft.h"

#include <stdlib.h>

#include "core/base/memory.h"

static void move(struct pp_partition *p, uint32_t element, uint32_t to)
{
    uint32_t from = p->place[element], other = p->at[to];
    p->at[from] = other;
    p->place[other] = from;
    p->at[to] = element;
    p->place[element] = to;
}

/* ELEMENT is in the inverse image. */
static void mark(struct pp_partition *p, uint32_t element)
{
    struct pp_partition_block *b = &p->blocks[p->block[element]];
    if (p->place[element] < b->first + b->marked)
        return;
    if (b->marked == 0)
        p->touched[p->num_touched++] = p->block[element];
    move(p, element, b->first + b->marked++);
}

static void wait(struct pp_partition *p, uint32_t b)
{
    p->blocks[b].waiting = true;
    p->worklist[p->num_waiting++] = b;
}

/* Makes the marked elements of block B_J a block of their own, unless they are all of it. */
static void split(struct pp_partition *p, uint32_t b_j)
{
    struct pp_partition_block *j = &p->blocks[b_j];
    uint32_t marked = j->marked;
    j->marked = 0;
    if (marked == j->size)
        return;
    uint32_t b_q = p->num_blocks++;
    p->blocks[b_q] = (struct pp_partition_block){.first = j->first, .size = marked};
    for (uint32_t i = 0; i < marked; i++)
        p->block[p->at[j->first + i]] = b_q;
    j->first += marked;
    j->size -= marked;
    if (p->parted)
        p->parted(p->context, b_j, b_q);
    if (!j->waiting && j->size <= marked)
        wait(p, b_j);
    else
        wait(p, b_q);
}

void pp_inverse_make(struct pp_inverse *in, uint32_t num, const struct pp_mapping *mappings,
                     size_t m)
{
    uint32_t functions = 0;
    *in = (struct pp_inverse){.mappings = mappings};
    in->first = pp_xcalloc((size_t)num + 2, sizeof *in->first);
    in->sorted = pp_xmalloc((m + 1) * sizeof *in->sorted);
    in->next = pp_xmalloc((m + 1) * sizeof *in->next);
    for (size_t i = 0; i < m; i++) {
        in->first[mappings[i].to + 2]++;
        functions = mappings[i].function < functions ? functions : mappings[i].function + 1;
    }
    for (uint32_t e = 0; e < num; e++)
        in->first[e + 2] += in->first[e + 1];
    for (size_t i = 0; i < m; i++)
        in->sorted[in->first[mappings[i].to + 1]++] = (uint32_t)i;
    in->head = pp_xmalloc(((size_t)functions + 1) * sizeof *in->head);
    in->found = pp_xmalloc(((size_t)functions + 1) * sizeof *in->found);
    for (uint32_t f = 0; f < functions; f++)
        in->head[f] = PP_NONE;
}

void pp_inverse_free(struct pp_inverse *in)
{
    free(in->first);
    free(in->sorted);
    free(in->head);
    free(in->next);
    free(in->found);
}

/* Lists the mappings into block B by function.  Returns how many functions there are. */
static uint32_t gather(struct pp_inverse *in, const struct pp_partition *p,
                       const struct pp_partition_block *b, uint64_t *looked_at)
{
    uint32_t num = 0;
    for (uint32_t i = b->first; i < b->first + b->size; i++) {
        uint32_t element = p->at[i];
        for (uint32_t k = in->first[element]; k < in->first[element + 1]; k++) {
            uint32_t f = in->mappings[in->sorted[k]].function;
            if (in->head[f] == PP_NONE)
                in->found[num++] = f;
            in->next[k] = in->head[f];
            in->head[f] = k;
            ++*looked_at;
        }
    }
    return num;
}

void pp_partition_refine(struct pp_partition *p, struct pp_inverse *in, uint64_t *looked_at)
{
    while (p->num_waiting > 0) {
        uint32_t b_i = p->worklist[--p->num_waiting];
        p->blocks[b_i].waiting = false;
        if (p->taken)
            p->taken(p->context, b_i);
        uint32_t num = gather(in, p, &p->blocks[b_i], looked_at);
        for (uint32_t i = 0; i < num; i++) {
            uint32_t f = in->found[i];
            for (uint32_t k = in->head[f]; k != PP_NONE; k = in->next[k])
                mark(p, in->mappings[in->sorted[k]].from);
            in->head[f] = PP_NONE;
            while (p->num_touched > 0)
                split(p, p->touched[--p->num_touched]);
        }
    }
}

/* The partition as it is given: BLOCK's. */
void pp_partition_make(struct pp_partition *p, uint32_t num, uint32_t *block)
{
    size_t size = (size_t)num + 2;
    *p = (struct pp_partition){.block = block};
    p->at = pp_xmalloc(size * sizeof *p->at);
    p->place = pp_xmalloc(size * sizeof *p->place);
    p->blocks = pp_xcalloc(size, sizeof *p->blocks);
    p->worklist = pp_xmalloc(size * sizeof *p->worklist);
    p->touched = pp_xmalloc(size * sizeof *p->touched);
    for (uint32_t e = 0; e < num; e++) {
        p->blocks[block[e]].size++;
        p->num_blocks = block[e] < p->num_blocks ? p->num_blocks : block[e] + 1;
    }
    for (uint32_t b = 1; b < p->num_blocks; b++)
        p->blocks[b].first = p->blocks[b - 1].first + p->blocks[b - 1].size;
    uint32_t *next = p->touched;
    for (uint32_t b = 0; b < p->num_blocks; b++)
        next[b] = p->blocks[b].first;
    for (uint32_t e = 0; e < num; e++) {
        p->place[e] = next[block[e]]++;
        p->at[p->place[e]] = e;
    }
    for (uint32_t b = p->num_blocks; b-- > 0;)
        wait(p, b);
}

void pp_partition_free(struct pp_partition *p)
{
    free(p->at);
    free(p->place);
    free(p->blocks);
    free(p->worklist);
    free(p->touched);
}

void pp_partition_divide(struct pp_partition *p, uint32_t b, const uint32_t *part, uint32_t parts)
{
    struct pp_partition_block *old = &p->blocks[b];
    uint32_t first = old->first, size = old->size, new_ones = p->num_blocks;
    uint32_t *elements = pp_xmalloc(size * sizeof *elements);
    for (uint32_t i = 0; i < size; i++)
        elements[i] = p->at[first + i];
    uint32_t largest = b, next = first;
    for (uint32_t k = 0; k < parts; k++) {
        uint32_t name = k ? new_ones + k - 1 : b;
        struct pp_partition_block *block = &p->blocks[name];
        *block = (struct pp_partition_block){.first = next};
        for (uint32_t i = 0; i < size; i++) {
            if (part[i] != k)
                continue;
            p->at[next] = elements[i];
            p->place[elements[i]] = next++;
            p->block[elements[i]] = name;
            block->size++;
        }
        largest = block->size > p->blocks[largest].size ? name : largest;
    }
    p->num_blocks += parts - 1;
    for (uint32_t k = 0; k < parts; k++) {
        uint32_t name = k ? new_ones + k - 1 : b;
        if (k && p->parted)
            p->parted(p->context, b, name);
        if (name != largest)
            wait(p, name);
    }
    free(elements);
}

uint32_t pp_partition_rename(struct pp_partition *p, uint32_t num)
{
    uint32_t *name = p->worklist, named = 0;
    for (uint32_t b = 0; b < p->num_blocks; b++)
        name[b] = PP_NONE;
    for (uint32_t e = 0; e < num; e++) {
        if (name[p->block[e]] == PP_NONE)
            name[p->block[e]] = named++;
        p->block[e] = name[p->block[e]];
    }
    return named;
}

uint32_t pp_coarsest(uint32_t num, uint32_t *block, const struct pp_mapping *mappings, size_t m,
                     uint64_t *steps)
{
    struct pp_partition p;
    struct pp_inverse in;
    uint64_t looked_at = 0;
    pp_partition_make(&p, num, block);
    pp_inverse_make(&in, num, mappings, m);
    pp_partition_refine(&p, &in, &looked_at);
    uint32_t named = pp_partition_rename(&p, num);
    pp_inverse_free(&in);
    pp_partition_free(&p);
    if (steps)
        *steps += looked_at;
    return named;
}
