/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/guess.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

/* Names are shorter. */
#define MOST_LETTERS 32
/* Of a name, what is given may be the beginning if it is not shorter. */
#define LEAST_PREFIX 3

/* Case and the kind of dash are no difference. */
static int letter(char c)
{
    return c == '_' ? '-' : tolower((unsigned char)c);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* How many letters are to be put in, left out, replaced, or exchanged with their neighbour to make
   B of A (optimal string alignment). */
static unsigned distance(const char *a, size_t size_a, const char *b, size_t size_b)
{
    unsigned rows[3][MOST_LETTERS + 1]; /* rows[i % 3][j]: of the first I letters of A and J of B */
    for (size_t i = 0; i <= size_a; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= size_b; j++) {
            if (i == 0) {
                row[j] = (unsigned)j;
                continue;
            }
            bool same = letter(a[i - 1]) == letter(b[j - 1]);
            row[j] = least(above[j - 1] + !same, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && letter(a[i - 1]) == letter(b[j - 2]) &&
                letter(a[i - 2]) == letter(b[j - 1]))
                row[j] = least(row[j], second[j - 2] + 1);
        }
    }
    return rows[size_a % 3][size_b];
}

void pp_guess_begin(struct pp_guess *guess, const char *given, size_t size)
{
    *guess = (struct pp_guess){.given = given, .size = size};
    /* A third of what is given may be wrong, and something has to be right. */
    guess->distance = (unsigned)((least((unsigned)size, MOST_LETTERS) + 2) / 3 + 1);
    guess->distance = least(guess->distance, (unsigned)size);
}

void pp_guess_try(struct pp_guess *guess, const char *name, size_t size)
{
    if (guess->size > MOST_LETTERS || size > MOST_LETTERS)
        return;
    unsigned it = distance(guess->given, guess->size, name, size);
    if (it > 1 && guess->size >= LEAST_PREFIX && guess->size < size &&
        distance(guess->given, guess->size, name, guess->size) == 0)
        it = 1;
    if (it >= guess->distance)
        return;
    guess->distance = it;
    guess->best = name;
    guess->best_size = size;
}

char *pp_guess_text(const struct pp_guess *guess, const char *before, bool dashed)
{
    if (!guess->best)
        return pp_sentence("%s", "");
    char *name = pp_sentence("%.*s", (int)guess->best_size, guess->best);
    for (char *c = name; dashed && *c; c++)
        *c = *c == '_' ? '-' : *c;
    char *text = pp_sentence("; did you mean '%s%s'?", before, name);
    free(name);
    return text;
}
