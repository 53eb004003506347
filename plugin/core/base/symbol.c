/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/symbol.h"

#include <string.h>

size_t pp_symbol_length(const char *symbol)
{
    const char *unique = strstr(symbol, ".lto_priv");
    return unique ? (size_t)(unique - symbol) : strlen(symbol);
}

int pp_symbol_compare(const char *a, const char *b)
{
    size_t x = pp_symbol_length(a), y = pp_symbol_length(b);
    int order = memcmp(a, b, x < y ? x : y);
    return order ? order : (x > y) - (x < y);
}
