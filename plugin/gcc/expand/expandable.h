/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which calls can be replaced by the body of what they call. */
#ifndef PATHPROF_EXPANDABLE_H
#define PATHPROF_EXPANDABLE_H

/* The function that call E, which is direct, is certain to enter, if its body is in this unit and is
   no thunk's; NULL if there is none. */
struct cgraph_node *pp_callee_with_body(struct cgraph_edge *e);

/* Why call E, which has such a callee, cannot be expanded: GCC's rules for inlining, and a few of
   ours; a sentence without its end.  NULL if it can be. */
const char *pp_why_not_expanded(struct cgraph_edge *e);

/* Why GCC must never inline CALLEE, which has a body, into CALLER, of which the bodies need not be here; NULL if it
   may. */
const char *pp_why_never_inlined(struct cgraph_node *caller, struct cgraph_node *callee);

/* By how much the caller of E, which can be expanded, would grow if GCC inlined it, at most, in GCC's
   measure of code. */
int pp_growth_by_inlining(struct cgraph_edge *e);

/* Is it likely that GCC inlines E, which is executed often, by itself, if the caller grows by GROWTH?  It does
   that with regard to all else that is to be inlined, and should not be forestalled. */
bool pp_is_left_to_inliner(struct cgraph_edge *e, int growth);

#endif
