/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/shown-name.h"
extern "C" {
#include "core/base/text.h"
}

const char *pp_shown(const char *text)
{
    if (!text)
        return NULL;
    char *copy = pp_printable(text);
    const char *kept = IDENTIFIER_POINTER(get_identifier(copy));
    free(copy);
    return kept;
}
