/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of filters: one a line, as the options are called. */
#ifndef PATHPROF_FILTER_LIST_H
#define PATHPROF_FILTER_LIST_H

#include <stdbool.h>

enum pp_filter_kind {
    PP_SHOW_FUNCTION,
    PP_HIDE_FUNCTION,
    PP_SHOW_FILE,
    PP_HIDE_FILE,
    PP_HIDE_SYSTEM
};

struct pp_filter_line {
    enum pp_filter_kind kind;
    const char *text;  /* the expression; "" of PP_HIDE_SYSTEM */
    const char *place; /* "FILE:LINE" */
};

/* Reads FILE: blank lines and those that begin with '#' say nothing; the others are `function REGEX`,
   `exclude REGEX`, `file REGEX`, `exclude-file REGEX` or `no-system`, with or without "--", and with a
   blank or '='.  Each is handed to ADD, until it returns false.  Returns whether all went well; if
   not, after a line on stderr (ADD's own, if it was that). */
bool pp_filter_list_read(const char *file,
                         bool (*add)(void *arg, const struct pp_filter_line *line), void *arg);

#endif
