/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks that gcov would have of a function, with their lines (pp_line_block).  They are found
   where GCC itself would write them down, before the body is touched; pp_extract then finds out
   where in the graph they are. */
#ifndef PATHPROF_LINE_MAP_H
#define PATHPROF_LINE_MAP_H

struct pp_source_line {
    const char *file;
    int line;
};

struct pp_line_map_block {
    vec<struct pp_source_line> lines;
    /* Begins where the one before it does: that is of labels alone. */
    bool with_previous;
    enum pp_line_place at; /* to be found out, with WHERE, as the body is extracted */
    uint32_t where;
    vec<uint32_t> others; /* of one that is nowhere: more vertices that lead to it */
};

/* Of one function.  What a block begins with names it: its first statement, the one before it (a
   call), the edge that leaves it if it has no statements, or the edge that it lies on.  All of
   these stay what they are when a block is cut in two behind its labels, or an edge in two. */
struct pp_line_map {
    vec<struct pp_line_map_block> blocks; /* in the order of the code */
    hash_map<gimple *, unsigned> *firsts, *afters;
    hash_map<edge, unsigned> *empty, *ways;
};

/* Of FN, whose body is as the front end and the early passes have left it. */
struct pp_line_map *pp_line_map_make(struct function *fn);

/* Where a call is before tests are put there (indirect=chain). */
struct pp_line_place_of_call {
    gimple *call;
    gimple *before;   /* statement; NULL: the call is its block's first */
    basic_block head; /* its block */
};
struct pp_line_place_of_call pp_line_map_call_place(gimple *call);

/* MAP once TESTS tests are there, of the call that was at AT: what began with the call begins with the first test, what
   began behind the call begins where all ways meet again.  Blocks of the tests' own have no lines. */
void pp_line_map_tested(struct pp_line_map *map, const struct pp_line_place_of_call *at,
                        unsigned tests);

/* Block I of MAP and those that begin with it are at WHERE. */
void pp_line_map_place(struct pp_line_map *map, unsigned i, enum pp_line_place at, uint32_t where);

/* Gives G's procedure PROC, which is of FN, the blocks of MAP. */
void pp_line_map_give(const struct pp_line_map *map, struct pp_graph *g, uint32_t proc,
                      struct function *fn);

/* Places what begins with X, if anything does. */
template <typename T>
static inline void pp_line_map_note(struct pp_line_map *map, hash_map<T, unsigned> *begins, T x,
                                    enum pp_line_place at, uint32_t where)
{
    if (unsigned *i = begins->get(x))
        pp_line_map_place(map, *i, at, where);
}

/* What is known of NODE's lines; NULL: its body was not there when bodies were made ready. */
struct pp_line_map *pp_lines_of(const struct pp_compilation *c, struct cgraph_node *node);

#endif
