/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path and nvc are handed over in the thread's state (call-protocol.cc): what one stores the other loads, and adds to,
   and stores, from call to call.  Each time the processor takes some cycles to get from the store to the load, and
   with frequent calls everything comes to wait for that chain.  So the two words are parameters of a function instead,
   behind the program's own; and the path comes back as the second half of a complex number, whose first is what the
   program returns.  So nothing here depends on how the machine passes parameters.  Who enters a function otherwise
   passes anything in these registers, and looks at none of them when it comes back: it is a root then, which it finds
   out by its name as ever, and what it keeps of the state it keeps in memory (call-protocol.cc).

   It is done when GCC has inlined, cloned and optimised everything else: in each body the two words of the state
   become local variables; what calls still take from memory is stored there as well.  Bodies are
   compiled one after the other, even in processes of their own, and only agree by what each knows of the others:
   pp_handed, and the declaration.  The figures are in doc/measurements/cheaper-calls.md. */
#include "gcc/base/compat.h"
#include "gcc/base/roots.h"
#include "gcc/mark/gimple.h"
#include "gcc/mark/decls.h"
#include "gcc/decide/handed-words.h"
#include "gcc/emit/in-registers.h"
#include "gcc/emit/register-type.h"
#include "runtime/format.h"
#include "function.h"
#include "stor-layout.h"

/* ---- The state's words in a body. */

struct body {
    const struct pp_compilation *c;
    struct function *fn;
    tree path, nvc;      /* local variables */
    bool in_place;       /* they are only copies, of the state's words around each call */
    bool back_in_memory; /* the path, to the caller */
    /* Of calls that hand over: the words for which they do that in memory (enum pp_handed). */
    hash_map<gimple *, unsigned> *in_memory;
};

/* Where the words are. */
#define PATH offsetof(struct pathprof_state, path)
#define NVC offsetof(struct pathprof_state, nvc)

static tree word_of(const struct body *b, size_t offset)
{
    return build4(ARRAY_REF, b->c->decls->word, b->c->decls->state, size_int(offset / 8), NULL_TREE,
                  NULL_TREE);
}

static void store(const struct body *b, gimple_seq *seq, tree variable, size_t offset)
{
    tree raw = make_ssa_name(b->c->decls->word);
    gimple_seq_add_stmt(
        seq, gimple_build_assign(raw, NOP_EXPR, pp_load(seq, uint64_type_node, variable)));
    set(seq, word_of(b, offset), raw);
}

static void load(const struct body *b, gimple_seq *seq, tree variable, size_t offset)
{
    tree raw = pp_load(seq, b->c->decls->word, word_of(b, offset));
    gimple_seq_add_stmt(seq, gimple_build_assign(variable, NOP_EXPR, raw));
}

/* The variable for the place REF; NULL if that is none of the words, or what they have in memory. */
static tree variable_for(const struct body *b, tree ref)
{
    poly_int64 offset;
    if (TREE_THIS_VOLATILE(ref))
        return NULL_TREE;
    if ((TREE_CODE(ref) != ARRAY_REF && TREE_CODE(ref) != MEM_REF) ||
        get_addr_base_and_unit_offset(ref, &offset) != b->c->decls->state)
        return NULL_TREE;
    if (known_eq(offset, (HOST_WIDE_INT)PATH))
        return b->path;
    return known_eq(offset, (HOST_WIDE_INT)NVC) ? b->nvc : NULL_TREE;
}

struct words_search {
    tree state, word;
    bool odd;
};

/* A walk over what a statement accesses: of the state, is it anything but a whole word? */
static bool find_odd_access(gimple *stmt, tree base, tree ref, void *data)
{
    struct words_search *search = (struct words_search *)data;
    if (TREE_CODE(base) == MEM_REF && TREE_CODE(TREE_OPERAND(base, 0)) == ADDR_EXPR)
        base = TREE_OPERAND(TREE_OPERAND(base, 0), 0);
    if (base != search->state)
        return false;
    bool whole = gimple_assign_single_p(stmt) &&
                 (ref == gimple_assign_lhs(stmt) || ref == gimple_assign_rhs1(stmt)) &&
                 types_compatible_p(TREE_TYPE(ref), search->word);
    search->odd |= !whole;
    return false;
}

/* ... and does it take its address? */
static bool find_address(gimple *, tree base, tree, void *data)
{
    struct words_search *search = (struct words_search *)data;
    search->odd |= base == search->state;
    return false;
}

/* The words that the statement at GSI loads as a vector are loaded one by one: GCC does that with what is not stored at
   once, too, for two that are used side by side. */
static void divide_load(const struct body *b, gimple_stmt_iterator *gsi)
{
    gimple *stmt = gsi_stmt(*gsi);
    poly_int64 at;
    HOST_WIDE_INT offset;
    unsigned HOST_WIDE_INT words;
    if (!gimple_assign_load_p(stmt) || !VECTOR_TYPE_P(TREE_TYPE(gimple_assign_lhs(stmt))) ||
        get_addr_base_and_unit_offset(gimple_assign_rhs1(stmt), &at) != b->c->decls->state)
        return;
    tree type = TREE_TYPE(gimple_assign_lhs(stmt));
    if (!at.is_constant(&offset) || !TYPE_VECTOR_SUBPARTS(type).is_constant(&words) ||
        TREE_INT_CST_LOW(TYPE_SIZE(TREE_TYPE(type))) != 64)
        return;
    vec<constructor_elt, va_gc> *elements = NULL;
    gimple_seq seq = NULL;
    for (unsigned HOST_WIDE_INT i = 0; i < words; i++) {
        tree raw = pp_load(&seq, b->c->decls->word, word_of(b, offset + 8 * i));
        tree value = make_ssa_name(TREE_TYPE(type));
        gimple_seq_add_stmt(&seq, gimple_build_assign(value, NOP_EXPR, raw));
        CONSTRUCTOR_APPEND_ELT(elements, NULL_TREE, value);
    }
    gsi_insert_seq_before(gsi, seq, GSI_SAME_STMT);
    gimple_assign_set_rhs_from_tree(gsi, build_constructor(type, elements));
    update_stmt(gsi_stmt(*gsi));
}

static void divide_loads(const struct body *b)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, b->fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        divide_load(b, &gsi);
}

/* Whether the state is accessed word by word alone.  GCC stores neighbours at once, as vectors, if they are used side
   by side: `head` and `path` (option recursion=context). */
static bool has_plain_accesses(const struct body *b)
{
    struct words_search search = {b->c->decls->state, b->c->decls->word, false};
    basic_block bb;
    FOR_EACH_BB_FN(bb, b->fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        walk_stmt_load_store_addr_ops(gsi_stmt(gsi), &search, find_odd_access, find_odd_access,
                                      find_address);
    return !search.odd;
}

/* Whether STMT gives the word of VARIABLE another value. */
static bool sets(const struct body *b, gimple *stmt, tree variable)
{
    return gimple_assign_single_p(stmt) && (gimple_assign_lhs(stmt) == variable ||
                                            variable_for(b, gimple_assign_lhs(stmt)) == variable);
}

/* Whether anybody finds in memory what the statement at GSI stores there, the word of VARIABLE: a call that takes it
   from there, or a caller that takes the path back.  Nothing else is stored there, not for calls either that are not
   followed: it may be another's, which a signal has interrupted. */
static bool is_for_memory(const struct body *b, gimple_stmt_iterator gsi, tree variable)
{
    unsigned word = variable == b->path ? PP_HANDED_PATH : PP_HANDED_NVC;
    bool back = word == PP_HANDED_PATH && b->back_in_memory;
    auto_bitmap seen;
    auto_vec<basic_block> ways;
    gsi_next(&gsi);
    for (basic_block bb = gsi_bb(gsi);; bb = ways.pop(), gsi = gsi_start_bb(bb)) {
        bool goes_on = true;
        for (; goes_on && !gsi_end_p(gsi); gsi_next(&gsi)) {
            unsigned *in_memory = b->in_memory->get(gsi_stmt(gsi));
            if (in_memory && (*in_memory & word))
                return true;
            goes_on = !in_memory && !sets(b, gsi_stmt(gsi), variable);
        }
        edge e;
        edge_iterator ei;
        FOR_EACH_EDGE(e, ei, bb->succs)
        {
            if (goes_on && back && e->dest == EXIT_BLOCK_PTR_FOR_FN(b->fn))
                return true;
            if (goes_on && bitmap_set_bit(seen, e->dest->index))
                ways.safe_push(e->dest);
        }
        if (ways.is_empty())
            return false;
    }
}

/* Takes the statement at *GSI out; *GSI is behind it then. */
static void take_out(gimple_stmt_iterator *gsi)
{
    gimple *stmt = gsi_stmt(*gsi);
    unlink_stmt_vdef(stmt);
    gsi_remove(gsi, true);
    release_defs(stmt);
}

/* What the statement at *GSI stores to one of the words goes to its variable, and to memory if it is for that.  Returns
   whether it did; *GSI is behind it. */
static bool replace_store(const struct body *b, gimple_stmt_iterator *gsi)
{
    gimple *stmt = gsi_stmt(*gsi);
    tree variable = variable_for(b, gimple_assign_lhs(stmt));
    if (!variable)
        return false;
    if (!gimple_clobber_p(stmt))
        gsi_insert_before(gsi, gimple_build_assign(variable, NOP_EXPR, gimple_assign_rhs1(stmt)),
                          GSI_SAME_STMT);
    if (!gimple_clobber_p(stmt) && is_for_memory(b, *gsi, variable)) {
        gsi_next(gsi);
        return true;
    }
    take_out(gsi);
    return true;
}

/* Whether STMT looks at the path in memory, and at nothing of it: a root leaves, and gives no path back. */
static bool gives_nothing_back(const struct body *b, gimple *stmt)
{
    poly_int64 offset;
    tree ref = gimple_assign_rhs1(stmt);
    return gimple_has_volatile_ops(stmt) && TREE_CODE(gimple_assign_lhs(stmt)) == SSA_NAME &&
           has_zero_uses(gimple_assign_lhs(stmt)) &&
           get_addr_base_and_unit_offset(ref, &offset) == b->c->decls->state &&
           known_eq(offset, (HOST_WIDE_INT)PATH);
}

static void replace_words(const struct body *b)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, b->fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);) {
        gimple *stmt = gsi_stmt(gsi);
        if (gimple_assign_single_p(stmt)) {
            if (replace_store(b, &gsi))
                continue;
            if (gives_nothing_back(b, stmt)) {
                /* A constant takes no register. */
                tree nothing = build_zero_cst(uint64_type_node);
                gsi_insert_before(&gsi, gimple_build_assign(b->path, nothing), GSI_SAME_STMT);
                take_out(&gsi);
                continue;
            }
            if (tree variable = variable_for(b, gimple_assign_rhs1(stmt))) {
                gimple_assign_set_rhs_with_ops(&gsi, NOP_EXPR, variable);
                update_stmt(gsi_stmt(gsi));
            }
        }
        gsi_next(&gsi);
    }
}

/* ---- Calls. */

/* Puts SEQ where CALL has come back; nowhere if it does not. */
static void put_behind(gimple *call, gimple_seq seq)
{
    gimple_stmt_iterator at = gsi_for_stmt(call);
    if (stmt_ends_bb_p(call)) {
        edge through = find_fallthru_edge(gimple_bb(call)->succs);
        if (!seq || !through)
            return;
        at = gsi_start_bb(split_edge(through));
    }
    gsi_insert_seq_after(&at, seq, GSI_CONTINUE_LINKING);
}

/* RESULT becomes something, as nothing comes back for it: no declaration that the caller saw was right. */
static void set_anything(gimple_seq *seq, tree result)
{
    if (is_gimple_reg(result))
        set(seq, result, build_zero_cst(TREE_TYPE(result)));
}

/* RESULT is what the program's half of PAIR says, and the path is the other. */
static void divide_pair(const struct body *b, gimple_seq *seq, tree pair, tree result)
{
    set(seq, b->path, build1(IMAGPART_EXPR, uint64_type_node, pair));
    if (b->in_place)
        store(b, seq, b->path, PATH);
    if (!result)
        return;
    tree type = TREE_TYPE(result);
    bool small = tree_fits_uhwi_p(TYPE_SIZE(type)) && tree_to_uhwi(TYPE_SIZE(type)) <= 64;
    tree half = pp_load(seq, uint64_type_node, build1(REALPART_EXPR, uint64_type_node, pair));
    if (!is_gimple_reg_type(type) && small) { /* declared as a structure that a register holds */
        tree copy = create_tmp_var(uint64_type_node);
        TREE_ADDRESSABLE(copy) = 1;
        set(seq, copy, half);
        tree place = build_pointer_type_for_mode(type, VOIDmode, true);
        set(seq, result, build2(MEM_REF, type, build_fold_addr_expr(copy), build_zero_cst(place)));
    } else if (!pp_fits_word(type)) {
        set_anything(seq, result);
    } else {
        tree value = is_gimple_reg(result) ? result : make_ssa_name(type);
        gimple_seq_add_stmt(seq, gimple_build_assign(value, NOP_EXPR, half));
        if (value != result)
            set(seq, result, value);
    }
}

/* The type by which a call hands over ARGUMENTS and gets RESULT. */
static tree type_of_call(const struct pp_agreement *a, const vec<tree> &arguments, tree result)
{
    tree parameters = void_list_node;
    for (unsigned i = arguments.length(); i-- > 0;)
        parameters = tree_cons(NULL_TREE, TREE_TYPE(arguments[i]), parameters);
    return pp_function_type(result, parameters, a->type);
}

/* Whether CALL says where its result is to be put: for a callee that returns a pair that is a parameter. */
static bool gives_place(const gcall *call, const struct pp_agreement *a)
{
    return a->back && aggregate_value_p(TREE_TYPE(gimple_call_fntype(call)), a->type);
}

/* That place. */
static tree place_for(gimple_seq *seq, const gcall *call)
{
    tree place = gimple_call_lhs(call), address = make_ssa_name(ptr_type_node);
    if (!place || is_gimple_reg(place)) {
        place = create_tmp_var_raw(TREE_TYPE(gimple_call_fntype(call)));
        gimple_add_tmp_var(place);
    }
    mark_addressable(place);
    gimple_seq_add_stmt(seq, gimple_build_assign(address, build_fold_addr_expr(place)));
    return address;
}

/* CALL becomes one by A. */
static gcall *rebuild_call(const struct body *b, gcall *call, const struct pp_agreement *a)
{
    gimple_stmt_iterator gsi = gsi_for_stmt(call);
    tree result = a->back ? a->result : TREE_TYPE(gimple_call_fntype(call));
    auto_vec<tree> arguments;
    gimple_seq seq = NULL;
    if (gives_place(call, a))
        arguments.safe_push(place_for(&seq, call));
    for (unsigned i = 0; i < gimple_call_num_args(call); i++)
        arguments.safe_push(gimple_call_arg(call, i));
    if (!pp_fit_arguments(a, result, &arguments)) {
        result = a->result;
        pp_fit_arguments(a, result, &arguments);
    }
    if (b->in_place && a->path)
        load(b, &seq, b->path, PATH);
    if (b->in_place && a->nvc)
        load(b, &seq, b->nvc, NVC);
    if (a->path)
        arguments.safe_push(pp_load(&seq, uint64_type_node, b->path));
    if (a->nvc)
        arguments.safe_push(pp_load(&seq, uint64_type_node, b->nvc));
    gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
    gcall *made = gimple_build_call_vec(gimple_call_fn(call), arguments);
    gimple_call_set_fntype(made, type_of_call(a, arguments, result));
    gimple_call_copy_flags(made, call);
    gimple_call_set_chain(made, gimple_call_chain(call));
    gimple_set_location(made, gimple_location(call));
    gimple_set_block(made, gimple_block(call));
    gimple_move_vops(made, call);
    if (cgraph_edge *e = cgraph_node::get(b->fn->decl)->get_edge(call))
        cgraph_edge::set_call_stmt(e, made);
    return made;
}

/* CALL becomes one by A; what A does not have is as it was.  Returns it. */
static gcall *hand_in_registers(const struct body *b, gcall *call, const struct pp_agreement *a)
{
    gimple_stmt_iterator gsi = gsi_for_stmt(call);
    gcall *made = rebuild_call(b, call, a);
    tree result = gimple_call_lhs(call);
    bool placed = gives_place(call, a) && result && !is_gimple_reg(result);
    gimple_seq behind = NULL;
    gimple_call_set_lhs(call, NULL_TREE);
    if (a->back && !gimple_call_noreturn_p(made)) {
        tree pair = make_ssa_name(pp_pair_type());
        gimple_call_set_lhs(made, pair);
        gimple_call_set_tail(made, false);
        divide_pair(b, &behind, pair, placed ? NULL_TREE : result);
    } else if (gimple_call_return_type(made) == gimple_call_return_type(call)) {
        gimple_call_set_lhs(made, result);
    } else if (result) {
        set_anything(&behind, result);
    }
    gsi_replace(&gsi, made, true);
    put_behind(made, behind);
    return made;
}

/* Behind CALL the path is what it has left in memory.  What it takes from there has been stored. */
static void take_from_memory(const struct body *b, gcall *call)
{
    gimple_seq behind = NULL;
    if (b->in_place)
        return;
    load(b, &behind, b->path, PATH);
    put_behind(call, behind);
}

/* ---- The function itself. */

static tree add_parameter(struct function *fn, const char *name)
{
    tree parameter =
        build_decl(UNKNOWN_LOCATION, PARM_DECL, get_identifier(name), uint64_type_node);
    DECL_ARG_TYPE(parameter) = uint64_type_node;
    DECL_CONTEXT(parameter) = fn->decl;
    DECL_ARTIFICIAL(parameter) = 1;
    DECL_IGNORED_P(parameter) = 1;
    layout_decl(parameter, 0);
    DECL_ARGUMENTS(fn->decl) = chainon(DECL_ARGUMENTS(fn->decl), parameter);
    return get_or_create_ssa_default_def(fn, parameter);
}

/* PARAMETER, or what the word at OFFSET is if LOADED. */
static void begin_word(const struct body *b, gimple_seq *seq, tree variable, size_t offset,
                       tree parameter, bool loaded)
{
    if (parameter)
        set(seq, variable, parameter);
    if (parameter && b->in_place)
        store(b, seq, variable, offset);
    if (parameter || b->in_place)
        return;
    if (loaded)
        load(b, seq, variable, offset);
    else
        set(seq, variable, build_zero_cst(uint64_type_node));
}

/* The variables have a value from the beginning, wherever it is used. */
static void begin(const struct body *b, const struct pp_agreement *own)
{
    gimple_seq seq = NULL;
    tree path = own->path ? add_parameter(b->fn, "pathprof_path") : NULL_TREE;
    tree nvc = own->nvc ? add_parameter(b->fn, "pathprof_nvc") : NULL_TREE;
    begin_word(b, &seq, b->path, PATH, path, own->in_memory & PP_HANDED_PATH);
    begin_word(b, &seq, b->nvc, NVC, nvc, own->in_memory & PP_HANDED_NVC);
    gimple_stmt_iterator at =
        gsi_start_bb(split_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(b->fn))));
    gsi_insert_seq_after(&at, seq, GSI_CONTINUE_LINKING);
}

/* A walk over operands: the declaration DATA[0] becomes DATA[1]. */
static tree replace_declaration(tree *operand, int *, void *data)
{
    tree *declarations = (tree *)((struct walk_stmt_info *)data)->info;
    if (*operand == declarations[0])
        *operand = declarations[1];
    return NULL_TREE;
}

/* FN returns a pair.  What it returned so far is a variable like others. */
static void change_result(struct function *fn)
{
    tree old = DECL_RESULT(fn->decl), name;
    tree result = build_decl(DECL_SOURCE_LOCATION(old), RESULT_DECL, NULL_TREE, pp_pair_type());
    DECL_ARTIFICIAL(result) = 1;
    DECL_IGNORED_P(result) = 1;
    DECL_CONTEXT(result) = fn->decl;
    layout_decl(result, 0);
    DECL_RESULT(fn->decl) = result;
    unsigned i;
    FOR_EACH_SSA_NAME(i, name, fn)
    if (SSA_NAME_VAR(name) == old)
        SET_SSA_NAME_VAR_OR_IDENTIFIER(name, NULL_TREE);
    if (VOID_TYPE_P(TREE_TYPE(old)) || is_gimple_reg(old))
        return;
    tree declarations[] = {old, create_tmp_var(TREE_TYPE(old))};
    TREE_ADDRESSABLE(declarations[1]) = TREE_ADDRESSABLE(old);
    struct walk_stmt_info wi = {};
    wi.info = declarations;
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        walk_gimple_op(gsi_stmt(gsi), replace_declaration, &wi);
        update_stmt(gsi_stmt(gsi));
    }
}

/* The program's VALUE in 64 bits, of which those above its own do not matter. */
static tree widen(gimple_seq *seq, tree value)
{
    tree wide = make_ssa_name(uint64_type_node);
    if (INTEGRAL_TYPE_P(TREE_TYPE(value)) && TYPE_PRECISION(TREE_TYPE(value)) < 64) {
        /* Extended by 0, which 32-bit instructions do by themselves. */
        tree plain = make_ssa_name(unsigned_type_for(TREE_TYPE(value)));
        gimple_seq_add_stmt(seq, gimple_build_assign(plain, NOP_EXPR, value));
        value = plain;
    }
    gimple_seq_add_stmt(seq, gimple_build_assign(wide, NOP_EXPR, value));
    return wide;
}

static void return_pair(const struct body *b, greturn *stmt, gimple_seq *seq)
{
    tree value = gimple_return_retval(stmt), pair = make_ssa_name(pp_pair_type());
    if (value && !is_gimple_val(value))
        value = pp_load(seq, TREE_TYPE(value), value);
    tree half = value ? widen(seq, value) : build_zero_cst(uint64_type_node);
    if (b->in_place)
        load(b, seq, b->path, PATH);
    tree path = pp_load(seq, uint64_type_node, b->path);
    gimple_seq_add_stmt(seq, gimple_build_assign(pair, COMPLEX_EXPR, half, path));
    gimple_return_set_retval(stmt, pair);
}

/* Something follows each call in FN, which GCC did not know when it chose those that are jumps. */
static void forbid_tail_calls(struct function *fn)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (gcall *call = dyn_cast<gcall *>(gsi_stmt(gsi)))
            gimple_call_set_tail(call, false);
}

/* What goes back to the caller in registers. */
static void end(const struct body *b, const struct pp_agreement *own)
{
    edge e;
    edge_iterator ei;
    if (!own->back)
        return;
    change_result(b->fn);
    forbid_tail_calls(b->fn);
    FOR_EACH_EDGE(e, ei, EXIT_BLOCK_PTR_FOR_FN(b->fn)->preds)
    {
        gimple_stmt_iterator gsi = gsi_last_bb(e->src);
        gimple_seq seq = NULL;
        greturn *stmt = gsi_end_p(gsi) ? NULL : dyn_cast<greturn *>(gsi_stmt(gsi));
        if (!stmt)
            continue;
        return_pair(b, stmt, &seq);
        gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
        update_stmt(stmt);
    }
}

/* The calls in FN of functions to which anything is handed over, and what IN_MEMORY (enum pp_handed); returns whether
   for any it is done in registers. */
static bool find_calls(const struct pp_compilation *c, struct function *fn, vec<gcall *> *calls,
                       hash_map<gimple *, unsigned> *in_memory)
{
    basic_block bb;
    bool any = false;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        gcall *call = dyn_cast<gcall *>(gsi_stmt(gsi));
        struct pp_agreement a;
        if (!call || !pp_handed_to(c, gimple_call_fndecl(call)))
            continue;
        calls->safe_push(call);
        any |= pp_agree(c, gimple_call_fndecl(call), &a);
        in_memory->put(call, a.in_memory);
    }
    return any;
}

void pp_hand_in_registers(struct function *fn, struct pp_compilation *c)
{
    struct pp_agreement own, a;
    auto_vec<gcall *> calls;
    hash_map<gimple *, unsigned> in_memory;
    if (!c->handed || (!find_calls(c, fn, &calls, &in_memory) & !pp_agree(c, fn->decl, &own)))
        return;
    struct body b = {c,
                     fn,
                     pp_local_register("pathprof_handed_path", uint64_type_node),
                     pp_local_register("pathprof_handed_nvc", uint64_type_node),
                     false,
                     (own.in_memory & PP_HANDED_BACK) != 0,
                     &in_memory};
    divide_loads(&b);
    b.in_place = (pp_handed_to(c, fn->decl) & PP_HANDED_JUMPS) || !has_plain_accesses(&b);
    if (!b.in_place)
        replace_words(&b);
    end(&b, &own);
    for (unsigned i = 0; i < calls.length(); i++) {
        tree callee = gimple_call_fndecl(calls[i]);
        gcall *call = pp_agree(c, callee, &a) ? hand_in_registers(&b, calls[i], &a) : calls[i];
        if (a.in_memory & PP_HANDED_BACK)
            take_from_memory(&b, call);
    }
    tree last = tree_last(DECL_ARGUMENTS(fn->decl));
    begin(&b, &own);
    if (own.type) {
        c->declared = pp_keep(TREE_TYPE(fn->decl));
        c->last_parameter = last;
        TREE_TYPE(fn->decl) = own.type;
    }
    pp_renew_ssa(fn);
}

namespace
{
const pass_data declared_data = {
    RTL_PASS, "pathprof_declared", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0, 0};

class declared_pass : public rtl_opt_pass
{
  public:
    explicit declared_pass(struct pp_compilation *compilation)
        : rtl_opt_pass(declared_data, g), c(compilation)
    {
    }
    bool gate(function *) { return c->declared != NULL_TREE; }
    unsigned int execute(function *fn)
    {
        TREE_TYPE(fn->decl) = c->declared;
        c->declared = NULL_TREE;
        /* Of parameters in registers GCC warns that a longjmp may change them. */
        *(c->last_parameter ? &DECL_CHAIN(c->last_parameter) : &DECL_ARGUMENTS(fn->decl)) =
            NULL_TREE;
        return 0;
    }

  private:
    struct pp_compilation *c;
};
} // namespace

opt_pass *pp_make_declared_pass(struct pp_compilation *c)
{
    return new declared_pass(c);
}
