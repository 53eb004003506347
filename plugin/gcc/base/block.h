/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One basic block, for who copies it: figures, and what is said of it. */
#ifndef PATHPROF_BLOCK_H
#define PATHPROF_BLOCK_H

#include "gcc/base/compat.h"

/* Its statements, as GCC counts them for the size of code. */
int pp_block_size(basic_block bb);

/* How often control comes to it, by the counts of the edges. */
profile_count pp_count_before(basic_block bb);

/* GCC warns of none of its statements from now on, nor of copies of them.  For blocks that get copies: of what holds in
   one copy alone, say that a pointer is null on the way that never ran, GCC would warn though the source does not show
   it.  What holds in all of them the plain compile tells. */
void pp_silence_block(basic_block bb);

#endif
