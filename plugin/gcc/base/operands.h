/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PATHPROF_OPERANDS_H
#define PATHPROF_OPERANDS_H

#include "gcc/base/compat.h"

/* STMT has got other operands, perhaps within an address: whether that is a constant may have changed. */
void pp_changed_operands(gimple *stmt);

#endif
