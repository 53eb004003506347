/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which contexts each function ran: the chains of pending calls, as `pathprof contexts` has them. */
#ifndef PATHPROF_CONTEXTS_OF_H
#define PATHPROF_CONTEXTS_OF_H

#include "tool/html/differences.h"
#include "tool/html/report.h"
#include "tool/path/tree.h"

struct pp_contexts_of {
    struct pp_tree tree;
    uint32_t *nodes; /* of the tree, by procedure, those that executed most first */
    uint32_t *first; /* procedure P's are nodes[first[P]] up to [P + 1] */
    struct pp_paths_through through;
};

/* Empty if the profile knows of no contexts. */
void pp_contexts_of_make(struct pp_contexts_of *contexts, const struct pp_html *html);
void pp_contexts_of_free(struct pp_contexts_of *contexts);

/* The first contexts of P: {"all": how many there are, "rows": [{"calls", "stmts", "time", "open", "chain":
   [[procedure, file, line of the call], ...]}, ...], "pieces": as pp_differences_json has them}; null if the profile
   knows of no contexts. */
json_t *pp_contexts_of_json(const struct pp_contexts_of *contexts, struct pp_html *html,
                            uint32_t p);

#endif
