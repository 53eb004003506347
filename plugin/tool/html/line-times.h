/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time on source lines: samples that are on a line of a function that is shown. */
#ifndef PATHPROF_HTML_LINE_TIMES_H
#define PATHPROF_HTML_LINE_TIMES_H

#include "tool/html/report.h"

struct pp_line_time {
    struct pp_line line;
    double periods;
};

/* By file and line, none twice; none if there are no samples, or no lines. */
struct pp_line_times {
    struct pp_line_time *list;
    size_t num;
};

void pp_line_times_make(struct pp_line_times *times, const struct pp_html *html);
void pp_line_times_free(struct pp_line_times *times);
/* [[line, seconds, standard error], ...] of the lines FROM to TO of FILE (string). */
json_t *pp_line_times_json(const struct pp_line_times *times, const struct pp_html *html,
                           uint32_t file, uint32_t from, uint32_t to);

#endif
