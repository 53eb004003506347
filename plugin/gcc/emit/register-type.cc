/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What callers and callees of a function know of it: its plan's words and its declaration. */
#include "gcc/base/compat.h"
#include "gcc/base/machine.h"
#include "gcc/emit/register-type.h"
#include "function.h"
#include "tm_p.h"

tree pp_pair_type(void)
{
    return build_complex_type(uint64_type_node);
}

bool pp_fits_word(tree type)
{
    return (INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type)) && tree_fits_uhwi_p(TYPE_SIZE(type)) &&
           tree_to_uhwi(TYPE_SIZE(type)) <= 64;
}

static bool has_fixed_size(tree type)
{
    return COMPLETE_TYPE_P(type) && TREE_CODE(TYPE_SIZE(type)) == INTEGER_CST;
}

/* ---- Where parameters are. */

static rtx pass(CUMULATIVE_ARGS *passed, tree type)
{
    function_arg_info parameter(type, true);
    apply_pass_by_reference_rules(passed, parameter);
    rtx place = targetm.calls.function_arg(pack_cumulative_args(passed), parameter);
    targetm.calls.function_arg_advance(pack_cumulative_args(passed), parameter);
    return place;
}

/* The register in which a function with RESULT, and otherwise of TYPE, finds a word that is passed behind PARAMETERS;
   INVALID_REGNUM if it is in none. */
static unsigned register_behind(tree type, tree result, const vec<tree> &parameters)
{
    CUMULATIVE_ARGS passed;
    INIT_CUMULATIVE_ARGS(passed, type, NULL_RTX, NULL_TREE, parameters.length() + 1);
    if (aggregate_value_p(result, type)) /* the caller says where to put it */
        pass(&passed, ptr_type_node);
    for (unsigned i = 0; i < parameters.length(); i++)
        pass(&passed, parameters[i]);
    rtx place = pass(&passed, uint64_type_node);
    /* A program's own variable may be in a register that it passes nothing in. */
    return place && REG_P(place) && !global_regs[REGNO(place)] ? REGNO(place) : INVALID_REGNUM;
}

/* What is passed to a function of TYPE, by its declaration: C++ passes by reference what has to stay where it is.
   Returns false if that is not known. */
static bool list_parameters(tree type, vec<tree> *parameters)
{
    for (tree p = TYPE_ARG_TYPES(type); p != void_list_node; p = TREE_CHAIN(p)) {
        if (!p || !has_fixed_size(TREE_VALUE(p)))
            return false;
        parameters->safe_push(TREE_ADDRESSABLE(TREE_VALUE(p)) ? ptr_type_node : TREE_VALUE(p));
    }
    return true;
}

tree pp_function_type(tree result, tree parameters, tree type)
{
    return build_type_attribute_variant(build_function_type(result, parameters),
                                        TYPE_ATTRIBUTES(type));
}

/* Whether a function of TYPE keeps all registers but that of its result: nothing may come back in another. */
static bool keeps_registers(tree type)
{
    return lookup_attribute("no_caller_saved_registers", TYPE_ATTRIBUTES(type)) ||
           lookup_attribute("interrupt", TYPE_ATTRIBUTES(type));
}

/* Whether DECL says what its parameters are, and may have others. */
static bool may_change(tree decl)
{
    tree type = TREE_TYPE(decl);
    return PP_HANDS_IN_REGISTERS && opt_for_fn(decl, optimize) && prototype_p(type) &&
           !stdarg_p(type) && !keeps_registers(type) &&
           !lookup_attribute("noipa", DECL_ATTRIBUTES(decl));
}

bool pp_agree(const struct pp_compilation *c, tree decl, struct pp_agreement *a)
{
    unsigned words = pp_handed_to(c, decl), in_registers;
    tree type = TREE_TYPE(decl), result = TREE_TYPE(type);
    auto_vec<tree> passed;
    *a = {};
    a->in_memory = words;
    if (!(words & PP_HANDED_AGREED) || !may_change(decl) || !list_parameters(type, &passed))
        return false;
    /* The path first: more waits for it. */
    a->first_register = register_behind(type, result, passed);
    a->path = (words & PP_HANDED_PATH) && a->first_register != INVALID_REGNUM;
    if (a->path)
        passed.safe_push(uint64_type_node);
    a->nvc = (words & PP_HANDED_NVC) && register_behind(type, result, passed) != INVALID_REGNUM;
    a->back = (words & PP_HANDED_BACK) && (VOID_TYPE_P(result) || pp_fits_word(result)) &&
              !aggregate_value_p(pp_pair_type(), type);
    in_registers = a->path * PP_HANDED_PATH | a->nvc * PP_HANDED_NVC | a->back * PP_HANDED_BACK;
    if (!in_registers)
        return false;
    a->in_memory = words & ~in_registers;
    a->result = a->back ? pp_pair_type() : result;
    tree parameters = NULL_TREE;
    for (tree p = TYPE_ARG_TYPES(type); p != void_list_node; p = TREE_CHAIN(p))
        parameters = tree_cons(NULL_TREE, TREE_VALUE(p), parameters);
    for (int i = 0; i < a->path + a->nvc; i++)
        parameters = tree_cons(NULL_TREE, uint64_type_node, parameters);
    a->type = pp_function_type(a->result, chainon(nreverse(parameters), void_list_node), type);
    return true;
}

/* The register of a word behind ARGUMENTS, without the one at LEFT_OUT. */
static unsigned register_of_next(const struct pp_agreement *a, tree result,
                                 const vec<tree> &arguments, unsigned left_out)
{
    auto_vec<tree> types;
    for (unsigned i = 0; i < arguments.length(); i++)
        if (i != left_out)
            types.safe_push(TREE_TYPE(arguments[i]));
    return register_behind(a->type, result, types);
}

/* Adds words to ARGUMENTS until the next is where A has its first.  Returns false, and adds none, if none will be. */
static bool lead_to_first(const struct pp_agreement *a, tree result, vec<tree> *arguments)
{
    unsigned given = arguments->length();
    for (;;) {
        unsigned next = register_of_next(a, result, *arguments, -1U);
        if (next == a->first_register)
            return true;
        if (next == INVALID_REGNUM)
            break;
        arguments->safe_push(build_zero_cst(uint64_type_node));
    }
    arguments->truncate(given);
    return false;
}

/* Takes the last of ARGUMENTS that is in the way of the next word out; in floating-point registers none is.  Returns
   whether there was one. */
static bool drop_last(const struct pp_agreement *a, tree result, vec<tree> *arguments)
{
    unsigned next = register_of_next(a, result, *arguments, -1U), i = arguments->length();
    while (i-- > 0)
        if (next == INVALID_REGNUM || register_of_next(a, result, *arguments, i) != next) {
            arguments->ordered_remove(i);
            return true;
        }
    return false;
}

bool pp_fit_arguments(const struct pp_agreement *a, tree result, vec<tree> *arguments)
{
    if (!a->path && !a->nvc)
        return true;
    while (!lead_to_first(a, result, arguments))
        if (!drop_last(a, result, arguments))
            return false;
    return true;
}
