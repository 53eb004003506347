/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/extract/canonical.h"

void pp_canonicalise(struct function *fn)
{
    push_cfun(fn);
    loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
    loop_optimizer_finalize();
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
    cgraph_edge::rebuild_edges();
    pop_cfun();
}
