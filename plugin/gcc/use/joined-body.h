/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile: bodies that have taken in what they call. */
#ifndef PATHPROF_JOINED_BODY_H
#define PATHPROF_JOINED_BODY_H

#include "gcc/use/use.h"

/* Expands the calls of USED that are chosen, CHOSEN of the candidates, and makes
   USED->joined. */
void pp_join_body(struct pp_use *use, struct pp_used *used, const vec<unsigned> &chosen);
void pp_joined_body_free(struct pp_joined_body *body);

/* Sets the flags of the recording edges of BODY, which is of USED, as profile I has
   them. */
void pp_mark_recording(struct pp_use *use, const struct pp_used *used, unsigned i);

#endif
