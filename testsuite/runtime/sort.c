/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting of counts (runtime/base/buffer.c), of keys of one and of several words, in orders that quicksort is slow
   with and in others; prints what went wrong. */
#include "runtime/runtime.c"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static uint64_t state = 88172645463325252u;

static uint64_t random_word(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

enum order { RANDOM, NUMBERS, FEW_KEYS, RISING, FALLING, TOWER, COMB, ORDERS };

/* Item I of N in ORDER. */
static uint64_t key(enum order order, size_t i, size_t n)
{
    switch (order) {
    case RANDOM:
        return random_word();
    case NUMBERS:
        return random_word() >> 20;
    case FEW_KEYS:
        return random_word() % 4;
    case RISING:
        return i;
    case FALLING:
        return n - i;
    case TOWER:
        return i < n / 2 ? i : n - i;
    default:
        return i % 2 ? i : n - i;
    }
}

/* What does not depend on the order of the items. */
static uint64_t sum(const uint64_t *items, size_t n, size_t words)
{
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t one = 0;
        for (size_t k = 0; k <= words; k++)
            one = (one ^ items[i * (words + 1) + k]) * 0x9E3779B97F4A7C15u;
        all += one ^ one >> 29;
    }
    return all;
}

static int check(enum order order, size_t n, size_t words)
{
    uint64_t *items = malloc((n + 1) * (words + 1) * sizeof *items);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= words; k++)
            items[i * (words + 1) + k] = k == words ? random_word() : key(order, i, n);
    uint64_t before = sum(items, n, words);
    sort_items(items, n, words);
    int wrong = sum(items, n, words) != before;
    for (size_t i = 1; i < n; i++)
        wrong |= compare_items(items + (i - 1) * (words + 1), items + i * (words + 1), words) > 0;
    if (wrong)
        printf("order %d, %zu items of %zu words\n", (int)order, n, words);
    free(items);
    return wrong;
}

/* Without memory for a copy. */
static int check_without_memory(void)
{
    struct rlimit limit, none = {0, 0};
    uint64_t *items = malloc(200000 * sizeof *items);
    for (size_t i = 0; i < 200000; i++)
        items[i] = random_word();
    uint64_t before = sum(items, 100000, 1);
    getrlimit(RLIMIT_AS, &limit);
    none.rlim_max = limit.rlim_max;
    setrlimit(RLIMIT_AS, &none);
    int wrong = sort_by_bytes(items, 100000);
    sort_items(items, 100000, 1);
    setrlimit(RLIMIT_AS, &limit);
    wrong |= sum(items, 100000, 1) != before || !are_sorted(items, 100000, 1);
    if (wrong)
        printf("without memory\n");
    free(items);
    return wrong;
}

int main(void)
{
    int wrong = check_without_memory();
    for (enum order order = 0; order < ORDERS; order++)
        for (size_t words = 1; words <= 3; words++) {
            for (size_t n = 0; n < 400; n++)
                wrong += check(order, n, words);
            wrong += check(order, 100000, words);
        }
    return wrong != 0;
}
