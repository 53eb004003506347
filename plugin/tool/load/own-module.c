/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/load/own-module.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/path-names.h"

/* Whether MODULE has the build id of SYMBOLS; UNKNOWN if one of them has none. */
static bool same_build(const struct pp_module *module, const struct pp_symbols *symbols,
                       bool unknown)
{
    if (!module->build_id || !symbols->build_id)
        return unknown;
    return strcmp(module->build_id, symbols->build_id) == 0;
}

/* Whether the file of MODULE surely is what ran. */
static bool is_there(const struct pp_module *module)
{
    struct pp_symbols symbols;
    char *wrong = pp_symbols_read(&symbols, module->path);
    bool there = !wrong && same_build(module, &symbols, false);
    pp_symbols_free(&symbols);
    free(wrong);
    return there;
}

static bool has_build_id(const struct pp_load_module *looked_at, const char *wanted)
{
    char *own = wanted ? pp_build_id_of(looked_at->file) : NULL;
    bool same = own && strcmp(own, wanted) == 0;
    free(own);
    return same;
}

enum pp_whose pp_whose_module(struct pp_symbols *symbols, const struct pp_module *module,
                              const struct pp_load_module *looked_at)
{
    *symbols = (struct pp_symbols){0};
    if (module->path[0] == '[')
        return PP_OTHER_MODULE;
    if (strcmp(pp_last_part(module->path), pp_last_part(looked_at->file)) != 0) {
        /* A copy, or the file of what was stripped from it. */
        if (!has_build_id(looked_at, module->build_id))
            return PP_OTHER_MODULE;
        free(pp_symbols_read(symbols, looked_at->file));
        return PP_OWN_MODULE;
    }
    char *wrong = pp_symbols_read(symbols, looked_at->file);
    bool own = !wrong && same_build(module, symbols, !looked_at->replaced);
    free(wrong);
    if (own)
        return PP_OWN_MODULE;
    pp_symbols_free(symbols);
    /* A library may have the same name. */
    return is_there(module) ? PP_OTHER_MODULE : PP_REPLACED_MODULE;
}
