/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A path as its reader sees it: the line where it begins, each branch and how it went, the end. */
#ifndef PATHPROF_ROUTE_H
#define PATHPROF_ROUTE_H

#include <jansson.h>

#include "core/number/path.h"
#include "tool/names/names.h"
#include "core/profile/profile.h"

struct pp_step {
    uint32_t vertex;
    struct pp_line line; /* line 0: unknown */
    uint32_t column;     /* 0: the line alone tells which branch it is */
    const char *outcome; /* first step: how it begins, "" at the function's entry; then "true",
                            "false", "case", ...; last step: "back", "return", ...
                            "..." stands for so many steps that no one reads them */
    uint32_t target;     /* case: the line that it goes to; 0 otherwise or unknown */
    uint32_t proc;       /* a call or return in the middle: where it leads; PP_NONE otherwise */
    uint32_t iteration;  /* mode kpath: how many back edges the path has taken before;
                            path-context: to how many loops' later iterations it has come */
};

struct pp_route {
    struct pp_step *steps; /* at least the first and the last */
    size_t num, room;
    bool loops;    /* mode path-context: a context-prefix: the steps before the last iteration */
    char *context; /* "main > pow": the functions whose calls are pending where the path begins, if
                      its mode knows of any; else NULL.  "..." stands for callers not known */
};

/* The route of PATH's active-suffix; in modes kpath and path-context, of all of it. */
void pp_route_make(struct pp_route *route, const struct pp_profile *profile,
                   const struct pp_names *names, const struct pp_path *path);
/* The same without its context; PATH need not begin or end as paths do. */
void pp_route_of_piece(struct pp_route *route, const struct pp_graph *g,
                       const struct pp_path *path);
void pp_route_free(struct pp_route *route);

/* Malloc'd: `inflate.c:630 -> 642(true) -> 655:17(false) -> 630 (back)`, behind its context:
   `main > deflate: deflate.c:12 -> 14(call fill) -> ...`.  A | instead of an arrow: a later
   iteration of a loop begins. */
char *pp_route_text(const struct pp_route *route, const struct pp_names *names);
json_t *pp_route_json(const struct pp_route *route, const struct pp_graph *g);

/* How a path, or the active-suffix of one, begins with edge E: "loop", "into" a collapsed loop,
   "again", "cut", "after" a call, or "" at the function's entry. */
const char *pp_beginning(const struct pp_graph *g, uint32_t e);
/* How a path ends with edge E: "back", "out" of a collapsed loop, "return", "noreturn", "again",
   "cut", "left", "call". */
const char *pp_ending(const struct pp_graph *g, uint32_t e);

/* "true", "false", "case", "eh", "goto", "over" a collapsed loop, or "" for an edge that is no
   branch's outcome. */
const char *pp_outcome(const struct pp_graph *g, uint32_t e);

/* The edge of the program that edge E of a path stands for: itself, or the cut edge that a
   surrogate ends a path with; PP_NONE for what begins a path in the middle. */
uint32_t pp_program_edge(const struct pp_graph *g, uint32_t e);

/* The last line of V; that of its function, if it has none. */
struct pp_line pp_line_within(const struct pp_graph *g, uint32_t v);

#endif
