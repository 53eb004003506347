/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/sections.h"
#include "gcc/use/hottest-code.h"
#include "gcc/use/use.h"
extern "C" {
#include "core/profile/hot-code.h"
}

#define SECTION "hottest"

/* The hottest code of a program is of so many statements at most.  GCC makes some four bytes of each, and with what is
   inlined and copied this fills a first-level cache of 32 KB.  Measured: doc/measurements/second-compile.md. */
#define STATEMENTS 3000

void pp_find_hottest_code(struct pp_hottest_code *hottest, const struct pp_profiles *profiles,
                          unsigned bits)
{
    struct pp_hot_code code = {};
    for (uint32_t i = 0; i < profiles->num; i++)
        pp_hot_code_add(&code, &profiles->list[i]->profile);
    hottest->least = pp_shorten(pp_hot_code_least(&code, STATEMENTS), bits);
}

bool pp_is_hottest(const struct pp_hottest_code *hottest, profile_count count)
{
    return !count.ipa_p() || (uint64_t)count.to_gcov_type() >= hottest->least;
}

/* ---- The pass.  GCC's callbacks have no argument but the global one. */

static struct pp_hottest_code *of_program;

static void on_write()
{
    struct pp_bytes out = {};
    if (lto_stream_offload_p || !of_program->least)
        return;
    pp_put_text(&out, PATHPROF_VERSION);
    pp_put(&out, of_program->least);
    pp_section_write(SECTION, &out);
    pp_bytes_free(&out);
}

/* Objects that belong to one program say the same, unless some were compiled with other profiles. */
static void on_read()
{
    struct lto_file_decl_data **files = lto_get_file_decl_data();
    for (unsigned i = 0; files[i]; i++) {
        struct pp_input in;
        if (!pp_section_read_ours(files[i], SECTION, &in))
            continue;
        uint64_t least = pp_get(&in);
        if (!in.bad)
            of_program->least = MAX(of_program->least, least);
    }
}

namespace
{
const pass_data hottest_code_data = {
    IPA_PASS, "pathprof_hottest", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0, 0};

class hottest_code_pass : public ipa_opt_pass_d
{
  public:
    hottest_code_pass()
        : ipa_opt_pass_d(hottest_code_data, g, NULL, on_write, on_read, on_write, on_read, NULL, 0,
                         NULL, NULL)
    {
    }
    bool gate(function *) { return !seen_error(); }
    unsigned int execute(function *) { return 0; }
};
} // namespace

opt_pass *pp_make_hottest_code_pass(struct pp_hottest_code *hottest)
{
    of_program = hottest;
    return new hottest_code_pass();
}
