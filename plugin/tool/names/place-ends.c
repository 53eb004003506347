/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorted by their last characters first, the paths that have most of their end in common are neighbours. */
#define _GNU_SOURCE /* qsort_r */
#include "tool/names/place-ends.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

/* How many of their last characters A and B have in common. */
static size_t common(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b), same = 0;
    while (same < m && same < n && a[m - 1 - same] == b[n - 1 - same])
        same++;
    return same;
}

static int by_end(const void *a, const void *b, void *paths)
{
    const char *x = ((const char *const *)paths)[*(const uint32_t *)a];
    const char *y = ((const char *const *)paths)[*(const uint32_t *)b];
    size_t m = strlen(x), n = strlen(y), same = common(x, y);
    if (same == m || same == n)
        return (m > n) - (m < n);
    return x[m - 1 - same] < y[n - 1 - same] ? -1 : 1;
}

void pp_find_ends(const char *const *paths, uint32_t num, const char **ends)
{
    uint32_t *order = pp_xmalloc(((size_t)num + 1) * sizeof *order);
    size_t before =
        0; /* what the path at hand has in common with the one before it that is another */
    for (uint32_t i = 0; i < num; i++)
        order[i] = i;
    qsort_r(order, num, sizeof *order, by_end, (void *)paths);
    for (uint32_t i = 0, next; i < num; i = next) {
        const char *path = paths[order[i]];
        for (next = i + 1; next < num && strcmp(paths[order[next]], path) == 0;)
            next++;
        size_t length = strlen(path), after = next < num ? common(path, paths[order[next]]) : 0;
        size_t same = before > after ? before : after;
        size_t start = same < length ? length - same - 1 : 0;
        while (start > 0 && path[start - 1] != '/')
            start--;
        for (uint32_t k = i; k < next; k++)
            ends[order[k]] = paths[order[k]] + start;
        before = after;
    }
    free(order);
}

bool pp_ends_path(const char *path, const char *text, size_t size)
{
    size_t length = strlen(path);
    return length >= size && memcmp(path + length - size, text, size) == 0 &&
           (length == size || path[length - size - 1] == '/');
}
