/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/html/line-times.h"

#include <math.h>
#include <stdlib.h>

static int by_line(const void *a, const void *b)
{
    const struct pp_line *x = &((const struct pp_line_time *)a)->line;
    const struct pp_line *y = &((const struct pp_line_time *)b)->line;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* Spot I of PROC; what is on no line, since the function is entered or left there, is on its first. */
static struct pp_line_time time_of(const struct pp_html *html, uint32_t i, uint32_t proc)
{
    struct pp_line line = pp_spot_line(&html->times, i);
    if (!line.line)
        line = (struct pp_line){html->g->procs[proc].file, html->g->procs[proc].line};
    return (struct pp_line_time){line, pp_spot_periods(&html->times, i)};
}

void pp_line_times_make(struct pp_line_times *times, const struct pp_html *html)
{
    size_t num = 0;
    *times = (struct pp_line_times){
        .list = pp_xmalloc(((size_t)html->times.num_spots + 1) * sizeof *times->list)};
    for (uint32_t i = 0; i < html->times.num_spots; i++) {
        uint32_t proc = pp_spot_proc(&html->times, i);
        if (html->shown[proc])
            times->list[num++] = time_of(html, i, proc);
    }
    qsort(times->list, num, sizeof *times->list, by_line);
    for (size_t i = 0; i < num; i++) {
        struct pp_line_time *last = times->num ? &times->list[times->num - 1] : NULL;
        if (last && by_line(last, &times->list[i]) == 0)
            last->periods += times->list[i].periods;
        else
            times->list[times->num++] = times->list[i];
    }
}

void pp_line_times_free(struct pp_line_times *times)
{
    free(times->list);
    *times = (struct pp_line_times){0};
}

json_t *pp_line_times_json(const struct pp_line_times *times, const struct pp_html *html,
                           uint32_t file, uint32_t from, uint32_t to)
{
    struct pp_line_time first = {.line = {file, from}};
    size_t low = 0, high = times->num;
    json_t *rows = json_array();
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_line(&times->list[middle], &first) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (;
         low < times->num && times->list[low].line.file == file && times->list[low].line.line <= to;
         low++) {
        double periods = times->list[low].periods;
        json_array_append_new(rows, json_pack("[i, f, f]", (int)times->list[low].line.line,
                                              periods / html->times.hz,
                                              sqrt(periods * html->times.look) / html->times.hz));
    }
    return rows;
}
