/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/coverage/test-order.h"

#include <stdlib.h>

/* Tests that have no place yet, as a heap: that which added most when it was put there is on top. */
struct heap {
    uint32_t *tests;
    uint32_t num;
    size_t *added; /* by test: then */
};

static bool comes_before(const struct heap *heap, uint32_t x, uint32_t y)
{
    return heap->added[x] != heap->added[y] ? heap->added[x] > heap->added[y] : x < y;
}

static void sink(struct heap *heap, uint32_t at)
{
    for (uint32_t test = heap->tests[at];;) {
        uint32_t child = 2 * at + 1;
        if (child + 1 < heap->num && comes_before(heap, heap->tests[child + 1], heap->tests[child]))
            child++;
        if (child >= heap->num || !comes_before(heap, heap->tests[child], test)) {
            heap->tests[at] = test;
            return;
        }
        heap->tests[at] = heap->tests[child];
        at = child;
    }
}

/* Which tests took each path: those of path p are tests[first[p]] up to tests[first[p + 1]]. */
struct takers {
    size_t *first;
    uint32_t *tests;
};

static struct takers takers_of(const struct pp_tests *tests)
{
    struct takers takers = {pp_xcalloc(tests->num_paths + 2, sizeof *takers.first), NULL};
    for (size_t p = 0; p < tests->num_paths; p++)
        takers.first[p + 2] = takers.first[p + 1] + tests->paths[p].tests;
    takers.tests = pp_xmalloc((takers.first[tests->num_paths + 1] + 1) * sizeof *takers.tests);
    for (uint32_t t = 0; t < tests->num; t++)
        for (size_t i = 0; i < tests->tests[t].paths; i++)
            takers.tests[takers.first[tests->tests[t].taken[i] + 1]++] = t;
    return takers; /* each first[p + 1] has moved to where those of p + 1 begin */
}

/* TEST has its place: what it took is no longer new in others. */
static void cover(struct pp_tests *tests, const struct takers *takers, bool *covered, size_t *adds,
                  uint32_t test)
{
    for (size_t i = 0; i < tests->tests[test].paths; i++) {
        uint32_t p = tests->tests[test].taken[i];
        if (covered[p])
            continue;
        covered[p] = true;
        for (size_t n = takers->first[p]; n < takers->first[p + 1]; n++)
            adds[takers->tests[n]]--;
    }
}

void pp_tests_order(struct pp_tests *tests, uint32_t *order)
{
    struct takers takers = takers_of(tests);
    bool *covered = pp_xcalloc(tests->num_paths + 1, sizeof *covered);
    size_t *adds = pp_xmalloc(tests->num * sizeof *adds);
    struct heap heap = {.tests = pp_xmalloc(tests->num * sizeof *heap.tests),
                        .num = tests->num,
                        .added = pp_xmalloc(tests->num * sizeof *heap.added)};
    for (uint32_t t = 0; t < tests->num; t++) {
        heap.tests[t] = t;
        heap.added[t] = adds[t] = tests->tests[t].paths;
    }
    for (uint32_t at = heap.num / 2; at-- > 0;)
        sink(&heap, at);
    for (uint32_t n = 0; n < tests->num;) {
        uint32_t best = heap.tests[0];
        if (adds[best] != heap.added[best]) { /* it adds less by now: others may come first */
            heap.added[best] = adds[best];
        } else {
            order[n++] = best;
            tests->tests[best].adds = adds[best];
            cover(tests, &takers, covered, adds, best);
            heap.tests[0] = heap.tests[--heap.num];
        }
        if (heap.num)
            sink(&heap, 0);
    }
    free(takers.first);
    free(takers.tests);
    free(covered);
    free(adds);
    free(heap.tests);
    free(heap.added);
}
