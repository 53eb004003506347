/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/html/report.h"

#include <inttypes.h>

#include "tool/print/json.h"
#include "tool/print/view.h"

/* Integers up to here are exact in JavaScript. */
#define MOST_EXACT (UINT64_C(1) << 53)

uint32_t pp_html_file(struct pp_html *html, uint32_t file)
{
    if (html->file_numbers[file] == PP_NONE) {
        html->file_names = pp_grow(html->file_names, &html->cap_files, html->num_files, 1,
                                   sizeof *html->file_names);
        html->file_names[html->num_files] = file;
        html->file_numbers[file] = html->num_files++;
    }
    return html->file_numbers[file];
}

json_t *pp_html_count(uint64_t count)
{
    return count <= MOST_EXACT ? json_integer((json_int_t)count) : pp_json_number(count);
}

json_t *pp_html_percent(double part, double whole)
{
    return json_sprintf("%.2f", pp_percent(part, whole));
}
