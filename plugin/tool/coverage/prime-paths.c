/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/coverage/prime-paths.h"

#include <stdlib.h>

#include "core/base/scc.h"

/* So many blocks are looked at, at most: simple paths that are no prime ones may be many more. */
#define MOST_STEPS (UINT64_C(1) << 27)

struct finding {
    struct pp_prime_paths *to;
    uint32_t *path,
        *at;  /* the blocks of the path at hand, and for each which of the next is to be tried */
    bool *on; /* by block: is it on the path? */
    uint32_t *component;             /* by block: equal where each leads to the other */
    uint32_t *first_before, *before; /* blocks that lead to each */
    uint64_t steps;
};

static int by_block(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The arcs inside P, from each block to each other once. */
static void make_next(struct pp_prime_paths *to, const struct pp_line_graph *lines)
{
    uint32_t from = lines->first_out[to->first_block];
    uint32_t end = lines->first_out[to->first_block + to->num_blocks];
    to->next = pp_xmalloc(((size_t)(end - from) + 1) * sizeof *to->next);
    uint32_t num = 0;
    for (uint32_t b = 0; b < to->num_blocks; b++) {
        uint32_t start = to->first_next[b] = num;
        for (uint32_t a = lines->first_out[to->first_block + b];
             a < lines->first_out[to->first_block + b + 1]; a++) {
            uint32_t next = lines->arcs[a].to;
            if (next != PP_NONE && next >= to->first_block &&
                next - to->first_block < to->num_blocks)
                to->next[num++] = next - to->first_block;
        }
        if (num > start)
            qsort(to->next + start, num - start, sizeof *to->next, by_block);
        uint32_t kept = start;
        for (uint32_t i = start; i < num; i++)
            if (i == start || to->next[i] != to->next[i - 1])
                to->next[kept++] = to->next[i];
        num = kept;
    }
    to->first_next[to->num_blocks] = num;
}

static void add_path(struct finding *f, uint32_t length, bool cycle)
{
    struct pp_prime_paths *to = f->to;
    if (to->num == PP_MOST_PRIMES) {
        to->too_many = true;
        return;
    }
    uint32_t used = to->first[to->num];
    to->blocks =
        pp_grow(to->blocks, &to->room_blocks, used, (uint64_t)length + 1, sizeof *to->blocks);
    for (uint32_t i = 0; i < length; i++)
        to->blocks[used++] = f->path[i];
    if (cycle)
        to->blocks[used++] = f->path[0];
    to->first = pp_grow(to->first, &to->room, to->num + 2, 1, sizeof *to->first);
    to->first[++to->num] = used;
}

/* Is the path at hand no part of one that begins before it? */
static bool begins_there(const struct finding *f)
{
    uint32_t start = f->path[0];
    for (uint32_t i = f->first_before[start]; i < f->first_before[start + 1]; i++)
        if (!f->on[f->before[i]])
            return false;
    return true;
}

/* And of none that goes on behind LAST, its last block? */
static bool ends_there(const struct finding *f, uint32_t last)
{
    const struct pp_prime_paths *to = f->to;
    for (uint32_t i = to->first_next[last]; i < to->first_next[last + 1]; i++)
        if (to->next[i] == f->path[0] || !f->on[to->next[i]])
            return false;
    return true;
}

/* Can only cycles that begin with START be prime paths?  So it is if what leads to it cannot be on such a path. */
static bool only_cycles(const struct finding *f, uint32_t start)
{
    for (uint32_t i = f->first_before[start]; i < f->first_before[start + 1]; i++)
        if (f->component[f->before[i]] != f->component[start])
            return true;
    return false;
}

static void extend(struct finding *f, uint32_t *length, uint32_t next)
{
    f->path[*length] = next;
    f->at[(*length)++] = f->to->first_next[next];
    f->on[next] = true;
    f->to->too_many |= ++f->steps > MOST_STEPS;
}

/* All prime paths that begin with block START. */
static void find_from(struct finding *f, uint32_t start)
{
    const struct pp_prime_paths *to = f->to;
    uint32_t length = 0;
    bool cycles = only_cycles(f, start);
    extend(f, &length, start);
    while (length && !to->too_many) {
        uint32_t last = f->path[length - 1], i = f->at[length - 1]++;
        if (i < to->first_next[last + 1]) {
            uint32_t next = to->next[i];
            if (next == start)
                add_path(f, length, true);
            else if (!f->on[next] && !(cycles && f->component[next] != f->component[start]))
                extend(f, &length, next);
            continue;
        }
        if (!cycles && ends_there(f, last) && begins_there(f))
            add_path(f, length, false);
        f->on[last] = false;
        length--;
    }
    while (length) /* there were too many */
        f->on[f->path[--length]] = false;
}

/* Lists those that lead to each block. */
static void list_before(struct finding *f)
{
    const struct pp_prime_paths *to = f->to;
    uint32_t num = to->first_next[to->num_blocks], *first;
    f->before = pp_xmalloc(((size_t)num + 1) * sizeof *f->before);
    f->first_before = first = pp_xcalloc((size_t)to->num_blocks + 3, sizeof *first);
    for (uint32_t i = 0; i < num; i++)
        first[to->next[i] + 2]++;
    for (uint32_t b = 0; b < to->num_blocks; b++)
        first[b + 2] += first[b + 1];
    for (uint32_t b = 0; b < to->num_blocks; b++)
        for (uint32_t i = to->first_next[b]; i < to->first_next[b + 1]; i++)
            f->before[first[to->next[i] + 1]++] = b;
}

static void begin(struct finding *f, struct pp_prime_paths *to)
{
    size_t room = (size_t)to->num_blocks + 2;
    struct pp_adjacency graph = {to->num_blocks, to->first_next, to->next};
    *f = (struct finding){.to = to,
                          .path = pp_xmalloc(room * sizeof *f->path),
                          .at = pp_xmalloc(room * sizeof *f->at),
                          .on = pp_xcalloc(room, sizeof *f->on),
                          .component = pp_xmalloc(room * sizeof *f->component)};
    pp_components(&graph, f->component, NULL);
    list_before(f);
}

static void end(struct finding *f)
{
    free(f->path);
    free(f->at);
    free(f->on);
    free(f->component);
    free(f->first_before);
    free(f->before);
}

void pp_prime_paths_make(struct pp_prime_paths *primes, const struct pp_line_graph *lines,
                         const struct pp_graph *g, uint32_t p)
{
    const struct pp_proc *proc = &g->procs[p];
    *primes = (struct pp_prime_paths){.num_blocks = proc->num_line_blocks,
                                      .first_block = proc->first_line_block};
    primes->first_next = pp_xcalloc((size_t)proc->num_line_blocks + 2, sizeof *primes->first_next);
    primes->first = pp_grow(NULL, &primes->room, 0, 2, sizeof *primes->first);
    primes->first[0] = 0;
    if (proc->num_line_blocks == 0)
        return;
    make_next(primes, lines);
    struct finding f;
    begin(&f, primes);
    for (uint32_t b = 0; b < primes->num_blocks && !primes->too_many; b++)
        find_from(&f, b);
    if (primes->too_many)
        primes->num = 0;
    end(&f);
}

void pp_prime_paths_free(struct pp_prime_paths *primes)
{
    free(primes->first_next);
    free(primes->next);
    free(primes->blocks);
    free(primes->first);
    *primes = (struct pp_prime_paths){0};
}
