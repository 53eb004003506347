/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all begins with: chunk index. */
#ifndef PATHPROF_HTML_INDEX_CHUNK_H
#define PATHPROF_HTML_INDEX_CHUNK_H

#include "tool/html/report.h"

void pp_html_index(struct pp_html *html);

#endif
