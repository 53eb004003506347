/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the second compile did, if there is a report of it: chunk lanes. */
#ifndef PATHPROF_HTML_LANES_CHUNK_H
#define PATHPROF_HTML_LANES_CHUNK_H

#include "tool/html/report.h"

void pp_html_lanes(struct pp_html *html);

#endif
