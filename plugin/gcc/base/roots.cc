/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/roots.h"

/* A list of what pp_keep was given. */
static tree kept;

static const struct ggc_root_tab roots[] = {
    {&kept, 1, sizeof kept, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node}, LAST_GGC_ROOT_TAB};

void pp_register_roots(const char *name)
{
    register_callback(name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
                      const_cast<struct ggc_root_tab *>(roots));
}

tree pp_keep(tree t)
{
    kept = tree_cons(NULL_TREE, t, kept);
    return t;
}
