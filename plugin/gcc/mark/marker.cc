/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markers as GIMPLE_ASM:  asm volatile ("" : "=r" (token) : "i" (proc), "i" (action))  and
   asm volatile ("" : : "i" (proc), "i" (action), "r" (token)),  behind a loop with "rn" (times) as well;
   for a path that is to be counted  asm volatile ("" : : "i" (proc), "i" (COUNT), "rn" (number), "r" (block)),  behind
   a loop with "rn" (times) in between, or with "nr" (inner path). */
#include "gcc/base/compat.h"
#include "gcc/mark/gimple.h"
#include "gcc/mark/marker.h"

/* Told apart from the program's own empty asm by this constraint of its first input, which no front
   end can produce: both letters mean an immediate. */
static const char signature[] = "in";

/* That of how often an action is done at once, and of a path's number. */
static const char value_constraint[] = "rn";

/* That of an inner path. */
static const char inner_constraint[] = "nr";

static const char *constraint_of(tree input)
{
    return TREE_STRING_POINTER(TREE_VALUE(TREE_PURPOSE(input)));
}

/* The statement; its operands are the marker's own. */
static gasm *build(vec<tree, va_gc> *inputs, vec<tree, va_gc> *outputs)
{
    gasm *marker = gimple_build_asm_vec("", inputs, outputs, NULL, NULL);
    gimple_asm_set_volatile(marker, true);
    gimple_asm_set_inline(marker, true);
    return marker;
}

static void begin_inputs(vec<tree, va_gc> **inputs, uint32_t proc, uint32_t action)
{
    vec_safe_push(*inputs, pp_asm_operand(signature, build_int_cstu(uint32_type_node, proc)));
    vec_safe_push(*inputs, pp_asm_operand(signature, build_int_cstu(uint32_type_node, action)));
}

gimple *pp_marker_build_count(uint32_t proc, bool rare, tree number, tree times, tree inner,
                              tree block)
{
    vec<tree, va_gc> *inputs = NULL;
    begin_inputs(&inputs, proc, rare ? PP_MARKER_COUNT_RARE : PP_MARKER_COUNT);
    vec_safe_push(inputs, pp_asm_operand(value_constraint, number));
    if (times)
        vec_safe_push(inputs, pp_asm_operand(value_constraint, times));
    if (inner)
        vec_safe_push(inputs, pp_asm_operand(inner_constraint, inner));
    if (block)
        vec_safe_push(inputs, pp_asm_operand("r", block));
    return build(inputs, NULL);
}

gimple *pp_marker_build(uint32_t proc, uint32_t action, tree token, tree times)
{
    vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
    begin_inputs(&inputs, proc, action);
    if (action == PP_MARKER_ENTER)
        vec_safe_push(outputs, pp_asm_operand("=r", token));
    else if (token)
        vec_safe_push(inputs, pp_asm_operand("r", token));
    if (times)
        vec_safe_push(inputs, pp_asm_operand(value_constraint, times));
    gasm *marker = build(inputs, outputs);
    if (action == PP_MARKER_ENTER)
        SSA_NAME_DEF_STMT(token) = marker;
    return marker;
}

bool pp_marker_read(gimple *stmt, struct pp_marker *marker)
{
    const gasm *text = dyn_cast<const gasm *>(stmt);
    if (!text || *gimple_asm_string(text) || gimple_asm_ninputs(text) < 2)
        return false;
    for (int i = 0; i < 2; i++) {
        tree input = gimple_asm_input_op(text, i);
        if (strcmp(constraint_of(input), signature) || TREE_CODE(TREE_VALUE(input)) != INTEGER_CST)
            return false;
    }
    marker->proc = tree_to_uhwi(TREE_VALUE(gimple_asm_input_op(text, 0)));
    marker->action = tree_to_uhwi(TREE_VALUE(gimple_asm_input_op(text, 1)));
    marker->token = marker->times = marker->number = marker->block = marker->inner = NULL_TREE;
    if (marker->action == PP_MARKER_ENTER)
        marker->token = TREE_VALUE(gimple_asm_output_op(text, 0));
    bool counts = marker->action == PP_MARKER_COUNT || marker->action == PP_MARKER_COUNT_RARE;
    for (unsigned i = 2; i < gimple_asm_ninputs(text); i++) {
        tree input = gimple_asm_input_op(text, i);
        bool value = !strcmp(constraint_of(input), value_constraint);
        if (counts && i == 2)
            marker->number = TREE_VALUE(input);
        else if (counts && !strcmp(constraint_of(input), inner_constraint))
            marker->inner = TREE_VALUE(input);
        else
            (value ? marker->times : counts ? marker->block : marker->token) = TREE_VALUE(input);
    }
    return true;
}
