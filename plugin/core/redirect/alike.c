/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/redirect/alike.h"

#include <stdlib.h>

#include "core/base/memory.h"

static bool same(const struct pp_knowledge *k, uint32_t v, uint32_t w)
{
    uint32_t a = pp_like(k, v), b = pp_like(k, w);
    return k->implies(k->context, a, b) && k->implies(k->context, b, a);
}

uint32_t pp_find_alike(uint32_t *block, uint32_t **first, const struct pp_hot_graph *h,
                       const struct pp_knowledge *k)
{
    uint32_t *member = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *member), num = 0;
    for (uint32_t of = 0; of < h->num_of; of++) {
        uint32_t begin = num;
        for (uint32_t v = pp_hot_copies(h, h->first_vertex + of); v != PP_NONE;
             v = h->vertices[v].next_copy) {
            uint32_t b = begin;
            while (b < num && !same(k, v, member[b]))
                b++;
            if (b == num)
                member[num++] = v;
            block[v] = b;
        }
    }
    if (first)
        *first = member;
    else
        free(member);
    return num;
}
