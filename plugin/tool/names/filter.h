/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of which functions and source files something is printed: the options --function, --exclude, --file,
   --exclude-file, --no-system and --filters. */
#ifndef PATHPROF_FILTER_H
#define PATHPROF_FILTER_H

#include <regex.h>

#include "core/lines/line-counts.h"
#include "core/number/path.h"
#include "tool/load/load.h"
#include "tool/names/names.h"

/* Compiled extended regular expressions. */
struct pp_regexes {
    regex_t *list;
    size_t num;
};

/* A function is shown if an expression of FUNCTIONS matches one of its names and one of FILES the name
   of its source file, where there are any; and none of the other two does. */
struct pp_filter {
    struct pp_regexes functions, exclude, files, exclude_files;
    bool no_system;
    bool any; /* nothing was asked for: everything is shown */
};
/* Compiles what SETTINGS and the files that they name ask for.  Returns PP_OK, or PP_USAGE or
   PP_BAD_INPUT after a line on stderr; there is nothing to free then. */
enum pp_status pp_filter_make(struct pp_filter *filter, const struct pp_filter_settings *settings);
/* The same, and loads what it is to choose of, as pp_load does. */
enum pp_status pp_filter_load(struct pp_filter *filter, struct pp_load *load,
                              const struct pp_settings *settings, bool data_optional);
/* Is procedure PROC shown? */
bool pp_filter_match(const struct pp_filter *filter, const struct pp_names *names, uint32_t proc);
/* The same of a function by its name as written, a short form of that or NULL, its assembler name and
   its file. */
bool pp_filter_match_names(const struct pp_filter *filter, const char *pretty, const char *brief,
                           const char *name, const char *file);
/* Is a chain of callers shown, the NUM procedures CHAIN?  One of them is asked for, if anything is, and none is left
   out. */
bool pp_filter_match_chain(const struct pp_filter *filter, const struct pp_names *names,
                           const uint32_t *chain, size_t num);
/* Does PATH begin in a function that is shown (pp_filter_shown's), or its active-suffix come to one? */
bool pp_filter_match_path(const struct pp_graph *g, const bool *shown, const struct pp_path *path);
/* Warns if none of the functions of PROGRAM is shown. */
void pp_filter_check(const struct pp_filter *filter, const struct pp_names *names,
                     const char *program);
/* By procedure whether it is shown, malloc'd. */
bool *pp_filter_shown(const struct pp_filter *filter, const struct pp_names *names);
/* Takes the lines out of COUNTS that are of files that are not shown, or only in functions that are
   not: between their first and last line.  Where expressions for functions are given, lines of no
   function go as well.  SHOWN is pp_filter_shown's. */
void pp_filter_lines(const struct pp_filter *filter, const struct pp_names *names,
                     const bool *shown, struct pp_line_counts *counts);
void pp_filter_free(struct pp_filter *filter);

#endif
