/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hot-path graph (thesis 2.2.1) and, with calls, the hot-path supergraph (7.1): copies [v, q]
   of the vertices of a supergraph, one for each state q in which the hot-path automaton can be when
   control is at v.  A reduced graph (9.2) is of the same type; a vertex is then [v, k], k the block
   of the partition.  The code that a vertex or an edge stands for is in the supergraph, which is
   not changed and must outlive it.

   What always holds (pp_hot_sound tells):
   - A hot edge is a copy of an edge of the program, never of a surrogate, cut or not; its ends are
     copies of that edge's ends.
   - Of a vertex [v, q] every FLOW and SUMMARY edge out of v that the tracing followed has exactly
   one copy, in the order of v's list.  Where calls are crossed there may instead be several copies
   of one SUMMARY edge, one for each return-site vertex to which this call may come back, and CALL
   and RETURN edges; intraprocedurally there are none.
   - A CALL edge is the one out of its call vertex.  A RETURN edge x -> r labelled c is there if and
     only if the entry that c calls reaches x along a same-level valid path, and the one with that
     label out of x; then there is the summary edge c -> r, and no other is.
   - Of a RESTART vertex, to which non-local transfers may lead, there is exactly one copy in a
     procedure that is entered; of a SINGLE one, at most one.  Intraprocedurally [Entry, root] is
     entries[0] of its procedure, and the only copy of Entry.
   - Every vertex is reachable from an entry; over calls, from one that is entered from outside, along
     an unbalanced-left path.  A vertex of the supergraph that no path reaches has
   no copy.
   - Hence the graph is path congruent (7.4) to the supergraph: dropping the states maps every path
   to a path, and every path of the program from its Entry is the image of exactly one. Copies of
   one basic block differ where it has calls: its parts are vertices of their own, and a reduced
   graph may join copies of a block in its middle, behind a call. */
#ifndef PATHPROF_HOTGRAPH_H
#define PATHPROF_HOTGRAPH_H

#include "core/graph/graph.h"
#include "core/graph/dfs.h"

struct pp_hot_vertex {
    uint32_t vertex;    /* of the supergraph */
    uint32_t state;     /* of the automaton; in a reduced graph the block of the partition */
    uint64_t count;     /* how often control came here, as the profile has it */
    uint32_t first_out; /* heads and tails of the edge lists; PP_NONE if empty */
    uint32_t last_out;
    uint32_t first_in;
    uint32_t last_in;
    uint32_t next_copy; /* the next vertex that is a copy of the same one; PP_NONE */
};

struct pp_hot_edge {
    uint32_t from, to;
    uint32_t edge;  /* of the supergraph: not a surrogate */
    uint32_t call;  /* copy of a RETURN edge: the hot call vertex that is its label; else PP_NONE */
    bool recording; /* an observable path ends as control takes it, and the next begins */
    uint64_t count;
    uint32_t next_out; /* next edge with the same source; the order is the supergraph's */
    uint32_t next_in;  /* next edge with the same target */
};

struct pp_hot_list {
    uint32_t *at;
    uint32_t num, cap;
};

/* A procedure that was traced. */
struct pp_hot_proc {
    uint32_t proc;              /* of the supergraph */
    struct pp_hot_list entries; /* where control comes into it: copies of Entry, then copies of
                                   RESTART vertices */
    struct pp_hot_list exits;   /* copies of Exit */
    uint32_t outside; /* the entry by which control comes from outside of the graph; PP_NONE */
};

struct pp_hot_graph {
    const struct pp_graph *graph; /* not owned */
    struct pp_hot_vertex *vertices;
    struct pp_hot_edge *edges;
    struct pp_hot_proc *procs; /* in the order in which they were asked for */
    uint32_t num_vertices, num_edges, num_procs;
    uint32_t cap_vertices, cap_edges;
    bool calls; /* those of its procedures are followed */
    /* Heads and tails of the lists of copies; use pp_hot_copies.  Of the supergraph's vertices from
       first_vertex on, num_of of them, among which are all of the procedures'. */
    uint32_t *first_copy, *last_copy;
    uint32_t first_vertex, num_of;
    /* Where in procs a procedure is; use pp_hot_find_proc.  Of the supergraph's procedures from
       first_proc on, num_places of them. */
    uint32_t *places;
    uint32_t first_proc, num_places;
};

/* A graph of PROCS, without vertices. */
void pp_hot_graph_init(struct pp_hot_graph *h, const struct pp_graph *graph, const uint32_t *procs,
                       uint32_t num_procs);
void pp_hot_graph_free(struct pp_hot_graph *h);

/* Makes TO a copy of H. */
void pp_hot_copy(struct pp_hot_graph *to, const struct pp_hot_graph *h);

/* Building.  A vertex that is a copy of Entry, of a RESTART vertex or of Exit goes into its
   procedure's lists by itself.  Each returns the new index. */
uint32_t pp_hot_add_vertex(struct pp_hot_graph *h, uint32_t vertex, uint32_t state);
uint32_t pp_hot_add_edge(struct pp_hot_graph *h, uint32_t from, uint32_t to, uint32_t edge);

/* The first copy of VERTEX of the supergraph, from which next_copy leads on; PP_NONE if there is none. */
static inline uint32_t pp_hot_copies(const struct pp_hot_graph *h, uint32_t vertex)
{
    return vertex - h->first_vertex < h->num_of ? h->first_copy[vertex - h->first_vertex] : PP_NONE;
}

/* The copy [VERTEX, STATE], PP_NONE if there is none: walks the copies of VERTEX. */
uint32_t pp_hot_find(const struct pp_hot_graph *h, uint32_t vertex, uint32_t state);

/* The procedure in H that has the supergraph's index PROC; PP_NONE if it was not traced. */
static inline uint32_t pp_hot_find_proc(const struct pp_hot_graph *h, uint32_t proc)
{
    return proc - h->first_proc < h->num_places ? h->places[proc - h->first_proc] : PP_NONE;
}

/* The copy of EDGE out of V; PP_NONE if it has none.  Of a SUMMARY edge with several, the first. */
uint32_t pp_hot_out(const struct pp_hot_graph *h, uint32_t v, uint32_t edge);

/* Return edges by the call vertices that they are labelled with: those of C are edges[first[C]] to
   edges[first[C + 1] - 1]. */
struct pp_labels {
    uint32_t *first, *edges;
};

void pp_labels_make(struct pp_labels *labels, const struct pp_hot_graph *h);
void pp_labels_free(struct pp_labels *labels);

/* Statements of all vertices. */
uint64_t pp_hot_stmts(const struct pp_hot_graph *h);

/* Is E a call edge that H follows, or the summary edge or return edge of one? */
bool pp_hot_follows(const struct pp_hot_graph *h, uint32_t e);

/* Is hot edge E a summary edge of a call that is followed? */
static inline bool pp_hot_is_summary(const struct pp_hot_graph *h, uint32_t e)
{
    return h->calls && h->graph->edges[h->edges[e].edge].kind == PP_SUMMARY &&
           pp_hot_follows(h, h->edges[e].edge);
}

/* What is wrong with H, as a malloc'd sentence, if one of the invariants does not hold; else NULL.
   Over calls, which entries reach what is not looked at. */
char *pp_hot_sound(const struct pp_hot_graph *h);

/* Kirchhoff's law, for H that follows no calls: a vertex where the counts of the edges into it (for entries: not less),
   its own and those of the edges out of it (for copies of Exit: none) are not equal; PP_NONE if they are everywhere.  A
   profile of a program that left some function by a non-local transfer (longjmp, cancellation) breaks it. */
uint32_t pp_hot_unbalanced(const struct pp_hot_graph *h);

#endif
