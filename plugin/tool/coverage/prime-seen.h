/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which prime paths (prime-paths.h) the executed paths of a procedure have.

   A prime path that crosses no edge at which executed paths end is part of one of them, or was not executed.  One that
   does, a loop's back edge for instance, consists of pieces: the end of one executed path, the beginning of the next,
   and, if it crosses several, whole ones in between.  If there is no executed path with one of the pieces, it was not
   executed.  If there are, only counts can tell: of N times that control crossed the edge, A came by a path that ends
   with the first piece, and B went on with one that begins with the second, so that A + B - N at least did both.  If
   that is not more than 0, it is not known.  In mode kpath paths go through the back edges of innermost loops, and
   nothing of that kind is left open there; but where a loop is collapsed (kouter=), what is on no path is not known. */
#ifndef PATHPROF_PRIME_SEEN_H
#define PATHPROF_PRIME_SEEN_H

#include "tool/coverage/covered.h"
#include "tool/coverage/impossible.h"
#include "tool/coverage/prime-paths.h"

/* The last is said by pp_primes_rule_out. */
enum pp_seen { PP_NOT_SEEN, PP_SEEN, PP_MAY_BE_SEEN, PP_CANNOT_BE_SEEN, PP_SEEN_KINDS };

/* By prime path of PRIMES, those of P, whether TESTS executed it: enum pp_seen, malloc'd. */
uint8_t *pp_primes_seen(const struct pp_prime_paths *primes, const struct pp_tests *tests,
                        uint32_t p);

/* Sets SEEN to PP_CANNOT_BE_SEEN for those of PRIMES, of procedure P, that no test of TESTS executed and that have a
   turn of IMPOSSIBLE.  What ran is possible, whatever was proven. */
void pp_primes_rule_out(const struct pp_prime_paths *primes, const struct pp_line_graph *lines,
                        const struct pp_tests *tests, const struct pp_impossible *impossible,
                        uint32_t p, uint8_t *seen);

#endif
