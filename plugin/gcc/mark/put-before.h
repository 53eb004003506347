/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code before a call, also before one that returns twice. */
#ifndef PATHPROF_PUT_BEFORE_H
#define PATHPROF_PUT_BEFORE_H

#include "gcc/base/compat.h"

/* A call that returns twice comes back the second time over an edge to the beginning of its block, where GCC (14 and
   later) wants nothing before the call.  Gives each such call of FN a block of its own, behind one for
   pp_put_before. */
void pp_make_room_before(struct function *fn);

/* Puts SEQ before STMT, where it is executed once for each call, behind what was put there already. */
void pp_put_before(gimple *stmt, gimple_seq seq);

#endif
