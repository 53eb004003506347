/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The coarsest partition: coarsest-check [AUTOMATA [SEED]].

   Random partial functions against plain refinement, pair by pair; and families of automata on
   which that takes quadratic time, to see that this does not: a mapping may be looked at no more
   than 1 + log2 n times. */
#include "random-base.h"

#include "core/base/hopcroft.h"
#include "core/graph/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ELEMENTS 60
#define MOST_FUNCTIONS 4

enum property { C_COARSEST, C_STEPS, C_QUADRATIC, PROPERTIES };

const char *const property_names[] = {
    "the coarsest partition, and its blocks in order",
    "no mapping is looked at more than 1 + log2 n times",
    "plain refinement is quadratic where this is not",
};

const unsigned num_properties = PROPERTIES;

/* ---- Plain refinement: rounds, until one changes nothing. */

/* Where FUNCTION maps ELEMENT: its block, or PP_NONE. */
static uint32_t image(const struct pp_mapping *mappings, size_t m, const uint32_t *block,
                      uint32_t element, uint32_t function)
{
    for (size_t i = 0; i < m; i++)
        if (mappings[i].from == element && mappings[i].function == function)
            return block[mappings[i].to];
    return PP_NONE;
}

static uint32_t refine_plainly(uint32_t num, uint32_t *block, const struct pp_mapping *mappings,
                               size_t m)
{
    uint32_t next[MOST_ELEMENTS], blocks = 0;
    for (bool changed = true; changed;) {
        blocks = 0;
        for (uint32_t v = 0; v < num; v++) {
            uint32_t u = 0;
            for (; u < v; u++) {
                bool same = block[u] == block[v];
                for (uint32_t f = 0; f < MOST_FUNCTIONS; f++)
                    same =
                        same && image(mappings, m, block, u, f) == image(mappings, m, block, v, f);
                if (same)
                    break;
            }
            next[v] = u < v ? next[u] : blocks++;
        }
        changed = memcmp(block, next, num * sizeof *block) != 0;
        memcpy(block, next, num * sizeof *block);
    }
    return blocks;
}

static uint64_t most_steps(uint32_t num, size_t m)
{
    uint64_t log = 0;
    while (num >> (log + 1))
        log++;
    return m * (1 + log);
}

static void check_random(void)
{
    uint32_t num = 1 + below(MOST_ELEMENTS), blocks = 1 + below(chance(50) ? 2 : num);
    uint32_t block[MOST_ELEMENTS], plain[MOST_ELEMENTS];
    struct pp_mapping mappings[MOST_ELEMENTS * MOST_FUNCTIONS];
    size_t m = 0;
    uint64_t steps = 0;
    unsigned total = chance(50) ? 100 : below(101), near = 1 + below(num);
    for (uint32_t v = 0; v < num; v++) {
        /* No block is empty. */
        block[v] = v < blocks ? v : below(blocks);
        for (uint32_t f = 0; f < MOST_FUNCTIONS; f++)
            if (chance(total))
                mappings[m++] = (struct pp_mapping){v, f, (v + below(near)) % num};
    }
    memcpy(plain, block, sizeof plain);
    uint32_t of_plain = refine_plainly(num, plain, mappings, m);
    uint32_t of = pp_coarsest(num, block, mappings, m, &steps);
    check(C_COARSEST, of == of_plain && !memcmp(block, plain, num * sizeof *block),
          "%u blocks for %u", of, of_plain);
    check(C_STEPS, steps <= most_steps(num, m), "%" PRIu64 " steps for %zu mappings", steps, m);
}

/* ---- Growth. */

/* A de Bruijn word of NUM = 2^k bits, by preferring 1: the last k bits are never the same twice. */
static void de_bruijn(uint32_t num, uint32_t *bits)
{
    bool *seen = pp_xcalloc(num, sizeof *seen);
    uint32_t last = 0;
    for (uint32_t i = 0; i < num; i++) {
        uint32_t one = (last << 1 | 1) & (num - 1), zero = one - 1;
        last = seen[one] ? zero : one;
        seen[last] = true;
        bits[i] = last & 1;
    }
    free(seen);
}

/* 0: a chain, each element mapped to the next, of which the last is apart.  1: a binary tree, each
   mapped to its children, with one leaf in two apart.  2: a cycle that bears a de Bruijn word: what
   is worst for a worklist that is a queue. */
static uint32_t make_family(int family, uint32_t num, uint32_t *block, struct pp_mapping *mappings)
{
    uint32_t m = 0;
    if (family == 2)
        de_bruijn(num, block);
    for (uint32_t v = 0; v < num; v++) {
        if (family == 0)
            block[v] = v == num - 1;
        else if (family == 1)
            block[v] = v >= num / 2 && v % 2;
        if (family == 1 && 2 * v + 2 < num)
            mappings[m++] = (struct pp_mapping){v, 1, 2 * v + 2};
        if (family == 1 ? 2 * v + 1 < num : family == 2 || v + 1 < num)
            mappings[m++] = (struct pp_mapping){v, 0, family == 1 ? 2 * v + 1 : (v + 1) % num};
    }
    return m;
}

static void check_growth(int family, uint32_t num)
{
    uint32_t *block = pp_xmalloc(num * sizeof *block);
    struct pp_mapping *mappings = pp_xmalloc((size_t)num * 2 * sizeof *mappings);
    uint64_t steps = 0;
    uint32_t m = make_family(family, num, block, mappings);
    uint32_t blocks = pp_coarsest(num, block, mappings, m, &steps);
    printf("family %d: %u elements, %u blocks, %" PRIu64 " steps, %.2f a mapping\n", family, num,
           blocks, steps, (double)steps / m);
    check(C_STEPS, steps <= most_steps(num, m), "%" PRIu64 " steps for %u mappings", steps, m);
    /* A chain is split one by one, by rounds over all of it: num rounds. */
    if (family == 0)
        check(C_QUADRATIC, blocks == num && steps < (uint64_t)num * num / 16, "%u blocks", blocks);
    free(block);
    free(mappings);
}

int main(int argc, char **argv)
{
    unsigned automata = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (unsigned i = 0; i < automata; i++) {
        seed_graph(seed, i);
        check_random();
    }
    for (int family = 0; family < 3; family++)
        for (uint32_t num = 1 << 10; num <= 1 << 18; num <<= 4)
            check_growth(family, num);
    return !report_properties();
}
