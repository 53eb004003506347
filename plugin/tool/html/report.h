/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report for the browser: what its parts share.  doc/internals.md says which chunks there are. */
#ifndef PATHPROF_HTML_REPORT_H
#define PATHPROF_HTML_REPORT_H

#include <jansson.h>

#include "core/lines/line-counts.h"
#include "core/profile/hot.h"
#include "tool/callgraph/callgraph.h"
#include "tool/coverage/production.h"
#include "tool/html/report-files.h"
#include "tool/load/lane-read.h"
#include "tool/load/load.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/times/times.h"

struct pp_drawings;
struct pp_profile_pair;

struct pp_html {
    const struct pp_load *load;
    const struct pp_settings *settings;
    const struct pp_filter *filter;
    const struct pp_graph *g;
    struct pp_report_files files;
    struct pp_callgraph calls; /* and names, as the other commands print them */
    struct pp_hot hot;
    struct pp_line_counts lines;        /* that are shown ... */
    uint64_t all_lines, executed_lines; /* ... of so many in all */
    uint8_t *marks;                     /* of lines, by their place */
    struct pp_times times;              /* of paths; none if there are no samples or no paths */
    bool has_lines, has_paths, has_contexts;
    /* Source files have numbers in the report, in the order in which they are first named. */
    uint32_t *file_numbers; /* by string; PP_NONE: none yet */
    uint32_t *file_names;   /* strings, by number */
    uint32_t num_files, cap_files;
    json_t *file_rows; /* of the index: about each file that has lines */
    /* By procedure. */
    bool *shown;     /* there is more of it in the report than its name */
    uint64_t *stmts; /* executed in itself */
    size_t
        *first_path; /* in paths_of: those that begin in procedure p: first_path[p] up to [p + 1] */
    size_t *paths_of;    /* indices into profile.paths, hottest first */
    bool *listed;        /* by path: the report has it */
    uint32_t *bucket_of; /* the chunk that has more about it; PP_NONE: none */
    struct pp_drawings *drawings;
    json_t *modules; /* the other modules of the data file, those with a report as links to it */
    const char *
        home; /* this is such a report: it lies below that of the program with this name; else NULL */
    const struct pp_profile_pair *two;  /* NULL: there is no other profile */
    struct pp_untested_paths *untested; /* by tests; malloc'd; NULL: they are not asked for */
    json_t *insights;                   /* of the index; NULL: there are no paths */
    struct pp_lanes *lanes;             /* NULL: there is no report of a second compile */
};

/* The number of source file FILE (string). */
uint32_t pp_html_file(struct pp_html *html, uint32_t file);

/* A count as JavaScript takes it: an integer; past 2^53, which it does not tell from its neighbours,
   a string. */
json_t *pp_html_count(uint64_t count);

/* "42.02": PART of WHOLE in percent, as the other commands print it. */
json_t *pp_html_percent(double part, double whole);

#endif
