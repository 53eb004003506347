/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of contexts, if the profile knows of any: chunk contexts. */
#ifndef PATHPROF_HTML_CONTEXT_TREE_H
#define PATHPROF_HTML_CONTEXT_TREE_H

#include "tool/html/report.h"

void pp_html_contexts(struct pp_html *html);

#endif
