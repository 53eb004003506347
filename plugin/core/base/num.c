/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of more than one word: GMP's low-level functions on buffers of fixed size, whose results
   go into the arena. */
#include "core/base/num.h"

#include <assert.h>
#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

_Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t) && GMP_NAIL_BITS == 0, "GMP's limbs");

enum { CHUNK_WORDS = 8192 - 2 };

struct pp_num_chunk {
    struct pp_num_chunk *older;
    size_t used; /* words */
    uint64_t words[CHUNK_WORDS];
};

struct pp_numbers *pp_numbers_make(unsigned words)
{
    assert(words >= 1 && words <= PP_MOST_WORDS);
    struct pp_numbers *r = pp_xmalloc(sizeof *r);
    *r = (struct pp_numbers){.words = words};
    return r;
}

void pp_numbers_free(struct pp_numbers *r)
{
    while (r && r->chunks) {
        struct pp_num_chunk *older = r->chunks->older;
        free(r->chunks);
        r->chunks = older;
    }
    free(r);
}

static struct pp_big *new_big(struct pp_numbers *r, unsigned size)
{
    size_t need = 1 + size;
    if (!r->chunks || CHUNK_WORDS - r->chunks->used < need) {
        struct pp_num_chunk *chunk = pp_xmalloc(sizeof *chunk);
        chunk->older = r->chunks;
        chunk->used = 0;
        r->chunks = chunk;
    }
    struct pp_big *big = (struct pp_big *)(r->chunks->words + r->chunks->used);
    r->chunks->used += need;
    big->size = size;
    return big;
}

struct pp_num pp_num_make(struct pp_numbers *r, const uint64_t *words, unsigned size)
{
    assert(size >= 1 && size <= r->words);
    if (size > r->words)
        size = r->words;
    while (size > 1 && words[size - 1] == 0)
        size--;
    if (size < 2)
        return pp_word(size ? words[0] : 0);
    struct pp_big *big = new_big(r, size);
    memcpy(big->word, words, size * sizeof *words);
    return (struct pp_num){words[0], big};
}

int pp_num_compare_big(struct pp_num x, struct pp_num y)
{
    unsigned xs = pp_num_size(x), ys = pp_num_size(y);
    if (xs != ys)
        return xs < ys ? -1 : 1;
    for (unsigned i = xs; i-- > 0;) {
        uint64_t a = pp_num_word(x, i), b = pp_num_word(y, i);
        if (a != b)
            return a < b ? -1 : 1;
    }
    return 0;
}

/* X with all words of R. */
static void spread(const struct pp_numbers *r, struct pp_num x, mp_limb_t *words)
{
    for (unsigned i = 0; i < r->words; i++)
        words[i] = pp_num_word(x, i);
}

static struct pp_num gather(struct pp_numbers *r, const mp_limb_t *words)
{
    uint64_t copy[PP_MOST_WORDS];
    for (unsigned i = 0; i < r->words; i++)
        copy[i] = words[i];
    return pp_num_make(r, copy, r->words);
}

bool pp_num_add_big(struct pp_numbers *r, struct pp_num x, struct pp_num y, struct pp_num *sum)
{
    mp_limb_t a[PP_MOST_WORDS], b[PP_MOST_WORDS];
    spread(r, x, a);
    spread(r, y, b);
    mp_limb_t carry = mpn_add_n(a, a, b, r->words);
    *sum = gather(r, a);
    return !carry;
}

struct pp_num pp_num_sub_big(struct pp_numbers *r, struct pp_num x, struct pp_num y)
{
    mp_limb_t a[PP_MOST_WORDS], b[PP_MOST_WORDS];
    spread(r, x, a);
    spread(r, y, b);
    mpn_sub_n(a, a, b, r->words);
    return gather(r, a);
}

bool pp_num_mul_big(struct pp_numbers *r, struct pp_num x, struct pp_num y, struct pp_num *product)
{
    mp_limb_t a[PP_MOST_WORDS], b[PP_MOST_WORDS], both[2 * PP_MOST_WORDS];
    spread(r, x, a);
    spread(r, y, b);
    mpn_mul_n(both, a, b, r->words);
    *product = gather(r, both);
    for (unsigned i = r->words; i < 2 * r->words; i++)
        if (both[i])
            return false;
    return true;
}

char *pp_num_text(struct pp_num x)
{
    mpz_t z;
    uint64_t words[PP_MOST_WORDS];
    unsigned size = pp_num_size(x);
    for (unsigned i = 0; i < size; i++)
        words[i] = pp_num_word(x, i);
    mpz_init(z);
    mpz_import(z, size, -1, sizeof *words, 0, 0, words);
    char *text = mpz_get_str(pp_xmalloc(mpz_sizeinbase(z, 10) + 2), 10, z);
    mpz_clear(z);
    return text;
}

bool pp_num_parse(struct pp_numbers *r, const char *text, size_t size, struct pp_num *x)
{
    *x = pp_word(0);
    for (size_t i = 0; i < size; i++)
        if (!pp_num_mul(r, *x, pp_word(10), x) ||
            !pp_num_add(r, *x, pp_word((uint64_t)(text[i] - '0')), x))
            return false;
    return true;
}
