/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function does differently for each of its callers, as `pathprof contexts` has it. */
#ifndef PATHPROF_DIFFERENCES_H
#define PATHPROF_DIFFERENCES_H

#include "tool/html/report.h"
#include "tool/path/tree.h"

/* Which paths run through a function: a whole profile is not to be walked for each. */
struct pp_paths_through {
    size_t *paths; /* of the profile; procedure p's: paths[first[p]] up to [p + 1] */
    size_t *first;
};

void pp_paths_through_make(struct pp_paths_through *through, const struct pp_profile *profile);
void pp_paths_through_free(struct pp_paths_through *through);

/* What procedure P does in its contexts.  Adds to each of ROWS, whose nodes of TREE are NODES, "distance" (null: there
   is nothing to compare it with) and "odd" (where most of what it does is not as elsewhere).  Returns {"all": how many
   pieces there are, "rows": [{"count", "stmts", "difference" in percentage points, "in": a row or null, "odd", "text",
   "shares": [percent of what was taken in each of the first rows, ...]}, ...]}; null if there are not two contexts to
   compare. */
json_t *pp_differences_json(const struct pp_paths_through *through, struct pp_html *html,
                            uint32_t p, const struct pp_tree *tree, const uint32_t *nodes,
                            json_t *rows);

#endif
