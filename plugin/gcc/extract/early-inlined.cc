/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GCC makes a clone of a function's node for each call that it inlines, but for the last one of a function that is not
   needed any more, which has no body of its own then. */
#include "gcc/base/compat.h"
#include "gcc/extract/early-inlined.h"

static void node_duplicated(struct cgraph_node *node, struct cgraph_node *clone, void *data)
{
    struct pp_compilation *c = (struct pp_compilation *)data;
    if (!clone->inlined_to)
        return;
    if (!c->inlined)
        c->inlined = new hash_set<tree>;
    c->inlined->add(node->decl);
}

void pp_watch_inlining(struct pp_compilation *c)
{
    c->inlining = symtab->add_cgraph_duplication_hook(node_duplicated, c);
}

void pp_watch_inlining_no_more(struct pp_compilation *c)
{
    if (c->inlining)
        symtab->remove_cgraph_duplication_hook(c->inlining);
    c->inlining = NULL;
}

bool pp_was_inlined(const struct pp_compilation *c, const struct cgraph_node *node)
{
    return c->inlined && c->inlined->contains(node->decl);
}
