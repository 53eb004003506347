/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of paths and functions, by samples of where the program was.

   A sample is placed on a line of a function, and belongs to the executions of those blocks of it that have
   the line.  All of them are taken to have cost the same: which of them it was that a sample fell into nobody
   knows.  So a path has of each line's samples the share that it has of the executions.  Where all are its own
   that is certain; TIME says between which bounds the apportioned time lies. */
#ifndef PATHPROF_TIMES_H
#define PATHPROF_TIMES_H

#include "tool/load/load.h"
#include "tool/path/walk.h"

/* In periods of the samples. */
struct pp_time {
    double periods;
    double error;       /* one standard error of the counting of samples */
    double least, most; /* if all that is apportioned were others', or all of it its own */
};

struct pp_spot; /* lines of functions with the samples on them */

struct pp_times {
    double hz;   /* periods a second; 0: there are no samples, and nothing else is set */
    double look; /* periods that come together (pp_samples.looks) */
    /* All of them, and where they are; these are in sum ALL: */
    double all;
    double on_paths;       /* on lines of blocks that counted paths ran */
    double elsewhere;      /* in the code of functions that are counted, on none of these */
    double uncounted;      /* in other code of the program */
    double runtime;        /* in pathprof's own functions */
    double outside;        /* in other modules: libraries, the kernel's */
    bool lacks_split;      /* nor are units whose .dwo file is not found */
    bool replaced;         /* the program is not the file that ran: nothing is placed */
    bool unknown;          /* nor is known which are its own: no module has its name or build id */
    bool no_lines;         /* the program has no debug information: nothing is placed */
    struct pp_time *paths; /* by path of the profile */
    struct pp_time *procs; /* by procedure: in its own code, wherever it was inlined */
    double *procs_elsewhere; /* of this, on no block that ran */
    struct pp_spot *spots;
    uint32_t num_spots;
    uint32_t *of_vertex,
        *first_of; /* spots that vertex V is of: of_vertex[first_of[V]] up to [V + 1] */
    double *cost;  /* by vertex: what one execution of it took, on paths */
    /* What is being added up: executions by spot, and the spots that have any. */
    double *visits;
    uint32_t *visited;
    uint32_t num_visited;
};

/* Whether LOAD has samples.  If not, says so for the subcommand COMMAND, which cannot do without. */
bool pp_need_samples(const struct pp_load *load, const char *command);

/* LOAD's samples placed, and the times of its paths and procedures. */
void pp_times_make(struct pp_times *times, const struct pp_load *load);
void pp_times_free(struct pp_times *times);

/* The time of any executions: COUNT of vertex V, for as many V as there are; then what they took in sum. */
void pp_times_visit(struct pp_times *times, uint32_t v, double count);
struct pp_time pp_times_take(struct pp_times *times);

/* Sorts INDICES, NUM of them, by the time that TIME has of each, most first; equal ones stay as they are. */
void pp_sort_by_time(const struct pp_time *time, size_t *indices, size_t num);

/* Spot I: its function, its line (line 0: where the function is entered, or returns) and its samples. */
uint32_t pp_spot_proc(const struct pp_times *times, uint32_t i);
struct pp_line pp_spot_line(const struct pp_times *times, uint32_t i);
double pp_spot_periods(const struct pp_times *times, uint32_t i);

#endif
