/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who can call a function. */
#include "gcc/base/compat.h"
#include "gcc/base/function-name.h"
#include "gcc/extract/calls.h"
#include "gcc/extract/callers.h"

struct cgraph_node *pp_origin(struct cgraph_node *node)
{
    while (node->clone_of)
        node = node->clone_of;
    return node;
}

static bool is_in_symbol(char c)
{
    return ISALNUM(c) || c == '_' || c == '.' || c == '$';
}

/* Whether TEXT has NAME in it, as a whole word. */
static bool names(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
        if (!is_in_symbol(at[length]) && (at == text || !is_in_symbol(at[-1])))
            return true;
    return false;
}

/* Whether an asm statement outside of functions names FUNCTION, and so may call it: GCC does not look. */
static bool is_named_in_asm(tree function)
{
    const char *name = pp_assembler_name(function);
    for (asm_node *node = symtab->first_asm_symbol(); node; node = pp_next_asm(node)) {
        tree text =
            TREE_CODE(node->asm_str) == STRING_CST ? node->asm_str : ASM_STRING(node->asm_str);
        if (names(TREE_STRING_POINTER(text), name))
            return true;
    }
    return false;
}

bool pp_called_from_elsewhere(struct cgraph_node *node)
{
    /* Without optimisation GCC keeps every function; that alone calls none. */
    bool kept = node->force_output && (optimize || DECL_PRESERVE_P(node->decl));
    return node->externally_visible || node->address_taken || kept || node->forced_by_abi ||
           node->has_aliases_p() || DECL_STATIC_CONSTRUCTOR(node->decl) ||
           DECL_STATIC_DESTRUCTOR(node->decl) || is_named_in_asm(node->decl);
}

bool pp_only_called_from(struct cgraph_node *node, hash_set<tree> *instrumented)
{
    if (!node->inlined_to && (pp_called_from_elsewhere(node) || node->used_from_other_partition ||
                              node->in_other_partition))
        return false;
    for (cgraph_edge *e = node->callers; e; e = e->next_caller)
        if (e->caller->thunk || !instrumented->contains(pp_origin(e->caller)->decl))
            return false;
    for (struct cgraph_node *clone = node->clones; clone; clone = clone->next_sibling_clone)
        if (!pp_only_called_from(clone, instrumented))
            return false;
    return true;
}
