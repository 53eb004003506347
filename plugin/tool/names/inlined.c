/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/names/inlined.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "tool/load/complain.h"

/* Names in the warning. */
#define FEW 3

void pp_warn_inlined(const struct pp_names *names, const bool *shown)
{
    const struct pp_graph *g = &names->notes->graph;
    uint32_t num = 0;
    char *list = NULL;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        if (!g->procs[p].inlined || (shown && !shown[p]))
            continue;
        if (num < FEW) {
            char *name = pp_proc_name(names, p);
            pp_append(&list, "%s%s", num ? ", " : "", name);
            free(name);
        }
        num++;
    }
    if (num)
        pp_complain("warning: GCC had inlined calls of %" PRIu32 " function%s before they were "
                    "counted (%s%s); they are a part of their callers; compile with "
                    "-fno-early-inlining to count them",
                    num, num == 1 ? "" : "s", list, num > FEW ? ", ..." : "");
    free(list);
}
