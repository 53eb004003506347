/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hybrid profiles (thesis 5.4): calls and returns that paths do not follow because the user has
   said so, by the names of functions.  The engine is that of all modes: nothing but the set of cut
   edges differs. */
#ifndef PATHPROF_RULES_H
#define PATHPROF_RULES_H

#include "core/transform/call-order.h"
#include "core/graph/graph.h"
#include "core/graph/mode.h"

#include <regex.h>

enum pp_rule_kind {
    PP_RULE_CALLS,     /* calls of these functions are cut, and so are the returns from them */
    PP_RULE_RETURNS,   /* the returns from them */
    PP_RULE_FUNCTIONS, /* calls of them and by them: their paths are those of mode path */
    PP_RULE_DEPTH,     /* from them paths go down so many calls at most */
    PP_RULES
};

struct pp_rule {
    enum pp_rule_kind kind;
    uint32_t depth;
    char *names;   /* POSIX extended regular expression, searched for in a function's names */
    regex_t regex; /* the same, compiled */
    bool met;      /* some function of a graph that the rules were applied to has such a name */
};

/* All zero: none. */
struct pp_rules {
    struct pp_rule *rules;
    uint32_t num;
};

/* Adds the rule that "calls:REGEX", "returns:REGEX" or "functions:REGEX" is (option cut=), or "N"
   or "N:REGEX" (option depth=).  Returns NULL, or a malloc'd sentence that says what is wrong. */
char *pp_rules_cut(struct pp_rules *rules, const char *text);
char *pp_rules_depth(struct pp_rules *rules, const char *text);

/* Adds a rule; NAMES is a regular expression. */
char *pp_rules_add(struct pp_rules *rules, enum pp_rule_kind kind, uint32_t depth,
                   const char *names);
void pp_rules_free(struct pp_rules *rules);

/* RULE as the option has it ("calls:REGEX"), malloc'd. */
char *pp_rule_text(const struct pp_rule *rule);

/* The three of them in this order, where RULES may be NULL.  What they cut is CHOSEN.

   The calls of SCOPE that rules of kinds CALLS and FUNCTIONS cut. */
void pp_rules_cut_calls(const struct pp_rules *rules, struct pp_graph *g,
                        const struct pp_scope *scope);

/* The calls from which a chain of calls that paths follow would be deeper than rules of kind DEPTH
   allow the function that calls: seen from below, so that the ends of chains stay.  Of several
   rules for one function the last holds.  Returns whether any was cut. */
bool pp_rules_cut_deep(const struct pp_rules *rules, struct pp_graph *g,
                       const struct pp_call_order *order);

/* The returns that rules of kind RETURNS cut, or MODE. */
void pp_rules_cut_returns(const struct pp_rules *rules, struct pp_graph *g,
                          const struct pp_scope *scope, enum pp_mode mode);

#endif
