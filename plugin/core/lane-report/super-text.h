/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PATHPROF_SUPER_TEXT_H
#define PATHPROF_SUPER_TEXT_H

#include "core/lane-report/lane-report.h"

/* What option supergraph= has measured, for people. */
void pp_super_text(FILE *out, const struct pp_super *super);

#endif
