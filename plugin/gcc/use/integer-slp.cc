/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements in a row that compute with integers gain nothing as vectors: the integers are in general registers, and to
   carry two or four of them to a vector register and back takes more instructions than are saved
   (doc/measurements/second-compile.md, where codecs are, too).  Loops have a vectoriser of their own, which stays on,
   and floating point is in vector registers anyway.  Measured on x86 alone, so done there alone, and not if the user
   has asked for -ftree-slp-vectorize. */
#include "gcc/base/compat.h"
#include "gcc/base/function-name.h"
#include "gcc/base/compilation.h"
#include "gcc/base/flags.h"
#include "gcc/base/machine.h"
#include "gcc/base/selected.h"
#include "gcc/use/integer-slp.h"

/* What is inlined in FN is in it by now. */
static bool has_floats(struct function *fn)
{
    tree name;
    unsigned i;
    FOR_EACH_SSA_NAME(i, name, fn)
    if (FLOAT_TYPE_P(TREE_TYPE(name)))
        return true;
    return false;
}

namespace
{
const pass_data integer_slp_data = {GIMPLE_PASS,
                                    "pathprof_integer_slp",
                                    OPTGROUP_NONE,
                                    TV_PLUGIN_RUN,
                                    PROP_ssa | PROP_cfg,
                                    0,
                                    0,
                                    0,
                                    0};

class integer_slp_pass : public gimple_opt_pass
{
  public:
    explicit integer_slp_pass(const struct pp_compilation *compilation)
        : gimple_opt_pass(integer_slp_data, g), c(compilation)
    {
    }
    bool gate(function *fn)
    {
        return PP_IS_X86 && optimize && flag_tree_slp_vectorize &&
               !global_options_set.x_flag_tree_slp_vectorize &&
               pp_selected(&c->options, pp_unversioned(fn->decl));
    }
    unsigned int execute(function *fn)
    {
        struct cl_optimization before;
        if (has_floats(fn))
            return 0;
        pp_change_options(&before);
        flag_tree_slp_vectorize = 0;
        pp_changed_options(fn, &before);
        return 0;
    }

  private:
    const struct pp_compilation *c;
};
} // namespace

opt_pass *pp_make_integer_slp_pass(const struct pp_compilation *c)
{
    return new integer_slp_pass(c);
}
