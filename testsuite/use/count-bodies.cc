/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plugin for tests, loaded beside pathprof.so: it counts what the bodies of a second compile do, and says
   what they are expected to do.

   Behind pathprof's pass, when calls are expanded and lanes made, each block and each edge of every
   body gets a counter, in GCC's own intermediate code and with nothing of pathprof's.  What the body says
   of itself then (counts of blocks, probabilities of edges) is appended to the file that the argument
   expected= names; what was counted the program appends to a file when it ends (count-bodies.c). */
#include "gcc/base/compat.h"
#include "pass_manager.h"

int plugin_is_GPL_compatible;

static FILE *expected;
static unsigned unit;   /* which unit the counters are of, in both files */
static tree counters;   /* their array */
static unsigned places; /* of the array; the first two say which unit it is, and how many follow */

/* ---- What is expected. */

static void say_count(profile_count count)
{
    count = count.ipa();
    fprintf(expected, " %" PRId64, count.initialized_p() ? (int64_t)count.to_gcov_type() : -1);
}

static bool can_insert(edge e)
{
    return !(e->flags & EDGE_ABNORMAL);
}

/* "unit symbol", then for each block its index, its counters (at its begin, at its end) and its count; for each
   edge both ends, its counter (0: it has none), and its probability, of 2^29. */
static void say_body(struct cgraph_node *node)
{
    basic_block bb;
    edge e;
    edge_iterator i;
    unsigned at = places;
    fprintf(expected, "body %u %s\n", unit, node->asm_name());
    FOR_EACH_BB_FN(bb, cfun)
    {
        fprintf(expected, "block %d %u %u", bb->index, at, at + 1);
        at += 2;
        say_count(bb->count);
        fputc('\n', expected);
        FOR_EACH_EDGE(e, i, bb->succs)
        {
            fprintf(expected, "edge %d %d %u ", bb->index, e->dest->index, can_insert(e) ? at : 0);
            at += can_insert(e);
            if (e->probability.initialized_p())
                fprintf(expected, "%d\n", e->probability.apply(1 << 29));
            else
                fprintf(expected, "-1\n");
        }
    }
}

/* ---- Counting. */

static gimple_seq increment(unsigned place)
{
    gimple_seq seq = NULL;
    tree type = TREE_TYPE(TREE_TYPE(counters));
    tree index = build_int_cst(integer_type_node, place);
    tree old_value = make_ssa_name(type), new_value = make_ssa_name(type);
    gimple_seq_add_stmt(&seq, gimple_build_assign(old_value, build4(ARRAY_REF, type, counters,
                                                                    index, NULL_TREE, NULL_TREE)));
    gimple_seq_add_stmt(&seq,
                        gimple_build_assign(new_value, PLUS_EXPR, old_value, build_one_cst(type)));
    gimple_seq_add_stmt(
        &seq, gimple_build_assign(build4(ARRAY_REF, type, counters, index, NULL_TREE, NULL_TREE),
                                  new_value));
    return seq;
}

/* At the end of BB, before what decides where it leads. */
static void count_end(basic_block bb, unsigned place)
{
    gimple_stmt_iterator gsi = gsi_last_bb(bb);
    if (!gsi_end_p(gsi) && stmt_ends_bb_p(gsi_stmt(gsi)))
        gsi_insert_seq_before(&gsi, increment(place), GSI_SAME_STMT);
    else
        gsi_insert_seq_after(&gsi, increment(place), GSI_NEW_STMT);
}

static void count_body(void)
{
    basic_block bb;
    edge e;
    edge_iterator i;
    auto_vec<basic_block> blocks;
    FOR_EACH_BB_FN(bb, cfun)
    blocks.safe_push(bb);
    for (unsigned k = 0; k < blocks.length(); k++) {
        unsigned begin = places++, end = places++;
        FOR_EACH_EDGE(e, i, blocks[k]->succs)
        if (can_insert(e))
            gsi_insert_seq_on_edge(e, increment(places++));
        count_end(blocks[k], end);
        gimple_stmt_iterator gsi = gsi_after_labels(blocks[k]);
        gsi_insert_seq_before(&gsi, increment(begin), GSI_SAME_STMT);
    }
    gsi_commit_edge_inserts();
    mark_virtual_operands_for_renaming(cfun);
    update_ssa(TODO_update_ssa);
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
}

/* ---- The unit. */

static unsigned places_of(struct function *fn)
{
    unsigned num = 0;
    basic_block bb;
    edge e;
    edge_iterator i;
    FOR_EACH_BB_FN(bb, fn)
    {
        num += 2;
        FOR_EACH_EDGE(e, i, bb->succs)
        num += can_insert(e);
    }
    return num;
}

static void make_counters(unsigned num)
{
    tree element = long_long_integer_type_node;
    tree type = build_array_type(element, build_index_type(size_int(num - 1)));
    vec<constructor_elt, va_gc> *values = NULL;
    counters = build_decl(BUILTINS_LOCATION, VAR_DECL, get_identifier("counters_of_bodies"), type);
    TREE_STATIC(counters) = DECL_PRESERVE_P(counters) = DECL_ARTIFICIAL(counters) = 1;
    SET_DECL_ALIGN(counters, TYPE_ALIGN(element)); /* units lie one behind the other */
    DECL_USER_ALIGN(counters) = 1;
    CONSTRUCTOR_APPEND_ELT(values, size_int(0), build_int_cst(element, unit));
    CONSTRUCTOR_APPEND_ELT(values, size_int(1), build_int_cst(element, num));
    DECL_INITIAL(counters) = build_constructor(type, values);
    varpool_node::finalize_decl(counters);
    set_decl_section_name(counters, "counted_bodies");
}

/* What counts writes memory. */
static void forget_purity(struct cgraph_node *node)
{
    node->set_const_flag(false, false);
    node->set_pure_flag(false, false);
}

/* Calls of what was pure have memory operands now. */
static void update_calls(void)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (is_gimple_call(gsi_stmt(gsi)))
            update_stmt(gsi_stmt(gsi));
}

static unsigned int count_unit(void)
{
    struct cgraph_node *node;
    vec<struct cgraph_node *> nodes = vNULL;
    unsigned num = 2;
    FOR_EACH_DEFINED_FUNCTION(node)
    if (gimple_has_body_p(node->decl) && !node->clone_of) {
        nodes.safe_push(node);
        num += places_of(DECL_STRUCT_FUNCTION(node->decl));
        forget_purity(node);
    }
    unit = crc32_string(0, main_input_filename);
    places = 2;
    make_counters(num);
    for (unsigned i = 0; i < nodes.length(); i++) {
        push_cfun(DECL_STRUCT_FUNCTION(nodes[i]->decl));
        say_body(nodes[i]);
        update_calls();
        count_body();
        cgraph_edge::rebuild_edges();
        pop_cfun();
    }
    gcc_assert(places == num);
    nodes.release();
    fclose(expected);
    return 0;
}

namespace
{
const pass_data count_data = {
    SIMPLE_IPA_PASS, "count_bodies", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

class count_pass : public simple_ipa_opt_pass
{
  public:
    count_pass() : simple_ipa_opt_pass(count_data, g) {}
    bool gate(function *) { return !seen_error(); }
    unsigned int execute(function *) { return count_unit(); }
};
} // namespace

/* Only now is it sure that pathprof has put its pass in, if it knows anything of the unit. */
static void start_unit(void *, void *)
{
    static struct register_pass_info info = {new count_pass, "pathprof_use", 1,
                                             PASS_POS_INSERT_AFTER};
    for (opt_pass *pass = g->get_passes()->all_small_ipa_passes; pass; pass = pass->next)
        if (!strcmp(pass->name, info.reference_pass_name)) {
            register_callback("count-bodies", PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
            return;
        }
}

int plugin_init(struct plugin_name_args *info, struct plugin_gcc_version *)
{
    if (info->argc != 1 || strcmp(info->argv[0].key, "expected"))
        return 1;
    expected = fopen(info->argv[0].value, "a");
    if (!expected)
        return 1;
    register_callback(info->base_name, PLUGIN_START_UNIT, start_unit, NULL);
    return 0;
}
