/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/use/inlined/bodies.h"
#include "gcc/use/inlined/carry.h"
#include "gcc/use/inlined/section.h"

/* GCC's callbacks have no argument but the global one. */
static struct pp_inlined_functions *of_program;
static struct pp_marks *of_unit;

static void on_generate()
{
    if (!in_lto_p)
        pp_insert_marks(of_unit);
}

static void on_write()
{
    if (lto_stream_offload_p)
        return;
    if (!in_lto_p)
        pp_note_statements(of_program);
    pp_write_inlined(of_program);
}

static void on_read()
{
    pp_read_inlined(of_program);
}

namespace
{
const pass_data carry_inlined_data = {
    IPA_PASS, "pathprof_inlined_counts", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0, 0};

class carry_inlined_pass : public ipa_opt_pass_d
{
  public:
    carry_inlined_pass()
        : ipa_opt_pass_d(carry_inlined_data, g, on_generate, on_write, on_read, on_write, on_read,
                         NULL, 0, NULL, NULL)
    {
    }
    bool gate(function *) { return !seen_error(); }
    unsigned int execute(function *)
    {
        if (!flag_ltrans)
            pp_find_bodies(of_program);
        return 0;
    }
};
} // namespace

opt_pass *pp_make_carry_inlined_pass(struct pp_inlined_functions *functions, struct pp_marks *marks)
{
    of_program = functions;
    of_unit = marks;
    return new carry_inlined_pass();
}
