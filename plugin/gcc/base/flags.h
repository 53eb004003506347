/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GCC's own options, as the two compiles need them. */
#ifndef PATHPROF_FLAGS_H
#define PATHPROF_FLAGS_H

/* In plugin_init: GCC has read its command line then, and has not yet made the options of the unit
   and of its functions from it. */

/* The compile that profiles.  What GCC derives from bodies that it believes final would be wrong
   once they count, and, if they are to be WHOLE, no function may be split before it is profiled. */
void pp_flags_to_profile(bool whole);

/* There: whether GCC would split functions (-fpartial-inlining), if the plugin did not keep them whole. */
bool pp_would_split_functions(void);

/* The second compile.  Bodies come to the place where they were profiled as they did then, SPLIT if GCC was not kept
   from that; the optimisations that -fprofile-use turns on are on, unless the user has said something else. */
void pp_flags_to_use(bool split);
/* There: whether they were. */
bool pp_had_split_functions(void);

/* Whether this is lto1, which knows itself (in_lto_p) only after plugin_init. */
bool pp_is_link(void);

/* Either, when IPA passes begin: functions with options of their own (attribute optimize, which
   begins with all that its level turns on) do without the same.  In a link that profiles, when they end: then those of
   objects that were compiled without the plugin, too, into which what counts may have been inlined. */
void pp_flags_of_functions(void);

/* Where IPA passes end, in a link: exceptions are on if a function has them.  GCC's lto_init_eh() says so when it reads
   such a function, but an IPA pass that makes a function the current one, and then none, has brought back the options
   of the command line.  Without exceptions GCC may write no unwind tables (but where these are the default). */
void pp_flags_of_exceptions(void);

/* Where the second compile has seen the bodies: what had to wait for that is on again. */
void pp_flags_give_back(void);

/* In a pass: options that are changed between these two are FN's, the function that is compiled, and no other's. */
void pp_change_options(struct cl_optimization *before);
void pp_changed_options(struct function *fn, struct cl_optimization *before);

/* The compiler, and its command line's options that shape the CFG, malloc'd. */
char *pp_shaping_options(void);

/* Whether this process generates the code that will run (cc1 without LTO, LTRANS). */
bool pp_generates_code(void);

/* What compiled C's bodies to their graphs, malloc'd: compiler and options; of a link, those of the
   first object. */
char *pp_made_by(const struct pp_compilation *c);

/* Where a unit is compiled: options as they are before it is read, and those again when IPA passes begin.  A
   precompiled header brings along the options that it was made with, which has no profile of its own, or was made
   without this. */
void pp_flags_keep(void);
void pp_flags_after_headers(void);

#endif
