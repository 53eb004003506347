/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop gets one register for each array of counters that it adds to.  GCC would put the array's address back into the
   instruction that adds, so the register is set from it by an empty asm statement. */
#include "gcc/base/compat.h"
#include "gcc/base/block.h"
#include "gcc/base/machine.h"
#include "gcc/emit/counter-addresses.h"
#include "gcc/mark/gimple.h"

/* In larger loops, and in those that call something, an iteration takes as long as what it would wait for, and has
   better use for a register. */
#define MOST_SIZE 60

/* A word at a fixed address, and the two statements that add to it. */
struct counted_word {
    gimple *load, *store;
    tree array;
    HOST_WIDE_INT offset; /* in it, in bytes */
};

/* Is STORE the end of an addition to a word of type WORD, at an address that is the same all over the program? */
static bool find_word(gimple *store, tree word, struct counted_word *found)
{
    if (!gimple_assign_single_p(store) || !gimple_vdef(store) ||
        TREE_TYPE(gimple_assign_lhs(store)) != word)
        return false;
    tree place = gimple_assign_lhs(store), sum = gimple_assign_rhs1(store);
    gassign *add = TREE_CODE(sum) == SSA_NAME ? dyn_cast<gassign *>(SSA_NAME_DEF_STMT(sum)) : NULL;
    if (!add || gimple_assign_rhs_code(add) != PLUS_EXPR ||
        TREE_CODE(gimple_assign_rhs1(add)) != SSA_NAME)
        return false;
    gimple *load = SSA_NAME_DEF_STMT(gimple_assign_rhs1(add));
    if (!gimple_assign_load_p(load) || gimple_bb(load) != gimple_bb(store) ||
        !operand_equal_p(gimple_assign_rhs1(load), place, 0))
        return false;
    poly_int64 offset;
    tree array = get_addr_base_and_unit_offset(place, &offset);
    if (!array || !VAR_P(array) || !TREE_STATIC(array) || !offset.is_constant())
        return false;
    *found = {load, store, array, offset.to_constant()};
    return true;
}

/* Is LOOP small, and does it call nothing?  Over a call the address would have to lie in one of the registers that
   functions save. */
static bool is_short(class loop *loop)
{
    basic_block *body = get_loop_body(loop);
    unsigned size = 0;
    bool calls = false;
    for (unsigned i = 0; i < loop->num_nodes && size <= MOST_SIZE && !calls; i++) {
        size += pp_block_size(body[i]);
        for (gimple_stmt_iterator gsi = gsi_start_bb(body[i]); !gsi_end_p(gsi); gsi_next(&gsi))
            calls |= pp_may_leave(gsi_stmt(gsi));
    }
    free(body);
    return size <= MOST_SIZE && !calls;
}

/* A register that has ARRAY's address, set where control comes from to LOOP. */
static tree register_before(class loop *loop, tree array)
{
    tree address = make_ssa_name(ptr_type_node), reg = make_ssa_name(ptr_type_node);
    vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
    vec_safe_push(inputs, pp_asm_operand("0", address));
    vec_safe_push(outputs, pp_asm_operand("=r", reg));
    gasm *hide = gimple_build_asm_vec("", inputs, outputs, NULL, NULL);
    gimple_asm_set_inline(hide, true);
    SSA_NAME_DEF_STMT(reg) = hide;
    gimple_seq seq = NULL;
    gimple_seq_add_stmt(&seq, gimple_build_assign(address, build_fold_addr_expr(array)));
    gimple_seq_add_stmt(&seq, hide);
    basic_block before = get_immediate_dominator(CDI_DOMINATORS, loop->header);
    gimple_stmt_iterator gsi = gsi_last_bb(before);
    if (!gsi_end_p(gsi) && stmt_ends_bb_p(gsi_stmt(gsi)))
        gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
    else
        gsi_insert_seq_after(&gsi, seq, GSI_NEW_STMT);
    return reg;
}

static void address_in(class loop *loop, tree word)
{
    struct counted_word found;
    hash_map<tree, tree> registers;
    basic_block *body = get_loop_body(loop);
    for (unsigned i = 0; i < loop->num_nodes; i++)
        for (gimple_stmt_iterator gsi = gsi_start_bb(body[i]); !gsi_end_p(gsi); gsi_next(&gsi)) {
            if (!find_word(gsi_stmt(gsi), word, &found))
                continue;
            tree &reg = registers.get_or_insert(found.array);
            if (!reg)
                reg = register_before(loop, found.array);
            tree offset = build_int_cst(build_pointer_type(word), found.offset);
            gimple_assign_set_rhs1(found.load, build2(MEM_REF, word, reg, offset));
            gimple_assign_set_lhs(found.store, build2(MEM_REF, word, reg, offset));
            update_stmt(found.load);
            update_stmt(found.store);
        }
    free(body);
}

/* Is LOOP an innermost one, short, and entered from somewhere? */
static bool is_meant(class loop *loop)
{
    return !loop->inner && loop_outer(loop) && optimize_loop_for_speed_p(loop) &&
           get_immediate_dominator(CDI_DOMINATORS, loop->header) != ENTRY_BLOCK_PTR_FOR_FN(cfun) &&
           is_short(loop);
}

void pp_address_by_register(tree word)
{
    if (!PP_ADDS_IN_MEMORY || !flag_tree_loop_optimize)
        return;
    auto_vec<class loop *> loops;
    loop_optimizer_init(AVOID_CFG_MODIFICATIONS);
    calculate_dominance_info(CDI_DOMINATORS);
    PP_FOR_EACH_LOOP(loop)
    if (is_meant(loop))
        loops.safe_push(loop);
    for (unsigned i = 0; i < loops.length(); i++)
        address_in(loops[i], word);
    loop_optimizer_finalize();
    free_dominance_info(CDI_DOMINATORS);
}
