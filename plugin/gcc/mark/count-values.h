/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option values=: counting divisors and sizes. */
#ifndef PATHPROF_COUNT_VALUES_H
#define PATHPROF_COUNT_VALUES_H

#include "gcc/mark/emission.h"

/* Writes the code that counts the values of E's procedure, whose body is NODE's; adds it to CALLS. */
void pp_write_values(const struct pp_emission *e, const struct pp_sites *sites,
                     struct cgraph_node *node, vec<gcall *> *calls);

#endif
