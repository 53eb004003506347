/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user wants: which options were given, which functions are profiled. */
#ifndef PATHPROF_SELECTED_H
#define PATHPROF_SELECTED_H

#include "gcc/base/compat.h"

/* Whether the option KEY was on the command line, ARGS. */
bool pp_given(const struct plugin_name_args *args, const char *key);
/* The same of the command line of C. */
bool pp_was_given(const struct pp_compilation *c, const char *key);

/* Whether the user wants DECL profiled (functions=, exclude=, files=, attributes). */
bool pp_selected(const struct pp_options *options, tree decl);

/* The part of it that a name and a file decide. */
bool pp_selected_name(const struct pp_options *options, const char *pretty, const char *name,
                      const char *file);

/* Resolvers of ifuncs run before the program is relocated: nothing may be added to them. */
bool pp_resolves_ifunc(struct cgraph_node *node);

#endif
