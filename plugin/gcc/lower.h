/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The late pass that turns markers into code. */
#ifndef PATHPROF_LOWER_H
#define PATHPROF_LOWER_H

#include "instrument.h"

/* A GIMPLE pass, to be placed right before expansion to RTL. */
opt_pass *pp_make_lower_pass(const struct pp_compilation *c);

#endif
