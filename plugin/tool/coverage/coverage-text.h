/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coverage for people and programs. */
#ifndef PATHPROF_COVERAGE_TEXT_H
#define PATHPROF_COVERAGE_TEXT_H

#include <jansson.h>

#include "tool/coverage/by-call.h"
#include "tool/coverage/production.h"
#include "tool/names/names.h"
#include "tool/print/view.h"

/* What is shown of it. */
struct pp_coverage_view {
    const struct pp_coverage *coverage;
    const struct pp_by_call *by_call;
    struct pp_tests *tests;
    const struct pp_names *names;
    const struct pp_settings *settings;
    struct pp_view view;
    uint32_t *procs; /* rows: those with most missing turns first */
    uint32_t num_procs;
    size_t num_missing;
    size_t num_ruled_out;                   /* --impossible */
    const struct pp_production *production; /* NULL: it is not asked for */
    size_t num_untested;                    /* of its paths */
    uint32_t *order;                        /* of the tests; NULL: they are not asked for */
};

void pp_coverage_print(const struct pp_coverage_view *view);
void pp_coverage_json(const struct pp_coverage_view *view, json_t *root);

json_t *pp_share_json(struct pp_share share);
/* PART of WHOLE in percent; all of nothing is covered. */
double pp_covered_percent(double part, double whole);
/* Malloc'd: how many potential paths PROC has, in decimal. */
char *pp_potential_text(const struct pp_graph *g, uint32_t proc);
/* Malloc'd: an outcome, "fees.c:14(true)", or where paths begin, "entry" or "loop fees.c:11". */
char *pp_turn_end_text(const struct pp_graph *g, uint32_t e, bool with_file);
/* Malloc'd: "fees#5", the path of pp_missing_number; "fees" where the program's own paths
   are others, and it has no number. */
char *pp_missing_name(const struct pp_coverage_view *view, const struct pp_missing *missing);
/* Malloc'd: what of a path no test took. */
char *pp_untested_text(const struct pp_graph *g, const struct pp_untested *it);

#endif
