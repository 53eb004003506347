/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PATHPROF_UNTESTED_CHUNK_H
#define PATHPROF_UNTESTED_CHUNK_H

#include "tool/html/report.h"

/* Finds what no test took, where tests are asked for, and has the first of these paths in the report.  Returns false
   after a line on stderr. */
bool pp_html_find_untested(struct pp_html *html);

/* Writes chunk "untested", where tests are asked for. */
void pp_html_untested(struct pp_html *html);

/* Of the index: how much no test took; null if tests are not asked for. */
json_t *pp_html_untested_sum(const struct pp_html *html);

#endif
