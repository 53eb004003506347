/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The small IPA pass that readies bodies where GCC itself would profile them: in SSA form, after
   early inlining, before anything that looks at more than one function.  What holds after: the CFG
   is canonical (design: loops have preheaders and single latches, as ipa-fnsummary would make them
   later), and no profiled function is const or pure, so that no call to one is merged or dropped
   and no counter is kept in a register across one. */
#include "gcc/base/compat.h"
#include "gcc/decide/hot-parts.h"
#include "gcc/decide/kept-apart.h"
#include "gcc/decide/promote-calls.h"
#include "gcc/base/selected.h"
#include "gcc/extract/canonical.h"
#include "gcc/extract/early-inlined.h"
#include "gcc/decide/prepare.h"
#include "gcc/extract/line-map.h"

/* Whether STMT is a call by a const type of a function that is not const.  A call of a const function is one by the
   function's type as well, as the front end has it; and GCC's own profiler (-fprofile-arcs) leaves that when it takes
   the property from functions. */
static bool is_stale(gimple *stmt)
{
    gcall *call = dyn_cast<gcall *>(stmt);
    if (!call || gimple_call_internal_p(call))
        return false;
    tree decl = gimple_call_fndecl(call), type = gimple_call_fntype(call);
    return !(decl && TREE_READONLY(decl)) && type && TYPE_READONLY(type);
}

static bool has_stale_calls(struct function *fn)
{
    basic_block bb;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (is_stale(gsi_stmt(gsi)))
            return true;
    return false;
}

/* Calls to functions that have ceased to be const or pure get the virtual operands of a call. */
static void update_calls(struct function *fn)
{
    basic_block bb;
    push_cfun(fn);
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (is_gimple_call(gsi_stmt(gsi))) {
            gcall *call = as_a<gcall *>(gsi_stmt(gsi));
            if (is_stale(call))
                gimple_call_set_fntype(call, TYPE_MAIN_VARIANT(gimple_call_fntype(call)));
            update_stmt(call);
        }
    update_ssa(TODO_update_ssa);
    free_dominance_info(CDI_DOMINATORS);
    cgraph_edge::rebuild_edges();
    pop_cfun();
}

/* With -flto a function that is only declared here may be profiled elsewhere. */
static bool may_be_profiled_elsewhere(struct cgraph_node *node)
{
    return flag_lto && !node->definition && !fndecl_built_in_p(node->decl) &&
           !in_system_header_at(DECL_SOURCE_LOCATION(node->decl));
}

static unsigned int prepare_unit(struct pp_compilation *c)
{
    const struct pp_options *options = &c->options;
    struct cgraph_node *node;
    bool dropped = false;
    pp_watch_inlining_no_more(c);
    c->lines = new hash_map<tree, struct pp_line_map *>;
    FOR_EACH_DEFINED_FUNCTION(node)
    {
        /* What they look for is what the functions that are called are known to be. */
        if (gimple_has_body_p(node->decl) && !node->clone_of && pp_selected(options, node->decl))
            c->lines->put(node->decl, pp_line_map_make(DECL_STRUCT_FUNCTION(node->decl)));
    }
    FOR_EACH_DEFINED_FUNCTION(node)
    {
        if (!gimple_has_body_p(node->decl) || node->clone_of)
            continue;
        pp_canonicalise(DECL_STRUCT_FUNCTION(node->decl));
        if (!c->lines->get(node->decl))
            continue;
        dropped |= node->set_const_flag(false, false);
        dropped |= node->set_pure_flag(false, false);
    }
    FOR_EACH_FUNCTION(node)
    if (may_be_profiled_elsewhere(node)) {
        dropped |= node->set_const_flag(false, false);
        dropped |= node->set_pure_flag(false, false);
    }
    FOR_EACH_DEFINED_FUNCTION(node)
    if (gimple_has_body_p(node->decl) && !node->clone_of &&
        (dropped || has_stale_calls(DECL_STRUCT_FUNCTION(node->decl))))
        update_calls(DECL_STRUCT_FUNCTION(node->decl));
    if (options->chain && pp_mode_row(options->params.mode)->crosses_calls)
        pp_chain_unit(c);
    if (options->params.bursts)
        pp_keep_apart();
    pp_make_hot_parts(c);
    return 0;
}

namespace
{
const pass_data prepare_data = {SIMPLE_IPA_PASS,
                                "pathprof_prepare",
                                OPTGROUP_NONE,
                                TV_IPA_PROFILE,
                                PROP_ssa | PROP_cfg,
                                0,
                                0,
                                0,
                                0};

class prepare_pass : public simple_ipa_opt_pass
{
  public:
    explicit prepare_pass(struct pp_compilation *compilation)
        : simple_ipa_opt_pass(prepare_data, g), c(compilation)
    {
    }
    bool gate(function *) { return !seen_error(); }
    unsigned int execute(function *) { return prepare_unit(c); }

  private:
    struct pp_compilation *c;
};
} // namespace

opt_pass *pp_make_prepare_pass(struct pp_compilation *c)
{
    return new prepare_pass(c);
}
