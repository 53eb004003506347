/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The intraprocedural paths of a profile, whatever its mode: what lanes inside procedures are made
   of.  A path of mode path or kpath is one; a path over calls is cut into what each procedure did,
   with the summary edge in the place of a call.

   Mode context says them exactly: what a caller did before a call is in the context-prefix.  Mode
   piecewise does not where an observable path ended while a call was under way: then one path ends
   with the call, another begins at its return site, and which follows which is not known.  They are
   joined so that every edge keeps its exact count, the most frequent to the most frequent.  Mode
   edge has no paths.  A path of mode kpath is cut at collapsed loops; of one of mode path-context
   the active-suffix is taken. */
#ifndef PATHPROF_INTRA_H
#define PATHPROF_INTRA_H

#include "core/profile/profile.h"
#include "core/number/path.h"

/* Makes *INTRA a profile of intraprocedural paths: only notes, paths and num_paths are set, so
   that pp_hot_make and pp_hot_cover choose among them and pp_profile_free frees it.  Paths are in
   order of procedures, none twice.  A path's edges are the program's, at least one: from where it
   begins (Entry, the target of a recording edge, or a RESTART vertex) to the recording edge or the
   edge into Exit with which it ends.  Only one of mode kpath goes over others on its way, and has a
   context-prefix: the iterations that have been counted with the paths before it.  Its stmts are
   those of the vertices of its active-suffix, without the target of the recording edge at its end;
   number is its place among its procedure's; prefix_stmts is 0. */
void pp_intra_make(struct pp_profile *intra, const struct pp_profile *profile);

/* The same, but paths of a procedure are told apart by the call that it was entered by, as far as
   PROFILE knows: one of mode context does for all but what comes from outside, by recursion, or by a
   call that it cuts, one of mode piecewise only up to where a path ends, others do not at all.  Of
   a procedure they are in the order of the calls' vertices. */
void pp_intra_by_call(struct pp_profile *intra, const struct pp_profile *profile);

/* Does PROFILE know of call vertex C, whose only callee is known, which of the callee's paths ran on which of
   the caller's?  One of mode context does where it cuts neither the call nor the return. */
bool pp_known_across(const struct pp_profile *profile, uint32_t c);

/* The same as pp_intra_make, but where a path makes one of CALLS (by vertex) of which that is known, it goes on in
   the callee: it has the call edge, what the callee did, and the return edge.  A path that begins in the callee
   has the call edge first. */
void pp_intra_across(struct pp_profile *intra, const struct pp_profile *profile, const bool *calls);

/* Tells of every part of a path that is one activation's: PART, its edges from active on, count times; not joined where
   a call came between.  STACK are the activations that called it, DEPTH of them as far as they are known, the nearest
   last, each with its call. */
struct pp_fragment;
typedef void pp_tell_part(void *data, const struct pp_fragment *part,
                          const struct pp_fragment *stack, uint32_t depth);
void pp_intra_tell(const struct pp_profile *profile, pp_tell_part *tell, void *data);

/* Sorts INTRA's paths as above, adds up what is equal, and sets numbers and stmts. */
void pp_intra_settle(struct pp_profile *intra);

/* The first of PROC's paths, *NUM of them. */
const struct pp_path *pp_intra_of(const struct pp_profile *intra, uint32_t proc, size_t *num);

#endif
