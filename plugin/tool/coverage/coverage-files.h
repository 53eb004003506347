/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coverage for other programs. */
#ifndef PATHPROF_COVERAGE_FILES_H
#define PATHPROF_COVERAGE_FILES_H

#include "tool/coverage/coverage-text.h"
#include "tool/names/filter.h"

/* Writes the files that the settings name in Cobertura's format (coverage-04.dtd) and in lcov's ("-": standard
   output): lines and the ways out of them, as `lines` has them, of what FILTER lets through (SHOWN, by procedure),
   with the counts of all tests.  Returns false after a line on stderr. */
bool pp_coverage_lines(const struct pp_coverage_view *view, const struct pp_filter *filter,
                       const bool *shown);

/* Writes FILE in SARIF 2.1.0: each missing turn that is shown is a result, at the line of its second branch. */
bool pp_coverage_sarif(const struct pp_coverage_view *view, const char *file);

#endif
