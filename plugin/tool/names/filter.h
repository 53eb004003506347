/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option --function: of which procedures something is printed. */
#ifndef PATHPROF_FILTER_H
#define PATHPROF_FILTER_H

#include <regex.h>

#include "tool/names/names.h"

/* A compiled --function expression, matched against all names of a procedure. */
struct pp_filter {
    regex_t regex;
    bool any; /* no expression: everything matches */
};
/* EXPRESSION: an extended regular expression, or NULL.  Returns false after a line on stderr; there is
   nothing to free then. */
bool pp_filter_make(struct pp_filter *filter, const char *expression);
/* Does it match a part of one of the names of PROC? */
bool pp_filter_match(const struct pp_filter *filter, const struct pp_names *names, uint32_t proc);
/* Against a function's name as written and its assembler name. */
bool pp_filter_match_names(const struct pp_filter *filter, const char *pretty, const char *name);
void pp_filter_free(struct pp_filter *filter);

#endif
