/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/mark/marker.h"
#include "gcc/mark/never-throw.h"

/* Returns whether a marker had a handler. */
static bool release_markers(struct function *fn)
{
    struct pp_marker marker;
    basic_block bb;
    bool any = false;
    FOR_EACH_BB_FN(bb, fn)
    {
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
            if (pp_marker_read(gsi_stmt(gsi), &marker))
                any |= remove_stmt_from_eh_lp_fn(fn, gsi_stmt(gsi));
        gimple_purge_dead_eh_edges(bb);
    }
    return any;
}

namespace
{
const pass_data never_throw_data = {GIMPLE_PASS,
                                    "pathprof_never_throw",
                                    OPTGROUP_NONE,
                                    TV_PLUGIN_RUN,
                                    PROP_ssa | PROP_cfg,
                                    0,
                                    0,
                                    0,
                                    0};

class never_throw_pass : public gimple_opt_pass
{
  public:
    explicit never_throw_pass(const struct pp_compilation *compilation)
        : gimple_opt_pass(never_throw_data, g), c(compilation)
    {
    }
    bool gate(function *fn) { return c->emissions != NULL && fn->can_throw_non_call_exceptions; }
    unsigned int execute(function *fn) { return release_markers(fn) ? TODO_cleanup_cfg : 0; }

  private:
    const struct pp_compilation *c;
};
} // namespace

opt_pass *pp_make_never_throw_pass(const struct pp_compilation *c)
{
    return new never_throw_pass(c);
}
