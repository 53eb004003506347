/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of paths: whole numbers, of one word nearly always, of more with option wide=1.
   A number is a value: it is copied by assignment and never changed.  What does not fit a word lies
   in an arena; numbers of one word take no memory, and computing with them is the same few
   instructions as with uint64_t. */
#ifndef PATHPROF_NUM_H
#define PATHPROF_NUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No number has more: 2048 bits.  doc/modes/modes.md says why. */
#define PP_MOST_WORDS 32

struct pp_big {
    uint32_t size; /* > 1; the last word is not 0 */
    uint64_t word[];
};

struct pp_num {
    uint64_t low;             /* the lowest word */
    const struct pp_big *big; /* all words; NULL if the others are 0 */
};

/* Numbers below 2^(64 * WORDS), with the memory that they take. */
struct pp_numbers {
    unsigned words; /* 1 .. PP_MOST_WORDS */
    struct pp_num_chunk *chunks;
};

struct pp_numbers *pp_numbers_make(unsigned words);
void pp_numbers_free(struct pp_numbers *r); /* with all its numbers; R may be NULL */

static inline struct pp_num pp_word(uint64_t word)
{
    return (struct pp_num){word, NULL};
}

static inline bool pp_is_word(struct pp_num x, uint64_t word)
{
    return !x.big && x.low == word;
}

static inline bool pp_is_zero(struct pp_num x)
{
    return pp_is_word(x, 0);
}

static inline unsigned pp_num_size(struct pp_num x)
{
    return x.big ? x.big->size : 1;
}

static inline uint64_t pp_num_word(struct pp_num x, unsigned i)
{
    return i == 0 ? x.low : x.big && i < x.big->size ? x.big->word[i] : 0;
}

/* < 0, 0, > 0 */
int pp_num_compare_big(struct pp_num x, struct pp_num y);
static inline int pp_num_compare(struct pp_num x, struct pp_num y)
{
    if (x.big || y.big)
        return pp_num_compare_big(x, y);
    return (x.low > y.low) - (x.low < y.low);
}

/* The number of SIZE words, lowest first, modulo 2^(64 * R->words). */
struct pp_num pp_num_make(struct pp_numbers *r, const uint64_t *words, unsigned size);

/* X as a number of R. */
static inline struct pp_num pp_num_copy(struct pp_numbers *r, struct pp_num x)
{
    return x.big ? pp_num_make(r, x.big->word, x.big->size) : x;
}

/* X + Y, X - Y and X * Y modulo 2^(64 * R->words).  Those that return a bool say whether the result
   is exact, X and Y being numbers of R. */
bool pp_num_add_big(struct pp_numbers *r, struct pp_num x, struct pp_num y, struct pp_num *sum);
bool pp_num_mul_big(struct pp_numbers *r, struct pp_num x, struct pp_num y, struct pp_num *product);
struct pp_num pp_num_sub_big(struct pp_numbers *r, struct pp_num x, struct pp_num y);

static inline bool pp_num_add(struct pp_numbers *r, struct pp_num x, struct pp_num y,
                              struct pp_num *sum)
{
    uint64_t low;
    bool fits = !__builtin_add_overflow(x.low, y.low, &low) && !x.big && !y.big;
    if (!fits && r->words > 1)
        return pp_num_add_big(r, x, y, sum);
    *sum = pp_word(low);
    return fits;
}

static inline bool pp_num_mul(struct pp_numbers *r, struct pp_num x, struct pp_num y,
                              struct pp_num *product)
{
    uint64_t low;
    bool fits = !__builtin_mul_overflow(x.low, y.low, &low) && !x.big && !y.big;
    if (!fits && r->words > 1)
        return pp_num_mul_big(r, x, y, product);
    *product = pp_word(low);
    return fits;
}

static inline struct pp_num pp_num_sub(struct pp_numbers *r, struct pp_num x, struct pp_num y)
{
    if (r->words > 1 && (x.big || y.big || x.low < y.low))
        return pp_num_sub_big(r, x, y);
    return pp_word(x.low - y.low);
}

/* X in decimal, malloc'd; the number that TEXT, SIZE decimal digits, says, or false if it has too
   many words. */
char *pp_num_text(struct pp_num x);
bool pp_num_parse(struct pp_numbers *r, const char *text, size_t size, struct pp_num *x);

#endif
