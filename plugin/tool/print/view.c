/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour, width and numbers. */
#include "tool/print/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/load/options.h"

struct pp_view pp_view_make(const struct pp_settings *settings)
{
    struct pp_view view = {0};
    const char *term = getenv("TERM");
    const char *no_color = getenv("NO_COLOR");
    view.color = settings->color == PP_COLOR_ALWAYS;
    if (settings->color == PP_COLOR_AUTO)
        view.color =
            settings->terminal && term && strcmp(term, "dumb") != 0 && !(no_color && *no_color);
    if (settings->width)
        view.width = settings->width < 100000 ? (unsigned)settings->width : 0;
    else
        view.width = settings->columns;
    if (view.width && view.width < PP_LEAST_WIDTH)
        view.width = PP_LEAST_WIDTH;
    return view;
}

const char *pp_bold(const struct pp_view *view)
{
    return view->color ? "\033[1m" : "";
}

const char *pp_faint(const struct pp_view *view)
{
    return view->color ? "\033[2m" : "";
}

const char *pp_hot_color(const struct pp_view *view)
{
    return view->color ? "\033[31m" : "";
}

const char *pp_plain(const struct pp_view *view)
{
    return view->color ? "\033[0m" : "";
}

void pp_print_folded(const struct pp_view *view, unsigned indent, const char *text)
{
    size_t column = indent;
    printf("%*s", (int)indent, "");
    while (*text) {
        const char *arrow = strstr(text, " -> ");
        size_t step = arrow ? (size_t)(arrow + 3 - text) : strlen(text); /* with its arrow */
        if (view->width && column > indent && column + 1 + step > view->width) {
            printf("\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)step, text);
        column += step;
        text += step + (arrow != NULL);
    }
    putchar('\n');
}

double pp_percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

const char *pp_s(uint64_t number)
{
    return number == 1 ? "" : "s";
}
