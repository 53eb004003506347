/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/graph/local-names.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/text.h"

/* Makes the alias of procedure P, if it has none yet. */
static uint32_t alias_of(struct pp_graph *g, uint32_t *aliases, uint32_t p)
{
    if (aliases[p])
        return aliases[p];
    char *symbol = pp_sentence("%s.lto_priv@%" PRIu32, pp_text(g, g->procs[p].name), p);
    char *pretty = pp_sentence("%s", pp_text(g, g->procs[p].pretty));
    pp_add_alias(g, symbol, pretty, p);
    aliases[p] = pp_string(g, symbol);
    free(symbol);
    free(pretty);
    return aliases[p];
}

void pp_tell_apart(struct pp_graph *g, const uint32_t *callees)
{
    uint32_t *uses = pp_xcalloc((size_t)g->strings_size + 1, sizeof *uses);
    uint32_t *aliases = pp_xcalloc((size_t)g->num_procs + 1, sizeof *aliases);
    for (uint32_t p = 0; p < g->num_procs; p++)
        uses[g->procs[p].name]++;
    for (uint32_t c = 0; c < g->num_vertices; c++) {
        struct pp_vertex *call = &g->vertices[c];
        if (call->kind != PP_CALL || !call->callee || callees[c] == PP_NONE)
            continue;
        if (uses[g->procs[callees[c]].name] > 1)
            call->callee = alias_of(g, aliases, callees[c]);
    }
    free(uses);
    free(aliases);
}
