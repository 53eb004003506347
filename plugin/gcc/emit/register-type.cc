/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What callers and callees of a function know of it: its plan's words and its declaration. */
#include "gcc/base/compat.h"
#include "gcc/base/machine.h"
#include "gcc/emit/register-type.h"

tree pp_pair_type(void)
{
    return build_complex_type(uint64_type_node);
}

bool pp_fits_word(tree type)
{
    return (INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type)) && tree_fits_uhwi_p(TYPE_SIZE(type)) &&
           tree_to_uhwi(TYPE_SIZE(type)) <= 64;
}

/* The type of what is passed for a parameter of TYPE: C++ passes by reference what has to stay where it is. */
static tree passed_type(tree type)
{
    return TREE_ADDRESSABLE(type) ? ptr_type_node : type;
}

/* How many registers for integers a parameter of TYPE takes, at most. */
static unsigned registers_of(tree type)
{
    return SCALAR_FLOAT_TYPE_P(type) ? 0 : pp_fits_word(passed_type(type)) ? 1 : 2;
}

tree pp_function_type(tree result, tree parameters, tree type)
{
    return build_type_attribute_variant(build_function_type(result, parameters),
                                        TYPE_ATTRIBUTES(type));
}

/* Whether DECL says what its parameters are, and may have others. */
static bool may_change(tree decl)
{
    tree type = TREE_TYPE(decl);
    return PP_HANDS_IN_REGISTERS && opt_for_fn(decl, optimize) && prototype_p(type) &&
           !stdarg_p(type) && !lookup_attribute("noipa", DECL_ATTRIBUTES(decl));
}

bool pp_agree(const struct pp_compilation *c, tree decl, struct pp_agreement *a)
{
    unsigned words = pp_handed_to(c, decl), registers = 0;
    tree type = TREE_TYPE(decl), result = TREE_TYPE(type), parameters = NULL_TREE;
    *a = {};
    a->in_memory = words;
    if (!(words & PP_HANDED_ALWAYS) || !may_change(decl))
        return false;
    for (tree p = TYPE_ARG_TYPES(type); p != void_list_node; p = TREE_CHAIN(p)) {
        registers += registers_of(TREE_VALUE(p));
        parameters = tree_cons(NULL_TREE, TREE_VALUE(p), parameters);
    }
    /* The path first: more waits for it. */
    a->path = (words & PP_HANDED_PATH) && registers < PP_PARAMETER_REGISTERS;
    a->nvc = (words & PP_HANDED_NVC) && registers + a->path < PP_PARAMETER_REGISTERS;
    a->back = (words & PP_HANDED_BACK) && (VOID_TYPE_P(result) || pp_fits_word(result));
    unsigned in_registers =
        a->path * PP_HANDED_PATH | a->nvc * PP_HANDED_NVC | a->back * PP_HANDED_BACK;
    if (!in_registers)
        return false;
    a->in_memory = words & ~in_registers;
    for (int i = 0; i < a->path + a->nvc; i++)
        parameters = tree_cons(NULL_TREE, uint64_type_node, parameters);
    parameters = chainon(nreverse(parameters), void_list_node);
    a->type = pp_function_type(a->back ? pp_pair_type() : result, parameters, type);
    return true;
}

/* Whether a parameter of one type is where one of the other is, too. */
static bool is_passed_alike(tree type, tree other)
{
    if (pp_fits_word(type) && pp_fits_word(other))
        return true;
    return TYPE_MODE(type) == TYPE_MODE(other) && TYPE_MODE(type) != BLKmode
               ? AGGREGATE_TYPE_P(type) == AGGREGATE_TYPE_P(other)
               : TYPE_MAIN_VARIANT(type) == TYPE_MAIN_VARIANT(other);
}

/* Anything, for a parameter of TYPE. */
static tree any_value(tree type)
{
    bool has_size = COMPLETE_TYPE_P(type) && TREE_CODE(TYPE_SIZE(type)) == INTEGER_CST;
    return !has_size                  ? null_pointer_node
           : is_gimple_reg_type(type) ? build_zero_cst(type)
                                      : create_tmp_var(type);
}

void pp_list_arguments(const gcall *call, const struct pp_agreement *a, vec<tree> *arguments)
{
    unsigned n = list_length(TYPE_ARG_TYPES(a->type)) - 1 - a->path - a->nvc;
    tree p = TYPE_ARG_TYPES(a->type);
    for (unsigned i = 0; i < n; i++, p = TREE_CHAIN(p)) {
        tree type = passed_type(TREE_VALUE(p));
        tree given = i < gimple_call_num_args(call) ? gimple_call_arg(call, i) : NULL_TREE;
        bool fits = given && is_passed_alike(TREE_TYPE(given), type);
        arguments->safe_push(fits ? given : any_value(type));
    }
}
