/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests before switches for the ways that are taken often. */
#ifndef PATHPROF_SWITCHES_H
#define PATHPROF_SWITCHES_H

#include "gcc/use/use.h"

/* In the functions of USE whose counts are set. */
void pp_test_before_switches(const struct pp_use *use);

#endif
