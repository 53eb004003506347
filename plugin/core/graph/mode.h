/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mode is a transformation of the graph and the class of paths that is left: a row of modes.def. */
#ifndef PATHPROF_MODE_H
#define PATHPROF_MODE_H

#include <stdbool.h>
#include <stdint.h>

enum pp_mode {
#define PP_MODE(id, ...) PP_MODE_##id,
#include "core/graph/modes.def"
    PP_MODES
};

/* What a mode can do: a row of modes.def, which says what its columns mean.  A mode counts edges, or
   paths: those of single procedures, or those that cross calls. */
struct pp_mode_row {
    const char *name; /* as the option has it */
#define PP_MODE_COLUMN(name) bool name;
#include "core/graph/modes.def"
};

const struct pp_mode_row *pp_mode_row(enum pp_mode mode);

/* The mode whose paths are acyclic ones of single procedures, and no more. */
enum pp_mode pp_mode_of_functions(void);

/* Is the count of every edge known, and no path's? */
static inline bool pp_counts_all_edges(enum pp_mode mode)
{
    return pp_mode_row(mode)->counts_edges && !pp_mode_row(mode)->calls_only;
}

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
    bool bursts;   /* some activations are counted, all others estimated (variances.h) */
    bool loops; /* modes context and context-values: paths keep their context through loops, as in
                   mode path-context ... */
    bool recursion;    /* ... and through recursion */
    bool likely_first; /* the likeliest edges out of vertices are numbered first (first-edges.h): in
                          modes that cross calls; not in the notes, which say it of each edge */
    const struct pp_rules *rules; /* interprocedural modes: what is cut by choice, or NULL; not in
                                     the notes, which say it of each edge */
    uint32_t k; /* mode kpath: iterations of a loop that a path spans; not in the notes, which say
                   it of each loop */
};

/* Most iterations that a path spans. */
#define PP_MOST_ITERATIONS 16

/* With BURSTS the variance of path N's count is counted under N + num_paths, so there may not be more. */
#define PP_BURSTS_MAX_PATHS (UINT64_C(1) << 62)

/* Whether MODE's paths can be counted in bursts: each is recorded where it ends, in the activation that took it. */
static inline bool pp_can_burst(enum pp_mode mode)
{
    const struct pp_mode_row *row = pp_mode_row(mode);
    return row->numbers_procs && !row->iterates;
}

/* How many words a path's number may have. */
static inline unsigned pp_words(const struct pp_params *params)
{
    return params->wide ? params->wide : 1;
}

/* Returns the name of MODE as the option has it ("path"), or NULL past the last. */
const char *pp_mode_name(enum pp_mode mode);

#endif
