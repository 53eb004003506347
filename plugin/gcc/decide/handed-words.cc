/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the plan of a function says of its calls. */
#include "gcc/base/compat.h"
#include "gcc/decide/handed-words.h"

unsigned pp_handed_words(const struct pp_plan *plan, bool aliased, bool jumps)
{
    unsigned words = jumps ? PP_HANDED_JUMPS : 0;
    if (!plan->hands_over || plan->always_root)
        return words;
    /* What enters a root in another way passes anything, which must not come to be in memory: with heads it may
       (in-registers.cc). */
    if (!aliased && !jumps && !(plan->may_be_root && plan->all_heads))
        words |= PP_HANDED_AGREED;
    if (!plan->relative)
        words |= plan->ends ? PP_HANDED_PATH : PP_HANDED_PATH | PP_HANDED_NVC;
    if (!plan->single && !plan->ends)
        words |= PP_HANDED_BACK;
    return words;
}

unsigned pp_handed_to(const struct pp_compilation *c, tree decl)
{
    unsigned *words = decl && c->handed ? c->handed->get(decl) : NULL;
    return words ? *words : 0;
}
