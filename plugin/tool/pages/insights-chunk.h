/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the profile says in sentences: chunk insights, and the first of them for the first page. */
#ifndef PATHPROF_HTML_INSIGHTS_CHUNK_H
#define PATHPROF_HTML_INSIGHTS_CHUNK_H

#include "tool/html/report.h"

/* Sets html->insights.  Without paths there is no such chunk. */
void pp_html_insights(struct pp_html *html);

#endif
