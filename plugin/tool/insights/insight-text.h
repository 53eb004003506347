/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An insight in words. */
#ifndef PATHPROF_INSIGHT_TEXT_H
#define PATHPROF_INSIGHT_TEXT_H

#include "tool/insights/insight.h"
#include "tool/names/file-names.h"
#include "tool/names/names.h"

/* Rows of told outcomes that people are shown of one insight. */
#define PP_MOST_TOLD 4

/* What an insight's words are made from. */
struct pp_insight_words {
    const struct pp_profile *profile;
    const struct pp_names *names;
    const struct pp_file_names *files;
};

/* Literal: the kind as JSON has it, "decides". */
const char *pp_insight_kind_name(enum pp_insight_kind kind);
/* Literal: the kind for people, "A branch that an earlier one decides". */
const char *pp_insight_kind_title(enum pp_insight_kind kind);
/* Malloc'd: one sentence without its full stop, which begins with the function's name. */
char *pp_insight_title(const struct pp_insight_words *words, const struct pp_insight *it);
/* Malloc'd: what one outcome of its cause tells, with the counts. */
char *pp_told_text(const struct pp_insight_words *words, const struct pp_insight *it,
                   const struct pp_told *told);
/* Literal: what one can do about it. */
const char *pp_insight_advice(enum pp_insight_kind kind);

#endif
