/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files and directories as -ffile-prefix-map, -fdebug-prefix-map, -fmacro-prefix-map and
   -fprofile-prefix-map have them: all that goes into objects. */
#ifndef PATHPROF_MAPPED_H
#define PATHPROF_MAPPED_H

/* NAME, mapped; what is returned lives as long as the compilation.  NULL for NULL. */
const char *pp_mapped(const char *name);

/* The source that is compiled, and the directory in which the compiler runs, mapped. */
const char *pp_mapped_input(void);
const char *pp_mapped_directory(void);

/* What tells objects of one source from each other: the name of this one, without its end; mapped,
   too. NULL if there is none. */
const char *pp_mapped_output(void);

/* In plugin_init: GCC writes its options into debug information; names of files among those that
   are the plugin's are not to be there. */
void pp_hide_places(void);

#endif
