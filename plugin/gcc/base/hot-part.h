/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions are the hot part of another (gcc/decide/hot-parts.h). */
#ifndef PATHPROF_HOT_PART_H
#define PATHPROF_HOT_PART_H

/* PART is the hot part of the function WHOLE from now on. */
void pp_set_whole(tree part, tree whole);

/* The function of which DECL is the hot part; NULL if it is none. */
tree pp_whole_of(tree decl);

#endif
