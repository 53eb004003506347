/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same lines in two versions of a text. */
#ifndef PATHPROF_LINE_MATCH_H
#define PATHPROF_LINE_MATCH_H

#include <stdint.h>

/* Which of the NUM_B lines B each of the NUM_A lines A is, in TO (PP_NONE: none): equal numbers are equal lines, but
   PP_NONE is equal to none.  Matched lines come in the same order in both.  Lines that occur once in both come first,
   as patience diff has them; what lies between two of these is matched in the same way, and where nothing occurs once,
   by the longest common subsequence, or, if that is too long a search, not. */
void pp_match_lines(const uint32_t *a, uint32_t num_a, const uint32_t *b, uint32_t num_b,
                    uint32_t *to);

#endif
