/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compatibility partition, put together plainly. */
#ifndef FIRST_FIT_H
#define FIRST_FIT_H

#include "core/reduce/reduce.h"

/* Whether BLOCK, which pp_compatible has made for HOT vertices of H, is what comes out if each copy is compared with
   every member of every block that there is. */
bool is_first_fit(const struct pp_hot_graph *h, const struct pp_facts *facts, const bool *hot,
                  const uint32_t *block);

#endif
