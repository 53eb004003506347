/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured edge weights: the counts of an earlier profile, of any mode. */
#ifndef PATHPROF_EARLIER_PROFILE_H
#define PATHPROF_EARLIER_PROFILE_H

#include "core/profile/profile.h"

struct pp_weights {
    struct pp_notes notes;
    struct pp_profile profile; /* of these notes */
    /* The procedures of the units that the data count, by symbol: what else the notes know was not
       there when the program ran. */
    uint32_t *by_symbol;
    uint32_t num_by_symbol;
    uint64_t *paths_run,
        *records_run; /* by procedure: how many different paths of it were executed; how often in all */
    char *directory; /* where the compiler runs now; NULL: unknown */
    bool calls_only; /* all units are of mode callgraph: nothing is known of edges */
    bool needs_all;  /* units were skipped that tell of lost paths or, if wanted, of targets */
};

void pp_weights_init(struct pp_weights *w);
void pp_weights_free(struct pp_weights *w);

/* Makes the profile of W's notes and DATA.  Returns NULL, or a malloc'd sentence if the data are of
   something else. */
char *pp_weights_make(struct pp_weights *w, const struct pp_data *data);

/* The procedures of W that PROC of G is: those with its symbol and its checksum.  A local symbol
   must be of the unit called UNIT (may be NULL) or of a source file of the same name, of that whose
   path has most in common with its own, and of several such units, of that which defines most of what G does; several
   units may define a symbol alike (inline functions).
   Returns malloc'd indices into W's notes, *FOUND of them; if none, *OTHERS says whether W has
   counts of one with another checksum.  OTHERS may be NULL. */
uint32_t *pp_weights_find(const struct pp_weights *w, const struct pp_graph *g, uint32_t proc,
                          const char *unit, uint32_t *found, bool *others);

/* Gives PROC, whose edges have guessed weights, the counts of what pp_weights_find finds, summed up: an edge its count
   by the number of calls, and pp_proc.calls, paths_run and records_run.  What never ran keeps its guess, scaled to be
   tiny, so that of the cold the coldest can be told.  Returns false, and changes nothing, if nothing is found. */
bool pp_weights_apply(struct pp_graph *g, uint32_t proc, const struct pp_weights *w,
                      const char *unit);

/* What a call called when the earlier profile was made: a function by its symbol, and the file that
   has its body. */
struct pp_measured_target {
    const char *symbol, *file; /* NULL: nobody knows */
    uint64_t count;
};

/* Adds what the indirect call at vertex CALL of PROFILE called to the NUM of *LIST, malloc'd (or
   NULL); the most frequent first.  Returns how many there are. */
size_t pp_add_measured(const struct pp_profile *profile, uint32_t call,
                       struct pp_measured_target **list, size_t num);

/* What the indirect call at the vertex that is the OFFSET-th of PROC's, counted from 0, called in
   the procedures of W that are PROC as pp_weights_find has them: the most frequent first, in *LIST,
   malloc'd. Returns how many. */
size_t pp_measured_targets(const struct pp_graph *g, uint32_t proc, const struct pp_weights *w,
                           const char *unit, uint32_t offset, struct pp_measured_target **list);

/* PROC, of another checksum now, may be a procedure of W whose indirect calls were counted and have
   become tests since: its edges have got their weights then.  If so, gives it pp_proc.calls, and
   returns true. */
bool pp_weights_knew(struct pp_graph *g, uint32_t proc, const struct pp_weights *w,
                     const char *unit);

#endif
