/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbering a whole scope (thesis 3.5.2, 3.5.3; 4.1.1). */
#ifndef PATHPROF_SCOPE_NUMBER_H
#define PATHPROF_SCOPE_NUMBER_H

#include "core/number/number.h"
#include "core/transform/call-order.h"

/* Numbers the scope, transformed.  Returns false if the numbers do not fit
   N->numbers or the graph has a cycle; *TOTAL is how many paths there are. */
bool pp_number_scope(const struct pp_graph *g, const struct pp_scope *scope, enum pp_mode mode,
                     const struct pp_call_order *order, struct pp_numbering *n,
                     struct pp_num *total);

#endif
