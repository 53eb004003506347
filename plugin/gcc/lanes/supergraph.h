/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option supergraph=: what lanes over calls would tell (thesis, chapters 7 to 10 and 12).  The whole
   unit's hot-path supergraph is made, analysed and reduced; no code is. */
#ifndef PATHPROF_SUPERGRAPH_H
#define PATHPROF_SUPERGRAPH_H

#include "gcc/ranges/ranges.h"
extern "C" {
#include "core/lane-report/lane-report.h"
#include "core/profile/profile.h"
}

struct pp_super_params {
    unsigned coverage;                    /* percent: hot paths */
    const struct pp_elsewhere *elsewhere; /* what of the program is not in PATHS; may be NULL */
    bool contexts;                        /* the profile's paths have context-prefixes */
    bool reduce;                          /* whether reductions are tried */
};

/* A part of SUPER more: lanes for the hot paths of PATHS, over calls or inside functions, by the name
   of NAME.  BODIES are all NUM procedures of PATHS' graph that are profiled; none is changed, but
   statements are numbered and what cannot be copied is marked. */
void pp_measure_supergraph(struct pp_super *super, const char *name, const struct pp_profile *paths,
                           const struct pp_body *bodies, uint32_t num,
                           const struct pp_super_params *params);

#endif
