/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of the plugin's own in LTO objects.  GCC's list of section types is closed, but
   functions bring their names: no function of a program has a $ in front of its name and another
   behind it. */
#include "gcc/base/compat.h"
#include "gcc/base/sections.h"

static char *function_name(const char *what)
{
    return concat("$pathprof.", what, "$", NULL);
}

void pp_section_write(const char *what, const struct pp_bytes *bytes)
{
    char *function = function_name(what);
    char *name = lto_get_section_name(LTO_section_function_body, function, 0, NULL);
    /* Not compressed: most of it is. */
    lto_begin_section(name, false);
    for (size_t at = 0; at < bytes->size; at += 1 << 30)
        lto_write_data(bytes->bytes + at, MIN(bytes->size - at, (size_t)1 << 30));
    lto_end_section();
    free(name);
    free(function);
}

void pp_section_read(struct lto_file_decl_data *file, const char *what, struct pp_input *in)
{
    char *function = function_name(what);
    size_t size = 0;
    const char *data =
        lto_get_raw_section_data(file, LTO_section_function_body, function, 0, &size);
    in->at = (const unsigned char *)data;
    in->end = in->at + (data ? size : 0);
    in->bad = false;
    free(function);
}

bool pp_section_read_ours(struct lto_file_decl_data *file, const char *what, struct pp_input *in)
{
    pp_section_read(file, what, in);
    return in->at != in->end && !strcmp(pp_get_text(in), PATHPROF_VERSION);
}
