/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two builds of a program whose source has changed in between: which functions and which lines of one are which of the
   other. */
#ifndef PATHPROF_BUILD_PAIR_H
#define PATHPROF_BUILD_PAIR_H

#include "tool/builds/build-texts.h"
#include "tool/names/names.h"

/* How a function was found in the other build. */
enum pp_found_by {
    PP_FOUND_NOT,
    PP_BY_NAME,  /* its symbol, and where several have that, its file */
    PP_BY_SHAPE, /* its flow graph, which no other function without a namesake has */
    PP_BY_TEXT,  /* three lines of five or more, and of no other function as many */
};

struct pp_build {
    struct pp_load load;
    struct pp_names names;
    struct pp_build_texts texts;
    uint32_t *other; /* by procedure: that of the other build; PP_NONE */
    uint8_t *found;  /* by procedure: enum pp_found_by */
};

struct pp_build_pair {
    struct pp_build before, after;
    struct pp_graph words; /* that the lines of both are made of */
};

/* Matches functions and lines of PAIR, whose builds have their loads and texts. */
void pp_build_pair_match(struct pp_build_pair *pair);

#endif
