/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files and their counts: chunks source-F-K. */
#ifndef PATHPROF_HTML_SOURCE_CHUNKS_H
#define PATHPROF_HTML_SOURCE_CHUNKS_H

#include "tool/html/report.h"

void pp_html_sources(struct pp_html *html);

#endif
