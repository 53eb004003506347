/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With -fnon-call-exceptions a volatile asm may throw, so that GCC's inliner gives each marker that it copies into a
   try block a way to the handler.  Markers are taken out or become code later, in the middle of passes that expect the
   CFG to stay as it is. */
#ifndef PATHPROF_NEVER_THROW_H
#define PATHPROF_NEVER_THROW_H

#include "gcc/base/compilation.h"

/* A GIMPLE pass, behind inlining and before exception dispatch is lowered: markers have no handlers. */
opt_pass *pp_make_never_throw_pass(const struct pp_compilation *c);

#endif
