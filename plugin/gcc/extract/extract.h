/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GIMPLE -> supergraph, one function at a time. */
#ifndef PATHPROF_EXTRACT_H
#define PATHPROF_EXTRACT_H

/* Where code for an edge or a vertex of the graph goes in the function's body.  Exactly one of the
   first four is set, or none: then nothing can be placed there. */
struct pp_site {
    edge cfg_edge;  /* on this edge */
    gimple *before; /* before this statement */
    gimple *after;  /* after this statement */
    basic_block at; /* after the labels of this block */
    /* With cfg_edge, a return:  x = call (); return x;  When the call always comes back the code
       may as well go before it, so that it stays a tail call. */
    gimple *tail_call;
};

/* Sites of one procedure, indexed from its first edge and its first vertex. */
struct pp_sites {
    struct pp_site *edges, *vertices;
    uint32_t num_edges, num_vertices;
};

/* What the compiler that saw the source believed of each call in a function, in the order in which
   pp_extract visits them.  A link merges declarations: a callee that one unit does not know to
   return may be known not to in another, and the graph would be another too. */
enum pp_belief {
    PP_BELIEF_VERTEX = 1, /* it is a vertex of the graph */
    PP_BELIEF_MAY_LEAVE = 2,
    PP_BELIEF_NORETURN = 4,
    PP_BELIEF_RETURNS_TWICE = 8,
    PP_BELIEF_FORKS = 16, /* two processes may come back from it: known where callees are */
    PP_BELIEF_TAIL = 32, /* musttail, __builtin_return: nothing may be behind it; paths end there */
    PP_BELIEF_JUMP = 64, /* a tail call by the front end's wish: one coroutine resumes another */
};

struct pp_beliefs {
    vec<unsigned char> calls;
    bool given; /* to be followed, else to be written down */
};

/* Adds NODE's function, whose body is in memory, SSA form and canonical, to G.  Fills SITES if it
   is not NULL; the caller frees its arrays with pp_sites_free.  Blocks are visited by index and
   successors in order, so that the same body gives the same graph in every phase, if BELIEFS, which
   may be NULL, tell of the phase before.  LINES, which may be NULL too, becomes the procedure's
   line blocks.  Returns its index. */
struct pp_line_map;
uint32_t pp_extract(struct pp_graph *g, struct cgraph_node *node, struct pp_sites *sites,
                    struct pp_beliefs *beliefs, struct pp_line_map *lines);
void pp_sites_free(struct pp_sites *sites);

/* Does STMT call a builtin that executes another program, so that only a failure comes back? */
bool pp_replaces_program(gimple *stmt);

/* Has FN a call that is PP_BELIEF_TAIL or PP_BELIEF_JUMP?  To be asked before GCC looks for tail calls itself. */
bool pp_ends_in_jump(struct function *fn);

/* Is STMT a statement of the graph's vertices?  Others become no code. */
static inline bool pp_is_statement(const gimple *stmt)
{
    return !is_gimple_debug(stmt) && gimple_code(stmt) != GIMPLE_LABEL &&
           gimple_code(stmt) != GIMPLE_PREDICT && !gimple_nop_p(stmt);
}

#endif
