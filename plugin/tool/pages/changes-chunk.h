/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed since the other profile, if there is one: chunk changes. */
#ifndef PATHPROF_HTML_CHANGES_CHUNK_H
#define PATHPROF_HTML_CHANGES_CHUNK_H

#include "tool/html/report.h"

void pp_html_changes(struct pp_html *html);

#endif
