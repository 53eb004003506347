/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PATHPROF_USE_SUPERGRAPH_H
#define PATHPROF_USE_SUPERGRAPH_H

#include "gcc/use/use.h"

/* Option supergraph=, if there is a report: measures what lanes over calls would tell, as long as
   bodies are as they were profiled. */
void pp_use_supergraph(struct pp_use *use);

#endif
