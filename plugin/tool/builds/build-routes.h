/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The routes that two builds of a program took. */
#ifndef PATHPROF_BUILD_ROUTES_H
#define PATHPROF_BUILD_ROUTES_H

#include "tool/builds/build-pair.h"

/* What one build did on a route. */
struct pp_route_side {
    const struct pp_path *path; /* the first of its paths that go so; NULL: none did */
    uint64_t count, stmts;      /* of all that do */
};

/* A way through a function, in words of its source: where it begins and ends, and each branch on it and how it went.
   It is the same in both builds if all these are on lines that are the same, or edited ones, and went the same way;
   what stands between branches may have changed. */
struct pp_route_pair {
    struct pp_route_side before, after;
    uint32_t *key; /* which is that; owned by pp_build_routes */
    size_t length; /* of it */
};

struct pp_build_routes {
    struct pp_route_pair *list; /* in the order of their keys */
    size_t num, room;
};

/* All that the builds of PAIR, which are matched, took. */
void pp_build_routes_make(struct pp_build_routes *routes, struct pp_build_pair *pair);
void pp_build_routes_free(struct pp_build_routes *routes);

#endif
