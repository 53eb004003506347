/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option bursts=: a body is there twice.  The plain one has no markers left, and is optimised as it
   would be without the plugin; the other, which is cold, has them all, and becomes code that counts.
   Which of them an activation takes is asked once, when a function is entered that is not inlined. */
#ifndef PATHPROF_BURSTS_H
#define PATHPROF_BURSTS_H

#include "gcc/base/compilation.h"

/* A GIMPLE pass, first behind inlining and the lowering of exception dispatch. */
opt_pass *pp_make_bursts_pass(const struct pp_compilation *c);

#endif
