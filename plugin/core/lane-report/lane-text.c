/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lane-report/lane-report.h"
#include "core/lane-report/lane-text.h"
#include "core/lane-report/super-text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/count.h"
#include "core/base/text.h"
#include "core/graph/dfs.h"

/* Source lines that are shown before and behind those that have copies, or of which something is
   known. */
#define CONTEXT 3

static const char *plural(uint64_t number)
{
    return number == 1 ? "" : "s";
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static void print_fates(FILE *out, const struct pp_lane_function *f)
{
    static const char *const reasons[PP_LANE_FATES] = {
        [PP_LANE_NO_FACT] = "no fact gained",      [PP_LANE_NOT_COPIED] = "cannot be copied",
        [PP_LANE_GROWTH] = "growth limit",         [PP_LANE_LITTLE] = "too little benefit",
        [PP_LANE_TOO_MANY] = "too many hot paths",
    };
    const char *before = "; dropped:";
    fprintf(out, "  lanes made: %" PRIu64, f->fates[PP_LANE_MADE]);
    for (unsigned fate = 0; fate < PP_LANE_FATES; fate++) {
        if (fate == PP_LANE_MADE || !f->fates[fate])
            continue;
        fprintf(out, "%s %" PRIu64 " (%s)", before, f->fates[fate], reasons[fate]);
        before = ",";
    }
    /* A lane may be of use for what is no longer in the code beside it. */
    if (!f->fates[PP_LANE_MADE] && f->copied_blocks)
        fputs("; the code beside them has gained", out);
    putc('\n', out);
}

/* "FILE:LINE" between BEFORE and BEHIND. */
static void print_place(FILE *out, const char *before, const char *file, uint32_t line,
                        const char *behind)
{
    fputs(before, out);
    pp_print_name(out, file);
    fprintf(out, ":%" PRIu32 "%s", line, behind);
}

static void print_barriers(FILE *out, const struct pp_lane_function *f)
{
    for (size_t i = 0; i < f->num_barriers; i++) {
        const struct pp_lane_barrier *barrier = &f->barriers[i];
        fprintf(out, "    not copied: %s", barrier->why);
        if (barrier->file)
            print_place(out, " (", barrier->file, barrier->line, ")");
        fprintf(out, ": %" PRIu64 " lane%s\n", barrier->lanes, plural(barrier->lanes));
    }
}

static void print_size(FILE *out, const char *what, const struct pp_lane_size *size,
                       uint64_t copied)
{
    double more = percent(size->reduced, size->before);
    fprintf(out, "  %-18s %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64, what, size->before,
            size->traced, size->reduced, copied);
    if (size->before)
        fprintf(out, " %+8.1f", more - 100);
    putc('\n', out);
}

static void print_facts(FILE *out, const struct pp_lane_function *f)
{
    static const struct {
        enum pp_lane_fact_kind kind;
        const char *name;
    } rows[] = {{PP_LANE_BRANCH, "decided branches"},
                {PP_LANE_RESULT, "constant results"},
                {PP_LANE_OPERAND, "constant operands"}};
    fprintf(out, "  %-18s %19s %19s %19s %19s\n", "places, times", "there are", "without lanes",
            "gained", "kept");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fprintf(out, "  %-18s", rows[i].name);
        for (unsigned stage = 0; stage < PP_LANE_STAGES; stage++) {
            const struct pp_lane_sum *sum = &f->facts[rows[i].kind][stage];
            fprintf(out, " %6" PRIu64 "%13" PRIu64, sum->places, sum->times);
        }
        putc('\n', out);
    }
}

static void print_fact(FILE *out, const struct pp_lane_fact *fact)
{
    const char *name = fact->name ? fact->name : "a temporary";
    fprintf(out, "%17s", "");
    if (fact->kind != PP_LANE_BRANCH)
        fprintf(out, "%s %s %s", name, fact->kind == PP_LANE_RESULT ? "becomes" : "is",
                fact->value);
    else if (!strcmp(fact->value, "case"))
        fprintf(out, "always one case");
    else
        fprintf(out, "always %s", fact->value);
    fprintf(out, ": at %" PRIu64 " place%s, %" PRIu64 " time%s\n", fact->sum.places,
            plural(fact->sum.places), fact->sum.times, plural(fact->sum.times));
}

static const char *source_line(const struct pp_lane_style *style, const char *file, uint32_t line)
{
    return style->source ? style->source(style->context, file, line) : NULL;
}

/* Are A and B lines of one file, and near enough to be shown with each other? */
static bool are_near(const struct pp_lane_line *a, const struct pp_lane_line *b)
{
    return a->line - b->line <= CONTEXT && !strcmp(a->file, b->file);
}

static bool has_news(const struct pp_lane_line *line)
{
    return line->copies > 1 || line->num_facts;
}

/* Is line I, or one near it, of interest? */
static bool is_shown(const struct pp_lane_function *f, size_t i)
{
    bool shown = false;
    for (size_t k = i; k < f->num_lines && are_near(&f->lines[k], &f->lines[i]); k++)
        shown |= has_news(&f->lines[k]);
    for (size_t k = i; k-- > 0 && are_near(&f->lines[i], &f->lines[k]);)
        shown |= has_news(&f->lines[k]);
    return shown;
}

/* The source lines between FROM, which was shown last, and TO. */
static void print_gap(FILE *out, const struct pp_lane_style *style, const struct pp_lane_line *from,
                      const struct pp_lane_line *to)
{
    if (!are_near(to, from)) {
        fprintf(out, "  %7s %5s\n", "", "...");
        return;
    }
    for (uint32_t line = from->line + 1; line < to->line; line++) {
        const char *text = source_line(style, from->file, line);
        if (text)
            fprintf(out, "  %7s %5" PRIu32 "  %s\n", "", line, text);
    }
}

static void print_lines(FILE *out, const struct pp_lane_function *f,
                        const struct pp_lane_style *style)
{
    const struct pp_lane_line *last = NULL;
    for (size_t i = 0; i < f->num_lines; i++) {
        const struct pp_lane_line *line = &f->lines[i];
        if (!is_shown(f, i))
            continue;
        const char *text = source_line(style, line->file, line->line);
        if (last && strcmp(line->file, last->file) == 0) {
            print_gap(out, style, last, line);
        } else {
            fprintf(out, "  %7s %5s  ", "copies", "line");
            pp_print_name(out, line->file);
            putc('\n', out);
        }
        fprintf(out, "  %7" PRIu64 " %5" PRIu32 "%s%s\n", line->copies, line->line,
                text && *text ? "  " : "", text ? text : "");
        for (size_t k = 0; k < line->num_facts; k++)
            print_fact(out, &line->facts[k]);
        last = line;
    }
}

static void print_function(FILE *out, const struct pp_lane_function *f,
                           const struct pp_lane_style *style)
{
    fprintf(out, "\n%s%s%s", style->bold, f->brief && !style->whole ? f->brief : f->name,
            style->plain);
    print_place(out, " (", f->file, f->line, ")");
    fprintf(out, ": called %" PRIu64 " time%s\n", f->calls, plural(f->calls));
    fprintf(out,
            "  hot paths: %" PRIu64 " of %" PRIu64 " executed; %.2f %% of its statements, %.2f %% "
            "of the program's\n",
            f->hot_paths, f->paths, percent(f->hot_statements, f->statements),
            percent(f->hot_statements, f->program));
    print_fates(out, f);
    print_barriers(out, f);
    fprintf(out, "  %-18s %12s %12s %12s %12s %8s\n", "", "before", "all lanes", "left", "copied",
            "growth%");
    print_size(out, "blocks", &f->blocks, f->copied_blocks);
    print_size(out, "statements", &f->stmts, f->copied_stmts);
    print_facts(out, f);
    fprintf(out, "  branches removed: %" PRIu64 "; instructions saved: %" PRIu64 "%s\n", f->decided,
            pp_lane_benefit(f), f->limited ? "; the growth limit was reached" : "");
    print_lines(out, f, style);
}

/* What the functions have in common that have no hot paths: by reason, in the order of the first
   with each. */
static void print_others(FILE *out, const struct pp_lane_unit *unit)
{
    for (size_t i = 0; i < unit->num_functions; i++) {
        const char *why = unit->functions[i].why;
        size_t num = 0;
        bool first = true;
        for (size_t k = 0; k < unit->num_functions && why && first; k++) {
            const char *other = unit->functions[k].why;
            if (other && !strcmp(other, why)) {
                first = k >= i;
                num++;
            }
        }
        if (why && first)
            fprintf(out, "%zu function%s: %s\n", num, plural(num), why);
    }
}

void pp_lane_total_text(FILE *out, const struct pp_lane_total *total)
{
    fprintf(out,
            "%" PRIu64 " of %" PRIu64 " function%s with hot paths ha%s lanes, for %" PRIu64
            " of %" PRIu64 " hot path%s",
            total->with_lanes, total->functions, plural(total->functions),
            total->with_lanes == 1 ? "s" : "ve", total->made, total->hot_paths,
            plural(total->hot_paths));
    if (total->with_lanes)
        fprintf(out,
                "; %" PRIu64 " statement%s copied (%+.1f %%); branches removed: %" PRIu64
                "; instructions saved: %" PRIu64,
                total->copied, plural(total->copied), percent(total->copied, total->statements),
                total->decided, total->benefit);
    putc('\n', out);
}

/* The most useful first; then as they were: the hottest first. */
static int by_benefit(const void *a, const void *b)
{
    const struct pp_lane_function *x = *(const struct pp_lane_function *const *)a;
    const struct pp_lane_function *y = *(const struct pp_lane_function *const *)b;
    uint64_t m = pp_lane_benefit(x), n = pp_lane_benefit(y);
    bool made_x = pp_lane_made(x), made_y = pp_lane_made(y);
    if (m != n)
        return m < n ? 1 : -1;
    return made_x == made_y ? (x > y) - (x < y) : made_y - made_x;
}

/* Those of UNIT with hot paths, sorted; malloc'd, *NUM of them, which add up to *TOTAL. */
static const struct pp_lane_function **sort_functions(const struct pp_lane_unit *unit, size_t *num,
                                                      struct pp_lane_total *total)
{
    const struct pp_lane_function **sorted = pp_xmalloc((unit->num_functions + 1) * sizeof *sorted);
    *num = 0;
    *total = (struct pp_lane_total){0};
    for (size_t i = 0; i < unit->num_functions; i++) {
        pp_lane_add(total, &unit->functions[i]);
        if (!unit->functions[i].why)
            sorted[(*num)++] = &unit->functions[i];
    }
    qsort(sorted, *num, sizeof *sorted, by_benefit);
    return sorted;
}

/* What became of CALL, for people. */
static void print_fate(FILE *out, const struct pp_lane_call *call)
{
    static const char *const fates[PP_CALL_FATES] = {
        [PP_CALL_EXPANDED] = "expanded",
        [PP_CALL_REFUSED] = "cannot be expanded",
        [PP_CALL_LEFT] = "left to GCC's inliner",
        [PP_CALL_RARE] = "too rare",
        [PP_CALL_PRICE] = "too dear",
        [PP_CALL_GROWTH] = "growth limit",
        [PP_CALL_CHAIN] = "one of a chain of calls",
    };
    fputs(fates[call->fate], out);
    if (call->why)
        fprintf(out, ": %s", call->why);
    if (call->fate == PP_CALL_EXPANDED)
        fprintf(out, ": %" PRIu64 " hot and %" PRIu64 " cold statements", call->hot, call->cold);
    putc('\n', out);
}

static void print_call(FILE *out, const struct pp_lane_call *call,
                       const struct pp_lane_style *style)
{
    bool brief_caller = call->brief_caller && !style->whole;
    bool brief_callee = call->brief_callee && !style->whole;
    print_place(out, "  ", call->file, call->line, ": ");
    fprintf(out, "%s calls %s %" PRIu64 " time%s, %s%.1f statements a call: ",
            brief_caller ? call->brief_caller : call->caller,
            brief_callee ? call->brief_callee : call->callee, call->times, plural(call->times),
            call->exact ? "" : "about ", call->stmts);
    print_fate(out, call);
}

static void print_calls(FILE *out, const struct pp_lane_unit *unit,
                        const struct pp_lane_style *style)
{
    uint64_t expanded = 0, saved = 0;
    for (size_t i = 0; i < unit->num_calls; i++)
        if (unit->calls[i].fate == PP_CALL_EXPANDED) {
            expanded++;
            saved = pp_add(saved, unit->calls[i].times);
        }
    if (!unit->num_calls || (style->made && !expanded))
        return;
    fprintf(out, "calls expanded: %" PRIu64 " of %zu candidate%s; %" PRIu64 " call%s saved\n",
            expanded, unit->num_calls, plural(unit->num_calls), saved, plural(saved));
    for (size_t i = 0; i < unit->num_calls; i++)
        if (!style->made || unit->calls[i].fate == PP_CALL_EXPANDED)
            print_call(out, &unit->calls[i], style);
}

void pp_lane_text(FILE *out, const struct pp_lane_unit *unit, const struct pp_lane_style *style)
{
    size_t num;
    struct pp_lane_total total;
    const struct pp_lane_function **sorted = sort_functions(unit, &num, &total);
    fputs(style->bold, out);
    pp_print_name(out, unit->name);
    fprintf(out, "%s: GCC %s; profile ", style->plain, unit->compiler);
    pp_print_name(out, unit->profile);
    fprintf(out, "; coverage %" PRIu64 " %%, growth %" PRIu64 " %%, price %" PRIu64 " %%\n",
            unit->coverage, unit->growth, unit->price);
    if (unit->why)
        fprintf(out, "no lanes: %s\n", unit->why);
    print_others(out, unit);
    if (num)
        pp_lane_total_text(out, &total);
    print_calls(out, unit, style);
    if (unit->super)
        pp_super_text(out, unit->super);
    for (size_t i = 0; i < num; i++)
        if (!style->made || pp_lane_made(sorted[i]))
            print_function(out, sorted[i], style);
    free(sorted);
}
