/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/path/place-text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/lines/columns.h"
#include "tool/path/route.h"

static char *line_text(const struct pp_graph *g, struct pp_line line, bool with_file)
{
    return pp_sentence("%s%s%" PRIu32, with_file ? pp_text(g, line.file) : "", with_file ? ":" : "",
                       line.line);
}

char *pp_last_place_text(const struct pp_graph *g, uint32_t v, bool with_file)
{
    uint32_t column = pp_last_line(g, v).line ? pp_column(g, v) : 0;
    char *text = line_text(g, pp_line_within(g, v), with_file);
    if (column)
        pp_append(&text, ":%" PRIu32, column);
    return text;
}

char *pp_first_place_text(const struct pp_graph *g, uint32_t v, bool with_file)
{
    struct pp_line line = pp_first_line(g, v);
    return line.line ? line_text(g, line, with_file) : pp_last_place_text(g, v, with_file);
}

char *pp_outcome_text(const struct pp_graph *g, uint32_t e, bool with_file)
{
    char *text = pp_last_place_text(g, g->edges[e].from, with_file);
    const char *outcome = pp_outcome(g, e);
    uint32_t target = pp_first_line(g, g->edges[e].to).line;
    bool tells = strcmp(outcome, "case") == 0 || strcmp(outcome, "goto") == 0;
    pp_append(&text, "(%s", outcome);
    if (tells && target)
        pp_append(&text, ":%" PRIu32, target);
    pp_append(&text, ")");
    return text;
}
