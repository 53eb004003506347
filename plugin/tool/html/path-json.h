/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A path with the lines that it runs, and its way through the function's drawing, which has been made before: a new
   object. */
#ifndef PATHPROF_HTML_PATH_JSON_H
#define PATHPROF_HTML_PATH_JSON_H

#include "tool/html/report.h"

json_t *pp_html_path(struct pp_html *html, const struct pp_path *path);

#endif
