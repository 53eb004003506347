/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pass that readies bodies where GCC would profile them. */
#ifndef PATHPROF_PREPARE_H
#define PATHPROF_PREPARE_H

#include "gcc/base/compilation.h"

opt_pass *pp_make_prepare_pass(struct pp_compilation *c);

#endif
