/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile copies what is behind joins of its hot ways. */
#ifndef PATHPROF_SUPERBLOCKS_H
#define PATHPROF_SUPERBLOCKS_H

#include "gcc/base/compat.h"
#include "gcc/use/hottest-code.h"

/* A GIMPLE pass, behind GCC's tracer, whose options switch it off, too; ours to register, GCC's to free.  HOTTEST is
   looked at when it runs. */
opt_pass *pp_make_superblocks_pass(const struct pp_compilation *c,
                                   const struct pp_hottest_code *hottest);

#endif
