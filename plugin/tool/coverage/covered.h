/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paths that a program took in one or several runs, and in which. */
#ifndef PATHPROF_COVERED_H
#define PATHPROF_COVERED_H

#include "tool/coverage/joined-parts.h"
#include "tool/inner/entrances.h"
#include "tool/load/load.h"

/* A path that some test took. */
struct pp_covered {
    uint32_t proc;
    uint32_t tests; /* so many took it ... */
    uint32_t first; /* ... of these the first */
    uint64_t number, count;
};

/* What one data file has. */
struct pp_test {
    const char *file; /* of the command line, or of the load */
    size_t paths;     /* that it took */
    size_t alone;     /* of these, that no other did */
    size_t adds;      /* that it adds to those before it in pp_tests_order's order */
    uint32_t *taken;  /* indices into the covered paths, rising; malloc'd */
};

struct pp_tests {
    struct pp_load
        load; /* the program, with the counts of the first data file; projected, if it must be (projected.h) */
    bool projected;
    struct pp_entrances entrances; /* of all tests; none if no path follows calls */
    struct pp_covered *paths;      /* by procedure, then number */
    size_t num_paths;
    struct pp_test *tests;
    uint32_t num;
    bool *
        in_parts; /* by procedure: its paths are known in parts only (projected.h); NULL: none is */
    uint32_t parted;                 /* how many, if they are left out */
    struct pp_part_turns part_turns; /* of them, by procedure */
    uint32_t collapsed; /* procedures that are left out since loops in them are collapsed */
    bool *counts;       /* by procedure: its paths are counted ... */
    /* ... with those of all copies of the same body, each of which is the same as it (core/profile/copies.h); of
       projected paths only its own. */
    uint32_t *same;
};

/* Loads PROGRAM and data FILES (NUM of them; 0: the one that SETTINGS names, or the program's own).  Returns
   PP_OK, or PP_BAD_INPUT after a line on stderr; there is nothing to free then. */
enum pp_status pp_tests_load(struct pp_tests *tests, const struct pp_settings *settings,
                             const char *program, char *const *files, size_t num);
void pp_tests_free(struct pp_tests *tests);

/* Index of the first of the covered paths of procedures from P on. */
size_t pp_first_covered(const struct pp_tests *tests, uint32_t p);

/* Is there anything to measure?  If not, or if something is left out, there is a line on stderr. */
bool pp_tests_measured(const struct pp_tests *tests);

#endif
