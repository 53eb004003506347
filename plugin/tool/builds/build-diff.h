/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed between two builds of a program, and what of it ran. */
#ifndef PATHPROF_BUILD_DIFF_H
#define PATHPROF_BUILD_DIFF_H

#include "tool/builds/build-routes.h"
#include "tool/names/filter.h"

enum pp_build_change {
    PP_FUNCTION_SAME,
    PP_FUNCTION_CHANGED, /* a line of it that has code, or its flow graph */
    PP_FUNCTION_NEW,
    PP_FUNCTION_GONE,
    PP_FUNCTION_CHANGES
};
extern const char *const pp_build_change_names[PP_FUNCTION_CHANGES];

/* Lines that have code, or routes: all, and of these, those that ran. */
struct pp_ran {
    uint64_t all, ran;
};

struct pp_function_diff {
    uint32_t before, after; /* procedures; PP_NONE: there is none */
    enum pp_build_change change;
    uint64_t stmts_before, stmts_after; /* of paths that begin in it */
    struct pp_ran lines_new, lines_edited, lines_gone;
    uint64_t routes_same, routes_new, routes_gone;
};

enum pp_line_change { PP_LINE_NEW, PP_LINE_EDITED, PP_LINE_GONE };

struct pp_line_diff {
    enum pp_line_change change;
    struct pp_spot spot;    /* of the build before, if it is gone; else, after */
    uint64_t before, after; /* how often it ran */
    uint32_t function;      /* index of its pp_function_diff */
};

struct pp_build_diff {
    struct pp_build_pair *pair;
    struct pp_build_routes routes;
    struct pp_function_diff
        *functions; /* changed, new, gone and renamed ones first, by their larger share of a run */
    uint32_t num_functions, num_changes; /* all; those first */
    uint64_t num_of[PP_FUNCTION_CHANGES], ran_of[PP_FUNCTION_CHANGES];
    uint64_t num_renamed; /* matched otherwise than by name */
    struct pp_line_diff
        *lines; /* that are not the same, and of functions that changed; by falling counts */
    size_t num_lines, room_lines;
    struct pp_function_diff all;            /* sums */
    uint64_t changed_before, changed_after; /* statements of functions that are not the same */
    size_t *changes;                        /* routes whose share changed, that most first */
    size_t num_changes_of_routes;
};

/* Compares what PAIR, which is matched, has, in functions that are SHOWN (by procedure, in each build). */
void pp_build_diff_make(struct pp_build_diff *diff, struct pp_build_pair *pair,
                        const bool *shown_before, const bool *shown_after);
void pp_build_diff_free(struct pp_build_diff *diff);

/* By how many percent of all executed statements a route's share is more than before. */
double pp_route_points(const struct pp_build_diff *diff, const struct pp_route_pair *route);

#endif
