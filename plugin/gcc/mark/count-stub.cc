/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modes over calls, x86-64: what counts in a unit's table where that is not done in line, because paths rarely end
   there, or because the path is not at home.  As each assembly output has its own, it is told nothing but the path; and
   it changes two registers only, so that GCC may hold in all others what it likes where a path ends.  It knows such
   things of functions that it has compiled itself (-fipa-ra), and this one is declared as one of those. */
#include "gcc/base/compat.h"
#include "gcc/base/machine.h"
#include "gcc/base/roots.h"
#include "gcc/base/unit-symbol.h"
#include "gcc/mark/count-stub.h"
#include "gcc/mark/decls.h"
#include "runtime/format.h"

/* Named as functions of the runtime are: samples of time in it are of the runtime. */
#define STUB "__pathprof_count"

tree pp_declare_count_stub(const struct pp_compilation *c)
{
    if (!PP_HAS_COUNT_STUB || !pp_mode_row(c->options.params.mode)->crosses_calls ||
        c->unit.storage != PP_STORE_TABLE || c->update == PP_UPDATE_ATOMIC || flag_split_stack > 0)
        return NULL_TREE;
    tree type = build_function_type_list(void_type_node, uint64_type_node, NULL_TREE);
    tree decl = build_fn_decl(STUB, type);
    SET_DECL_ASSEMBLER_NAME(decl, get_identifier("*" STUB));
    TREE_PUBLIC(decl) = 0;
    DECL_EXTERNAL(decl) = 0;
    TREE_STATIC(decl) = 1;
    TREE_ASM_WRITTEN(decl) = 1;
    TREE_NOTHROW(decl) = 1;
    /* To the program's memory it does nothing; and yet it must not go away. */
    TREE_READONLY(decl) = 1;
    DECL_LOOPING_CONST_OR_PURE_P(decl) = 1;
    return pp_keep(decl);
}

gcall *pp_call_count_stub(tree stub, tree key)
{
#ifdef TARGET_X32
    cgraph_node::get_create(stub)->in_other_partition = 1;
    struct cgraph_rtl_info *info = cgraph_node::rtl_info(stub);
    if (info) {
        CLEAR_HARD_REG_SET(info->function_used_regs);
        SET_HARD_REG_BIT(info->function_used_regs, AX_REG);
        SET_HARD_REG_BIT(info->function_used_regs, DX_REG);
        SET_HARD_REG_BIT(info->function_used_regs, FLAGS_REG);
    }
#endif
    return gimple_build_call(stub, 1, key);
}

/* The address of the table, in %rdx. */
static void print_table(FILE *out, const struct pp_compilation *c)
{
    char what[48];
    sprintf(what, "counters.%u", PATHPROF_WHOLE_UNIT);
    char *table = pp_unit_symbol(c, what), *block = pp_unit_symbol(c, "block");
    /* A unit's table is the first of its counters. */
    if (c->update == PP_UPDATE_THREAD)
        fprintf(out, "\tmovq %s@gottpoff(%%rip), %%rdx\n\tmovq %%fs:(%%rdx), %%rdx\n", block);
    else
        fprintf(out, "\tleaq %s(%%rip), %%rdx\n", table);
    free(table);
    free(block);
}

void pp_print_count_stub(FILE *out, const struct pp_compilation *c)
{
    static const char *const others[] = {"rdi", "rsi", "rcx", "r8", "r9", "r10", "r11"};
    if (!c->decls || !c->decls->count || !TREE_SYMBOL_REFERENCED(get_identifier(STUB)))
        return;
    unsigned shift = PATHPROF_HASH_SHIFT(c->buckets);
    fprintf(out,
            "\t.text\n\t.p2align 4\n\t.type " STUB ", @function\n" STUB ":\n\t.cfi_startproc\n");
    print_table(out, c);
    fprintf(out, "\timulq $%#" PRIx64 ", %%rdi, %%rax\n\tshrq $%u, %%rax\n",
            (uint64_t)PATHPROF_HOME_MULTIPLIER, PATHPROF_HOME_SHIFT - 4);
    fprintf(out, "\tandq %zu(%%rdx), %%rax\n\tcmpq %%rdi, %zu(%%rdx,%%rax)\n\tjne 1f\n",
            offsetof(struct pathprof_table, mask), offsetof(struct pathprof_table, buckets));
    fprintf(out, "\taddq $1, %zu(%%rdx,%%rax)\n\tret\n1:\n",
            offsetof(struct pathprof_table, buckets) + offsetof(struct pathprof_pair, count));
    for (unsigned i = 0; i < ARRAY_SIZE(others); i++)
        fprintf(out, "\tpushq %%%s\n\t.cfi_adjust_cfa_offset 8\n", others[i]);
    fprintf(out, "\tleaq -1(%%rdi), %%rsi\n\tmovq %%rdx, %%rdi\n\tmovl $%u, %%edx\n", shift);
    fprintf(out, "\t.hidden __pathprof_miss_growing\n\tcall __pathprof_miss_growing\n");
    for (unsigned i = ARRAY_SIZE(others); i-- > 0;)
        fprintf(out, "\tpopq %%%s\n\t.cfi_adjust_cfa_offset -8\n", others[i]);
    fprintf(out, "\tret\n\t.cfi_endproc\n\t.size " STUB ", .-" STUB "\n");
}
