/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/insights/insight-text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/lines/columns.h"
#include "tool/coverage/coverage-text.h"
#include "tool/insights/alike.h"
#include "tool/path/place-text.h"
#include "tool/path/route.h"
#include "tool/print/view.h"
#include "tool/stats/stats-text.h"

const char *pp_insight_kind_name(enum pp_insight_kind kind)
{
    static const char *const texts[PP_INSIGHT_KINDS] = {
        [PP_DECIDES] = "decides", [PP_ALTERNATES] = "alternates", [PP_ITERATION] = "iteration",
        [PP_CALLER] = "caller",   [PP_ONE_PATH] = "one-path",     [PP_REPEATS] = "repeats",
        [PP_PATTERN] = "pattern", [PP_ERROR_PATH] = "error-path", [PP_UNTESTED] = "untested",
    };
    return texts[kind];
}

const char *pp_insight_kind_title(enum pp_insight_kind kind)
{
    static const char *const texts[PP_INSIGHT_KINDS] = {
        [PP_DECIDES] = "A branch that an earlier one decides",
        [PP_ALTERNATES] = "A branch that its last iteration decides",
        [PP_ITERATION] = "A branch that the first iteration decides",
        [PP_CALLER] = "A branch that the caller decides",
        [PP_ONE_PATH] = "One path of many",
        [PP_REPEATS] = "A loop that is always as long",
        [PP_PATTERN] = "A pattern of iterations",
        [PP_ERROR_PATH] = "Errors that are not rare",
        [PP_UNTESTED] = "What no test does",
    };
    return texts[kind];
}

const char *pp_insight_advice(enum pp_insight_kind kind)
{
    static const char *const texts[PP_INSIGHT_KINDS] = {
        [PP_DECIDES] =
            "what follows the second branch can follow the first, so that one test decides both; "
            "a second compile with use= makes such lanes",
        [PP_ALTERNATES] =
            "a loop unrolled along the pattern needs no such test; use= with mode kpath does it",
        [PP_ITERATION] = "what only the first iteration does can stand before the loop",
        [PP_CALLER] =
            "a version of the function for this caller, or its body there, needs no such test",
        [PP_ONE_PATH] =
            "let this way be straight: its tests first, and what is rare in a function of its own",
        [PP_REPEATS] = "a loop that is always as long can be written out, or be told its length",
        [PP_PATTERN] = "a loop unrolled along the pattern has its branches decided; use= with mode "
                       "kpath does it",
        [PP_ERROR_PATH] = "find out why; what happens often should be cheap, and be no error",
        [PP_UNTESTED] = "write a test that takes it; coverage --production has all such paths",
    };
    return texts[kind];
}

/* Malloc'd: TEXT, which is free'd, with FILE before it. */
static char *in_file(const struct pp_insight_words *words, uint32_t file, char *text)
{
    char *whole = pp_sentence("%s:%s", pp_short_file(words->files, file), text);
    free(text);
    return whole;
}

/* As those of place-text.h, but files as sentences call them. */
static char *last_place(const struct pp_insight_words *words, uint32_t v, bool with_file)
{
    const struct pp_graph *g = &words->profile->notes->graph;
    char *text = pp_last_place_text(g, v, false);
    return with_file ? in_file(words, pp_line_within(g, v).file, text) : text;
}

static char *first_place(const struct pp_insight_words *words, uint32_t v)
{
    const struct pp_graph *g = &words->profile->notes->graph;
    struct pp_line line = pp_first_line(g, v);
    return in_file(words, line.line ? line.file : pp_line_within(g, v).file,
                   pp_first_place_text(g, v, false));
}

/* Malloc'd: what is known by OUTCOME, of a cause. */
static char *cause_text(const struct pp_insight_words *words, uint32_t outcome, uint32_t branch)
{
    const struct pp_graph *g = &words->profile->notes->graph;
    if (outcome >= g->num_edges)
        return pp_sentence("first iteration");
    const struct pp_edge *edge = &g->edges[outcome];
    if (edge->kind == PP_SURROGATE)
        return pp_sentence("later iterations");
    if (edge->kind != PP_CALL_EDGE) {
        struct pp_line line = pp_line_within(g, edge->from);
        char *text = pp_outcome_text(g, outcome, false);
        return line.file != pp_line_within(g, branch).file ? in_file(words, line.file, text) : text;
    }
    char *name = pp_short_name(words->names, g->vertices[edge->from].proc);
    char *where = last_place(words, edge->from, true);
    char *text = pp_sentence("called from %s (%s)", name, where);
    free(name);
    free(where);
    return text;
}

char *pp_told_text(const struct pp_insight_words *words, const struct pp_insight *it,
                   const struct pp_told *told)
{
    const struct pp_graph *g = &words->profile->notes->graph;
    char *cause = cause_text(words, told->cause, it->vertex);
    char *outcome = pp_outcome_text(g, told->told, false);
    char *text =
        pp_sentence("%s: %s in %" PRIu64 " of %" PRIu64 "; otherwise in %.2f %% of %" PRIu64, cause,
                    outcome, told->holds, told->of,
                    pp_percent((double)told->rest_holds, (double)told->rest_of), told->rest_of);
    free(cause);
    free(outcome);
    return text;
}

/* Malloc'd: branch V, which is at WHERE: "the branch at scan.c:88", with THE in place of "the branch"; "branch 2 of 3
   at scan.c:88" if nothing written tells it from others. */
static char *branch_text(const struct pp_graph *g, uint32_t v, const char *the, const char *where)
{
    uint32_t of, which = pp_which_alike(g, v, &of);
    if (of < 2)
        return pp_sentence("%s at %s", the, where);
    return pp_sentence("branch %" PRIu32 " of %" PRIu32 " at %s", which, of, where);
}

/* Malloc'd: "the branch at scan.c:88", in another function with its name. */
static char *cause_place(const struct pp_insight_words *words, const struct pp_insight *it)
{
    const struct pp_graph *g = &words->profile->notes->graph;
    uint32_t v = pp_point_vertex(it->cause), proc = g->vertices[v].proc;
    char *where = last_place(words, v, true);
    char *text = branch_text(g, v, "the branch", where);
    if (proc != it->proc) {
        char *name = pp_short_name(words->names, proc);
        pp_append(&text, " in %s", name);
        free(name);
    }
    free(where);
    return text;
}

/* Malloc'd: of a kind that tells a branch, what of what. */
static char *telling(const struct pp_insight_words *words, const struct pp_insight *it)
{
    const struct pp_graph *g = &words->profile->notes->graph;
    bool elsewhere =
        pp_line_within(g, pp_point_vertex(it->cause)).file != pp_line_within(g, it->vertex).file;
    char *place = last_place(words, it->vertex, it->kind != PP_DECIDES || elsewhere);
    char *where =
        branch_text(g, it->vertex, it->kind == PP_DECIDES ? "the one" : "the branch", place);
    uint32_t of, called = g->vertices[pp_point_vertex(it->cause)].proc;
    char *cause = it->kind == PP_ITERATION ? first_place(words, pp_point_vertex(it->cause))
                                           : cause_place(words, it);
    bool same = it->kind == PP_ALTERNATES;
    for (uint32_t i = 0; i < it->num_told; i++)
        same = same && it->told[i].told == it->told[i].cause;
    char *name = pp_short_name(words->names, called);
    const char *link = it->kind == PP_ITERATION ? "in" : "of";
    char *whose = called == it->proc ? pp_sentence("%s", "") : pp_sentence(" %s %s", link, name);
    char *text = NULL;
    if (it->kind == PP_DECIDES && pp_same_place(g, pp_point_vertex(it->cause), it->vertex))
        text = pp_sentence("%s decides branch %" PRIu32 " there", cause,
                           pp_which_alike(g, it->vertex, &of));
    else if (it->kind == PP_DECIDES)
        text = pp_sentence("%s decides %s", cause, where);
    else if (it->kind == PP_ALTERNATES)
        text = pp_sentence("%s goes %s", where,
                           same ? "as in the iteration before"
                                : "by what it was in the iteration before");
    else if (it->kind == PP_ITERATION)
        text = pp_sentence("whether it is the first iteration of the loop at %s%s decides %s",
                           cause, whose, where);
    else
        text = pp_sentence("the caller%s decides %s", whose, where);
    free(name);
    free(whose);
    free(where);
    free(place);
    free(cause);
    return text;
}

/* Malloc'd: of the other kinds. */
static char *statement(const struct pp_insight_words *words, const struct pp_insight *it)
{
    const struct pp_graph *g = &words->profile->notes->graph;
    const struct pp_proc *proc = &g->procs[it->proc];
    char *text, *more;
    if (it->kind == PP_ONE_PATH) {
        char *digits = proc->exact_paths ? pp_sentence("%s", pp_text(g, proc->exact_paths))
                                         : pp_sentence("%" PRIu64, proc->num_paths);
        more = pp_paths_text(digits);
        free(digits);
        text =
            pp_sentence("one path of %s (%" PRIu64 " %s executed) executes most of its statements",
                        more, it->number, it->number == 1 ? "was" : "were");
    } else if (it->kind == PP_UNTESTED) {
        more = pp_untested_text(it->untested_graph, &it->untested);
        text = pp_sentence("a path that no test took (%s) is taken %" PRIu64 " time%s", more,
                           it->number, pp_s(it->number));
    } else if (it->kind == PP_ERROR_PATH) {
        const char *callee = pp_callee_name(words->names, g->vertices[it->vertex].callee);
        more = last_place(words, it->vertex, true);
        text =
            pp_sentence("paths that call %s at %s are taken %" PRIu64 " time%s, and execute much",
                        callee, more, it->number, pp_s(it->number));
    } else {
        more = first_place(words, it->vertex);
        if (it->kind == PP_PATTERN)
            text = pp_sentence("the iterations of the loop at %s follow a pattern of %" PRIu64,
                               more, it->number);
        else if (it->number == 0)
            text = pp_sentence("the loop at %s is left in its first iteration", more);
        else
            text = pp_sentence("the loop at %s is repeated exactly %" PRIu64 " time%s", more,
                               it->number, pp_s(it->number));
    }
    free(more);
    return text;
}

char *pp_insight_title(const struct pp_insight_words *words, const struct pp_insight *it)
{
    static const char *const units[PP_INSIGHT_KINDS] = {
        [PP_DECIDES] = "times",       [PP_ALTERNATES] = "times",
        [PP_ITERATION] = "times",     [PP_CALLER] = "times",
        [PP_ONE_PATH] = "statements", [PP_REPEATS] = "times it was entered",
        [PP_PATTERN] = "iterations",  [PP_ERROR_PATH] = "statements",
        [PP_UNTESTED] = "statements",
    };
    char *name = pp_proc_name(words->names, it->proc);
    char *what = it->kind <= PP_CALLER ? telling(words, it) : statement(words, it);
    char *text =
        pp_sentence("%s: %s, in %.2f %% of %" PRIu64 " %s", name, what,
                    pp_percent((double)it->holds, (double)it->of), it->of, units[it->kind]);
    if (it->kind == PP_ONE_PATH || it->kind == PP_REPEATS || it->kind == PP_PATTERN)
        pp_append(&text, "; by the counts of its %s alone it would be %.2f %%",
                  it->kind == PP_PATTERN ? "iterations" : "branches", 100 * it->expected);
    free(name);
    free(what);
    return text;
}
