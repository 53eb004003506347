/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of the modes. */
#include "core/graph/mode.h"

#include <stddef.h>

const char *pp_mode_name(enum pp_mode mode)
{
    switch (mode) {
    case PP_MODE_PATH:
        return "path";
    case PP_MODE_EDGE:
        return "edge";
    case PP_MODE_CONTEXT:
        return "context";
    case PP_MODE_PIECEWISE:
        return "piecewise";
    case PP_MODE_KPATH:
        return "kpath";
    case PP_MODE_PATH_CONTEXT:
        return "path-context";
    case PP_MODE_CONTEXT_VALUES:
        return "context-values";
    case PP_MODE_PIECEWISE_VALUES:
        return "piecewise-values";
    case PP_MODE_CALLGRAPH:
        return "callgraph";
    case PP_MODES:
        break;
    }
    return NULL;
}
