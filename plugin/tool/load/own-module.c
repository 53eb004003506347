/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/load/own-module.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/path-names.h"

bool pp_own_module(struct pp_symbols *symbols, const struct pp_module *module, const char *program)
{
    *symbols = (struct pp_symbols){0};
    if (module->path[0] == '[' || strcmp(pp_last_part(module->path), pp_last_part(program)) != 0)
        return false;
    char *wrong = pp_symbols_read(symbols, program);
    bool own = !wrong && (!module->build_id || !symbols->build_id ||
                          strcmp(module->build_id, symbols->build_id) == 0);
    if (!own)
        pp_symbols_free(symbols);
    free(wrong);
    return own;
}
