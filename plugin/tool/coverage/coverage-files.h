/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coverage for other programs. */
#ifndef PATHPROF_COVERAGE_FILES_H
#define PATHPROF_COVERAGE_FILES_H

#include "tool/coverage/coverage-text.h"
#include "tool/names/filter.h"

/* Writes FILE ("-": standard output) in Cobertura's format (coverage-04.dtd): lines and the ways out of them, as `lines`
   has them, of what FILTER lets through (SHOWN, by procedure).  The counts are those of the first data file.  Returns
   false after a line on stderr. */
bool pp_coverage_cobertura(const struct pp_coverage_view *view, const struct pp_filter *filter,
                           const bool *shown, const char *file);

/* The same in SARIF 2.1.0: each missing turn that is shown is a result, at the line of its second branch. */
bool pp_coverage_sarif(const struct pp_coverage_view *view, const char *file);

#endif
