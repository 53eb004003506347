/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's own options against what deep nests cost.  Measured in doc/measurements/compile-time.md. */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/base/deep-nests.h"
#include "gcc/base/selected.h"

/* Up to so many levels nothing is changed.  A deeper nest gets registers for so many of its loops, the
   hottest, one by one, and for the others all at once: every value that is used in a loop, if only by one
   instruction, is one in each loop round that, too, and the allocator compares it with all others there.  A
   few more in each loop, as counting needs, would take GCC twice the time. */
#define MOST_LEVELS 16

/* Loops of more blocks keep what the last pass for invariants (on RTL) would move; those on GIMPLE have
   moved what counts.  It computes reaching definitions for every loop, with all loops inside it, and so
   does unrolling, if only to find out where a loop is in the source. */
#define MOST_BLOCKS 100

static unsigned levels_of_loops(void)
{
    unsigned levels = 0;
    loop_optimizer_init(AVOID_CFG_MODIFICATIONS);
    PP_FOR_EACH_LOOP(loop)
    levels = MAX(levels, loop_depth(loop));
    loop_optimizer_finalize();
    return levels;
}

static void limit(struct function *fn)
{
    int regions = param_ira_max_loops_num, blocks = param_loop_invariant_max_bbs_in_loop;
    int unrolls = flag_unroll_loops;
    param_ira_max_loops_num = MIN(regions, MOST_LEVELS);
    param_loop_invariant_max_bbs_in_loop = MIN(blocks, MOST_BLOCKS);
    flag_unroll_loops = 0;
    tree options = build_optimization_node(&global_options, &global_options_set);
    param_ira_max_loops_num = regions;
    param_loop_invariant_max_bbs_in_loop = blocks;
    flag_unroll_loops = unrolls;
    DECL_FUNCTION_SPECIFIC_OPTIMIZATION(fn->decl) = options;
    set_cfun(fn, true); /* the options of the function that is compiled now are in force */
}

namespace
{
const pass_data nests_data = {
    GIMPLE_PASS, "pathprof_nests", OPTGROUP_NONE, TV_PLUGIN_RUN, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

class nests_pass : public gimple_opt_pass
{
  public:
    explicit nests_pass(const struct pp_compilation *compilation)
        : gimple_opt_pass(nests_data, g), c(compilation)
    {
    }
    /* What is not profiled is compiled as without the plugin. */
    bool gate(function *fn) { return optimize && pp_selected(&c->options, DECL_ORIGIN(fn->decl)); }
    unsigned int execute(function *fn)
    {
        if (levels_of_loops() > MOST_LEVELS)
            limit(fn);
        return 0;
    }

  private:
    const struct pp_compilation *c;
};
} // namespace

opt_pass *pp_make_nests_pass(const struct pp_compilation *c)
{
    return new nests_pass(c);
}
