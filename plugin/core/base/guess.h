/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "Did you mean": the existing name that a mistyped one most likely stands for. */
#ifndef PATHPROF_GUESS_H
#define PATHPROF_GUESS_H

#include <stdbool.h>
#include <stddef.h>

struct pp_guess {
    const char *given; /* SIZE bytes of it */
    size_t size;
    const char *best; /* the nearest name so far, BEST_SIZE bytes of it; NULL: none is near */
    size_t best_size;
    unsigned distance; /* of BEST */
};

void pp_guess_begin(struct pp_guess *guess, const char *given, size_t size);
/* Offers a name of SIZE bytes.  Of several that are equally near the first one stays. */
void pp_guess_try(struct pp_guess *guess, const char *name, size_t size);
/* Malloc'd: "; did you mean 'BEFOREmode'?", or "" if no name is near.  Underscores show as dashes
   if DASHED. */
char *pp_guess_text(const struct pp_guess *guess, const char *before, bool dashed);

#endif
