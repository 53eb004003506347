/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations of what emitted code uses: the runtime's entry points and this unit's variables. */
#include "gcc/base/compat.h"
#include "gcc/mark/emission.h"
#include "gcc/mark/decls.h"
#include "gcc/base/roots.h"
#include "runtime/format.h"
#include "gcc/base/unit-symbol.h"
#include "gcc/mark/split-stack.h"
#include "gcc/mark/count-stub.h"

/* GCC's own answer. */
static bool (*may_be_in_block)(const_tree);

/* What stands in a block of objects is printed with it, and ours is printed already. */
static bool may_be_in_block_unless_written(const_tree decl)
{
    return !TREE_ASM_WRITTEN(decl) && may_be_in_block(decl);
}

void pp_keep_out_of_blocks(void)
{
    may_be_in_block = targetm.use_blocks_for_decl_p;
    targetm.use_blocks_for_decl_p = may_be_in_block_unless_written;
}

tree pp_assembly_variable(const char *name, tree type)
{
    /* A star keeps targets from decorating the name. */
    char *starred = concat("*", name, NULL);
    tree decl = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name), type);
    SET_DECL_ASSEMBLER_NAME(decl, get_identifier(starred));
    free(starred);
    TREE_STATIC(decl) = 1;
    TREE_USED(decl) = 1;
    TREE_ADDRESSABLE(decl) = 1;
    DECL_ARTIFICIAL(decl) = 1;
    DECL_IGNORED_P(decl) = 1;
    SET_DECL_ALIGN(decl, 512);
    DECL_USER_ALIGN(decl) = 1;
    /* Its definition is printed by carry.cc; GCC must not print one, but passes ask the symbol
       table about it until the last function is expanded: a variable of "another partition" that
       must be kept is what it is to them. */
    TREE_ASM_WRITTEN(decl) = 1;
    varpool_node *node = varpool_node::get_create(decl);
    node->in_other_partition = 1;
    node->force_output = 1;
    return pp_keep(decl);
}

/* Declares the hidden function NAME of the runtime. */
static tree runtime_function(const char *name, tree type)
{
    char *symbol = pp_name_to_call(name);
    tree decl = build_fn_decl(symbol, type);
    free(symbol);
    TREE_NOTHROW(decl) = 1;
    DECL_VISIBILITY(decl) = VISIBILITY_HIDDEN;
    DECL_VISIBILITY_SPECIFIED(decl) = 1;
    DECL_ATTRIBUTES(decl) = tree_cons(get_identifier("leaf"), NULL, DECL_ATTRIBUTES(decl));
    return pp_keep(decl);
}

tree pp_hidden_variable(const char *name, tree type)
{
    tree decl = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name), type);
    DECL_EXTERNAL(decl) = 1;
    TREE_PUBLIC(decl) = 1;
    TREE_USED(decl) = 1;
    DECL_ARTIFICIAL(decl) = 1;
    DECL_IGNORED_P(decl) = 1;
    DECL_VISIBILITY(decl) = VISIBILITY_HIDDEN;
    DECL_VISIBILITY_SPECIFIED(decl) = 1;
    return pp_keep(decl);
}

/* How a thread-local variable is found that each module has for itself.  In an executable it is so far from the
   thread's own address, else that is to be read first, and kept in a register. */
static enum tls_model model_of_own(const struct pp_compilation *c)
{
    return c->shared ? TLS_MODEL_INITIAL_EXEC : TLS_MODEL_LOCAL_EXEC;
}

/* The thread-local variable NAME of the runtime, SIZE bytes at a multiple of ALIGNMENT, as an array
   of words. */
static tree runtime_state(const struct pp_compilation *c, const char *name, size_t size,
                          unsigned alignment, tree word)
{
    tree range = build_index_type(size_int(size / 8 - 1));
    tree decl = pp_hidden_variable(name, build_array_type(word, range));
    SET_DECL_ALIGN(decl, 8 * alignment);
    DECL_USER_ALIGN(decl) = 1;
    set_decl_tls_model(decl, model_of_own(c));
    varpool_node::get_create(decl);
    return decl;
}

/* The same for what is called WHAT in C's unit. */
static tree unit_variable(const struct pp_compilation *c, const char *what, tree type)
{
    char *name = pp_unit_symbol(c, what);
    tree decl = pp_assembly_variable(name, type);
    free(name);
    return decl;
}

/* Options targets= and values=. */
static void declare_values(struct pp_unit_decls *decls)
{
    decls->target = runtime_function("__pathprof_target",
                                     build_function_type_list(void_type_node, ptr_type_node,
                                                              ptr_type_node, uint64_type_node,
                                                              const_ptr_type_node, NULL_TREE));
    decls->value = runtime_function(
        "__pathprof_value",
        build_function_type_list(void_type_node, ptr_type_node, ptr_type_node, uint64_type_node,
                                 uint64_type_node, uint64_type_node, NULL_TREE));
}

static void declare_targets(struct pp_unit_decls *decls, const struct pp_compilation *c)
{
    char what[48];
    sprintf(what, "counters.%" PRIu64, (uint64_t)PATHPROF_TARGETS);
    tree words = build_index_type(size_int(PATHPROF_TABLE_BYTES(c->target_buckets) / 8 - 1));
    decls->targets = unit_variable(c, what, build_array_type(decls->word, words));
    decls->origin = pp_hidden_variable("__pathprof_unit_version_3", char_type_node);
}

/* Option bursts=. */
static void declare_bursts(struct pp_unit_decls *decls, const struct pp_compilation *c)
{
    /* Of an alias set of its own, as counters: no store of the program writes it. */
    tree number = pp_keep(build_distinct_type_copy(integer_type_node));
    TYPE_ALIAS_SET(number) = new_alias_set();
    decls->burst_left = pp_hidden_variable("__pathprof_burst_left", number);
    set_decl_tls_model(decls->burst_left, model_of_own(c));
    varpool_node::get_create(decls->burst_left);
    decls->burst =
        runtime_function("__pathprof_burst", build_function_type_list(uint64_type_node, NULL_TREE));
    decls->burst_array = runtime_function(
        "__pathprof_burst_array",
        build_function_type_list(void_type_node, ptr_type_node, uint64_type_node, NULL_TREE));
    decls->burst_table =
        runtime_function("__pathprof_burst_table",
                         build_function_type_list(void_type_node, ptr_type_node, uint64_type_node,
                                                  uint64_type_node, ptr_type_node, NULL_TREE));
}

/* Counting in tables, out of line. */
static void declare_tables(struct pp_unit_decls *decls, enum pp_update_how update)
{
    tree miss = build_function_type_list(void_type_node, ptr_type_node, uint64_type_node,
                                         unsigned_type_node, NULL_TREE);
    decls->miss = runtime_function(
        update == PP_UPDATE_ATOMIC ? "__pathprof_miss_atomic" : "__pathprof_miss", miss);
    decls->miss_growing = runtime_function("__pathprof_miss_growing", miss);
    decls->miss_times = runtime_function(
        update == PP_UPDATE_ATOMIC ? "__pathprof_miss_times_atomic" : "__pathprof_miss_times",
        build_function_type_list(void_type_node, ptr_type_node, uint64_type_node,
                                 unsigned_type_node, uint64_type_node, NULL_TREE));
    decls->array = runtime_function(
        update == PP_UPDATE_ATOMIC ? "__pathprof_array_atomic" : "__pathprof_array",
        build_function_type_list(void_type_node, ptr_type_node, uint64_type_node,
                                 unsigned_type_node, uint64_type_node, NULL_TREE));
}

void pp_unit_decls_make(struct pp_unit_decls *decls, const struct pp_compilation *c)
{
    enum pp_update_how update = c->update;
    /* A type of its own alias set: no store of the program can be a counter. */
    decls->word = pp_keep(build_distinct_type_copy(uint64_type_node));
    TYPE_ALIAS_SET(decls->word) = new_alias_set();
    decls->unit = unit_variable(c, "unit", uint64_type_node);
    if (pp_mode_row(c->options.params.mode)->crosses_calls) {
        tree range = build_index_type(size_int(c->unit.num_procs - 1));
        decls->state =
            runtime_state(c, "__pathprof_state", sizeof(struct pathprof_state), 64, decls->word);
        decls->names = unit_variable(c, "names", build_array_type(unsigned_char_type_node, range));
    }
    if (update == PP_UPDATE_THREAD) {
        decls->block = unit_variable(c, "block", ptr_type_node);
        SET_DECL_ALIGN(decls->block, 64);
        set_decl_tls_model(decls->block, model_of_own(c));
    }
    declare_tables(decls, update);
    decls->count = pp_declare_count_stub(c);
    decls->wide = runtime_function(
        "__pathprof_wide", build_function_type_list(void_type_node, ptr_type_node, ptr_type_node,
                                                    ptr_type_node, uint64_type_node, NULL_TREE));
    decls->new_block =
        runtime_function("__pathprof_block", build_function_type_list(ptr_type_node, ptr_type_node,
                                                                      ptr_type_node, NULL_TREE));
    declare_values(decls);
    if (c->target_buckets)
        declare_targets(decls, c);
    decls->leaving =
        runtime_function("__pathprof_leaving",
                         build_function_type_list(void_type_node, uint64_type_node, NULL_TREE));
    if (c->options.sample_rate) {
        tree function = build_function_type_list(void_type_node, NULL_TREE);
        decls->sampled = runtime_state(c, "__pathprof_sampled", 8, 8, ptr_type_node);
        decls->sample_thread = runtime_function("__pathprof_sample_thread", function);
        decls->settle_samples = runtime_function("__pathprof_samples_settle", function);
    }
    if (c->options.params.bursts)
        declare_bursts(decls, c);
    if (c->options.params.pending) {
        decls->near = runtime_state(c, "__pathprof_near",
                                    PATHPROF_NEAR * sizeof(struct pathprof_near), 64, decls->word);
        decls->slot_of =
            runtime_function("__pathprof_slot_of",
                             build_function_type_list(ptr_type_node, uint64_type_node, NULL_TREE));
        decls->slot_left =
            runtime_function("__pathprof_slot_left",
                             build_function_type_list(void_type_node, ptr_type_node, NULL_TREE));
    }
    decls->trace_enter = runtime_function(
        "__pathprof_trace_enter",
        build_function_type_list(uint64_type_node, ptr_type_node, uint64_type_node, NULL_TREE));
    decls->trace = runtime_function(
        "__pathprof_trace",
        build_function_type_list(void_type_node, uint64_type_node, uint64_type_node, NULL_TREE));
}
