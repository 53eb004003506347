/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/names/symbol-procs.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    const struct pp_symbol_proc *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->proc > y->proc) - (x->proc < y->proc);
}

void pp_symbol_procs_make(struct pp_symbol_procs *procs, const struct pp_graph *g)
{
    *procs = (struct pp_symbol_procs){0};
    procs->list = pp_xmalloc(((size_t)g->num_procs + g->num_aliases + 1) * sizeof *procs->list);
    for (uint32_t p = 0; p < g->num_procs; p++)
        procs->list[procs->num++] = (struct pp_symbol_proc){pp_text(g, g->procs[p].name), p};
    for (uint32_t i = 0; i < g->num_aliases; i++)
        if (g->aliases[i].proc != PP_NONE)
            procs->list[procs->num++] =
                (struct pp_symbol_proc){pp_text(g, g->aliases[i].symbol), g->aliases[i].proc};
    qsort(procs->list, procs->num, sizeof *procs->list, by_name);
}

void pp_symbol_procs_free(struct pp_symbol_procs *procs)
{
    free(procs->list);
    *procs = (struct pp_symbol_procs){0};
}

/* How NAME (SIZE bytes) compares to the other. */
static int compare(const char *name, size_t size, const char *other)
{
    int order = strncmp(name, other, size);
    return order ? order : -(other[size] != '\0');
}

uint32_t pp_symbol_procs_first(const struct pp_symbol_procs *procs, const char *name, size_t size)
{
    uint32_t low = 0, high = procs->num;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare(name, size, procs->list[middle].name) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool pp_symbol_procs_is(const struct pp_symbol_procs *procs, uint32_t i, const char *name,
                        size_t size)
{
    return i < procs->num && compare(name, size, procs->list[i].name) == 0;
}
