/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

static void append(char **text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int more = vsnprintf(NULL, 0, format, args);
    if (more < 0)
        abort();
    size_t size = *text ? strlen(*text) : 0;
    *text = pp_xrealloc(*text, size + (size_t)more + 1);
    vsnprintf(*text + size, (size_t)more + 1, format, again);
    va_end(again);
}

char *pp_sentence(const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    append(&text, format, args);
    va_end(args);
    return text;
}

void pp_append(char **text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    append(text, format, args);
    va_end(args);
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

void pp_make_printable(char *line)
{
    for (char *c = line; *c; c++)
        if (is_control(*c))
            *c = '?';
}

char *pp_printable(const char *text)
{
    char *copy = pp_sentence("%s", text);
    pp_make_printable(copy);
    return copy;
}

void pp_print_name(FILE *stream, const char *name)
{
    char *shown = pp_printable(name);
    fputs(shown, stream);
    free(shown);
}

bool pp_shown_as(const char *shown, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (shown[i] != text[i] && !(is_control(text[i]) && shown[i] == '?'))
            return false;
    return true;
}
