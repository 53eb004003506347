/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/union-find.h"

#include "core/base/memory.h"

#include <stdlib.h>

void pp_sets_make(struct pp_sets *s, uint32_t n)
{
    s->parent = pp_xmalloc(((size_t)n + 1) * sizeof *s->parent);
    s->size = pp_xmalloc(((size_t)n + 1) * sizeof *s->size);
    for (uint32_t v = 0; v < n; v++) {
        s->parent[v] = v;
        s->size[v] = 1;
    }
}

void pp_sets_free(struct pp_sets *s)
{
    free(s->parent);
    free(s->size);
    *s = (struct pp_sets){0};
}

uint32_t pp_sets_find(struct pp_sets *s, uint32_t v)
{
    return pp_find_root(s->parent, v);
}

bool pp_sets_unite(struct pp_sets *s, uint32_t u, uint32_t v)
{
    u = pp_sets_find(s, u);
    v = pp_sets_find(s, v);
    if (u == v)
        return false;
    if (s->size[u] < s->size[v]) {
        uint32_t swap = u;
        u = v;
        v = swap;
    }
    s->parent[v] = u;
    s->size[u] += s->size[v];
    return true;
}
