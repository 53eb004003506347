/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of the modes. */
#include "core/graph/mode.h"

#include <assert.h>
#include <stddef.h>

const struct pp_mode_row *pp_mode_row(enum pp_mode mode)
{
    static const struct pp_mode_row rows[PP_MODES] = {
#define PP_MODE(id, label, ...) [PP_MODE_##id] = {.name = label, __VA_ARGS__},
#include "core/graph/modes.def"
    };
    assert(mode < PP_MODES);
    return &rows[mode];
}

const char *pp_mode_name(enum pp_mode mode)
{
    return mode < PP_MODES ? pp_mode_row(mode)->name : NULL;
}

enum pp_mode pp_mode_of_functions(void)
{
    enum pp_mode mode = 0;
    while (!pp_mode_row(mode)->numbers_procs || pp_mode_row(mode)->iterates ||
           pp_mode_row(mode)->has_prefixes)
        mode++;
    return mode;
}
