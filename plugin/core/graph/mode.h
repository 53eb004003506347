/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modes, one row each: a mode is a transformation of the graph plus a class of paths. */
#ifndef PATHPROF_MODE_H
#define PATHPROF_MODE_H

#include <stdbool.h>
#include <stdint.h>

enum pp_mode {
    PP_MODE_PATH,         /* acyclic intraprocedural paths (thesis 2.1) */
    PP_MODE_EDGE,         /* edges off a maximum spanning tree (Knuth; Ball and Larus) */
    PP_MODE_CONTEXT,      /* unbalanced-left paths over calls and returns (thesis, chapter 3) */
    PP_MODE_PIECEWISE,    /* unbalanced-right-left paths (thesis, chapter 4) */
    PP_MODE_KPATH,        /* paths over k iterations of loops (Roy and Srikant) */
    PP_MODE_PATH_CONTEXT, /* acyclic paths with the way to the loop that they are in (thesis 5.1) */
    PP_MODE_CONTEXT_VALUES,   /* context and piecewise, every return edge cut, so that labels ... */
    PP_MODE_PIECEWISE_VALUES, /* ... are values and not functions (thesis 5.3) */
    PP_MODE_CALLGRAPH, /* as edge, but only the counts of calls are asked for (counter-placement.h) */
    PP_MODES
};

/* Which edges are broken where there are too many paths. */
enum pp_breaking {
    PP_BREAK_COLDEST, /* by the weights */
    PP_BREAK_THESIS,  /* interprocedural modes: in the order of thesis 3.5.4 and 4.1.2 */
};

/* What a mode is told; stored in the notes and in the data file, so that the decoder repeats the
   same transformation. */
struct pp_params {
    enum pp_mode mode;
    uint64_t max_paths;   /* most paths of one procedure, or in an interprocedural mode of one unit,
                             before edges are broken; >= 1 */
    uint64_t array_limit; /* path sets up to this size are counted in arrays */
    enum pp_breaking breaking; /* not in the notes: they say which edges are broken */
    unsigned wide; /* interprocedural modes: if not 0, a unit with more paths than max_paths
                      has numbers of several words, at most so many (>= 2), instead */
    bool pending;  /* paths that end in a call which did not come back are paths, too */
    bool loops; /* modes context and context-values: paths keep their context through loops, as in
                   mode path-context ... */
    bool recursion;               /* ... and through recursion */
    const struct pp_rules *rules; /* interprocedural modes: what is cut by choice, or NULL; not in
                                     the notes, which say it of each edge */
    uint32_t k; /* mode kpath: iterations of a loop that a path spans; not in the notes, which say
                   it of each loop */
};

/* Most iterations that a path spans. */
#define PP_MOST_ITERATIONS 16

/* How many words a path's number may have. */
static inline unsigned pp_words(const struct pp_params *params)
{
    return params->wide ? params->wide : 1;
}

/* Are the paths of MODE those of single procedures? */
static inline bool pp_intraprocedural(enum pp_mode mode)
{
    return mode == PP_MODE_PATH || mode == PP_MODE_KPATH || mode == PP_MODE_PATH_CONTEXT;
}

/* Does MODE count edges, and no paths? */
static inline bool pp_counts_edges(enum pp_mode mode)
{
    return mode == PP_MODE_EDGE || mode == PP_MODE_CALLGRAPH;
}

/* Do the paths of MODE cross calls? */
static inline bool pp_interprocedural(enum pp_mode mode)
{
    return mode == PP_MODE_CONTEXT || mode == PP_MODE_PIECEWISE || mode == PP_MODE_CONTEXT_VALUES ||
           mode == PP_MODE_PIECEWISE_VALUES;
}

/* Does a path of MODE begin in the middle of a procedure without the way to it, at GEntry_P? */
static inline bool pp_in_pieces(enum pp_mode mode)
{
    return mode == PP_MODE_PIECEWISE || mode == PP_MODE_PIECEWISE_VALUES;
}

/* Is every return edge of MODE cut, so that no label depends on who called? */
static inline bool pp_has_values(enum pp_mode mode)
{
    return mode == PP_MODE_CONTEXT_VALUES || mode == PP_MODE_PIECEWISE_VALUES;
}

/* Where a return edge of MODE is cut, does the caller's path go on over the call, along c -> r
   (thesis 3.5.4, figure 19; 5.3)?  If not, one begins at r (4.1.2). */
static inline bool pp_goes_over(enum pp_mode mode)
{
    return mode != PP_MODE_PIECEWISE;
}

/* May a path of MODE have a context-prefix, which ran before and was counted with other paths? */
static inline bool pp_has_prefixes(enum pp_mode mode)
{
    return mode != PP_MODE_PATH && !pp_counts_edges(mode) && mode != PP_MODE_PIECEWISE;
}

/* Returns the name of MODE as the option has it ("path"), or NULL past the last. */
const char *pp_mode_name(enum pp_mode mode);

#endif
