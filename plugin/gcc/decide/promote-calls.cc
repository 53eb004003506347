/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains are made in the bodies themselves, before anything is numbered: what follows sees nothing
   but branches and calls.  Which functions a call is tested for: those that the earlier profile saw
   it call; where there is none, all that GCC's points-to analysis says it may call; where that does
   not know, the functions of its type whose address this unit takes. */
#include "gcc/base/compat.h"
#include "gcc/decide/promote-calls.h"
#include "gcc/decide/profiled-targets.h"
#include "gcc/base/selected.h"
#include "gcc/extract/canonical.h"
#include "gcc/extract/line-map.h"

bool pp_can_chain(gimple *stmt)
{
    gcall *call = dyn_cast<gcall *>(stmt);
    if (!call || gimple_call_internal_p(call) || gimple_call_fndecl(call) ||
        gimple_call_chain(call))
        return false;
    tree pointer = gimple_call_fn(call), result = gimple_call_lhs(call);
    return (TREE_CODE(pointer) == SSA_NAME || TREE_CODE(pointer) == OBJ_TYPE_REF) &&
           !gimple_call_va_arg_pack_p(call) && !gimple_call_noreturn_p(call) &&
           !(result && TREE_CODE(result) == SSA_NAME && SSA_NAME_OCCURS_IN_ABNORMAL_PHI(result));
}

/* Whether methods of types A and B differ in nothing but the class that they belong to. */
static bool are_alike(tree a, tree b)
{
    if (TREE_CODE(a) != METHOD_TYPE || TREE_CODE(b) != METHOD_TYPE ||
        !types_compatible_p(TREE_TYPE(a), TREE_TYPE(b)))
        return false;
    tree x = TYPE_ARG_TYPES(a), y = TYPE_ARG_TYPES(b);
    for (; x && y; x = TREE_CHAIN(x), y = TREE_CHAIN(y))
        if (!types_compatible_p(TREE_VALUE(x), TREE_VALUE(y)))
            return false;
    return !x && !y;
}

/* A call is only made through its own type; that of a virtual function differs in the object's,
   about which C++ has seen to it. */
bool pp_may_call(gcall *call, struct cgraph_node *node)
{
    if (node->thunk || node->clone_of || fndecl_built_in_p(node->decl) ||
        DECL_STATIC_CHAIN(node->decl) ||
        (flags_from_decl_or_type(node->decl) & (ECF_RETURNS_TWICE | ECF_NORETURN)))
        return false;
    return types_compatible_p(TREE_TYPE(node->decl), gimple_call_fntype(call)) ||
           (virtual_method_call_p(gimple_call_fn(call)) && DECL_VIRTUAL_P(node->decl) &&
            are_alike(TREE_TYPE(node->decl), gimple_call_fntype(call)));
}

/* Does POINTER point to nothing but what is listed?  Then only those can be called. */
static bool knows_targets(tree pointer, bitmap *targets)
{
    struct ptr_info_def *info = SSA_NAME_PTR_INFO(pointer);
    if (!info || info->pt.anything || info->pt.nonlocal || info->pt.escaped ||
        info->pt.ipa_escaped || !info->pt.vars)
        return false;
    *targets = info->pt.vars;
    return true;
}

/* A call that may call more functions than that, by what types and points-to say, has no tests,
   unless the user says otherwise. */
#define USUAL_CANDIDATES 4

/* The tests for CALL that need no profile; none if there would be more than MOST. */
static vec<struct pp_test> guess_tests(gcall *call, unsigned most)
{
    vec<struct pp_test> tests = vNULL;
    bitmap known = NULL;
    struct cgraph_node *node;
    if (TREE_CODE(gimple_call_fn(call)) != SSA_NAME)
        return tests;
    bool all = !knows_targets(gimple_call_fn(call), &known);
    FOR_EACH_FUNCTION(node)
    {
        bool target = all ? node->address_taken && node->definition
                          : bitmap_bit_p(known, DECL_PT_UID(node->decl));
        struct pp_test test = {node, profile_probability::guessed_always()};
        if (target && !node->alias && pp_may_call(call, node))
            tests.safe_push(test);
    }
    unsigned n = tests.length();
    if (n > most)
        tests.truncate(0);
    for (unsigned k = 0; k < tests.length(); k++)
        tests[k].probability = tests[k].probability.apply_scale(1, n - k + 1);
    return tests;
}

static void guess_chains(struct function *fn, unsigned most, vec<struct pp_chain> *chains)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (pp_can_chain(gsi_stmt(gsi))) {
            gcall *call = as_a<gcall *>(gsi_stmt(gsi));
            struct pp_chain chain = {call, guess_tests(call, most)};
            chains->safe_push(chain);
        }
}

/* The test just put before CALL is of its line, and so is the empty block where its two ways meet
   again, as long as another test's follows: control does not come to the line once for each. */
static void place_test(gcall *call)
{
    basic_block test = single_pred(gimple_bb(call));
    for (gimple_stmt_iterator gsi = gsi_last_bb(test); !gsi_end_p(gsi); gsi_prev(&gsi)) {
        if (gimple_has_location(gsi_stmt(gsi)))
            break;
        gimple_set_location(gsi_stmt(gsi), gimple_location(call));
    }
    edge back = find_fallthru_edge(gimple_bb(call)->succs);
    if (back && single_succ_p(back->dest) && gsi_end_p(gsi_start_nondebug_bb(back->dest)) &&
        single_succ_edge(back->dest)->goto_locus == UNKNOWN_LOCATION)
        single_succ_edge(back->dest)->goto_locus = gimple_location(call);
}

/* Puts CHAINS into the current function, whose lines are LINES (may be NULL), and frees them.
   Returns whether there was a test. */
static bool make_chains(vec<struct pp_chain> *chains, struct pp_line_map *lines)
{
    bool any = false;
    for (unsigned i = 0; i < chains->length(); i++) {
        struct pp_chain *chain = &(*chains)[i];
        struct pp_line_place_of_call at = pp_line_map_call_place(chain->call);
        for (unsigned k = 0; k < chain->tests.length(); k++) {
            gimple_ic(chain->call, chain->tests[k].node, chain->tests[k].probability);
            place_test(chain->call);
        }
        if (lines && !chain->tests.is_empty())
            pp_line_map_tested(lines, &at, chain->tests.length());
        any |= !chain->tests.is_empty();
        chain->tests.release();
    }
    chains->release();
    return any;
}

static void chain_function(const struct pp_compilation *c, struct pp_profiled *known,
                           struct cgraph_node *node)
{
    struct function *fn = DECL_STRUCT_FUNCTION(node->decl);
    vec<struct pp_chain> chains = vNULL;
    bool found = known->weights && pp_profiled_chains(known, node, &chains);
    push_cfun(fn);
    if (!found)
        guess_chains(fn, c->options.max_targets ? c->options.max_targets : USUAL_CANDIDATES,
                     &chains);
    bool changed = make_chains(&chains, pp_lines_of(c, node));
    if (changed) {
        free_dominance_info(CDI_DOMINATORS);
        free_dominance_info(CDI_POST_DOMINATORS);
        update_ssa(TODO_update_ssa);
        free_dominance_info(CDI_DOMINATORS);
    }
    pop_cfun();
    if (changed)
        pp_canonicalise(fn);
}

void pp_chain_unit(struct pp_compilation *c)
{
    auto_vec<cgraph_node *> nodes;
    struct cgraph_node *node;
    struct pp_profiled known;
    unsigned i;
    /* What chains declare is no part of this. */
    FOR_EACH_DEFINED_FUNCTION(node)
    if (gimple_has_body_p(node->decl) && !node->clone_of && pp_selected(&c->options, node->decl))
        nodes.safe_push(node);
    pp_profiled_init(&known, c);
    if (known.weights)
        pp_offer_targets(&known);
    FOR_EACH_VEC_ELT(nodes, i, node)
    chain_function(c, &known, node);
    pp_profiled_free(&known);
}
