/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markers: what stands in a body for an action until it becomes code.  A volatile asm without text
   and without memory operands: no pass moves, merges or drops it, none has to walk past a store for
   it, and the counters in it keep no fact of the program from being found.

   An activation has a token, the SSA name that its ENTER marker defines; its other markers use it.
   So the markers of two inlined copies of one function, even one inside the other, tell whose path
   they are about.  PHIs that join tokens join copies of one activation. */
#ifndef PATHPROF_MARKER_H
#define PATHPROF_MARKER_H

struct pp_marker {
    uint32_t proc;
    uint32_t action; /* index in the procedure's plan, or PP_MARKER_ENTER */
    tree token;      /* SSA name; NULL if the action needs none */
    tree times;      /* a 64-bit value: how often it is done at once; NULL: once */
    tree number;     /* PP_MARKER_COUNT and _RARE only: the path + 1, a 64-bit value */
    tree block;      /* likewise: the thread's block; NULL if it is not needed */
    tree inner;      /* likewise: the inner path, if it is not negative; NULL if there is none */
};

#define PP_MARKER_ENTER UINT32_MAX

/* Added to an action: what it sets the path register to, and nothing else, in an activation that was
   not counted so far. */
#define PP_MARKER_BEGINS (UINT32_C(1) << 31)

/* In place of an action: a path whose number has been computed is to be counted; the second where that is done rarely.
   They have no token. */
#define PP_MARKER_COUNT (UINT32_MAX - 1)
#define PP_MARKER_COUNT_RARE (UINT32_MAX - 2)

/* Returns a marker statement to count path NUMBER - 1 of PROC.  TIMES, INNER and BLOCK may be NULL. */
gimple *pp_marker_build_count(uint32_t proc, bool rare, tree number, tree times, tree inner,
                              tree block);

/* Returns a marker statement; TOKEN is defined by it if ACTION is PP_MARKER_ENTER.  TIMES may be NULL. */
gimple *pp_marker_build(uint32_t proc, uint32_t action, tree token, tree times);

/* Whether STMT is a marker; if so fills MARKER. */
bool pp_marker_read(gimple *stmt, struct pp_marker *marker);

#endif
