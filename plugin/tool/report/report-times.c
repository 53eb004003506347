/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/report/report-times.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "tool/print/json.h"

/* The functions with samples that FILTER lets through, most first; malloc'd. */
static size_t *timed_procs(const struct pp_times *times, const struct pp_names *names,
                           const struct pp_filter *filter, size_t *num)
{
    uint32_t num_procs = names->notes->graph.num_procs;
    size_t *procs = pp_xmalloc(((size_t)num_procs + 1) * sizeof *procs);
    *num = 0;
    for (uint32_t p = 0; p < num_procs; p++)
        if (times->procs[p].periods > 0 && pp_filter_match(filter, names, p))
            procs[(*num)++] = p;
    pp_sort_by_time(times->procs, procs, *num);
    return procs;
}

/* ---- For people. */

static double percent(const struct pp_times *times, double periods)
{
    return pp_percent(periods, times->all);
}

void pp_print_times_sum(const struct pp_times *times, const struct pp_load *load)
{
    char *program = pp_printable(load->program);
    printf("time: %.2f s in %.0f samples; %.1f %% on paths, %.1f %% elsewhere in their functions, "
           "%.1f %% in other code of %s, %.1f %% in pathprof's runtime, %.1f %% in libraries and "
           "the kernel\n",
           times->all / times->hz, times->all / times->look, percent(times, times->on_paths),
           percent(times, times->elsewhere), percent(times, times->uncounted), program,
           percent(times, times->runtime), percent(times, times->outside));
    free(program);
}

void pp_print_times_head(bool sum)
{
    printf("  %6s%s  %5s  %6s  %6s", "time%", sum ? "    cum%" : "", "+-", "least", "most");
}

void pp_print_time(const struct pp_times *times, const struct pp_time *time, const double *sum)
{
    printf("  %6.2f", percent(times, time->periods));
    if (sum)
        printf("  %6.2f", *sum);
    printf("  %5.2f  %6.2f  %6.2f", percent(times, time->error), percent(times, time->least),
           percent(times, time->most));
}

void pp_print_proc_times(const struct pp_times *times, const struct pp_names *names,
                         const struct pp_filter *filter, const struct pp_view *view, uint64_t top)
{
    size_t num, *procs = timed_procs(times, names, filter, &num);
    if (num > 0)
        printf("\n%s%6s  %5s  %9s  %s%s\n", pp_faint(view), "time%", "+-", "elsewhere", "function",
               pp_plain(view));
    for (size_t i = 0; i < num && i < top; i++) {
        const struct pp_time *time = &times->procs[procs[i]];
        char *name = pp_proc_name(names, (uint32_t)procs[i]);
        printf("%6.2f  %5.2f  %9.2f  %s\n", percent(times, time->periods),
               percent(times, time->error), percent(times, times->procs_elsewhere[procs[i]]), name);
        free(name);
    }
    if (num > top)
        printf("and %zu more\n", num - (size_t)top);
    free(procs);
}

/* ---- For programs. */

json_t *pp_proc_times_json(const struct pp_times *times, const struct pp_load *load,
                           const struct pp_names *names, const struct pp_filter *filter)
{
    const struct pp_graph *g = &load->notes.graph;
    json_t *list = json_array();
    if (times->hz == 0)
        return list;
    size_t num, *procs = timed_procs(times, names, filter, &num);
    for (size_t i = 0; i < num; i++) {
        uint32_t p = (uint32_t)procs[i];
        char *name = pp_proc_name(names, p);
        json_t *it = json_object();
        json_object_set_new(it, "function", pp_json_text(name));
        json_object_set_new(it, "symbol", pp_json_text(pp_text(g, g->procs[p].name)));
        json_object_set_new(it, "time", pp_time_json(times, &times->procs[p]));
        json_object_set_new(it, "elsewhere_seconds",
                            json_real(times->procs_elsewhere[p] / times->hz));
        json_array_append_new(list, it);
        free(name);
    }
    free(procs);
    return list;
}
