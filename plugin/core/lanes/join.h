/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intraprocedural paths of which only a part is known: put together where a call came between. */
#ifndef PATHPROF_JOIN_H
#define PATHPROF_JOIN_H

#include "core/base/pair-map.h"
#include "core/graph/graph.h"

struct pp_fragment {
    uint32_t proc;
    uint32_t by_call; /* as in struct pp_path */
    uint32_t begin;   /* vertex */
    uint32_t call;    /* the call vertex at which it breaks off; PP_NONE if it ends */
    uint32_t
        in; /* the call edge by which it is in a callee now that is a part of it; else PP_NONE */
    bool recursive;  /* a recursive call came to it, and which is not known */
    bool open;       /* begins at a return site, where it goes on after some other one */
    uint32_t active; /* what comes before edges[active] has been counted with other fragments; none
                        that is open or breaks off has any */
    uint64_t count;
    uint32_t *edges; /* of the program; malloc'd */
    uint32_t num, room;
    /* While a path is walked along (intra.c): which of its edges are still to be looked at; both 0: none. */
    uint32_t from, to;
};

struct pp_fragments {
    struct pp_fragment *at;
    uint32_t num, cap;
    struct pp_pair_map known; /* by hashes of what they are, those that were added */
};

/* Adds F, whose edges FRAGMENTS takes over, to an equal one if there is one: a short function is called more often than
   it has paths. */
void pp_fragments_add(struct pp_fragments *fragments, const struct pp_fragment *f);

/* Leaves only whole paths.  At each call the most frequent of the fragments that break off there is
   continued by the most frequent of those that begin at its return site, for as many times as both
   have left, and so on; each edge's count is then what it was.  What breaks off for good (the call
   did not come back), and what goes on after nothing, is dropped.  What is joined was entered by
   the call that the first of its fragments was.  No fragment of the result is equal to another
   unless they are joined from different parts. */
void pp_fragments_join(struct pp_fragments *fragments, const struct pp_graph *g);

#endif
