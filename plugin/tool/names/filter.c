/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option --function. */
#include "tool/names/filter.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/load/complain.h"
#include "tool/names/demangled-name.h"
#include "tool/names/names.h"

bool pp_filter_make(struct pp_filter *filter, const char *expression)
{
    filter->any = !expression;
    if (filter->any)
        return true;
    int error = regcomp(&filter->regex, expression, REG_EXTENDED | REG_NOSUB);
    if (error == 0)
        return true;
    char why[200];
    regerror(error, &filter->regex, why, sizeof why);
    pp_complain("--function: '%s': %s", expression, why);
    return false;
}

/* Whether the text from START to END matches. */
static bool matches(const struct pp_filter *filter, const char *start, const char *end)
{
    char *text = pp_sentence("%.*s", (int)(end - start), start);
    bool match = regexec(&filter->regex, text, 0, NULL, 0) == 0;
    free(text);
    return match;
}

bool pp_filter_match_names(const struct pp_filter *filter, const char *pretty, const char *name)
{
    if (filter->any || regexec(&filter->regex, pretty, 0, NULL, 0) == 0 ||
        regexec(&filter->regex, name, 0, NULL, 0) == 0)
        return true;
    struct pp_spelling it = pp_spell(pretty);
    return matches(filter, it.start, it.end) || matches(filter, it.start, it.params);
}

bool pp_filter_match(const struct pp_filter *filter, const struct pp_names *names, uint32_t proc)
{
    const struct pp_graph *g = &names->notes->graph;
    uint32_t pretty = g->procs[proc].pretty;
    const char *brief = names->shorts[pretty], *bare = names->bares[pretty];
    return pp_filter_match_names(filter, pp_text(g, pretty), pp_text(g, g->procs[proc].name)) ||
           (brief && pp_filter_match_names(filter, brief, brief)) ||
           (bare && pp_filter_match_names(filter, bare, bare));
}

void pp_filter_free(struct pp_filter *filter)
{
    if (!filter->any)
        regfree(&filter->regex);
}
