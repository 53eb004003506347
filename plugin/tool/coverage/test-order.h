/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests in an order in which each adds most to those before it. */
#ifndef PATHPROF_TEST_ORDER_H
#define PATHPROF_TEST_ORDER_H

#include "tool/coverage/covered.h"

/* Puts the tests into ORDER (room for all) so that each adds most to those before it, of several that add as much the
   one that was named first; and sets what it adds: the greedy cover, which is at most ln n times as long as the
   shortest. Takes time as all tests have paths, times a logarithm. */
void pp_tests_order(struct pp_tests *tests, uint32_t *order);

#endif
