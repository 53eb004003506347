/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How things look to people: colour, width, percentages, plurals. */
#ifndef PATHPROF_VIEW_H
#define PATHPROF_VIEW_H

#include "tool/load/options.h"

struct pp_view {
    bool color;
    unsigned width; /* columns to fold at; 0: do not fold */
};

/* By --color and --width; where they say nothing, by the terminal and the environment. */
struct pp_view pp_view_make(const struct pp_settings *settings);

/* Escape sequences, or "" without colour. */
const char *pp_bold(const struct pp_view *view);
const char *pp_faint(const struct pp_view *view);
const char *pp_hot_color(const struct pp_view *view);
const char *pp_plain(const struct pp_view *view);

/* Prints a route, folded after its arrows; each line begins with INDENT blanks. */
void pp_print_folded(const struct pp_view *view, unsigned indent, const char *text);

/* PART of WHOLE in percent; 0 of 0 is 0. */
double pp_percent(double part, double whole);

/* A singular or plural: "1 path", "2 paths". */
const char *pp_s(uint64_t number);

#endif
