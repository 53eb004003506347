/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What there is to say of each function: chunks functions-B. */
#ifndef PATHPROF_HTML_FUNCTION_CHUNKS_H
#define PATHPROF_HTML_FUNCTION_CHUNKS_H

#include "tool/html/report.h"

void pp_html_functions(struct pp_html *html);

#endif
