/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that may not be split into a hot and a cold section. */
#include "gcc/base/compat.h"
#include "gcc/use/labels.h"

/* A subtraction with a label in it, anywhere in *TP. */
static tree find_difference(tree *tp, int *walk_subtrees, void *inside)
{
    if (TREE_CODE(*tp) == LABEL_DECL)
        return inside ? *tp : NULL_TREE;
    if (TYPE_P(*tp) || (DECL_P(*tp) && TREE_CODE(*tp) != LABEL_DECL))
        *walk_subtrees = 0;
    else if (!inside && (TREE_CODE(*tp) == MINUS_EXPR || TREE_CODE(*tp) == POINTER_DIFF_EXPR)) {
        *walk_subtrees = 0;
        return walk_tree_without_duplicates(tp, find_difference, tp);
    }
    return NULL_TREE;
}

/* Is a static variable of FN initialised with how far labels are apart? */
static bool has_table_of_differences(struct function *fn)
{
    unsigned i;
    tree variable;
    if (!fn->has_forced_label_in_static)
        return false;
    FOR_EACH_LOCAL_DECL(fn, i, variable)
    if (VAR_P(variable) && TREE_STATIC(variable) && DECL_INITIAL(variable) &&
        walk_tree_without_duplicates(&DECL_INITIAL(variable), find_difference, NULL))
        return true;
    return false;
}

/* Is a symbol subtracted in TEXT, which names labels of the function?  The place (".") is none: a
   label less the place has a relocation. */
static bool subtracts(const char *text)
{
    if (!strstr(text, "%l"))
        return false;
    for (const char *minus = strchr(text, '-'); minus; minus = strchr(minus + 1, '-')) {
        const char *what = minus + 1 + strspn(minus + 1, " \t");
        size_t digits = strspn(what, "0123456789");
        bool local = digits && (what[digits] == 'b' || what[digits] == 'f'); /* 1b, 1f */
        bool place = what[0] == '.' && !ISIDNUM(what[1]);
        if (local || !(place || digits))
            return true;
    }
    return false;
}

static bool has_subtracting_asm(struct function *fn)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    {
        gasm *last = safe_dyn_cast<gasm *>(last_nondebug_stmt(bb));
        if (last && gimple_asm_nlabels(last) && subtracts(gimple_asm_string(last)))
            return true;
    }
    return false;
}

void pp_keep_together(struct cgraph_node *node)
{
    struct function *fn = DECL_STRUCT_FUNCTION(node->decl);
    if (!has_table_of_differences(fn) && !has_subtracting_asm(fn))
        return;
    struct gcc_options options = global_options, set = global_options_set;
    cl_optimization_restore(&options, &set, opts_for_fn(node->decl));
    options.x_flag_reorder_blocks_and_partition = 0;
    DECL_FUNCTION_SPECIFIC_OPTIMIZATION(node->decl) = build_optimization_node(&options, &set);
}
