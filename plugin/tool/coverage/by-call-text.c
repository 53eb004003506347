/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/coverage/by-call-text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "tool/path/place-text.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/view.h"

/* Entrances of a function that are shown without --all. */
#define SHOWN_ENTRANCES 10

/* Which of the calls of its function on its line an entrance is, from 1; 0: there is no other. */
static unsigned ordinal(const struct pp_coverage_view *v, uint32_t entrance)
{
    const struct pp_graph *g = &v->names->notes->graph;
    const struct pp_entrances *all = &v->tests->entrances;
    const struct pp_entrance *it = &all->list[entrance];
    struct pp_line line = pp_line_within(g, it->call);
    unsigned which = 0, num = 0;
    for (uint32_t n = all->first[it->proc]; n < all->first[it->proc + 1]; n++) {
        struct pp_line other = {0};
        if (all->list[n].call != PP_NONE)
            other = pp_line_within(g, all->list[n].call);
        num += other.file == line.file && other.line == line.line;
        which = n == entrance ? num : which;
    }
    return num > 1 ? which : 0;
}

char *pp_entrance_text(const struct pp_coverage_view *v, uint32_t entrance)
{
    const struct pp_graph *g = &v->names->notes->graph;
    const struct pp_entrances *all = &v->tests->entrances;
    const struct pp_entrance *it = &all->list[entrance];
    const struct pp_elsewheres *elsewhere = &all->elsewhere[it->proc];
    char *text = NULL;
    if (it->call != PP_NONE) {
        char *name = pp_short_name(v->names, g->vertices[it->call].proc),
             *place = pp_last_place_text(g, it->call, true);
        unsigned which = ordinal(v, entrance);
        text = which ? pp_sentence("%s (%s, call %u)", name, place, which)
                     : pp_sentence("%s (%s)", name, place);
        free(name);
        free(place);
        return text;
    }
    const char *comma = "";
    pp_append(&text, "elsewhere (");
    if (elsewhere->outside) {
        pp_append(&text, "not followed: outside, indirect");
        comma = "; ";
    }
    if (elsewhere->recursive) {
        pp_append(&text, "%s%" PRIu32 " recursive", comma, elsewhere->recursive);
        comma = "; ";
    }
    if (elsewhere->cut)
        pp_append(&text, "%s%" PRIu32 " cut", comma, elsewhere->cut);
    else if (!elsewhere->outside && !elsewhere->recursive)
        pp_append(&text, "no call is known");
    pp_append(&text, ")");
    return text;
}

/* ---- For people. */

static void print_unknown(uint64_t unknown)
{
    if (unknown)
        printf("; %" PRIu64 " not known", unknown);
    putchar('\n');
}

/* What is not followed, or in parts, because there are more paths than numbers. */
static void print_broken(const struct pp_coverage_view *v)
{
    const struct pp_graph *g = &v->names->notes->graph;
    uint64_t calls = 0, edges = 0;
    for (uint32_t e = 0; e < g->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        if (!(edge->flags & PP_E_BROKEN) || !v->tests->counts[g->vertices[edge->from].proc])
            continue;
        calls += edge->kind == PP_CALL_EDGE;
        edges += pp_inside(edge);
    }
    if (calls || edges)
        printf("  %-10s %" PRIu64 " call%s, not followed, and %" PRIu64
               " edge%s, where paths are in parts: there are too many paths (wide=1 has more "
               "room)\n",
               "broken", calls, pp_s(calls), edges, pp_s(edges));
}

void pp_by_call_print_all(const struct pp_coverage_view *v)
{
    const struct pp_by_call *by = v->by_call;
    if (!by->rows)
        return;
    printf("  %-10s %6.2f %%  %" PRIu64 " of %" PRIu64
           " ways into functions: calls that paths follow, "
           "and all else together\n",
           "calls", pp_covered_percent((double)by->calls.executed, (double)by->calls.all),
           by->calls.executed, by->calls.all);
    printf("  %-10s %6.2f %%  %" PRIu64 " of %" PRIu64 " turns, for each of these ways anew",
           "by call", pp_covered_percent((double)by->turns.executed, (double)by->turns.all),
           by->turns.executed, by->turns.all);
    print_unknown(by->unknown);
    if (by->all_chains >= 0)
        printf("  %-10s %6.2f %%  %" PRIu64 " of %.6g chains of such calls\n", "contexts",
               pp_covered_percent((double)by->chains, by->all_chains), by->chains, by->all_chains);
    print_broken(v);
}

static int by_count(const void *a, const void *b, void *rows)
{
    const struct pp_call_row *all = rows;
    const struct pp_call_row *x = &all[*(const uint32_t *)a], *y = &all[*(const uint32_t *)b];
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    if (x->paths != y->paths)
        return x->paths > y->paths ? -1 : 1;
    return (x->entrance > y->entrance) - (x->entrance < y->entrance);
}

/* Malloc'd: the entrances of PROC, *NUM of them; those that were taken most first. */
static uint32_t *sorted(const struct pp_coverage_view *v, uint32_t proc, uint32_t *num)
{
    const uint32_t *first = v->tests->entrances.first;
    *num = first[proc + 1] - first[proc];
    uint32_t *order = pp_xmalloc(((size_t)*num + 1) * sizeof *order);
    for (uint32_t i = 0; i < *num; i++)
        order[i] = first[proc] + i;
    qsort_r(order, *num, sizeof *order, by_count, v->by_call->rows);
    return order;
}

static void print_row(const struct pp_coverage_view *v, uint32_t proc,
                      const struct pp_call_row *row, const char *name)
{
    const struct pp_coverage_row *of = &v->coverage->rows[proc];
    printf("%7.2f  %9" PRIu64 "  %6.2f  %12" PRIu64 "    %s\n",
           pp_covered_percent((double)row->paths, of->potential), row->paths,
           pp_covered_percent((double)row->turns.executed, (double)row->turns.all), row->count,
           name);
}

static void print_function(const struct pp_coverage_view *v, uint32_t proc)
{
    const struct pp_coverage_row *row = &v->coverage->rows[proc];
    uint32_t num, shown, *order = sorted(v, proc, &num), count = 0;
    char *name = pp_proc_name(v->names, proc);
    while (count < num &&
           (v->by_call->rows[order[count]].paths || v->by_call->rows[order[count]].count))
        count++;
    printf("%7.2f  %9" PRIu64 "  %6.2f  %12s  %s%s%s: %.6g paths, %" PRIu64 " turns; %" PRIu32
           " of %" PRIu32 " ways in\n",
           pp_covered_percent((double)row->paths, row->potential), row->paths,
           pp_covered_percent((double)row->turns.executed, (double)row->turns.all), "",
           pp_bold(&v->view), name, pp_plain(&v->view), row->potential, row->turns.all, count, num);
    free(name);
    shown = v->settings->all || num < SHOWN_ENTRANCES ? num : SHOWN_ENTRANCES;
    for (uint32_t i = 0; i < shown; i++) {
        char *from = pp_entrance_text(v, order[i]);
        print_row(v, proc, &v->by_call->rows[order[i]], from);
        free(from);
    }
    if (shown < num)
        printf("%42sand %" PRIu32 " more\n", "", num - shown);
    free(order);
}

static void print_missing(const struct pp_coverage_view *v, const struct pp_missing_there *m)
{
    const struct pp_graph *g = &v->names->notes->graph;
    uint32_t proc = v->tests->entrances.list[m->entrance].proc;
    char *from = pp_turn_end_text(g, m->from, true), *to = pp_turn_end_text(g, m->to, false),
         *name = pp_proc_name(v->names, proc), *call = pp_entrance_text(v, m->entrance);
    printf("%12" PRIu64 "  %12" PRIu64 "  %6" PRIu32 "  %s%s%s from %s: %s, then %s\n",
           m->from_count, m->to_count, m->others, pp_bold(&v->view), name, pp_plain(&v->view), call,
           from, to);
    free(from);
    free(to);
    free(name);
    free(call);
}

void pp_by_call_print(const struct pp_coverage_view *v)
{
    const struct pp_by_call *by = v->by_call;
    uint32_t num = v->settings->all || by->num_procs < v->settings->top
                       ? by->num_procs
                       : (uint32_t)v->settings->top;
    size_t missing = v->settings->all || by->num_missing < v->settings->missing
                         ? by->num_missing
                         : v->settings->missing;
    if (num)
        printf("%s%7s  %9s  %6s  %12s  function, and from where it was called%s\n",
               pp_faint(&v->view), "paths%", "executed", "turns%", "count", pp_plain(&v->view));
    for (uint32_t i = 0; i < num; i++)
        print_function(v, by->procs[i]);
    if (missing)
        printf(
            "%s%12s  %12s  %6s  called from there, the turn was never taken; from so many others "
            "it was%s\n",
            pp_faint(&v->view), "the first", "the second", "others", pp_plain(&v->view));
    for (size_t i = 0; i < missing; i++)
        print_missing(v, &by->missing[i]);
}

/* ---- For programs. */

void pp_by_call_json_all(const struct pp_coverage_view *v, json_t *all)
{
    const struct pp_by_call *by = v->by_call;
    bool known = by->rows != NULL;
    json_object_set_new(all, "calls", known ? pp_share_json(by->calls) : json_null());
    json_t *turns = known ? pp_share_json(by->turns) : json_null();
    if (known)
        json_object_set_new(turns, "unknown", pp_json_count(by->unknown));
    json_object_set_new(all, "turns_by_call", turns);
    json_t *contexts = json_null();
    if (by->all_chains >= 0)
        contexts =
            json_pack("{s: o, s: o, s: o}", "executed", pp_json_count(by->chains), "all",
                      isfinite(by->all_chains) ? json_real(by->all_chains) : json_null(), "percent",
                      json_real(pp_covered_percent((double)by->chains, by->all_chains)));
    json_object_set_new(all, "contexts", contexts);
}

/* Adds to IT by which call: null where paths do not know it. */
static void add_call(const struct pp_coverage_view *v, uint32_t entrance, json_t *it)
{
    const struct pp_graph *g = &v->names->notes->graph;
    uint32_t call = v->tests->entrances.list[entrance].call;
    json_t *from = json_null();
    if (call != PP_NONE) {
        struct pp_line line = pp_line_within(g, call);
        char *name = pp_proc_name(v->names, g->vertices[call].proc);
        from = json_pack("{s: o, s: o, s: i}", "function", pp_json_text(name), "file",
                         pp_json_text(pp_text(g, line.file)), "line", (int)line.line);
        if (ordinal(v, entrance))
            json_object_set_new(from, "call_on_line", json_integer(ordinal(v, entrance)));
        free(name);
    }
    json_object_set_new(it, "from", from);
}

static json_t *calls_json(const struct pp_coverage_view *v, uint32_t proc)
{
    uint32_t num, *order = sorted(v, proc, &num);
    json_t *list = json_array();
    for (uint32_t i = 0; i < num; i++) {
        const struct pp_call_row *row = &v->by_call->rows[order[i]];
        json_t *it = json_object();
        add_call(v, order[i], it);
        json_object_set_new(it, "count", pp_json_count(row->count));
        json_object_set_new(it, "executed_paths", pp_json_count(row->paths));
        json_object_set_new(it, "turns", pp_share_json(row->turns));
        json_object_set_new(it, "unknown_turns", pp_json_count(row->unknown));
        json_array_append_new(list, it);
    }
    free(order);
    return list;
}

static json_t *functions_json(const struct pp_coverage_view *v)
{
    const struct pp_by_call *by = v->by_call;
    json_t *list = json_array();
    for (uint32_t i = 0; i < by->num_procs && (v->settings->all || i < v->settings->top); i++) {
        uint32_t p = by->procs[i];
        const struct pp_elsewheres *elsewhere = &v->tests->entrances.elsewhere[p];
        json_t *it = json_object();
        char *name = pp_proc_name(v->names, p);
        json_object_set_new(it, "function", pp_json_text(name));
        json_object_set_new(it, "outside", json_boolean(elsewhere->outside));
        json_object_set_new(it, "recursive_calls", pp_json_count(elsewhere->recursive));
        json_object_set_new(it, "cut_calls", pp_json_count(elsewhere->cut));
        json_object_set_new(it, "calls", calls_json(v, p));
        json_array_append_new(list, it);
        free(name);
    }
    return list;
}

static json_t *missing_json(const struct pp_coverage_view *v)
{
    const struct pp_by_call *by = v->by_call;
    const struct pp_graph *g = &v->names->notes->graph;
    json_t *list = json_array();
    for (size_t i = 0; i < by->num_missing && (v->settings->all || i < v->settings->missing); i++) {
        const struct pp_missing_there *m = &by->missing[i];
        char *from = pp_turn_end_text(g, m->from, true), *to = pp_turn_end_text(g, m->to, true),
             *name = pp_proc_name(v->names, v->tests->entrances.list[m->entrance].proc);
        json_t *it = json_object();
        json_object_set_new(it, "function", pp_json_text(name));
        add_call(v, m->entrance, it);
        json_object_set_new(it, "first", pp_json_text(from));
        json_object_set_new(it, "first_count", pp_json_count(m->from_count));
        json_object_set_new(it, "second", pp_json_text(to));
        json_object_set_new(it, "second_count", pp_json_count(m->to_count));
        json_object_set_new(it, "others", pp_json_count(m->others));
        json_array_append_new(list, it);
        free(from);
        free(to);
        free(name);
    }
    return list;
}

void pp_by_call_json(const struct pp_coverage_view *v, json_t *root)
{
    bool asked = v->settings->by_call;
    json_object_set_new(root, "by_call", asked ? functions_json(v) : json_null());
    json_object_set_new(root, "missing_by_call", asked ? missing_json(v) : json_null());
}
