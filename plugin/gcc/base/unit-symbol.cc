/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/base/unit-symbol.h"

char *pp_unit_symbol(const struct pp_compilation *c, const char *what)
{
    char stamp[24] = "";
    if (in_lto_p)
        sprintf(stamp, ".%016" PRIx64, c->unit.stamp);
    return concat("pathprof.", what, stamp, NULL);
}
