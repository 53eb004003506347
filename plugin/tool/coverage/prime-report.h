/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `pathprof coverage --prime-paths`. */
#ifndef PATHPROF_PRIME_REPORT_H
#define PATHPROF_PRIME_REPORT_H

#include "tool/coverage/covered.h"
#include "tool/names/names.h"

/* Prints which prime paths of procedures that are SHOWN the TESTS executed, for people or as SETTINGS ask.  Returns
   how many percent these are of all. */
double pp_prime_report(const struct pp_tests *tests, const struct pp_names *names,
                       const struct pp_settings *settings, const bool *shown);

#endif
