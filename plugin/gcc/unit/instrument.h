/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instruments one unit, or the bodies of one partition of a program. */
#ifndef PATHPROF_INSTRUMENT_H
#define PATHPROF_INSTRUMENT_H

#include "gcc/base/compilation.h"

/* Instruments every body that becomes code in this process, once per ultimate clone origin.  To be
   called when all IPA decisions have been made (PLUGIN_ALL_IPA_PASSES_END). */
void pp_instrument_unit(struct pp_compilation *c);

#endif
