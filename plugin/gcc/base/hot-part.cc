/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/hot-part.h"

/* An attribute that no source can name.  Clones, which copy their origin's declaration, have it too. */
static const char name[] = "pathprof hot part of";

void pp_set_whole(tree part, tree whole)
{
    DECL_ATTRIBUTES(part) = tree_cons(get_identifier(name), whole, DECL_ATTRIBUTES(part));
}

tree pp_whole_of(tree decl)
{
    tree attribute = lookup_attribute(name, DECL_ATTRIBUTES(decl));
    return attribute ? TREE_VALUE(attribute) : NULL_TREE;
}
