/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured edge weights: the counts of an earlier profile, of any mode. */
#ifndef PATHPROF_MEASURED_H
#define PATHPROF_MEASURED_H

#include "profile.h"

struct pp_weights {
    struct pp_notes notes;
    struct pp_profile profile; /* of these notes */
    uint32_t *by_symbol;       /* the notes' procedures, by symbol */
};

void pp_weights_init(struct pp_weights *w);
void pp_weights_free(struct pp_weights *w);

/* Makes the profile of W's notes and DATA.  Returns NULL, or a malloc'd sentence if the data are of
   something else. */
char *pp_weights_make(struct pp_weights *w, const struct pp_data *data);

/* Gives PROC, whose edges have guessed weights, the counts of the procedure of W that has its
   symbol and its checksum: an edge its count by the number of calls, and pp_proc.calls.  What never
   ran keeps its guess, scaled to be tiny, so that of the cold the coldest can be told.  A local
   symbol must be of the unit called UNIT (may be NULL) or of the same source file; one that several
   units define alike (inline functions) has the sum of their counts.  Returns false, and changes
   nothing, if there is no such procedure. */
bool pp_weights_apply(struct pp_graph *g, uint32_t proc, const struct pp_weights *w,
                      const char *unit);

/* What a call called when the earlier profile was made: a function by its symbol, and the file that
   has its body. */
struct pp_measured_target {
    const char *symbol, *file; /* NULL: nobody knows */
    uint64_t count;
};

/* What the indirect call at the vertex that is the OFFSET-th of PROC's, counted from 0, called in
   the procedures of W that are PROC as in pp_weights_apply: the most frequent first, in *LIST,
   malloc'd. Returns how many. */
size_t pp_measured_targets(const struct pp_graph *g, uint32_t proc, const struct pp_weights *w,
                           const char *unit, uint32_t offset, struct pp_measured_target **list);

/* Whether W has a procedure that PROC is. */
bool pp_weights_know(const struct pp_graph *g, uint32_t proc, const struct pp_weights *w,
                     const char *unit);

/* PROC, of another checksum now, may be a procedure of W whose indirect calls were counted and have
   become tests since: its edges have got their weights then.  If so, gives it pp_proc.calls, and
   returns true. */
bool pp_weights_knew(struct pp_graph *g, uint32_t proc, const struct pp_weights *w,
                     const char *unit);

/* Length of SYMBOL without what makes the names of local symbols unique under LTO. */
size_t pp_symbol_length(const char *symbol);

#endif
