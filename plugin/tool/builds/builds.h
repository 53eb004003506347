/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `pathprof diff --old=PROGRAM`: two builds of changed sources. */
#ifndef PATHPROF_BUILDS_H
#define PATHPROF_BUILDS_H

#include "tool/load/options.h"
#include "tool/names/filter.h"

/* Compares what SETTINGS name, PROGRAM [BEFORE AFTER] and the program that BEFORE is of, and prints it. */
enum pp_status pp_builds_diff(const struct pp_settings *settings, const struct pp_filter *filter);

#endif
