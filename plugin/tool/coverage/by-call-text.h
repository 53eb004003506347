/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coverage by calls, for people and programs. */
#ifndef PATHPROF_BY_CALL_TEXT_H
#define PATHPROF_BY_CALL_TEXT_H

#include "tool/coverage/coverage-text.h"

/* The lines of what all comes to. */
void pp_by_call_print_all(const struct pp_coverage_view *view);
/* Functions by the calls that they were entered by, and what is missing there. */
void pp_by_call_print(const struct pp_coverage_view *view);

/* Adds to ALL what all comes to: null where no path follows calls. */
void pp_by_call_json_all(const struct pp_coverage_view *view, json_t *all);
/* Adds the rows to ROOT: null if they are not asked for. */
void pp_by_call_json(const struct pp_coverage_view *view, json_t *root);

/* Malloc'd: "main (prog.c:7)", by which control comes in; "elsewhere" where paths do not know it. */
char *pp_entrance_text(const struct pp_coverage_view *view, uint32_t entrance);

#endif
