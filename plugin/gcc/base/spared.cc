/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's own options against what costs too much.  Measured in doc/measurements/compile-time.md. */
#include "gcc/base/compat.h"
#include "gcc/base/function-name.h"
#include "gcc/base/compilation.h"
#include "gcc/base/flags.h"
#include "gcc/base/spared.h"
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

/* Global common subexpressions on RTL: an instrumented program has thousands of counter addresses,
   and the pass takes twice as long to find out that none is worth a register.  Measured on lua,
   zlib and sqlite3: a third of what the plugin adds to the compile time.  At run time lua gains 1 %
   of its instructions by that and bzip2 loses 2 %. */
static bool is_spared_gcse(const struct pp_options *options)
{
    return pp_mode_row(options->params.mode)->numbers_procs && !options->params.bursts &&
           !global_options_set.x_flag_gcse;
}

static void limit_nests(void)
{
    param_ira_max_loops_num = MIN(param_ira_max_loops_num, MOST_LEVELS);
    param_loop_invariant_max_bbs_in_loop = MIN(param_loop_invariant_max_bbs_in_loop, MOST_BLOCKS);
    flag_unroll_loops = 0;
}

static void spare(struct function *fn, bool gcse, bool deep)
{
    struct cl_optimization before;
    pp_change_options(&before);
    if (gcse)
        flag_gcse = 0;
    if (deep)
        limit_nests();
    pp_changed_options(fn, &before);
}

namespace
{
const pass_data spare_data = {
    GIMPLE_PASS, "pathprof_spare", OPTGROUP_NONE, TV_PLUGIN_RUN, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

class spare_pass : public gimple_opt_pass
{
  public:
    spare_pass(const struct pp_compilation *compilation, bool profiling)
        : gimple_opt_pass(spare_data, g), c(compilation), profiles(profiling)
    {
    }
    bool gate(function *fn)
    {
        return optimize && pp_selected(&c->options, pp_unversioned(fn->decl));
    }
    unsigned int execute(function *fn)
    {
        bool gcse = profiles && is_spared_gcse(&c->options), deep = levels_of_loops() > MOST_LEVELS;
        if (gcse || deep)
            spare(fn, gcse, deep);
        return 0;
    }

  private:
    const struct pp_compilation *c;
    bool profiles;
};
} // namespace

opt_pass *pp_make_spare_pass(const struct pp_compilation *c, bool profiles)
{
    return new spare_pass(c, profiles);
}
