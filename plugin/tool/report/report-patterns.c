/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/report/report-patterns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "core/number/path.h"
#include "core/lines/columns.h"
#include "core/patterns/pattern.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/view.h"

/* A pattern as the reader sees it. */
struct shown {
    const struct pp_pattern *pattern;
    struct pp_route route;
    char *text, *function, *head;
    double percent, tests, decided; /* the last two per iteration */
};

static void show(struct shown *it, const struct pp_profile *profile, const struct pp_names *names,
                 const struct pp_pattern *p)
{
    const struct pp_graph *g = &profile->notes->graph;
    struct pp_path path = {.proc = p->proc, .edges = p->edges, .num_edges = p->num_edges};
    struct pp_line line = pp_first_line(g, p->head);
    *it = (struct shown){.pattern = p, .function = pp_proc_name(names, p->proc)};
    pp_route_of_piece(&it->route, g, &path);
    it->text = pp_route_text(&it->route, names);
    it->head =
        line.line ? pp_sentence("%s:%" PRIu32, pp_text(g, line.file), line.line) : pp_sentence("?");
    it->percent = pp_percent((double)p->followed, (double)p->windows);
    it->tests = (double)p->tests / p->iterations;
    it->decided = (double)p->decided / p->iterations;
}

static void forget(struct shown *it)
{
    pp_route_free(&it->route);
    free(it->text);
    free(it->function);
    free(it->head);
}

static void print(const struct shown *it, const struct pp_view *view)
{
    const struct pp_pattern *p = it->pattern;
    printf("  %s%s%s: loop at %s, %" PRIu32 " iterations in turn: %" PRIu64 " of %" PRIu64
           " windows of %" PRIu32 " (%.2f %%)\n",
           pp_bold(view), it->function, pp_plain(view), it->head, p->iterations, p->followed,
           p->windows, p->k, it->percent);
    pp_print_folded(view, 7, it->text);
    printf("       unrolled %" PRIu32
           " times: %.1f of %.1f branches per iteration are decided, %.0f in the run\n",
           p->iterations, it->decided, it->tests, pp_pattern_gain(p));
}

static json_t *json(const struct shown *it, const struct pp_graph *g)
{
    const struct pp_pattern *p = it->pattern;
    json_t *pattern = json_object();
    json_object_set_new(pattern, "function", pp_json_text(it->function));
    json_object_set_new(pattern, "loop", pp_json_text(it->head));
    json_object_set_new(pattern, "k", json_integer(p->k));
    json_object_set_new(pattern, "iterations", json_integer(p->iterations));
    json_object_set_new(pattern, "windows", pp_json_count(p->windows));
    json_object_set_new(pattern, "followed", pp_json_count(p->followed));
    json_object_set_new(pattern, "followed_percent", json_real(it->percent));
    json_object_set_new(pattern, "branches_per_iteration", json_real(it->tests));
    json_object_set_new(pattern, "decided_per_iteration", json_real(it->decided));
    json_object_set_new(pattern, "branches_decided", json_real(pp_pattern_gain(p)));
    json_object_set_new(pattern, "route", pp_route_json(&it->route, g));
    json_object_set_new(pattern, "text", pp_json_text(it->text));
    return pattern;
}

void pp_print_patterns(const struct pp_profile *profile, const struct pp_names *names,
                       const struct pp_filter *filter, const struct pp_view *view, uint64_t top)
{
    struct pp_patterns found;
    uint64_t num = 0;
    pp_patterns_find(&found, profile, &PP_PATTERNS_TOLD);
    for (uint32_t i = 0; i < found.num && num < top; i++) {
        struct shown it;
        if (!pp_filter_match(filter, names, found.patterns[i].proc))
            continue;
        if (num++ == 0)
            printf("Repeating patterns\n");
        show(&it, profile, names, &found.patterns[i]);
        print(&it, view);
        forget(&it);
    }
    pp_patterns_free(&found);
}

json_t *pp_patterns_json(const struct pp_profile *profile, const struct pp_names *names,
                         const struct pp_filter *filter, uint64_t top)
{
    const struct pp_graph *g = &profile->notes->graph;
    struct pp_patterns found;
    json_t *list = profile->numbering.num_loops ? json_array() : NULL;
    pp_patterns_find(&found, profile, &PP_PATTERNS_TOLD);
    for (uint32_t i = 0; i < found.num && json_array_size(list) < top; i++) {
        struct shown it;
        if (!pp_filter_match(filter, names, found.patterns[i].proc))
            continue;
        show(&it, profile, names, &found.patterns[i]);
        json_array_append_new(list, json(&it, g));
        forget(&it);
    }
    pp_patterns_free(&found);
    return list;
}
