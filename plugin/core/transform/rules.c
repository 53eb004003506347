/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hybrid profiles: which calls and returns are cut by choice. */
#include "core/transform/rules.h"

#include "core/base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEPTH 1000000

/* What option cut= calls the kinds. */
static const char *const kinds[PP_RULES] = {"calls", "returns", "functions", NULL};

char *pp_rules_add(struct pp_rules *rules, enum pp_rule_kind kind, uint32_t depth,
                   const char *names)
{
    struct pp_rule rule = {.kind = kind, .depth = depth};
    int status = regcomp(&rule.regex, names, REG_EXTENDED | REG_NOSUB);
    if (status) {
        char why[256];
        regerror(status, &rule.regex, why, sizeof why);
        return pp_sentence("'%s' is not a regular expression: %s", names, why);
    }
    rule.names = pp_sentence("%s", names);
    rules->rules = pp_xrealloc(rules->rules, (rules->num + 1) * sizeof *rules->rules);
    rules->rules[rules->num++] = rule;
    return NULL;
}

void pp_rules_free(struct pp_rules *rules)
{
    for (uint32_t i = 0; i < rules->num; i++) {
        regfree(&rules->rules[i].regex);
        free(rules->rules[i].names);
    }
    free(rules->rules);
    *rules = (struct pp_rules){NULL, 0};
}

char *pp_rules_cut(struct pp_rules *rules, const char *text)
{
    size_t size = strcspn(text, ":");
    for (int kind = 0; kinds[kind]; kind++)
        if (text[size] && text[size + 1] && strlen(kinds[kind]) == size &&
            !strncmp(kinds[kind], text, size))
            return pp_rules_add(rules, (enum pp_rule_kind)kind, 0, text + size + 1);
    return pp_sentence("'%s' is none of calls:REGEX, returns:REGEX and functions:REGEX", text);
}

char *pp_rules_depth(struct pp_rules *rules, const char *text)
{
    char *end;
    unsigned long depth = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || depth > MOST_DEPTH || (*end && (*end != ':' || !end[1])))
        return pp_sentence("'%s' is neither N nor N:REGEX with N from 0 to %d", text, MOST_DEPTH);
    return pp_rules_add(rules, PP_RULE_DEPTH, (uint32_t)depth, *end ? end + 1 : "");
}

char *pp_rule_text(const struct pp_rule *rule)
{
    if (rule->kind != PP_RULE_DEPTH)
        return pp_sentence("%s:%s", kinds[rule->kind], rule->names);
    return pp_sentence("%u%s%s", rule->depth, *rule->names ? ":" : "", rule->names);
}

/* The last rule of KIND whose names PROC has one of; NULL if there is none. */
static const struct pp_rule *find_rule(const struct pp_rules *rules, const struct pp_graph *g,
                                       uint32_t proc, enum pp_rule_kind kind)
{
    const struct pp_rule *found = NULL;
    const char *names[] = {pp_text(g, g->procs[proc].pretty), pp_text(g, g->procs[proc].name)};
    for (uint32_t i = 0; rules && i < rules->num; i++) {
        struct pp_rule *rule = &rules->rules[i];
        if (rule->kind != kind || (regexec(&rule->regex, names[0], 0, NULL, 0) &&
                                   regexec(&rule->regex, names[1], 0, NULL, 0)))
            continue;
        rule->met = true;
        found = rule;
    }
    return found;
}

/* The live call edge of V, PP_NONE if it has none. */
static uint32_t live_call(const struct pp_graph *g, uint32_t v)
{
    uint32_t e = g->vertices[v].kind == PP_CALL ? pp_call_edge(g, v) : PP_NONE;
    return e != PP_NONE && pp_live(g, e) ? e : PP_NONE;
}

static uint32_t callee_of(const struct pp_graph *g, uint32_t call)
{
    return g->vertices[g->edges[call].to].proc;
}

/* Which procedures of SCOPE have a rule of KIND; malloc'd. */
static bool *find_procs(const struct pp_rules *rules, const struct pp_graph *g,
                        const struct pp_scope *scope, enum pp_rule_kind kind)
{
    bool *found = pp_xcalloc(scope->num_procs + 1, sizeof *found);
    for (uint32_t i = 0; i < scope->num_procs; i++)
        found[i] = find_rule(rules, g, scope->first_proc + i, kind) != NULL;
    return found;
}

void pp_rules_cut_calls(const struct pp_rules *rules, struct pp_graph *g,
                        const struct pp_scope *scope)
{
    if (!rules || !rules->num)
        return;
    bool *called = find_procs(rules, g, scope, PP_RULE_CALLS);
    bool *alone = find_procs(rules, g, scope, PP_RULE_FUNCTIONS);
    for (uint32_t i = 0; i < scope->num_procs; i++) {
        const struct pp_proc *p = &g->procs[scope->first_proc + i];
        for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
            uint32_t e = live_call(g, v);
            if (e == PP_NONE)
                continue;
            uint32_t callee = callee_of(g, e) - scope->first_proc;
            if (called[callee] || alone[callee] || alone[i])
                pp_cut_call(g, e, PP_E_CHOSEN);
        }
    }
    free(called);
    free(alone);
}

bool pp_rules_cut_deep(const struct pp_rules *rules, struct pp_graph *g,
                       const struct pp_call_order *order)
{
    assert(order->num <= g->num_procs);
    bool cut = false;
    if (!rules || !rules->num)
        return false;
    /* How deep paths go down from a procedure; by procedure of G. */
    uint32_t *depth = pp_xcalloc(g->num_procs + 1, sizeof *depth);
    for (uint32_t i = 0; i < order->num; i++) {
        uint32_t proc = order->procs[i];
        const struct pp_proc *p = &g->procs[proc];
        const struct pp_rule *rule = find_rule(rules, g, proc, PP_RULE_DEPTH);
        for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
            uint32_t e = live_call(g, v);
            if (e == PP_NONE)
                continue;
            uint32_t deep = depth[callee_of(g, e)] + 1;
            if (rule && deep > rule->depth) {
                pp_cut_call(g, e, PP_E_CHOSEN);
                cut = true;
            } else if (deep > depth[proc]) {
                depth[proc] = deep;
            }
        }
    }
    free(depth);
    return cut;
}

void pp_rules_cut_returns(const struct pp_rules *rules, struct pp_graph *g,
                          const struct pp_scope *scope, enum pp_mode mode)
{
    bool *ends = find_procs(rules, g, scope, PP_RULE_RETURNS);
    for (uint32_t i = 0; i < scope->num_procs; i++) {
        const struct pp_proc *p = &g->procs[scope->first_proc + i];
        for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
            uint32_t e = live_call(g, v);
            if (e != PP_NONE &&
                (pp_mode_row(mode)->cuts_returns || ends[callee_of(g, e) - scope->first_proc]))
                g->edges[pp_return_edge(g, e)].flags |= PP_E_CUT | PP_E_CHOSEN;
        }
    }
    free(ends);
}
