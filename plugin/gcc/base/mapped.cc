/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects that are the same in whichever directory they were made. */
#include "gcc/base/compat.h"
#include "gcc/base/mapped.h"
extern "C" {
#include "core/base/path-names.h"
}

const char *pp_mapped(const char *name)
{
    if (!name)
        return NULL;
    /* -ffile-prefix-map is all of them. */
    const char *mapped = remap_debug_filename(name);
    if (mapped == name)
        mapped = remap_macro_filename(name);
    if (mapped == name)
        mapped = remap_profile_filename(name);
    return mapped;
}

const char *pp_mapped_input(void)
{
    return pp_mapped(main_input_filename);
}

const char *pp_mapped_directory(void)
{
    return pp_mapped(get_src_pwd());
}

const char *pp_mapped_output(void)
{
    const char *name = pp_mapped(aux_base_name);
    /* Sources may be mapped and the object be elsewhere, of which plain GCC would say nothing. */
    bool reproducible =
        pp_mapped_directory() != get_src_pwd() || pp_mapped_input() != main_input_filename;
    return name && *name == '/' && reproducible ? pp_last_part(name) : name;
}

void pp_hide_places(void)
{
    static const char *const hidden[] = {"-fplugin-arg-pathprof-use",
                                         "-fplugin-arg-pathprof-report",
                                         "-fplugin-arg-pathprof-weights"};
    for (unsigned i = 1; i < save_decoded_options_count; i++) {
        struct cl_decoded_option *o = &save_decoded_options[i];
        for (unsigned k = 0; k < ARRAY_SIZE(hidden); k++)
            if (o->orig_option_with_args_text &&
                startswith(o->orig_option_with_args_text, hidden[k]))
                o->opt_index = OPT_SPECIAL_ignore;
    }
}
