/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the second compile has made of the hot paths of a unit: the plugin writes it as JSON, one
   line a unit, and the command reads that and prints it as text. */
#ifndef PATHPROF_LANE_REPORT_H
#define PATHPROF_LANE_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/lanes/call-choice.h"

/* The version of the JSON; it rises when a field changes its meaning. */
#define PP_LANE_FORMAT 1

/* What became of a hot path. */
enum pp_lane_fate {
    PP_LANE_MADE,       /* it has a lane of its own, which gives facts that the joined code hides */
    PP_LANE_NO_FACT,    /* its lane would have told nothing: joined again */
    PP_LANE_NOT_COPIED, /* likewise, and code that cannot be copied cuts it in two */
    PP_LANE_GROWTH,     /* the growth limit left no room */
    PP_LANE_LITTLE,     /* what it would have told is of the little benefit that is not asked for */
    PP_LANE_TOO_MANY,   /* the function has too many hot paths, and hotter ones */
    PP_LANE_FATES
};

enum pp_lane_fact_kind { PP_LANE_OPERAND, PP_LANE_RESULT, PP_LANE_BRANCH, PP_LANE_FACT_KINDS };

/* How many facts, and how often the statements ran that they are about. */
struct pp_lane_sum {
    uint64_t places, times;
};

/* Facts of one kind in a function: all that there is to know, what is known without lanes, what all
   lanes would add, and what of the latter is left in the code. */
enum pp_lane_stage { PP_LANE_ALL, PP_LANE_PLAIN, PP_LANE_GAINED, PP_LANE_KEPT, PP_LANE_STAGES };

/* What lanes tell of one source line. */
struct pp_lane_fact {
    unsigned kind;
    char *name;  /* of the variable; NULL: one without a name, or a branch */
    char *value; /* of the constant; of a branch "true", "false" or "case" */
    struct pp_lane_sum sum;
};

struct pp_lane_line {
    char *file;
    uint32_t line;
    uint64_t copies; /* of its code that control can come to, the original included */
    struct pp_lane_fact *facts;
    size_t num_facts;
};

/* Code that cannot be copied, at which lanes end. */
struct pp_lane_barrier {
    char *why;
    char *file; /* NULL: it is of no source line */
    uint32_t line;
    uint64_t lanes; /* dropped, of which it is the first */
};

/* Of the function as it was, with all lanes, and with those that are left. */
struct pp_lane_size {
    uint64_t before, traced, reduced;
};

struct pp_lane_function {
    char *name, *symbol; /* as written, and the assembler's */
    char *brief;         /* a short form of the name; NULL: it has none */
    char *file;
    uint32_t line;
    uint64_t calls;
    char *why; /* it has no hot paths; NULL: it has */
    uint64_t paths, hot_paths;
    uint64_t statements, hot_statements; /* executed, in all and on hot paths */
    uint64_t program; /* likewise in the whole program, by the runs that have counted its paths */
    uint64_t fates[PP_LANE_FATES];      /* of the hot paths */
    uint64_t plain_steps, traced_steps; /* of the analysis, without lanes and with all */
    struct pp_lane_size blocks, stmts;
    uint64_t copied_blocks, copied_stmts; /* in the code that was made */
    uint64_t decided;                     /* branches that are none any more in it */
    bool limited;                         /* by growth */
    struct pp_lane_sum facts[PP_LANE_FACT_KINDS][PP_LANE_STAGES];
    struct pp_lane_barrier *barriers; /* most lanes first */
    size_t num_barriers;
    struct pp_lane_line *lines; /* by file and line; none if no lane was made */
    size_t num_lines;
};

/* A call that is not rare, of a function of the unit in another one, and what has become of it. */
struct pp_lane_call {
    char *caller, *callee;             /* as written */
    char *brief_caller, *brief_callee; /* short forms; NULL: they have none */
    char *file;
    uint32_t line;
    uint64_t times;
    double stmts;       /* executed in the callee for each of them */
    bool exact;         /* the profile says so for this call, not for all calls of the callee */
    uint64_t hot, cold; /* statements of the callee that have run from here, and that have not */
    unsigned fate;      /* enum pp_call_fate */
    char *why;          /* it cannot be expanded; NULL: it can */
};

/* One graph of those that option supergraph= makes. */
struct pp_super_graph {
    char *name; /* what it is, by what was done to make it */
    uint64_t vertices, edges, stmts;
    bool counted;                       /* it is known how often each vertex ran */
    uint64_t facts[PP_LANE_FACT_KINDS]; /* that hold there, in times; if it is counted */
    double seconds;                     /* of the processor, to make it of the one before */
};

/* Some lanes of the unit, none, inside functions or over calls, and what they tell. */
struct pp_super_lanes {
    char *name;
    uint64_t coverage;                   /* percent, as it was asked for */
    uint64_t paths, hot_paths, left_out; /* executed; hot; of those, too many for the automaton */
    uint64_t statements, hot_statements; /* executed, in all and on the hot paths */
    uint64_t states;
    uint64_t entries, exits;          /* of procedures, all copies of them */
    uint64_t steps;                   /* of the analysis of ranges ... */
    uint64_t ranges;                  /* ... how many it keeps, all of them different ... */
    double seconds;                   /* ... and how long it took */
    uint64_t all[PP_LANE_FACT_KINDS]; /* what there is to know, in times */
    uint64_t impossible; /* executions of what the analysis says cannot be: 0 if nothing is wrong */
    struct pp_super_graph *graphs;
    size_t num_graphs;
};

struct pp_super {
    char *why; /* there is none; NULL: there is */
    char *mode;
    uint64_t procs;
    struct pp_super_lanes *lanes;
    size_t num_lanes;
};

struct pp_lane_unit {
    char *directory; /* where the compiler ran */
    char *name;      /* the file that was compiled */
    char *compiler;
    char *profile;       /* option use= */
    char *why;           /* it has no lanes, whatever is hot; NULL: it may have */
    uint64_t coverage;   /* options */
    uint64_t growth;     /* ... */
    uint64_t price;      /* ... */
    uint64_t statements; /* executed, in the whole program, by all runs that have counted paths */
    struct pp_lane_function *functions;
    size_t num_functions;
    struct pp_lane_call *calls; /* the most frequent first */
    size_t num_calls;
    struct pp_super *super; /* NULL: not asked for */
};

void pp_lane_unit_free(struct pp_lane_unit *unit);

/* Has code of F been copied? */
bool pp_lane_made(const struct pp_lane_function *f);

/* How many instructions the facts that are kept in F save, in the run that was the profile. */
uint64_t pp_lane_benefit(const struct pp_lane_function *f);

/* Of functions with hot paths. */
struct pp_lane_total {
    uint64_t functions, with_lanes;
    uint64_t hot_paths, made;    /* of these, that have lanes of their own */
    uint64_t statements, copied; /* before, in the functions with lanes; added to them */
    uint64_t decided;            /* branches that are none any more */
    uint64_t benefit;
};

void pp_lane_add(struct pp_lane_total *total, const struct pp_lane_function *f);

extern const char *const pp_lane_call_names[PP_CALL_FATES];
extern const char *const pp_lane_fate_names[PP_LANE_FATES];
extern const char *const pp_lane_kind_names[PP_LANE_FACT_KINDS];
extern const char *const pp_lane_stage_names[PP_LANE_STAGES];

/* How the text looks. */
struct pp_lane_style {
    const char *bold, *plain; /* escape sequences, or "" */
    /* The text of a source line; NULL if it is not to be had.  May be NULL. */
    const char *(*source)(void *context, const char *file, uint32_t line);
    void *context;
    bool made;  /* show functions with lanes alone */
    bool whole; /* by their names, not by short forms of these */
};

#endif
