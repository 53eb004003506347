/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Partial inlining where functions are profiled.

   GCC splits a function that mostly needs little of its body (ipa-split.cc): what is left of it is small enough to be
   inlined, and calls the rest.  It does so behind the place where functions are profiled, and a profiled function has
   to stay whole, as its paths go through both halves.  So the plugin makes a *hot part* instead: a copy of what runs
   up to a return, in which everything else is one call of the function itself, that begins again from the start.  Calls
   of the function become calls of its hot part, which GCC may inline.

   That is the same program, since what runs before it is known that the rest is needed changes nothing but registers
   (the *trunk*).  And the profile is the same: an activation that returns from the hot part does all the counting of
   its path where the rest cannot be needed any more; one that begins again has counted nothing until then
   (gcc/mark/mark-hot-part.h). */
#ifndef PATHPROF_HOT_PARTS_H
#define PATHPROF_HOT_PARTS_H

/* In the prepare pass, when bodies are ready: makes hot parts of the functions of C's unit for which it pays, and leads
   the calls of them there, in the call graph; statements are changed when GCC inlines.  In modes over calls it has such
   functions inlined whole instead, if they are small. */
void pp_make_hot_parts(struct pp_compilation *c);

/* Where IPA decisions are made: what was not inlined would be one call more, so those calls are the function's again.
   Not where IPA knows all calls of a function, as it then believes of arguments what holds where the hot part calls
   it. */
void pp_drop_hot_parts(struct pp_compilation *c);

#endif
