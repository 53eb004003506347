/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/print/quote.h"

#include "core/base/text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the UTF-8 character at C; 0 if there is none (RFC 3629). */
static size_t character(const unsigned char *c)
{
    static const struct {
        unsigned char first, last, low, high; /* of the first byte, of the second */
        size_t size;
    } forms[] = {
        {0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (*c < forms[i].first || *c > forms[i].last)
            continue;
        bool good = forms[i].size == 1 || (c[1] >= forms[i].low && c[1] <= forms[i].high);
        for (size_t k = 2; good && k < forms[i].size; k++)
            good = (c[k] & 0xc0) == 0x80;
        return good ? forms[i].size : 0;
    }
    return 0;
}

static void put(const unsigned char *c, size_t size)
{
    if (size == 0)
        putchar('?');
    else if (*c == '&') /* dot reads "&lt;" as "<" */
        printf("&amp;");
    else if (*c == '"' || *c == '\\')
        printf("\\%c", *c);
    else if (*c < ' ' || *c == 0x7f)
        putchar(' ');
    else
        printf("%.*s", (int)size, (const char *)c);
}

void pp_quote(const char *text, size_t most)
{
    const unsigned char *c = (const unsigned char *)text;
    size_t num = 0;
    for (const unsigned char *end = c; *end && num <= most; num++) {
        size_t size = character(end);
        end += size ? size : 1;
    }
    /* Three of them give way to the dots. */
    size_t kept = num <= most ? num : most - 3;
    for (; kept > 0; kept--) {
        size_t size = character(c);
        put(c, size);
        c += size ? size : 1;
    }
    if (num > most)
        printf("...");
}

/* In the quotes of the shell that know escapes: control characters would be lost, or do harm, on their way. */
static char *escaped_word(const char *text)
{
    char *word = pp_sentence("$'");
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            pp_append(&word, "\\%03o", (unsigned char)*text);
        else
            pp_append(&word, *text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
    pp_append(&word, "'");
    return word;
}

char *pp_shell_word(const char *text)
{
    char *word = NULL;
    if (*text &&
        text[strspn(text,
                    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+-:,=@%")] ==
            '\0')
        return pp_sentence("%s", text);
    char *shown = pp_printable(text);
    if (strcmp(shown, text) != 0) {
        free(shown);
        return escaped_word(text);
    }
    free(shown);
    pp_append(&word, "'");
    for (; *text; text++)
        pp_append(&word, *text == '\'' ? "'\\''" : "%c", *text);
    pp_append(&word, "'");
    return word;
}
