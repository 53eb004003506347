/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Innermost loops that GCC makes more of than lanes can: those that it vectorises, where branches
   become masks, and those of a few iterations that it unrolls completely, after which jump
   threading knows what lanes over iterations would.  For either it wants one loop with one header.

   GCC's own analyses (scalar evolutions, data references) want loops in a form that takes changes
   of the CFG, to which the profile then does not fit.  So this asks less, and guesses: it looks at
   the SSA form of what such loops are made of. */
#include "gcc/base/compat.h"
#include "gcc/lanes/facts.h"
#include "gcc/lanes/loop-shapes.h"

/* How far definitions are followed. */
#define MOST_STEPS 16

struct look {
    class loop *loop;
    basic_block *body;
    edge back;
    const vec<edge> *exits;
};

/* The header PHI of which NAME is the result, or NULL. */
static gphi *header_phi(const struct look *l, tree name)
{
    gimple *def = TREE_CODE(name) == SSA_NAME ? SSA_NAME_DEF_STMT(name) : NULL;
    return def && gimple_bb(def) == l->loop->header ? dyn_cast<gphi *>(def) : NULL;
}

static bool is_invariant(const struct look *l, tree value)
{
    if (TREE_CODE(value) != SSA_NAME)
        return is_gimple_min_invariant(value);
    basic_block bb = gimple_bb(SSA_NAME_DEF_STMT(value));
    return !bb || !flow_bb_inside_loop_p(l->loop, bb);
}

static tree behind_conversions(tree name)
{
    for (int steps = 0; steps < MOST_STEPS && TREE_CODE(name) == SSA_NAME; steps++) {
        gassign *assign = dyn_cast<gassign *>(SSA_NAME_DEF_STMT(name));
        if (!assign || !CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(assign)))
            break;
        name = gimple_assign_rhs1(assign);
    }
    return name;
}

/* The assignment that, but for conversions, computes NAME; NULL if none does. */
static gassign *computed(tree name)
{
    name = behind_conversions(name);
    return TREE_CODE(name) == SSA_NAME ? dyn_cast<gassign *>(SSA_NAME_DEF_STMT(name)) : NULL;
}

/* What PHI, of the header, grows by in each iteration; NULL if it is not a simple induction
   variable. */
static tree step_of(const struct look *l, gphi *phi)
{
    gassign *next = computed(PHI_ARG_DEF_FROM_EDGE(phi, l->back));
    if (!next || (gimple_assign_rhs_code(next) != PLUS_EXPR &&
                  gimple_assign_rhs_code(next) != POINTER_PLUS_EXPR))
        return NULL;
    tree step = gimple_assign_rhs2(next);
    if (behind_conversions(gimple_assign_rhs1(next)) != gimple_phi_result(phi))
        return NULL;
    return is_invariant(l, step) ? step : NULL;
}

/* Is NAME a linear function of induction variables? */
static bool is_affine(const struct look *l, tree name, int steps = MOST_STEPS)
{
    name = behind_conversions(name);
    if (is_invariant(l, name))
        return true;
    if (gphi *phi = header_phi(l, name))
        return step_of(l, phi) != NULL;
    gassign *assign = steps ? computed(name) : NULL;
    if (!assign)
        return false;
    tree first = gimple_assign_rhs1(assign), second = gimple_assign_rhs2(assign);
    switch (gimple_assign_rhs_code(assign)) {
    case MULT_EXPR:
    case LSHIFT_EXPR:
        if (!is_invariant(l, second))
            return false;
        /* fall through */
    case PLUS_EXPR:
    case MINUS_EXPR:
    case POINTER_PLUS_EXPR:
        return is_affine(l, first, steps - 1) && is_affine(l, second, steps - 1);
    default:
        return false;
    }
}

static bool is_affine_reference(const struct look *l, tree ref)
{
    if (TREE_THIS_VOLATILE(ref))
        return false;
    for (; handled_component_p(ref); ref = TREE_OPERAND(ref, 0))
        if (TREE_CODE(ref) == ARRAY_REF && !is_affine(l, TREE_OPERAND(ref, 1)))
            return false;
    if (TREE_CODE(ref) == MEM_REF)
        return is_affine(l, TREE_OPERAND(ref, 0));
    return DECL_P(ref);
}

/* Is VALUE that of RESULT, a header PHI's, on some ways, and on all others changed by the one
   operation CODE? */
static bool accumulates(const struct look *l, tree result, tree value, enum tree_code *code,
                        int steps = MOST_STEPS)
{
    if (value == result)
        return true;
    if (!steps || is_invariant(l, value))
        return false;
    if (gphi *phi = dyn_cast<gphi *>(SSA_NAME_DEF_STMT(value))) {
        bool all = gimple_bb(phi) != l->loop->header;
        for (unsigned i = 0; i < gimple_phi_num_args(phi) && all; i++)
            all = accumulates(l, result, gimple_phi_arg_def(phi, i), code, steps - 1);
        return all;
    }
    gassign *assign = computed(value);
    if (!assign || gimple_assign_rhs_class(assign) != GIMPLE_BINARY_RHS)
        return false;
    enum tree_code its = gimple_assign_rhs_code(assign);
    bool swaps = commutative_tree_code(its);
    its = its == MINUS_EXPR ? PLUS_EXPR : its;
    if (!associative_tree_code(its) || (*code != ERROR_MARK && *code != its))
        return false;
    *code = its;
    tree first = behind_conversions(gimple_assign_rhs1(assign));
    tree second = behind_conversions(gimple_assign_rhs2(assign));
    return accumulates(l, result, first, code, steps - 1) ||
           (swaps && accumulates(l, result, second, code, steps - 1));
}

static bool is_reduction(const struct look *l, gphi *phi)
{
    enum tree_code code = ERROR_MARK;
    tree result = gimple_phi_result(phi);
    if (FLOAT_TYPE_P(TREE_TYPE(result)) && !flag_associative_math)
        return false;
    return accumulates(l, result, behind_conversions(PHI_ARG_DEF_FROM_EDGE(phi, l->back)), &code);
}

/* Does BB execute in every iteration, or have the block beside it, the other way of one branch,
   accesses to memory as well?  What both do is done once, as a mask; what only one does, is not. */
static bool always_or_either(const struct look *l, basic_block bb)
{
    if (dominated_by_p(CDI_DOMINATORS, l->back->src, bb))
        return true;
    if (!single_pred_p(bb) || !single_succ_p(bb) || EDGE_COUNT(single_pred(bb)->succs) != 2)
        return false;
    basic_block branch = single_pred(bb);
    basic_block other = EDGE_SUCC(branch, EDGE_SUCC(branch, 0)->dest == bb)->dest;
    if (!single_succ_p(other) || single_succ(other) != single_succ(bb))
        return false;
    for (gimple_stmt_iterator i = gsi_start_bb(other); !gsi_end_p(i); gsi_next(&i))
        if (gimple_vuse(gsi_stmt(i)))
            return true;
    return false;
}

static bool suits_vectors(const struct look *l, gimple *stmt)
{
    if (is_gimple_debug(stmt) || gimple_code(stmt) == GIMPLE_COND ||
        gimple_code(stmt) == GIMPLE_LABEL || gimple_code(stmt) == GIMPLE_PREDICT ||
        gimple_nop_p(stmt))
        return true;
    if (!is_gimple_assign(stmt) || gimple_has_volatile_ops(stmt))
        return false;
    if (!gimple_vuse(stmt))
        return true;
    tree ref = gimple_vdef(stmt) ? gimple_assign_lhs(stmt) : gimple_assign_rhs1(stmt);
    return is_affine_reference(l, ref) && always_or_either(l, gimple_bb(stmt));
}

/* The condition of the block of EXIT, if it compares what is linear with what is fixed. */
static bool is_counted(const struct look *l, edge exit)
{
    gcond *cond = safe_dyn_cast<gcond *>(last_nondebug_stmt(exit->src));
    if (!cond)
        return false;
    tree left = gimple_cond_lhs(cond), right = gimple_cond_rhs(cond);
    return !FLOAT_TYPE_P(TREE_TYPE(left)) && is_affine(l, left) && is_affine(l, right) &&
           (is_invariant(l, left) != is_invariant(l, right));
}

static bool is_vectorised(const struct look *l)
{
    if (!opt_for_fn(cfun->decl, flag_tree_loop_vectorize) || l->exits->length() != 1 ||
        !is_counted(l, (*l->exits)[0]))
        return false;
    for (gphi_iterator i = gsi_start_phis(l->loop->header); !gsi_end_p(i); gsi_next(&i))
        if (!virtual_operand_p(gimple_phi_result(i.phi())) && !step_of(l, i.phi()) &&
            !is_reduction(l, i.phi()))
            return false;
    for (unsigned b = 0; b < l->loop->num_nodes; b++)
        for (gimple_stmt_iterator i = gsi_start_bb(l->body[b]); !gsi_end_p(i); gsi_next(&i))
            if (!suits_vectors(l, gsi_stmt(i)))
                return false;
    return true;
}

/* How many iterations it takes at most until the loop is left by EXIT; MOST if more, or not known. */
static unsigned iterations(const struct look *l, edge entry, edge exit, unsigned most)
{
    gcond *cond = safe_dyn_cast<gcond *>(last_nondebug_stmt(exit->src));
    if (!cond || !dominated_by_p(CDI_DOMINATORS, l->back->src, exit->src) ||
        TREE_CODE(gimple_cond_rhs(cond)) != INTEGER_CST)
        return most;
    tree left = gimple_cond_lhs(cond);
    for (gphi_iterator i = gsi_start_phis(l->loop->header); !gsi_end_p(i); gsi_next(&i)) {
        tree step = virtual_operand_p(gimple_phi_result(i.phi())) ? NULL : step_of(l, i.phi());
        bool grown = left == PHI_ARG_DEF_FROM_EDGE(i.phi(), l->back);
        tree value = PHI_ARG_DEF_FROM_EDGE(i.phi(), entry);
        if (!step || TREE_CODE(step) != INTEGER_CST || TREE_CODE(value) != INTEGER_CST ||
            (!grown && left != gimple_phi_result(i.phi())))
            continue;
        bool stays = EDGE_SUCC(exit->src, 0) == exit ? exit->flags & EDGE_FALSE_VALUE
                                                     : !(exit->flags & EDGE_TRUE_VALUE);
        step = fold_convert(TREE_TYPE(value), step);
        for (unsigned n = 0; n < most; n++) {
            if (grown)
                value = int_const_binop(PLUS_EXPR, value, step);
            tree holds = fold_binary(gimple_cond_code(cond), boolean_type_node, value,
                                     gimple_cond_rhs(cond));
            if (holds && (stays ? integer_zerop(holds) : integer_onep(holds)))
                return n + 1;
            if (!grown)
                value = int_const_binop(PLUS_EXPR, value, step);
        }
    }
    return most;
}

static bool is_unrolled(const struct look *l)
{
    unsigned most = param_max_completely_peel_times + 1, stmts = 0;
    edge e, entry = NULL;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, l->loop->header->preds)
    if (e != l->back)
        entry = entry ? NULL : e;
    if (!entry || EDGE_COUNT(l->loop->header->preds) != 2)
        return false;
    for (unsigned b = 0; b < l->loop->num_nodes; b++)
        for (gimple_stmt_iterator s = gsi_start_nondebug_bb(l->body[b]); !gsi_end_p(s);
             gsi_next_nondebug(&s))
            stmts++;
    for (edge exit : *l->exits) {
        unsigned n = iterations(l, entry, exit, most);
        if (n < most && n * stmts <= (unsigned)param_max_completely_peeled_insns)
            return true;
    }
    return false;
}

void pp_find_whole(const struct pp_graph *g, uint32_t proc, vec<bool> *whole)
{
    const struct pp_proc *p = &g->procs[proc];
    bool dominators = dom_info_available_p(CDI_DOMINATORS);
    whole->safe_grow_cleared(p->num_vertices);
    calculate_dominance_info(CDI_DOMINATORS);
    PP_FOR_EACH_LOOP(loop)
    {
        if (loop->inner)
            continue;
        struct look l = {loop, get_loop_body(loop), NULL, NULL};
        edge e;
        edge_iterator i;
        unsigned backs = 0;
        FOR_EACH_EDGE(e, i, loop->header->preds)
        if (flow_bb_inside_loop_p(loop, e->src)) {
            l.back = e;
            backs++;
        }
        auto_vec<edge> exits = get_loop_exit_edges(loop, l.body);
        l.exits = &exits;
        if (backs == 1 && (is_vectorised(&l) || is_unrolled(&l)))
            for (uint32_t v = 0; v < p->num_vertices; v++)
                if (g->vertices[p->first_vertex + v].block == (uint32_t)loop->header->index)
                    (*whole)[v] = true;
        free(l.body);
    }
    if (!dominators)
        free_dominance_info(CDI_DOMINATORS);
}
