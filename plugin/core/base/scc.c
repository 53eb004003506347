/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/scc.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

struct frame {
    uint32_t vertex;
    uint32_t next; /* place in the list of edges */
};

void pp_components(const struct pp_adjacency *graph, uint32_t *component, uint32_t *order)
{
    uint32_t n = graph->num, num_numbered = 0, num_open = 0;
    uint32_t *number = pp_xmalloc((n + 1) * sizeof *number);
    uint32_t *low = pp_xmalloc((n + 1) * sizeof *low);
    uint32_t *open = pp_xmalloc((n + 1) * sizeof *open); /* Tarjan's stack */
    struct frame *stack = pp_xmalloc((n + 1) * sizeof *stack);
    memset(number, 0xff, n * sizeof *number);
    memset(component, 0xff, n * sizeof *component);
    for (uint32_t root = 0; root < n; root++) {
        uint32_t depth = 0;
        if (number[root] == PP_NONE)
            stack[depth++] = (struct frame){root, PP_NONE};
        while (depth) {
            struct frame *top = &stack[depth - 1];
            uint32_t v = top->vertex;
            if (number[v] == PP_NONE) {
                number[v] = low[v] = num_numbered++;
                open[num_open++] = v;
                top->next = graph->first[v];
            }
            if (top->next != graph->first[v + 1]) {
                uint32_t w = graph->to[top->next++];
                if (number[w] == PP_NONE)
                    stack[depth++] = (struct frame){w, PP_NONE};
                else if (component[w] == PP_NONE && number[w] < low[v])
                    low[v] = number[w];
                continue;
            }
            if (low[v] == number[v]) {
                uint32_t w;
                do {
                    w = open[--num_open];
                    component[w] = v;
                    if (order)
                        *order++ = w;
                } while (w != v);
            }
            if (--depth && low[v] < low[stack[depth - 1].vertex])
                low[stack[depth - 1].vertex] = low[v];
        }
    }
    free(number);
    free(low);
    free(open);
    free(stack);
}
